"""Links that let anyone see a private table's hand."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .schema import hand_links, hands
from .secret_links import SecretLinks
from .store import Store


class HandLinks(SecretLinks):
    """All hand links in a store; they are deleted with their hands."""

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__(store, clock, hand_links, "hand")

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
