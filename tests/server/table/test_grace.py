"""A connection lost on the turn: grace, then the time bank, then a fold (S1 edge 6)."""

from __future__ import annotations

from bigslick import Call, Check
from bigslick.protocol import room_events
from bigslick.protocol.settings import TablePace
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.state import LiveTable
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
    """The running bank keeps what is left; the one for lost connections starts after the grace."""
    pace = TablePace(
        action_ms=10_000,
        bank_ms=5_000,
        bank="automatic",
        grace_ms=8_000,
        disconnect_bank_ms=6_000,
        deal_animation_delay_ms=0,
    )
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    player = desk.turn_player()
    desk.run(12_000)
    desk.order(orders.Disconnect(player=player))
    chair = desk.live.occupant(desk.seat(player))
    assert (chair.bank_ms, chair.disconnect_bank_ms) == (3_000, 6_000)
    assert due(desk.live) == desk.now + 8_000 + 6_000


def test_a_bank_that_the_player_has_taken_follows_the_grace_too() -> None:
    pace = TablePace(
        action_ms=10_000, bank_ms=5_000, disconnect_bank_ms=6_000, grace_ms=8_000, deal_animation_delay_ms=0
    )
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    player = desk.turn_player()
    desk.take_time()
    desk.run(12_000)
    desk.order(orders.Disconnect(player=player))
    chair = desk.live.occupant(desk.seat(player))
    assert due(desk.live) == desk.now + 8_000 + 3_000 + 6_000
    desk.run(8_000 + 4_000)
    desk.order(orders.Connect(player=player))
    desk.act(Call())
    assert (chair.bank_ms, chair.disconnect_bank_ms) == (0, 5_000), "its own first"


def test_s1_the_bank_after_a_lost_connection_is_there_without_a_bank_to_take() -> None:
    """The document's `timebankMs` is used after the grace, refilled hand by hand, and not for a connected player."""
    pace = TablePace(
        action_ms=10_000,
        bank_ms=0,
        bank_refill_ms=500,
        disconnect_bank_ms=5_000,
        grace_ms=8_000,
        deal_animation_delay_ms=0,
    )
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    player = desk.turn_player()
    assert due(desk.live) == desk.now + 10_000, "a connected player has the action time and no more"
    desk.order(orders.Disconnect(player=player))
    assert due(desk.live) == desk.now + 10_000 + 5_000
    assert desk.events(room_events.ClockChanged)[-1].ends == due(desk.live)
    desk.run(15_000)
    chair = desk.live.occupant(desk.seat(player))
    assert desk.events(room_events.TimedOut)
    assert (chair.bank_ms, chair.disconnect_bank_ms) == (0, 0)
    desk.begin()
    assert chair.disconnect_bank_ms == 500


def test_s1_a_turn_that_runs_out_without_a_connection_is_no_timeout_in_the_hand_of_the_loss() -> None:
    """Grace, then the time bank, then a fold; timeouts count toward sitting out only from the next hand on."""
    pace = TablePace(action_ms=10_000, grace_ms=8_000, deal_animation_delay_ms=0, timeouts_to_sit_out=2)
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
    assert (chair.timeouts, chair.bank_ms, chair.disconnect_bank_ms) == (0, 30_000, 0)
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
    player, bank = desk.turn_player(), PACE.disconnect_bank_ms
    for late in (0, 1):
        desk.run(deadline - PACE.grace_ms + late - desk.now)
        desk.order(orders.Disconnect(player=player))
        assert turn.deadline == deadline + late
        clock = room_events.ClockChanged(seat=turn.seat, deadline=deadline + late, ends=deadline + late + bank)
        assert desk.events(room_events.ClockChanged)[-1] == clock
        assert desk.live.occupant(turn.seat).graces == late, "counted when it gives time"
        desk.order(orders.Connect(player=player))


def test_a_guest_has_more_time_in_the_first_hands_and_a_restart_changes_nothing() -> None:
    """Counted by hands dealt in; a table that is slower anyway stays as slow."""
    for slow, first in ((10_000, 30_000), (40_000, 40_000)):
        pace = TablePace(action_ms=slow, newcomer_ms=30_000, deal_animation_delay_ms=0, inter_round_delay_ms=0)
        desk = Desk("bob", pace=pace)
        desk.fold((facts.SeatTaken(at=desk.now, seat=3, player="ann", chips=1000, newcomer=2),))
        times: dict[str, list[int]] = {"ann": [], "bob": []}
        for _ in range(4):
            desk.begin()
            assert desk.live.turn is not None
            times[desk.turn_player()].append(desk.live.turn.deadline - desk.live.turn.opened)
            opened = desk.facts[0]
            assert isinstance(opened, facts.Opened)
            again = LiveTable(opened)
            for fact in desk.facts[1:]:
                apply(again, fact)
            assert again.turn == desk.live.turn
            desk.play_out()
        assert times == {"ann": [first, slow], "bob": [slow, slow]}, "ann acts in hands 1 and 3, or 2 and 4"
