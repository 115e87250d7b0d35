"""How long the store keeps the commands that were carried out."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .accounts import SESSION_MS
from .records import Batch
from .schema import commands, streams
from .store import Store

KEPT_MS: Final = SESSION_MS
"""As long as the page that sent a command can stay signed in and resend it."""


async def sweep_commands(store: Store, clock: Clock) -> None:
    """Delete old commands, and all commands of closed tables and tournaments, which carry out nothing any more."""
    closed = sa.select(streams.c.id).where(streams.c.closed_at.is_not(None))
    gone = sa.or_(commands.c.at < clock.now() - KEPT_MS, commands.c.stream.in_(closed))
    await store.append(Batch(statements=[sa.delete(commands).where(gone)]))
