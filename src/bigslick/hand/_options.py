"""The options of the seat to act, made once for equal decisions and then shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bigslick.core.codes import FORBIDDEN, RIVER
from bigslick.core.hand import State

if TYPE_CHECKING:
    from collections.abc import Callable

COMPILED = not __file__.endswith(".py")

PLACES = 4096
NONE = range(0)
"""An empty range: encoding leaves a field out if it holds this very object, not just an equal one."""


class KeptOptions:
    """Options and the numbers that determine them; never changed once made."""

    def __init__(self) -> None:
        self.seat = self.opens = self.free_fold = 0
        self.to_call = self.min_to = self.max_to = self.all_in = 0
        self.made: Any = None


class OptionsCache:
    """Builds `Options` and caches them in a few thousand slots."""

    def __cinit__(self) -> None:  # only the compiled class calls this
        self._kept: list[KeptOptions | None] = [None] * PLACES

    def __init__(self, kind: Callable[..., Any]) -> None:
        """Take the class to build, with fields `seat`, `fold`, `check`, `call`, `bet_to`, `raise_to` and `all_in`."""
        self._kind = kind
        self._kept = [None] * PLACES

    def of(self, state: State) -> Any:
        """Return the options of the seat to act in a betting round; never change them, as other hands share them."""
        if state is None:
            raise TypeError("expected the State whose options are wanted")
        seat = state.turn
        if seat < 0 or state.street > RIVER:
            raise ValueError("no seat is to bet now: options are for the seat whose turn it is")
        all_in = all_in_total(state)
        opens = 1 if state.current == 0 else 0
        place = (seat + 3 * state.to_call + 7 * state.min_to + 31 * state.max_to + 61 * (all_in + 1)) % PLACES
        kept = self._kept[place]
        if (
            kept is not None
            and kept.seat == seat
            and kept.to_call == state.to_call
            and kept.min_to == state.min_to
            and kept.max_to == state.max_to
            and kept.all_in == all_in
            and kept.opens == opens
            and kept.free_fold == state.terms.open_fold
        ):
            return kept.made
        kept = KeptOptions()
        kept.seat = seat
        kept.to_call = state.to_call
        kept.min_to = state.min_to
        kept.max_to = state.max_to
        kept.all_in = all_in
        kept.opens = opens
        kept.free_fold = state.terms.open_fold
        wager = range(state.min_to, state.max_to + 1) if state.max_to > 0 else NONE
        kept.made = self._kind(
            seat=seat,
            fold=state.to_call > 0 or kept.free_fold != 0,
            check=state.to_call == 0,
            call=state.to_call,
            bet_to=wager if opens else NONE,
            raise_to=NONE if opens else wager,
            all_in=None if all_in == FORBIDDEN else all_in,
        )
        self._kept[place] = kept
        return kept.made


def all_in_total(state: State) -> int:
    """Return the total bet of the seat to act if it goes all-in; FORBIDDEN if the rules forbid that."""
    if state is None or state.turn < 0:
        raise ValueError("no seat is to act: an all-in is for the seat whose turn it is")
    seat = state.turn
    all_in = state.bet[seat] + state.stack[seat]
    if state.stack[seat] <= state.to_call or state.max_to == all_in:
        return all_in
    if state.max_to == 0 and state.to_call > 0 and not state.answerable(seat):
        return state.bet[seat] + state.to_call
    return FORBIDDEN
