"""A hand's cards as the core deals them."""

from __future__ import annotations

import pytest

from bigslick import AllIn, Call, Hand, Rules
from bigslick.core.codes import NOT_ASKED, NOT_BETTING, OK, TOO_HIGH, TOO_LOW
from bigslick.core.hand import State
from bigslick.hand.hand import state_of


def all_in(run_outs: int) -> State:
    """Return two players all-in before the flop, with the deck in order."""
    rules = Rules.cash(run_outs=run_outs)
    hand = Hand.start(stacks=[50, 50], blinds=(10, 20), deck=tuple(range(52)), rules=rules)
    hand.act(AllIn())
    hand.act(Call())
    return state_of(hand)


def test_boards_are_dealt_once_the_seats_have_answered() -> None:
    state = all_in(3)
    assert (state.offered, state.boards, state.further_boards()) == (3, 3, ())
    assert state.run_out(2) == OK
    assert state.copy().dump() == state.dump()
    assert state.run_out(3) == OK
    assert state.board_cards() == (5, 6, 7, 9, 11)
    assert state.further_boards() == ((13, 14, 15, 17, 19),)
    assert state.copy().dump() == state.dump()


def test_answers_that_cannot_be_are_refused() -> None:
    state = all_in(2)
    before = state.dump()
    assert [state.run_out(0), state.run_out(3), state.run_out(-(1 << 62))] == [TOO_LOW, TOO_HIGH, TOO_LOW]
    assert [state.act(0), state.act(-1), state.act(50)] == [NOT_BETTING] * 3
    assert state.dump() == before
    with pytest.raises(TypeError):
        state.run_out(1.5)  # type: ignore[arg-type]
    assert all_in(1).run_out(1) == NOT_ASKED
