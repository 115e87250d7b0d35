"""What viewers see at a table, and when: at the table's pace, with only their own cards, and in matching snapshots."""

from __future__ import annotations

from bigslick import AllIn, Call
from bigslick.hand.events import Dealt, StreetDealt
from bigslick.protocol import room_events
from bigslick.protocol.settings import TablePace
from bigslick.server.table.script import ScriptedUpdate, ShownTable, for_viewer
from tests.playing import dealt_cards

from .desk import Desk

VIEWERS = ("ann", "bob", "rock 1", "zoe", None)


def test_an_update_has_the_cards_of_its_viewer_and_no_others() -> None:
    desk = Desk("ann", "bob", bots=("rock",))
    desk.begin()
    hand = desk.live.hand
    assert hand is not None
    for viewer in VIEWERS:
        own = desk.seat(viewer) if viewer in ("ann", "bob") else None
        updates = [for_viewer(scripted, "t", viewer) for scripted in desk.told]
        dealt = dealt_cards(event for one in updates for event in one.events)
        assert dealt == {seat: hand.hole(seat) if seat == own else (None, None) for seat in range(3)}
        places = {opening.place for one in updates for opening in one.openings}
        assert len(places) == (0 if own is None else 2), "proofs of one's own two cards"
        turns = [one for one in updates if any(isinstance(event, room_events.Turn) for event in one.events)]
        assert [one.view is not None for one in turns][-1] == (own is not None and own == hand.turn)


def test_the_proofs_of_the_board_are_for_every_viewer() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.act(AllIn())
    desk.act(Call())
    desk.run(0)
    for viewer in ("zoe", None):
        updates = [for_viewer(scripted, "t", viewer) for scripted in desk.told]
        shown = [one for one in updates if any(isinstance(event, StreetDealt) for event in one.events)]
        assert sum(len(one.openings) for one in shown) >= 5


def test_deals_are_shown_one_at_a_time_at_the_pace_of_the_table() -> None:
    desk = Desk("ann", "bob", pace=TablePace(deal_animation_delay_ms=200, inter_round_delay_ms=1_000))
    desk.begin()
    times = [one.at for one in desk.told if any(isinstance(event, Dealt) for event in one.events)]
    assert times == [times[0], times[0] + 200, times[0] + 400, times[0] + 600]
    (turn,) = [one.at for one in desk.told if any(isinstance(event, room_events.Turn) for event in one.events)]
    assert turn == times[3] + 200


def test_the_proof_of_a_card_comes_with_the_card() -> None:
    desk = Desk("ann", "bob", pace=TablePace(deal_animation_delay_ms=200, inter_round_delay_ms=1_000))
    desk.begin()
    for viewer in ("ann", "bob"):
        updates = [for_viewer(scripted, "t", viewer) for scripted in desk.told]
        for one in updates:
            own = [event.card for event in one.events if isinstance(event, Dealt) and event.card is not None]
            assert [opening.card for opening in one.openings] == own
        proofs = [opening for one in updates for opening in one.openings]
        assert len(proofs) == 2
        assert list(desk.live.snapshot(viewer, desk.now).openings) == proofs


def test_a_snapshot_has_what_the_updates_showed() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    for viewer in VIEWERS:
        updates = [for_viewer(scripted, "t", viewer) for scripted in desk.told]
        snapshot = desk.live.snapshot(viewer, desk.now)
        assert snapshot.seq == updates[-1].seq
        seen = [event for one in updates for event in one.events]
        began = next(at for at, event in enumerate(seen) if isinstance(event, room_events.HandBegan))
        apart = (room_events.Turn, room_events.StateChanged)  # it is in the snapshot separately
        assert list(snapshot.events) == [event for event in seen[began:] if not isinstance(event, apart)]
        assert snapshot.turn == next(event for event in reversed(seen) if isinstance(event, room_events.Turn))


def test_a_held_seat_is_shown_until_it_is_taken_or_its_player_leaves_the_queue() -> None:
    seats = Desk("ann").live.seats_now()
    for end in (
        ScriptedUpdate(seq=3, at=3, seats=seats),
        ScriptedUpdate(seq=3, at=3, events=(room_events.QueueChanged(("dan",)),)),
    ):
        shown = ShownTable()
        shown.show(ScriptedUpdate(seq=1, at=1, events=(room_events.QueueChanged(("cat", "dan")),)))
        shown.show(ScriptedUpdate(seq=2, at=2, events=(room_events.SeatHeld(0, "cat", 9),)))
        assert [held.player for held in shown.held] == ["cat"]
        shown.show(end)
        assert shown.held == ()


def test_a_changed_clock_moves_the_deadline_of_the_turn() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    shown = desk.live.shown
    assert shown.turn is not None
    seat = shown.turn.seat
    changed = room_events.ClockChanged(seat=seat, deadline=desk.now + 77_000, ends=desk.now + 88_000)
    shown.show(ScriptedUpdate(seq=shown.seq + 1, at=desk.now, events=(changed,)))
    assert (shown.turn.seat, shown.turn.deadline, shown.turn.ends) == (seat, desk.now + 77_000, desk.now + 88_000)
