"""The decision clock: interrupts a decision that takes too long, even one that would never end.

An operating system timer ticks several times per limit; a tick that finds the same decision still in progress after the
limit raises `TooSlow` in the bot. So a limit costs nothing per decision. If a bot swallows it, we raise it again and
again, microseconds apart, until the bot no longer catches it. Only C code that does not return to Python cannot be
interrupted.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Collection
from types import FrameType, TracebackType
from typing import Any, TypeGuard

from ._prompt import Prompt
from .guard import Guard, Question, TooSlow

TICKS = 10
SHORTEST_TICK, LONGEST_TICK = 0.001, 60.0
DEFAULT_SECONDS = 5.0
"""How long a bot can think by default."""


def can_interrupt() -> bool:
    """Whether a decision can be interrupted here: it takes POSIX signals, which reach only the main thread."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def is_time_limit(seconds: object) -> TypeGuard[float]:
    """Return whether this can be a decision's time limit: a number of seconds, at least 0."""
    return isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds >= 0


class Watch:
    """While entered, no bot in these guards thinks much longer than `seconds`; 0 = no limit.

    Guards can come and go, as in a tournament: a tick watches those in the collection at that time.
    """

    def __init__(self, guards: Collection[Guard], seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._guards = guards
        self._seconds = seconds
        self._tick_every = min(max(SHORTEST_TICK, seconds / TICKS), LONGEST_TICK)
        self._clock = clock
        self._seen: tuple[Prompt | Question, int] | None = None
        self._since = 0.0
        self._insisted = 0
        self._on = False
        self._handler: Any = None
        self._timer = (0.0, 0.0)
        self._entered = 0.0

    def __enter__(self) -> Watch:
        self._on = bool(self._seconds and self._guards) and can_interrupt()
        if self._on:
            self._entered = self._clock()
            self._handler = signal.signal(signal.SIGALRM, self._tick)
            self._timer = signal.setitimer(signal.ITIMER_REAL, self._tick_every, self._tick_every)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._on:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler)
            delay, interval = self._timer
            if delay:  # another timer continues where it was
                left = max(SHORTEST_TICK, delay - (self._clock() - self._entered))
                signal.setitimer(signal.ITIMER_REAL, left, interval)

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        prompt = next((part for guard in self._guards for part in (guard.prompt, guard.question) if part.busy), None)
        if prompt is None:
            return
        seen = (prompt, prompt.asked)
        if seen != self._seen:
            self._seen, self._since = seen, self._clock()
        elif prompt.late or self._clock() - self._since >= self._seconds:
            if prompt.late:
                # The bot swallowed it. Microseconds later it may be outside its own `except`, so raise it again, after
                # a slightly different delay each time, until the bot no longer catches it.
                self._insisted += 1
                signal.setitimer(signal.ITIMER_REAL, 1e-6 * (1 + self._insisted % 16), self._tick_every)
            prompt.mark_late()
            raise TooSlow
