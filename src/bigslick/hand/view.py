"""Views of a hand: the view itself is in `_view`, and here is what becomes of a hand that is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from bigslick.cards import UNKNOWN, Card
from bigslick.checks import must_be

from ._view import SeatView, live_view, redact, view
from .actions import Action, Muck, Show
from .events import Mucked, Shown
from .hand import Hand
from .layout import board_places
from .setup import check_seat
from .view_data import EncodedView, StaleView, ViewData

__all__ = [
    "EncodedView",
    "SeatView",
    "StaleView",
    "View",
    "ViewData",
    "conceal",
    "hidden_hole",
    "live_view",
    "redact",
    "rest_of_board",
    "view",
]


View: TypeAlias = SeatView | ViewData
"""What a bot decides from: `SeatView` says what each name means."""


def hidden_hole(hand: Hand, seat: int) -> tuple[Card, ...]:
    """The hole cards that the seat may show of its own will once the hand is over: those that no one saw.

    None during the hand, and none if they were tabled at showdown or the seat was not dealt in.
    """
    _check_viewer(hand, seat)
    tabled = any(isinstance(event, Shown) and event.seat == seat for event in hand.events)
    return hand.hole(seat) if hand.over and not tabled and hand.setup.stacks[seat] else ()


def rest_of_board(hand: Hand) -> tuple[Card, ...]:
    """The cards that would have completed the board of a hand that was won before the river; no other card is among
    them, and during a hand none.
    """
    _check_viewer(hand, None)
    if not hand.over or len(hand.boards) > 1:
        return ()
    setup = hand.setup
    places = board_places(len(setup.dealt), burn=setup.rules.burn)[len(hand.board) :]
    return tuple([Card(setup.deck[place]) for place in places if setup.deck[place] != UNKNOWN])


def conceal(hand: Hand, seat: int | None, also: Iterable[Card] = ()) -> Hand:
    """The same hand played with a deck in which only the cards that the seat saw are known; None is a spectator.

    Unknown cards cannot show themselves, so at showdown every seat is asked, and does what it did. `also` are hole
    cards that were shown after the hand.
    """
    _check_viewer(hand, seat)
    setup = hand.setup
    seen = {*(card for board in hand.boards for card in board), *(() if seat is None else hand.hole(seat)), *also}
    said: dict[int, Action] = {}
    for event in hand.events:
        if isinstance(event, Shown):
            seen |= {*event.cards}
            said[event.seat] = Show()
        elif isinstance(event, Mucked):
            said[event.seat] = Muck()
    twin = Hand(
        msgspec.structs.replace(
            setup,
            deck=tuple([card if card in seen else UNKNOWN for card in setup.deck]),
            rules=msgspec.structs.replace(setup.rules, reveal="ask"),
        )
    )
    for action in hand.actions:
        twin.act(action)
    while twin.turn in said and twin.street == "showdown":
        twin.act(said[twin.turn])
    return twin


def _check_viewer(hand: Hand, seat: int | None) -> None:
    must_be(Hand, hand, "a hand: expected a Hand")
    if seat is not None:
        check_seat("seat", seat, hand.setup.seats, ", or None for a spectator")
