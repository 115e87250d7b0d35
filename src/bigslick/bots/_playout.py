"""Plays hand after hand on the same terms at core speed: house bots, or one Python function for every decision.

The function returns an action's int: FOLD, CALL, or a wager's total.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.checks import must_be, whole
from bigslick.core import hand as core
from bigslick.core.codes import FOLD, MAX_CHIPS, RIVER
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.hand.hand import Hand, state_of

from ._brain import Brain

COMPILED = cython.compiled

MOST_HANDS = 10**15
BATCH = 500  # house bot hands between two checks for Ctrl-C: a few hundredths of a second

if not cython.compiled:

    def PyErr_CheckSignals() -> int:  # noqa: N802 - the C function that compiled code calls
        """Do nothing: the interpreter handles Ctrl-C."""
        return 0


class Playout:
    """Replays a hand from its start with different cards, and adds up what each seat won or lost.

    It plays at its own table: the hand it was given stays unchanged.
    """

    def __init__(self, hand: Hand, cards: Draws) -> None:
        """Take a hand for its seats, stacks and rules, and the stream that shuffles the cards."""
        if getattr(self, "playing", False):
            raise ValueError(PLAYING)
        must_be(Hand, hand, "a hand: expected a Hand")
        must_be(Draws, cards, "a stream of cards: expected Draws, such as Keystream(7).draws")
        self.playing = False
        terms = state_of(hand).terms
        self.state = core.state_on(terms)
        self.lent = core.state_on(terms)  # played while asking; Python code can keep it, so `run` has its own
        self.cards = cards
        self.net = [0] * 10
        self.style = [0] * 10
        self.hands = 0
        self.decisions = 0

    def run(self, hands: int, house: Brain, styles: Sequence[int], chance: Draws) -> None:
        """Play this many hands among house bots, each seat in its style; they draw from `chance`."""
        must_be(Brain, house, "the house bots' brain: expected what new_brain() gives")
        must_be(Draws, chance, "a random stream: expected Draws, such as Keystream(7).draws")
        must_be((list, tuple), styles, "a list of styles: expected a number for each seat")
        seats = self.begin_play()
        try:
            known = [house.known(style) for style in styles]
            if len(known) < seats:
                raise ValueError(f"{len(known)} styles for {seats} seats: expected one for each seat")
            for seat in range(seats):
                self.style[seat] = known[seat]
            self.run_hands(whole("the number of hands", hands, 0, MOST_HANDS), house, chance)
        finally:
            self.playing = False

    def ask(self, hands: int, policy: Callable[[State], int]) -> None:
        """Play this many hands, asking a Python function for each decision; it reads the state and returns an int.

        To try an action, the function acts on `state.copy()`.
        """
        if not callable(policy):
            raise TypeError(
                f"{reprlib.repr(policy)} is not a policy: expected a function that answers a state with an int"
            )
        self.begin_play()
        try:
            self.ask_hands(whole("the number of hands", hands, 0, MOST_HANDS), policy)
        finally:
            self.playing = False

    def begin_play(self) -> int:
        """Refuse a second call during play, and return the number of seats."""
        if self.playing:
            raise ValueError(PLAYING)
        must_be(State, self.state, "a table: this playout was never given one")
        self.playing = True
        return self.state.terms.seats

    def run_hands(self, hands: int, house: Brain, chance: Draws) -> int:
        """Play hands among house bots, with checks for Ctrl-C."""
        while hands > 0:
            batch = hands if hands < BATCH else BATCH
            with cython.nogil:
                self.run_batch(batch, house, chance)
            hands -= batch
            PyErr_CheckSignals()
        return 0

    def run_batch(self, hands: int, house: Brain, chance: Draws) -> int:
        """Play hands without checks for Ctrl-C."""
        for _ in range(hands):
            self.state.begin_shuffled(self.cards)
            while self.betting(self.state):
                self.state.act(house.choose(self.state, self.style[self.state.turn], chance, 0))
                self.decisions += 1
            self.settle(self.state)
        return 0

    def ask_hands(self, hands: int, policy: Callable[[State], int]) -> int:
        """Play hands by asking the policy, which sees the live state; a hand whose state it changes is abandoned."""
        state = self.lent
        for _ in range(hands):
            state.begin_shuffled(self.cards)
            while self.betting(state):
                shown = state.changes
                answer = policy(state)
                if state.changes != shown:
                    raise ValueError(
                        "the policy changed the hand that it was asked about: expected an int; "
                        "to try an action, act on state.copy()"
                    )
                refusal = state.act(action_code(answer))
                if refusal:
                    raise ValueError(
                        f"the policy's answer for seat {state.turn + 1} was refused (code {refusal}): it may fold "
                        f"(-1), check or call (0), or wager to a total from {state.min_to} to {state.max_to}"
                    )
                self.decisions += 1
            self.settle(state)
        return 0

    def betting(self, state: State) -> int:
        """Return whether a seat is to bet.

        Under reveal='ask' every hand is shown first, and a hand is run out on as many boards as allowed, as house bots
        do.
        """
        while state.turn >= 0 and (state.street > RIVER or state.offered):
            if state.offered:
                state.run_out(state.offered)
            else:
                state.show_hand()
        return 1 if state.turn >= 0 else 0

    def settle(self, state: State) -> int:
        """Add the hand's result to the sums."""
        self.hands += 1
        for seat in range(state.seats):
            self.net[seat] += state.stack[seat] - state.terms.stack[seat]
        return 0

    def totals(self) -> tuple[int, ...]:
        """Return each seat's chips won or lost so far."""
        must_be(State, self.state, "a table: this playout was never given one")
        return tuple([self.net[seat] for seat in range(self.state.terms.seats)])


PLAYING = "this playout is already playing: expected one call at a time; make a second playout for other hands"


def action_code(answer: object) -> int:
    """Return a policy's answer as an int, or raise a sentence that explains valid answers."""
    if type(answer) is int:
        try:
            code = answer
        except OverflowError:  # beyond every number of the compiled core
            code = MAX_CHIPS + 1
        if FOLD <= code <= MAX_CHIPS:
            return code
    return whole("the policy's answer (-1 folds, 0 checks or calls, a total wagers)", answer, FOLD, MAX_CHIPS)
