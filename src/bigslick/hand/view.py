"""What one seat may see of a hand. Only this module hides cards, and only a view is ever sent to a player."""

from __future__ import annotations

from typing import Protocol

import msgspec

from bigslick.cards import UNKNOWN, Card, cards_html
from bigslick.checks import must_be
from bigslick.core.codes import MAX_SEATS
from bigslick.notebook import Html, html_table

from .actions import Action, Muck, Show
from .events import Dealt, Event, Mucked, Shown, Street
from .hand import Hand, Pot
from .options import Options
from .refusals import seat_name
from .setup import check_seat
from .status import Status


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


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A view as data: it stays as it is when the hand goes on. `View` says what each name means."""

    seat: int | None
    street: Street
    turn: int | None
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    pot: int
    pots: tuple[Pot, ...]
    live: tuple[int, ...]
    statuses: tuple[Status, ...]
    current_bet: int
    last_full_raise: int
    acted: tuple[int, ...]
    may_raise: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int
    ante: int
    shown: dict[int, tuple[Card, ...]]
    options: Options | None
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"<View of {_watcher(self.seat)}: {_summary(self)}>"

    def _repr_html_(self) -> str:
        rows = []
        for seat, stack in enumerate(self.stacks):
            marks = [word for word, here in (("button", self.button), ("to act", self.turn)) if here == seat]
            marks += ["folded"] if self.committed[seat] and seat not in self.live else []
            cards = self.hole if seat == self.seat else self.shown.get(seat, ())
            rows.append((seat_name(seat), cards_html(cards), f"{stack:,}", f"{self.bets[seat]:,}", ", ".join(marks)))
        caption = Html(f"{_watcher(self.seat)}, {self.street}: {cards_html(self.board)}, pot {self.pot:,}")
        options = "" if self.options is None else f"<p>You may {self.options}.</p>"
        return html_table(("", "hole", "stack", "bet", ""), rows, caption) + options


def view(hand: Hand, seat: int | None) -> SeatView:
    """The hand as the seat may see it, or as a spectator does for None."""
    _check_viewer(hand, seat)
    setup, state, turn = hand.setup, hand.state, hand.turn
    events = tuple([event if type(event) is not Dealt else redact(event, seat) for event in hand.events])
    return SeatView(
        seat=seat,
        street=hand.street,
        turn=turn,
        hole=() if seat is None else hand.hole(seat),
        board=hand.board,
        stacks=state.stacks(),
        bets=state.bets(),
        committed=state.committed(),
        pot=state.middle,
        pots=hand.pots,
        live=state.live_seats(),
        statuses=hand.statuses,
        current_bet=hand.current_bet,
        last_full_raise=hand.last_full_raise,
        acted=hand.acted,
        may_raise=hand.may_raise,
        button=setup.button,
        small_blind=setup.small_blind,
        big_blind=setup.big_blind,
        ante=setup.ante,
        shown={event.seat: event.cards for event in events if type(event) is Shown} if state.shows else {},
        options=hand.options if seat is not None and turn == seat else None,
        events=events,
    )


def redact(event: Event, seat: int | None) -> Event:
    """The event as the seat may see it: a card dealt to another seat is hidden."""
    if isinstance(event, Dealt) and event.seat != seat:
        return _HIDDEN[event.seat]
    return event


def conceal(hand: Hand, seat: int | None) -> Hand:
    """The same hand played with a deck in which only the cards that the seat saw are known; None is a spectator.

    Unknown cards cannot show themselves, so at showdown every seat is asked, and does what it did.
    """
    _check_viewer(hand, seat)
    setup = hand.setup
    seen = {*hand.board, *(() if seat is None else hand.hole(seat))}
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


def _watcher(seat: int | None) -> str:
    return "a spectator" if seat is None else seat_name(seat)


def _summary(view: View) -> str:
    cards = " ".join(str(card) for card in view.hole) or "no cards"
    board = " ".join(str(card) for card in view.board) or "no board"
    turn = "the hand is over" if view.turn is None else f"{seat_name(view.turn)} to act"
    return f"{cards}, {view.street}, {board}, pot {view.pot}, {turn}"


_HIDDEN = tuple(Dealt(seat) for seat in range(MAX_SEATS))
