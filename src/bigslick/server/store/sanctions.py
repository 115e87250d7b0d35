"""Players the operator has muted or banned across the room."""

from __future__ import annotations

from typing import Literal

import msgspec
import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .records import Batch
from .schema import sanctions
from .store import Store

SanctionKind = Literal["mute", "ban"]


class Sanction(msgspec.Struct, frozen=True, kw_only=True):
    """A room-wide mute or ban."""

    player: str
    """The id."""
    kind: SanctionKind
    why: str
    since: int
    until: int | None = None
    """When it ends; None for never."""


class Sanctions:
    """A store's sanctions, held in memory because every message and request checks them."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[tuple[str, str], Sanction] = {}

    @classmethod
    async def load(cls, store: Store, clock: Clock) -> Sanctions:
        found = cls(store, clock)
        for row in await store.select(sa.select(sanctions)):
            found._known[row.kind, row.player] = Sanction(**row._mapping)
        return found

    def on(self, player: str | None, kind: SanctionKind) -> Sanction | None:
        found = self._known.get((kind, player or ""))
        if found is None or (found.until is not None and found.until <= self._clock.now()):
            return None
        return found

    def all(self) -> list[Sanction]:
        """Return every current sanction, latest first."""
        holding = [found for found in self._known.values() if self.on(found.player, found.kind) is not None]
        return sorted(holding, key=lambda found: (-found.since, found.player, found.kind))

    async def impose(self, sanction: Sanction) -> None:
        """Mute or ban a player, replacing any earlier sanction."""
        row = msgspec.structs.asdict(sanction)
        await self._store.append(Batch(statements=[self._gone(sanction), sanctions.insert().values(row)]))
        self._known[sanction.kind, sanction.player] = sanction

    async def lift(self, player: str, kind: SanctionKind) -> bool:
        """End a sanction; True if there was one."""
        found = self.on(player, kind)
        if found is None:
            return False
        await self._store.append(Batch(statements=[self._gone(found)]))
        del self._known[kind, player]
        return True

    def _gone(self, sanction: Sanction) -> sa.Executable:
        return sa.delete(sanctions).where(sanctions.c.player == sanction.player, sanctions.c.kind == sanction.kind)
