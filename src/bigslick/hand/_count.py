"""Perft for poker: walks every legal action in a betting tree, in steps of one chip, and counts.

Folds are not counted when checking is free; an all-in that ends the betting is a leaf; the cards do not matter.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.codes import CALL, FOLD, OVER, RIVER
from bigslick.core.hand import State

COMPILED = cython.compiled

if not cython.compiled:

    def PyErr_CheckSignals() -> None:  # noqa: N802  # Python's own name
        """Do nothing: the interpreter handles Ctrl-C."""


# A longer betting line would overflow a thread's stack, and its tree could not be counted anyway.
MOST_ACTIONS = 2000


class Counter:
    """Leaves, decisions and actions below a state, with decisions and actions by street."""

    def __cinit__(self) -> None:  # only the compiled class calls this
        self.pool: list[State] = []
        self.busy = False

    def __init__(self, breathe: Callable[[], None]) -> None:
        """Take `breathe`, a function called every million leaves."""
        if cython.compiled and self.busy:
            raise RuntimeError("this counter is counting: use another one")
        self.breathe = breathe
        self.pool = []
        self.busy = False
        self.leaves = 0
        self.decisions = [0] * 4
        self.actions = [0] * 4

    def walk(self, state: State) -> int:
        """Count below the state; return the number of leaves there."""
        if state is None:
            raise TypeError("expected a State to count below")
        if state.street > RIVER and state.street != OVER:
            raise ValueError("the betting is over: there is nothing to count at the showdown")
        if self.busy:
            raise RuntimeError("this counter is counting: use another one")
        self.busy = True
        try:
            return self.count(state, 0)
        finally:
            self.busy = False

    def count(self, state: State, depth: int) -> int:
        """Count below the state, `depth` actions into the tree."""
        if state.street == OVER:
            self.leaves += 1
            if self.leaves & 0xFFFF == 0:
                PyErr_CheckSignals()
                if self.leaves & 0xFFFFF == 0:
                    self.breathe()
            return 1
        if state.street > RIVER:
            raise ValueError("the rules ask for a showdown: a tree ends where the betting does")
        if depth == MOST_ACTIONS:
            raise ValueError(f"a line of betting has more than {MOST_ACTIONS} actions: expected smaller stacks")
        if depth == len(self.pool):
            self.pool.append(state.copy())
        street = state.street
        low = state.min_to
        high = state.max_to
        self.decisions[street] += 1
        leaves = self.follow(state, CALL, depth)
        if state.to_call > 0:
            leaves += self.follow(state, FOLD, depth)
        if high > 0:
            for to in range(low, high + 1):
                leaves += self.follow(state, to, depth)
        return leaves

    def follow(self, state: State, code: int, depth: int) -> int:
        """Count below one of the state's actions."""
        self.actions[state.street] += 1
        child = self.pool[depth]
        child.assume(state)
        child.act(code)
        return self.count(child, depth + 1)

    def by_street(self) -> tuple[tuple[int, int], ...]:
        """Return the decisions and actions on each street."""
        return tuple([(self.decisions[street], self.actions[street]) for street in range(4)])
