"""How long the store keeps the commands that were carried out."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .accounts import SESSION_MS
from .records import Batch
from .schema import commands
from .store import Store

KEPT_MS: Final = SESSION_MS
"""As long as the page that sent a command can stay signed in and resend it."""


async def sweep_commands(store: Store, clock: Clock) -> None:
    """Delete old commands; those of a closed table can still be resent."""
    await store.append(Batch(statements=[sa.delete(commands).where(commands.c.at < clock.now() - KEPT_MS)]))
