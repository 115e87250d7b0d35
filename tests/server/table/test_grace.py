"""A lost connection on the turn: grace, then the time bank, then a fold (S1 edge 6)."""

from __future__ import annotations

from bigslick import Call, Check
from bigslick.protocol import room_events
from bigslick.protocol.settings import TablePace
from bigslick.server.table import orders
from bigslick.server.table.grace import extend
from bigslick.server.table.timers import due

from .desk import PACE, Desk


def test_grace_is_given_twice_in_a_hand_and_coming_back_gives_none() -> None:
    pace = TablePace(action_ms=10_000, bank_ms=5_000, grace_ms=8_000, graces_per_hand=2, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    player = desk.turn_player()
    turn = desk.live.turn
    assert turn is not None
    for _ in range(2):
        desk.run(turn.deadline - desk.now - 1)
        desk.order(orders.Disconnect(player=player))
        deadline = turn.deadline
        assert deadline == desk.now + 8_000
        desk.order(orders.Connect(player=player))
        assert turn.deadline == deadline
    desk.run(turn.deadline - desk.now - 1)
    desk.order(orders.Disconnect(player=player))
    assert turn.deadline == deadline, "not a third time"


def test_grace_does_not_give_back_what_the_time_bank_has_paid() -> None:
    pace = TablePace(action_ms=10_000, bank_ms=5_000, grace_ms=8_000, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    player = desk.turn_player()
    desk.run(12_000)
    desk.order(orders.Disconnect(player=player))
    assert desk.live.occupant(desk.seat(player)).bank_ms == 3_000
    assert due(desk.live) == desk.now + 8_000 + 3_000


def test_s1_a_turn_that_runs_out_without_a_connection_is_no_timeout_in_the_hand_of_the_loss() -> None:
    """Grace, then the time bank, then a fold; only from the next hand on does it count towards sitting out."""
    pace = TablePace(action_ms=10_000, bank_ms=30_000, grace_ms=8_000, deal_animation_delay_ms=0, timeouts_to_sit_out=2)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    lost = desk.turn_player()
    chair = desk.live.occupant(desk.seat(lost))
    desk.run(4_500)
    desk.order(orders.Disconnect(player=lost))
    assert desk.live.turn is not None
    assert desk.live.expiry(desk.live.turn) == desk.now + 8_000 + 30_000
    desk.run(38_000)
    assert desk.events(room_events.TimedOut)
    assert (chair.timeouts, chair.bank_ms) == (0, 0)
    hand = desk.live.table.number
    while chair.timeouts == 0:
        desk.begin()
        if desk.turn_player() == lost:
            desk.run(20_000)
        else:
            desk.act(Call() if desk.live.hand.options.call else Check())  # type: ignore[union-attr]
    assert desk.live.table.number > hand
    assert not desk.live.taken(desk.seat(lost)).sitting_out
    desk.order(orders.Connect(player=lost))
    assert chair.timeouts == 0, "back, and all is forgiven"


def test_a_turn_that_opens_for_a_disconnected_player_waits_for_the_grace() -> None:
    pace = TablePace(action_ms=1_000, bank_ms=0, grace_ms=8_000, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    other = "bob" if desk.turn_player() == "ann" else "ann"
    desk.order(orders.Disconnect(player=other))
    lost = desk.now
    desk.run(500)
    desk.act(Call())
    assert desk.turn_player() == other
    assert desk.live.turn is not None
    assert desk.live.turn.deadline == lost + 8_000
    assert desk.live.shown.turn is not None
    assert desk.live.shown.turn.deadline == lost + 8_000


def test_grace_is_the_least_time_and_takes_none_away() -> None:
    desk = Desk("ann", "bob", pace=PACE)
    desk.begin()
    turn = desk.live.turn
    assert turn is not None
    deadline = turn.deadline
    assert extend(desk.live, turn, deadline - PACE.grace_ms) is None
    assert turn.deadline == deadline
    later = room_events.ClockChanged(seat=turn.seat, deadline=deadline + 1)
    assert extend(desk.live, turn, deadline - PACE.grace_ms + 1) == later
    assert turn.deadline == deadline + 1
