"""Timing side by side: every contestant runs in every round, and its best round counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

ROUNDS = 7


def best(*contestants: Callable[[], object], rounds: int | None = None) -> list[float]:
    """Return each contestant's CPU seconds in its best round.

    They take turns, so a busy machine slows all of them equally, and the first round only warms up. CPU time counts
    every thread, so a contestant gains nothing from a second core.
    """
    found = [float("inf")] * len(contestants)
    gc.collect()
    gc.disable()
    try:
        for turn in range((ROUNDS if rounds is None else rounds) + 1):
            for number, contestant in enumerate(contestants):
                start = time.process_time()
                contestant()
                spent = time.process_time() - start
                if turn:
                    found[number] = min(found[number], spent)
    finally:
        gc.enable()
    return found
