"""Additions to a hand's events: proofs of cards as they become known, each once, and the view of the player to act."""

from __future__ import annotations

from bigslick import AllIn, Call
from bigslick.hand.events import Dealt, Shown, StreetDealt
from bigslick.protocol import room_events
from bigslick.server.table.script import for_viewer

from .desk import Desk


def shown_down() -> Desk:
    desk = Desk("ann", "bob", bots=("caller",))
    desk.begin()
    desk.act(AllIn())
    while desk.live.turn is not None:
        if desk.live.occupant(desk.live.turn.seat).bot:
            desk.run(1_000)
        else:
            desk.act(Call())
    return desk


def test_each_card_that_everybody_sees_is_proved_once() -> None:
    desk = shown_down()
    proved = [opening.card for update in desk.told for opening in update.openings]
    seen = {
        card
        for update in desk.told
        for event in update.events
        if isinstance(event, StreetDealt | Shown | room_events.Tabled)
        for card in event.cards
    }
    assert set(proved) == seen
    assert len(proved) == len(seen)


def test_only_its_player_gets_the_proof_of_a_hole_card_and_the_view_of_a_turn() -> None:
    desk = shown_down()
    for update in desk.told:
        for event in update.events:
            if isinstance(event, Dealt) and not desk.live.is_person(event.seat):
                assert event.seat not in update.own, "house bots read no script"
            elif isinstance(event, Dealt):
                player = desk.live.occupant(event.seat).player
                assert event.card in [opening.card for opening in for_viewer(update, "t", player).openings]
                assert event.card not in [opening.card for opening in for_viewer(update, "t", None).openings]
            elif isinstance(event, room_events.Turn):
                assert for_viewer(update, "t", None).view is None
                player = desk.live.occupant(event.seat).player
                assert (for_viewer(update, "t", player).view is not None) == desk.live.is_person(event.seat)
