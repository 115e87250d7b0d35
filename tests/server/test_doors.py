"""Private tables and their hosts over real sockets: hidden from anyone without the invite, even after a restart."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from bigslick import Action, AllIn, Call, HandEnded
from bigslick.protocol import host, wire
from bigslick.protocol.lobby import Lobby, LobbyChanged
from bigslick.server.hosting.state import new_token
from bigslick.server.http.api import ENDPOINTS
from bigslick.server.operations.limits import Limits, Rate
from tests.waiting import until

from .served import ADMIN, Raw, Served, asking, serving

PLENTY = Limits(requests=Rate(10**9, 1000), commands=Rate(10**9, 1000), tables=Rate(10**9, 1000))
NAME = "Kitchen table 7351"
"""Secret text that no message to players without an invite may contain."""


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def opened(web: httpx.AsyncClient, token: str, kind: str = "tables", **settings: Any) -> dict[str, Any]:
    """Open a table or tournament for a player; return its card."""
    answer = await web.post(f"/api/{kind}", json={"name": NAME, **settings}, headers=bearer(token))
    assert answer.status_code == 201, answer.text
    card: dict[str, Any] = answer.json()
    return card


async def desk_of(socket: Raw, at: str) -> host.HostNow:
    """Return the table's current state as its host sees it."""
    await socket.say(wire.WatchTable(table=at))
    found: host.HostNow = await socket.hear(host.HostNow)
    return found


ARRIVALS = count()


async def come_in(web: httpx.AsyncClient, token: str, invite: str, password: str | None = None) -> httpx.Response:
    arrival = {"cmd_id": f"{next(ARRIVALS):016}", "invite": invite, "password": password, "plays": False}
    return await web.post("/api/invites", json=arrival, headers=bearer(token))


def invite_of(room: Served, at: str) -> str:
    place = room.card_room.tables.get(at) or room.card_room.tournaments[at]
    return place.live.hosting.token


# -- every way in -----------------------------------------------------------------------------------------------------


def everything_at(table: str) -> list[Any]:
    """Return every command that names a table or tournament."""
    fields: dict[str, Any] = {
        "cmd_id": "x",
        "table": table,
        "at": table,
        "tournament": table,
        "chips": 1000,
        "hand": 1,
        "number": 1,
        "action": {"type": "fold"},
        "promise": "ab" * 32,
        "seed": "ab" * 32,
        "style": "tag",
        "seat": 0,
        "text": "hello",
        "player": "ann",
        "changes": {"approve": "none"},
        "yes": True,
        "which": "both",
        "kind": "rebuy",
        "why": "a law",
        "on": True,
        "method": "even",
        "deal": 1,
    }
    found = []
    for place, kind in enumerate(get_args(wire.Command)):
        named = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
        if kind is host.MovePlayer:
            del named["table"]  # a number, within the tournament
        if {"table", "at", "tournament"} & set(named):
            needed = {name: value for name, value in named.items() if name != "cmd_id"}
            message = {"type": kind.__struct_config__.tag, **needed}
            if "cmd_id" in named:
                message["cmd_id"] = f"x{place}"
            found.append(message)
    return found


def test_no_socket_tells_a_stranger_of_a_private_table_or_tournament(tmp_path: Path) -> None:
    """Each command gets, word for word, the same answer as for a missing table."""

    async def run() -> None:
        async with asking(tmp_path, PLENTY) as (room, web):
            ann, eve = await room.token("ann"), await room.token("eve")
            table = (await opened(web, ann, private=True))["table"]
            event = (await opened(web, ann, "tournaments", private=True, entrants=2, fill=True))["tournament"]
            async with room.socket(ann) as host_socket, room.socket(eve) as stranger, room.socket() as guest:
                await host_socket.ask(wire.Sit(cmd_id="s", table=table, chips=1000))
                await host_socket.ask(wire.AddBot(cmd_id="b", table=table, style="tag"))
                for at in (table, event):
                    for socket in (stranger, guest):
                        for message in everything_at(at):
                            said = await told(socket, message)
                            missing = json.loads(json.dumps(message).replace(f'"{at}"', '"t999"'))
                            missing.update({"cmd_id": f"y{message['cmd_id']}"} if "cmd_id" in message else {})
                            unknown = await told(socket, missing)
                            assert said.replace(at, "t999") == unknown, message
                            assert "Only the host" not in said
                await stranger.say(wire.WatchLobby())
                lobby = await stranger.hear(Lobby)
                assert NAME not in str(lobby)
                await host_socket.say(wire.WatchLobby())
                assert NAME in str(await host_socket.hear(Lobby))

    async def told(socket: Raw, message: dict[str, Any]) -> str:
        await socket.say(json.dumps(message))
        if message["type"] == "unwatch":
            return ""
        answer = await socket.hear()
        while isinstance(answer, wire.Welcome | Lobby | LobbyChanged | wire.Update):
            answer = await socket.hear()
        assert isinstance(answer, wire.Refused), answer
        return f"{answer.code} {answer.sentence}"

    asyncio.run(run())


async def test_no_endpoint_tells_a_stranger_of_a_private_table_or_its_hands(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob, eve = [await room.token(name) for name in ("ann", "bob", "eve")]
        table = (await opened(web, ann, private=True, speed="fast"))["table"]
        event = (await opened(web, ann, "tournaments", private=True))["tournament"]
        assert (await come_in(web, bob, invite_of(room, table))).status_code == 200
        async with room.socket(ann) as one:
            await one.ask(wire.Sit(cmd_id="s", table=table, chips=1000))
            await one.ask(wire.AddBot(cmd_id="b", table=table, style="caller"))
            await play_a_hand(room, table, one)
            await one.ask(wire.SitOut(cmd_id="o", table=table))
        paths = [
            endpoint.path.replace("{table}", table).replace("{hand}", f"{table}-1").replace("{tournament}", event)
            for endpoint in ENDPOINTS
            if endpoint.method == "GET" and endpoint.needs != "admin"
        ]
        for path in paths:
            for headers in ({}, bearer(eve)):
                answer = await web.get(path, headers=headers)
                missing = await web.get(path.replace(table, "t999").replace(event, "sng999"), headers=headers)
                same = answer.text.replace(table, "t999").replace(event, "sng999") == missing.text
                assert NAME not in answer.text, path
                if ("{" not in path and table in path) or event in path:
                    assert same, path
                    assert answer.status_code == missing.status_code
        for who in (ann, bob):
            assert NAME in (await web.get("/api/tables", headers=bearer(who))).text
            assert (await web.get(f"/api/tables/{table}", headers=bearer(who))).status_code == 200
            assert (await web.get(f"/api/hands/{table}-1", headers=bearer(who))).status_code == 200
        await room.card_room.tables[table].submit(room.id("ann"), host.Close(cmd_id="c", at=table))
        await until(lambda: table not in room.card_room.tables)
        for who, status in ((ann, 200), (bob, 404), (eve, 404)):
            found = await web.get(f"/api/hands/{table}-1", headers=bearer(who))
            assert found.status_code == status, "when the table is gone, its hands are for those dealt in"


async def play_a_hand(room: Served, table: str, socket: Raw) -> None:
    """Fold whenever it is the player's turn, until a hand is over and everyone has seen it."""
    await socket.say(wire.WatchTable(table=table))
    task = room.card_room.tables[table]
    async with asyncio.timeout(60):
        number = 0
        while not await room.card_room.histories.at_table(table, room.id("ann")):
            turn = task.live.turn
            open_by = turn is not None and turn.opened <= room.card_room.clock.now()
            if turn is not None and open_by and task.live.occupant(turn.seat).player == room.id("ann"):
                number += 1
                action = task.live.playing.hand.options.give_up  # type: ignore[union-attr]
                hand = task.live.table.number
                await socket.ask(
                    wire.Act(cmd_id=f"a{number}", table=table, hand=hand, number=turn.number, action=action)
                )
            await asyncio.sleep(0.02)


# -- hosts ------------------------------------------------------------------------------------------------------------


async def test_a_request_is_seen_by_the_host_alone_and_answered(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob, eve = [await room.token(name) for name in ("ann", "bob", "eve")]
        table = (await opened(web, ann, approve="buy_ins"))["table"]
        async with room.socket(ann) as one, room.socket(bob) as two, room.socket(eve) as three:
            assert (await desk_of(one, table)).desk is not None
            for socket in (two, three):
                assert (await desk_of(socket, table)).desk is None
            asked = wire.Sit(cmd_id="s", table=table, chips=10**9)
            assert isinstance(await two.ask(asked), wire.Refused), "more than the table takes"
            assert isinstance(await two.ask(wire.Sit(cmd_id="s2", table=table, chips=700)), wire.Done)
            while not (desk := (await one.hear(host.HostNow)).desk).requests:
                pass  # that the host is there
            assert [(request.player, request.chips) for request in desk.requests] == [("bob", 700)]
            while (told := (await two.hear(host.HostNow)).asked) is None:
                pass
            assert told.chips == 700
            assert (await three.hear(host.HostNow)).asked is None
            assert room.card_room.balance(room.id("bob")) == 10_000
            refused = await three.ask(host.AnswerRequest(cmd_id="a", at=table, player="bob", yes=True))
            assert refused.sentence == "Only the host can do that."
            answer = host.AnswerRequest(cmd_id="a", at=table, player="bob", yes=True)
            assert isinstance(await one.ask(answer), wire.Done)
            assert isinstance(await one.ask(answer), wire.Done), "answered once, however often it is sent"
            assert (await two.hear(host.RequestAnswered)).yes
            assert room.card_room.balance(room.id("bob")) == 9_300
            assert room.card_room.check() == ()


async def test_a_request_that_can_no_longer_be_paid_is_refused_to_the_host(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        table = (await opened(web, ann, approve="players", small_blind=50, big_blind=100, most_buy_in=10_000))["table"]
        async with room.socket(ann) as one, room.socket(bob) as two:
            await two.ask(wire.Sit(cmd_id="s", table=table, chips=10_000))
            await two.ask(wire.Sit(cmd_id="t", table="t1", chips=1000))
            answer = await one.ask(host.AnswerRequest(cmd_id="a", at=table, player="bob", yes=True))
            assert answer.sentence == "bob does not have the chips any more"
            assert room.card_room.check() == ()


@pytest.mark.parametrize("way", ["kick", "ban", "operator"])
async def test_a_player_made_to_leave_a_private_table_sees_and_plays_the_hand_to_its_end(
    tmp_path: Path, way: str
) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        table = (await opened(web, ann, private=True, speed="fast"))["table"]
        assert (await come_in(web, bob, invite_of(room, table))).status_code == 200
        live = room.card_room.tables[table].live
        async with room.socket(ann) as one, room.socket(bob) as two:
            for socket in (one, two):
                assert isinstance(await socket.ask(wire.Sit(cmd_id="s", table=table, chips=1000)), wire.Done)
            sockets = {"ann": one, "bob": two}
            await act(room, table, sockets, "ann", AllIn())
            if way == "operator":
                order = {"type": "ban", "cmd_id": "o1", "at": table, "player": "bob"}
                done = await web.post("/api/admin/host-commands", json=order, headers=bearer(ADMIN))
                assert done.status_code == 204, done.text
            else:
                kind = {"kick": host.Kick, "ban": host.Ban}[way]
                assert isinstance(await one.ask(kind(cmd_id="k", at=table, player="bob")), wire.Done)
            assert live.playing is not None
            async with room.socket(bob) as again:  # as after reloading the page
                await again.say(wire.WatchTable(table=table))
                seen = await again.hear(wire.TableSnapshot)
                seat = live.seat_of(room.id("bob"))
                assert seen.turn.seat == seat
                assert seen.view is not None, "with their cards"
                said = await again.ask(wire.Say(cmd_id="t", table=table, text="why?"))
                assert isinstance(said, wire.Done if way == "kick" else wire.Refused)
                await act(room, table, {"bob": again}, "bob", Call())
                while not any(isinstance(event, HandEnded) for event in (await again.hear(wire.Update)).events):
                    pass
            assert live.seat_of(room.id("bob")) is None
            left_with = live.departed.get(room.id("bob"))
            chips = 1000 if left_with is None else max(1000, left_with.chips)
            late = await two.ask(wire.Sit(cmd_id="s2", table=table, chips=chips))
            assert isinstance(late, wire.Done) == (way == "kick"), late
            assert room.card_room.check() == ()


async def act(room: Served, table: str, sockets: dict[str, Raw], player: str, action: Action) -> None:
    """Wait until it is a player's turn, and act; others call."""
    task = room.card_room.tables[table]

    def is_open() -> bool:
        return task.live.turn is not None and task.live.turn.opened <= room.card_room.clock.now()

    for number in count():
        await until(is_open)
        turn = task.live.turn
        assert turn is not None
        name, hand = task.live.name_of(task.live.occupant(turn.seat).player), task.live.table.number
        deed = action if name == player else Call()
        command = wire.Act(cmd_id=f"{player}{number}", table=table, hand=hand, number=turn.number, action=deed)
        done = await sockets[name].ask(command)
        assert isinstance(done, wire.Done), done
        if name == player:
            return


@pytest.mark.parametrize("kind", ["tables", "tournaments"])
async def test_what_a_host_writes_is_clean_and_never_empty_and_not_for_one_who_is_muted(
    tmp_path: Path, kind: str
) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        place = (await opened(web, ann, kind))[kind[:-1]]
        async with room.socket(ann) as one:
            for number, why in enumerate(("\u202e", "\u200b \x07")):
                for command in (host.Pause, host.Close):
                    answer = await one.ask(command(cmd_id=f"e{number}{command.__name__}", at=place, why=why))
                    assert answer.sentence.startswith("the reason is empty"), answer
            if kind == "tables":
                pause = host.Pause(cmd_id="p", at=place, why="din\u202ener\n  now\x07")
                assert isinstance(await one.ask(pause), wire.Done)
                assert room.card_room.tables[place].live.hosting.paused == "dinner now"
            longer = host.Pause(cmd_id="l", at=place, why="\ufb2c" * 200)  # three characters each in NFC
            assert (await one.ask(longer)).sentence == "the reason is too long: expected up to 200 characters"
            order = f"/api/admin/players/{room.id('ann')}/mute"
            mute = await web.post(order, json={"why": "spam"}, headers=bearer(ADMIN))
            assert mute.status_code == 204, mute.text
            answer = await one.ask(host.Close(cmd_id="c", at=place, why="buy my book"))
            assert (answer.code, answer.sentence) == ("muted", "the operator has muted you: spam")
            assert isinstance(await one.ask(host.Close(cmd_id="c2", at=place)), wire.Done)


async def test_a_banned_viewer_hears_nothing_more(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        table = (await opened(web, ann))["table"]
        async with room.socket(ann) as one, room.socket(bob) as two:
            await desk_of(one, table)
            await desk_of(two, table)
            await one.ask(host.Ban(cmd_id="b", at=table, player="bob"))
            assert (await two.hear(host.ShownOut)).why == "banned"
            assert room.card_room.tables[table].watching == 1
            for message in (
                wire.Say(cmd_id="s", table=table, text="why?"),
                wire.Queue(cmd_id="q", table=table),
                wire.Sit(cmd_id="t", table=table, chips=1000),
            ):
                assert (await two.ask(message)).code == "banned"
            await two.say(wire.WatchTable(table=table))
            assert (await two.hear(wire.Refused)).sentence == "The host has banned you from this game."


async def test_a_ban_from_a_tournament_holds_at_its_tables(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob, cat = [await room.token(name) for name in ("ann", "bob", "cat")]
        event = (await opened(web, ann, "tournaments", entrants=2))["tournament"]
        at = f"{event}.1"
        async with room.socket(ann) as one, room.socket(bob) as two, room.socket(cat) as three:
            for socket in (one, three):
                await socket.ask(wire.Register(cmd_id="r", tournament=event))
            await until(lambda: at in room.card_room.tables)
            task = room.card_room.tables[at]
            await two.say(wire.WatchTable(table=at))
            await two.hear(wire.TableSnapshot)
            assert isinstance(await two.ask(wire.Say(cmd_id="s", table=at, text="hello")), wire.Done)
            assert room.card_room.doors.may_see_hand(at, room.id("bob"), 0, hidden=False)
            assert isinstance(await one.ask(host.Ban(cmd_id="b", at=event, player="bob")), wire.Done)
            assert (await two.hear(host.ShownOut)).at == event, "bob watched one of its tables"
            assert not task.audience.has(room.id("bob"))
            assert not room.card_room.doors.may_see_hand(at, room.id("bob"), 0, hidden=False)
            refused = await two.ask(wire.Say(cmd_id="s2", table=at, text="why?"))
            assert (refused.code, refused.sentence) == ("banned", "The host has banned you from this game.")
            await two.say(wire.WatchTable(table=at))
            assert (await two.hear(wire.Refused)).code == "banned"
            assert (await web.get(f"/api/tables/{at}", headers=bearer(bob))).status_code != 200
            await one.ask(host.Unban(cmd_id="u", at=event, player="bob"))
            await two.say(wire.WatchTable(table=at))
            await two.hear(wire.TableSnapshot)


@pytest.mark.parametrize("kind", ["tables", "tournaments"])
async def test_a_stranger_does_not_hear_that_a_private_host_bans_them(tmp_path: Path, kind: str) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob, eve = [await room.token(name) for name in ("ann", "bob", "eve")]
        place = (await opened(web, ann, kind, private=True))[kind.removesuffix("s")]
        await come_in(web, bob, invite_of(room, place))
        async with room.socket(ann) as one, room.socket(bob) as two, room.socket(eve) as three:
            for name in ("bob", "eve"):
                assert isinstance(await one.ask(host.Ban(cmd_id=name, at=place, player=name)), wire.Done)
            assert (await two.hear(host.ShownOut)).at == place
            assert host.ShownOut not in map(type, await heard_by_now(three))


async def heard_by_now(socket: Raw, cmd_id: str = "now") -> list[Any]:
    """Return everything sent to a socket so far, reading up to the answer to a new request."""
    await socket.ask(wire.Queue(cmd_id=cmd_id, table="t999"))
    return list(socket.kept)


@pytest.mark.parametrize("kind", ["tables", "tournaments"])
async def test_a_command_that_is_sent_again_tells_nobody_anything(tmp_path: Path, kind: str) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        place = (await opened(web, ann, kind, approve="players"))[kind.removesuffix("s")]

        def asks(number: int) -> wire.Sit | wire.Register:
            if kind == "tables":
                return wire.Sit(cmd_id=f"s{number}", table=place, chips=1000)
            return wire.Register(cmd_id=f"s{number}", tournament=place)

        async with room.socket(ann) as one, room.socket(bob) as two:
            await two.ask(asks(1))
            no = host.AnswerRequest(cmd_id="n", at=place, player="bob", yes=False)
            submit = room.card_room.submit
            answers = await asyncio.gather(submit(room.id("ann"), no), submit(room.id("ann"), no))
            assert [type(answer) for answer in answers] == [wire.Done, wire.Done]
            assert len([said for said in await heard_by_now(two) if isinstance(said, host.RequestAnswered)]) == 1
            two.kept.clear()
            await two.ask(asks(2))
            assert isinstance(await one.ask(no), wire.Done)
            ban = host.Ban(cmd_id="b", at=place, player="bob")
            unban = host.Unban(cmd_id="u", at=place, player="bob")
            for command in (ban, unban, ban):
                assert isinstance(await one.ask(command), wire.Done)
            await two.ask(asks(3))
            told = [
                said
                for said in await heard_by_now(two, "later")
                if isinstance(said, host.RequestAnswered | host.ShownOut)
            ]
            assert [type(said) for said in told] == [host.ShownOut], "of the one ban that there was"


async def test_a_restart_in_the_middle_keeps_host_door_and_requests(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        table = (await opened(web, ann, private=True, approve="players"))["table"]
        event = (await opened(web, ann, "tournaments", private=True, approve="players", entrants=3))["tournament"]
        for at in (table, event):
            assert (await come_in(web, bob, invite_of(room, at))).status_code == 200
        async with room.socket(ann) as one, room.socket(bob) as two:
            await one.ask(wire.Sit(cmd_id="s", table=table, chips=1000))
            await two.ask(wire.Sit(cmd_id="s", table=table, chips=700))
            await two.ask(wire.Register(cmd_id="r", tournament=event))
            await one.ask(host.Mute(cmd_id="m", at=table, player="bob"))
        before = [room.card_room.tables[table].live.hosting, room.card_room.tournaments[event].live.hosting]
    async with serving(tmp_path, limits=PLENTY) as room:
        after = [room.card_room.tables[table].live.hosting, room.card_room.tournaments[event].live.hosting]
        for hosting in (*before, *after):
            hosting.away_since = None  # a restart cuts every connection, and the time starts over
        assert after == before
        ann, bob = [await room.card_room.accounts.new_session(room.id(name), "bot") for name in ("ann", "bob")]
        async with room.socket(ann) as one, room.socket(bob) as two:
            now = await desk_of(one, table)
            assert now.desk is not None
            assert [request.player for request in now.desk.requests] == ["bob"]
            assert isinstance(
                await one.ask(host.AnswerRequest(cmd_id="a", at=table, player="bob", yes=True)), wire.Done
            )
            assert isinstance(
                await one.ask(host.AnswerRequest(cmd_id="e", at=event, player="bob", yes=True)), wire.Done
            )
            assert (await two.hear(host.RequestAnswered)).yes
            assert room.card_room.tables[table].seat_of(room.id("bob")) is not None
            assert room.id("bob") in room.card_room.tournaments[event].live.players
            assert room.card_room.balance(room.id("bob")) == 10_000 - 700 - 100
            assert room.card_room.check() == ()


async def test_the_operator_keeps_every_right_over_a_private_table(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        table = (await opened(web, ann, private=True))["table"]
        house = {"Authorization": f"Bearer {ADMIN}"}
        for kind, fields in (("pause", {"why": "noise"}), ("resume", {}), ("close", {"why": "late"})):
            order = {"type": kind, "cmd_id": kind, "at": table, **fields}
            answer = await web.post("/api/admin/host-commands", json=order, headers=house)
            assert answer.status_code == 204, answer.text


def test_an_invite_token_is_long_new_each_time_and_finds_only_its_own_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with asking(tmp_path, PLENTY) as (room, web):
            ann = await room.token("ann")
            table = (await opened(web, ann, private=True))["table"]
            event = (await opened(web, ann, "tournaments", private=True))["tournament"]
            doors = room.card_room.doors
            for at in (table, event):
                found = doors.invited(invite_of(room, at))
                assert found is not None
                assert found.id == at
            assert doors.invited("") is None, "a public table has an empty token, and that is no invite"
            assert doors.invited(invite_of(room, table)[:-1]) is None
            assert doors.opened_to(room.id("ann")) == {table, event}
            assert doors.opened_to(room.id("eve")) == doors.opened_to(None) == frozenset()

    asyncio.run(run())
    tokens = {new_token(bytes([number]) * 32) for number in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {24}, "18 random bytes, four letters for three of them"
