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

    It shows the hand as it is at the moment, and the next decision is shown by the same object: a bot that wants to
    remember what it saw keeps what it read, or `view()`.
    """

    __slots__ = ("_seen", "_state", "_whole")

    def __init__(self, state: State, whole: Callable[[], Hand]) -> None:
        """Look at the seat to act; `whole` tells the hand up to here, should somebody ask for its events."""
        self._state = state
        self._whole = whole
        self._seen: tuple[object, View] | None = None

    def view(self) -> View:
        """The same as a `View`, which stays as it is when the hand goes on."""
        now = (self._state.dump(), self._state.terms.pack())
        if self._seen is None or self._seen[0] != now:
            self._seen = (now, view(self._whole(), self.seat))
        return self._seen[1]

    @property
    def seat(self) -> int:
        """The seat whose view it is."""
        return self._state.turn

    @property
    def street(self) -> Street:
        """The street being played."""
        return STREETS[self._state.street]

    @property
    def turn(self) -> int:
        """The seat to act, which is this one."""
        return self._state.turn

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
        state = self._state
        if not state.max_to or state.terms.limit or not state.terms.open_fold:
            return self._work_out()  # depends on more than the key
        key = (state.turn, state.to_call, state.min_to, state.max_to, state.current > 0)
        found = _KNOWN.get(key)
        if found is None:
            if len(_KNOWN) >= MOST_KNOWN:
                _KNOWN.clear()
            found = _KNOWN[key] = self._work_out()
        return found

    def _work_out(self) -> Options:
        state = self._state
        wager = range(state.min_to, state.max_to + 1) if state.max_to else _NONE
        return Options(
            seat=self.seat,
            fold=state.to_call > 0 or bool(state.terms.open_fold),
            check=state.to_call == 0,
            call=state.to_call,
            bet_to=_NONE if state.current else wager,
            raise_to=wager if state.current else _NONE,
            # In no-limit the most is all: asking the referee each time would take longer than everything else.
            all_in=state.max_to if state.max_to and not state.terms.limit else all_in_total(state, self.seat),
        )

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, with the cards of others left out."""
        return self.view().events


_NONE = range(0)
MOST_KNOWN = 10_000
# Frozen, so that a million decisions that look alike share one.
_KNOWN: dict[tuple[int, int, int, int, bool], Options] = {}
