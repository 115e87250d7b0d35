"""Counts the first hands of each guest, who gets more time to act in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import sqlalchemy as sa

from .schema import accounts, hand_players
from .store import Store

FIRST_HANDS: Final = 5


class Newcomers:
    """The guests with fewer than five hands, and how many they have had; no one else is listed."""

    def __init__(self, hands: Mapping[str, int] | None = None) -> None:
        self._hands = dict(hands or {})

    @classmethod
    async def load(cls, store: Store) -> Newcomers:
        """Count the hands of all guests in a store."""
        count = sa.func.count(hand_players.c.hand)
        joined = accounts.outerjoin(hand_players, hand_players.c.player == accounts.c.id)
        guests = sa.select(accounts.c.id, count).select_from(joined).where(accounts.c.kind == "guest")
        return cls(dict(await store.select(guests.group_by(accounts.c.id).having(count < FIRST_HANDS))))

    def welcome(self, player: str) -> None:
        """Add a new guest."""
        self._hands[player] = 0

    def play(self, players: Iterable[str]) -> None:
        """Count a hand for everyone who was dealt in."""
        for player in self._hands.keys() & set(players):
            self._hands[player] += 1
            if self._hands[player] >= FIRST_HANDS:
                del self._hands[player]

    def hands_left(self, player: str) -> int:
        """Return how many of a guest's first hands are still to come; 0 for everyone else."""
        return FIRST_HANDS - self._hands.get(player, FIRST_HANDS)
