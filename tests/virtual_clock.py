"""A clock for tests, which moves only when the test advances it."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from typing import Final

from bigslick.server.operations.clock import Timer


class VirtualClock:
    """A clock that stops until you advance it, then fires every due timer in order.

    After each timer it lets all other tasks finish what they can; pass `settle` to wait for work in other threads too.
    """

    def __init__(self, start: int = 1_000_000, settle: Callable[[], Awaitable[None]] | None = None) -> None:
        self._now = start
        self._count = 0
        self._timers: list[tuple[int, int, _VirtualTimer]] = []
        self._settle = settle
        self.set_ahead = 0

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return self._now

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back when the clock is advanced to that time."""
        self._count += 1
        timer = _VirtualTimer(callback)
        heapq.heappush(self._timers, (at, self._count, timer))
        return timer

    async def wait_until(self, at: int) -> None:
        """Wait until the clock is advanced to that time."""
        come = asyncio.Event()
        self.call_at(at, come.set)
        await come.wait()

    async def sleep(self, ms: int) -> None:
        """Wait until the clock has advanced by `ms`."""
        await self.wait_until(self._now + ms)

    def not_before(self, at: int) -> int:
        """Continue from a time that is still in the future."""
        behind = max(0, at - self._now)
        self._now += behind
        return behind

    def off_by(self) -> int:
        """Return how far the test has set the machine's clock."""
        return self.set_ahead

    async def advance(self, ms: int = 0) -> None:
        """Advance the clock and run everything that is due."""
        end = self._now + ms
        await self.settle()
        while self._timers and self._timers[0][0] <= end:
            at, _, timer = heapq.heappop(self._timers)
            if timer.callback is None:
                continue
            self._now = max(self._now, at)
            timer.callback()
            await self.settle()
        self._now = end

    async def settle(self) -> None:
        """Run all other tasks until they wait for time to pass."""
        loop = asyncio.get_running_loop()
        for turn in range(_TURNS):
            await asyncio.sleep(0)
            if not getattr(loop, "_ready", turn < _FEW):  # no other task is ready; other event loops cannot tell
                break
        if self._settle is not None:
            await self._settle()


_TURNS: Final = 100_000
"""The most rounds for the other tasks, so one that is always ready cannot stop the clock."""
_FEW: Final = 50


class _VirtualTimer:
    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None
