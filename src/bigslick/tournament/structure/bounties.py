"""Bounty terms: every entry pays for its own bounty, in addition to buy-in and fee.

Knockout: the bounty is cash. Progressive: each winner puts `head_percent` of their part, rounded down, on their own
head and cashes the rest. Mystery: once few enough players are left, all bounty money is sealed in envelopes, one for
each of them, and every knockout draws one.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal, get_args

import msgspec

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
    """The price that every entry pays for its bounty, in addition to buy_in and fee."""
    kind: BountyKind = "knockout"
    """Bounties are cash ("knockout"), go partly on the winner's head ("progressive") or are drawn ("mystery")."""
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
