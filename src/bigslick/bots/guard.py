"""Protects the table from a bot: if it fails, acts illegally or is too slow, it checks or folds, and we count that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from bigslick.checks import must_be
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, IllegalAction, Raise
from bigslick.hand.codec import CALL, FOLD, State, encode
from bigslick.hand.view import View

from ._prompt import Prompt
from .bot import last_line
from .player import Player

MOST_REASONS = 20
OTHER_REASONS = "other reasons"
"""The label for all other reasons."""
PATIENCE = 5
"""A bot is not asked again after this many slow decisions in a row: a stuck one would take days."""
KINDS = (Fold, Check, Call, Bet, Raise)


class TooSlow(BaseException):
    """Interrupts a bot that thinks too long; not an Exception, or a bot's own `except Exception` would swallow it."""


class Question:
    """A question outside the hand, such as an offer; `busy` is set while the player thinks, as in `Prompt`."""

    def __init__(self) -> None:
        self.asked = self.busy = self.late = 0

    def mark_late(self) -> None:
        """Count the answer as late, whatever it is."""
        self.late = 1


class Guard:
    """Asks a bot and never fails: when it has to step in, it counts the reasons.

    `seconds` is the time limit for one decision; 0 = no limit. A `clock` is read after the answer; without one, `Watch`
    raises `TooSlow` in the bot while `prompt.busy`, after `prompt.mark_late()`.
    """

    def __init__(self, player: Player, name: str, seconds: float = 0, clock: Callable[[], float] | None = None) -> None:
        must_be(Player, player, "a player: expected an object with decide(view)")
        self.player = player
        self.name = name
        self.seconds = seconds
        self.faults = 0
        self.reasons: Counter[str] = Counter()
        self._slow = self._last_slow = self._by_view = 0
        self._clock = clock
        self._decide = player.decide
        timed = clock is not None and seconds > 0
        self.prompt = Prompt(self._timed if timed else self._decide, KINDS, self._judge, self._fail)
        self.question = Question()
        self._late_answers = 0

    @property
    def asked(self) -> int:
        """How many decisions the bot got."""
        return self.prompt.asked + self._by_view

    def decide(self, view: View) -> Action:
        """Return the bot's action; if it fails or acts illegally, record why and check or fold."""
        options = view.options
        assert options is not None
        self._by_view += 1
        try:
            action = self._decide(view)  # type: ignore[arg-type]  # its turn
        except Exception as error:
            self.blame(last_line(error))
            return options.give_up
        if options.allows(action, view.bets[options.seat]):
            return action
        self.blame(f"illegal: {action!r}")
        return options.give_up

    def code(self, view: View, state: State) -> int:
        """Return the bot's action as the int of a legal action in the state."""
        return self.prompt.ask(view, state)

    def answer(self, ask: Callable[[Any], object], about: object, instead: object) -> object:
        """Ask one of the player's functions, within the time for a decision; return `instead` if it fails."""
        question = self.question
        if self._late_answers == PATIENCE:
            self.blame(f"no longer asked: too slow {PATIENCE} times in a row")
            return instead
        question.asked += 1
        question.late = 0
        started = self._clock() if self._clock is not None else 0.0
        try:
            try:
                question.busy = 1
                found = ask(about)
            finally:
                question.busy = 0
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            question.busy = 0  # a second interruption may come before the first has cleared this
            if not question.late:
                self.blame(last_line(error))
                return instead
        if self._clock is not None and self.seconds > 0 and self._clock() - started > self.seconds:
            question.mark_late()
        self._late_answers = self._late_answers + 1 if question.late else 0
        if not question.late:
            return found
        self.blame(f"too slow: more than {self.seconds:g} s for an answer")
        return instead

    def blame(self, reason: str) -> None:
        """Count a decision that was made for the bot; reasons after the first twenty count as one."""
        self.faults += 1
        known = reason in self.reasons or len(self.reasons) < MOST_REASONS
        self.reasons[reason if known else OTHER_REASONS] += 1

    def report(self) -> dict[str, object]:
        """Report how many decisions the bot had, how often it was at fault, and why."""
        return {"asked": self.asked, "faults": self.faults, "reasons": dict(self.reasons.most_common())}

    def _timed(self, view: View) -> Action:
        assert self._clock is not None
        started = self._clock()
        try:
            return self._decide(view)  # type: ignore[arg-type]  # its turn
        finally:
            if self._clock() - started > self.seconds:
                self.prompt.mark_late()

    def _judge(self, state: State, action: Any) -> int:
        """Check an answer and return its int, or replace an illegal one."""
        try:
            code = encode(state, action)
        except IllegalAction as error:
            return self._instead(state, f"illegal: {error}")
        except Exception as error:
            return self._instead(state, last_line(error))
        if code > 0 and not state.min_to <= code <= state.max_to:
            return self._instead(state, f"illegal: a wager to {code} where {_range(state)}")
        if code == FOLD and state.to_call == 0 and not state.terms.open_fold:
            return self._instead(state, "illegal: a fold where checking is free")
        return code

    def _fail(self, state: State, error: BaseException | None) -> int:
        """Act for a bot that was too slow or raised an exception, even one meant to end the program."""
        if isinstance(error, KeyboardInterrupt):
            raise error
        if self.prompt.stopped:
            return self._instead(state, f"no longer asked: too slow {PATIENCE} times in a row")
        if self.prompt.late:
            self._slow = self._slow + 1 if self.asked == self._last_slow + 1 else 1
            self._last_slow = self.asked
            if self._slow == PATIENCE:
                self.prompt.stop()
            return self._instead(state, f"too slow: more than {self.seconds:g} s for a decision")
        assert error is not None
        return self._instead(state, last_line(error))

    def _instead(self, state: State, reason: str) -> int:
        self.blame(reason)
        return CALL if state.to_call == 0 else FOLD


def _range(state: State) -> str:
    return f"{state.min_to} to {state.max_to} is allowed" if state.max_to else "none is allowed"
