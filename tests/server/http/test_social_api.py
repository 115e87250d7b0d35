"""Notes, labels and avatars in a served card room: notes are private, avatars public."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from bigslick.protocol import wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.host import Ban, Close, StartBroadcast
from bigslick.protocol.social import AvatarChanged, ChatLines, NamedHere
from bigslick.server.avatars import given_avatar
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.http.social_api import MOST_ASKED
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store import notes, schema
from bigslick.server.store.chat import KEPT

from ...waiting import until
from ..served import asking, serving, table

PLENTY = Limits(jottings=Rate(10**6, 1000), chat=Rate(10**6, 1000), commands=Rate(10**6, 1000))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def given(room: Any, token: str) -> str:
    """Return the avatar that the room gives to the player of a session."""
    return given_avatar(await room.card_room.player_of(token))


async def test_a_note_is_for_its_writer_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NOTES", 3)

    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = bearer(await room.member("Ann")), bearer(await room.member("bob"))
        for other in ("cat", "dan", "eve"):
            await room.member(other)
        note = {"player": "bob", "text": "calls too much", "label": "red", "muted": True}
        assert (await web.post("/api/notes", json=note, headers=ann)).status_code == 204
        assert (await web.get("/api/notes", headers=ann)).json() == [note]
        assert (await web.get("/api/notes", headers=bob)).json() == []
        for other in ("cat", "eve"):
            assert (await web.post("/api/notes", json={"player": other, "text": "x"}, headers=ann)).status_code == 204
        full = await web.post("/api/notes", json={"player": "dan", "text": "x"}, headers=ann)
        assert (full.status_code, full.json()["error"]) == (409, "You have notes on 3 players: clear one first.")
        changed = {"player": "bob", "text": "a maniac"}
        assert (await web.post("/api/notes", json=changed, headers=ann)).status_code == 204
        assert (await web.get("/api/notes", headers=ann)).json()[0] == changed
        assert (await web.post("/api/notes", json={"player": "bob"}, headers=ann)).status_code == 204
        assert [found["player"] for found in (await web.get("/api/notes", headers=ann)).json()] == [
            "cat",
            "eve",
        ]
        for wrong in (
            {"player": ""},
            {"player": "b" * 81},
            {"player": "bob", "text": "x" * 501},
            {"player": "bob", "text": "\0"},
            {"player": "bob", "label": "pink"},
            {"player": "bob", "writer": "Ann"},
            {"text": "x"},
        ):
            assert (await web.post("/api/notes", json=wrong, headers=ann)).status_code == 400, wrong


async def test_an_avatar_is_chosen_from_the_list_and_told_at_the_table(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        tokens = {name: await room.member(name) for name in ("ann", "bob", "cat")}
        async with room.socket(tokens["bob"]) as bob, room.socket(tokens["cat"]) as cat, room.socket(tokens["ann"]):
            for socket, seat in ((bob, 0),):
                await socket.ask(wire.Sit(cmd_id="s", table="t1", chips=1000, seat=seat))
            async with room.socket(tokens["ann"]) as ann:
                await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000, seat=1))
            mine = bearer(tokens["ann"])
            chosen = await web.post("/api/avatar", json={"avatar": "fox"}, headers=mine)
            assert chosen.status_code == 204
            told = await bob.hear(AvatarChanged)
            assert told == AvatarChanged(at="t1", player="ann", avatar="fox")
            await cat.say(wire.Ping())
            assert isinstance(await cat.hear(), wire.Welcome)
            assert isinstance(await cat.hear(), wire.Pong), "cat does not sit there"
        asked = await web.get("/api/avatars?players=ann,bob,nobody")
        assert asked.json() == {"avatars": {"ann": "fox", "bob": await given(room, tokens["bob"])}}
        for wrong in ("dragon", "<svg>", None, 5):
            assert (await web.post("/api/avatar", json={"avatar": wrong}, headers=mine)).status_code == 400
        assert (await web.post("/api/avatar", json={"avatar": ""}, headers=mine)).status_code == 204
        mine_again = await web.get("/api/avatars?players=ann")
        assert mine_again.json() == {"avatars": {"ann": await given(room, tokens["ann"])}}
        many = ",".join(f"p{number}" for number in range(MOST_ASKED + 1))
        assert (await web.get(f"/api/avatars?players={many}")).status_code == 400
        assert (await web.get("/api/avatars?players=%00")).status_code == 400
        assert (await web.get("/api/avatars")).json() == {"avatars": {}}


async def test_two_guests_of_one_name_are_told_apart_by_their_table(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, *toms = [await room.token(name) for name in ("ann", "Tom", "TOM")]
        async with room.socket(toms[0]) as one, room.socket(toms[1]) as other:
            for socket, seat in ((one, 0), (other, 1)):
                await socket.say(wire.WatchTable(table="t1"))
                await socket.ask(wire.Sit(cmd_id="s", table="t1", chips=1000, seat=seat))
            assert (await other.hear(NamedHere)) == NamedHere(at="t1", player="TOM 2")
            await web.post("/api/avatar", json={"avatar": "fox"}, headers=bearer(toms[1]))
            assert await one.hear(AvatarChanged) == AvatarChanged(at="t1", player="TOM 2", avatar="fox")
        worn = await web.get("/api/avatars?at=t1&players=Tom,Tom 2")
        assert worn.json() == {"avatars": {"Tom": await given(room, toms[0]), "Tom 2": "fox"}}
        assert (await web.get("/api/avatars?players=Tom,Tom 2")).json() == {"avatars": {}}
        assert (await web.get("/api/avatars?at=t9&players=Tom")).status_code == 404
        note = {"player": "Tom 2", "text": "bluffs"}
        assert (await web.post("/api/notes", json=note, headers=bearer(ann))).status_code == 404
        assert (await web.post("/api/notes", json={**note, "at": "t1"}, headers=bearer(ann))).status_code == 204
        assert (await web.get("/api/notes?at=t1", headers=bearer(ann))).json() == [{**note, "player": "TOM 2"}]
        assert (await web.get("/api/notes", headers=bearer(ann))).json() == [{**note, "player": "TOM"}]


async def test_the_secret_of_a_broadcast_shows_the_avatars_of_its_private_table(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        private = Invitation(host=room.id("ann"), host_name="Ann", door=GameDoor(private=True), token="door")
        task = await room.card_room.open_table(table(seats=2), private)
        started = await room.card_room.submit(room.id("ann"), StartBroadcast(cmd_id="b", at=task.id))
        assert isinstance(started, wire.Done)
        assert task.live.broadcast is not None
        players = {"secret": task.live.broadcast.token, "players": ["Ann", "nobody"]}
        seen = await web.post("/api/broadcast/avatars", json=players)
        assert seen.json() == {"avatars": {"Ann": await given(room, ann)}}
        assert (await web.post("/api/broadcast/avatars", json=players | {"secret": "wrong"})).status_code == 404
        assert (await web.get(f"/api/avatars?at={task.id}&players=Ann")).status_code == 404


async def test_changes_are_limited(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(jottings=Rate(2, 3_600_000))) as (room, web):
        mine = bearer(await room.token("ann"))
        await room.member("bob")
        answers = [
            (await web.post("/api/notes", json={"player": "bob", "text": "x"}, headers=mine)).status_code,
            (await web.post("/api/avatar", json={"avatar": "owl"}, headers=mine)).status_code,
            (await web.post("/api/avatar", json={"avatar": "cat"}, headers=mine)).status_code,
            (await web.post("/api/notes", json={"player": "bob", "text": "y"}, headers=mine)).status_code,
        ]
        assert answers == [204, 204, 429, 429]


# -- chat -------------------------------------------------------------------------------------------------------------


async def lines_for(room: Any, token: str | None, table_id: str = "t1") -> list[str]:
    """Return the earlier chat sent to a viewer."""
    async with room.socket(token) as viewer:
        await viewer.say(wire.WatchTable(table=table_id))
        await viewer.hear(wire.TableSnapshot)
        await viewer.say(wire.Ping())
        while not isinstance(message := await viewer.hear(), wire.Pong):
            if isinstance(message, ChatLines):
                assert [line.number for line in message.lines] == sorted({line.number for line in message.lines})
                return [line.phrase or line.text for line in message.lines]
    return []


async def test_chat_is_kept_over_a_restart_for_players_and_up_to_a_limit(url: str) -> None:
    async with serving(url, table(), table("Yew"), limits=PLENTY) as room:
        tokens = {name: await room.token(name) for name in ("ann", "bob")}
        async with room.socket(tokens["ann"]) as ann:
            await ann.say(wire.WatchTable(table="t1"))
            first = wire.Say(cmd_id="first", table="t1", text="good evening")
            assert isinstance(await ann.ask(first), wire.Done)
            assert isinstance(await ann.ask(wire.Say(cmd_id="p", table="t1", phrase="hello")), wire.Done)
            refused = await ann.ask(wire.Say(cmd_id="e", table="t1", emote="clap"))
            assert isinstance(refused, wire.Refused), "an emote needs a seat to float over"
        assert await lines_for(room, tokens["bob"]) == ["good evening", "hello"]
        assert await lines_for(room, None) == [], "whoever is not signed in may not chat"
        assert await lines_for(room, tokens["bob"], "t2") == []
    async with serving(url, table(), table("Yew"), limits=PLENTY) as room:
        assert await lines_for(room, tokens["bob"]) == ["good evening", "hello"]
        async with room.socket(tokens["ann"]) as ann:
            await ann.say(wire.WatchTable(table="t1"))
            assert isinstance(await ann.ask(first), wire.Done), "sent again after the restart, it is not said again"
            for number in range(KEPT + 5):
                done = await ann.ask(wire.Say(cmd_id=f"c{number}", table="t1", text=f"line {number}"))
                assert isinstance(done, wire.Done)
        expected = [f"line {number}" for number in range(5, KEPT + 5)]
        assert await lines_for(room, tokens["bob"]) == expected
    async with serving(url, table(), table("Yew"), limits=PLENTY) as room:
        assert await lines_for(room, tokens["bob"]) == expected, "the store keeps no more than the table"


async def test_a_kicked_player_and_a_closed_table_hear_nothing_of_it(tmp_path: Path) -> None:
    async with serving(tmp_path, table(), limits=PLENTY) as room:
        tokens = {name: await room.token(name) for name in ("ann", "bob")}
        async with room.socket(tokens["ann"]) as ann, room.socket(tokens["bob"]) as bob:
            await ann.say(wire.WatchTable(table="t1"))
            await ann.ask(wire.Say(cmd_id="a", table="t1", text="hello"))
            await bob.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
        task = room.card_room.tables["t1"]
        await task.submit(HOUSE, Ban(cmd_id="", at="t1", player=room.id("bob")))
        async with room.socket(tokens["bob"]) as bob:
            await bob.say(wire.WatchTable(table="t1"))
            assert (await bob.hear(wire.Refused)).code == "banned"
            await bob.say(wire.Ping())
            while not isinstance(message := await bob.hear(), wire.Pong):
                assert not isinstance(message, ChatLines)
        await task.submit(HOUSE, Close(cmd_id="", at="t1", why="good night"))
        await until(lambda: "t1" not in room.card_room.tables)  # every viewer has seen the end
    async with serving(tmp_path, limits=PLENTY) as room:
        assert len(await room.card_room.store.select(sa.select(schema.chat))) == 0


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"text": "a", "phrase": "hello"},
        {"phrase": "hello", "emote": "clap"},
        {"phrase": "goodbye"},
        {"emote": "<svg>"},
        {"text": "x" * 301},
        {"text": None},
        {"text": "hello", "player": "bob"},
    ],
    ids=str,
)
async def test_only_one_thing_can_be_said_at_a_time(tmp_path: Path, said: dict[str, Any]) -> None:
    async with serving(tmp_path, table()) as room, room.socket(await room.token("ann")) as ann:
        await ann.say(msgspec.json.encode({"type": "say", "cmd_id": "x", "table": "t1", **said}).decode())
        refused = await ann.hear(wire.Refused)
        assert (refused.cmd_id, refused.code) == ("x", "malformed")
