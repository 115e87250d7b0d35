"""Links with a secret that let anyone see something: one for each thing, unguessable, valid until revoked."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .records import Batch
from .store import Conflict, Store


class SecretLinks:
    """The links in one table of a store, by the id of what each opens."""

    def __init__(self, store: Store, clock: Clock, table: sa.Table, opens: str) -> None:
        self._store = store
        self._clock = clock
        self._table = table
        self._opens = opens
        """The column with the id of what a link opens."""

    async def of(self, thing: str) -> str:
        """Return the secret in the link to a thing; empty if it has none."""
        found = await self._store.select(sa.select(self._table.c.token).where(self._table.c[self._opens] == thing))
        return str(found[0][0]) if found else ""

    async def make(self, thing: str, player: str) -> str:
        """Return the link to a thing, creating it for a player if there is none yet."""
        if known := await self.of(thing):
            return known
        token = secrets.token_urlsafe(18)
        row = {self._opens: thing, "token": token, "player": player, "at": self._clock.now()}
        try:
            await self._store.append(Batch(statements=[self._table.insert().values(row)]))
        except Conflict:  # another player was faster
            return await self.of(thing)
        return token

    async def take_back(self, thing: str) -> None:
        """Revoke the link to a thing; the next one will have another secret."""
        gone = sa.delete(self._table).where(self._table.c[self._opens] == thing)
        await self._store.append(Batch(statements=[gone]))
