"""Each player's name. A player's id never changes, but the name can."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from bigslick.server.words import fold

from .schema import accounts
from .store import Store


class Names:
    """Players' current names by id. A house bot has no entry: its id is its name."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        for player, name in (names or {}).items():
            self.put(player, name)

    @classmethod
    async def load(cls, store: Store) -> Names:
        """Load the names of all accounts in a store; they take about as much memory as the bank's balances."""
        return cls(dict(await store.select(sa.select(accounts.c.id, accounts.c.name))))

    def name_of(self, player: str) -> str:
        return self._names.get(player, player)

    def id_of(self, name: str) -> str | None:
        """Return the player with this name now, ignoring case; None if no one has it."""
        return self._ids.get(fold(name))

    def put(self, player: str, name: str) -> None:
        """Set the name of a new player, or a player's new name."""
        before = fold(self._names.get(player, ""))
        if self._ids.get(before) == player:
            del self._ids[before]
        self._names[player] = name
        self._ids[fold(name)] = player
