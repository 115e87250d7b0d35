"""Time, handed in: the system clock, or a virtual one that a test advances."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol


class Timer(Protocol):
    """A call to come; `cancel` prevents it."""

    def cancel(self) -> None:
        """Do not call."""


class Clock(Protocol):
    """Gives the time in milliseconds since 1970."""

    def now(self) -> int:
        """The time in milliseconds since 1970."""

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back at a time, or as soon as possible if it has passed."""

    async def wait_until(self, at: int) -> None:
        """Come back at a time."""

    async def sleep(self, ms: int) -> None:
        """Come back after a while."""

    def not_before(self, at: int) -> int:
        """Move the clock forward to a time in the future; return the milliseconds it was behind."""


class SystemClock:
    """The time of the machine when the process started, and from then on what has passed: it never jumps."""

    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000
        self._ticks = time.monotonic_ns()

    def now(self) -> int:
        """The machine's time when the process started, plus what has passed since."""
        return self._start + (time.monotonic_ns() - self._ticks) // 1_000_000

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back at a time, never before it."""
        # Rounded up: a timer that fires a fraction of a millisecond early would find nothing to do.
        return asyncio.get_running_loop().call_later(max(0, at - self.now() + 1) / 1000, callback)

    async def wait_until(self, at: int) -> None:
        """Come back at a time."""
        while (left := at - self.now()) > 0:
            await asyncio.sleep(left / 1000)

    async def sleep(self, ms: int) -> None:
        """Come back after a while."""
        await self.wait_until(self.now() + ms)

    def not_before(self, at: int) -> int:
        """Go on from a time if it has not come yet, before any timer is set."""
        behind = max(0, at - self.now())
        self._start += behind
        return behind


class VirtualClock:
    """A clock that stops until you advance it, and then fires every timer due, in order.

    After each timer it lets all other tasks finish what they can; pass `settle` to wait for work in other threads too.
    """

    def __init__(self, start: int = 1_000_000, settle: Callable[[], Awaitable[None]] | None = None) -> None:
        self._now = start
        self._count = 0
        self._timers: list[tuple[int, int, _VirtualTimer]] = []
        self._settle = settle

    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return self._now

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back when the clock is advanced to that time."""
        self._count += 1
        timer = _VirtualTimer(callback)
        heapq.heappush(self._timers, (at, self._count, timer))
        return timer

    async def wait_until(self, at: int) -> None:
        """Come back when the clock is advanced to that time."""
        come = asyncio.Event()
        self.call_at(at, come.set)
        await come.wait()

    async def sleep(self, ms: int) -> None:
        """Come back when the clock has advanced by `ms`."""
        await self.wait_until(self._now + ms)

    def not_before(self, at: int) -> int:
        """Go on from a time if it has not come yet."""
        behind = max(0, at - self._now)
        self._now += behind
        return behind

    async def advance(self, ms: int = 0) -> None:
        """Advance the clock, and run everything that is due."""
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
            if not getattr(loop, "_ready", turn < _FEW):  # no other task is ready; other loops do not say
                break
        if self._settle is not None:
            await self._settle()


_TURNS: Final = 100_000
"""The most rounds for the other tasks: one that is always ready must not stop the clock."""
_FEW: Final = 50


class _VirtualTimer:
    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None
