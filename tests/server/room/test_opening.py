"""Opening a card room: everything is restored as it was, and the house's tables are open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bigslick.protocol import wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.room.config import FAST, TABLES, TOURNAMENTS, at_pace
from bigslick.server.room.opening import open_room
from bigslick.server.room.options import RoomOptions
from bigslick.server.store.store import Store
from tests.waiting import until

from ..served import ADMIN, serving, table

PLENTY = Limits(commands=Rate(10**6, 1000))


async def test_a_hall_comes_back_as_it_was(tmp_path: Path) -> None:
    specs = (table(seats=3, bots=("tag",)), table("Two", seats=2))
    async with serving(tmp_path, *specs) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            await ann.say(wire.WatchTable(table="t1"))
            snapshot = await ann.hear(wire.TableSnapshot)
        mine = await room.card_room.open_table(table("Mine"))
        assert mine.id == "t3"
        balance = room.card_room.balance(room.id("ann"))
        hole = room.card_room.tables["t1"].live.hand
    async with serving(tmp_path, *specs) as room:
        assert list(room.card_room.tables) == ["t1", "t2", "t3"], "nothing is opened twice"
        assert room.card_room.balance(room.id("ann")) == balance
        assert await room.card_room.player_of(token) == room.id("ann")
        assert [each.id for each in room.card_room.presence.tables_of(room.id("ann"))] == ["t1"]
        again = room.card_room.tables["t1"].live.hand
        if hole is not None:
            assert again is not None
            assert again.setup == hole.setup
        async with room.socket(token) as ann:
            await ann.say(wire.WatchTable(table="t1", last_seq=snapshot.seq))
            assert type(await ann.hear()) is wire.Welcome
            assert type(await ann.hear()) in (wire.Update, wire.TableSnapshot)
        assert room.card_room.check() == ()
        assert (await room.card_room.open_table(table("Other"))).id == "t4"


async def test_the_house_has_tables_and_tournaments_ready(tmp_path: Path) -> None:
    options = RoomOptions(
        url=str(tmp_path / "room.db"),
        tables=at_pace(TABLES, FAST),
        tournaments=at_pace(TOURNAMENTS, FAST),
        admin_token=ADMIN,
    )
    async with open_room(options) as card_room:
        await until(lambda: all(card.taken >= 1 for card in card_room.lobby().tables))
        lobby = card_room.lobby()
        assert {(card.seats, card.limit) for card in lobby.tables} >= {
            (2, "none"),
            (6, "none"),
            (9, "none"),
            (6, "fixed"),
        }
        assert {card.status for card in lobby.tournaments} == {"registering"}
        assert card_room.is_admin(ADMIN)
        assert not card_room.is_admin("")
        assert not card_room.is_admin(ADMIN + "x")
        assert card_room.check() == ()


async def test_a_number_that_was_skipped_is_not_given_twice(tmp_path: Path) -> None:
    """An opening that fails, as on a full disk, leaves a gap in the numbers."""

    async with serving(tmp_path, table("One"), tournaments=TOURNAMENTS[:1]) as room:
        room.card_room._table_numbers += 1
        room.card_room._tournament_numbers += 1
        assert (await room.card_room.open_table(table("Two"))).id == "t3"
        assert (await room.card_room.open_tournament(TOURNAMENTS[0])).id == "sng3"
    async with serving(tmp_path) as room:
        assert (await room.card_room.open_table(table("Three"))).id == "t4"
        assert (await room.card_room.open_tournament(TOURNAMENTS[0])).id == "sng4"


def test_many_tables_open_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement or commit for each of 500 tables would take seconds."""
    asked: list[object] = []
    select = Store.select

    async def counted(store: Store, statement: Any) -> Any:
        asked.append(statement)
        return await select(store, statement)

    monkeypatch.setattr(Store, "select", counted)

    async def run(count: int) -> int:
        tables = [table(f"Table {number}") for number in range(count)]
        folder = tmp_path / str(count)
        folder.mkdir()
        async with serving(folder, *tables) as room:
            assert list(room.card_room.tables) == [f"t{number}" for number in range(1, count + 1)]
            assert room.card_room.store._commits < 10
        asked.clear()
        async with serving(folder, *tables) as room:
            assert len(room.card_room.tables) == count
            return len(asked)

    assert asyncio.run(run(40)) == asyncio.run(run(4))
