"""The price of an entry: taken when a player enters, returned when they withdraw or the tournament is called off."""

from __future__ import annotations

from .state import LiveTournament
from .till import FEES, MINT, POOL, purse_of


def charge(live: LiveTournament, player: str) -> None:
    """Take the price of an entry."""
    structure, payer = live.structure, purse_of(player, live.players[player])
    live.till.pay(payer, POOL, structure.entry_cost - structure.fee, "tournament entry")
    if payer != MINT:
        live.till.pay(payer, FEES, structure.fee, "tournament fee")


def refund(live: LiveTournament, player: str) -> None:
    """Return the price of an entry."""
    structure, payer = live.structure, purse_of(player, live.players[player])
    live.till.pay(POOL, payer, structure.entry_cost - structure.fee, "tournament entry returned")
    if payer != MINT:
        live.till.pay(FEES, payer, structure.fee, "tournament fee returned")
