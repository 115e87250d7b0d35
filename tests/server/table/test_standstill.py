"""Downtime costs no one a turn, time bank, seat or place in the queue."""

from __future__ import annotations

from bigslick.protocol import room_events, wire
from bigslick.protocol.settings import TablePace
from bigslick.server.table import orders
from bigslick.server.table.standstill import delayed, restarted
from bigslick.server.table.state import AWAY_MS, HELD_MS
from bigslick.server.table.timers import due

from .desk import PACE, Desk

HOUR = 3_600_000


def test_a_restart_disconnects_every_player_gives_grace_and_costs_no_time_bank() -> None:
    pace = TablePace(action_ms=10_000, disconnect_bank_ms=5_000, grace_ms=8_000, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    desk.now += 60_000
    desk.order(orders.Restart())
    assert not any(chair.connected for chair in desk.live.occupants if chair is not None)
    assert due(desk.live) == desk.now + 8_000 + 5_000
    assert desk.live.occupant(0).disconnect_bank_ms == 5_000


def test_a_standstill_moves_every_deadline_by_its_length() -> None:
    desk = Desk("ann", "bob", pace=PACE, seats=3)
    desk.do("cat", wire.Sit, chips=1000)
    desk.do("dan", wire.Queue)
    desk.order(orders.Disconnect(player="dan"))
    desk.begin()
    idle = next(name for name in ("ann", "bob", "cat") if name != desk.turn_player())
    desk.do(idle, wire.SitOut)
    turn, away = desk.live.turn, desk.live.occupant(desk.seat(idle))
    assert turn is not None
    deadline, since, lost = turn.deadline, away.away_since, desk.live.queue_lost["dan"]
    changed = room_events.ClockChanged(seat=turn.seat, deadline=deadline + HOUR, ends=deadline + HOUR)
    assert delayed(desk.live, HOUR) == [changed]
    assert turn.deadline == deadline + HOUR
    assert away.away_since == since + HOUR
    assert desk.live.queue_lost == {"dan": lost + HOUR}


def test_a_seat_stays_held_and_a_seat_stays_taken_through_a_standstill() -> None:
    desk = Desk("ann", "bob", seats=2)
    desk.do("cat", wire.Queue)
    desk.do("bob", wire.SitOut)
    desk.do("ann", wire.LeaveTable)
    desk.run(0)
    began = desk.now
    desk.now += HOUR
    desk.order(orders.Delay(ms=HOUR))
    assert desk.events(room_events.SeatHeld)[-1] == room_events.SeatHeld(0, "cat", began + HELD_MS + HOUR)
    assert due(desk.live) == began + HELD_MS + HOUR
    desk.run(HELD_MS - 1)
    assert [hold.player for hold in desk.live.holds] == ["cat"]
    desk.run(AWAY_MS - HELD_MS)
    assert desk.live.seat_of("bob") is not None
    desk.run(1)
    assert desk.live.seat_of("bob") is None, "the time before and after it counts"


def test_a_restart_cuts_people_off_and_not_the_bots_of_the_house() -> None:
    desk = Desk("ann", bots=("rock",))
    desk.run(0)
    assert restarted(desk.live, desk.now, 0) == [room_events.Disconnected(0)]
    assert [(each.player, each.connected) for each in desk.live.occupants if each is not None] == [
        ("ann", False),
        ("rock 1", True),
    ]
    assert restarted(desk.live, desk.now, 0) == [], "who is gone is not told to be gone again"
