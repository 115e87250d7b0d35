"""The ledger of a table or tournament as viewers may see it: no result appears before its board has been shown."""

from __future__ import annotations

import asyncio

from bigslick.server.operations.clock import SystemClock
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import Bank
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.names import Names, NamesTogether
from bigslick.server.store.nights import Night, night, rows_of
from bigslick.server.store.records import Stream
from bigslick.server.store.store import Store
from bigslick.server.table.draft import KIND
from bigslick.server.table.seen import Seen
from bigslick.server.table.task import TableTask


async def night_of(store: Store, called: NamesTogether, stream: Stream, seen: Seen | None) -> Night:
    """Return a stream's ledger; `seen` is its table as the viewer has been shown it, if it is being served."""
    # Taken before the rows are read, so every fact that viewers know is already in the database.
    upto, sitting = (None, {}) if seen is None else (seen.fact or 0, seen.chips)
    rows = await rows_of(store, stream, upto)
    return await asyncio.to_thread(night, stream, rows, sitting, called)


async def night_at_rest(url: str, table: str) -> Night:
    """Return a cash table's ledger straight from a database, without a running server."""
    store = await Store.reading(url)
    try:
        stream = await store.stream(table)
        if stream is None or "." in table or (stream.kind != KIND and stream.closed_at is None):
            known = [found.id for found in await store.streams(KIND, closed=True) if "." not in found.id]
            listed = ", ".join(known[-20:]) or "none"
            raise StoreFailed(
                f"{table!r} is neither a cash table nor a tournament that is over: the tables are {listed}"
            )
        names, seen = await Names.load(store), None
        if stream.closed_at is None:
            clock = SystemClock()
            task = await TableTask.restore(table, Services(store, await Bank.load(store, names), clock, _no_secrets))
            task.live.show_due(clock.now())
            seen = task.audience.seen_at_once
        return await night_of(store, NamesTogether(names), stream, seen)
    finally:
        await store.close()


def _no_secrets() -> bytes:
    raise AssertionError("a table at rest deals no hand")
