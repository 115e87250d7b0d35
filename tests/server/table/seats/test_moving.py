"""Players change seats: on their own, by the host, or by a draw."""

from __future__ import annotations

from typing import Any

from bigslick.protocol import host, room_events, wire
from bigslick.protocol.opening import TableChanges
from bigslick.server.table import facts
from bigslick.server.table.saves import load, replay, save
from bigslick.shuffle import Keystream
from bigslick.table.blinds import Places
from bigslick.table.events import BlindMissed, SatOut, SeatChanged

from ..desk import PACE, Desk, Hosted, refused


def sitting(desk: Desk) -> dict[int, str]:
    return desk.live.sitting


def check_stored(desk: Desk) -> None:
    """Check that the table is the same when it is loaded, or rebuilt from its facts."""
    assert save(load(save(desk.live))) == save(desk.live)
    rebuilt = replay(desk.facts)
    rebuilt.show_due(desk.now)
    assert save(rebuilt) == save(desk.live)


def test_a_player_moves_to_a_free_seat_before_the_next_hand() -> None:
    desk = Hosted("ann", "bob", "cat", pace=PACE)
    desk.begin()
    desk.do("bob", wire.ChangeSeat, seat=4)
    assert desk.events(room_events.SeatChangeAnnounced) == [
        room_events.SeatChangeAnnounced(seat=1, player="bob", new_seat=4, by_host=False)
    ]
    assert [seat.new_seat for seat in desk.live.shown.seats] == [None, 4, None]
    assert sitting(desk)[1] == "bob"
    check_stored(desk)
    desk.play_out()
    assert sitting(desk)[1] == "bob", "the last hand can be looked at"
    desk.begin()
    assert sitting(desk) == {0: "ann", 2: "cat", 4: "bob"}
    assert desk.events(SeatChanged) == [SeatChanged(1, "bob", 4)]
    assert desk.live.shown.sitting == sitting(desk)
    assert desk.live.snapshot("bob", desk.now).you == 4
    check_stored(desk)


def test_a_player_moves_at_once_while_no_hand_is_coming() -> None:
    desk = Hosted("ann")
    desk.do("ann", wire.ChangeSeat, seat=5)
    desk.run(0)
    assert sitting(desk) == {5: "ann"}


def test_after_a_move_the_last_hand_is_gone() -> None:
    desk = Hosted("ann", "bob", pace=PACE)
    desk.begin()
    desk.do("bob", wire.ChangeSeat, seat=4)
    desk.host("ann", host.Pause)
    desk.play_out()
    desk.run(20_000)
    snapshot = desk.live.snapshot("bob", desk.now)
    assert (snapshot.you, snapshot.hand, snapshot.events) == (4, 1, ())
    assert "is gone" in refused(desk, "bob", wire.ShowCards, hand=1, which="both").sentence


def test_a_player_who_moves_away_from_the_big_blind_owes_it() -> None:
    desk = Hosted("ann", "bob", "cat", "dan", dead_blind_rule="post", pace=PACE)
    desk.begin()
    while desk.live.table.places != Places(1, 2, 3):  # ann is next, and then bob
        desk.play_out()
        desk.begin()
    desk.do("ann", wire.ChangeSeat, seat=5)
    desk.do("bob", wire.ChangeSeat, seat=4)
    desk.play_out()
    desk.begin()
    assert desk.events(BlindMissed) == [BlindMissed(5, "ann", "big")]
    assert desk.live.table.places == Places(2, 3, 4)


def test_a_wish_is_replaced_or_taken_back() -> None:
    desk = Hosted("ann", "bob", pace=PACE)
    desk.begin()
    assert "you have seat 2" in refused(desk, "bob", wire.ChangeSeat).sentence
    assert "you have seat 2" in refused(desk, "bob", wire.ChangeSeat, seat=1).sentence
    desk.do("bob", wire.ChangeSeat, seat=4)
    assert "you have seat 5" in refused(desk, "bob", wire.ChangeSeat, seat=4).sentence
    desk.do("bob", wire.ChangeSeat, seat=3)
    desk.do("bob", wire.ChangeSeat)
    desk.play_out()
    desk.begin()
    assert sitting(desk) == {0: "ann", 1: "bob"}
    assert [event.new_seat for event in desk.events(room_events.SeatChangeAnnounced)] == [4, 3, None]


def test_a_new_seat_is_kept_for_its_player() -> None:
    desk = Hosted("ann", "bob", seats=3, pace=PACE)
    desk.begin()
    desk.do("bob", wire.ChangeSeat, seat=2)
    assert desk.live.free_seats() == []
    kept = "seat 3 is kept for bob, who moves there"
    assert refused(desk, "cat", wire.Sit, chips=1000, seat=2).sentence == kept
    assert refused(desk, "ann", wire.ChangeSeat, seat=2).sentence == kept
    assert desk.no("ann", host.MovePlayer, player="ann", seat=2) == kept
    changes = TableChanges(seats=2)
    assert "bob has seat 3" in desk.no("ann", host.ChangeSettings, changes=changes)
    assert "no seat is free" in refused(desk, "cat", wire.Sit, chips=1000).sentence


def test_seats_that_cannot_be_had_are_refused() -> None:
    desk = Hosted("ann", "bob", "cat", seats=4, pace=PACE)
    desk.begin()
    assert "you have no seat" in refused(desk, "eve", wire.ChangeSeat, seat=3).sentence
    assert "this table has 4 seats" in refused(desk, "bob", wire.ChangeSeat, seat=7).sentence
    assert "seat 1 is taken" in refused(desk, "bob", wire.ChangeSeat, seat=0).sentence
    desk.do("cat", wire.LeaveTable)
    assert "cat is already leaving" in refused(desk, "cat", wire.ChangeSeat, seat=3).sentence
    assert "cat is already leaving" in desk.no("ann", host.MovePlayer, player="bob", seat=2)
    assert "eve has no seat" in desk.no("ann", host.MovePlayer, player="eve", seat=2)
    assert "Only the host" in desk.no("bob", host.MovePlayer, player="ann", seat=3)


def test_the_host_moves_a_player_and_swaps_two() -> None:
    desk = Hosted("ann", "bob", "cat", pace=PACE)
    desk.begin()
    desk.host("ann", host.MovePlayer, player="cat", seat=0)
    assert [seat.new_seat for seat in desk.live.seats_now()] == [2, None, 0]
    assert "ask the host" in refused(desk, "cat", wire.ChangeSeat, seat=5).sentence
    desk.host("ann", host.MovePlayer, player="bob", seat=5)
    check_stored(desk)
    desk.play_out()
    desk.begin()
    assert sitting(desk) == {0: "cat", 2: "ann", 5: "bob"}
    assert all(desk.live.table.players[seat] == player for seat, player in sitting(desk).items())


def test_undoing_one_half_of_a_swap_undoes_the_other() -> None:
    desk = Hosted("ann", "bob", "cat", pace=PACE)
    desk.begin()
    desk.host("ann", host.MovePlayer, player="cat", seat=0)
    desk.host("ann", host.MovePlayer, player="cat", seat=2)
    assert [seat.new_seat for seat in desk.live.seats_now()] == [None, None, None]


def test_a_swap_with_a_player_who_then_leaves_is_a_move() -> None:
    desk = Hosted("ann", "bob", "cat", pace=PACE)
    desk.begin()
    desk.host("ann", host.MovePlayer, player="cat", seat=1)
    desk.do("bob", wire.LeaveTable)
    desk.play_out()
    desk.begin()
    assert sitting(desk) == {0: "ann", 1: "cat"}


def test_all_seats_are_drawn_and_the_draw_can_be_repeated() -> None:
    desk = Hosted("ann", "bob", "cat", "dan", pace=PACE)
    desk.begin()
    desk.do("bob", wire.ChangeSeat, seat=5)
    desk.host("ann", host.RedrawSeats)
    assert desk.live.shown.redraw
    assert "wait for the draw" in desk.no("ann", host.RedrawSeats)
    assert "wait for the draw" in refused(desk, "bob", wire.ChangeSeat, seat=4).sentence
    check_stored(desk)
    desk.play_out()
    desk.begin()
    (drawn,) = desk.events(room_events.SeatsDrawn)
    order = Keystream(bytes.fromhex(drawn.seed), "seats").permutation(6)
    assert drawn.players == dict(zip(order, ("ann", "bob", "cat", "dan"), strict=False))
    assert drawn.players == sitting(desk) == desk.live.shown.players, "after a draw everyone plays"
    assert not desk.live.shown.redraw
    check_stored(desk)


def test_a_draw_leaves_held_seats_alone_and_takes_two_players() -> None:
    desk = Hosted("ann", pace=PACE)
    assert "two players" in desk.no("ann", host.RedrawSeats)
    desk = Hosted("ann", "bob", "cat", seats=3, pace=PACE)
    desk.do("dan", wire.Queue)
    desk.do("cat", wire.LeaveTable)
    desk.run(0)
    assert [hold.seat for hold in desk.live.holds] == [2]
    desk.host("ann", host.RedrawSeats)
    desk.begin()
    assert sorted(sitting(desk)) == [0, 1]


def test_chips_and_clocks_move_along() -> None:
    desk = Hosted("ann", "bob", pace=PACE)
    desk.begin()
    late = desk.turn_player()
    desk.take_time()
    desk.run(20_000)
    desk.play_out()
    bank = desk.live.occupant(desk.seat(late)).bank_ms
    stacks = {player: desk.live.taken(seat).stack for seat, player in sitting(desk).items()}
    desk.do(late, wire.ChangeSeat, seat=4)
    desk.begin()
    assert desk.live.occupant(4).bank_ms == bank + PACE.bank_refill_ms
    assert {player: desk.live.taken(seat).stack for seat, player in sitting(desk).items()} == stacks


# -- sitting out at the big blind -------------------------------------------------------------------------------------


def test_a_player_sits_out_when_the_big_blind_reaches_them() -> None:
    desk = Hosted("ann", "bob", "cat", "dan", pace=PACE)
    desk.begin()
    desk.do("bob", wire.SitOutAtBlind, on=True)
    assert [seat.out_at_blind for seat in desk.live.seats_now()] == [False, True, False, False]
    check_stored(desk)
    bigs = []
    while not desk.live.taken(1).sitting_out:
        desk.play_out()
        desk.begin()
        bigs.append(desk.live.table.places)
        assert len(bigs) < 5
    assert all(places is not None and places.big != 1 for places in bigs)
    assert [fact.why for fact in desk.facts if isinstance(fact, facts.PlayerSatOut)] == ["big_blind"]
    assert len(desk.events(SatOut)) == 1
    assert not desk.live.occupant(1).out_at_blind
    desk.play_out()
    assert desk.live.taken(1).owes_big
    check_stored(desk)


def test_a_bomb_pot_has_no_big_blind_to_sit_out() -> None:
    desk = Hosted("ann", "bob", "cat", bomb_every=2, pace=PACE)
    desk.begin()
    for player in ("ann", "bob", "cat"):
        desk.do(player, wire.SitOutAtBlind, on=True)
    desk.play_out()
    desk.begin()
    assert desk.live.playing is not None
    assert desk.live.playing.hand.setup.bomb_pot
    assert not desk.events(SatOut)


def test_sitting_out_at_the_blind_is_taken_back_and_refused_where_it_means_nothing() -> None:
    desk = Hosted("ann", "bob", pace=PACE)
    desk.begin()
    desk.do("bob", wire.SitOutAtBlind, on=True)
    assert refused(desk, "bob", wire.SitOutAtBlind, on=True)
    desk.do("bob", wire.SitOutAtBlind, on=False)
    desk.play_out()
    desk.begin()
    desk.play_out()
    desk.begin()
    assert not desk.events(SatOut)
    desk.do("bob", wire.SitOut)
    assert "you sit out already" in refused(desk, "bob", wire.SitOutAtBlind, on=True).sentence


def test_in_a_tournament_nobody_changes_seats_or_sits_out_at_the_blind() -> None:
    settings: dict[str, Any] = {"tournament": "e1", "pace": PACE}
    desk = Hosted(**settings)
    for seat, player in enumerate(("ann", "bob")):
        desk.fold((facts.MovedIn(at=desk.now, seat=seat, player=player, chips=1000),))
    assert "the tournament seats its players" in refused(desk, "bob", wire.ChangeSeat, seat=4).sentence
    assert "the tournament seats its players" in desk.no("ann", host.MovePlayer, player="bob", seat=4)
    assert "the tournament seats its players" in desk.no("ann", host.RedrawSeats)
    assert "posts the big blind" in refused(desk, "bob", wire.SitOutAtBlind, on=True).sentence
