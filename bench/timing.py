"""Timing side by side: every contestant in every round, the best round of each."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

ROUNDS = 7


def best(*contestants: Callable[[], object], rounds: int | None = None) -> list[float]:
    """CPU seconds of each contestant in its best round.

    They take turns, so that a busy machine hurts all alike, and the first round only warms up. CPU time counts every
    thread, so that a contestant gains nothing by using two processors.
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
