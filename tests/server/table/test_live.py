"""A live table as a whole: commands, orders and time together, and what viewers see of it."""

from __future__ import annotations

import pytest

from bigslick.hand.events import Dealt
from bigslick.protocol import encoding, wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.timers import due

from .desk import Desk, broke, refused

# -- seats ------------------------------------------------------------------------------------------------------------


def test_a_player_without_chips_sits_out_until_the_top_up() -> None:
    desk = broke("ann", "bob", "cat")
    loser = next(chair.player for chair in desk.live.occupants if chair is not None and chair.busted_at)
    assert next(seat for seat in desk.live.shown.seats if seat.player == loser).sitting_out
    desk.begin()
    assert loser not in desk.live.shown.players.values()
    desk.do(loser, wire.TopUp, chips=1000)
    assert not next(seat for seat in desk.live.shown.seats if seat.player == loser).sitting_out


# -- the host ---------------------------------------------------------------------------------------------------------


def test_a_paused_table_finishes_the_hand_and_starts_none() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.order(orders.Pause(why="a break"))
    desk.play_out()
    desk.run(60_000)
    assert desk.live.table.number == 1
    assert desk.live.shown.paused == "a break"
    with pytest.raises(CommandRefused, match="already paused"):
        desk.order(orders.Pause())
    desk.order(orders.Resume())
    desk.begin()
    assert desk.live.table.number == 2
    with pytest.raises(CommandRefused, match="not paused"):
        desk.order(orders.Resume())


def test_a_table_closes_after_the_hand_and_every_player_has_their_chips_back() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.order(orders.Close(why="the end"))
    assert not desk.live.closed
    assert "closes after this hand" in refused(desk, "cat", wire.Sit, chips=1000).sentence
    desk.play_out()
    desk.run(0)
    assert desk.live.closed
    assert desk.live.chips == 0
    assert desk.live.shown.closed == "the end"
    assert due(desk.live) is None
    assert "closed" in refused(desk, "ann", wire.Sit, chips=1000).sentence


# -- fairness ---------------------------------------------------------------------------------------------------------


def test_the_commitment_is_told_before_the_hand_and_the_seeds_make_the_pack() -> None:
    desk = Desk()
    desk.do("ann", wire.Sit, chips=1000, seed="luck")
    desk.do("bob", wire.Sit, chips=1000)
    desk.run(0)
    promised = desk.live.shown.commitment
    assert promised
    desk.do("bob", wire.Reseed, seed="late luck")
    desk.begin()
    began = desk.events(wire.HandBegan)[0]
    assert began.commitment == promised
    assert began.seeds == {0: "luck", 1: "late luck"}
    kinds = [type(event) for telling in desk.told for event in telling.events]
    assert kinds.index(wire.CommitmentMade) < kinds.index(wire.HandBegan) < kinds.index(Dealt)


# -- tournaments ------------------------------------------------------------------------------------------------------


def test_a_tournament_table_waits_to_be_released_and_takes_no_money() -> None:
    desk = Desk(tournament="cup", profile="tournament")
    assert "only at cash tables" in refused(desk, "ann", wire.Sit, chips=1000).sentence
    for seat, player in enumerate(("ann", "bob", "cat")):
        effects = apply(desk.live, facts.MovedIn(at=desk.now, seat=seat, player=player, chips=300))
        assert effects.moves == []
    desk.run(60_000)
    assert not desk.live.playing
    desk.fold((facts.BlindsChanged(at=desk.now, small=10, big=20, ante=20), facts.Released(at=desk.now)))
    desk.begin()
    assert desk.live.hand is not None
    assert desk.live.hand.setup.big_blind == 20
    assert "sit out instead" in refused(desk, "ann", wire.LeaveTable).sentence
    with pytest.raises(CommandRefused, match="only the tournament closes"):
        desk.order(orders.Close())
    desk.play_out()
    desk.run(60_000)
    assert not desk.live.playing
    desk.fold(
        (facts.MovedOut(at=desk.now, seat=2, player="cat", chips=300), facts.ButtonAssigned(at=desk.now, where=0))
    )
    assert desk.live.seat_of("cat") is None
    desk.fold((facts.Released(at=desk.now, begins=desk.now + 5_000),))
    desk.run(4_999)
    assert not desk.live.playing
    desk.run(1)
    assert desk.live.playing


# -- keeping ----------------------------------------------------------------------------------------------------------


def test_a_snapshot_shows_a_viewer_his_cards_and_nobody_elses() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    hand = desk.live.hand
    assert hand is not None
    for player, seat in (("ann", 0), ("bob", 1), ("zoe", None), (None, None)):
        snapshot = desk.live.snapshot(player, desk.now)
        assert snapshot.you == seat
        dealt = {event.seat: event.cards for event in snapshot.events if isinstance(event, Dealt)}
        assert dealt == {other: hand.hole(other) if other == seat else () for other in (0, 1)}
        assert len(snapshot.openings) == (0 if seat is None else 2)
        assert (snapshot.view is not None) == (seat is not None and hand.turn == seat)
        assert encoding.decode(encoding.encode(snapshot), wire.TableSnapshot) == snapshot
