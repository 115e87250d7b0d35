"""The options of the seat to act: `60 in hand.options.raise_to`."""

from __future__ import annotations

import msgspec

from ._options import NONE
from .actions import Action, AllIn, Bet, Call, Check, Fold, Muck, Raise, RunOut, Show
from .refusals import seat_name


class Options(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Everything the seat to act can do: `60 in options.raise_to`. Encoding leaves out what it cannot do."""

    seat: int
    fold: bool = False
    check: bool = False
    call: int = 0
    """Chips to add for a call; 0 when there is nothing to call."""
    bet_to: range = NONE
    """The totals the seat can bet, from the smallest, [0], to the largest, [-1]; empty if it cannot bet."""
    raise_to: range = NONE
    """The totals the seat can raise to, from the smallest, [0], to the largest, [-1]; empty if it cannot raise.

    [1] is a chip above the smallest. On the wire it is the pair of the least and the most.
    """
    all_in: int | None = None
    """The seat's total bet after `AllIn`; None if the rules forbid it."""
    show: bool = False
    muck: bool = False
    boards: range = NONE
    """How many boards the seat can agree to run out; empty when it is not asked."""

    @property
    def wager_to(self) -> range:
        """The totals for a bet or a raise, whichever is open."""
        return self.bet_to or self.raise_to

    @property
    def give_up(self) -> Action:
        """The default action for a seat that does not play: check if that is free, otherwise fold; at showdown muck.

        It agrees to one board.
        """
        if self.boards:
            return RunOut(boards=1)
        if self.show:
            return Muck() if self.muck else Show()
        return Check() if self.check else Fold()

    @property
    def dead_hand(self) -> Action:
        """Fold an absent player's hand, even if checking is free (TDA 30)."""
        return Fold() if self.fold else self.give_up

    @property
    def actions(self) -> tuple[Action, ...]:
        """One action of each legal kind; the smallest total represents a wager's range."""
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
        if self.boards:
            found.append(RunOut(boards=self.boards[0]))
        return tuple(found)

    def allows(self, action: object, bet: int = 0) -> bool:
        """Whether an action is legal now; `bet` is the seat's bet in front, for a raise given in added chips."""
        if not any(type(action) is type(legal) for legal in self.actions):
            return False
        if isinstance(action, Raise) and action.add is not None:
            return bet + action.add in self.raise_to
        if isinstance(action, RunOut):
            return action.boards in self.boards
        return not isinstance(action, Bet | Raise) or action.to in self.wager_to

    def _repr_html_(self) -> str:
        return f"<p>{seat_name(self.seat)} may {self}.</p>"

    def __str__(self) -> str:
        """Say the options as a player would: "fold, call 20, raise to 40-1000, all-in 1000"."""
        said = [word for word, legal in (("fold", self.fold), ("check", self.check)) if legal]
        if self.call:
            said.append(f"call {self.call}")
        for word, totals in (("bet", self.bet_to), ("raise to", self.raise_to)):
            if totals:
                said.append(f"{word} {totals[0]}" + (f"-{totals[-1]}" if len(totals) > 1 else ""))
        if self.all_in is not None:
            said.append(f"all-in {self.all_in}")
        said += [word for word, legal in (("show", self.show), ("muck", self.muck)) if legal]
        if self.boards:
            said.append(f"run it 1-{self.boards[-1]} times")
        return ", ".join(said)
