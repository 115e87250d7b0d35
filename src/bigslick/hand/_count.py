"""Perft for poker: walk every legal action of a betting tree on a grid of one chip, and count.

No fold is counted when checking is free; an all-in that ends the betting is a leaf; the cards do not matter.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.codes import CALL, FOLD, OVER
from bigslick.core.hand import State

COMPILED = cython.compiled


class Counter:
    """Leaves, decisions and actions below a state, decisions and actions by street."""

    def __init__(self, breathe: Callable[[], None]) -> None:
        """`breathe` is called every million leaves: compiled code is deaf to Ctrl-C until it calls Python."""
        self.breathe = breathe
        self.pool: list[State] = []
        self.leaves = 0
        self.decisions = [0] * 4
        self.actions = [0] * 4

    def walk(self, state: State, depth: int) -> int:
        """Count below the state; the number of leaves there."""
        if state.street == OVER:
            self.leaves += 1
            if self.leaves & 0xFFFFF == 0:
                self.breathe()
            return 1
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
        """Count below one action of the state."""
        self.actions[state.street] += 1
        child = self.pool[depth]
        child.assume(state)
        child.act(code)
        return self.walk(child, depth + 1)

    def by_street(self) -> tuple[tuple[int, int], ...]:
        """Decisions and actions on each street."""
        return tuple([(self.decisions[street], self.actions[street]) for street in range(4)])
