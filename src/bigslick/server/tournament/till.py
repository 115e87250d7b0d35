"""A served tournament's money as data: who pays what to whom, and what the tournament still owes.

Everything is paid through the tournament's own account, the pool. Bounties and fees are paid with the entry.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

PurseKind = Literal["pool", "mint", "fees", "player"]
MoneyReason = Literal[
    "tournament entry",
    "tournament fee",
    "tournament entry returned",
    "tournament fee returned",
    "tournament rebuy",
    "tournament rebuy returned",
    "tournament add-on",
    "tournament add-on returned",
    "tournament prize",
    "tournament bounty",
    "added prizes",
]
"""The reasons in the ledger."""


class Purse(msgspec.Struct, frozen=True):
    """An account: the tournament's own, the house's, or a player's."""

    kind: PurseKind
    player: str = ""


POOL: Final = Purse("pool")
MINT: Final = Purse("mint")
"""Pays for house bots and for prizes that the house adds."""
FEES: Final = Purse("fees")


class MoneyMoved(msgspec.Struct, frozen=True):
    """An amount that goes from one account to another."""

    source: Purse
    target: Purse
    amount: int
    reason: MoneyReason


class Till:
    """The money that a tournament owes, and the transfers of the fact being applied."""

    def __init__(self) -> None:
        self.owes = 0
        """The money in the tournament's account."""
        self._moved: list[MoneyMoved] = []

    def pay(self, source: Purse, target: Purse, amount: int, reason: MoneyReason) -> None:
        """Pay an amount; nothing is paid if it is 0."""
        if amount:
            self._moved.append(MoneyMoved(source, target, amount, reason))
            self.owes += amount * ((target == POOL) - (source == POOL))

    def take_moved(self) -> tuple[MoneyMoved, ...]:
        """Return the transfers since the last call."""
        found = tuple(self._moved)
        self._moved.clear()
        return found


def purse_of(player: str, bot: str) -> Purse:
    """Return the account that pays for an entry; the house pays for its bots."""
    return MINT if bot else Purse("player", player)
