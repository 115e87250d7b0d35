"""Errors that mean trouble with the whole database, reported without anything private."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from bigslick.protocol import wire
from bigslick.server.operations.log import JsonLines
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import Batch
from bigslick.server.store.trouble import Trouble, is_lost, reason, trouble, trouble_of

from ..databases import opened
from ..served import serving, table


class FromSqlite(Exception):
    def __init__(self, name: str) -> None:
        super().__init__("hunter2")
        self.sqlite_errorname = name


class FromPostgres(Exception):
    def __init__(self, state: str | None) -> None:
        super().__init__("connection to postgresql://ann:hunter2@db failed")
        self.sqlstate = state


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (FromSqlite("SQLITE_BUSY_SNAPSHOT"), trouble("away", "SQLITE_BUSY_SNAPSHOT")),
        (FromSqlite("SQLITE_FULL"), trouble("full", "SQLITE_FULL")),
        (FromSqlite("SQLITE_READONLY_DBMOVED"), trouble("read_only", "SQLITE_READONLY_DBMOVED")),
        (FromSqlite("SQLITE_IOERR_FSYNC"), trouble("failing", "SQLITE_IOERR_FSYNC")),
        (FromSqlite("SQLITE_CORRUPT"), trouble("damaged", "SQLITE_CORRUPT")),
        (FromSqlite("SQLITE_CONSTRAINT_UNIQUE"), None),
        (FromPostgres(None), trouble("away")),
        (FromPostgres("57P01"), trouble("away", "57P01")),
        (FromPostgres("25P03"), trouble("away", "25P03")),
        (FromPostgres("53300"), trouble("away", "53300")),
        (FromPostgres("53100"), trouble("full", "53100")),
        (FromPostgres("25006"), trouble("read_only", "25006")),
        (FromPostgres("XX001"), trouble("damaged", "XX001")),
        (FromPostgres("23505"), None),
    ],
)
def test_an_error_of_a_database_has_a_kind(error: Exception, found: Trouble | None) -> None:
    wrapped = DBAPIError("INSERT", {}, error)
    assert trouble_of(wrapped) == found
    assert found is None or "hunter2" not in found.sentence + found.code


def test_silence_is_an_absence_and_a_mistake_of_ours_is_not() -> None:
    assert trouble_of(TimeoutError()) == trouble("away")
    assert trouble_of(ConnectionResetError()) == trouble("away")
    assert trouble_of(ValueError("ours")) is None


def test_a_busy_file_is_worth_a_retry_and_a_wrong_statement_is_not(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE facts (seq INTEGER PRIMARY KEY)")
    engine = sa.create_engine(f"sqlite:///{file}", connect_args={"timeout": 0})
    with contextlib.closing(sqlite3.connect(file)) as other, engine.connect() as ours:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DBAPIError) as busy:
            ours.execute(sa.text("INSERT INTO facts VALUES (1)"))
        other.rollback()
        ours.rollback()
        with pytest.raises(DBAPIError) as wrong:
            ours.execute(sa.text("INSERT INTO nowhere VALUES (1)"))
    engine.dispose()
    assert (is_lost(busy.value), reason(busy.value)) == (True, "database is locked")
    assert (is_lost(wrong.value), reason(wrong.value)) == (False, "no such table: nowhere")
    assert not is_lost(ValueError("not of a database"))


READ_ONLY = {"sqlite": "PRAGMA query_only = ON", "postgresql": "SET default_transaction_read_only = on"}


def test_the_log_says_why_the_database_cannot_be_written_and_nothing_else(url: str) -> None:
    """The log names the kind and the code of the trouble, and the room resumes automatically when it is over."""
    kind = url.partition(":")[0]

    async def run() -> list[str]:
        async with serving(url, table()) as room, room.socket(await room.token("ann")) as ann:
            await room.card_room.store.append(Batch(statements=[sa.text(READ_ONLY[kind])]))
            refused = await ann.ask(wire.Sit(cmd_id="x", table="t1", chips=1000))
            assert (refused.code, "read-only" in refused.sentence) == ("away", True)
            while (await ann.hear(wire.Outage)).sentence:
                pass
            assert isinstance(await ann.ask(wire.Sit(cmd_id="again", table="t1", chips=1000)), wire.Done)
            assert room.card_room.check() == ()
        return log.getvalue().splitlines()

    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("bigslick.server")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        lines = [json.loads(line) for line in asyncio.run(run())]
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    begin, end = [line for line in lines if line["event"] == "database"]
    code = {"sqlite": "SQLITE_READONLY", "postgresql": "25006"}[kind]
    assert (begin["status"], begin["reason"], begin["code"]) == ("read_only", "The database is read-only", code)
    assert end["status"] == "ready"
    assert not any(word in log.getvalue() for word in ("postgres@", "postgresql://"))


async def test_a_full_disk_is_named_and_over_when_there_is_room(tmp_path: Path) -> None:
    seen: list[Trouble | None] = []
    async with opened(str(tmp_path / "room.db"), changed=seen.append) as store:
        await store.append(Batch(statements=[sa.text("PRAGMA max_page_count = 60")]))
        with pytest.raises(StoreFailed) as failed:
            await store.append(Batch(statements=[sa.text("CREATE TABLE x AS SELECT randomblob(1000000) AS y")]))
        assert failed.value.trouble == trouble("full", "SQLITE_FULL") == store.trouble
        async with asyncio.timeout(60):
            await store.fine()
        assert seen == [trouble("full", "SQLITE_FULL"), None]
