"""Links that let anyone see a private table's hand: one per hand, unguessable, valid until revoked."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .records import Batch
from .schema import hand_links, hands
from .store import Conflict, Store


class HandLinks:
    """All hand links in a store; they are deleted with their hands."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of(self, hand: str) -> str:
        """Return the secret in the link to a hand; empty if it has none."""
        found = await self._store.select(sa.select(hand_links.c.token).where(hand_links.c.hand == hand))
        return str(found[0][0]) if found else ""

    async def make(self, hand: str, player: str) -> str:
        """Return the link to a hand, creating it for a player if there is none yet."""
        if known := await self.of(hand):
            return known
        token = secrets.token_urlsafe(18)
        row = {"hand": hand, "token": token, "player": player, "at": self._clock.now()}
        try:
            await self._store.append(Batch(statements=[hand_links.insert().values(row)]))
        except Conflict:  # another player in the hand was faster
            return await self.of(hand)
        return token

    async def take_back(self, hand: str) -> None:
        """Revoke the link to a hand; the next one will have another secret."""
        await self._store.append(Batch(statements=[sa.delete(hand_links).where(hand_links.c.hand == hand)]))

    async def opens(self, hand: str, token: str) -> int | None:
        """Return when the hand ended, if this link opens it; otherwise None."""
        found = await self._store.select(
            sa.select(hand_links.c.token, hands.c.ended_at)
            .join_from(hand_links, hands, hand_links.c.hand == hands.c.id)
            .where(hand_links.c.hand == hand)
        )
        if not found or not secrets.compare_digest(found[0][0].encode(), token.encode()):
            return None
        return int(found[0][1])
