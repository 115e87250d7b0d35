"""Chat that survives a restart: the last lines of each table, and no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
import sqlalchemy as sa

from bigslick.protocol.social import ChatLine
from bigslick.server.operations.clock import Clock

from .records import Batch
from .schema import chat, streams
from .store import Store

KEPT: Final = 50
"""How many lines of each table are kept."""
KEPT_MS: Final = 7 * 86_400_000
"""The longest time that they are kept."""


class KeptLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line as the store keeps it, with the command that said it: sent again, it is answered and not said again."""

    line: ChatLine
    cmd_id: str


def keep(table: str, kept: KeptLine) -> tuple[sa.Executable, ...]:
    """The statements that keep a line and delete the oldest one."""
    line = kept.line
    row = {"table_id": table, "cmd_id": kept.cmd_id, **msgspec.structs.asdict(line)}
    old = sa.delete(chat).where(chat.c.table_id == table, chat.c.number <= line.number - KEPT)
    return (chat.insert().values(row), old)


class Chat:
    """The chat of all tables in a store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def restore(self, tables: Mapping[str, Callable[[KeptLine], object]]) -> None:
        """Read the lines of each table, oldest first; those that are old or of a closed table are deleted."""
        await self.sweep()
        columns = chat.c
        found = await self._store.select(
            sa.select(
                columns.table_id,
                columns.number,
                columns.at,
                columns.player,
                columns.text,
                columns.phrase,
                columns.cmd_id,
            ).order_by(columns.table_id, columns.number)
        )
        for table, number, at, player, text, phrase, cmd_id in found:
            line = ChatLine(number=number, at=at, player=player, text=text, phrase=phrase)
            if (hear := tables.get(table)) is not None:
                hear(KeptLine(line=line, cmd_id=cmd_id))

    async def sweep(self) -> None:
        """Delete old lines, and the lines of closed tables."""
        opened = sa.select(streams.c.id).where(streams.c.closed_at.is_(None))
        gone = sa.or_(chat.c.at < self._clock.now() - KEPT_MS, chat.c.table_id.not_in(opened))
        await self._store.append(Batch(statements=[sa.delete(chat).where(gone)]))
