"""A clock for tests over real sockets, which runs many times faster than the machine's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from bigslick.server.operations.clock import SystemClock, Timer


class HurriedClock(SystemClock):
    """The machine's time, `speed` times as fast: pauses shrink, while players think as fast as they can."""

    def __init__(self, speed: int = 100) -> None:
        super().__init__()
        self._speed = speed

    def now(self) -> int:
        """Return the machine's time at the start plus the hurried time since."""
        return self._start + (time.monotonic_ns() - self._ticks) * self._speed // 1_000_000

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back at the given time, never before it."""
        return asyncio.get_running_loop().call_later(max(0, at - self.now() + 1) / 1000 / self._speed, callback)

    async def wait_until(self, at: int) -> None:
        """Wait until the given time."""
        while (left := at - self.now()) > 0:
            await asyncio.sleep(left / 1000 / self._speed)

    def off_by(self) -> int:
        """Return 0: nobody has set the machine's clock."""
        return 0
