"""Asks a bot for an action, and reads plain answers at C speed."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Any

from bigslick.checks import must_be, whole
from bigslick.core.codes import CALL, FOLD, MAX_CHIPS
from bigslick.core.hand import State
from bigslick.hand._view import SeatView

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMPILED = not __file__.endswith(".py")

SEAT_VIEW = SeatView  # compiled code finds this faster


class Prompt:
    """Asks one player; the functions passed in handle unusual answers and failures.

    `busy` is set only while the player thinks, so a signal handler can interrupt only the player. If it does, it calls
    `mark_late`, which counts even if the player swallows the interruption. After `stop`, the player is not asked again.
    """

    def __init__(
        self,
        decide: Callable[[Any], object],
        kinds: Sequence[type],
        judge: Callable[[State, object], int],
        fail: Callable[[State, BaseException | None], int],
    ) -> None:
        """Take the player's function and the types for the actions fold, check, call, bet and raise.

        `judge` returns the int for any other answer, and `fail` for an exception, or for None when the player was
        stopped or answered late; what they return must be legal.
        """
        for function in (decide, judge, fail):
            if not callable(function):
                raise TypeError(f"{reprlib.repr(function)} is not a function: expected decide, judge and fail")
        kinds = tuple(kinds)
        if len(kinds) != 5:
            raise ValueError(f"{len(kinds)} types of actions: expected fold, check, call, bet and raise")
        self._decide = decide
        self._fold, self._check, self._call, self._bet, self._raise = kinds
        self._judge = judge
        self._fail = fail
        self.asked = 0
        self.busy = self.late = self.stopped = 0

    def mark_late(self) -> None:
        """Count the pending decision as late, whatever the player answers."""
        self.late = 1

    def stop(self) -> None:
        """Never ask the player again."""
        self.stopped = 1

    def ask(self, view: object, state: State) -> int:
        """Return the player's action as the int of a legal action in the state."""
        must_be(State, state, "the state of a hand: expected a State")
        return self.answer(view, state)

    def answer(self, view: object, state: State) -> int:
        """Ask like `ask`, for compiled code that has a state."""
        self.asked += 1
        if self.stopped:
            return action_code(self._fail(state, None))
        self.late = 0
        shown: Any = view if type(view) is SEAT_VIEW else None
        if shown is not None:
            shown._show(state)
        self.busy = 1
        try:
            action: Any = self._decide(view)
        except BaseException as error:
            self.busy = 0
            if shown is not None:
                shown._close()
            return action_code(self._fail(state, error))
        self.busy = 0
        if shown is not None:
            shown._close()
        if self.late:
            return action_code(self._fail(state, None))
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
                except OverflowError:  # above any stack, in the compiled core
                    code = 0
                if code > 0 and state.min_to <= code <= state.max_to:
                    return code
        return action_code(self._judge(state, action))


def action_code(code: object) -> int:
    """Return the answer of `judge` or `fail` as an int, if it can be an action."""
    return whole("the int of an action", code, FOLD, MAX_CHIPS)
