"""A running card room."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from bigslick import Fold
from bigslick.bots import HouseBot
from bigslick.client import play
from bigslick.protocol import host, wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.room.config import FAST, TOURNAMENTS
from bigslick.server.tournament import task as tournament_task
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure
from tests.waiting import until

from ..served import serving, table

PLENTY = Limits(commands=Rate(10**6, 1000))


async def test_chips_at_tables_and_in_entries_are_not_lost(tmp_path: Path) -> None:
    async with (
        # A caller never folds, so the hand waits for ann.
        serving(tmp_path, table(seats=2, bots=("caller",)), tournaments=TOURNAMENTS[:1]) as room,
        room.socket(await room.token("ann")) as ann,
    ):
        await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=400))
        await ann.say(wire.WatchTable(table="t1"))
        while room.card_room.tables["t1"].live.hand is None:
            await ann.hear()
        await ann.ask(wire.TopUp(cmd_id="t", table="t1", chips=1_500))
        assert room.card_room.chips_elsewhere(room.id("ann")) == 1_900, "those bought for after the hand included"
        await ann.ask(wire.Register(cmd_id="r", tournament="sng1"))
        assert room.card_room.chips_elsewhere(room.id("ann")) == 1_900 + 550
        await ann.ask(wire.Unregister(cmd_id="u", tournament="sng1"))
        assert room.card_room.chips_elsewhere(room.id("ann")) == 1_900
        assert room.card_room.balance(room.id("ann")) == 10_000 - 1_900


async def test_ours_a_command_keeps_its_answer_when_the_table_is_gone_or_its_sender_may_not_enter(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, table(seats=2, bots=("caller",))) as room:
        live, token = room.card_room.tables["t1"].live, await room.token("ann")
        sit = wire.Sit(cmd_id="s", table="t1", chips=400, missed_blinds="post")
        async with room.socket(token) as ann:
            done: dict[wire.TableCommand, wire.Done] = {sit: await ann.ask(sit)}
            await ann.say(wire.WatchTable(table="t1"))
            await until(lambda: live.turn is not None and live.occupant(live.turn.seat).player == room.id("ann"))
            assert live.turn is not None
            await room.card_room.doors.order(host.Pause(cmd_id="p", at="t1"))  # so no hand follows this one
            fold = wire.Act(cmd_id="f", table="t1", hand=live.table.number, number=live.turn.number, action=Fold())
            done[fold] = await ann.ask(fold)
            assert {type(answer) for answer in done.values()} == {wire.Done}
            await room.card_room.doors.order(host.Ban(cmd_id="b", at="t1", player="ann"))
            assert [await ann.ask(command) for command in done] == list(done.values()), "banned"
            await room.card_room.doors.order(host.Close(cmd_id="c", at="t1"))
            await until(lambda: "t1" not in room.card_room.tables)
            assert [await ann.ask(command) for command in done] == list(done.values()), "closed"
            new = await ann.ask(msgspec.structs.replace(sit, cmd_id="s2"))
            assert isinstance(new, wire.Refused)
            assert new.code == "unknown"
    async with serving(tmp_path) as room, room.socket(token) as ann:
        assert [await ann.ask(command) for command in done] == list(done.values()), "after a restart"


async def test_a_table_without_people_and_lookers_rests(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=3, bots=("tag", "caller")), limits=PLENTY) as room:
        async with room.socket() as watcher:
            await watcher.say(wire.WatchTable(table="t1"))
            for _ in range(50):
                await watcher.hear(wire.Update)
        task = room.card_room.tables["t1"]
        await until(lambda: not room.card_room.metrics.sockets.value)
        # A deck sealed before the viewer left is still dealt and played; after that nothing is due.
        await until(lambda: not task.busy and not any(task._due()))
        assert task.live.playing is None
        done = await play(room.url, "t1", HouseBot("tag", 1), hands=2)
        assert done.hands >= 2


async def test_a_tournament_keeps_its_result_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long after it is over and no longer served, even after a restart, its page says who won what."""
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
        tournaments = room.card_room.tournaments
        await until(lambda: "sng1" in tournaments and tournaments["sng1"].live.over)
        before = (await asked(room.url, "sng1")).json()
        await until(lambda: "sng1" not in tournaments)
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
