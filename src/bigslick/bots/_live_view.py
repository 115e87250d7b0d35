# cython: nonecheck=True
"""A hand as one seat sees it while it is asked, worked out name by name as the bot reads it.

Nothing here leads to another seat's cards: what is public is read from the state, and of the hole cards only those of
the seat that is asked, while it is asked. A player who keeps the view, or reads it from another thread, sees what a
spectator sees.
"""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.checks import must_be
from bigslick.core.codes import OVER, RIVER
from bigslick.core.hand import State
from bigslick.hand._options import OptionsCache
from bigslick.hand.status import Status, statuses_of

if TYPE_CHECKING:
    from collections.abc import Callable

COMPILED = cython.compiled


class LiveView:
    """The view of the seat that is asked, by the names of a view; `view()` is the whole of it as data.

    It shows the hand as it is at the moment, and the next decision is shown by the same object: to remember what it
    saw, a bot keeps what it read, or `view()`. The table decides who may look and when, not the player, so the names
    for that are private.
    """

    def __init__(
        self,
        state: State,
        cache: OptionsCache,
        cards: tuple[Any, ...],
        streets: tuple[Any, ...],
        blinds: tuple[int, int, int],
        frozen: Callable[[int | None], Any],
    ) -> None:
        """Show a state: `cards` and `streets` are what its numbers are shown as, `blinds` are small blind, big blind
        and ante, and `frozen` gives the whole view of a seat or a spectator, for what is too costly to compute here.
        """
        must_be(State, state, "the state of a hand: expected a State")
        must_be(OptionsCache, cache, "a cache of options: expected an OptionsCache")
        if not callable(frozen):
            raise TypeError(f"{reprlib.repr(frozen)} is not a function: expected one that gives the view of a seat")
        cards, streets = tuple(cards), tuple(streets)
        posted: tuple[int, ...] = tuple(blinds)
        if len(cards) != 52 or len(streets) != OVER or len(posted) != 3:
            given = f"{len(cards)} cards, {len(streets)} streets and {len(posted)} blinds"
            raise ValueError(f"{given} cannot show a hand: expected 52, {OVER} and 3")
        self._state = state
        self._cache = cache
        self._cards = cards
        self._streets = streets
        self._blinds = posted
        self._frozen = frozen
        self._seat = -1
        self._options = None
        self._view = None

    def _look(self) -> None:
        """Show the hand as it is now to the seat to act."""
        self._seat = self._state.turn
        self._options = None
        self._view = None

    def _leave(self) -> None:
        """The decision is over: until the next one, show what a spectator sees."""
        self._seat = -1
        self._options = None
        self._view = None

    def view(self) -> Any:
        """The same as data, which stays as it is when the hand goes on."""
        if self._seat < 0:
            return self._frozen(None)
        if self._view is None:
            self._view = self._frozen(self._seat)
        return self._view

    @property
    def options(self) -> Any:
        """What the seat may do; None when it is not asked."""
        if self._options is None:
            if self._seat < 0:
                return None
            if self._state.street > RIVER:
                return self.view().options
            self._options = self._cache.of(self._state)
        return self._options

    @property
    def seat(self) -> int | None:
        """The seat whose view it is; None is a spectator."""
        return self._seat if self._seat >= 0 else None

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        return self._state.turn if self._state.turn >= 0 else None

    @property
    def street(self) -> Any:
        """The street being played."""
        if self._state.street == OVER:
            return self.view().street
        return self._streets[self._state.street]

    @property
    def hole(self) -> tuple[Any, ...]:
        """The seat's two cards."""
        if self._seat < 0:
            return ()
        first = self._state.hole[2 * self._seat]
        second = self._state.hole[2 * self._seat + 1]
        if first < 0 or second < 0:  # no record names them
            return tuple(self.view().hole)
        return (self._cards[first], self._cards[second])

    @property
    def board(self) -> tuple[Any, ...]:
        """The board so far."""
        if self._state.board_count == 0:
            return ()
        dealt = range(self._state.board_count)
        return tuple([self._cards[self._state.board[i]] for i in dealt if self._state.board[i] >= 0])

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
        """Chips put in over the whole hand that others must match, by seat."""
        return self._state.committed()

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets in front included."""
        return self._state.middle

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that may still win a pot."""
        return self._state.live_seats()

    @property
    def statuses(self) -> tuple[Status, ...]:
        """Whether each seat is active, folded, all-in, busted or empty."""
        return statuses_of(self._state)

    @property
    def current_bet(self) -> int:
        """The total that a call must match on this street; 0 when nothing is bet."""
        return self._state.current

    @property
    def last_full_raise(self) -> int:
        """The last full bet or raise of this street, which the next must at least equal; 0 once betting is over."""
        return self._state.full_raise()

    @property
    def acted(self) -> tuple[int, ...]:
        """The live seats that have acted since betting was last opened: by the street, or by a full bet or raise."""
        return self._state.acted_seats()

    @property
    def may_raise(self) -> tuple[int, ...]:
        """The seats that may bet or raise as the betting stands, on their turn."""
        return self._state.open_seats()

    @property
    def button(self) -> int:
        """The button's seat."""
        return self._state.button

    @property
    def small_blind(self) -> int:
        """The small blind of the hand."""
        return self._blinds[0]

    @property
    def big_blind(self) -> int:
        """The big blind of the hand."""
        return self._blinds[1]

    @property
    def ante(self) -> int:
        """The ante of the hand."""
        return self._blinds[2]

    @property
    def pots(self) -> Any:
        """The pots, main pot first: the chips of the streets that are done."""
        return self.view().pots

    @property
    def shown(self) -> Any:
        """Hands that were tabled, by seat: none before the showdown."""
        return {} if self._state.street <= RIVER else self.view().shown

    @property
    def events(self) -> Any:
        """What happened, with the cards of others left out."""
        return self.view().events
