"""Adds private views and proofs to the hand events in an update."""

from __future__ import annotations

from collections.abc import Collection

from bigslick.hand.events import Dealt, Shown, StreetDealt
from bigslick.hand.setup import hole_places
from bigslick.hand.view import view
from bigslick.protocol.room_events import HandBegan, Made, Tabled, Turn
from bigslick.protocol.view import encode_view
from bigslick.protocol.wire import Opening, WireEvent

from .script import ScriptedUpdate
from .state import LiveHand, LiveTable


def disclose(scripted: ScriptedUpdate, live: LiveTable, event: WireEvent, tabled: Collection[int]) -> None:
    """Add the turn's view or the cards' proofs to an event; the hands of the seats in `tabled` are already proved.

    House bots read no script, so private additions are made only for people.
    """
    playing = live.playing
    if playing is None:
        return
    deck = playing.deck
    if isinstance(event, Dealt):
        if event.card is not None and live.is_person(event.seat):
            _only_for(scripted, playing, event.seat)
            opening = deck.opening(deck.turns[event.card])
            scripted.own = {**scripted.own, event.seat: (*scripted.own.get(event.seat, ()), opening)}
    elif isinstance(event, Made):
        if not event.shown:
            _only_for(scripted, playing, event.seat)
    elif isinstance(event, Turn):
        if live.is_person(event.seat):
            _only_for(scripted, playing, event.seat)
            scripted.turn_of, scripted.view = event.seat, encode_view(view(playing.hand, event.seat))
    elif isinstance(event, HandBegan):
        scripted.broadcast = playing.broadcast
    elif isinstance(event, StreetDealt):
        scripted.openings += tuple([deck.opening(deck.turns[card]) for card in event.cards])
    elif isinstance(event, Tabled) or (isinstance(event, Shown) and event.seat not in tabled):
        scripted.openings += _hole_openings(playing, event.seat)


def _only_for(scripted: ScriptedUpdate, playing: LiveHand, seat: int) -> None:
    scripted.private = {**scripted.private, seat: playing.players[seat]}


def _hole_openings(playing: LiveHand, seat: int) -> tuple[Opening, ...]:
    return tuple([playing.deck.opening(place) for place in hole_places(playing.order, seat)])
