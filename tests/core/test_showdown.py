"""The showdown: the cards a seat may show, when asked to show or muck."""

from __future__ import annotations

import pytest

from bigslick import Rules
from bigslick.core import codes
from bigslick.core.hand import State
from bigslick.hand.hand import state_of
from tests.playing import do, start


def at_showdown() -> State:
    hand = start([500] * 2, rules=Rules(reveal="ask"))
    return state_of(do(hand, "0 call, 1 check, " + ", ".join(["1 check, 0 check"] * 3)))


def test_only_a_seats_own_cards_are_shown() -> None:
    state = at_showdown()
    before = state.dump()
    mine, theirs = state.holes(state.turn), state.holes(1 - state.turn)
    board = state.board_cards()
    for cards in (
        (52, 0),
        (-2, 0),
        (10**7, 10**7),
        (mine[0], mine[0]),
        theirs,
        (mine[0], board[0]),
        (mine[0], theirs[1]),
    ):
        with pytest.raises(ValueError, match="cannot show"):
            state.show(*cards)
    assert state.dump() == before
    assert state.show(mine[1], mine[0]) == codes.OK
