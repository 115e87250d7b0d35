"""Changing a table's game between hands."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import BadTable, Fold, Hand, Rules, Table
from bigslick.table.events import ChipsTaken
from bigslick.table.state import BombPots
from tests.seated import fold_out

GAME: dict[str, Any] = {
    "seats": 6,
    "blinds": (10, 20),
    "ante": 2,
    "rules": Rules.cash(limit="pot"),
    "buy_in": (500, 900),
    "straddle": True,
    "bomb_pots": BombPots(every=5, big_blinds=3),
}


def cash_table(*seats: int, count: int = 6, **options: Any) -> Table:
    table = Table.cash(count, blinds=(5, 10), first_button=seats[0], **options)
    for seat in seats:
        table.join(f"p{seat}", seat, chips=1000)
    return table


def test_the_next_hand_is_played_with_the_new_game() -> None:
    table = cash_table(0, 1, 2)
    fold_out(table)
    table.change(**GAME)
    setup = table.next_hand(seed=1)
    assert (setup.small_blind, setup.big_blind, setup.ante, setup.rules.limit) == (10, 20, 2, "pot")
    table = Table.load(table.save())
    assert table.level.big == 20


def test_a_hand_keeps_the_game_it_began_with() -> None:
    table = cash_table(0, 1, 2)
    table.next_hand(seed=1)
    with pytest.raises(BadTable, match="being played: the game changes between hands"):
        table.change(**GAME)


def test_buy_ins_and_top_ups_follow_the_new_range() -> None:
    table = cash_table(0, 1)
    table.change(**GAME)
    with pytest.raises(BadTable, match="expected 500 to 900"):
        table.join("late", 3, chips=1000)
    assert not table.top_up_range(0), "more than the most stays, and cannot grow"
    with pytest.raises(BadTable, match="may have is 900, so 0 more"):
        table.top_up(0, 150)


def test_seats_come_and_empty_ones_go() -> None:
    table = cash_table(0, 3)
    table.change(**{**GAME, "seats": 9})
    assert len(table.seats) == 9
    with pytest.raises(BadTable, match="'p3' has seat 4: expected at least 4 seats"):
        table.change(**{**GAME, "seats": 3})
    table.change(**{**GAME, "seats": 4})
    assert len(table.seats) == 4
    with pytest.raises(BadTable, match="expected 2 to 10"):
        table.change(**{**GAME, "seats": 11})


def test_ours_if_the_button_or_a_blind_was_at_a_seat_that_goes_the_button_is_drawn_again() -> None:
    table = cash_table(4, 5, 0, 1)
    fold_out(table)
    places = table.places
    assert places is not None
    for seat in (4, 5):
        table.leave(seat)
    table.change(**{**GAME, "seats": 2})
    assert table.places is None
    setup = table.next_hand(seed=1)
    assert sum(stack > 0 for stack in setup.stacks) == 2


def test_where_straddles_end_nobody_straddles_by_themselves_later() -> None:
    table = cash_table(0, 1, 2, straddle=True)
    table.straddle(1)
    table.change(**{**GAME, "straddle": False})
    table.change(**GAME)
    assert not any(seat is not None and seat.straddles for seat in table.seats)


def test_chips_are_taken_between_hands_at_once_and_during_one_after_it() -> None:
    table = cash_table(0, 1)
    assert [type(event) for event in table.take(0, 400)] == [ChipsTaken]
    assert (table.stacks[0], table.cashed_out) == (600, 400)
    setup = table.next_hand(seed=1)
    assert table.take(0, 100) == ()
    hand = Hand(setup)
    hand.act(Fold())
    events = table.finish(hand)
    assert [event.chips for event in events if isinstance(event, ChipsTaken)] == [100]
    assert sum(table.stacks) == table.bought_in - table.cashed_out == 1500


def test_no_more_is_taken_than_a_player_has_now_and_after_the_hand() -> None:
    table = cash_table(0, 1)
    for chips in (0, 1001):
        with pytest.raises(BadTable, match="expected 1 to 1,000"):
            table.take(0, chips)
    setup = table.next_hand(seed=1)
    table.take(0, 600)
    with pytest.raises(BadTable, match="expected 1 to 400"):
        table.take(0, 401)
    table.take(0, 400)
    hand = Hand(setup)
    hand.act(Fold())
    table.finish(hand)
    assert table.stacks[0] == 0
    assert Table.load(table.save()) == table
