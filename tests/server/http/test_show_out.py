"""Showing a player out: seats, queues and entries are released, and nothing more is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bigslick import AllIn, Call
from bigslick.protocol import host, wire
from bigslick.server.http.show_out import show_out
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.sanctions import Sanction
from bigslick.server.table.orders import Connect
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.task import TournamentTask
from tests.waiting import until

from ..served import ADMIN, asking
from ..test_doors import act
from ..tournament.floor import structure
from .test_clubs_api import Members


async def test_a_player_who_is_shown_out_has_their_chips_back_and_sees_nothing_more(tmp_path: Path) -> None:
    event = TournamentSettings(structure=structure(6, fee=10, name="Friday"))
    async with asking(tmp_path, tournaments=[event]) as (room, web):
        async with room.socket(await room.token("ann")) as ann:
            await ann.say(wire.WatchTable(table="t1"))
            await ann.hear(wire.TableSnapshot)
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            await ann.ask(wire.Register(cmd_id="r", tournament="sng1"))
            assert room.card_room.balance(room.id("ann")) == 8_890
            await show_out(room.card_room, room.id("ann"), "Good night.", "c1")
            assert room.card_room.balance(room.id("ann")) == 8_890, "nothing of that club is hers"
            await show_out(room.card_room, room.id("ann"), "Good night.")
            assert (await ann.hear(wire.Refused)).sentence == "Good night."
            assert room.card_room.balance(room.id("ann")) == 10_000
            assert room.card_room.tables["t1"].watching == 0
            assert room.card_room.check() == ()
        assert (await web.get("/healthz")).text == "ok\n"


PLENTY = Limits(requests=Rate(10**6, 1000), tables=Rate(10**6, 1000))
HOUSE = {"Authorization": f"Bearer {ADMIN}"}


class Evening(Members):
    """A club with a table and a tournament that ann hosts and approves entries for."""

    async def begin(self, **door: object) -> None:
        self.club = await self.found("ann", "bob", "cat")
        opening = {"name": "Kitchen", "club": self.club, "approve": "players", **door}
        self.table = (await self.ask("ann", "tables", opening)).json()["table"]
        self.event = (await self.ask("ann", "tournaments", opening)).json()["tournament"]

    @property
    def places(self) -> tuple[TableTask, TournamentTask]:
        return self.room.card_room.tables[self.table], self.room.card_room.tournaments[self.event]

    async def shut_out(self, player: str, by: str) -> None:
        """Have the club remove a player, or the operator ban them from the room."""
        if by == "club":
            owner = "cat" if player == "ann" else "ann"
            answer = await self.ask(owner, f"clubs/{self.club}/remove", {"player": player})
        else:
            ban = f"/api/admin/players/{self.room.id(player)}/ban"
            answer = await self.web.post(ban, json={"why": "enough"}, headers=HOUSE)
        assert answer.status_code == 204, answer.text


@pytest.mark.parametrize("by", ["club", "operator"])
async def test_who_is_shut_out_asks_for_nothing_any_more_and_no_yes_brings_them_in(tmp_path: Path, by: str) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Evening(room, web)
        await people.begin()
        async with room.socket(people.tokens["ann"]) as ann, room.socket(people.tokens["bob"]) as bob:
            await bob.ask(wire.Sit(cmd_id="s", table=people.table, chips=1000))
            await bob.ask(wire.Register(cmd_id="r", tournament=people.event))
            assert all(place.live.hosting.request_of(room.id("bob")) for place in people.places)
            await people.shut_out("bob", by)
            assert not any(place.live.hosting.request_of(room.id("bob")) for place in people.places)
            for at in (people.table, people.event):
                answer = await ann.ask(host.AnswerRequest(cmd_id=f"y-{at}", at=at, player="bob", yes=True))
                assert answer.sentence == "bob asks for nothing any more"
        table, event = people.places
        assert table.seat_of(room.id("bob")) is None
        assert room.id("bob") not in event.live.players
        assert room.card_room.balance(room.id("bob")) == 10_000


@pytest.mark.parametrize("by", ["club", "operator"])
async def test_what_was_asked_before_and_is_decided_after_brings_nobody_in(tmp_path: Path, by: str) -> None:
    """Commands queued behind a sealed deck or in an inbox are decided by who may come in when their turn comes."""

    async with asking(tmp_path, PLENTY) as (room, web):
        people = Evening(room, web)
        await people.begin()
        table, event = people.places
        for name in ("bob", "cat"):
            await table.submit(room.id(name), wire.Sit(cmd_id="s", table=table.id, chips=1000))
            await event.submit(room.id(name), wire.Register(cmd_id="r", tournament=event.id))
        clubs, sanctions = room.card_room.clubs, room.card_room.sanctions
        if by == "club":
            club = clubs._clubs[people.club]
            clubs._keep(replace(club, members={club.owner: club.members[club.owner]}))
        else:
            for name in ("bob", "cat"):
                await sanctions.impose(Sanction(player=room.id(name), kind="ban", why="enough", since=0))
        for place in people.places:
            yes = host.AnswerRequest(cmd_id="y", at=place.id, player=room.id("bob"), yes=True)
            answer = await place.submit(room.id("ann"), yes)
            assert isinstance(answer, wire.Refused)
            assert answer.sentence == "bob may not come in here any more"
            no = host.AnswerRequest(cmd_id="n", at=place.id, player=room.id("bob"), yes=False)
            assert isinstance(await place.submit(room.id("ann"), no), wire.Done)
        again = await table.submit(room.id("bob"), wire.Sit(cmd_id="s2", table=table.id, chips=1000))
        assert isinstance(again, wire.Refused)
        assert again.sentence == f"No table '{table.id}': the lobby lists them."
        again = await event.submit(room.id("bob"), wire.Register(cmd_id="r2", tournament=event.id))
        assert isinstance(again, wire.Refused)
        assert again.sentence == f"No tournament '{event.id}': the lobby lists them."
        assert not any(place.live.hosting.request_of(room.id("bob")) for place in people.places)
        assert room.card_room.balance(room.id("bob")) == 10_000


async def test_who_is_removed_from_a_club_in_a_hand_plays_it_out(tmp_path: Path) -> None:
    """Otherwise a manager who plays would win the pot."""

    async with asking(tmp_path, PLENTY) as (room, web):
        people = Evening(room, web)
        await people.begin(approve="none", speed="fast")
        task = room.card_room.tables[people.table]
        async with room.socket(people.tokens["ann"]) as ann, room.socket(people.tokens["bob"]) as bob:
            for socket in (ann, bob):
                done = await socket.ask(wire.Sit(cmd_id="s", table=task.id, chips=1000))
                assert isinstance(done, wire.Done)
            await act(room, task.id, {"ann": ann, "bob": bob}, "ann", AllIn())
            await people.shut_out("bob", "club")
            await task.submit(room.id("ann"), wire.TakeTime(cmd_id="after", table=task.id, hand=0, number=0))
            seat = task.live.seat_of(room.id("bob"))
            assert seat is not None
            assert task.live.occupant(seat).connected, "they have all their time"
            await bob.say(wire.WatchTable(table=task.id))
            assert (await bob.hear(wire.TableSnapshot)).view is not None
            await act(room, task.id, {"bob": bob}, "bob", Call())
            await until(lambda: task.live.seat_of(room.id("bob")) is None)
            await until(lambda: task.seat_of(room.id("bob")) is None)
            late = await bob.ask(wire.Sit(cmd_id="s2", table=task.id, chips=1000))
            assert late.sentence == f"No table '{task.id}': the lobby lists them."
            assert not task.audience.has(room.id("bob"))
        assert room.card_room.check() == ()


async def test_who_is_removed_from_a_club_plays_on_in_its_tournament(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Evening(room, web)
        await people.begin()
        body = {"name": "Trio", "club": people.club, "entrants": 3}
        opened = await people.ask("ann", "tournaments", body)
        event = room.card_room.tournaments[opened.json()["tournament"]]
        for name in ("ann", "bob", "cat"):
            await event.submit(room.id(name), wire.Register(cmd_id="r", tournament=event.id))
        await until(lambda: any(task.settings.tournament == event.id for task in room.card_room.tables.values()))
        (task,) = [task for task in room.card_room.tables.values() if task.settings.tournament == event.id]
        await until(lambda: task.live.seat_of(room.id("bob")) is not None)
        await people.shut_out("bob", "club")
        seat = task.live.seat_of(room.id("bob"))
        assert seat is not None
        assert not task.live.taken(seat).sitting_out
        assert room.card_room.doors.table(room.id("bob"), task.id) is task
        assert room.card_room.doors.tournament(room.id("bob"), event.id) is event


async def test_a_host_who_is_removed_from_the_club_is_away_until_they_are_back_in_it(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Evening(room, web)
        await people.begin(approve="none", take_over_ms=60_000)
        await people.ask("ann", f"clubs/{people.club}/role", {"player": "cat", "role": "owner"})

        def away() -> list[bool]:
            return [place.live.hosting.away_since is not None for place in people.places]

        async with room.socket(people.tokens["ann"]) as ann:
            await until(lambda: away() == [False, False])
            await people.shut_out("ann", "club")
            await until(lambda: away() == [True, True])
            async with room.socket(people.tokens["ann"]) as again:
                await again.hear(wire.Welcome)
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
        async with room.socket(people.tokens["ann"]) as ann:
            await ann.ask(wire.Unqueue(cmd_id="u", table="t1"))
            assert away() == [True, True], "a connection does not bring back who may not come in"
            invite = (await people.ask("cat", f"clubs/{people.club}")).json()["invite"]
            await people.ask("ann", "club-members", {"invite": invite})
            await until(lambda: away() == [False, False])


async def test_a_host_whom_the_operator_makes_leave_is_away_until_unbanned(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Evening(room, web)
        await people.begin()
        table, _ = people.places
        hosting = table.live.hosting
        async with room.socket(people.tokens["ann"]) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table=table.id, chips=1000))
            await until(lambda: hosting.away_since is None)
            path, order = "/api/admin/host-commands", {"at": table.id, "player": "ann"}
            banned = await web.post(path, json={"type": "ban", "cmd_id": "o1", **order}, headers=HOUSE)
            assert banned.status_code == 204, banned.text
            assert hosting.away_since is not None
            await table.submit(None, Connect(player=room.id("ann")))
            assert hosting.away_since is not None
            unbanned = await web.post(path, json={"type": "unban", "cmd_id": "o2", **order}, headers=HOUSE)
            assert unbanned.status_code == 204, unbanned.text
            await until(lambda: hosting.away_since is None)
