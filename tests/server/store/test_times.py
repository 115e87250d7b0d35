"""Times in the database: every time written by a wrong clock moves back, and nothing else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from bigslick.server.store import schema
from bigslick.server.store.database import Database, StoreFailed
from bigslick.server.store.records import Batch, ChipTransfer, FactRow, SavedState
from bigslick.server.store.times import _written, last_seen, move_back, note_seen

from ..databases import opened

NOW = 1_800_000_000_000
AHEAD = 400 * 86_400_000


def account(name: str, created_at: int) -> sa.Executable:
    row = {"id": name, "name": name, "folded": name, "kind": "guest", "refilled_at": created_at, "avatar": ""}
    return schema.accounts.insert().values(**row, created_at=created_at)


def session(name: str, created_at: int) -> sa.Executable:
    row = {"token": name, "account": name, "kind": "page", "label": ""}
    return schema.sessions.insert().values(**row, created_at=created_at, expires_at=created_at + 1_000)


def test_every_column_of_a_time_is_known() -> None:
    """Every 64-bit column is a time, by its name, or one of these numbers."""
    numbers = {"epoch", "commits", "seq", "number", "id", "amount", "big_blind", "pot", "net", "chips"}
    numbers |= {"bought_in", "left_with", "prize", "bounties", "buyin", "spent"}
    times = {(column.table.name, column.name) for column in _written()}
    times |= {("sessions", "expires_at"), ("sanctions", "until")}
    for table in schema.METADATA.sorted_tables:
        for column in table.c:
            if isinstance(column.type, sa.BigInteger):
                assert ((table.name, column.name) in times) is not (column.name in numbers), (table.name, column.name)


async def seen(url: str) -> int:
    database = Database(url)
    await database.prepare()
    async with database.readers.connect() as connection:
        found = await last_seen(connection)
    await database.close()
    return found


async def test_what_a_wrong_clock_wrote_moves_back(url: str) -> None:
    late = NOW + AHEAD
    rich = {"type": "seat_taken", "at": late - 5, "chips": late + 7, "until": late}
    saved = {"at": late - 5, "queue_lost": {"ann": late - 9}, "script": [{"at": late - 1}], "count": late, "end": None}
    async with opened(url) as store:
        await store.append(
            Batch(
                rows=[FactRow("t1", 1, 7, b'{"at":7}'), FactRow("t1", 2, late - 5, msgspec.json.encode(rich))],
                snapshots=[SavedState("t1", 2, msgspec.json.encode(saved))],
                transfers=[ChipTransfer(source="a", target="b", amount=late, reason="", at=late - 5)],
                statements=[account("old", 7), account("new", late), session("old", 7), session("new", late)],
            )
        )
        await store.append(Batch(statements=[note_seen(late)]))
    assert await seen(url) == late
    assert (await move_back(url, NOW, look=True)).rows == 0
    moved = await move_back(url, NOW)
    assert (moved.newest, moved.ahead_ms) == (late, AHEAD)
    async with opened(url) as store:
        payloads = [msgspec.json.decode(row.payload) for row in await store.read("t1")]
        assert payloads == [{"at": 7}, {**rich, "at": NOW - 5, "until": NOW}]
        kept = await store.snapshot("t1")
        assert kept is not None
        moved_times = {"at": NOW - 5, "queue_lost": {"ann": NOW - 9}, "script": [{"at": NOW - 1}]}
        assert msgspec.json.decode(kept.payload) == {**saved, **moved_times}
        ((amount, at),) = await store.select(sa.select(schema.ledger.c.amount, schema.ledger.c.at))
        assert (amount, at) == (late, NOW - 5)
        table = schema.sessions.c
        found = await store.select(sa.select(table.token, table.created_at, table.expires_at).order_by(table.token))
        assert [tuple(row) for row in found] == [("new", NOW, NOW + 1_000), ("old", 7, 1_007)]
    assert await seen(url) == NOW


async def test_a_database_without_a_noted_time_was_last_used_when_its_last_fact_happened(url: str) -> None:
    assert await seen(url) == 0
    async with opened(url) as store:
        await store.append(Batch(rows=[FactRow("t1", 1, 7, b'{"at":7}'), FactRow("t1", 2, NOW, b'{"at":8}')]))
    assert await seen(url) == NOW


async def test_a_database_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="no such file"):
        await move_back(str(tmp_path / "none.db"), NOW)
