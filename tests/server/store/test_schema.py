"""The tables of the store, and the migrations that make them."""

from __future__ import annotations

from pathlib import Path

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


async def test_the_migrations_make_the_schema(url: str) -> None:
    database = Database(url)
    await database.prepare()
    async with database.readers.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), schema.METADATA)
        )
    await database.close()
    assert differences == []


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
        hand="t1-1", seat=0, player="ann", net=5, ended_at=5, hole=-1, showdown=0
    )
    account = schema.accounts.insert().values(
        key="ann", name="Ann", kind="guest", created_at=1, refilled_at=1, avatar=""
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
        schema.hand_players.insert().values(hand="t9-9", seat=0, player="ann", net=5, ended_at=5, hole=-1, showdown=0),
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
