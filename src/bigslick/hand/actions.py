"""The actions a player can request."""

from __future__ import annotations

import reprlib
from typing import Any, Final

import msgspec

from bigslick.checks import converts, is_whole
from bigslick.errors import BigslickError


class IllegalAction(BigslickError, ValueError):
    """An action that the rules refuse; the hand has not changed, and `rule` names the rule."""

    __module__ = "bigslick"

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


# Actions are never part of a cycle; without the garbage collector they are made a third faster.
class Fold(msgspec.Struct, frozen=True, tag="fold", gc=False, forbid_unknown_fields=True):
    """Leave the hand."""


class Check(msgspec.Struct, frozen=True, tag="check", gc=False, forbid_unknown_fields=True):
    """Stay in for free."""


class Call(msgspec.Struct, frozen=True, tag="call", gc=False, forbid_unknown_fields=True):
    """Match the bet, or go all-in for less."""


class _Wager(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    # Accepts a bare number only to refuse `Raise(60)` with a question: 60 in total, or 60 more?
    bare: None = None


class Bet(_Wager, frozen=True, kw_only=True, tag="bet", gc=False):
    """Open a street's betting: `Bet(to=60)`."""

    to: int

    def __post_init__(self) -> None:
        if type(self.to) is not int or self.bare is not None:
            _check_wager(self, to=self.to)

    def __repr__(self) -> str:
        return f"Bet(to={self.to})"


class Raise(_Wager, frozen=True, kw_only=True, tag="raise", gc=False):
    """Raise: `Raise(to=60)` is the total bet on this street, `Raise(add=60)` the chips taken from the stack."""

    to: int | None = None
    add: int | None = None

    def __post_init__(self) -> None:
        if type(self.to) is not int or self.add is not None or self.bare is not None:
            _check_wager(self, to=self.to, add=self.add)

    def __repr__(self) -> str:
        return f"Raise(add={self.add})" if self.to is None else f"Raise(to={self.to})"


class AllIn(msgspec.Struct, frozen=True, tag="all_in", gc=False, forbid_unknown_fields=True):
    """Put in every chip, as a bet, a raise or a call, whichever it amounts to."""


class Show(msgspec.Struct, frozen=True, tag="show", gc=False, forbid_unknown_fields=True):
    """Table the hand at showdown; `cards` names the cards if they are not in the record."""

    cards: str | None = None


class Muck(msgspec.Struct, frozen=True, tag="muck", gc=False, forbid_unknown_fields=True):
    """Muck the hand unseen at showdown."""


class RunOut(msgspec.Struct, frozen=True, kw_only=True, tag="run_out", gc=False, forbid_unknown_fields=True):
    """Agree to run out an all-in hand on several boards: `RunOut(boards=2)`; the fewest that anyone wants are dealt."""

    boards: int

    def __post_init__(self) -> None:
        if not is_whole(self.boards):
            raise TypeError(
                f"boards={self.boards!r} is not a number of boards: expected a whole number, as in boards=2"
            )


Action = Fold | Check | Call | Bet | Raise | AllIn | Show | Muck | RunOut
ACTIONS: Final = (Fold, Check, Call, Bet, Raise, AllIn, Show, Muck, RunOut)


def _check_wager(wager: _Wager, **amounts: Any) -> None:
    """Refuse a wager that does not name exactly one amount in whole chips."""
    kind, said = type(wager).__name__, {name: value for name, value in amounts.items() if value is not None}
    forms = " or ".join(f"{kind}({name}={60 if wager.bare is None else wager.bare!r})" for name in amounts)
    if wager.bare is not None or len(said) != 1:
        more = ", add= the chips you put in" if "add" in amounts else ""
        raise TypeError(f"say {forms}: to= is the total on this street{more}")
    ((name, value),) = said.items()
    if not is_whole(value):
        kind = converts(value) or " (int)"
        raise TypeError(f"{name}={reprlib.repr(value)} is not an amount of chips: chips are whole numbers{kind}")
