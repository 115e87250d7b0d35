"""Clubs over HTTP: what members may do, and that no one else sees or does anything there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from bigslick import AllIn, Call
from bigslick.protocol import room_events, wire
from bigslick.protocol.host import Close
from bigslick.protocol.tournament import PlayerMoved, TournamentChanged, TournamentNow
from bigslick.server.hosting.state import HOUSE
from bigslick.server.operations.limits import Limits, Rate
from tests.waiting import until

from ..served import QUICK, Raw, Served, asking

PLENTY = Limits(requests=Rate(10**6, 1000))


class Members:
    """People with tokens who send requests about a club."""

    def __init__(self, room: Served, web: httpx.AsyncClient) -> None:
        self.room = room
        self.web = web
        self.tokens: dict[str, str] = {}

    async def ask(self, name: str, path: str, body: Any = None, *, method: str = "") -> httpx.Response:
        if name not in self.tokens:
            self.tokens[name] = await self.room.token(name)
        headers = {"Authorization": f"Bearer {self.tokens[name]}"}
        if body is None and not method:
            return await self.web.get(f"/api/{path}", headers=headers)
        return await self.web.post(f"/api/{path}", headers=headers, **({} if body is None else {"json": body}))

    async def found(self, owner: str, *members: str) -> str:
        """Found a club that these people join."""
        made = (await self.ask(owner, "clubs", {"name": "Friday"})).json()
        for name in members:
            assert (await self.ask(name, "club-members", {"invite": made["invite"]})).status_code == 200
        return str(made["id"])


async def test_an_invite_brings_people_in_and_the_owner_runs_the_club(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        made = await people.ask("ann", "clubs", {"name": "  Friday\u202e "})
        assert (made.status_code, made.json()["name"], made.json()["role"]) == (201, "Friday", "owner")
        club, invite = made.json()["id"], made.json()["invite"]
        assert (await people.ask("ann", "clubs", {"name": "\u200b"})).status_code == 409
        longer = await people.ask("ann", "clubs", {"name": "\ufb2c" * 40})  # three characters each in NFC
        assert (longer.status_code, longer.json()["error"]) == (409, "A club's name has at most 40 characters.")
        shown = (await people.ask("bob", "club-invite", {"invite": invite})).json()
        assert shown == {"name": "Friday", "owner": "ann", "members": 1, "club": ""}
        assert (await people.ask("bob", "club-invite", {"invite": "wrong"})).status_code == 409
        assert (await people.ask("bob", f"clubs/{club}")).status_code == 404
        joined = (await people.ask("bob", "club-members", {"invite": invite})).json()
        assert (joined["role"], joined["invite"]) == ("member", ""), "plain members see no invite"
        for path, body in (
            ("invite", None),
            ("role", {"player": "bob", "role": "owner"}),
            ("remove", {"player": "ann"}),
            ("settlements", {"nights": ["t1"]}),
        ):
            refused = await people.ask("bob", f"clubs/{club}/{path}", body, method="POST")
            assert refused.status_code == 403, path
        await people.ask("ann", f"clubs/{club}/role", {"player": "bob", "role": "manager"})
        renewed = (await people.ask("bob", f"clubs/{club}/invite", method="POST")).json()["invite"]
        assert renewed != invite
        assert (await people.ask("cat", "club-members", {"invite": invite})).status_code == 409
        assert (await people.ask("cat", "club-members", {"invite": renewed})).status_code == 200
        assert (await people.ask("bob", f"clubs/{club}/remove", {"player": "ann"})).status_code == 409
        await people.ask("ann", f"clubs/{club}/role", {"player": "bob", "role": "owner"})
        roles = {
            member["player"]: member["role"] for member in (await people.ask("cat", f"clubs/{club}")).json()["members"]
        }
        assert roles == {"ann": "manager", "bob": "owner", "cat": "member"}
        assert (await people.ask("cat", f"clubs/{club}/remove", {"player": "cat"})).status_code == 204
        assert (await people.ask("cat", "clubs")).json() == []
        (card,) = (await people.ask("bob", "clubs")).json()
        assert card == {"id": club, "name": "Friday", "role": "owner", "members": 2, "tables": 0}


async def test_a_table_of_a_club_does_not_exist_for_anyone_else(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        assert (await people.ask("eve", "tables", {"name": "Spy", "club": club})).status_code == 409
        made = await people.ask("ann", "tables", {"name": "Ours", "club": club})
        assert made.status_code == 201
        table = made.json()["table"]
        for name in ("ann", "eve"):
            lobby = (await people.ask(name, "lobby")).json()
            assert table not in [card["table"] for card in lobby["tables"]]
        assert [card["table"] for card in (await people.ask("bob", f"clubs/{club}")).json()["tables"]] == [table]
        for name, status in (("bob", 200), ("eve", 404)):
            for path in (f"tables/{table}", f"tables/{table}/hands", f"tables/{table}/ledger"):
                assert (await people.ask(name, path)).status_code == status, (name, path)
            for path in (
                f"clubs/{club}",
                f"clubs/{club}/ledger",
                f"clubs/{club}/season",
                f"clubs/{club}/ledger.csv",
            ):
                assert (await people.ask(name, path)).status_code == status, (name, path)
        for path, body in (
            ("invite", None),
            ("role", {"player": "eve", "role": "owner"}),
            ("remove", {"player": "bob"}),
            ("settlements", {"nights": [table]}),
            ("settlements/1/paid", {"payer": "bob", "payee": "eve"}),
        ):
            foreign = await people.ask("eve", f"clubs/{club}/{path}", body, method="POST")
            assert foreign.status_code == 404, path
        assert (await web.get(f"/api/tables/{table}")).status_code == 404
        async with (
            room.socket(people.tokens["eve"]) as eve,
            room.socket(people.tokens["bob"]) as bob,
            room.socket() as nobody,
        ):
            for socket in (eve, nobody):
                await socket.say(wire.WatchTable(table=table))
                assert (await socket.hear(wire.Refused)).code == "unknown"
            sit = wire.Sit(cmd_id="s", table=table, chips=1000)
            assert (await eve.ask(sit)).code == "unknown"
            await bob.say(wire.WatchTable(table=table))
            await bob.hear(wire.TableSnapshot)
            assert isinstance(await bob.ask(sit), wire.Done)
            assert (await people.ask("ann", f"clubs/{club}/remove", {"player": "bob"})).status_code == 204
            gone = await bob.hear(wire.Refused)
            assert gone.sentence == "You are not in Friday any more."
            assert (await bob.ask(wire.Sit(cmd_id="again", table=table, chips=1000))).code == "unknown"
            task = room.card_room.tables[table]
            assert task.seat_of(room.id("bob")) is None
            assert task.watching == 0
            assert room.card_room.balance(room.id("bob")) == 10_000


async def test_a_private_table_of_a_club_is_listed_only_to_those_it_is_open_to(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob", "cat")
        ours = {"name": "Ours", "club": club}
        open_to_all = (await people.ask("bob", "tables", ours)).json()["table"]
        for kind in ("tables", "tournaments"):
            assert (await people.ask("bob", kind, {**ours, "private": True})).status_code == 201

        async def listed(name: str) -> tuple[list[str], list[str], int]:
            now = (await people.ask(name, f"clubs/{club}")).json()
            (card,) = (await people.ask(name, "clubs")).json()
            tables = [found["table"] for found in now["tables"]]
            return tables, [found["tournament"] for found in now["tournaments"]], card["tables"]

        (private,) = set(room.card_room.tables) - {"t1", "t2", open_to_all}
        (event,) = room.card_room.tournaments
        assert await listed("bob") == ([open_to_all, private], [event], 3)
        assert await listed("ann") == await listed("cat") == ([open_to_all], [], 1), "the owner is no exception"
        for place in (room.card_room.tables[private], room.card_room.tournaments[event]):
            comes = {"cmd_id": "0123456789abcdef", "invite": place.live.hosting.token, "plays": False}
            await people.ask("cat", "invites", comes)
        assert await listed("cat") == await listed("bob")


async def play_a_night(people: Members, club: str, room: Served) -> str:
    """Seat ann and bob at their club's table, close it, and record that bob lost 100 to ann."""
    table = (await people.ask("ann", "tables", {"name": "Ours", "club": club})).json()["table"]
    for name in ("ann", "bob"):
        async with room.socket(people.tokens[name]) as socket:
            await socket.ask(wire.Sit(cmd_id="s", table=table, chips=1000))
    await room.card_room.tables[table].submit(HOUSE, Close(cmd_id="", at=table, why="late"))
    await until(lambda: table not in room.card_room.tables)
    return str(table)


async def test_nights_of_a_club_are_settled(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob", "cat")
        night = await play_a_night(people, club, room)
        ledger = (await people.ask("cat", f"clubs/{club}/ledger")).json()
        assert [(found["id"], found["settled"]) for found in ledger["nights"]] == [(night, None)]
        assert [(each["nights"], each["due"]["fewest"]) for each in ledger["open"]] == [([night], True)]
        assert (await people.ask("cat", f"clubs/{club}/ledger.csv")).text.startswith(
            "payer,payee,chips,amount,currency\n"
        )
        none = (await people.ask("cat", f"clubs/{club}/ledger?until=5")).json()
        assert none["nights"] == []
        assert (await people.ask("ann", f"clubs/{club}/settlements", {"nights": ["t1"]})).status_code == 409
        made = await people.ask("ann", f"clubs/{club}/settlements", {"nights": [night]})
        assert (made.status_code, made.json()["number"]) == (201, 1)
        again = await people.ask("ann", f"clubs/{club}/settlements", {"nights": [night]})
        assert again.status_code == 409
        for number, status in (("1", 409), ("x", 404), ("9" * 30, 404)):
            path = f"clubs/{club}/settlements/{number}/paid"
            marked = await people.ask("ann", path, {"payer": "bob", "payee": "ann"})
            assert marked.status_code == status, number
        foreign = await people.ask("cat", f"clubs/{club}/settlements/1/paid", {"payer": "bob", "payee": "ann"})
        assert foreign.status_code == 403


async def play_all_in(socket: Raw, tournament: str, player: str) -> None:
    """Shove on every turn until the tournament is over."""
    while True:
        message = await socket.hear()
        if isinstance(message, PlayerMoved):
            await socket.say(wire.WatchTable(table=message.table))
        elif isinstance(message, TournamentNow | TournamentChanged):
            if message.card is not None and message.card.status == "over":
                return
        elif isinstance(message, wire.Update | wire.TableSnapshot):
            seats = {} if message.seats is None else {seat.seat: seat.player for seat in message.seats}
            turns = [event for event in message.events if isinstance(event, room_events.Turn)]
            if isinstance(message, wire.TableSnapshot) and message.turn is not None:
                turns = [message.turn]
            mine = next((seat for seat, name in seats.items() if name == player), None)
            for turn in turns:
                if mine is None or turn.seat == mine:
                    action = AllIn() if turn.options.raise_to else Call()
                    table = f"{tournament}.1"
                    act = wire.Act(
                        cmd_id=f"{player}-{turn.hand}-{turn.number}",
                        table=table,
                        hand=turn.hand,
                        number=turn.number,
                        action=action,
                    )
                    await socket.say(act)


async def test_a_tournament_of_a_club_is_for_its_members_and_counts_in_its_season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bigslick.server.http.opening_api.pace_with", lambda *_: QUICK)
    monkeypatch.setattr("bigslick.server.tournament.task.CLOSE_MS", 0)
    monkeypatch.setattr("bigslick.server.tournament.watchers.TELL_MS", 0)  # or nobody would hear that it is over

    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        body = {"name": "Cup", "entrants": 2, "seats": 2, "starting_stack": 200, "buy_in": 300, "club": club}
        foreign = await people.ask("eve", "tournaments", body)
        assert (foreign.status_code, "not a member of a club" in foreign.json()["error"]) == (409, True)
        made = await people.ask("bob", "tournaments", body)
        assert made.status_code == 201, "every member may open one"
        event = made.json()["tournament"]
        assert event not in [card["tournament"] for card in (await people.ask("ann", "lobby")).json()["tournaments"]]
        (shown,) = (await people.ask("ann", f"clubs/{club}")).json()["tournaments"]
        assert (shown["tournament"], shown["host"]) == (event, "bob")
        missing = (await people.ask("eve", "tournaments/none")).json()["error"].replace("none", event)
        closed = await people.ask("eve", f"tournaments/{event}")
        assert (closed.status_code, closed.json()["error"]) == (404, missing)
        async with (
            room.socket(people.tokens["ann"]) as ann,
            room.socket(people.tokens["bob"]) as bob,
            room.socket(people.tokens["eve"]) as eve,
        ):
            answer = await eve.ask(wire.Register(cmd_id="r", tournament=event))
            assert (answer.code, answer.sentence) == ("unknown", missing)
            for name, socket in (("ann", ann), ("bob", bob)):
                await socket.say(wire.WatchTournament(tournament=event))
                assert isinstance(await socket.ask(wire.Register(cmd_id=f"r-{name}", tournament=event)), wire.Done)
            async with asyncio.timeout(60):
                await asyncio.gather(play_all_in(ann, event, "ann"), play_all_in(bob, event, "bob"))
            await until(lambda: event not in room.card_room.tournaments)
        assert (await people.ask("ann", f"tournaments/{event}")).json()["card"]["status"] == "over"
        after = await people.ask("eve", f"tournaments/{event}")
        assert (after.status_code, after.json()["error"]) == (404, missing), "nor does its result"
        ledger = (await people.ask("ann", f"clubs/{club}/ledger")).json()
        assert [(night["id"], night["kind"]) for night in ledger["nights"]] == [(event, "tournament")]
        assert (await people.ask("ann", f"tables/{event}/ledger")).json()["opened_by"] == "bob"
        assert (await people.ask("eve", f"tables/{event}/ledger")).status_code == 404
        (owed,) = ledger["open"][0]["due"]["payments"]
        assert owed["chips"] == 300
        results = (await room.card_room.finished.results([event]))[event]
        for line in (await people.ask("ann", f"tables/{event}/ledger")).json()["results"]:
            mine = results[room.id(line["player"])]
            paid = line["bought_in"] + line["topped_up"]
            assert (mine.spent, mine.prize + mine.bounties) == (paid, line["left_with"]), "as the ledger says"
        season = (await people.ask("bob", f"clubs/{club}/season")).json()
        assert (season["nights"], season["tournaments"]) == (0, 1)
        assert [place["chips"] for place in season["places"]] == [300, -300]
