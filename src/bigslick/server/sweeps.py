"""Garbage: what the server does instead of the collector's own moments, which stop every table for most of a second.

Requests, sockets and hands leave no reference cycles (the tests hold them to it), so that almost everything is freed
when it is let go. For the rest the young objects are looked through every second, a few milliseconds of work, and what
has lived through that is frozen: no later sweep looks at it again. Everything is swept only while nobody is connected.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Final

from .log import write

YOUNG_TICKS: Final = 10
"""Ticks between two sweeps of what is new."""
FREEZE_TICKS: Final = 100
"""Ticks between two freezings of what has stayed."""
WHOLE_TICKS: Final = 9_000
"""Ticks between two sweeps of everything, if nobody is connected."""
LEAKED: Final = 3_000_000
"""With so many frozen objects more than after the last sweep of everything, something leaks: sweep, and say so."""


class Sweeps:
    """Collects garbage in small portions; `tick` is called ten times a second."""

    def __init__(self, observe: Callable[[float], object], idle: Callable[[], bool]) -> None:
        self._observe = observe
        self._idle = idle
        self._ticks = 0
        self._frozen = 0
        self._collecting: bool | None = None

    def start(self) -> None:
        """Take over from the collector: all that exists now is permanent."""
        self._collecting = gc.isenabled()
        gc.disable()
        gc.collect()
        gc.freeze()
        self._frozen = gc.get_freeze_count()

    def tick(self) -> None:
        """Sweep what is due."""
        self._ticks += 1
        if self._ticks % WHOLE_TICKS == 0:
            leaks = gc.get_freeze_count() - self._frozen > LEAKED
            if leaks or self._idle():
                self._whole(leaks)
        elif self._ticks % FREEZE_TICKS == 0:
            self._timed(1)
            gc.freeze()
        elif self._ticks % YOUNG_TICKS == 0:
            self._timed(0)

    def stop(self) -> None:
        """Give everything back to the collector."""
        gc.unfreeze()
        if self._collecting:
            gc.enable()

    def _whole(self, leaks: bool) -> None:
        gc.unfreeze()
        began = perf_counter()
        self._timed(2)
        if leaks:
            write("swept", logging.WARNING, milliseconds=int(1000 * (perf_counter() - began)))
        gc.freeze()
        self._frozen = gc.get_freeze_count()

    def _timed(self, generation: int) -> None:
        began = perf_counter()
        gc.collect(generation)
        self._observe(perf_counter() - began)
