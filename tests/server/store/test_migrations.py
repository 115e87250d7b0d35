"""Migrations that change stored data, each on both databases."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from bigslick.server.store import schema
from bigslick.server.store.database import Database
from bigslick.server.store.records import Batch, FactRow, SavedState, Stream
from bigslick.server.store.store import Conflict
from bigslick.server.table.saves import load, save
from bigslick.table.state import FORMAT

from ..databases import opened
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


async def test_commands_of_facts_and_chat_lines_are_moved(url: str) -> None:
    """Command ids used to be kept only with facts and chat; a command done then must not be done again now."""
    saved, fact, closed = (
        FactRow(stream, seq, 5, b'{"type":"x","at":5,"by":"ann","cmd_id":"f%d"}' % seq)
        for stream, seq in (("t1", 1), ("t1", 2), ("t2", 3))
    )
    streams = [Stream(id="t1", kind="table", opened_at=1), Stream(id="t2", kind="table", opened_at=1, closed_at=2)]
    before = (
        "DROP TABLE commands",
        "DELETE FROM chat",
        "ALTER TABLE chat ADD COLUMN cmd_id VARCHAR(64) NOT NULL DEFAULT ''",
        "INSERT INTO chat (table_id, number, at, player, name, text, phrase, cmd_id) "
        "VALUES ('t1', 1, 5, 'ann', 'Ann', 'hi', '', 'c')",
    )
    async with opened(url) as store:
        kept = SavedState("t1", 1, b"")
        damaged = FactRow("t1", 3, 5, b"{")
        await store.append(Batch(opened=streams, rows=[saved, fact, damaged, closed], snapshots=[kept]))
        await store.append(Batch(statements=[sa.text(statement) for statement in before]))
    database = Database(url)
    async with database.readers.begin() as connection:
        await connection.run_sync(_migrate, "v4_commands")
    await database.close()
    async with opened(url) as store:
        assert sorted(done.cmd_id for done in await store.commands("t1", "ann", most=9)) == ["c", "f2"]
        assert not await store.commands("t2", "ann")
        assert len(await store.select(sa.select(schema.chat))) == 1


async def test_players_from_before_names_could_be_shared_keep_everything_that_is_theirs(url: str) -> None:
    database = Database(url)
    await database.prepare()
    await database.close()
    names = [("p1", "Ann", "member"), ("p2", "guest-123456", "guest"), ("p3", "bob", "guest")]
    async with opened(url) as store:
        undo = [
            "DROP INDEX accounts_by_name",
            "DROP INDEX players_by_name",
            "DROP TABLE notes",
            "DROP TABLE sessions",
            "DROP TABLE accounts",
        ]
        await store.append(
            Batch(
                statements=[
                    sa.text(statement) for statement in (*undo, *_first_tables("accounts", "notes", "sessions"))
                ]
            )
        )
        for player, name, kind in names:
            row = f"('{player}', '{name}', '{name.lower()}', '{kind}', NULL, 1, 0, '')"
            await store.append(Batch(statements=[sa.text(f"INSERT INTO accounts VALUES {row}")]))
        theirs = [
            "INSERT INTO sessions VALUES ('t', 'p2', 'page', '', 1, 9)",
            "INSERT INTO notes VALUES ('p1', 'p2', 'x', '', 0, 1)",
        ]
        await store.append(Batch(statements=[sa.text(statement) for statement in theirs]))
    async with database.readers.begin() as connection:
        await connection.run_sync(_migrate, "v5_names")
    await database.close()
    async with opened(url) as store:
        table = schema.accounts.c
        found = await store.select(sa.select(table.id, table.name, table.named).order_by(table.id))
        assert [tuple(row) for row in found] == [("p1", "Ann", 1), ("p2", "guest-123456", 0), ("p3", "bob", 1)]
        assert (
            len(await store.select(sa.select(schema.sessions))) == len(await store.select(sa.select(schema.notes))) == 1
        )
        another = schema.accounts.insert()
        rest: dict[str, Any] = {
            "folded": "bob",
            "password": None,
            "created_at": 1,
            "refilled_at": 0,
            "avatar": "",
            "named": 1,
        }
        await store.append(Batch(statements=[another.values(id="p4", name="Bob", kind="guest", **rest)]))
        await store.append(Batch(statements=[another.values(id="p5", name="Bob", kind="member", **rest)]))
        with pytest.raises(Conflict):
            await store.append(Batch(statements=[another.values(id="p6", name="BOB", kind="member", **rest)]))


def _first_tables(*names: str) -> list[str]:
    """Return the statements that make tables as the first schema had them."""
    script = (Path(__file__).parent / "first_schema.sql").read_text()
    return [part for part in script.split(";") if any(f"CREATE TABLE {name} " in part for name in names)]
