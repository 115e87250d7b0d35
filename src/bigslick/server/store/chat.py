"""Chat that survives a restart: each table's most recent lines."""

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
"""How many lines are kept per table."""
KEPT_MS: Final = 7 * 86_400_000
"""The longest time a line is kept."""


class KeptLine(msgspec.Struct, frozen=True, kw_only=True):
    line: ChatLine
    """With the name that was shown."""
    player: str
    """The id of the player who wrote it."""


def keep(table: str, kept: KeptLine) -> tuple[sa.Executable, ...]:
    """Return the statements that store a line and delete the oldest one."""
    line = kept.line
    said = {**msgspec.structs.asdict(line), "player": kept.player, "name": line.player}
    row = {"table_id": table, **said}
    old = sa.delete(chat).where(chat.c.table_id == table, chat.c.number <= line.number - KEPT)
    return (chat.insert().values(row), old)


class Chat:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def restore(self, tables: Mapping[str, Callable[[KeptLine], object]]) -> None:
        """Load each table's lines, oldest first."""
        columns = chat.c
        found = await self._store.select(
            sa.select(
                columns.table_id,
                columns.number,
                columns.at,
                columns.player,
                columns.name,
                columns.text,
                columns.phrase,
            ).order_by(columns.table_id, columns.number)
        )
        for table, number, at, player, name, text, phrase in found:
            line = ChatLine(number=number, at=at, player=name, text=text, phrase=phrase)
            if (hear := tables.get(table)) is not None:
                hear(KeptLine(line=line, player=player))

    async def sweep(self) -> None:
        """Delete old lines, and the lines of closed tables."""
        opened = sa.select(streams.c.id).where(streams.c.closed_at.is_(None))
        gone = sa.or_(chat.c.at < self._clock.now() - KEPT_MS, chat.c.table_id.not_in(opened))
        await self._store.append(Batch(statements=[sa.delete(chat).where(gone)]))
