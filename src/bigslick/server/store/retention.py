"""Moves old hands to files and deletes them, in small batches, once they have been kept long enough.

A hand leaves the database only when its file is on disk. The files hold all of a hand's data, hidden cards and the
house's seed included, so they are for the house only. Facts that no restart needs are deleted too; the ledger stays.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import sqlalchemy as sa

from bigslick.history.formats.registry import format_named
from bigslick.server.operations.clock import Clock

from .histories import Histories, archived
from .records import Batch, StoredHand
from .schema import facts, hands, retired, snapshots, streams
from .store import Store

BITE: Final = 50
"""How many hands are written and deleted at a time."""
FACTS: Final = 500
PAUSE_MS: Final = 250
"""The pause between batches, because players come first."""
_DAY_MS: Final = 86_400_000
_KEPT: Final = "tournament"
"""Streams of this kind stay, because their few facts say who won."""


class HandRetention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long hands stay in the database, and where they are exported before they are deleted."""

    keep_days: int = 0
    """0 keeps them forever."""
    export_to: str = ""
    """A folder."""

    def __post_init__(self) -> None:
        if self.keep_days < 0:
            raise ValueError(f"keep_days = {self.keep_days}: expected 1 or more, or 0 to keep hands for ever")
        if self.keep_days and not self.export_to:
            raise ValueError("keep_days needs export_to, the folder that takes the hands before they are deleted")


class OldHands:
    """Moves a store's old hands into files."""

    def __init__(self, store: Store, clock: Clock, retention: HandRetention) -> None:
        self._store = store
        self._clock = clock
        self._retention = retention
        self._histories = Histories(store, clock)
        self._folder = Path(retention.export_to)

    async def sweep(self) -> int:
        """Export and delete everything that has expired; return the number of hands."""
        if not self._retention.keep_days:
            return 0
        before = self._clock.now() - self._retention.keep_days * _DAY_MS
        moved = 0
        table: str | None = ""
        while table is not None:
            table = await self._table_after(table)
            while table is not None and (old := await self._bite(table, before)):
                await asyncio.to_thread(self._export, old)
                await self._store.append(Batch(statements=_retire(table, old)))
                moved += len(old)
                await self._clock.sleep(PAUSE_MS)
        await self._forget_facts(before)
        return moved

    async def _table_after(self, table: str) -> str | None:
        found = await self._store.select(sa.select(sa.func.min(hands.c.table_id)).where(hands.c.table_id > table))
        name: str | None = found[0][0]
        return name

    async def _bite(self, table: str, before: int) -> list[StoredHand]:
        """Return a table's first few hands that are old enough; their numbers rise with their times."""
        first = await self._histories.first_at(table, BITE)
        old = []
        for hand in first:
            if hand.ended_at >= before:
                break
            old.append(hand)
        return old

    def _export(self, old: Sequence[StoredHand]) -> None:
        """Write a table's hands to a file. The same hands always go to the same file, even after a retry."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        form = format_named("phh")
        path = self._folder / f"{old[0].table}-{old[0].number:08}{form.suffix}"
        part = path.with_name(f"{path.name}.part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(form.text(map(archived, old)))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        if os.name == "posix":  # the file name is on disk once its folder is synced
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    async def _forget_facts(self, before: int) -> None:
        """Delete old facts up to each table's saved state, and all facts of tables closed long ago."""
        joined = streams.outerjoin(snapshots, streams.c.id == snapshots.c.stream)
        found = await self._store.select(
            sa.select(streams.c.id, streams.c.closed_at, snapshots.c.seq)
            .select_from(joined)
            .where(streams.c.kind != _KEPT)
            .order_by(streams.c.id)
        )
        for stream, closed_at, saved in found:
            over = closed_at is not None and closed_at < before
            while upto := await self._old_facts(stream, before, None if over else saved or 0):
                gone = sa.delete(facts).where(facts.c.stream == stream, facts.c.seq <= upto)
                await self._store.append(Batch(statements=[gone]))
                await self._clock.sleep(PAUSE_MS)

    async def _old_facts(self, stream: str, before: int, most: int | None) -> int:
        """Return the last of a stream's next few facts that can be deleted; 0 if there are none."""
        if most == 0:
            return 0
        first = sa.select(facts.c.seq, facts.c.at).where(facts.c.stream == stream).order_by(facts.c.seq).limit(FACTS)
        upto = 0
        for seq, at in await self._store.select(first):
            if at >= before or (most is not None and seq > most):
                break
            upto = seq
        return upto


def _retire(table: str, old: Sequence[StoredHand]) -> list[sa.Executable]:
    """Delete a table's hands and record how far, so a link to one can say it has expired."""
    return [
        sa.delete(hands).where(hands.c.id.in_([hand.id for hand in old])),
        sa.delete(retired).where(retired.c.table_id == table),
        sa.insert(retired).values(table_id=table, number=old[-1].number, hidden=int(old[-1].hidden)),
    ]
