"""A view that works out what is looked at: for bots that are asked a million times and read a few things each time."""

from __future__ import annotations

from collections.abc import Callable

from ..actions import Options
from ..cards import DECK, Card
from ..core import codes
from ..core.hand import State
from ..events import STREETS, Event, Street
from ..hand import Hand, Pot
from ..referee import all_in_total
from ..views import View, view


class Sight:
    """The view of the seat to act, by the same names as `View`; `view()` is the whole of it as data.

    It holds a copy of the state, so it stays true when the hand goes on, but events are told only until then.
    """

    __slots__ = ("_options", "_seen", "_state", "_whole", "seat")

    def __init__(self, state: State, whole: Callable[[], Hand]) -> None:
        """Look at the seat to act; `whole` tells the hand up to here, should somebody ask for its events."""
        self._state = state.copy()
        self._whole = whole
        self._options: Options | None = None
        self._seen: View | None = None
        self.seat: int = state.turn

    def view(self) -> View:
        """The same as a `View`."""
        if self._seen is None:
            seen = view(self._whole(), self.seat)
            if seen.committed != self._state.committed() or seen.hole != self.hole:
                raise RuntimeError("the hand has gone on: ask for events, pots and view() while the bot decides")
            self._seen = seen
        return self._seen

    @property
    def street(self) -> Street:
        """The street being played."""
        return STREETS[self._state.street]

    @property
    def turn(self) -> int:
        """The seat to act, which is this one."""
        return self.seat

    @property
    def hole(self) -> tuple[Card, ...]:
        """The seat's two cards."""
        first, second = self._state.holes(self.seat)
        return (DECK[first], DECK[second])

    @property
    def board(self) -> tuple[Card, ...]:
        """The board so far."""
        return tuple([DECK[card] for card in self._state.board_cards()])

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        return self._state.stacks()

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front on this street, by seat."""
        return self._state.bets()

    @property
    def committed(self) -> tuple[int, ...]:
        """Chips put in over the whole hand, by seat."""
        return self._state.committed()

    @property
    def pot(self) -> int:
        """All chips in the middle."""
        return self._state.middle

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots of the streets that are done."""
        return self.view().pots

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that may still win a pot."""
        return tuple([seat for seat, status in enumerate(self._state.statuses()) if status == codes.LIVE])

    @property
    def button(self) -> int:
        """The button's seat."""
        return self._state.button

    @property
    def small_blind(self) -> int:
        """The small blind of the hand."""
        return self.view().small_blind

    @property
    def big_blind(self) -> int:
        """The big blind of the hand."""
        return self._state.terms.price

    @property
    def ante(self) -> int:
        """The ante of the hand."""
        return self.view().ante

    @property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """Hands that were tabled: none before a showdown."""
        return {}

    @property
    def options(self) -> Options:
        """What the seat may do."""
        if self._options is None:
            state = self._state
            wager = range(state.min_to, state.max_to + 1) if state.max_to else _NONE
            self._options = Options(
                seat=self.seat,
                fold=state.to_call > 0 or bool(state.terms.open_fold),
                check=state.to_call == 0,
                call=state.to_call,
                bet_to=_NONE if state.current else wager,
                raise_to=wager if state.current else _NONE,
                # In no-limit the most is all: asking the referee each time would take longer than everything else.
                all_in=state.max_to if state.max_to and not state.terms.limit else all_in_total(state, self.seat),
            )
        return self._options

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, with the cards of others left out."""
        return self.view().events


_NONE = range(0)
