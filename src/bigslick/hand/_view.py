# cython: auto_pickle=False, nonecheck=True
# mypy: disable-error-code="no-any-return"
# A view built from given values is not checked: it says what it was given.
"""The view of a seat as a snapshot: a private copy of the hand, from which each name is worked out when it is read.

Nothing that Python can reach leads from a view to the copy, nor to a card that the seat may not see: a view that is
pickled or printed is made of what its names say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.cards import Card, cards_html
from bigslick.checks import must_be
from bigslick.core.codes import MAX_SEATS
from bigslick.notebook import Html, html_table

from .events import STREETS, Dealt, Event, Shown, Street
from .hand import Hand
from .options import Options
from .refusals import seat_name
from .result import Pot
from .setup import check_seat
from .status import Status

if TYPE_CHECKING:
    from .view import View

COMPILED = cython.compiled

NAMES = (
    "seat",
    "street",
    "turn",
    "hole",
    "board",
    "stacks",
    "bets",
    "committed",
    "pot",
    "pots",
    "live",
    "statuses",
    "current_bet",
    "last_full_raise",
    "acted",
    "may_raise",
    "button",
    "small_blind",
    "big_blind",
    "ante",
    "shown",
    "options",
    "events",
)


class SeatView:
    """A view as data: it stays as it is when the hand goes on. `View` says what each name means.

    `view(hand, seat)` makes one; `SeatView(seat=0, street="flop", ...)` is one of your own, with a value for each name.
    """

    __slots__ = ("_data", "_hand", "_seat")

    names = NAMES
    """What a view says, in order."""

    _data: dict[str, Any] | None
    _hand: Any
    _seat: int

    def __init__(self, **data: Any) -> None:
        if cython.compiled and (self._data is not None or self._hand is not None):
            raise TypeError("a view stays as it is: make another")
        if {*data} != {*NAMES}:
            wrong = sorted({*data} ^ {*NAMES})
            raise TypeError(f"a view has a value for each of its names: {', '.join(wrong)} missing or unknown")
        self._data = data
        self._hand = None
        self._seat = -1

    @property
    def seat(self) -> int | None:
        """The seat it belongs to; None is a spectator."""
        if self._data is not None:
            return self._data["seat"]
        return self._seat if self._seat >= 0 else None

    @property
    def street(self) -> Street:
        """The street being played."""
        if self._data is not None:
            return self._data["street"]
        return STREETS[self._hand.street_now()]

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the hand is over."""
        if self._data is not None:
            return self._data["turn"]
        return self._hand._state.turn if self._hand._state.turn >= 0 else None

    @property
    def hole(self) -> tuple[Card, ...]:
        """The seat's own two cards."""
        if self._data is not None:
            return self._data["hole"]
        return self._hand.hole_of(self._seat) if self._seat >= 0 else ()

    @property
    def board(self) -> tuple[Card, ...]:
        """The board so far."""
        if self._data is not None:
            return self._data["board"]
        return self._hand.board

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        if self._data is not None:
            return self._data["stacks"]
        return self._hand._state.stacks()

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front on this street, by seat."""
        if self._data is not None:
            return self._data["bets"]
        return self._hand._state.bets()

    @property
    def committed(self) -> tuple[int, ...]:
        """Chips put in over the whole hand that others must match, by seat."""
        if self._data is not None:
            return self._data["committed"]
        return self._hand._state.committed()

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets in front included."""
        if self._data is not None:
            return self._data["pot"]
        return self._hand._state.middle

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, main pot first: the chips of the streets that are done."""
        if self._data is not None:
            return self._data["pots"]
        return self._hand.pots

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that may still win a pot."""
        if self._data is not None:
            return self._data["live"]
        return self._hand._state.live_seats()

    @property
    def statuses(self) -> tuple[Status, ...]:
        """Whether each seat is active, folded, all-in, busted or empty."""
        if self._data is not None:
            return self._data["statuses"]
        return self._hand.statuses

    @property
    def current_bet(self) -> int:
        """The total that a call must match on this street; 0 when nothing is bet."""
        if self._data is not None:
            return self._data["current_bet"]
        return self._hand._state.current

    @property
    def last_full_raise(self) -> int:
        """The last full bet or raise of this street, which the next must at least equal; 0 once betting is over."""
        if self._data is not None:
            return self._data["last_full_raise"]
        return self._hand._state.full_raise()

    @property
    def acted(self) -> tuple[int, ...]:
        """The live seats that have acted since betting was last opened: by the street, or by a full bet or raise."""
        if self._data is not None:
            return self._data["acted"]
        return self._hand._state.acted_seats()

    @property
    def may_raise(self) -> tuple[int, ...]:
        """The seats that may bet or raise as the betting stands, on their turn."""
        if self._data is not None:
            return self._data["may_raise"]
        return self._hand._state.open_seats()

    @property
    def button(self) -> int:
        """The button's seat."""
        if self._data is not None:
            return self._data["button"]
        return self._hand._state.button

    @property
    def small_blind(self) -> int:
        """The small blind of the hand."""
        if self._data is not None:
            return self._data["small_blind"]
        return self._hand._start.small_blind

    @property
    def big_blind(self) -> int:
        """The big blind of the hand."""
        if self._data is not None:
            return self._data["big_blind"]
        return self._hand._start.big_blind

    @property
    def ante(self) -> int:
        """The ante of the hand."""
        if self._data is not None:
            return self._data["ante"]
        return self._hand._start.ante

    @property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """Hands that were tabled, by seat."""
        if self._data is not None:
            return self._data["shown"]
        return {event.seat: event.cards for event in self._hand.events_now() if type(event) is Shown}

    @property
    def options(self) -> Options | None:
        """What this seat may do; None when it is not its turn."""
        if self._data is not None:
            return self._data["options"]
        return self._hand.options_now() if self._seat >= 0 and self._seat == self._hand._state.turn else None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, with the cards of other seats left out."""
        if self._data is not None:
            return self._data["events"]
        return tuple([redact(event, self.seat) for event in self._hand.events_now()])

    def as_dict(self) -> dict[str, Any]:
        """Everything that the view says, by name."""
        return {name: getattr(self, name) for name in NAMES}

    def __eq__(self, other: object) -> bool:
        if type(other) is not SeatView:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in NAMES)

    __hash__ = None  # type: ignore[assignment]  # what was shown is a dict

    def __copy__(self) -> SeatView:
        return self

    def __deepcopy__(self, _memo: object) -> SeatView:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return view_of_data, (self.as_dict(),)

    def __repr__(self) -> str:
        return f"<View of {watcher(self.seat)}: {summary(self)}>"

    def _repr_html_(self) -> str:
        rows = []
        for seat, stack in enumerate(self.stacks):
            marks = [word for word, here in (("button", self.button), ("to act", self.turn)) if here == seat]
            marks += ["folded"] if self.committed[seat] and seat not in self.live else []
            cards = self.hole if seat == self.seat else self.shown.get(seat, ())
            rows.append((seat_name(seat), cards_html(cards), f"{stack:,}", f"{self.bets[seat]:,}", ", ".join(marks)))
        caption = Html(f"{watcher(self.seat)}, {self.street}: {cards_html(self.board)}, pot {self.pot:,}")
        options = "" if self.options is None else f"<p>You may {self.options}.</p>"
        return html_table(("", "hole", "stack", "bet", ""), rows, caption) + options


def view(hand: Hand, seat: int | None) -> SeatView:
    """The hand as the seat may see it, or as a spectator does for None."""
    if type(hand) is not Hand:
        must_be(Hand, hand, "a hand: expected a Hand")
    shown = hand
    seen = SeatView.__new__(SeatView)
    seen._data = None
    seen._hand = shown.copy()
    seen._seat = -1
    if seat is not None:
        chair = seat if type(seat) is int and 0 <= seat < MAX_SEATS else MAX_SEATS
        if chair >= seen._hand._state.seats:
            chair = check_seat("seat", seat, seen._hand._state.seats, ", or None for a spectator")
        seen._seat = chair
    return seen


def view_of_data(data: dict[str, Any]) -> SeatView:
    """A pickled view."""
    return SeatView(**data)


def redact(event: Event, seat: int | None) -> Event:
    """The event as the seat may see it: a card dealt to another seat is hidden."""
    if type(event) is Dealt and event.seat != seat:
        return HIDDEN[event.seat]
    return event


def watcher(seat: int | None) -> str:
    return "a spectator" if seat is None else seat_name(seat)


def summary(view: View) -> str:
    cards = " ".join(str(card) for card in view.hole) or "no cards"
    board = " ".join(str(card) for card in view.board) or "no board"
    turn = "the hand is over" if view.turn is None else f"{seat_name(view.turn)} to act"
    return f"{cards}, {view.street}, {board}, pot {view.pot}, {turn}"


HIDDEN = tuple([Dealt(seat) for seat in range(MAX_SEATS)])
