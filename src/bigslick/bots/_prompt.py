"""Asking a bot for an action, and reading the plain answers at C speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.codes import CALL, FOLD
from bigslick.core.hand import State

if TYPE_CHECKING:
    from collections.abc import Callable

COMPILED = cython.compiled


class Prompt:
    """Asks one player; functions that are handed in deal with unusual answers and failures.

    `busy` is set exactly while the player thinks, so that a signal's handler may interrupt the player and nothing
    else; if it does, it sets `late`, which holds even where the player swallows the interruption. Once `stopped` is
    set, the player is no longer asked.
    """

    def __init__(
        self,
        decide: Callable[[Any], object],
        kinds: tuple[type, ...],
        judge: Callable[[State, object], int],
        fail: Callable[[State, BaseException | None], int],
    ) -> None:
        """Take the player's function and the types of the actions fold, check, call, bet and raise.

        `judge` gives the int for any other answer, `fail` for an exception, or for None when the player was stopped or
        was late and answered all the same; what they give must be legal.
        """
        self._decide = decide
        self._fold, self._check, self._call, self._bet, self._raise = kinds
        self._judge = judge
        self._fail = fail
        self.asked = 0
        self.busy = self.late = self.stopped = 0

    def ask(self, view: object, state: State) -> int:
        """The player's action as the int of a legal action of the state."""
        self.asked += 1
        if self.stopped:
            return self._fail(state, None)
        self.late = 0
        self.busy = 1
        try:
            action: Any = self._decide(view)
        except BaseException as error:
            self.busy = 0
            return self._fail(state, error)
        self.busy = 0
        if self.late:
            return self._fail(state, None)
        kind = type(action)
        if kind is self._call:
            if state.to_call > 0:
                return CALL
        elif kind is self._check:
            if state.to_call == 0:
                return CALL
        elif kind is self._fold:
            if state.to_call > 0 or state.terms.open_fold:
                return FOLD
        elif kind is self._raise if state.current > 0 else kind is self._bet:
            to = action.to
            if type(to) is int:
                try:
                    code = to
                except OverflowError:  # more than any stack, to the compiled core
                    code = 0
                if code > 0 and state.min_to <= code <= state.max_to:
                    return code
        return self._judge(state, action)
