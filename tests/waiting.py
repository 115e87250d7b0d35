"""Waits for a condition, for as long as even a busy machine needs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

LONG = 60.0
"""Seconds after which a condition has failed; a condition that comes true costs only the time until it does."""
_PAUSE = 0.01


async def until(condition: Callable[[], object], seconds: float = LONG) -> None:
    """Run the loop until a condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(_PAUSE)


def wait_until(condition: Callable[[], object], what: str = "the condition never held", seconds: float = LONG) -> None:
    """Block until a condition holds; fail with `what` if it does not."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(_PAUSE)
