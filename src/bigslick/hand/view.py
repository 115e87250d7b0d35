"""Views of a hand: `_view` has the view itself, and this module adds a finished hand's cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from bigslick.cards import UNKNOWN, Card
from bigslick.checks import must_be

from ._view import SeatView, live_view, redact, view
from .actions import Action, Muck, Show
from .events import Mucked, Shown
from .hand import Hand
from .options import Options
from .setup import board_places, check_seat
from .view_data import StaleView, ViewData

__all__ = [
    "SeatView",
    "StaleView",
    "TurnView",
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
"""A seat's or spectator's view; `SeatView` explains each name."""

if TYPE_CHECKING:

    class TurnView(SeatView):
        """The view of the seat to act, from which a bot decides: it always has options."""

        @property
        def seat(self) -> int: ...
        @property
        def turn(self) -> int: ...
        @property
        def options(self) -> Options: ...

else:
    TurnView = SeatView


def hidden_hole(hand: Hand, seat: int) -> tuple[Card, ...]:
    """Return the hole cards that the seat can still choose to show after the hand, because no one saw them.

    Empty during the hand, after tabling them at showdown, or if the seat was not dealt in.
    """
    _check_viewer(hand, seat)
    tabled = any(isinstance(event, Shown) and event.seat == seat for event in hand.events)
    return hand.hole(seat) if hand.over and not tabled and hand.setup.stacks[seat] else ()


def rest_of_board(hand: Hand) -> tuple[Card, ...]:
    """Return the cards that would have completed the board of a hand won before the river; none during a hand."""
    _check_viewer(hand, None)
    if not hand.over or len(hand.boards) > 1:
        return ()
    setup = hand.setup
    places = board_places(len(setup.dealt), burn=setup.rules.burn)[len(hand.board) :]
    return tuple([Card(setup.deck[place]) for place in places if setup.deck[place] != UNKNOWN])


def conceal(hand: Hand, seat: int | None, also: Iterable[Card] = ()) -> Hand:
    """Replay a hand with a deck that holds only the cards the seat saw; None is a spectator.

    Unknown cards cannot be tabled automatically, so at showdown every seat is asked and repeats what it did. `also`
    holds hole cards that were shown after the hand.
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
