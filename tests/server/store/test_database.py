"""A store's database: opened by its address, migrated, taken over by one writer, or refused with a sentence."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from bigslick.server.store import schema
from bigslick.server.store.database import Database, StoreFailed
from bigslick.server.store.records import Batch
from bigslick.server.store.store import Store

from ..databases import opened


async def test_a_database_that_is_newer_than_the_program_is_refused(url: str) -> None:
    async with opened(url) as store:
        await store.append(Batch(statements=[sa.text("UPDATE alembic_version SET version_num = 'tomorrow'")]))
    with pytest.raises(StoreFailed, match=r"schema tomorrow.*newer"):
        await Store.open(url)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://x/y", "'mysql' is not a supported database"),
        ("sqlite://", "in memory"),
        ("://", "not the address"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot open the database"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused_with_a_sentence(url: str, why: str) -> None:
    with pytest.raises(StoreFailed, match=why):
        asyncio.run(Store.open(url))


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match=r"there is no folder .*lost; create it"):
        asyncio.run(Store.open(str(tmp_path / "lost" / "room.db")))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    file.write_bytes(b"something else entirely" * 100)
    with pytest.raises(StoreFailed, match="not a database"):
        asyncio.run(Store.open(str(file)))
    assert file.read_bytes().startswith(b"something else")


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE accounts (owner TEXT)")
    with pytest.raises(StoreFailed, match="already exists"):
        asyncio.run(Store.open(str(file)))
    with contextlib.closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("accounts",)]


async def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "room.db")):
        modes = {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert modes == {0o600}


async def test_each_opening_takes_the_database_over_and_keeps_what_is_in_it(url: str) -> None:
    for epoch in (1, 3, 5):
        database = Database(url)
        assert await database.prepare() == (epoch, 0, epoch > 1)
        async with database.readers.connect() as connection:
            accounts = await connection.execute(sa.select(schema.accounts.c.name))
            assert [name for (name,) in accounts] == ["Ann"][: epoch - 1]
        if epoch == 1:
            row = {"id": "p1", "name": "Ann", "folded": "ann", "kind": "guest", "avatar": ""}
            ann = schema.accounts.insert().values(**row, created_at=1, refilled_at=1)
            async with database.writers.begin() as connection:
                await connection.execute(ann)
        await database.close()


async def test_who_takes_over_knows_whether_the_server_before_has_closed_it(url: str) -> None:
    async with opened(url) as first:
        assert not first.from_open
    async with opened(url) as second:
        assert not second.from_open, "it was closed"
        async with opened(url) as third:
            assert third.from_open, "the second still has it"
        async with opened(url) as fourth:
            assert not fourth.from_open
    async with opened(url) as last:
        assert not last.from_open, "the second could not close what is not its own"


def test_a_password_in_the_address_is_in_no_sentence() -> None:
    url = "postgresql://ann:hunter2@127.0.0.1:1/none"
    assert "hunter2" not in Database(url).name
    with pytest.raises(StoreFailed, match="cannot open the database") as refused:
        asyncio.run(Database(url).prepare())
    assert "hunter2" not in str(refused.value)


async def test_every_commit_to_a_file_is_on_the_disk_and_readers_do_not_wait_for_it(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "room.db"))
    await database.prepare()
    for engine in (database.readers, database.writers):
        async with engine.connect() as connection:
            found = {
                name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    await database.close()
