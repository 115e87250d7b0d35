from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest

from bigslick.bots import HouseBot
from bigslick.client import play
from bigslick.protocol import wire
from bigslick.server import card_room
from bigslick.server.card_room import CardRoom
from bigslick.server.config import FAST, TABLES, TOURNAMENTS, at_pace
from bigslick.server.limits import Limits, Rate
from bigslick.server.store.records import ChipTransfer
from bigslick.server.store.store import Store
from bigslick.server.tournament import task as tournament_task
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

from .served import ADMIN, serving, table

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
        balance = room.card_room.balance("ann")
        hole = room.card_room.tables["t1"].live.hand
    async with serving(tmp_path, *specs) as room:
        assert list(room.card_room.tables) == ["t1", "t2", "t3"], "nothing is opened twice"
        assert room.card_room.balance("ann") == balance
        assert await room.card_room.player_of(token) == "ann"
        assert [each.id for each in room.card_room.tables_of("ann")] == ["t1"]
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


async def test_only_empty_tables_of_players_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, table("House")) as room, room.socket(await room.token("ann")) as ann:
        empty, taken = [await room.card_room.open_table(table(name)) for name in ("Empty", "Taken")]
        await ann.ask(wire.Sit(cmd_id="s", table=taken.id, chips=1000))
        await room.card_room._close_empty()
        assert not empty.live.closed, "it may stand empty for a while"
        monkeypatch.setattr(card_room, "EMPTY_MS", 0)
        await room.card_room._close_empty()
        assert empty.live.closed
        assert not taken.live.closed
        assert not room.card_room.tables["t1"].live.closed


async def test_chips_at_tables_and_in_entries_are_not_lost(tmp_path: Path) -> None:
    async with (
        # A caller never folds, so that the hand waits for ann.
        serving(tmp_path, table(seats=2, bots=("caller",)), tournaments=TOURNAMENTS[:1]) as room,
        room.socket(await room.token("ann")) as ann,
    ):
        await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=400))
        await ann.say(wire.WatchTable(table="t1"))
        while room.card_room.tables["t1"].live.hand is None:
            await ann.hear()
        await ann.ask(wire.TopUp(cmd_id="t", table="t1", chips=1_500))
        assert room.card_room.chips_elsewhere("ann") == 1_900, "those bought for after the hand included"
        await ann.ask(wire.Register(cmd_id="r", tournament="sng1"))
        assert room.card_room.chips_elsewhere("ann") == 1_900 + 550
        await ann.ask(wire.Unregister(cmd_id="u", tournament="sng1"))
        assert room.card_room.chips_elsewhere("ann") == 1_900
        assert room.card_room.balance("ann") == 10_000 - 1_900


async def test_the_standing_check_finds_a_chip_that_is_missing(tmp_path: Path, caplog: Any) -> None:
    async with serving(tmp_path, table()) as room:
        async with room.socket(await room.token("ann")) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
        card_room = room.card_room
        async with asyncio.timeout(10):
            while card_room.tables["t1"].live.occupant(0).connected or card_room.tables["t1"].busy:
                await asyncio.sleep(0.01)
        await card_room._count_chips()
        assert (card_room.metrics.violations.value, card_room.metrics.checks.value) == (0, 1)
        assert card_room.metrics.chips.value == 10_000
        card_room.bank.book([ChipTransfer(source="table:t1", target="player:ann", amount=1, reason="theft", at=0)])
        with caplog.at_level(logging.ERROR, "bigslick.server"):
            await card_room._count_chips()
        assert card_room.metrics.violations.value == 1
        assert card_room.check() == ("table:t1 holds 999 chips, but 1000 were counted",)
        card_room.bank.book([ChipTransfer(source="player:ann", target="table:t1", amount=1, reason="theft", at=0)])


async def test_the_house_has_tables_and_tournaments_ready(tmp_path: Path) -> None:
    card_room = CardRoom(
        str(tmp_path / "room.db"),
        tables=at_pace(TABLES, FAST),
        tournaments=at_pace(TOURNAMENTS, FAST),
        admin_token=ADMIN,
    )
    await card_room.start()
    try:
        async with asyncio.timeout(10):
            while any(card.taken < 1 for card in card_room.lobby().tables):
                await asyncio.sleep(0.01)
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
    finally:
        await card_room.stop()


async def test_a_table_without_people_and_lookers_rests(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=3, bots=("tag", "caller")), limits=PLENTY) as room:
        async with room.socket() as watcher:
            await watcher.say(wire.WatchTable(table="t1"))
            for _ in range(50):
                await watcher.hear(wire.Update)
        async with asyncio.timeout(10):
            while room.card_room.tables["t1"].live.playing or room.card_room.metrics.sockets.value:
                await asyncio.sleep(0.01)
        count = -1
        async with asyncio.timeout(10):  # a deck that was sealed before the viewer left is still dealt and played
            while count != (count := room.card_room.tables["t1"].live.count):
                await asyncio.sleep(0.3)
        done = await play(room.url, "t1", HouseBot("tag", 1), hands=2)
        assert done.hands >= 2


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
    """With 500 tables a statement or a commit for each of them would take seconds."""
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


async def test_a_tournament_keeps_its_result_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long over, no longer served, and after a restart: the page of a tournament still says who won what."""
    monkeypatch.setattr(tournament_task, "CLOSE_MS", 100)
    played = Structure(
        name="Sprint",
        entrants=3,
        seats=3,
        starting_stack=200,
        levels=(Level(small=50, big=100),),
        payouts=Payouts(),
        buy_in=100,
    )
    sprint = TournamentSettings(structure=played, pace=FAST, bots=("caller", "lag", "caller"))

    async def asked(url: str, name: str) -> httpx.Response:
        async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False) as web:
            return await web.get(f"/api/tournaments/{name}")

    async with serving(tmp_path, table(), tournaments=[sprint]) as room:
        async with asyncio.timeout(60):
            while "sng1" not in room.card_room.tournaments or not room.card_room.tournaments["sng1"].live.over:
                await asyncio.sleep(0.01)
            before = (await asked(room.url, "sng1")).json()
            while "sng1" in room.card_room.tournaments:
                await asyncio.sleep(0.01)
        gone = (await asked(room.url, "sng1")).json()
    async with serving(tmp_path) as room:
        later = (await asked(room.url, "sng1")).json()
        assert (await asked(room.url, "sng99")).status_code == 404
        assert (await asked(room.url, "t1")).status_code == 404
    for told in (before, gone, later):
        assert told["card"]["status"] == "over"
        assert told["entrants"][0]["place"] == 1
        assert sum(entrant["prize"] for entrant in told["entrants"]) == 300
    places = [[(one["player"], one["place"]) for one in told["entrants"]] for told in (before, later)]
    assert places[0] == places[1]
