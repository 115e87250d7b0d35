"""Coming in with an invite: one request makes a guest, admits them and seats them, or says what became of it."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from bigslick.protocol import host, wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.schema import accounts
from bigslick.server.table.seen import chips_as_shown
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask

from ..served import Served, asking

MANY = Rate(10**9, 1000)
PLENTY = Limits(requests=MANY, tables=MANY, sign_ups=MANY, sign_ins=MANY)
ARRIVALS = count()


class Friends:
    """A host's private games, and friends without an account who open the links."""

    def __init__(self, room: Served, web: httpx.AsyncClient) -> None:
        self.room, self.web, self.host = room, web, ""

    async def open(self, **settings: Any) -> TableTask:
        """Open a private table for ann."""
        return self.room.card_room.tables[await self._open("table", settings)]

    async def open_tournament(self, **settings: Any) -> TournamentTask:
        """Open a private tournament for ann."""
        return self.room.card_room.tournaments[await self._open("tournament", settings)]

    async def _open(self, kind: str, settings: dict[str, Any]) -> str:
        self.host = self.host or await self.room.token("ann")
        given = {"name": "Friday", "private": True, **settings}
        answer = await self.web.post(f"/api/{kind}s", json=given, headers=bearer(self.host))
        assert answer.status_code == 201, answer.text
        name: str = answer.json()[kind]
        return name

    async def come(self, place: TableTask | TournamentTask, token: str = "", **given: Any) -> httpx.Response:
        """Come in as a page without a session, or with a token."""
        body = {"cmd_id": f"arrival-{next(ARRIVALS):012}", "invite": place.live.hosting.token, **given}
        headers = bearer(token) if token else {}
        self.web.cookies.clear()
        return await self.web.post("/api/invites", json=body, headers=headers)

    async def me(self) -> dict[str, Any]:
        """Return the player of the session that the last arrival got."""
        found: dict[str, Any] = (await self.web.get("/api/me")).json()
        return found

    async def accounts(self) -> int:
        """Return how many accounts there are."""
        ((found,),) = await self.room.card_room.store.select(sa.select(sa.func.count()).select_from(accounts))
        return int(found)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


async def test_one_request_makes_a_guest_and_seats_them(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open()
        answer = await home.come(table, name="Carla", promise="ab" * 32)
        assert (answer.status_code, answer.json()) == (200, {"kind": "table", "id": table.id, "how": "seated"})
        carla = room.id("Carla")
        (sits,) = [seat for seat in table.live.occupants if seat is not None]
        assert (sits.player, sits.promise) == (carla, "ab" * 32)
        assert chips_as_shown(table.live, carla) == 1000, "the usual buy-in"
        me = await home.me()
        assert (me["player"], me["guest"], [seat["table"] for seat in me["sitting"]]) == ("Carla", True, [table.id])


async def test_a_resent_request_comes_in_once_even_after_the_answer_was_lost(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open()
        same = {"cmd_id": "arrival-of-dmitri", "name": "Dmitri"}
        first, second = await asyncio.gather(home.come(table, **same), home.come(table, **same))
        third = await home.come(table, **same)
        assert first.json() == second.json() == third.json()
        assert first.json()["how"] == "seated"
        assert [seat.player for seat in table.live.occupants if seat is not None] == [room.id("Dmitri")]
        assert list(table.live.hosting.arrivals.values()) == [room.id("Dmitri")]
        me = await home.me()
        assert me["player"] == "Dmitri", "the session that was lost"
        await room.card_room.make_member(room.id("Dmitri"), "Dmitri", "correct horse")
        assert error(await home.come(table, **same)) == (401, "You have an account by now: sign in first.")


async def test_the_host_is_asked_where_seats_need_a_yes(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open(approve="players")
        assert (await home.come(table, name="Emi")).json()["how"] == "asked"
        assert [request.player for request in table.live.hosting.waiting] == ["Emi"]


async def test_a_full_table_has_a_queue(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open(seats=2)
        hows = [(await home.come(table, name=name)).json()["how"] for name in ("Bob1", "Cat1", "Dan1")]
        assert hows == ["seated", "seated", "queued"]
        assert table.live.queue == [room.id("Dan1")]


async def test_a_friend_without_the_chips_watches_and_reads_why(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open(big_blind=1_000, small_blind=500, least_buy_in=100_000, most_buy_in=200_000)
        arrived = (await home.come(table, name="Farid")).json()
        assert (arrived["how"], arrived["sentence"]) == ("watching", "you have only 10,000 in your account")
        assert arrived["wording"]["template"] == "you have only {free, chips} in your account"
        assert table.live.hosting.admitted == [room.id("Farid")]


async def test_an_invite_to_a_tournament_enters_it(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        event = await home.open_tournament(entrants=4)
        same = {"cmd_id": "arrival-of-gina-1", "name": "Gina"}
        entered = {"kind": "tournament", "id": event.id, "how": "entered"}
        assert [(await home.come(event, **same)).json() for _ in range(2)] == [entered, entered]
        assert list(event.live.players) == [room.id("Gina")]
        asking_first = await home.open_tournament(entrants=4, approve="players")
        assert (await home.come(asking_first, name="Hugo")).json()["how"] == "asked"


async def test_a_player_with_a_session_comes_in_as_themselves(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table, bob = await home.open(), await room.token("bob")
        answer = await home.come(table, bob, name="Somebody")
        assert answer.json()["how"] == "seated"
        assert "set-cookie" not in answer.headers
        assert table.live.hosting.admitted == [room.id("bob")]
        assert (await home.come(table, bob)).json()["how"] == "seated", "and once more changes nothing"


async def test_a_player_who_left_comes_back_with_the_chips_they_left_with(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table, bob = await home.open(), await room.token("bob")
        await home.come(table, bob, plays=False)
        async with room.socket(bob) as socket:
            assert isinstance(await socket.ask(wire.Sit(cmd_id="s", table=table.id, chips=1_500)), wire.Done)
            assert isinstance(await socket.ask(wire.LeaveTable(cmd_id="l", table=table.id)), wire.Done)
        assert (await home.come(table, bob)).json()["how"] == "seated"
        assert chips_as_shown(table.live, room.id("bob")) == 1_500


async def test_what_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table, eve = await home.open(password="open sesame"), await room.token("eve")
        club = (await web.post("/api/clubs", json={"name": "Ours"}, headers=bearer(home.host))).json()["id"]
        of_club = await home.open(club=club)
        before = await home.accounts()
        refused: tuple[tuple[TableTask, dict[str, Any], tuple[int, str]], ...] = (
            (table, {"name": "Ivan"}, (409, "This invite asks for a password.")),
            (table, {"name": "Ivan", "password": "sesame"}, (409, "Wrong password: ask the host.")),
            (table, {"password": "open sesame"}, (401, "Give a name to play under, or sign in first.")),
            (of_club, {"name": "Ivan"}, (403, "This game is for members of its club: ask for the club's link.")),
            (
                table,
                {"name": "Ivan", "invite": "no-such"},
                (404, "This invite opens nothing: ask the host for a new link."),
            ),
        )
        for place, given, expected in refused:
            assert error(await home.come(place, **given)) == expected
        bad_name = await home.come(table, name="\u202e", password="open sesame")
        assert bad_name.status_code == 409, bad_name.text
        table.live.hosting.ban(room.id("eve"))
        banned = await home.come(table, eve, password="open sesame")
        assert error(banned) == (403, "The host has banned you from this game.")
        assert await home.accounts() == before
        assert table.live.hosting.admitted == of_club.live.hosting.admitted == []
        assert (await home.come(table, name="Ivan", password="open sesame")).json()["how"] == "seated"


async def test_guessing_a_password_or_a_link_is_as_slow_as_at_the_sign_in(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open(password="open sesame")
        tried = [await home.come(table, name="Joe", password=f"guess {number}") for number in range(8)]
        assert (tried[0].status_code, tried[-1].status_code) == (409, 429)
        looked = [(await web.get(f"/api/invitations/no-{number}")).status_code for number in range(8)]
        assert (looked[0], looked[-1]) == (404, 429)
        assert (await web.get(f"/api/invitations/{table.live.hosting.token}")).status_code == 200


async def test_a_renewed_link_replaces_the_old_one_and_who_is_in_stays(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        for kind, place in (("tables", await home.open()), ("tournaments", await home.open_tournament())):
            await home.come(place, name=f"Kim-{kind}")
            old, inside = place.live.hosting.token, list(place.live.hosting.admitted)
            link = f"/api/{kind}/{place.id}/invitation"
            async with room.socket(home.host) as socket:
                renew = host.RenewInvite(cmd_id=f"renew-{kind}", at=place.id)
                done = [await socket.ask(renew) for _ in range(2)]
                assert isinstance(done[0], wire.Done)
                assert done[0] == done[1], "once, however often it is sent"
            new = place.live.hosting.token
            assert new != old
            assert len(new) == len(old)
            assert (await home.come(place, name="Late", invite=old)).status_code == 404
            assert place.live.hosting.admitted == inside
            sheet = (await web.get(link, headers=bearer(home.host))).json()
            assert sheet["link"] == f"{room.url}/i/{new}"
        public = await home.open(private=False)
        async with room.socket(home.host) as socket:
            refused = await socket.ask(host.RenewInvite(cmd_id="renew", at=public.id))
            assert "open to all" in refused.sentence


async def test_the_link_is_for_the_host_and_a_public_table_has_its_plain_address(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table, bob = await home.open(), await room.token("bob")
        path = f"/api/tables/{table.id}/invitation"
        assert (await web.get(path)).status_code == 404
        await home.come(table, bob)
        assert error(await web.get(path, headers=bearer(bob))) == (403, "Only the host has the link to a private game.")
        mine = (await web.get(path, headers=bearer(home.host))).json()
        assert (mine["link"], mine["only_here"]) == (f"{room.url}/i/{table.live.hosting.token}", True)
        assert mine["code"]["size"] > 20
        public = (await web.get("/api/tables/t1/invitation")).json()
        assert public["link"] == f"{room.url}/#/table/t1"


@pytest.mark.parametrize(("door", "sees"), [({}, True), ({"spectators": "off"}, False), ({"password": "aces"}, False)])
async def test_an_invitation_shows_what_spectators_see_and_behind_a_password_only_names(
    tmp_path: Path, door: dict[str, Any], sees: bool
) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open(least_buy_in=500, most_buy_in=2_000, **door)
        async with room.socket(home.host) as socket:
            await socket.ask(wire.Sit(cmd_id="s", table=table.id, chips=1_709))
        shown = (await web.get(f"/api/invitations/{table.live.hosting.token}")).json()
        card = {"kind": "table", "id": "", "name": "Friday", "host": "ann", "big_blind": 10, "taken": 1, "seats": 6}
        assert {name: shown[name] for name in card} == card
        (seat,) = shown["table"]["seats"]
        assert seat["player"] == "ann"
        assert (seat["stack"] == 1_709) is sees
        assert shown["password"] is ("password" in door)
        mine = (await web.get(f"/api/invitations/{table.live.hosting.token}", headers=bearer(home.host))).json()
        assert mine["id"] == table.id, "the host is in already"
