"""Time as a dependency, so a test can pass in a clock that it advances."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None:
        """Prevent the call."""


class Clock(Protocol):
    """Gives the time in milliseconds since 1970."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back at the given time, or as soon as possible if it has passed."""

    async def wait_until(self, at: int) -> None:
        """Wait until the given time."""

    async def sleep(self, ms: int) -> None:
        """Wait for `ms` milliseconds."""

    def not_before(self, at: int) -> int:
        """Move the clock forward to a future time; return the milliseconds it was behind."""

    def off_by(self) -> int:
        """Return how many milliseconds the machine's clock is ahead of this one."""


class SystemClock:
    """The machine's time at process start plus the time elapsed since, so it never jumps."""

    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000
        self._ticks = time.monotonic_ns()

    def now(self) -> int:
        """Return the machine's time at process start plus the time elapsed since."""
        return self._start + (time.monotonic_ns() - self._ticks) // 1_000_000

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back at the given time, never before it."""
        # Rounded up, because a timer that fires a fraction of a millisecond early would find nothing to do.
        return asyncio.get_running_loop().call_later(max(0, at - self.now() + 1) / 1000, callback)

    async def wait_until(self, at: int) -> None:
        while (left := at - self.now()) > 0:
            await asyncio.sleep(left / 1000)

    async def sleep(self, ms: int) -> None:
        await self.wait_until(self.now() + ms)

    def not_before(self, at: int) -> int:
        """Continue from a time that is still in the future, before any timer is set."""
        behind = max(0, at - self.now())
        self._start += behind
        return behind

    def off_by(self) -> int:
        """Return how far the machine's clock has been set, or has run while the machine slept, since the start."""
        return time.time_ns() // 1_000_000 - self.now()
