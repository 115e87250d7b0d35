"""Hand after hand on the same terms, as fast as the core can: for measuring, and for policies that are one function.

A policy answers each decision with an action's int: FOLD, CALL, or the total of a wager. The policies in the core are
CALLER, which never folds or raises, and RANDOM, which picks evenly among folding to a bet, checking or calling, the
smallest wager and the largest.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    import cython
except ImportError:
    from . import _cython as cython

from .codes import CALL, FOLD
from .deck import Deck
from .hand import State

COMPILED = cython.compiled

CALLER = 0
RANDOM = 1


class Playout:
    """Repeats hands on one state's terms and adds up what each seat won or lost."""

    def __init__(self, state: State, cards: Deck, choices: Deck) -> None:
        self.state = state
        self.cards = cards
        self.choices = choices
        self.net = [0] * 10
        self.hands = 0
        self.decisions = 0

    def run(self, hands: int, policy: int) -> None:
        """Play that many hands with every seat following the same policy of the core."""
        with cython.nogil:
            self.loop(hands, policy)

    def loop(self, hands: int, policy: int) -> int:
        """The loop of `run`, without the GIL."""
        for _ in range(hands):
            self.deal()
            while self.state.turn >= 0:
                self.state.act(self.choose(policy))
                self.decisions += 1
            self.settle()
        return 0

    def choose(self, policy: int) -> int:
        """What the policy does with the present decision."""
        if policy == CALLER:
            return CALL
        choices = 1
        if self.state.to_call > 0:
            choices += 1
        if self.state.max_to > 0:
            choices += 2
        drawn = self.choices.draw(choices)
        if drawn == 0:
            return CALL
        if self.state.to_call > 0:
            if drawn == 1:
                return FOLD
            drawn -= 1
        return self.state.min_to if drawn == 1 else self.state.max_to

    def ask(self, hands: int, policy: Callable[[State], int]) -> None:
        """Play that many hands, asking a Python function for each decision; it reads the state and answers an int."""
        state = self.state
        for _ in range(hands):
            self.deal()
            while state.turn >= 0:
                refusal = state.act(policy(state))
                if refusal:
                    raise ValueError(
                        f"the policy's answer for seat {state.turn} was refused (code {refusal}): it may fold (-1), "
                        f"check or call (0), or wager to a total from {state.min_to} to {state.max_to}"
                    )
                self.decisions += 1
            self.settle()

    def deal(self) -> int:
        """Shuffle as many cards as the hand can need, and begin it."""
        count = 8
        for seat in range(self.state.terms.seats):
            if self.state.terms.stack[seat] > 0:
                count += 2
        self.cards.shuffle_first(count)
        for place in range(count):
            self.state.terms.deck[place] = self.cards.cards[place]
        self.state.begin()
        return 0

    def settle(self) -> None:
        """Add the hand's result to the sums."""
        self.hands += 1
        for seat in range(self.state.seats):
            self.net[seat] += self.state.stack[seat] - self.state.terms.stack[seat]

    def totals(self) -> tuple[int, ...]:
        """Chips won or lost so far, by seat."""
        return tuple([self.net[seat] for seat in range(self.state.seats)])
