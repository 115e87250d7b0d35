"""What a tournament's host may do and others may not, and where the chips go."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args

import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.social import NamedHere
from bigslick.server.hosting.facts import Requested
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.bank import player_account, tournament_account
from bigslick.server.tournament import facts
from bigslick.server.tournament.decide import decide
from bigslick.server.tournament.facts import FloorReport, PlayerEntered
from tests.waiting import until

from ..served import Served, asking
from .committing import Committing, committing
from .floor import HostedFloor, structure

ANY: dict[type[Any], dict[str, Any]] = {
    host.Pause: {},
    host.Resume: {},
    host.Close: {},
    host.StartNow: {},
    host.ChangeClock: {"why": "a law", "hands": 1},
    host.Kick: {"player": "bob"},
    host.Ban: {"player": "bob"},
    host.Unban: {"player": "bob"},
    host.Mute: {"player": "bob"},
    host.Unmute: {"player": "bob"},
    host.MoveOn: {},
    host.HandOverHost: {"player": "cat"},
    host.ChangeSettings: {"changes": TableChanges(approve="buy_ins")},
    host.SitOutPlayer: {"player": "bob"},
    host.MovePlayer: {"player": "bob", "seat": 5},
    host.RedrawSeats: {},
    host.CorrectChips: {"player": "bob", "chips": 5, "why": "a law"},
    host.RenewInvite: {},
    host.StartBroadcast: {},
    host.RenewBroadcast: {},
    host.StopBroadcast: {},
    host.AnswerRequest: {"player": "bob", "yes": True},
}


def no(floor: HostedFloor, player: str, kind: type[Any], /, **fields: Any) -> str:
    return floor.no(player, kind(cmd_id="no", at="sng", **fields))


# -- permissions ------------------------------------------------------------------------------------------------------


def test_every_command_of_a_host_is_tried_here() -> None:
    assert set(ANY) == set(get_args(host.HostCommand))


@pytest.mark.parametrize("kind", ANY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("running", [False, True])
def test_nobody_but_the_host_does_any_of_it(running: bool, kind: type[Any]) -> None:
    floor = HostedFloor("ann", "bob", "cat", "dan")
    if running:
        floor.start()
    for player in ("bob", "eve"):
        sentence = no(floor, player, kind, **ANY[kind])
        assert sentence == "Only the host can do that."


def test_a_tournament_of_the_house_has_no_host_among_the_players() -> None:
    floor = HostedFloor("ann", "bob")
    floor.live.hosting.host = ""
    for kind, fields in ANY.items():
        assert no(floor, "ann", kind, **fields) == "Only the host can do that."


# -- pause and resume -------------------------------------------------------------------------------------------------


def test_a_pause_stops_hands_and_levels_and_a_resume_goes_on_where_they_were() -> None:
    floor = HostedFloor("ann", "bob", "cat", "dan", timed=True)
    assert "nothing to pause" in no(floor, "ann", host.Pause)
    floor.start()
    (table,) = floor.tables
    live, began = floor.live, floor.now
    floor.now = began + 50_000
    assert "is not paused" in no(floor, "ann", host.Resume)
    floor.host("ann", host.Pause, why="dinner")
    assert live.hosting.paused == "dinner"
    assert no(floor, "ann", host.Pause).endswith("is already paused: dinner")
    floor.now += 3_600_000
    assert not live.playable(table, floor.now)
    assert (live.due(floor.now), live.next_change(floor.now)) == (None, None)
    floor.host("ann", host.Resume)
    assert live.playable(table, floor.now)
    assert (live.due(floor.now), live.next_change(floor.now)) == (None, floor.now + 10_000)
    assert live.due(floor.now + 10_000) == 60


async def test_a_pause_reaches_the_tables_and_so_does_a_new_host(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(4, 2), host="ann") as event:
        await event.enter("ann", "bob", "cat", "dan")
        await event.start()
        assert len(event.tables) == 2
        await command(event, "ann", host.Pause, why="dinner")
        assert {task.live.hosting.paused for task in event.tables.values()} == {"dinner"}
        await command(event, "ann", host.HandOverHost, player="bob")
        assert {task.live.host for task in event.tables.values()} == {"bob"}
        await command(event, "bob", host.Resume)
        assert {task.live.hosting.paused for task in event.tables.values()} == {""}


async def test_ours_the_players_still_in_vote_to_resume_a_paused_tournament(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(4, 2), host="ann") as event:
        await event.enter("ann", "bob", "cat", "dan")
        await event.start()
        await command(event, "ann", host.Pause)
        await command(event, "bob", host.WantResume)
        assert {task.live.hosting.paused for task in event.tables.values()} == {"a break"}
        vote = host.WantResume(cmd_id="v", at="sng")
        (resumed,) = decide(event.live, vote, "cat", event.now, FloorReport(), lambda player: player != "dan")
        await event.commit(resumed)
        assert {task.live.hosting.paused for task in event.tables.values()} == {""}
        with pytest.raises(CommandRefused, match="you can pause again in"):
            await command(event, "ann", host.Pause)


async def command(event: Committing, player: str, kind: type[Any], /, **fields: Any) -> None:
    message = kind(cmd_id=f"h{event.live.count}", at="sng", **fields)
    await event.commit(*decide(event.live, message, player, event.now, FloorReport()))


# -- removing players and cancelling ----------------------------------------------------------------------------------


def test_who_is_kicked_is_out_of_the_field_and_may_enter_again() -> None:
    floor = HostedFloor("ann", "bob")
    (out,) = floor.host("ann", host.Kick, player="bob", cmd_id="k")
    assert out == facts.PlayerWithdrew(at=floor.now, by="ann", cmd_id="k", player="bob", why="kicked")
    assert (floor.live.players, floor.live.owed) == ({"ann": ""}, 100)
    assert "bob has not entered" in no(floor, "ann", host.Kick, player="bob")
    assert isinstance(floor.register("bob")[0], PlayerEntered)


def test_who_is_kicked_needs_a_new_yes() -> None:
    floor = HostedFloor(door=GameDoor(approve="players"))
    floor.register("bob")
    floor.host("ann", host.AnswerRequest, player="bob", yes=True)
    floor.host("ann", host.Kick, player="bob")
    assert isinstance(floor.register("bob")[0], Requested)


def test_who_is_banned_is_out_and_stays_out_until_unbanned() -> None:
    floor = HostedFloor("ann", "bob")
    floor.host("ann", host.Ban, player="bob")
    floor.host("ann", host.Ban, player="eve")
    assert list(floor.live.players) == ["ann"]
    for player in ("bob", "eve"):
        register = wire.Register(cmd_id="r", tournament="sng")
        assert floor.no(player, register) == "The host has banned you from this game."
    assert "already banned" in no(floor, "ann", host.Ban, player="bob")
    floor.host("ann", host.Unban, player="bob")
    assert "is not banned" in no(floor, "ann", host.Unban, player="bob")
    floor.register("bob")


def test_nobody_is_taken_out_without_a_reason_once_chips_are_in_play_nor_the_host_nor_a_bot() -> None:
    floor = HostedFloor("ann", "bob", "cat")
    floor.take(PlayerEntered(at=floor.now, player="tag 4", bot="tag"))
    assert no(floor, "ann", host.Kick, player="ann").startswith("you cannot take yourself out")
    assert no(floor, "ann", host.Ban, player="ann").startswith("you cannot ban yourself")
    for kind in (host.Kick, host.Ban):
        assert "house bot" in no(floor, "ann", kind, player="tag 4")
    floor.start()
    assert no(floor, "ann", host.Kick, player="bob") == "give a reason: all tables read it"
    assert "take bob out first" in no(floor, "ann", host.Ban, player="bob")
    assert "house bot" in no(floor, "ann", host.Kick, player="tag 4", why="law")
    floor.host("ann", host.Ban, player="eve")
    assert floor.live.hosting.banned == ["eve"], "one who does not play can still be kept out"


def test_a_tournament_is_called_off_before_it_starts_and_everyone_is_paid_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with committing(tmp_path, structure(4, fee=10), host="ann") as event:
            await event.enter("ann", "bob", bots=1)
            await command(event, "ann", host.Kick, player="bob")
            assert event.bank.balance(player_account("bob")) == 0
            await command(event, "ann", host.Close, why="rain")
            assert (event.live.status, event.live.called_off) == ("cancelled", "rain")
            assert event.bank.balance(tournament_account("sng")) == event.live.owed == 0
            assert set((await event.store.balances()).values()) == {0}

    asyncio.run(run())


# -- handing over, the door, requests ---------------------------------------------------------------------------------


def test_a_tournament_that_is_handed_over_obeys_the_new_host_alone() -> None:
    floor = HostedFloor("ann", "bob")
    floor.take(PlayerEntered(at=floor.now, player="tag 3", bot="tag"))
    assert "to yourself" in no(floor, "ann", host.HandOverHost, player="ann")
    for other in ("zoe", "tag 3"):
        assert f"{other} is not in " in no(floor, "ann", host.HandOverHost, player=other)
    floor.host("ann", host.HandOverHost, player="bob")
    assert no(floor, "ann", host.Close) == "Only the host can do that."
    floor.host("bob", host.Kick, player="ann")
    floor.host("bob", host.Close)
    assert floor.live.over


def test_a_yes_that_comes_too_late_is_refused_and_one_for_nobody_is_stale() -> None:
    floor = HostedFloor("cat", field=2, door=GameDoor(approve="players"))
    assert "asks for nothing" in no(floor, "ann", host.AnswerRequest, player="bob", yes=True)
    floor.register("bob")
    floor.register("ann")
    assert "is full: all 2 places are taken" in no(floor, "ann", host.AnswerRequest, player="bob", yes=True)
    floor.host("ann", host.AnswerRequest, player="bob", yes=False)
    assert floor.live.hosting.requests == []


def test_what_belongs_to_a_table_is_not_done_from_the_tournament() -> None:
    floor = HostedFloor("ann", "bob", "cat", "dan")
    floor.start()
    for kind in (host.Mute, host.Unmute, host.MoveOn):
        assert "go to the table" in no(floor, "ann", kind, **ANY[kind])
    for fields in ({"spectators": "off"}, {"spectators": "delayed", "delay_ms": 5_000}):
        refusal = no(floor, "ann", host.ChangeSettings, changes=TableChanges(**fields))
        assert refusal.endswith("spectators is fixed when a tournament opens: leave it out")


# -- over a socket ----------------------------------------------------------------------------------------------------


async def test_over_a_socket_the_host_kicks_bans_and_calls_off_and_others_are_refused(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(commands=Rate(10**9, 1000))) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        answer = await web.post("/api/tournaments", json={"name": "Mine"}, headers={"Authorization": f"Bearer {ann}"})
        event = answer.json()["tournament"]
        async with room.socket(ann) as one, room.socket(bob) as two:
            await one.ask(wire.Register(cmd_id="r", tournament=event))
            await two.say(wire.WatchTournament(tournament=event))
            await two.ask(wire.Register(cmd_id="r", tournament=event))
            assert balances(room) == (9_900, 9_900)
            refused = await two.ask(host.Kick(cmd_id="k", at=event, player="ann"))
            assert refused.code == "not_host"
            assert isinstance(await one.ask(host.Kick(cmd_id="k", at=event, player="bob")), wire.Done)
            assert (await two.hear(host.ShownOut)).why == "kicked"
            assert balances(room) == (9_900, 10_000)
            assert isinstance(await one.ask(host.Ban(cmd_id="b", at=event, player="bob")), wire.Done)
            assert (await two.hear(host.ShownOut)).why == "banned"
            assert (await two.ask(wire.Register(cmd_id="s", tournament=event))).code == "banned"
            assert isinstance(await one.ask(host.Close(cmd_id="c", at=event)), wire.Done)
            assert balances(room) == (10_000, 10_000)
            assert room.card_room.check() == ()


async def test_two_entrants_of_one_name_are_told_apart_here_and_at_their_table(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(commands=Rate(10**9, 1000))) as (room, web):
        toms = [await room.token("Tom") for _ in range(2)]
        mine = {"Authorization": f"Bearer {toms[0]}"}
        opened = await web.post("/api/tournaments", json={"name": "Mine", "entrants": 2, "seats": 2}, headers=mine)
        event = opened.json()["tournament"]
        second = await room.card_room.player_of(toms[1]) or ""
        async with room.socket(toms[0]) as one, room.socket(toms[1]) as two:
            for socket in (one, two):
                await socket.say(wire.WatchTournament(tournament=event))
                await socket.ask(wire.Register(cmd_id="r", tournament=event))
            assert await two.hear(NamedHere) == NamedHere(at=event, player="Tom 2")
            tables = room.card_room.tables
            await until(lambda: f"{event}.1" in tables and len(tables[f"{event}.1"].live.sitting) == 2)
            table = tables[f"{event}.1"]
            assert sorted(seat.player for seat in table.live.seats_now()) == ["Tom", "Tom 2"]
            assert table.find_player("tom 2") == room.card_room.tournaments[event].find_player("Tom 2") == second
            await room.card_room.rename(second, "Zoë")
            await until(lambda: table.live.name_of(second) == "Zoë")
            entrants = room.card_room.tournaments[event].now().entrants
            assert sorted(entrant.player for entrant in entrants) == ["Tom", "Zoë"]


def balances(room: Served) -> tuple[int | None, int | None]:
    return room.card_room.balance(room.id("ann")), room.card_room.balance(room.id("bob"))
