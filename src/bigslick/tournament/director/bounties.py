"""Tracks the bounty on every player, to the last unit: who wins it, and how it is split.

The winner of the last pot that a busted player had chips in wins the bounty. Players who split that pot split the
bounty, and odd units go one each from the left of the button, like odd chips. A player who rebuys is not out: the
bounty stays. The event's winner keeps their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import msgspec

from bigslick.shuffle import Keystream
from bigslick.table.ranking import equal_parts

from ..structure.bounties import Bounty


class BountyState(msgspec.Struct, frozen=True):
    """An event's bounties between two hands, as data."""

    heads: list[int]
    won: list[int]
    envelopes: list[int]
    sealed: bool


class BountyPaid(NamedTuple):
    """Money for a knockout, in cash and on the winner's own head; the event's winner is their own victim."""

    entry: int
    victim: int
    cashed: int
    head: int


class Bounties:
    """The bounty on every entry, and what each entry has won so far."""

    def __init__(self, terms: Bounty) -> None:
        self.terms = terms
        self.heads: list[int] = []
        """The bounty on each entry, paid for knocking it out; 0 in a mystery event."""
        self.won: list[int] = []
        """The bounties that each entry has cashed."""
        self.envelopes: list[int] = []
        self.sealed = False

    def export(self) -> BountyState:
        return BountyState(list(self.heads), list(self.won), list(self.envelopes), self.sealed)

    def restore(self, state: BountyState) -> None:
        self.heads, self.won = list(state.heads), list(state.won)
        self.envelopes, self.sealed = list(state.envelopes), state.sealed

    def enter(self) -> None:
        """Add a new entry's bounty."""
        self.heads.append(0 if self.terms.kind == "mystery" else self.terms.amount)
        self.won.append(0)

    def seal(self, players: int) -> tuple[int, int, int]:
        """Seal a mystery event's bounty money in one envelope per player left; return their number, sum and largest."""
        self.envelopes = envelopes(self.terms.amount * len(self.heads), self.terms.top_percent, players)
        self.sealed = True
        return players, sum(self.envelopes), self.envelopes[0]

    def knocked_out(self, entry: int, winners: Sequence[int], stream: Keystream) -> list[BountyPaid]:
        """Pay a busted entry's bounty to the winners of its last pot, from the left of the button.

        A mystery bounty is drawn from the stream.
        """
        parts = equal_parts(self._taken(entry, stream), len(winners))
        paid = []
        for winner, part in zip(winners, parts, strict=True):
            head = int(part * Fraction(self.terms.head_percent) / 100) if self.terms.kind == "progressive" else 0
            if part:
                self.heads[winner] += head
                self.won[winner] += part - head
                paid.append(BountyPaid(winner, entry, part - head, head))
        return paid

    def keep(self, winner: int, stream: Keystream) -> list[BountyPaid]:
        """Pay an event's winner the bounty on their own head."""
        own = self._taken(winner, stream)
        self.won[winner] += own
        return [BountyPaid(winner, winner, own, 0)] if own else []

    def give_back(self, paid: Sequence[BountyPaid]) -> None:
        """Take all open bounties out of play, because the event is called off, and note what their players get."""
        for part in paid:
            self.won[part.entry] += part.cashed
        self.heads, self.envelopes = [0] * len(self.heads), []

    def _taken(self, entry: int, stream: Keystream) -> int:
        """Take the bounty off an entry, or draw an envelope."""
        if self.terms.kind != "mystery":
            found, self.heads[entry] = self.heads[entry], 0
            return found
        if not self.envelopes:
            return 0
        drawn = stream.below(len(self.envelopes))
        self.envelopes[drawn], self.envelopes[-1] = self.envelopes[-1], self.envelopes[drawn]
        return self.envelopes.pop()


def envelopes(money: int, top: Sequence[Decimal], count: int) -> list[int]:
    """Return the money in this many envelopes, largest first; odd units go one each from the largest down.

    With fewer envelopes than percentages, the smallest percentages are dropped and their money goes to the first
    envelope; if the percentages use up all the money, the other envelopes are empty.
    """
    found = [int(money * Fraction(share) / 100) for share in top[:count]]
    left, others = money - sum(found), count - len(found)
    if not others:
        return [found[0] + left, *found[1:]]
    return sorted([*found, *equal_parts(left, others)], reverse=True)
