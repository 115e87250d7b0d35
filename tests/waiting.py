"""Waits for a condition, as long as even a busy machine may need."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

LONG = 60.0
"""The timeout in seconds. A condition that comes true sooner costs only the time it takes."""
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
