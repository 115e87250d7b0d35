"""Deals: the players left split the prizes now, by ICM, by chips, evenly or as they agree, to the last unit.

By ICM, everyone gets what their stack is worth by Malmuth-Harville. By chips, everyone first gets the smallest prize
left, and the rest is split in proportion to the stacks. Evenly, everyone gets the same. An amount set aside for first
place comes off its prize before the split and goes to the winner. Shares are rounded down; odd units go one each to the
larger stacks (TDA RP-8). Agreed amounts and what is left for first place must add up to the prizes.

Everyone keeps the bounty on their own head; mystery bounties are on no head and stay in play.
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
from bigslick.sentence import Sentence, say

from ..structure.problems import either

if TYPE_CHECKING:
    from .director import Director

DealMethod = Literal["icm", "chips", "even", "agreed"]
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
    """The player's money in this deal, bounties not counted."""
    bounty: int = 0
    """The bounty on the player's head, which they keep."""


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

    def is_worth_icm(self, share: DealShare) -> bool:
        """Whether a player gets at least what their stack is worth by ICM, in whole units: their share, and their part
        of what is left for first place.
        """
        stacks = sum(each.stack for each in self.shares)
        return is_worth_icm(share.amount, share.icm, self.for_first, Fraction(share.stack, stacks))

    @property
    def above_first_sentence(self) -> str:
        """A sentence naming the players who would get more than first prize, or empty."""
        if not self.above_first:
            return ""
        best = max(share.amount for share in self.shares)
        return (
            f"{' and '.join(self.above_first)} would get more than first prize, which is {self.first_prize:,}: up to "
            f"{best:,}. By ICM no one can."
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The heads of the deal as a table; the last two only if there are bounties."""
        heads = ("player", "stack", "by ICM", "by chips", "gets")
        return (*heads, "bounty", "in all") if self._bounties else heads

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The deal as a table, under `columns`."""
        return [
            (
                *(share.player, f"{share.stack:,}", f"{share.icm:,.2f}", f"{share.chips:,.2f}", f"{share.amount:,}"),
                *((f"{share.bounty:,}", f"{share.amount + share.bounty:,}") if self._bounties else ()),
            )
            for share in self.shares
        ]

    @property
    def _bounties(self) -> bool:
        return any(share.bounty for share in self.shares)

    def __str__(self) -> str:
        lines = [
            f"{share.player}: {share.stack:,} chips, {share.amount:,}"
            f"{f' and a bounty of {share.bounty:,}' if share.bounty else ''}"
            for share in self.shares
        ]
        if self.for_first:
            lines.append(f"for first place: {self.for_first:,}")
        return "\n".join([*lines, self.above_first_sentence] if self.above_first else lines)

    def _repr_html_(self) -> str:
        return html_table(self.columns, self.rows)


def split(stacks: Sequence[int], prizes: Sequence[int], method: DealMethod = "icm", for_first: int = 0) -> list[int]:
    """Split the remaining prizes among stacks, without the money set aside for first place."""
    paid = _checked(stacks, prizes, method, for_first)
    by_icm = _by_icm(stacks, paid) if method == "icm" else ()
    return _amounts(stacks, paid, method, for_first, by_icm)


def _checked(stacks: Sequence[int], prizes: Sequence[int], method: DealMethod, for_first: int) -> list[int]:
    """Return one prize per remaining player, once the terms are checked."""
    if method not in DEAL_METHODS:
        raise BadDeal(say("a deal by {method}: expected {methods}", method=repr(method), methods=either(DEAL_METHODS)))
    if len(stacks) < 2:
        raise BadDeal(say("one player has no one to make a deal with: expected at least two stacks"))
    for place, prize in enumerate(prizes[1:], 2):
        if prize > prizes[place - 2]:
            raise BadDeal(
                say(
                    "place {place} gets {prize} and place {above} only {less}: expected prizes that never rise from "
                    "first place down",
                    place=place,
                    prize=prize,
                    above=place - 1,
                    less=prizes[place - 2],
                )
            )
    paid = one_each(prizes, len(stacks))
    most = most_for_first(paid, method)
    if not is_whole(for_first, 0, most):
        why = say("the sum of the prizes") if method == "agreed" else say("what first place gets more than second")
        raise BadDeal(
            say(
                "{amount} is set aside for first place: expected a whole number from 0 to {most}, {why}",
                amount=repr(for_first),
                most=most,
                why=why,
            )
        )
    return paid


def one_each(prizes: Sequence[int], players: int) -> list[int]:
    """Return one prize per remaining player: 0 for an unpaid place, and none for players who are gone."""
    return [*prizes, *[0] * (players - len(prizes))][:players]


def most_for_first(prizes: Sequence[int], method: DealMethod) -> int:
    """Return the most that can be set aside for first place; there is a prize for each player, if only of 0."""
    return sum(prizes) if method == "agreed" else prizes[0] - prizes[1]


def _amounts(
    stacks: Sequence[int], paid: Sequence[int], method: DealMethod, for_first: int, by_icm: Sequence[Fraction]
) -> list[int]:
    """Return what the stacks are worth in whole units, less their parts of what is set aside: equal parts in an even
    deal, otherwise in proportion to chips.
    """
    if method == "agreed":
        raise BadDeal(say("the amounts are missing: expected one for each player in a deal by agreed amounts"))
    money = sum(paid) - for_first
    worth = {"icm": by_icm, "chips": _by_chips(stacks, paid), "even": [Fraction(sum(paid), len(paid))] * len(paid)}
    weights = [1] * len(stacks) if method == "even" else stacks
    parts = [
        value - Fraction(for_first * weight, sum(weights)) for value, weight in zip(worth[method], weights, strict=True)
    ]
    return in_whole_units(money, parts, stacks)


def in_whole_units(money: int, parts: Sequence[Fraction], stacks: Sequence[int]) -> list[int]:
    """Split money in proportion to parts, rounded down; odd units go one each to the larger stacks (TDA RP-8)."""
    total = sum(parts)
    found = [int(money * part / total) if total else 0 for part in parts]
    order = sorted(range(len(stacks)), key=lambda player: -stacks[player])
    for odd in range(money - sum(found)):
        found[order[odd % len(order)]] += 1
    return found


def _agreed(amounts: Sequence[int], method: DealMethod, players: int, prizes: int, for_first: int) -> list[int]:
    """Return the amounts that players agreed on, if they and what is left for first place are exactly the prizes."""
    if method != "agreed":
        raise BadDeal(
            say("amounts are for a deal by 'agreed' amounts: expected none in a deal by {method}", method=repr(method))
        )
    if len(amounts) != players:
        raise BadDeal(
            say(
                "{count, plural, one {# amount} other {# amounts}} for {players} players: expected one for each",
                count=len(amounts),
                players=players,
            )
        )
    for amount in amounts:
        if not is_whole(amount, 0, prizes):
            raise BadDeal(
                say(
                    "{amount} is not a share: expected a whole number from 0 to {prizes}, the prizes",
                    amount=repr(amount),
                    prizes=prizes,
                )
            )
    total = sum(amounts) + for_first
    if total != prizes:
        what = say("the amounts and {first} for first place", first=for_first) if for_first else say("the amounts")
        words: dict[str, int | str] = {"what": what, "total": total, "prizes": prizes, "off": abs(prizes - total)}
        if total > prizes:
            raise BadDeal(
                say(
                    "{what} add up to {total}: expected {prizes}, all that is left to win, which is {off} less",
                    **words,
                )
            )
        raise BadDeal(
            say(
                "{what} add up to {total}: expected {prizes}, all that is left to win, which is {off} more; what is "
                "left to play for is for first place",
                **words,
            )
        )
    return [*amounts]


def _by_icm(stacks: Sequence[int], prizes: Sequence[int]) -> Sequence[Fraction]:
    try:
        return icm_exact(stacks, prizes)
    except BadField:  # too many different stacks for fractions
        return [Fraction(value) for value in icm(stacks, prizes).equities]


def _by_chips(stacks: Sequence[int], prizes: Sequence[int]) -> Sequence[Fraction]:
    least, chips = prizes[-1], sum(stacks)
    rest = sum(prizes) - least * len(prizes)
    return [least + Fraction(rest * stack, chips) for stack in stacks]


def propose(
    director: Director,
    stacks: Mapping[int, int],
    method: DealMethod = "icm",
    for_first: int = 0,
    amounts: Sequence[int] | None = None,
) -> Deal:
    """Return the deal that the remaining entries would make with these stacks; `amounts` begin with the largest."""
    if (why := why_not(director, len(stacks))) is not None:
        raise BadDeal(why)
    bounties = director.bounties.heads if director.bounties else [0] * len(director.names)
    return _deal(director.names, stacks, director.prizes, method, for_first, amounts, bounties)


def why_not(director: Director, players: int) -> Sentence | None:
    """Say why these players cannot make a deal now, however they split; None if they can."""
    if director.over:
        return say("no deal: the event is over")
    if not director.closed:
        return say("no deal: the prizes are not fixed before registration closes")
    if director.ends_at > 1 or director.structure.payouts.kind == "satellite":
        return say("no deal: the seats of a satellite are equal already")
    if director.agreed:
        return say("no deal: the players have made a deal already")
    if not director.prizes:
        return say("no deal: there is no prize pool")
    if players < director.left or (director.structure.in_rounds and len(director.chairs) > 1):
        return say("no deal: the players left are not all at the final table of this event")
    return None


def deal_of_stacks(
    stacks: Sequence[int],
    prizes: Sequence[int],
    method: DealMethod = "icm",
    for_first: int = 0,
    amounts: Sequence[int] | None = None,
    bounties: Sequence[int] | None = None,
) -> Deal:
    """Return a deal among players with these stacks, given the prizes from first place down, and the bounties on their
    heads.
    """
    known = [0] * len(stacks) if bounties is None else bounties
    if len(known) != len(stacks):
        raise BadDeal(
            say(
                "bounties for {count, plural, one {# player} other {# players}} and {stacks} stacks: expected one for "
                "each",
                count=len(known),
                stacks=len(stacks),
            )
        )
    held = dict(enumerate(stacks))
    if amounts is not None and len(amounts) == len(stacks):
        amounts = [amounts[entry] for entry in largest_first(held)]
    names = [f"Player {number}" for number in range(1, len(stacks) + 1)]
    return _deal(names, held, prizes, method, for_first, amounts, known)


def largest_first(stacks: Mapping[int, int]) -> list[int]:
    return sorted(stacks, key=lambda entry: (-stacks[entry], entry))


def _deal(
    names: Sequence[str],
    stacks: Mapping[int, int],
    prizes: Sequence[int],
    method: DealMethod,
    for_first: int,
    amounts: Sequence[int] | None,
    bounties: Sequence[int],
) -> Deal:
    """Return a deal among these stacks by entry; names and bounties are those of all entries."""
    entries = largest_first(stacks)
    chips = [stacks[entry] for entry in entries]
    paid = _checked(chips, prizes, method, for_first)
    if amounts is not None:
        amounts = _agreed(amounts, method, len(chips), sum(paid), for_first)
    by_icm, by_chips = _by_icm(chips, paid), _by_chips(chips, paid)
    if amounts is None:
        amounts = _amounts(chips, paid, method, for_first, by_icm)
    shares = tuple(
        DealShare(entry, names[entry], stacks[entry], float(worth), float(share), amount, bounties[entry])
        for entry, worth, share, amount in zip(entries, by_icm, by_chips, amounts, strict=True)
    )
    above = tuple(share.player for share in shares if share.amount > paid[0])
    return Deal(method, for_first, shares, paid[0], above)


def agree(director: Director, deal: Deal, stacks: Mapping[int, int], at: int) -> None:
    """Make a deal proposed with the current stacks."""
    amounts = [share.amount for share in deal.shares] if deal.method == "agreed" else None
    if deal != propose(director, stacks, deal.method, deal.for_first, amounts):
        raise BadDeal(say("no deal: the stacks have changed since it was proposed; propose it again"))
    director.make_deal({share.entry: share.amount for share in deal.shares}, deal.for_first, deal.method, at)


def is_worth_icm(amount: int, icm: float | Fraction, for_first: int, part_of_stacks: Fraction) -> bool:
    """Whether an amount, with a part of what is left for first place, is worth what ICM gives, in whole units."""
    return amount + for_first * part_of_stacks > icm - 1
