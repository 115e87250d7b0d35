"""Garbage collection in small portions, because Python's own would stop every table for most of a second.

Requests, sockets and hands leave no reference cycles (tests check it), so almost everything is freed immediately. New
objects are swept in idle moments, then frozen so later sweeps skip them. Under load they are frozen unswept as soon as
a sweep would take too long. A full sweep runs only while no one is connected.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Final

from .log import write

FEW: Final = 2_000
"""Fewer new objects are not worth a sweep."""
MOST: Final = 20_000
"""More new objects would take too long to sweep: about ten milliseconds."""
IDLE: Final = 0.25
"""A server that is computing for less than this share of the time is idle."""
WHOLE_TICKS: Final = 9_000
"""Ticks between full sweeps, if no one is connected."""
LEAKED: Final = 3_000_000
"""This many more frozen objects than after the last full sweep mean a leak: sweep and log it."""


class Sweeps:
    """Collects garbage in small portions; `tick` is called ten times a second."""

    def __init__(self, observe: Callable[[float], object], empty: Callable[[], bool]) -> None:
        self._observe = observe
        self._empty = empty
        self._ticks = 0
        self._last = (0.0, 0.0)
        self._frozen: int | None = None
        """Frozen objects after the last full sweep. Counting them takes a while, so we do not count at the start."""
        self._collecting: bool | None = None

    def start(self) -> None:
        """Take over from the collector; everything that exists now is permanent."""
        self._collecting = gc.isenabled()
        gc.disable()
        gc.freeze()

    def tick(self, now: float, computed: float) -> None:
        """Sweep what is due; `computed` is the process time so far, both in seconds."""
        (before, computed_before), self._last = self._last, (now, computed)
        self._ticks += 1
        if self._ticks % WHOLE_TICKS == 0:
            frozen = gc.get_freeze_count()
            if self._frozen is None:
                self._frozen = frozen
            leaks = frozen - self._frozen > LEAKED
            if leaks or self._empty():
                self._whole(leaks)
                return
        new = gc.get_count()[0]
        if new >= MOST:
            gc.freeze()
        elif new >= FEW and computed - computed_before < IDLE * (now - before):
            self._look(0)
            gc.freeze()

    def stop(self) -> None:
        """Hand everything back to the collector."""
        gc.unfreeze()
        if self._collecting:
            gc.enable()

    def _whole(self, leaks: bool) -> None:
        gc.unfreeze()
        began = perf_counter()
        self._look(2)
        if leaks:
            write("swept", logging.WARNING, milliseconds=int(1000 * (perf_counter() - began)))
        gc.freeze()
        self._frozen = gc.get_freeze_count()

    def _look(self, generation: int) -> None:
        began = perf_counter()
        gc.collect(generation)
        self._observe(perf_counter() - began)
