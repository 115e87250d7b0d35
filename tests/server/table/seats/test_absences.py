"""An absent player is folded and sat out, by the host or by vote."""

from __future__ import annotations

from bigslick import Call
from bigslick.hand.events import Folded
from bigslick.protocol import host, wire
from bigslick.server.table import orders
from bigslick.server.table.saves import load, replay, save

from ..desk import PACE, Hosted


def waiting_for(player: str, *players: str) -> Hosted:
    """Return a table where it is this player's turn, and they have just lost the connection."""
    desk = Hosted(*players, pace=PACE)
    desk.begin()
    while desk.turn_player() != player:
        desk.act(Call())
    desk.order(orders.Disconnect(player=player))
    return desk


def test_the_host_folds_and_sits_out_a_player_without_a_connection_and_they_come_back() -> None:
    desk = waiting_for("bob", "ann", "bob", "cat")
    assert "has just lost the connection" in desk.no("ann", host.SitOutPlayer, player="bob")
    desk.run(desk.live.pace.grace_ms)
    desk.host("ann", host.SitOutPlayer, player="bob")
    desk.run(0)
    seat = desk.live.seat_of("bob")
    assert seat is not None
    folded = [event.seat for update in desk.told for event in update.events if isinstance(event, Folded)]
    assert seat in folded
    assert desk.live.taken(seat).sitting_out
    desk.order(orders.Connect(player="bob"))
    desk.do("bob", wire.SitIn)
    assert not desk.live.taken(seat).sitting_out


def test_only_an_absent_person_is_sat_out() -> None:
    desk = Hosted("ann", "bob", pace=PACE)
    desk.do("ann", wire.AddBot, style="tag")
    assert "is not absent" in desk.no("ann", host.SitOutPlayer, player="bob")
    assert "is not absent" in desk.no("ann", host.SitOutPlayer, player="tag 1")
    assert "has no seat" in desk.no("ann", host.SitOutPlayer, player="eve")


def test_a_player_who_ran_out_of_time_is_absent_until_they_act() -> None:
    desk = Hosted("ann", "bob", "cat", pace=PACE)
    desk.begin()
    late = desk.turn_player()
    desk.run(desk.live.expiry(desk.live.turn) - desk.now if desk.live.turn else 0)
    seat = desk.live.seat_of(late)
    assert seat is not None
    assert desk.live.is_absent(seat)
    desk.run(0)
    shown = next(now for now in desk.live.seats_now() if now.seat == seat)
    assert shown.absent


def test_a_host_with_cards_does_not_fold_an_opponent_who_is_connected() -> None:
    desk = waiting_for("bob", "ann", "bob", "cat")
    desk.order(orders.Connect(player="bob"))
    seat = desk.live.seat_of("bob")
    assert seat is not None
    desk.live.occupant(seat).timeouts = 1
    assert "their clock or a vote decides" in desk.no("ann", host.SitOutPlayer, player="bob")


def test_more_than_half_of_the_others_and_at_least_two_sit_an_absent_player_out() -> None:
    desk = waiting_for("cat", "ann", "bob", "cat", "dan", "eve")
    desk.run(desk.live.pace.grace_ms)
    assert "Only the other players" in desk.no("cat", host.WantSitOut, player="cat")
    desk.host("bob", host.WantSitOut, player="cat")
    assert desk.no("bob", host.WantSitOut, player="cat") == "You have voted already. Votes still needed: 2"
    for again in (load(save(desk.live)), replay(desk.facts)):
        again.show_due(desk.now)
        assert save(again) == save(desk.live)
    desk.host("dan", host.WantSitOut, player="cat")
    seat = desk.live.seat_of("cat")
    assert seat is not None
    assert not desk.live.taken(seat).sitting_out
    desk.host("ann", host.WantSitOut, player="cat")
    assert desk.live.taken(seat).sitting_out
    assert desk.live.occupant(seat).sit_out_votes == []


def test_heads_up_the_opponent_alone_sits_nobody_out_and_a_return_ends_the_vote() -> None:
    desk = waiting_for("ann", "ann", "bob")
    desk.run(desk.live.pace.grace_ms)
    desk.host("bob", host.WantSitOut, player="ann")
    assert not desk.live.taken(0).sitting_out
    desk.order(orders.Connect(player="ann"))
    assert desk.live.occupant(0).sit_out_votes == []
