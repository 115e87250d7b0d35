"""The store's tables, and the migrations that lead to them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from bigslick.server.store import schema
from bigslick.server.store.database import Database
from bigslick.server.store.records import Batch, FactRow
from bigslick.server.store.store import Conflict

from ..databases import opened


async def _differences(url: str) -> list[object]:
    """Open a database, and compare its tables with the schema."""
    database = Database(url)
    await database.prepare()
    async with database.readers.connect() as connection:
        found = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), schema.METADATA)
        )
    await database.close()
    return list(found)


async def test_a_new_database_has_the_schema(url: str) -> None:
    assert await _differences(url) == []


async def test_a_database_of_the_first_schema_is_migrated_with_everything_in_it(url: str) -> None:
    sync = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    before = await asyncio.to_thread(_fill_first_schema, sync)
    assert set(before) == set(sa.inspect(sync).get_table_names()) - {"alembic_version"}
    assert await _differences(url) == []
    with sync.connect() as connection:
        for table, row in before.items():
            found = {**connection.execute(sa.text(f"SELECT * FROM {table}")).one()._mapping}
            kept = found.keys() & row.keys() - {"epoch"}  # opening takes the database over
            assert {name: found[name] for name in kept} == {name: row[name] for name in kept}
        assert connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == schema.REVISION
    sync.dispose()


def _fill_first_schema(engine: sa.Engine) -> dict[str, dict[str, object]]:
    """Create the tables of the first schema with one row each, and return the rows."""
    script = (Path(__file__).parent / "first_schema.sql").read_text()
    if engine.dialect.name == "postgresql":
        script = script.replace("BLOB", "BYTEA").replace(" WITHOUT ROWID", "")
        number = "CREATE TABLE ledger (\n    id "
        script = script.replace(f"{number}INTEGER NOT NULL", f"{number}BIGSERIAL")
    first, rows = sa.MetaData(), {}
    with engine.begin() as connection:
        for statement in script.split(";"):
            if statement.strip():
                connection.execute(sa.text(statement))
        first.reflect(connection)
        for table in first.sorted_tables:
            if table.name != "alembic_version":
                rows[table.name] = {column.name: _value(column.type) for column in table.c}
                connection.execute(table.insert().values(rows[table.name]))
    return rows


def _value(kind: sa.types.TypeEngine[Any]) -> object:
    if isinstance(kind, sa.Integer):
        return 1
    return b"x" if isinstance(kind, sa.LargeBinary) else "x"


def test_the_schema_is_that_of_the_last_migration() -> None:
    folder = Path(schema.__file__).parent / "migrations"
    assert ScriptDirectory(folder).get_heads() == [schema.REVISION]


async def test_a_hand_takes_its_players_with_it_and_an_account_its_sessions(url: str) -> None:
    hand = schema.hands.insert().values(
        id="t1-1",
        table_id="t1",
        number=1,
        ended_at=5,
        record="{}",
        root="",
        house_seed=b"",
        seeds="{}",
        name="Elm",
        big_blind=2,
        pot=5,
        afterwards="{}",
        hidden=0,
    )
    player = schema.hand_players.insert().values(
        hand="t1-1", seat=0, player="ann", name="ann", net=5, ended_at=5, hole=-1, showdown=0
    )
    account = schema.accounts.insert().values(
        id="ann", name="Ann", folded="ann", kind="guest", created_at=1, refilled_at=1, avatar=""
    )
    session = schema.sessions.insert().values(
        token="x", account="ann", kind="bot", label="", created_at=1, expires_at=2
    )

    async with opened(url) as store:
        await store.append(Batch(statements=[hand, player, account, session]))
        assert len(await store.select(sa.select(schema.hand_players))) == 1
        await store.append(Batch(statements=[schema.hands.delete(), schema.accounts.delete()]))
        for table in (schema.hand_players, schema.sessions):
            assert await store.select(sa.select(table)) == []


@pytest.mark.parametrize(
    "orphan",
    [
        schema.hand_players.insert().values(
            hand="t9-9", seat=0, player="ann", name="ann", net=5, ended_at=5, hole=-1, showdown=0
        ),
        schema.sessions.insert().values(token="x", account="zoe", kind="bot", label="", created_at=1, expires_at=2),
    ],
    ids=["a player of no hand", "a session of no account"],
)
async def test_a_row_without_its_owner_is_refused(url: str, orphan: sa.Executable) -> None:
    async with opened(url) as store:
        with pytest.raises(Conflict):
            await store.append(Batch(statements=[orphan]))


async def test_a_fact_has_its_number_once_in_its_stream(url: str) -> None:
    async with opened(url) as store:
        await store.append(Batch(rows=[FactRow("t1", 1, 5, b"{}"), FactRow("t2", 1, 5, b"{}")]))
        with pytest.raises(Conflict):
            await store.append(Batch(statements=[schema.facts.insert().values(stream="t1", seq=1, at=9, payload=b"")]))
