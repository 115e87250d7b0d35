"""Substantial action: the point after which a misdeal or a wrong level can no longer be corrected (TDA 36)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .actions import Action, AllIn, Bet, Call, Check, Fold, Raise

CHIPLESS: Final = frozenset({"fold", "check"})
WITH_CHIPS: Final = frozenset({"call", "bet", "raise", "all_in"})
_NAMES: Final[dict[type, str]] = {
    Fold: "fold",
    Check: "check",
    Call: "call",
    Bet: "bet",
    Raise: "raise",
    AllIn: "all_in",
}


def substantial_action(actions: Iterable[str]) -> bool:
    """Whether actions in turn are substantial: three of any kind, or two including one that put chips in the pot.

    TDA 36 also describes the second half as "any two actions except two checks or two folds". The two wordings differ
    for a check and a fold; since no chips went in, that pair is not substantial here. Blinds and antes are not actions.
    """
    count = 0
    chips = False
    for action in actions:
        if action in WITH_CHIPS:
            chips = True
        elif action not in CHIPLESS:
            raise ValueError(f"{action!r} is not an action in turn: expected fold, check, call, bet, raise or all_in")
        count += 1
    return count >= 3 or (count == 2 and chips)


def in_turn(actions: Iterable[Action]) -> Iterable[str]:
    """Return the names of the betting actions; shows and run-out agreements come after them."""
    return (_NAMES[type(action)] for action in actions if type(action) in _NAMES)
