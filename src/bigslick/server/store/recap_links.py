"""Links that let anyone see the recap of a night."""

from __future__ import annotations

import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .schema import recap_links
from .secret_links import SecretLinks
from .store import Store


class RecapLinks(SecretLinks):
    """All recap links in a store. Its secret alone finds a night, so a link says nothing else."""

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__(store, clock, recap_links, "night")

    async def night(self, token: str) -> str | None:
        """Return the night whose recap a link opens; None if it opens nothing."""
        found = await self._store.select(sa.select(recap_links.c.night).where(recap_links.c.token == token))
        return str(found[0][0]) if found else None
