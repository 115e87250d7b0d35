"""Hand after hand on the same terms, as fast as the core can: house bots, or one Python function asked per decision.

A function answers a decision with an action's int: FOLD, CALL, or the total of a wager.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.draws import Draws
from bigslick.core.hand import State

from ._brain import Brain

COMPILED = cython.compiled


class Playout:
    """Repeats hands on one state's terms and adds up what each seat won or lost."""

    def __init__(self, state: State, cards: Draws) -> None:
        self.state = state
        self.cards = cards
        self.net = [0] * 10
        self.hands = 0
        self.decisions = 0

    def run(self, hands: int, house: Brain, styles: list[int], chance: Draws) -> None:
        """Play that many hands among house bots, each seat by its style; `chance` is what they draw from."""
        if len(styles) < self.state.terms.seats:
            raise ValueError(f"{len(styles)} styles for {self.state.terms.seats} seats: expected one for each seat")
        by_seat = [0] * 10
        for seat in range(self.state.terms.seats):
            by_seat[seat] = house.known(styles[seat])
        with cython.nogil:
            for _ in range(hands):
                self.state.begin_shuffled(self.cards)
                while self.state.turn >= 0:
                    self.state.act(house.decide(self.state, by_seat[self.state.turn], chance))
                    self.decisions += 1
                self.settle()

    def ask(self, hands: int, policy: Callable[[State], int]) -> None:
        """Play that many hands, asking a Python function for each decision; it reads the state and answers an int."""
        state = self.state
        for _ in range(hands):
            self.state.begin_shuffled(self.cards)
            while state.turn >= 0:
                refusal = state.act(policy(state))
                if refusal:
                    raise ValueError(
                        f"the policy's answer for seat {state.turn} was refused (code {refusal}): it may fold (-1), "
                        f"check or call (0), or wager to a total from {state.min_to} to {state.max_to}"
                    )
                self.decisions += 1
            self.settle()

    def settle(self) -> None:
        """Add the hand's result to the sums."""
        self.hands += 1
        for seat in range(self.state.seats):
            self.net[seat] += self.state.stack[seat] - self.state.terms.stack[seat]

    def totals(self) -> tuple[int, ...]:
        """Chips won or lost so far, by seat."""
        return tuple([self.net[seat] for seat in range(self.state.seats)])
