"""A running card room."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bigslick import Action, AllIn, Fold
from bigslick.bots import HouseBot
from bigslick.client import play
from bigslick.protocol import host, wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.room.config import TOURNAMENTS
from bigslick.server.table.seen import shows_all_in
from bigslick.server.tournament.settings import TournamentSettings
from tests.waiting import until

from ..served import QUICK, serving, table
from ..tournament.floor import structure

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


async def test_nobody_talks_during_an_all_in_where_the_setting_says_so(tmp_path: Path) -> None:
    settings = TournamentSettings(structure=structure(2, 2), quiet_all_in=True, pace=QUICK)
    async with serving(tmp_path, tournaments=(settings,)) as room:
        players = {name: await room.token(name) for name in ("ann", "bob")}
        async with room.socket(players["ann"]) as ann, room.socket(players["bob"]) as bob:
            for seat in (ann, bob):
                await seat.ask(wire.Register(cmd_id="r", tournament="sng1"))
            await until(lambda: "sng1.1" in room.card_room.tables)
            task = room.card_room.tables["sng1.1"]
            live, sockets = task.live, {room.id("ann"): ann, room.id("bob"): bob}

            async def act(action: Action) -> None:
                await until(lambda: live.shown.turn is not None)
                assert live.turn is not None
                one = sockets[live.occupant(live.turn.seat).player]
                hand, number = live.table.number, live.turn.number
                command = wire.Act(cmd_id=f"a{hand}{number}", table="sng1.1", hand=hand, number=number, action=action)
                assert isinstance(await one.ask(command), wire.Done)

            await act(AllIn())
            await until(lambda: shows_all_in(task.live))
            for said in (
                wire.Say(cmd_id="s1", table="sng1.1", text="call!"),
                wire.Say(cmd_id="s2", table="sng1.1", phrase="hello"),
                wire.Say(cmd_id="s3", table="sng1.1", emote="clap"),
            ):
                refused = await ann.ask(said)
                assert refused.sentence == "nobody talks while a player is all-in: wait for the end of the hand"
            await act(Fold())
            await until(lambda: not shows_all_in(task.live))
            assert isinstance(await ann.ask(wire.Say(cmd_id="s", table="sng1.1", text="nice")), wire.Done)
