"""Migrations that change stored data, each on both databases."""

from __future__ import annotations

import importlib
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from bigslick.server.store import schema
from bigslick.server.store.database import Database
from bigslick.server.table.saves import load, save
from bigslick.table.state import FORMAT

from ..table.desk import Desk


def _migrate(connection: sa.Connection, name: str) -> None:
    migration: Any = importlib.import_module(f"bigslick.server.store.migrations.versions.{name}")
    with Operations.context(MigrationContext.configure(connection)):
        migration.upgrade()


def _without_ends(value: Any) -> Any:
    """Return saved data from before turns had an end."""
    if isinstance(value, dict):
        return {name: _without_ends(part) for name, part in value.items() if name != "ends"}
    return [_without_ends(part) for part in value] if isinstance(value, list) else value


async def test_a_saved_table_from_before_turns_had_an_end_is_loaded_after_the_migration(url: str) -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    assert desk.live.shown.turn is not None
    now = save(desk.live)
    old = _without_ends(msgspec.json.decode(now))
    table = old["table"]
    assert FORMAT in table
    old["table"] = table.replace('"dead_blind_rule":"choice"', '"dead_blind_rule":"wait"')
    assert old["table"] != table
    database = Database(url)
    await database.prepare()
    rows = [
        {"stream": "t", "seq": 5, "payload": msgspec.json.encode(old)},
        {"stream": "x", "seq": 1, "payload": b"damaged"},
    ]
    async with database.readers.begin() as connection:
        await connection.execute(schema.snapshots.insert(), rows)
        await connection.run_sync(_migrate, "v3_saved_clocks")
        kept = await connection.execute(sa.select(schema.snapshots.c.stream, schema.snapshots.c.payload))
        found = {row.stream: row.payload for row in kept}
    await database.close()
    assert save(load(bytes(found["t"]))) == now
    assert bytes(found["x"]) == b"damaged"
