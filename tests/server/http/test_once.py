"""A request that creates something happens once, however often it is sent, whatever happens in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from bigslick.protocol.host import Close
from bigslick.server.http.api import ENDPOINTS
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.commands import KEPT_MS, sweep_commands

from ..served import Served, asking

LIMITS = Limits(requests=Rate(10**6, 1000), sign_ups=Rate(10**6, 1000), tables=Rate(3, 3_600_000))
KINDS = ("tables", "tournaments", "clubs")
NOT_TWICE = {
    "/api/accounts": "the name is taken then",
    "/api/sessions": "another session; the oldest ends when there are too many",
    "/api/guest": "another guest without chips on a table; an hour has only so many",
    "/api/token": "another token, because the room keeps only its hash",
    "/api/name": "the same name; an hour has only so many",
    "/api/refill": "once a day",
    "/api/password": "the old password is wrong then",
    "/api/sign-out-everywhere": "you are signed out then",
    "/api/notes": "the same note",
    "/api/avatar": "the same avatar",
    "/api/broadcast/avatars": "changes nothing",
    "/api/hands/{hand}/link": "the same link",
    "/api/tables/{table}/recap/link": "the same link",
    "/api/tables/{table}/recap/paid": "the same mark",
    "/api/club-invite": "changes nothing",
    "/api/club-members": "you are in already",
    "/api/clubs/{club}/invite": "another invite, and the answer has the one that works",
    "/api/clubs/{club}/role": "the same role; a club that was handed over is not yours to hand over",
    "/api/clubs/{club}/remove": "not a member any more",
    "/api/clubs/{club}/evenings/{evening}": "the same plan",
    "/api/clubs/{club}/evenings/{evening}/call-off": "called off already",
    "/api/clubs/{club}/evenings/{evening}/answer": "the same answer",
    "/api/clubs/{club}/evenings/{evening}/open": "the same table",
    "/api/clubs/{club}/calendar": "the same address, or another, and the answer has the one that works",
    "/api/clubs/{club}/imports/read": "changes nothing",
    "/api/clubs/{club}/season": "the same rules",
    "/api/series/{series}": "the same rules",
    "/api/structures/check": "changes nothing",
    "/api/clubs/{club}/settlements": "a night is settled once",
    "/api/clubs/{club}/settlements/{settlement}/paid": "the same mark",
    "/api/admin/players/{player}/mute": "the same sanction",
    "/api/admin/players/{player}/unmute": "not muted any more",
    "/api/admin/players/{player}/ban": "the same sanction",
    "/api/admin/players/{player}/unban": "not banned any more",
    "/api/admin/players/{player}/sign-out": "signed out already",
}
"""Requests without a `cmd_id`, and what a copy does."""


def test_every_request_has_an_id_or_does_no_more_when_it_is_sent_again() -> None:
    without = set()
    for endpoint in ENDPOINTS:
        bodies = get_args(endpoint.body) or (endpoint.body,)
        if endpoint.method == "POST" and not all(hasattr(body, "cmd_id") for body in bodies):
            without.add(endpoint.path)
    assert without == set(NOT_TWICE), "a new endpoint: what does a copy of the request do?"


async def ask(web: httpx.AsyncClient, token: str, kind: str, name: str, cmd_id: str | None = None) -> Any:
    body = {"name": name} if cmd_id is None else {"name": name, "cmd_id": cmd_id}
    answer = await web.post(f"/api/{kind}", json=body, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 201, answer.text
    return answer.json()


def made(room: Served) -> int:
    card_room = room.card_room
    return len(card_room.tables) + len(card_room.tournaments) + len(card_room.clubs.all())


@pytest.mark.parametrize("kind", KINDS)
async def test_a_copy_gets_what_the_first_one_created_also_after_a_restart(kind: str, tmp_path: Path) -> None:
    async with asking(tmp_path, LIMITS) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        before = made(room)
        first = await ask(web, ann, kind, "Mine", "a")
        for _ in range(9):  # more than ann may open in an hour
            assert await ask(web, ann, kind, "Mine", "a") == first
        assert made(room) == before + 1
        assert await ask(web, bob, kind, "His", "a") != first, "an id is its player's own"
        assert await ask(web, ann, kind, "More", "b") != first
        assert made(room) == before + 3
        await ask(web, ann, kind, "Without")
        assert made(room) == before + 4
    async with asking(tmp_path, LIMITS) as (room, web):
        before = made(room)
        again = await ask(web, ann, kind, "Mine", "a")
        assert {name: again[name] for name in ("id", "table", "tournament", "name") if name in again} == {
            name: first[name] for name in ("id", "table", "tournament", "name") if name in first
        }
        assert made(room) == before


@pytest.mark.parametrize("kind", KINDS)
async def test_copies_at_the_same_time_create_one(kind: str, tmp_path: Path) -> None:
    async with asking(tmp_path, LIMITS) as (room, web):
        ann, before = await room.token("ann"), made(room)
        found = await asyncio.gather(*(ask(web, ann, kind, "Mine", "a") for _ in range(3)))
        assert found == [found[0]] * 3
        assert made(room) == before + 1


async def test_strangers_do_not_make_the_room_forget_and_time_does(tmp_path: Path) -> None:
    async with asking(tmp_path, LIMITS) as (room, web):
        ann, before = await room.token("ann"), made(room)
        first = await ask(web, ann, "tables", "Mine", "a")
        for number in range(70):
            await ask(web, await room.token(f"stranger{number}"), "clubs", "Theirs", "a")
        assert await ask(web, ann, "tables", "Mine", "a") == first
        assert made(room) == before + 71
        room.card_room.clock.not_before(room.card_room.clock.now() + KEPT_MS + 1)
        await sweep_commands(room.card_room.store, room.card_room.clock)
        assert not await room.card_room.store.commands("tables", room.id("ann"), "a")


async def test_what_is_closed_by_now_is_not_opened_again(tmp_path: Path) -> None:
    async with asking(tmp_path, LIMITS) as (room, web):
        ann = await room.token("ann")
        table = (await ask(web, ann, "tables", "Mine", "a"))["table"]
        await room.card_room.submit(room.id("ann"), Close(cmd_id="c", at=table))
        del room.card_room.tables[table]
        headers = {"Authorization": f"Bearer {ann}"}
        answer = await web.post("/api/tables", json={"name": "Mine", "cmd_id": "a"}, headers=headers)
        assert answer.status_code == 409
        assert answer.json()["error"].startswith("This request was carried out before")
