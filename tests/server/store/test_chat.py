"""Chat in the store: each open table's last lines, oldest first, for a week at most."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from bigslick.protocol.social import ChatLine
from bigslick.server.store import schema
from bigslick.server.store.chat import KEPT, KEPT_MS, Chat, KeptLine, keep
from bigslick.server.store.records import Batch, Stream
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

from ..databases import opened


async def open_tables(store: Store, *tables: str) -> None:
    streams = [Stream(id=table, kind="table", opened_at=0) for table in tables]
    await store.append(Batch(opened=streams))


def line(number: int, at: int = 1_000) -> KeptLine:
    """Return a line; even ones are phrases."""
    if number % 2:
        said = ChatLine(number=number, at=at, player="ann", text=f"line {number} ♠")
    else:
        said = ChatLine(number=number, at=at, player="bob", phrase="nice_hand")
    return KeptLine(line=said, player=f"id of {said.player}")


async def say(store: Store, table: str, *lines: KeptLine) -> None:
    for kept in lines:
        await store.append(Batch(statements=keep(table, kept)))


async def restored(chat: Chat, *tables: str) -> dict[str, list[KeptLine]]:
    heard: dict[str, list[KeptLine]] = {table: [] for table in tables}
    await chat.sweep()
    await chat.restore({table: lines.append for table, lines in heard.items()})
    return heard


async def test_each_table_gets_its_own_lines_back_in_the_order_in_which_they_were_said(url: str) -> None:
    async with opened(url) as store:
        await open_tables(store, "t1", "t2", "t3")
        await say(store, "t2", line(1))
        await say(store, "t1", *(line(number) for number in range(1, 12)))
        await say(store, "t3", line(1))
        heard = await restored(Chat(store, VirtualClock(2_000)), "t1", "t2")
        assert heard == {"t1": [line(number) for number in range(1, 12)], "t2": [line(1)]}


async def test_a_line_more_than_a_table_keeps_lets_the_oldest_of_that_table_go(url: str) -> None:
    async with opened(url) as store:
        await open_tables(store, "t1", "t2")
        await say(store, "t2", line(1))
        await say(store, "t1", *(line(number) for number in range(1, KEPT + 1)))
        chat = Chat(store, VirtualClock(2_000))
        assert len((await restored(chat, "t1"))["t1"]) == KEPT
        await say(store, "t1", line(KEPT + 1))
        heard = await restored(chat, "t1", "t2")
        assert [kept.line.number for kept in heard["t1"]] == list(range(2, KEPT + 2))
        assert heard["t2"] == [line(1)], "what is said at one table takes nothing from another"


def test_a_sweep_forgets_lines_older_than_a_week_and_those_of_closed_tables(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            clock = VirtualClock(1_000 + KEPT_MS)
            await open_tables(store, "t1", "t2")
            await say(store, "t1", line(1, at=999), line(2, at=1_000), line(3, at=1_001))
            await say(store, "t2", line(1))
            chat = Chat(store, clock)
            await chat.sweep()
            assert await left(store) == [("t1", 2), ("t1", 3), ("t2", 1)]
            await store.append(Batch(closed=[("t2", 5)]))
            await clock.advance(1)
            await chat.sweep()
            assert await left(store) == [("t1", 3)]

    async def left(store: Store) -> list[tuple[str, int]]:
        columns = schema.chat.c
        found = await store.select(sa.select(columns.table_id, columns.number).order_by(*schema.chat.primary_key))
        return [(table, number) for table, number in found]

    asyncio.run(run())
