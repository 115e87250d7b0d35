"""Calling off an event, by a rule that nobody can bend: who gets which money back.

Before registration closes, every entry, rebuy and add-on goes back with its fee. After that, and before the money, the
players left share the pool, half of it equally and half by chips, and get their fee back. In the money, everyone gets
the lowest prize still open, and the rest is split by ICM. Shares are rounded down; odd units go one each to the larger
stacks (TDA RP-8). After a deal, everyone gets what they agreed on, and what was left for first place is split by ICM.

Bounties that were won stay won. A bounty on a head goes back to its player. Sealed envelopes belong to nobody yet, so
the players left share them equally; before they are sealed, and registration is open, each entry gets its part back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from bigslick.table.ranking import equal_parts

from .deals import in_whole_units, split
from .events import AddedOn

if TYPE_CHECKING:
    from .director import Director

CallOffRule = Literal["refund", "shares", "icm"]
"""Everything goes back; the pool is shared half equally, half by chips; or in the money, by ICM."""


class MoneyBack(msgspec.Struct, frozen=True, kw_only=True):
    """One entry's money when its event is called off."""

    entry: int
    buy_in: int = 0
    rebuys: int = 0
    addons: int = 0
    fee: int = 0
    prize: int = 0
    """A share of the prize pool."""
    bounty: int = 0
    """The open bounty that goes back to its player."""


class CallOffMoney(msgspec.Struct, frozen=True):
    """The rule by which an event is called off, and everyone's money; in order of stacks if the pool is shared."""

    rule: CallOffRule
    money: tuple[MoneyBack, ...]


def call_off(director: Director, stacks: Mapping[int, int]) -> CallOffMoney:
    """Return what everyone gets if the event is called off with these stacks of the entries left."""
    bounties = _open_bounties(director, stacks)
    if not director.closed:
        return CallOffMoney("refund", _refunds(director, bounties))
    order = sorted(stacks, key=lambda entry: (-stacks[entry], director.names[entry], entry))
    rule: CallOffRule = "icm" if len(order) <= director.paid else "shares"
    prizes = _shares(director, [stacks[entry] for entry in order], rule)
    fee = director.structure.fee
    money = [
        MoneyBack(
            entry=entry,
            fee=0 if rule == "icm" else fee,
            prize=director.agreed.get(entry, 0) + prize,
            bounty=bounties.pop(entry, 0),
        )
        for entry, prize in zip(order, prizes, strict=True)
    ]
    return CallOffMoney(rule, (*money, *(MoneyBack(entry=entry, bounty=left) for entry, left in bounties.items())))


def _refunds(director: Director, bounties: Mapping[int, int]) -> tuple[MoneyBack, ...]:
    structure = director.structure
    addons = Counter(event.entry for event in director.events if isinstance(event, AddedOn))
    rebuy = structure.rebuy.cost if structure.rebuy else 0
    addon = structure.addon.cost if structure.addon else 0
    return tuple(
        MoneyBack(
            entry=entry,
            buy_in=structure.buy_in,
            rebuys=rebuy * director.rebuys[entry],
            addons=addon * addons[entry],
            fee=structure.fee,
            bounty=bounties.get(entry, 0),
        )
        for entry in range(len(director.names))
    )


def _shares(director: Director, stacks: list[int], rule: CallOffRule) -> list[int]:
    """Split the prizes still open, or what a deal has left for first place; the largest stack comes first."""
    players = len(stacks)
    if director.agreed:
        return _by_icm(stacks, [director.for_first])
    if rule == "icm":  # each gets the lowest open prize, and ICM of the rest: together that is ICM of all
        return _by_icm(stacks, director.prizes[:players])
    pool, chips = sum(director.prizes), sum(stacks)
    return in_whole_units(pool, [Fraction(1, 2 * players) + Fraction(stack, 2 * chips) for stack in stacks], stacks)


def _by_icm(stacks: list[int], prizes: list[int]) -> list[int]:
    if len(stacks) == 1 or not any(prizes):
        return [*prizes[:1], *[0] * len(stacks)][: len(stacks)]
    return split(stacks, prizes)


def _open_bounties(director: Director, stacks: Mapping[int, int]) -> dict[int, int]:
    """Return the bounty money that nobody has won, by entry."""
    bounties = director.bounties
    if bounties is None:
        return {}
    if bounties.terms.kind != "mystery":
        return {entry: head for entry, head in enumerate(bounties.heads) if head}
    if not director.closed:
        return dict.fromkeys(range(len(director.names)), bounties.terms.amount)
    money = sum(bounties.envelopes) if bounties.sealed else bounties.terms.amount * len(director.names)
    order = sorted(stacks, key=lambda entry: (-stacks[entry], director.names[entry], entry))
    return dict(zip(order, equal_parts(money, len(order)), strict=True)) if order else {}
