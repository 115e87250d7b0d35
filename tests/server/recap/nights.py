"""Closed nights for tests: hands played at random, and the ledger that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bigslick.server.store.bank import MINT, player_account, table_account
from bigslick.server.store.records import Batch, ChipTransfer, StoredHand, Stream

from ..hands import played

CLOSED_AT = 90_000


def night(table: str = "t7", hands: int = 6, *, ids: Callable[[str], str] = str, **stream: Any) -> Batch:
    """Return a closed table with this many hands, whose players bought in once and cashed out at the end."""
    dealt = [played(table, number, ids=ids) for number in range(1, hands + 1)]
    nets: dict[str, int] = {}
    for hand in dealt:
        for seat, player in hand.players.items():
            nets[player] = nets.get(player, 0) + hand.nets[seat]
    about = {"id": table, "kind": "table", "name": "Friday night", "opened_at": 500, "closed_at": CLOSED_AT, **stream}
    return Batch(opened=[Stream(**about)], hands=dealt, transfers=transfers(table, nets))


def transfers(table: str, nets: dict[str, int], buy_in: int = 10_000) -> list[ChipTransfer]:
    """Return the ledger of a table where everyone bought in for the same and left with these results."""
    found = []
    for player, net in nets.items():
        mine, there = player_account(player), table_account(table)
        about: dict[str, Any] = {"stream": table, "at": 1}
        found.append(ChipTransfer(source=mine, target=there, amount=buy_in, reason="buy-in", **about))
        found.append(ChipTransfer(source=there, target=mine, amount=buy_in + net, reason="cash-out", **about))
    return found


def chips_for(batch: Batch, chips: int = 100_000) -> list[ChipTransfer]:
    """Return the chips that the players of a night need before it begins."""
    players = dict.fromkeys(one.source for one in batch.transfers if one.reason == "buy-in")
    return [ChipTransfer(source=MINT, target=player, amount=chips, reason="refill", at=1) for player in players]


def with_afterwards(hand: StoredHand, **public: Any) -> StoredHand:
    """Return a hand after which cards became public."""
    return replace(hand, afterwards=replace(hand.afterwards, **public))
