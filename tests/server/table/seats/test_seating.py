"""How a player gets a seat or more chips: it is tried on a copy first, and nothing changes until it is a fact."""

from __future__ import annotations

import pytest

from bigslick import BadTable
from bigslick.protocol import host, wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.table import facts
from bigslick.server.table.saves import save
from bigslick.server.table.seats.seating import buy_chips, check_open, choose_seat, take_seat
from bigslick.server.table.state import SeatHold

from ..desk import Desk, Hosted


def test_a_seat_held_from_the_queue_goes_to_its_player_and_to_nobody_else() -> None:
    desk = Desk("ann", seats=3)
    desk.live.holds.append(SeatHold("cat", 2, desk.now + 1_000))
    assert choose_seat(desk.live, None, "cat", desk.now) == 2, "the held seat comes before the first free one"
    assert choose_seat(desk.live, 2, "cat", desk.now) == 2
    assert choose_seat(desk.live, None, "bob", desk.now) == 1
    with pytest.raises(CommandRefused, match="seat 3 is held for cat from the queue"):
        choose_seat(desk.live, 2, "bob", desk.now)
    desk.do("bob", wire.Sit, chips=1000)
    with pytest.raises(CommandRefused, match="no seat is free: join the queue"):
        choose_seat(desk.live, None, "dan", desk.now)


def test_taking_a_seat_names_the_fact_and_changes_nothing_yet() -> None:
    desk = Desk("ann", dead_blind_rule="choice")
    before = save(desk.live)
    taken = take_seat(desk.live, "bob", 700, 3, "post", "ab" * 32, desk.now)
    assert taken == facts.SeatTaken(
        at=desk.now, seat=3, player="bob", chips=700, missed_blinds="post", promise="ab" * 32
    )
    for player, chips, seat in (("bob", 700, 0), ("bob", 1, 3), ("ann", 700, 3)):
        with pytest.raises(BadTable):
            take_seat(desk.live, player, chips, seat, None, "", desk.now)
    assert save(desk.live) == before


def test_chips_are_bought_up_to_the_most_that_the_table_allows() -> None:
    desk = Desk("ann", chips=900, most_buy_in=1000)
    seat, before = desk.seat("ann"), save(desk.live)
    assert buy_chips(desk.live, seat, 100, desk.now) == facts.ChipsBought(at=desk.now, seat=seat, chips=100)
    for chips in (101, 0, -5):
        with pytest.raises(BadTable):
            buy_chips(desk.live, seat, chips, desk.now)
    assert save(desk.live) == before


def test_a_table_that_closes_after_the_hand_takes_nobody_in() -> None:
    desk = Hosted("ann", "bob")
    check_open(desk.live)
    desk.begin()
    desk.host("ann", host.Close, why="good night")
    with pytest.raises(CommandRefused, match="the table closes after this hand: good night"):
        check_open(desk.live)
