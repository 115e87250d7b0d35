# cython: auto_pickle=False, nonecheck=True
"""A hand's past: actions, and what they led to, read from a replay on demand."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.codes import OVER
from bigslick.core.hand import State
from bigslick.core.terms import Terms

from . import _start as starts
from . import codec, log
from .codec import MUCK

COMPILED = cython.compiled

# Another module's name as this module's own, which compiled code finds without a lookup.
MUCKS = MUCK


class Past:
    """A hand's actions as marked ints, and the events they led to; copies of a hand share their past.

    It only grows: a hand that diverges from the one it was copied from starts its own past.
    """

    def __init__(self) -> None:
        self.codes: Any = None
        self.events: Any = None  # a list as soon as they are read
        self.ends: Any = None  # how many events there are when the hand has begun, and after each action
        self.reader: Any = None  # a state with a log, as far as the events are read, until the hand is over

    def read_on(self, terms: Terms) -> int:
        """Read the events for actions not yet read: play them on a state that keeps a log."""
        state, self.reader = self.reader, None
        done = len(self.ends) - 1 if self.ends else 0
        if self.ends:
            del self.events[self.ends[done] :]  # left over from an interrupted read
        if state is None:
            state = starts.new_state(terms)
            state.keep_log()
            state.deal()
            if not self.ends:
                self.events = []
                log.read_step(state, 0, self.events)
                self.ends = [len(self.events)]
            for i in range(done):
                step(state, codec.unmark(self.codes[i]))
        for i in range(done, len(self.codes)):
            before = state.current
            step(state, codec.unmark(self.codes[i]))
            log.read_step(state, before, self.events)
            self.ends.append(len(self.events))
        self.reader = None if state.street == OVER else state
        return 0

    def until(self, count: int) -> Past:
        """Return the past up to an action, to add another: this one if it ends there, otherwise the beginning of it."""
        if len(self.codes) <= count:
            return self
        mine = past_of(self.codes[:count])
        if self.ends:
            mine.ends = self.ends[: count + 1]
            mine.events = self.events[: mine.ends[len(mine.ends) - 1]]
        return mine


def past_of(codes: list[int]) -> Past:
    """Return a hand's past with these actions, its events not yet read."""
    past = Past.__new__(Past) if cython.compiled else Past()
    past.codes = codes
    return past


def step(state: State, code: int) -> int:
    """Do what an action's int says; return 0, or the core's reason for refusing."""
    return state.act(code) if code > MUCKS else codec.step(state, code)
