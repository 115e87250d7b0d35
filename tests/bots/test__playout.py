"""Many hands on the same terms: chips are only passed around, and a refused answer says what is legal."""

from __future__ import annotations

import pytest

from bigslick import Hand, Keystream
from bigslick.bots import new_brain, style_number
from bigslick.bots._playout import Playout
from bigslick.core.codes import CALL
from bigslick.hand.hand import state_of


def playout(seed: int = 7) -> Playout:
    return Playout(state_of(Hand.start([2000] * 3, (10, 20), seed=7)), Keystream(seed, "cards").draws)


def test_no_chip_is_won_that_was_not_lost() -> None:
    table = playout()
    table.run(200, new_brain(), [style_number(name) for name in ("tag", "lag", "random")], Keystream(7).draws)
    assert (table.hands, sum(table.totals())) == (200, 0)
    assert table.decisions > 400


def test_a_function_is_asked_for_each_decision() -> None:
    table = playout()
    table.ask(50, lambda state: CALL)
    assert (table.hands, sum(table.totals())) == (50, 0)
    assert table.decisions == 50 * 3 * 4


def test_a_refused_answer_says_what_is_legal() -> None:
    with pytest.raises(ValueError, match="wager to a total from 40 to 2000"):
        playout().ask(1, lambda state: 30)


def test_every_seat_needs_a_style() -> None:
    with pytest.raises(ValueError, match="1 styles for 3 seats"):
        playout().run(1, new_brain(), [0], Keystream(7).draws)
