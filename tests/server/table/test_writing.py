"""A fact's news in the script, at the table's pace."""

from __future__ import annotations

from bigslick.server.table.writing import Writing

from .desk import Desk


def test_an_update_has_the_next_number_and_the_fact_that_it_shows() -> None:
    live = Desk("ann", "bob").live
    seq, count = live.seq, live.count
    Writing(live, 0).put([], 5)
    written = live.script[-1]
    assert (written.seq, written.at, written.fact) == (seq + 1, 5, count + 1)
    assert live.seq == seq + 1


def test_seats_that_did_not_change_are_not_told_again() -> None:
    live = Desk("ann", "bob").live
    quiet, loud = Writing(live, 0), Writing(live, 0)
    quiet.seats_changed = False
    before = len(live.script)
    quiet.write()
    assert len(live.script) == before
    loud.write()
    assert live.script[-1].seats == live.seats_now()


def test_the_effect_of_a_fact_is_its_own() -> None:
    live = Desk("ann", "bob").live
    one, other = Writing(live, 0), Writing(live, 0)
    one.changed().moves.append(object())  # type: ignore[arg-type]
    assert one.changed() is one.consequences
    assert not other.consequences.moves


def test_the_next_hand_is_planned_once_and_called_off_with_the_players() -> None:
    desk = Desk("ann", "bob")
    live = desk.live
    live.next_at = None
    writing = Writing(live, desk.now)
    writing.plan_next_hand()
    planned = live.next_at
    assert planned is not None
    assert writing.written is not None
    assert writing.written.next_hand_at == planned
    writing.plan_next_hand()
    assert live.next_at == planned
    live.parked = True
    writing.plan_next_hand()
    assert live.next_at is None
    assert writing.written.called_off
