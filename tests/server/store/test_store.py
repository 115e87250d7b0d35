"""One conformance test for every store: SQLite and PostgreSQL must behave the same."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bigslick.protocol.room_events import PlayerSeed
from bigslick.server.store import schema
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import Batch, ChipTransfer, FactRow, SavedState, StoredHand, Stream
from bigslick.server.store.store import Conflict, Store
from bigslick.server.store.summary import HandSummary
from tests.waiting import LONG

from ..databases import Postgres, opened
from ..faults.line import line_to


def fact(seq: int, stream: str = "t1", payload: bytes = b"{}") -> FactRow:
    return FactRow(stream, seq, 1_000 + seq, payload)


def to_ada(amount: int) -> ChipTransfer:
    return ChipTransfer(source="mint", target="player:ada", amount=amount, reason="start", at=5)


def hand(number: int) -> StoredHand:
    return StoredHand(
        table="t1",
        number=number,
        ended_at=7,
        record="{}",
        players={0: "ada", 3: "bo"},
        names={0: "Ada", 3: "Bo"},
        nets={0: 5, 3: -5},
        root="00",
        house_seed=bytes(32),
        seeds={0: PlayerSeed("ab" * 32, "cd" * 32)},
        summary=HandSummary(name="Elm", big_blind=10, pot=15, holes={0: 5, 3: 9}, showdown=frozenset({0, 3})),
    )


async def test_what_was_appended_is_there_after_reopening(url: str) -> None:
    async with opened(url) as store:
        await store.append(
            Batch(
                opened=[
                    Stream(id="t1", kind="table", opened_at=1),
                    Stream(id="s1", kind="tournament", opened_at=2),
                ],
                rows=[fact(1, payload=b"\x00\xff"), fact(2), fact(1, "s1")],
                transfers=[to_ada(500)],
                hands=[hand(1)],
                snapshots=[SavedState("t1", 1, b"old"), SavedState("t1", 2, b"new")],
            )
        )
        await store.append(Batch(rows=[fact(3)], closed=[("s1", 9)], snapshots=[SavedState("t1", 3, b"newest")]))
    async with opened(url) as store:
        assert await store.read("t1") == [fact(1, payload=b"\x00\xff"), fact(2), fact(3)]
        assert await store.read("t1", after=2) == [fact(3)]
        assert await store.read("nowhere") == []
        assert await store.snapshot("t1") == SavedState("t1", 3, b"newest")
        assert await store.snapshot("s1") is None
        assert await store.balances() == {"mint": -500, "player:ada": 500}
        assert [stream.id for stream in await store.streams()] == ["t1"]
        assert await store.streams("tournament") == []
        closed = Stream(id="s1", kind="tournament", opened_at=2, closed_at=9)
        assert await store.streams("tournament", closed=True) == [closed]
        players = await store.select(sa.select(schema.hand_players.c.player, schema.hand_players.c.net))
        assert sorted(map(tuple, players)) == [("ada", 5), ("bo", -5)]


async def test_a_batch_with_a_fact_that_is_there_fails_alone_and_leaves_nothing(url: str) -> None:
    async with opened(url) as store:
        await store.append(Batch(rows=[fact(1)]))
        doubled = Batch(rows=[fact(2, "t2"), fact(1)], transfers=[to_ada(10)])
        good = [Batch(rows=[fact(1, f"u{n}")], transfers=[to_ada(1)]) for n in range(20)]
        batches = [*good[:10], doubled, *good[10:]]
        answers = await asyncio.gather(*map(store.append, batches), return_exceptions=True)
        assert [type(answer) for answer in answers].count(type(None)) == 20
        assert isinstance(answers[10], Conflict)
        assert await store.read("t2") == []
        assert (await store.balances())["player:ada"] == 20


async def test_two_facts_of_one_number_in_one_group_are_one_fact_and_one_conflict(url: str) -> None:
    async with opened(url) as store:
        both = [Batch(rows=[fact(1, payload=b"first")]), Batch(rows=[fact(1, payload=b"second")])]
        answers = await asyncio.gather(*map(store.append, both), return_exceptions=True)
        assert answers[0] is None
        assert isinstance(answers[1], Conflict)
        assert [row.payload for row in await store.read("t1")] == [b"first"]


async def test_what_a_database_cannot_hold_fails_alone(url: str) -> None:
    async with opened(url) as store:
        batches = [Batch(rows=[fact(1)]), Batch(rows=[fact(1, "t2"), fact(1 << 70, "t2")]), Batch(rows=[fact(2)])]
        answers = await asyncio.gather(*map(store.append, batches), return_exceptions=True)
        assert answers[0] is None
        assert answers[2] is None
        assert isinstance(answers[1], StoreFailed)
        assert await store.read("t2") == []


async def test_concurrent_writers_share_transactions_and_keep_their_order(url: str) -> None:
    async with opened(url) as store:

        async def write(stream: str) -> None:
            for seq in range(1, 21):
                await store.append(Batch(rows=[fact(seq, stream)], transfers=[to_ada(1)]))

        await asyncio.gather(*(write(f"t{n}") for n in range(50)))
        for n in range(50):
            assert [row.seq for row in await store.read(f"t{n}")] == list(range(1, 21))
        assert (await store.balances())["player:ada"] == 1000
        (commits,) = (await store.select(sa.select(schema.writer.c.commits)))[0]
        assert commits < 500


async def test_who_waits_and_is_cancelled_does_not_disturb_the_others(url: str) -> None:
    async with opened(url) as store:
        waiting = asyncio.create_task(store.append(Batch(rows=[fact(1)])))
        await asyncio.sleep(0)
        waiting.cancel()
        await store.append(Batch(rows=[fact(1, "t2")]))
        assert await store.read("t2") == [fact(1, "t2")]


async def test_closing_commits_what_is_pending_and_then_refuses(url: str) -> None:
    store = await Store.open(url)
    waiting = [asyncio.create_task(store.append(Batch(rows=[fact(seq)]))) for seq in range(1, 6)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreFailed, match="closed"):
        await store.append(Batch(rows=[fact(9)]))
    async with opened(url) as again:
        assert len(await again.read("t1")) == 5


async def test_a_server_whose_database_was_taken_over_writes_nothing_more(url: str) -> None:
    async with opened(url) as first, opened(url) as second:
        with pytest.raises(StoreFailed, match="another server"):
            await first.append(Batch(rows=[fact(1, payload=b"first")]))
        await second.append(Batch(rows=[fact(1, payload=b"second")]))
        with pytest.raises(StoreFailed, match="another server"):
            await first.append(Batch(rows=[fact(2)]))
        assert [row.payload for row in await second.read("t1")] == [b"second"]


# -- when the database fails ------------------------------------------------------------------------------------------


async def test_a_full_disk_fails_the_batch_and_the_store_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "room.db")) as store:
        await store.append(Batch(rows=[fact(1)]))
        await store.append(Batch(statements=[sa.text("PRAGMA max_page_count = 60")]))
        with pytest.raises(StoreFailed, match="full"):
            await store.append(Batch(rows=[fact(2, payload=os.urandom(1_000_000))]))
        assert [row.seq for row in await store.read("t1")] == [1]
        await store.append(Batch(rows=[fact(2)]))
        assert [row.seq for row in await store.read("t1")] == [1, 2]


async def test_writing_goes_on_after_postgresql_was_restarted(cluster: Postgres) -> None:
    url = cluster.new()

    async with opened(url) as store:
        await store.append(Batch(rows=[fact(1)], transfers=[to_ada(1)]))
        cluster.stop("immediate")
        waiting = asyncio.create_task(store.append(Batch(rows=[fact(2)], transfers=[to_ada(1)])))
        await asyncio.to_thread(cluster.start)
        await waiting
        assert [row.seq for row in await store.read("t1")] == [1, 2]
        assert (await store.balances())["player:ada"] == 2


async def test_silent_connections_are_replaced_by_new_ones(cluster: Postgres) -> None:
    """A proxy silently drops its old connections; the store must not wait for each of them in turn."""
    async with line_to(cluster.port) as line, opened(line.url(cluster.new())) as store:
        database = store._database
        database.answer_seconds = database.ping_seconds = 1.0
        await store.append(Batch(rows=[fact(1)]))
        nap = sa.select(sa.func.pg_sleep(0.2))
        await asyncio.gather(*(store.select(nap) for _ in range(5)))
        assert line.mute() >= 6
        async with asyncio.timeout(LONG):  # waiting ten seconds for each would take longer
            await asyncio.gather(*(store.append(Batch(rows=[fact(number)])) for number in (2, 3)))
            for _ in range(10):
                assert [row.seq for row in await store.read("t1")] == [1, 2, 3]


async def test_a_postgresql_that_stays_away_ends_in_a_sentence(cluster: Postgres) -> None:
    url = cluster.new()

    async with opened(url) as store:
        store.patience = 0.2
        await store.append(Batch(rows=[fact(1)]))
        cluster.stop()
        try:
            with pytest.raises(StoreFailed, match="cannot write"):
                await store.append(Batch(rows=[fact(2)]))
            with pytest.raises(StoreFailed, match="cannot read"):
                await store.read("t1")
        finally:
            cluster.start()
        store.patience = 30
        await store.append(Batch(rows=[fact(2)]))
        assert [row.seq for row in await store.read("t1")] == [1, 2]


@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
async def test_a_commit_whose_answer_was_lost_is_neither_lost_nor_doubled(
    cluster: Postgres, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """The server ends the connection right before or right after the commit, so the answer never comes."""
    url = cluster.new()

    async with opened(url) as store, opened(cluster.new()) as other:
        await store.append(Batch(rows=[fact(1)]))
        connection = store._connection
        assert connection is not None
        (pid,) = (await connection.execute(sa.text("SELECT pg_backend_pid()"))).one()
        await connection.rollback()
        commit = AsyncConnection.commit
        end = sa.select(sa.func.pg_terminate_backend(pid, 5000))

        async def cut(which: AsyncConnection) -> None:
            if which is not connection:
                return await commit(which)
            if moment == "after the commit":
                await commit(which)
            await other.select(end)
            await which.execute(sa.text("SELECT 1"))
            return None

        monkeypatch.setattr(AsyncConnection, "commit", cut)
        doubled = Batch(rows=[fact(1)])
        written = Batch(rows=[fact(2)], transfers=[to_ada(7)])
        answers = await asyncio.gather(store.append(doubled), store.append(written), return_exceptions=True)
        assert isinstance(answers[0], Conflict)
        assert answers[1] is None
        assert [row.seq for row in await store.read("t1")] == [1, 2]
        assert (await store.balances())["player:ada"] == 7
        await store.append(Batch(rows=[fact(3)]))
