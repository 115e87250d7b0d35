# cython: auto_pickle=False, nonecheck=True
# mypy: disable-error-code="no-any-return"
"""One seat's view of a hand, computed from the core's state when a name is read.

`view(hand, seat)` copies the state without the deck and other seats' hole cards, so the view contains nothing hidden. A
bot in a match or tournament sees the running state itself: `Prompt` opens that view for the decision and closes it
afterwards. Python cannot get from a view to its state, not even through the garbage collector, which does not track
these objects. Code in the same process can still search memory for the hand itself, so run bots that you do not trust
in their own process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.cards import Card
from bigslick.checks import must_be, whole
from bigslick.core.codes import MAX_CHIPS, MAX_SEATS, RIVER, UNKNOWN
from bigslick.core.hand import State

from . import _past as pasts
from . import _start as starts
from . import hand as hands
from .events import STREETS, Dealt, Event, Shown, Street
from .hand import Hand
from .options import Options
from .result import Pot
from .setup import board_places, check_seat, dealing_order, hole_places
from .status import Status, statuses_of
from .view_data import StaleView, ViewData, view_html, view_text

COMPILED = cython.compiled

NAMES = ViewData.__struct_fields__


# Untracked by the garbage collector, which would reveal a view's contents; so nothing in a view may refer back to it.
@cython.no_gc
@cython.cclass
class SeatView:
    """One seat's view, with the names in `ViewData`.

    `view(hand, seat)` makes one that does not change as the hand continues. The view that a match shows to a bot
    follows the hand and can be read only while the bot decides; `copy()` makes one to keep.
    """

    __slots__ = (
        *("_ante", "_big", "_borrows", "_codes", "_count", "_events", "_open", "_options", "_seat", "_small"),
        *("_state", "_whole"),
    )

    names = NAMES
    """A view's names, in order."""

    _state: Any
    _options: Any
    _events: Any
    _whole: Any
    _codes: Any
    _seat: int
    _count: int
    _small: int
    _big: int
    _ante: int
    _open: bool
    _borrows: bool

    def __init__(self) -> None:
        raise TypeError("a view is made by view(hand, seat); one with values of your own is a ViewData")

    def _now(self) -> State:
        """Return the state behind the view, if reading is still allowed."""
        if not self._open:
            raise StaleView("the decision that this view was for is over: keep what you read, or view.copy()")
        return self._state

    def _show(self, state: State) -> int:
        """Show a borrowed state to the seat to act for one decision; only the state's owner can call this."""
        if self._borrows and state is self._state:
            self._seat = state.turn
            self._options = self._events = None
            self._open = True
        return 0

    def _close(self) -> int:
        """End the decision: a borrowed state is no longer shown."""
        if self._borrows:
            self._open = False
            self._options = self._events = None
        return 0

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a spectator."""
        self._now()
        return self._seat if self._seat >= 0 else None

    @property
    def street(self) -> Street:
        """The street being played."""
        return STREETS[hands.street_of(self._now())]

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the hand is over."""
        turn = self._now().turn
        return turn if turn >= 0 else None

    @property
    def hole(self) -> tuple[Card, ...]:
        """The seat's own two cards."""
        state = self._now()
        return hands.hole_of(state, self._seat) if self._seat >= 0 else ()

    @property
    def board(self) -> tuple[Card, ...]:
        """The board so far."""
        return hands.board_of(self._now())

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """Every board of the hand: one, the two of a double board, or as many as were run out; `board` is the first."""
        return hands.boards_of(self._now())

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        return self._now().stacks()

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front on this street, by seat."""
        return self._now().bets()

    @property
    def committed(self) -> tuple[int, ...]:
        """Chips put in over the whole hand that others must match, by seat."""
        return self._now().committed()

    @property
    def pot(self) -> int:
        """All chips in the middle, including the bets in front."""
        return self._now().middle

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, main pot first: the chips from finished streets."""
        return hands.pots_of(self._now())

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that can still win a pot."""
        return self._now().live_seats()

    @property
    def statuses(self) -> tuple[Status, ...]:
        """Whether each seat is active, folded, all-in, busted or empty."""
        return statuses_of(self._now())

    @property
    def current_bet(self) -> int:
        """The total that a call must match on this street; 0 when nothing is bet."""
        return self._now().current

    @property
    def last_full_raise(self) -> int:
        """The last full bet or raise on this street; 0 once betting is over."""
        return self._now().full_raise()

    @property
    def acted(self) -> tuple[int, ...]:
        """The live seats that have acted since the street or a full bet or raise last opened the betting."""
        return self._now().acted_seats()

    @property
    def may_raise(self) -> tuple[int, ...]:
        """The seats that can bet or raise on their turn, after the betting so far."""
        return self._now().open_seats()

    @property
    def button(self) -> int:
        """The button's seat."""
        return self._now().button

    @property
    def small_blind(self) -> int:
        """The hand's small blind."""
        self._now()
        return self._small

    @property
    def big_blind(self) -> int:
        """The hand's big blind."""
        self._now()
        return self._big

    @property
    def ante(self) -> int:
        """The hand's ante."""
        self._now()
        return self._ante

    @property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """Tabled hands, by seat."""
        if self._now().street <= RIVER:
            return {}
        return {event.seat: event.cards for event in self.events if type(event) is Shown}

    @property
    def options(self) -> Options | None:
        """The seat's options; None when it is not its turn."""
        state = self._now()
        if self._options is None and self._seat >= 0 and self._seat == state.turn:
            self._options = hands.options_of(state)
        return self._options

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, without other seats' cards."""
        state = self._now()
        if self._events is None:
            self._events = (
                self.copy().events if self._borrows else events_before_showdown(state, self._codes, self._count)
            )
        return self._events

    def copy(self) -> SeatView:
        """Return a view that does not change as the hand continues."""
        self._now()
        return view(self._whole(), self.seat) if self._borrows else self

    def data(self) -> ViewData:
        """Return the whole view as data, to be stored, sent or changed."""
        return ViewData(**self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        """Return the whole view by name."""
        return {name: getattr(self, name) for name in NAMES}

    def __eq__(self, other: object) -> bool:
        if type(other) is not SeatView and type(other) is not ViewData:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in NAMES)

    __hash__ = None  # type: ignore[assignment]  # what was shown is a dict

    def __copy__(self) -> SeatView:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> SeatView:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return ViewData.from_dict, (self.as_dict(),)

    def __repr__(self) -> str:
        return view_text(self) if self._open else "<View of a decision that is over>"

    def _repr_html_(self) -> str:
        return view_html(self)


def view(hand: Hand, seat: int | None) -> SeatView:
    """Return the hand as the seat sees it, or as a spectator does for None."""
    if type(hand) is not Hand:
        must_be(Hand, hand, "a hand: expected a Hand")
    shown = hand
    state = shown._state
    chair = -1
    if seat is not None:
        chair = seat if type(seat) is int and 0 <= seat < MAX_SEATS else MAX_SEATS
        if chair >= state.seats:
            chair = check_seat("seat", seat, state.seats, ", or None for a spectator")
    start = shown._start
    seen = new_view(copy_for(state, chair, starts.public_terms(start)), chair)
    seen._small = start.small_blind
    seen._big = start.big_blind
    seen._ante = start.ante
    seen._codes = shown._past.codes
    seen._count = shown._count
    if state.street > RIVER:
        seen._events = tuple([redact(event, seat) for event in shown.events])
    return seen


def live_view(state: State, blinds: tuple[int, int, int], hand: Callable[[], Hand]) -> SeatView:
    """Return a view of a running state, closed until `Prompt` opens it for a decision.

    `blinds` are the small blind, the big blind and the ante; `hand` returns the hand so far, for its events.
    """
    must_be(State, state, "the state of a hand: expected a State")
    if not callable(hand):
        raise TypeError("expected a function that gives the hand so far")
    small, big, ante = [whole("a blind", chips, 0, MAX_CHIPS) for chips in blinds]
    seen = new_view(state, -1)
    seen._open = False
    seen._borrows = True
    seen._whole = hand
    seen._small = small
    seen._big = big
    seen._ante = ante
    return seen


def new_view(state: State, seat: int) -> SeatView:
    """Return a seat's view of a state; -1 is a spectator."""
    seen = SeatView.__new__(SeatView)
    seen._state = state
    seen._seat = seat
    seen._open = True
    seen._borrows = False
    seen._count = 0
    seen._codes = seen._events = seen._options = seen._whole = None
    return seen


def copy_for(state: State, seat: int, public: Any) -> State:
    """Copy a state without the deck and without other seats' hole cards."""
    twin = state.copy()
    twin.terms = public
    for other in range(MAX_SEATS):
        twin.strength[other] = 0
        if other != seat:
            twin.hole[2 * other] = UNKNOWN
            twin.hole[2 * other + 1] = UNKNOWN
    if twin.shuffled:
        for place in range(52):
            twin.deck[place] = UNKNOWN
    return twin


def events_before_showdown(state: State, codes: list[int], count: int) -> tuple[Event, ...]:
    """Return a hand's events in a betting round, replayed with the cards that the state's seat sees."""
    terms = state.terms.without_cards()
    order = dealing_order(terms.stacks(), terms.button)
    for seat in order:
        first, second = hole_places(order, seat)
        terms.deck[first] = state.hole[2 * seat]
        terms.deck[second] = state.hole[2 * seat + 1]
    burn, double = terms.burn != 0, terms.double_board != 0
    for board in range(1 + terms.double_board):
        places = board_places(len(order), burn=burn, double_board=double, board=board)
        for i in range(state.board_count):
            terms.deck[places[i]] = state.board[i] if board == 0 else state.further[i]
    past = pasts.past_of(codes[:count])
    past.read_on(terms)
    return tuple(past.events)


def redact(event: Event, seat: int | None) -> Event:
    """Return the event as the seat sees it: a card dealt to another seat is hidden."""
    if type(event) is Dealt and event.seat != seat:
        return HIDDEN[event.seat]
    return event


HIDDEN = tuple([Dealt(seat) for seat in range(MAX_SEATS)])
