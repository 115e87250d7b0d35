"""A state posed from a view decides like the hand it came from; the brain's tests cover which views are accepted."""

from __future__ import annotations

import random

from bigslick import Hand, Rules
from bigslick.bots import HOUSE_BOTS, new_brain
from bigslick.core.codes import EMPTY, LIVE
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.hand.codec import decode
from bigslick.hand.hand import state_of


def view_of(state: State) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the arguments for `Brain.consider`, from a whole hand."""
    seats = range(state.seats)
    statuses, acted = state.statuses(), state.acted_seats()
    numbers = (
        state.street,
        state.turn,
        state.terms.price,
        state.current,
        state.to_call,
        state.min_to,
        state.max_to,
        state.middle,
        state.button,
        state.wagers,
        state.initiative,
    )
    rows = (
        state.stacks(),
        state.bets(),
        state.committed(),
        tuple(int(statuses[seat] != EMPTY) for seat in seats),
        tuple(int(statuses[seat] == LIVE) for seat in seats),
        tuple(int(seat in acted) for seat in seats),
    )
    return numbers, rows, (*state.holes(state.turn), *state.board_cards())


def test_a_view_is_decided_as_the_hand_is() -> None:
    dice, brain = random.Random(2), new_brain()
    for number in range(60):
        seats = dice.randint(2, 10)
        stacks = [dice.choice((15, 40, 300, 5000)) for _ in range(seats - 2)] + [900, 60]
        hand = Hand.start(stacks, (5, 10), ante=dice.choice((0, 2)), rules=Rules(), seed=number)
        while hand.turn is not None:
            state, style = state_of(hand), dice.randrange(len(HOUSE_BOTS))
            code = brain.decide(state, style, Draws(None, number))
            assert code == brain.consider(style, Draws(None, number), *view_of(state))
            hand.act(decode(state, code))
