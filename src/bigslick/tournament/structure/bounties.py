"""Bounties: money on every head, to the last unit.

Every entry pays for the bounty on its head, besides buy-in and fee. The winner of the last pot that a busted player had
chips in wins the bounty; players who split that pot split the bounty, and odd units go one each from the left of the
button, as odd chips do. A player who rebuys is not out: the bounty stays on their head. The winner keeps their own.

Knockout: the bounty is cash. Progressive: each winner puts `head_percent` of their part, rounded down, on their own
head and cashes the rest. Mystery: once few enough players are left, all bounty money is sealed in envelopes, one for
each of them, and every knockout draws one.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from bigslick.shuffle import Keystream

from .payouts import MOST_MONEY
from .problems import BadStructure, one_of, percent, shown, whole

BountyKind = Literal["knockout", "progressive", "mystery"]
BOUNTY_KINDS: Final[tuple[BountyKind, ...]] = get_args(BountyKind)

MOST_ENVELOPES: Final = 1000
_MOST_PLAYERS: Final = 1_000_000
_HALF: Final = Decimal(50)


class Bounty(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The bounty on every head."""

    amount: int
    """What every entry pays for its bounty, besides buy_in and fee."""
    kind: BountyKind = "knockout"
    """Bounties are cash ("knockout"), go in part on the winner's head ("progressive") or are drawn ("mystery")."""
    head_percent: Decimal = _HALF
    """Progressive: the percentage of a bounty that goes on the winner's head, rounded down; the rest is cash."""
    top_percent: tuple[Decimal, ...] = ()
    """Mystery: the largest envelopes, as percentages of all bounty money; the others share the rest equally."""
    from_players: int = 0
    """Mystery: the envelopes are sealed once this many players are left; 0 = the paid places."""

    def __post_init__(self) -> None:
        one_of("kind", self.kind, BOUNTY_KINDS)
        whole("amount", self.amount, "what an entry pays for its bounty", 1, MOST_MONEY // _MOST_PLAYERS)
        percent("head_percent", self.head_percent)
        whole("from_players", self.from_players, "how many players are left when bounties begin", 0, _MOST_PLAYERS)
        if not isinstance(self.top_percent, tuple):
            raise BadStructure(
                f"top_percent is {shown(self.top_percent)}: expected a list of percentages, the largest first",
                field="top_percent",
            )
        if len(self.top_percent) > MOST_ENVELOPES:
            raise BadStructure(f"top_percent has more than {MOST_ENVELOPES:,} envelopes", field="top_percent")
        for number, share in enumerate(self.top_percent):
            percent(f"top_percent[{number}]", share)
            if number and share > self.top_percent[number - 1]:
                raise BadStructure(
                    f"envelope {number + 1} has {share} % and envelope {number} only {self.top_percent[number - 1]} %: "
                    "expected the largest first",
                    field=f"top_percent[{number}]",
                )
        if sum(self.top_percent) > 100:
            raise BadStructure(
                f"the envelopes add up to {sum(self.top_percent)} %, more than there is: expected at most 100 %",
                field="top_percent",
            )
        for name, kind, usual in (
            ("head_percent", "progressive", _HALF),
            ("top_percent", "mystery", ()),
            ("from_players", "mystery", 0),
        ):
            if self.kind != kind and getattr(self, name) != usual:
                raise BadStructure(f'{name} is for {kind} bounties: expected kind = "{kind}", or no {name}', field=name)


class BountyState(msgspec.Struct, frozen=True):
    """The bounties of an event between two hands, as data."""

    heads: list[int]
    won: list[int]
    envelopes: list[int]
    sealed: bool


class BountyPaid(NamedTuple):
    """What an entry got for a victim, which is itself when the event is won: in cash, and on its own head."""

    entry: int
    victim: int
    cashed: int
    head: int


class Bounties:
    """The money on every head, and what each entry has won so far."""

    def __init__(self, terms: Bounty) -> None:
        self.terms = terms
        self.heads: list[int] = []
        """The bounty on each entry, which is what knocking it out is worth; 0 in a mystery event."""
        self.won: list[int] = []
        """The bounties that each entry has cashed."""
        self.envelopes: list[int] = []
        self.sealed = False

    def export(self) -> BountyState:
        """All of it as data."""
        return BountyState(list(self.heads), list(self.won), list(self.envelopes), self.sealed)

    def restore(self, state: BountyState) -> None:
        """Continue from exported data."""
        self.heads, self.won = list(state.heads), list(state.won)
        self.envelopes, self.sealed = list(state.envelopes), state.sealed

    def enter(self) -> None:
        """Take in the bounty of a new entry."""
        self.heads.append(0 if self.terms.kind == "mystery" else self.terms.amount)
        self.won.append(0)

    def seal(self, players: int) -> tuple[int, int, int]:
        """Mystery: put all bounty money into one envelope for each player left; how many, the sum and the largest."""
        self.envelopes = envelopes(self.terms.amount * len(self.heads), self.terms.top_percent, players)
        self.sealed = True
        return players, sum(self.envelopes), self.envelopes[0]

    def knocked_out(self, entry: int, winners: Sequence[int], stream: Keystream) -> list[BountyPaid]:
        """Pay the bounty of a busted entry to the winners of its last pot, from the left of the button.

        A mystery bounty is drawn from the stream.
        """
        each, odd = divmod(self._taken(entry, stream), len(winners))
        paid = []
        for place, winner in enumerate(winners):
            part = each + (place < odd)
            head = int(part * Fraction(self.terms.head_percent) / 100) if self.terms.kind == "progressive" else 0
            if part:
                self.heads[winner] += head
                self.won[winner] += part - head
                paid.append(BountyPaid(winner, entry, part - head, head))
        return paid

    def keep(self, winner: int, stream: Keystream) -> list[BountyPaid]:
        """Pay a winner of the event the bounty on their own head."""
        own = self._taken(winner, stream)
        self.won[winner] += own
        return [BountyPaid(winner, winner, own, 0)] if own else []

    def _taken(self, entry: int, stream: Keystream) -> int:
        """What a head is worth; it is taken off it, or drawn."""
        if self.terms.kind != "mystery":
            found, self.heads[entry] = self.heads[entry], 0
            return found
        if not self.envelopes:
            return 0
        drawn = stream.below(len(self.envelopes))
        self.envelopes[drawn], self.envelopes[-1] = self.envelopes[-1], self.envelopes[drawn]
        return self.envelopes.pop()


def envelopes(money: int, top: Sequence[Decimal], count: int) -> list[int]:
    """The money in this many envelopes, the largest first; odd units go one each from the largest down.

    If there are fewer envelopes than percentages, the smaller ones are left out and the first takes their money; if the
    percentages are all the money, the other envelopes are empty.
    """
    found = [int(money * Fraction(share) / 100) for share in top[:count]]
    left, others = money - sum(found), count - len(found)
    if not others:
        return [found[0] + left, *found[1:]]
    each, odd = divmod(left, others)
    return sorted([*found, *(each + (place < odd) for place in range(others))], reverse=True)
