"""What one seat may see of a hand. Only this and `_view` hide cards, and only a view is ever sent to a player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from bigslick.cards import UNKNOWN, Card
from bigslick.checks import must_be

from ._view import SeatView, redact, view
from .actions import Action, Muck, Show
from .events import Event, Mucked, Shown, Street
from .hand import Hand
from .layout import board_places
from .options import Options
from .result import Pot
from .setup import check_seat
from .status import Status

__all__ = ["SeatView", "View", "conceal", "hidden_hole", "redact", "rest_of_board", "view"]


class View(Protocol):
    """A hand as one seat sees it: everything public, and its own two cards.

    `view(hand, seat)` gives one as frozen data; bots in matches and tournaments are shown the running hand itself
    through the same names.
    """

    @property
    def seat(self) -> int | None:
        """The seat it belongs to; None is a spectator."""

    @property
    def street(self) -> Street:
        """The street being played."""

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the hand is over."""

    @property
    def hole(self) -> tuple[Card, ...]:
        """The seat's own two cards."""

    @property
    def board(self) -> tuple[Card, ...]:
        """The board so far."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front on this street, by seat."""

    @property
    def committed(self) -> tuple[int, ...]:
        """Chips put in over the whole hand that others must match, by seat."""

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets in front included."""

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, main pot first: the chips of the streets that are done."""

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that may still win a pot."""

    @property
    def statuses(self) -> tuple[Status, ...]:
        """Whether each seat is active, folded, all-in, busted or empty."""

    @property
    def current_bet(self) -> int:
        """The total that a call must match on this street; 0 when nothing is bet."""

    @property
    def last_full_raise(self) -> int:
        """The last full bet or raise of this street, which the next must at least equal; 0 once betting is over."""

    @property
    def acted(self) -> tuple[int, ...]:
        """The live seats that have acted since betting was last opened: by the street, or by a full bet or raise."""

    @property
    def may_raise(self) -> tuple[int, ...]:
        """The seats that may bet or raise as the betting stands, on their turn."""

    @property
    def button(self) -> int:
        """The button's seat."""

    @property
    def small_blind(self) -> int:
        """The small blind of the hand."""

    @property
    def big_blind(self) -> int:
        """The big blind of the hand."""

    @property
    def ante(self) -> int:
        """The ante of the hand."""

    @property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """Hands that were tabled, by seat."""

    @property
    def options(self) -> Options | None:
        """What this seat may do; None when it is not its turn."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, with the cards of other seats left out."""


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
