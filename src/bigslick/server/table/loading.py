"""Loads a table from the store: its last saved state, and the facts since then."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from bigslick.server.operations.log import write_error
from bigslick.server.serving.folding import fold
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import FactRow
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import DamagedStream

from . import facts
from .apply import apply
from .audience import RECENT
from .saves import load
from .script import ScriptedUpdate
from .state import LiveTable


async def load_table(table: str, store: Store) -> tuple[LiveTable, list[ScriptedUpdate]]:
    """Load a table from the store, and the latest updates viewers have seen; raises `DamagedStream`.

    A saved state only saves time. If it is damaged, the facts give the same table.
    """
    saved = await store.snapshot(table)
    if saved is not None:
        try:
            live = load(saved.payload)
            if (live.id, live.count) != (table, saved.seq):
                raise DamagedStream(f"the saved state of {table} is of something else")
            return _fold(table, live, await store.read(table, saved.seq))
        except StoreFailed:
            raise
        except Exception as error:
            write_error("save_damaged", error, table=table)
    return _fold(table, None, await store.read(table))


def _fold(table: str, live: LiveTable | None, rows: Iterable[FactRow]) -> tuple[LiveTable, list[ScriptedUpdate]]:
    shown: deque[ScriptedUpdate] = deque(maxlen=RECENT)

    def begin(payload: bytes) -> LiveTable:
        opened = facts.read(payload)
        assert isinstance(opened, facts.Opened)
        return LiveTable(opened)

    def take(live: LiveTable, payload: bytes) -> None:
        fact = facts.read(payload)
        shown.extend(live.show_due(fact.at))
        apply(live, fact)

    return fold(f"table {table}", rows, begin, take, live), list(shown)
