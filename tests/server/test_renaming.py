"""A renamed player keeps everything under the new name, and the next player with the old name gets none of it."""

from __future__ import annotations

from typing import Any

import httpx

from bigslick import Fold
from bigslick.protocol import room_events, wire
from bigslick.protocol.host import Close, Pause
from bigslick.protocol.social import ChatLines
from bigslick.server.avatars import given_avatar
from bigslick.server.hosting.state import HOUSE, Invitation
from tests.waiting import until

from .served import Raw, Served, serving, table

SECRET = "correct horse"


class Player:
    """A player who asks the room over HTTP."""

    def __init__(self, web: httpx.AsyncClient, token: str) -> None:
        self.token = token
        self._web = web
        self._headers = {"Authorization": f"Bearer {token}"}

    async def look(self, path: str) -> Any:
        """Return the room's answer."""
        answer = await self._web.get(f"/api/{path}", headers=self._headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def do(self, path: str, **body: Any) -> Any:
        """Change something and return the room's answer."""
        answer = await self._web.post(f"/api/{path}", headers=self._headers, json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None


async def signed_up(web: httpx.AsyncClient, name: str) -> Player:
    """Sign a new player up."""
    made = await web.post("/api/accounts", json={"name": name, "password": SECRET, "bearer": True})
    return Player(web, made.json()["token"])


def browser(room: Served) -> httpx.AsyncClient:
    """Return an HTTP client for a room."""
    return httpx.AsyncClient(base_url=room.url, trust_env=False)


async def next_turn(viewer: Raw) -> room_events.Turn:
    """Wait for the next decision."""
    while True:
        for event in (await viewer.hear(wire.Update)).events:
            if isinstance(event, room_events.Turn):
                return event


async def seats_of(viewer: Raw, place: str) -> dict[str, int]:
    """Watch a table and return the seats by the names that are shown."""
    await viewer.say(wire.WatchTable(table=place))
    return {seat.player: seat.seat for seat in (await viewer.hear(wire.TableSnapshot)).seats}


async def played(room: Served, ann: Player, bob: Player, club: str) -> str:
    """Have two players chat, play a hand and keep their seats at a club's table; return the table."""
    invitation = Invitation(host=room.id("ann"))
    task = await room.card_room.open_table(table("Kitchen", seats=2, club=club), invitation)
    kitchen = task.id
    async with room.socket(ann.token) as one, room.socket(bob.token) as other:
        for place, socket in enumerate((one, other)):
            await socket.say(wire.WatchTable(table=kitchen))
            await socket.ask(wire.Sit(cmd_id="s", table=kitchen, chips=1000, seat=place))
        await one.ask(wire.Say(cmd_id="t", table=kitchen, text="good luck"))
        turn = await next_turn(one)
        await task.submit(HOUSE, Pause(cmd_id="p", at=kitchen))
        fold = wire.Act(cmd_id="f", table=kitchen, hand=turn.hand, number=turn.number, action=Fold())
        await (one, other)[turn.seat].ask(fold)
        await until(lambda: task.live.playing is None and task.live.next_update_at is None)
    return kitchen


async def test_everything_stays_with_a_renamed_player(url: str) -> None:
    elm = table("Elm")
    async with serving(url, elm) as room, browser(room) as web:
        ann, bob = await signed_up(web, "ann"), await signed_up(web, "bob")
        club = await ann.do("clubs", name="Friday")
        await bob.do("club-members", invite=club["invite"])
        await bob.do("notes", player="ann", text="talks", muted=True)
        await ann.do("notes", player="bob", label="red")
        await ann.do("avatar", avatar="fox")
        kitchen = await played(room, ann, bob, club["id"])
        before = {path: await ann.look(path) for path in ("me", "hands", "sessions", "notes", "statistics")}
        await room.card_room.rename(room.id("ann"), "Zoe")
        assert (await ann.look("me"))["player"] == "Zoe"
        async with room.socket(bob.token) as viewer:
            assert (await viewer.hear(wire.Welcome)).player == "bob"
            await until(lambda: room.card_room.tables[kitchen].live.shown.seats[0].player == "Zoe")
            assert await seats_of(viewer, kitchen) == {"Zoe": 0, "bob": 1}

    async with serving(url, elm) as room, browser(room) as web:
        zoe, bob, heir = Player(web, ann.token), Player(web, bob.token), await signed_up(web, "Ann")
        after = {path: await zoe.look(path) for path in before}
        assert (after["me"]["player"], after["statistics"]["player"]) == ("Zoe", "Zoe")
        for path in ("hands", "sessions", "notes"):
            assert after[path] == before[path]
        assert after["me"]["sitting"] == before["me"]["sitting"] != []
        assert after["me"]["balance"] == 9_000
        assert [member["player"] for member in (await bob.look(f"clubs/{club['id']}"))["members"]] == ["Zoe", "bob"]
        assert await bob.look("notes") == [{"player": "Zoe", "text": "talks", "muted": True}]
        faces = (await bob.look("avatars?players=Zoe,ann"))["avatars"]
        assert faces == {"Zoe": "fox", "ann": given_avatar(room.id("ann"))}, "the heir of the name has their own"
        assert await room.card_room.accounts.sign_in("zoe", SECRET) == await room.card_room.player_of(ann.token)
        async with room.socket(bob.token) as viewer:
            assert await seats_of(viewer, kitchen) == {"Zoe": 0, "bob": 1}
            (line,) = (await viewer.hear(ChatLines)).lines
            assert (line.player, line.text) == ("ann", "good luck"), "old records keep the old name"
        (hand,) = after["hands"]["hands"]
        began = (await bob.look(f"hands/{hand['id']}"))["events"][0]
        assert began["players"] == {"0": "ann", "1": "bob"}
        await room.card_room.tables[kitchen].submit(HOUSE, Close(cmd_id="c", at=kitchen))
        await until(lambda: kitchen not in room.card_room.tables)
        (night,) = (await bob.look(f"clubs/{club['id']}/ledger"))["nights"]
        assert {result["player"] for result in night["results"]} == {"Zoe", "bob"}

        assert (await heir.look("me"))["balance"] == 10_000
        assert (await heir.look("me"))["sitting"] == await heir.look("notes") == await heir.look("clubs") == []
        assert (await heir.look("hands"))["hands"] == []
        assert len(await heir.look("sessions")) == 1
        assert room.card_room.check() == ()


async def test_a_guest_who_gets_an_account_in_the_middle_of_a_hand_keeps_everything(url: str) -> None:
    elm = table("Elm")
    async with serving(url, elm) as room, browser(room) as web:
        made = [(await web.post("/api/guest", json={"name": name, "bearer": True})).json() for name in ("ann", "bob")]
        ann, bob = (Player(web, guest["token"]) for guest in made)
        player = room.id("ann")
        club = await ann.do("clubs", name="Friday")
        await bob.do("club-members", invite=club["invite"])
        kitchen = await played(room, ann, bob, club["id"])
        await bob.do("notes", at=kitchen, player="ann", text="talks")
        look_alike = await web.post(
            "/api/guest/account",
            headers={"Authorization": f"Bearer {ann.token}"},
            json={"name": "b0b", "password": SECRET},
        )
        assert look_alike.status_code == 409, look_alike.text
        before = {path: await ann.look(path) for path in ("me", "hands", "sessions", "notes", "statistics", "clubs")}
        await ann.do("guest/account", name="Zoë", password=SECRET, cmd_id="a")
        await until(lambda: room.card_room.tables[kitchen].live.shown.seats[0].player == "Zoë")

    async with serving(url, elm) as room, browser(room) as web:
        signed_in = (await web.post("/api/sessions", json={"name": "zoë", "password": SECRET, "bearer": True})).json()
        zoe, bob = Player(web, signed_in["token"]), Player(web, bob.token)
        assert await room.card_room.player_of(zoe.token) == player
        assert (await Player(web, ann.token).do("guest/account", name="Eve", password=SECRET, cmd_id="a")) == (
            before["me"] | {"player": "Zoë", "guest": False, "named": True}
        ), "a copy of the request, after a restart"
        for path in ("hands", "notes", "clubs"):
            assert await zoe.look(path) == before[path], path
        assert (await zoe.look("statistics")) == before["statistics"] | {"player": "Zoë"}
        assert await bob.look("notes") == [{"player": "Zoë", "text": "talks"}], "an account is known everywhere"
        assert [member["player"] for member in (await bob.look(f"clubs/{club['id']}"))["members"]] == ["Zoë", "bob"]
        ledger = await zoe.look(f"tables/{kitchen}/ledger")
        assert {line["player"] for line in ledger["results"]} == {"Zoë", "bob"}
        assert room.card_room.check() == ()


async def test_guests_of_one_name_keep_what_is_theirs(url: str) -> None:
    async with serving(url, table("Elm")) as room, browser(room) as web:
        tokens = [(await web.post("/api/guest", json={"name": "Tom", "bearer": True})).json()["token"] for _ in "ab"]
        one, other = (Player(web, token) for token in tokens)
        club = await one.do("clubs", name="Friday")
        mine = await other.do("club-members", invite=club["invite"])
        assert ([member["player"] for member in mine["members"]], mine["you"]) == (["Tom", "Tom 2"], "Tom 2")
        async with room.socket(tokens[0]) as first, room.socket(tokens[1]) as second:
            for seat, socket in enumerate((first, second)):
                await socket.ask(wire.Sit(cmd_id="s", table="t1", chips=1000 + seat, seat=seat))
            assert await seats_of(second, "t1") == {"Tom": 0, "Tom 2": 1}
        ledger = await other.look("tables/t1/ledger")
        assert {line["player"]: line["bought_in"] for line in ledger["results"]} == {"Tom": 1000, "Tom 2": 1001}
        stranger = await web.post("/api/guest", json={"name": "Tom", "bearer": True})
        refused = await web.get(
            "/api/tables/t1/ledger", headers={"Authorization": f"Bearer {stranger.json()['token']}"}
        )
        assert refused.status_code == 404, "a name does not open another player's books"
        await other.do("name", name="Zoë")
        assert [(await player.look("me"))["balance"] for player in (one, other)] == [9_000, 8_999]
        assert [member["player"] for member in (await one.look(f"clubs/{club['id']}"))["members"]] == ["Tom", "Zoë"]
        assert room.card_room.check() == ()
