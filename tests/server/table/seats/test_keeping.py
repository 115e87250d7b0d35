"""Seats kept for members who said yes to an evening: how many, for whom, and until when."""

from __future__ import annotations

import pytest

from bigslick.protocol import host, room_events, wire
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.table import facts, orders
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.seats.keeping import check_not_all_kept
from bigslick.server.table.state import LiveTable

from ...virtual import START
from ..desk import Desk

QUARTER = 15 * 60_000


class EveningDesk(Desk):
    """A table that keeps seats for Ann and Bob for a quarter of an hour."""

    def __init__(self, seats: int = 3) -> None:
        super().__init__(seats=seats)
        opened = self.facts[0]
        assert isinstance(opened, facts.Opened)
        kept = facts.KeptSeats(players=("ann", "bob"), until=START + QUARTER)
        self.facts = [facts.Opened(at=START, table="t", settings=opened.settings, kept=kept)]
        self.live = LiveTable(self.facts[0])  # type: ignore[arg-type]


def test_others_sit_down_only_as_long_as_enough_seats_are_left() -> None:
    desk = EveningDesk()
    assert desk.live.snapshot(None, desk.now).kept == room_events.SeatsKept(2, START + QUARTER)
    desk.do("cat", wire.Sit, chips=1000, seat=2)
    for wanted in (None, 0, 1):
        with pytest.raises(CommandRefused, match="2 seats are kept for members who said yes, for 15 more minutes"):
            desk.do("dan", wire.Sit, chips=1000, seat=wanted)
    with pytest.raises(CommandRefused, match="kept for members"):
        desk.do("cat", wire.AddBot, style="rock")
    desk.do("dan", wire.Queue)
    desk.run(60_000)
    assert not desk.live.holds, "the queue gets no kept seat"
    desk.do("bob", wire.Sit, chips=1000, seat=0)
    assert desk.live.snapshot(None, desk.now).kept == room_events.SeatsKept(1, START + QUARTER)
    with pytest.raises(CommandRefused, match="1 seat is kept for members who said yes, for 14 more minutes"):
        check_not_all_kept(desk.live, "eve", desk.now)
    desk.do("ann", wire.Sit, chips=1000)
    assert desk.live.snapshot(None, desk.now).kept is None


def test_seats_that_are_not_taken_in_time_are_free_and_go_to_the_queue_first() -> None:
    desk = EveningDesk(seats=2)
    desk.do("cat", wire.Queue)
    desk.run(QUARTER - 1)
    assert not desk.live.holds
    desk.run(1)
    assert [type(fact) for fact in desk.facts[-2:]] == [facts.SeatsFreed, facts.SeatOffered]
    assert desk.events(room_events.SeatsKept) == [room_events.SeatsKept(0, 0)]
    assert desk.live.snapshot(None, desk.now).kept is None
    desk.do("dan", wire.Sit, chips=1000, seat=1)


def test_a_banned_player_has_no_seat_any_more_and_downtime_gives_the_time_back() -> None:
    desk = EveningDesk()
    desk.house(host.Ban, player="ann")
    assert desk.live.kept.players == ("bob",)
    desk.order(orders.Delay(ms=5_000))
    assert desk.live.kept == facts.KeptSeats(players=("bob",), until=START + QUARTER + 5_000)
    assert desk.events(room_events.SeatsKept)[-1] == room_events.SeatsKept(1, START + QUARTER + 5_000)


def test_a_host_cannot_take_away_seats_that_are_kept() -> None:
    desk = EveningDesk()
    desk.do("cat", wire.Sit, chips=1000)
    with pytest.raises(CommandRefused, match="3 seats are taken or kept: expected at least as many"):
        desk.house(host.ChangeSettings, changes=TableChanges(seats=2))


def test_a_save_and_the_facts_both_know_whose_seats_are_kept() -> None:
    desk = EveningDesk()
    desk.do("bob", wire.Sit, chips=1000)
    assert load(save(desk.live)).kept == desk.live.kept
    again = replay(desk.facts)
    again.show_due(desk.now)
    assert save(again) == save(desk.live)
