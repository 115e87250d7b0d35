"""Deals: the remaining players split the prizes now, by ICM or by chips, to the last unit.

With ICM, everyone gets their stack's Malmuth-Harville value. With a chip chop, everyone first gets the smallest prize
left, and the rest is split in proportion to the stacks. Money set aside for first place is subtracted before the split
and goes to the winner. Shares are rounded down; odd units go one each to the larger stacks (TDA RP-8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from bigslick.checks import is_whole
from bigslick.errors import BigslickError
from bigslick.notebook import html_table
from bigslick.odds.icm import BadField, icm, icm_exact

if TYPE_CHECKING:
    from .director import Director

DealMethod = Literal["icm", "chips"]
DEAL_METHODS: tuple[DealMethod, ...] = get_args(DealMethod)


class BadDeal(BigslickError, ValueError):
    """A deal that the players cannot make, and why."""

    __module__ = "bigslick.tournament"


class DealShare(msgspec.Struct, frozen=True):
    """One player's share, next to the equities used to judge a deal."""

    entry: int
    player: str
    stack: int
    icm: float
    """The stack's ICM value, counting all prizes left."""
    chips: float
    """The stack's chip-chop value."""
    amount: int
    """The player's money in this deal."""


class Deal(msgspec.Struct, frozen=True):
    """A deal among the remaining players, largest stack first."""

    method: DealMethod
    for_first: int
    """Extra money for the winner, on top of their share."""
    shares: tuple[DealShare, ...]
    first_prize: int
    """The first prize without a deal."""
    above_first: tuple[str, ...]
    """Players who would get more than first prize, as a large stack can in a chip chop."""

    @property
    def above_first_sentence(self) -> str:
        """A sentence naming the players who would get more than first prize, or empty."""
        if not self.above_first:
            return ""
        best = self.shares[0].amount
        return (
            f"{' and '.join(self.above_first)} would get more than first prize, which is {self.first_prize:,}: up to "
            f"{best:,}. By ICM no one can."
        )

    def __str__(self) -> str:
        lines = [f"{share.player}: {share.stack:,} chips, {share.amount:,}" for share in self.shares]
        if self.for_first:
            lines.append(f"for first place: {self.for_first:,}")
        return "\n".join([*lines, self.above_first_sentence] if self.above_first else lines)

    def _repr_html_(self) -> str:
        rows = [
            (share.player, f"{share.stack:,}", f"{share.icm:,.2f}", f"{share.chips:,.2f}", f"{share.amount:,}")
            for share in self.shares
        ]
        return html_table(("player", "stack", "by ICM", "by chips", "gets"), rows)


def split(stacks: Sequence[int], prizes: Sequence[int], method: DealMethod = "icm", for_first: int = 0) -> list[int]:
    """Split the remaining prizes among stacks, without the money set aside for first place."""
    paid = _checked(stacks, prizes, method, for_first)
    return _amounts(stacks, sum(paid), for_first, _by_icm(stacks, paid) if method == "icm" else _by_chips(stacks, paid))


def _checked(stacks: Sequence[int], prizes: Sequence[int], method: DealMethod, for_first: int) -> list[int]:
    """Return one prize per remaining player: 0 for an unpaid place, and none for players who are gone."""
    if method not in DEAL_METHODS:
        raise BadDeal(f"a deal by {method!r}: expected {' or '.join(map(repr, DEAL_METHODS))}")
    if len(stacks) < 2:
        raise BadDeal("one player has no one to make a deal with: expected at least two stacks")
    for place, prize in enumerate(prizes[1:], 2):
        if prize > prizes[place - 2]:
            raise BadDeal(
                f"place {place} gets {prize:,} and place {place - 1} only {prizes[place - 2]:,}: expected prizes that "
                "never rise from first place down"
            )
    paid = [*prizes, *[0] * (len(stacks) - len(prizes))][: len(stacks)]
    most = paid[0] - paid[1]
    if not is_whole(for_first, 0, most):
        raise BadDeal(
            f"{for_first!r} is set aside for first place: expected a whole number from 0 to {most:,}, what first place "
            "gets more than second"
        )
    return paid


def _amounts(stacks: Sequence[int], prizes: int, for_first: int, worth: Sequence[Fraction]) -> list[int]:
    """Return the stacks' worth in whole units, after taking the set-aside money in proportion to chips."""
    chips, money = sum(stacks), prizes - for_first
    parts = [value - Fraction(for_first * stack, chips) for value, stack in zip(worth, stacks, strict=True)]
    total = sum(parts)
    found = [int(money * part / total) if total else 0 for part in parts]
    order = sorted(range(len(stacks)), key=lambda player: -stacks[player])
    for odd in range(money - sum(found)):
        found[order[odd % len(order)]] += 1
    return found


def _by_icm(stacks: Sequence[int], prizes: Sequence[int]) -> Sequence[Fraction]:
    try:
        return icm_exact(stacks, prizes)
    except BadField:  # too many different stacks for fractions
        return [Fraction(value) for value in icm(stacks, prizes).equities]


def _by_chips(stacks: Sequence[int], prizes: Sequence[int]) -> Sequence[Fraction]:
    least, chips = prizes[-1], sum(stacks)
    rest = sum(prizes) - least * len(prizes)
    return [least + Fraction(rest * stack, chips) for stack in stacks]


def propose(director: Director, stacks: Mapping[int, int], method: DealMethod = "icm", for_first: int = 0) -> Deal:
    """Return the deal that the remaining entries would make with these stacks."""
    why = ""
    if director.over:
        why = "the event is over"
    elif not director.closed:
        why = "the prizes are not fixed before registration closes"
    elif director.ends_at > 1 or director.structure.payouts.kind == "satellite":
        why = "the seats of a satellite are equal already"
    elif director.agreed:
        why = "the players have made a deal already"
    elif not director.prizes:
        why = "there is no prize pool"
    elif len(stacks) < director.left or (director.structure.in_rounds and len(director.chairs) > 1):
        why = "the players left are not all at the final table of this event"
    if why:
        raise BadDeal(f"no deal: {why}")
    return deal_of({entry: director.names[entry] for entry in stacks}, stacks, director.prizes, method, for_first)


def deal_of(
    names: Mapping[int, str], stacks: Mapping[int, int], prizes: Sequence[int], method: DealMethod, for_first: int
) -> Deal:
    """Return a deal among these players, by number, given the prizes from first place down."""
    entries = sorted(stacks, key=lambda entry: (-stacks[entry], entry))
    chips = [stacks[entry] for entry in entries]
    paid = _checked(chips, prizes, method, for_first)
    by_icm, by_chips = _by_icm(chips, paid), _by_chips(chips, paid)
    amounts = _amounts(chips, sum(paid), for_first, by_icm if method == "icm" else by_chips)
    shares = tuple(
        DealShare(entry, names[entry], stacks[entry], float(worth), float(share), amount)
        for entry, worth, share, amount in zip(entries, by_icm, by_chips, amounts, strict=True)
    )
    above = tuple(share.player for share in shares if share.amount > paid[0])
    return Deal(method, for_first, shares, paid[0], above)


def agree(director: Director, deal: Deal, stacks: Mapping[int, int], at: int) -> None:
    """Make a deal proposed with the current stacks."""
    if deal != propose(director, stacks, deal.method, deal.for_first):
        raise BadDeal("no deal: the stacks have changed since it was proposed; propose it again")
    director.make_deal({share.entry: share.amount for share in deal.shares}, deal.for_first, deal.method, at)
