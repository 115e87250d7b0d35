"""The ledger of a table or tournament as far as viewers know: no result shows before its board has."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bigslick.server.operations.clock import SystemClock
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import Bank
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.nights import Night, moves_of, night, rows_of
from bigslick.server.store.records import Stream
from bigslick.server.store.store import Store
from bigslick.server.table.draft import KIND
from bigslick.server.table.task import TableTask


async def night_of(store: Store, stream: Stream, task: TableTask | None) -> Night:
    """The ledger of a stream; `task` is its table if it is being served."""
    sitting: Mapping[str, int] = {}
    upto = None
    if task is not None:
        # Taken before the rows are read: every fact that viewers know is in the database by then.
        upto, sitting = task.live.shown_money()
    rows = await rows_of(store, stream.id, upto)
    return await asyncio.to_thread(lambda: night(stream, moves_of(rows), sitting))


async def night_at_rest(url: str, table: str) -> Night:
    """The ledger of a cash table by the database at an address, while no server need be running."""
    store = await Store.reading(url)
    try:
        stream = await store.stream(table)
        if stream is None or "." in table or (stream.kind != KIND and stream.closed_at is None):
            known = [found.id for found in await store.streams(KIND, closed=True) if "." not in found.id]
            listed = ", ".join(known[-20:]) or "none"
            raise StoreFailed(f"{table!r} is no cash table and no tournament that is over: the tables are {listed}")
        task = None
        if stream.closed_at is None:
            clock = SystemClock()
            task = await TableTask.restore(table, Services(store, await Bank.load(store), clock, _no_secrets))
            task.live.show_due(clock.now())
        return await night_of(store, stream, task)
    finally:
        await store.close()


def _no_secrets() -> bytes:
    raise AssertionError("a table at rest deals no hand")
