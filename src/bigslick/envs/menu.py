"""A learner's actions: a menu of fold, check or call, parts of the pot, the minimum and all-in."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bigslick.errors import BigslickError
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Raise
from bigslick.hand.options import Options
from bigslick.hand.view import View

from .codes import CALL_ENTRY, FOLD_ENTRY, MAX_ENTRY, MIN_ENTRY, MOST_ENTRIES, MOST_PART

Entry: TypeAlias = str | float
"""One menu action: "fold", "call", "min", "all-in", or a part of the pot such as 0.5."""

MENU: Final[tuple[Entry, ...]] = ("fold", "call", "min", 0.5, 0.75, 1.0, 1.5, "all-in")
"""The default menu."""

_WORDS: Final = {"fold": FOLD_ENTRY, "call": CALL_ENTRY, "min": MIN_ENTRY, "all-in": MAX_ENTRY}


class BadEnv(BigslickError, ValueError):
    """An environment that cannot be made or reset as requested; the sentence says what is wrong and what is legal."""

    __module__ = "bigslick.envs"


class Menu:
    """A menu of actions for the seat to act.

    A part of the pot is a wager to the current bet plus that part of the pot after a call, clamped to the legal range.
    If several actions give the same total, only one is legal: all-in before the minimum before parts of the pot.
    """

    def __init__(self, entries: Sequence[Entry] = MENU) -> None:
        if isinstance(entries, str) or not isinstance(entries, Sequence) or not 2 <= len(entries) <= MOST_ENTRIES:
            raise BadEnv(f"actions={reprlib.repr(entries)}: expected 2 to {MOST_ENTRIES} actions, as in {MENU}")
        self.entries = tuple(entries)
        self.codes = tuple([_entry(entry) for entry in self.entries])
        for word in ("fold", "call"):
            if word not in self.entries:
                raise BadEnv(f"the actions have no {word!r}: expected it, for there must always be a legal action")
        if len(set(self.codes)) != len(self.codes):
            raise BadEnv(f"actions={self.entries}: an action appears twice")
        parts = [code for code in self.codes if code > 0]
        if parts != sorted(parts):
            raise BadEnv(f"actions={self.entries}: expected parts of the pot in rising order")

    def __len__(self) -> int:
        return len(self.entries)

    def totals(self, view: View) -> list[int | None]:
        """Return the total that each action bets or raises to: 0 for a check or call, -1 for a fold, None if masked."""
        options = _options(view)
        span = options.wager_to
        found: list[int | None] = []
        taken: set[int] = set()
        if span:
            taken |= {span[-1]} if "all-in" in self.entries else set()
            taken |= {span[0]} if "min" in self.entries else set()
        for code in self.codes:
            if code == FOLD_ENTRY:
                found.append(-1 if options.call else None)
            elif code == CALL_ENTRY:
                found.append(0)
            elif not span:
                found.append(None)
            elif code == MAX_ENTRY:
                found.append(span[-1])
            elif code == MIN_ENTRY:
                found.append(span[0] if len(span) > 1 or "all-in" not in self.entries else None)
            else:
                to = self._part(view, options, code)
                found.append(None if to in taken else to)
                taken.add(to)
        return found

    def mask(self, view: View) -> NDArray[np.int8]:
        """Return 1 for each action that is legal now."""
        return np.array([total is not None for total in self.totals(view)], np.int8)

    def action(self, view: View, index: int) -> Action:
        """Translate a menu action; an illegal one becomes the nearest legal one."""
        if not 0 <= index < len(self.codes):
            raise BadEnv(f"the action is {index}: expected 0 to {len(self.codes) - 1}")
        options, code = _options(view), self.codes[index]
        span = options.wager_to
        if code == FOLD_ENTRY and options.call:
            return Fold()
        if code in (FOLD_ENTRY, CALL_ENTRY) or not span:
            return Call() if options.call else Check()
        to = span[0] if code == MIN_ENTRY else span[-1] if code == MAX_ENTRY else self._part(view, options, code)
        return Bet(to=to) if options.bet_to else Raise(to=to)

    @staticmethod
    def _part(view: View, options: Options, part: int) -> int:
        span = options.wager_to
        return min(max(view.current_bet + (view.pot + options.call) * part // 1000, span[0]), span[-1])


def _options(view: View) -> Options:
    options = view.options
    if options is None:
        raise BadEnv("it is not this seat's turn: a menu is for the seat to act")
    return options


def _entry(entry: object) -> int:
    if isinstance(entry, str) and entry in _WORDS:
        return _WORDS[entry]
    if isinstance(entry, int | float) and not isinstance(entry, bool) and 0 < entry <= MOST_PART / 1000:
        part = round(entry * 1000)
        if part > 0 and abs(part - entry * 1000) < 1e-6:
            return part
    known = ", ".join(repr(word) for word in _WORDS)
    raise BadEnv(
        f"{reprlib.repr(entry)} is not an action of a menu: expected {known}, or a part of the pot such as 0.5, in "
        f"thousandths and at most {MOST_PART // 1000}"
    )
