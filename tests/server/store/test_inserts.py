"""Rows of every kind arrive unchanged in both databases, and PostgreSQL needs one statement for all of them."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import sqlalchemy as sa

from bigslick.server.store import schema
from bigslick.server.store.histories import Histories
from bigslick.server.store.records import Batch, ChipTransfer, FactRow, SavedState, Stream
from tests.virtual_clock import VirtualClock

from ..databases import opened
from ..hands import played

ODD = ("", "it's", 'say "hi"', "50% off %(x)s %s", "back\\slash", "ünï ♠ 牌", "a:b ?::json", "\x01\t\n")


def everything(run: int) -> Batch:
    name = f"s{run}"
    return Batch(
        opened=[
            Stream(id=name, kind="table", opened_at=1 << 40),
            Stream(id=f"{name}x", kind="t", opened_at=1, closed_at=2),
        ],
        rows=[FactRow(name, seq, -seq, bytes(range(256)) + text.encode()) for seq, text in enumerate(ODD, 1)],
        transfers=[
            ChipTransfer(source="mint", target="player:ann", amount=1 << 50, reason=text, at=3, stream=name, seq=seq)
            for seq, text in enumerate(ODD, 1)
        ],
        hands=[played(name, number) for number in range(1, 4)],
        snapshots=[SavedState(name, 2, b"\0\xff"), SavedState(name, 3, b"last")],
    )


async def test_rows_come_back_as_they_were(url: str) -> None:
    async with opened(url) as store:
        batches = [everything(number) for number in range(3)]
        await asyncio.gather(*map(store.append, batches))
        for number, batch in enumerate(batches):
            name = f"s{number}"
            assert await store.read(name) == list(batch.rows)
            assert await store.snapshot(name) == SavedState(name, 3, b"last")
            histories = Histories(store, VirtualClock(1 << 50))
            assert await histories.first_at(name, 10) == list(batch.hands)
        await store.append(Batch(snapshots=[SavedState("s1", 9, b"newer")]))
        assert await store.snapshot("s1") == SavedState("s1", 9, b"newer")
        assert {stream.id: stream.closed_at for stream in await store.streams(closed=True)}["s1x"] == 2
        found = await store.select(sa.select(schema.ledger.c.reason).where(schema.ledger.c.stream == "s0"))
        assert sorted(row[0] for row in found) == sorted(ODD)
        assert (await store.balances())["player:ann"] == 3 * len(ODD) << 50


async def test_postgresql_takes_all_rows_in_one_statement(url: str) -> None:
    if not url.startswith("postgresql"):
        return

    async with opened(url) as store:
        seen: list[str] = []

        def note(_c: Any, _d: Any, statement: str, *_: Any) -> None:
            seen.append(statement)

        sa.event.listen(store._database.writers.sync_engine, "before_cursor_execute", note)
        await store.append(everything(1))
        assert len(seen) == 2, "one that counts the commit, and one for the rows"


async def test_what_is_read_ahead_is_what_would_be_read(url: str) -> None:
    async with opened(url) as store:
        await store.append(everything(1))
        await store.append(msgspec.structs.replace(everything(2), snapshots=()))
        names = ("s1", "s2", "s1x")
        expected = []
        for name in names:
            saved = await store.snapshot(name)
            expected.append((saved, await store.read(name, saved.seq if saved else 0), await store.read(name)))
        await store.read_ahead(names)
        for name, (saved, since, whole) in zip(names, expected, strict=True):
            assert await store.snapshot(name) == saved
            assert await store.read(name, saved.seq if saved else 0) == since
            await store.append(Batch(rows=[FactRow(name, 99, 0, b"new")]))
            assert await store.read(name) == [*whole, FactRow(name, 99, 0, b"new")], "nothing is read twice"
