"""Commands that were carried out: requests that create something, and how long the store keeps them all."""

from __future__ import annotations

from typing import Final, Literal

import sqlalchemy as sa

from bigslick.server.operations.clock import Clock

from .accounts import SESSION_MS
from .records import Batch, DoneCommand
from .schema import commands
from .store import Store

KEPT_MS: Final = SESSION_MS
"""As long as the page that sent a command can stay signed in and resend it."""

Made = Literal["tables", "tournaments", "clubs", "evenings", "series", "accounts", "imports"]
"""Things that a request creates. It is not sent to a stream, so its record has one of these instead."""


def making(kind: Made, number: int, player: str, cmd_id: str, at: int) -> tuple[DoneCommand, ...]:
    """Return the record of a request, to commit with what it creates; a copy would conflict."""
    return (DoneCommand(stream=kind, player=player, cmd_id=cmd_id, at=at, seq=number),) if cmd_id else ()


async def made_before(store: Store, kind: Made, player: str, cmd_id: str) -> int | None:
    """Return the number of what a player's request has created; None if it is new."""
    found = await store.commands(kind, player, cmd_id)
    return found[0].seq if found else None


async def sweep_commands(store: Store, clock: Clock) -> None:
    """Delete old commands; those of a closed table can still be resent."""
    await store.append(Batch(statements=[sa.delete(commands).where(commands.c.at < clock.now() - KEPT_MS)]))
