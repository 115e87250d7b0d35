"""What a player may wish to do, and what a hand offers him."""

from __future__ import annotations

from typing import Any

import msgspec

from bigslick.errors import BigslickError


class IllegalAction(BigslickError, ValueError):
    """An action that the rules refuse; the hand is as it was. `rule` names the rule."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


def _whole(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}={value!r} is not an amount of chips: chips are whole numbers (int)")


# Without a place in the garbage collector, which actions could never need, they are made a third faster.
class Fold(msgspec.Struct, frozen=True, tag="fold", gc=False, forbid_unknown_fields=True):
    """Leave the hand."""


class Check(msgspec.Struct, frozen=True, tag="check", gc=False, forbid_unknown_fields=True):
    """Stay in for nothing."""


class Call(msgspec.Struct, frozen=True, tag="call", gc=False, forbid_unknown_fields=True):
    """Match the bet, or go all-in for less."""


class Bet(msgspec.Struct, frozen=True, kw_only=True, tag="bet", gc=False, forbid_unknown_fields=True):
    """Open the betting of a street: `Bet(to=60)`."""

    to: int

    def __post_init__(self) -> None:
        if type(self.to) is not int:
            _whole("to", self.to)


class Raise(msgspec.Struct, frozen=True, kw_only=True, tag="raise", gc=False, forbid_unknown_fields=True):
    """Raise: `Raise(to=60)` is the total of the bet on this street, `Raise(add=60)` the chips taken from the stack."""

    to: int | None = None
    add: int | None = None

    def __post_init__(self) -> None:
        if type(self.to) is int and self.add is None:
            return
        if (self.to is None) == (self.add is None):
            raise TypeError("a raise takes either to= (the total on this street) or add= (chips from the stack)")
        _whole("to" if self.add is None else "add", self.to if self.add is None else self.add)


class AllIn(msgspec.Struct, frozen=True, tag="all_in", gc=False, forbid_unknown_fields=True):
    """Put in every chip, as a bet, a raise or a call, whichever it amounts to."""


class Show(msgspec.Struct, frozen=True, tag="show", gc=False, forbid_unknown_fields=True):
    """Table the hand when asked; `cards` names it where the record had not known it."""

    cards: str | None = None


class Muck(msgspec.Struct, frozen=True, tag="muck", gc=False, forbid_unknown_fields=True):
    """Give up the hand unseen when asked."""


Action = Fold | Check | Call | Bet | Raise | AllIn | Show | Muck


class Options(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything the seat to act may do: `60 in options.raise_to`."""

    seat: int
    fold: bool = False
    check: bool = False
    call: int = 0
    """Chips to add for a call; 0 when there is nothing to call."""
    bet_to: range = msgspec.field(default_factory=lambda: range(0))
    """The totals to which the seat may bet; empty when it may not."""
    raise_to: range = msgspec.field(default_factory=lambda: range(0))
    """The totals to which the seat may raise; empty when it may not."""
    all_in: int | None = None
    """The total that `AllIn` would make of the seat's bet; None where the rules forbid it."""
    show: bool = False
    muck: bool = False

    @property
    def wager_to(self) -> range:
        """The totals of a bet or a raise, whichever is open."""
        return self.bet_to or self.raise_to

    @property
    def actions(self) -> tuple[Action, ...]:
        """One action of each kind that is legal now; a wager stands for its range with the smallest total."""
        found: list[Action] = []
        if self.fold:
            found.append(Fold())
        if self.check:
            found.append(Check())
        if self.call:
            found.append(Call())
        if self.bet_to:
            found.append(Bet(to=self.bet_to[0]))
        if self.raise_to:
            found.append(Raise(to=self.raise_to[0]))
        if self.all_in is not None:
            found.append(AllIn())
        if self.show:
            found.append(Show())
        if self.muck:
            found.append(Muck())
        return tuple(found)
