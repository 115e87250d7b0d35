"""The HTTP API endpoints in a served card room: accounts, hands, tournaments, and the host's commands."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from bigslick.bots import HouseBot
from bigslick.client import play
from bigslick.history import loads
from bigslick.protocol import wire
from bigslick.server.http.api import ENDPOINTS
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.log import logging_to

from ..served import asking


async def test_an_account_from_the_first_visit_to_the_last(tmp_path: Path) -> None:
    async with asking(tmp_path) as (_, web):
        nobody = await web.get("/api/me")
        assert (nobody.status_code, nobody.json()) == (200, None), "a page asks before it knows, and that is no error"
        name = {"name": "ann", "password": "a long password"}
        made = await web.post("/api/accounts", json=name)
        assert made.status_code == 201
        seats: dict[str, list[Any]] = {"sitting": [], "waiting": []}
        assert made.json() == {"player": "ann", "guest": False, "named": True, "balance": 10_000, **seats, "token": ""}
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "a long password" not in made.text
        assert (await web.get("/api/me")).json()["player"] == "ann"
        again = await web.post("/api/accounts", json=name)
        assert (again.status_code, again.json()) == (
            409,
            {
                "error": "the name ann is taken: choose another",
                "wording": {"template": "the name {name} is taken: choose another", "values": {"name": "ann"}},
            },
        )
        token = (await web.post("/api/token", json={"label": "my bot"})).json()["token"]
        assert (await web.post("/api/token", json={"label": "no\0text"})).status_code == 400
        for path in ("/api/hands/%00", "/api/tables/%00/hands"):
            assert (await web.get(path)).status_code == 404, "a text that PostgreSQL cannot be asked for"
        assert (await web.delete("/api/sessions")).status_code == 204
        assert (await web.get("/api/me")).json() is None
        assert (await web.get("/api/me", headers={"Authorization": f"Bearer {token}"})).json()["player"] == "ann"
        wrong = await web.post("/api/sessions", json={**name, "password": "another password"})
        assert wrong.status_code == 401
        assert (await web.post("/api/sessions", json=name)).status_code == 200
        assert (await web.get("/api/me")).json()["player"] == "ann"
        refill = await web.post("/api/refill")
        assert refill.status_code == 409


async def test_players_get_their_hands_as_they_saw_them(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        token = await room.token("ann")
        await play(room.url, "t2", HouseBot("caller", 1), hands=3, token=token, rebuy=True)
        mine = {"Authorization": f"Bearer {token}"}
        page = (await web.get("/api/hands?limit=2", headers=mine)).json()
        assert len(page["hands"]) == 2
        more = (await web.get("/api/hands", params={"after": page["next"]}, headers=mine)).json()
        assert more["hands"]
        card = page["hands"][0]
        assert (await web.get("/api/hands?won=perhaps", headers=mine)).status_code == 400
        assert (await web.get("/api/hands?after=nowhere", headers=mine)).status_code == 400
        assert (await web.get("/api/hands?limit=1&limit=2", headers=mine)).status_code == 400
        hand = (await web.get(f"/api/hands/{card['id']}", headers=mine)).json()
        assert hand["you"] == card["seat"]
        assert hand["events"][0]["type"] == "hand_began"
        dealt = [event for event in hand["events"] if event["type"] == "dealt"]
        assert [event["card"] for event in dealt if event["seat"] == card["seat"]] == card["hole"]
        assert all(event["card"] is None for event in dealt if event["seat"] != card["seat"])
        others = (await web.get(f"/api/hands/{card['id']}")).json()
        assert "you" not in others
        assert all(event["card"] is None for event in others["events"] if event["type"] == "dealt")
        proof = (await web.get(f"/api/hands/{card['id']}/proof", headers=mine)).json()
        assert proof["root"] == hand["events"][0]["root"]
        text = (await web.get(f"/api/hands/{card['id']}/history", headers=mine)).text
        assert loads(text).players
        for form, suffix in (("phh", ".phh"), ("ohh", ".ohh")):
            given = await web.get(f"/api/hands/{card['id']}/history?format={form}", headers=mine)
            assert f'filename="{card["id"]}{suffix}"' in given.headers["content-disposition"]
        assert (await web.get(f"/api/hands/{card['id']}/history?format=pph", headers=mine)).status_code == 400
        several = await web.get("/api/histories", headers=mine)
        assert several.text.startswith("[1]")
        assert "attachment" in several.headers["content-disposition"]
        figures = (await web.get("/api/statistics", headers=mine)).json()
        assert figures["hands"] >= 3
        at_table = (await web.get("/api/tables/t2/hands?limit=3", headers=mine)).json()
        assert len(at_table) == 3
        assert (await web.get("/api/hands/t2-999")).status_code == 404
        assert (await web.get("/api/hands/t2-999/history")).status_code == 404
        assert (await web.get("/api/hands/t2-999/proof")).status_code == 404


@pytest.mark.parametrize("name", ["Busy", "busy", " BUSY ", "B u s y", "Bu\u200bsy", "\uff22usy", "Bus\u0443"])
async def test_a_players_table_cannot_be_taken_for_one_of_the_house(tmp_path: Path, name: str) -> None:
    async with asking(tmp_path) as (room, web):
        mine = {"Authorization": f"Bearer {await room.token('ann')}"}
        refused = await web.post("/api/tables", json={"name": name}, headers=mine)
        assert refused.status_code == 409, refused.text
        assert "looks like the name" in refused.text
        assert (await web.post("/api/tables", json={"name": "Busier"}, headers=mine)).status_code == 201


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_an_endpoint_says_what_it_does_in_a_sentence(endpoint: Any) -> None:
    assert endpoint.summary.endswith(".")
    assert endpoint.summary[0].isupper()


async def test_a_program_gets_its_token_in_the_answer_and_a_page_in_a_cookie(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        page = await web.post("/api/guest", json={})
        assert page.json()["token"] == ""
        assert await room.card_room.player_of(web.cookies["bigslick_session"]) == room.id(page.json()["player"])
        web.cookies.clear()
        program = await web.post("/api/guest", json={"name": "robo", "bearer": True})
        assert "set-cookie" not in program.headers
        assert await room.card_room.player_of(program.json()["token"]) == room.id("robo")
        shared = await web.post("/api/guest", json={"name": "ROBO"})
        assert (shared.status_code, shared.json()["player"]) == (201, "ROBO")


async def test_a_guest_has_a_made_up_name_until_they_choose_one(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(names=Rate(3, 3_600_000))) as (_, web):
        await web.post("/api/accounts", json={"name": "Zoë", "password": "correct horse", "bearer": True})
        made = await web.post("/api/guest", json={"bearer": True})
        mine = {"Authorization": f"Bearer {made.json()['token']}"}
        assert (made.json()["guest"], made.json()["named"]) == (True, False)
        refused = await web.post("/api/name", json={"name": "a<b"}, headers=mine)
        assert (refused.status_code, refused.json()["error"][:26]) == (409, "The name has the character")
        chosen = await web.post("/api/name", json={"name": "Zoe\u0308"}, headers=mine)
        assert (chosen.json()["player"], chosen.json()["named"]) == ("Zoë", True)
        assert (await web.get("/api/me", headers=mine)).json()["player"] == "Zoë"
        again = [(await web.post("/api/name", json={"name": "Zo"}, headers=mine)).status_code for _ in range(2)]
        assert again == [200, 429]
        for name, status in (("", 409), ("x" * 288, 409), ("x" * 289, 400), (5, 400), (None, 201)):
            assert (await web.post("/api/guest", json={"name": name})).status_code == status


TOM = {"name": "Tom", "password": "correct horse"}


async def test_a_guest_gets_an_account_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(sign_ups=Rate(5, 3_600_000))) as (room, web):
        assert (await web.post("/api/guest/account", json=TOM)).status_code == 401
        guest = (await web.post("/api/guest", json={})).json()
        wish = {**TOM, "cmd_id": "a"}
        log = io.StringIO()
        with logging_to(log):
            first, *copies = await asyncio.gather(*(web.post("/api/guest/account", json=wish) for _ in range(9)))
        assert first.json() == {**guest, "player": "Tom", "guest": False, "named": True}
        assert {(copy.status_code, copy.text) for copy in copies} == {(200, first.text)}, "and they are not counted"
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
        assert [line["player"] for line in lines if line["event"] == "account_created"] == ["Tom"]
        assert TOM["password"] not in log.getvalue()
        again = await web.post("/api/guest/account", json={**wish, "cmd_id": "b"})
        assert (again.status_code, again.json()["error"][:27]) == (409, "You have an account already")
        assert len((await web.get("/api/sessions")).json()) == 1
        assert await room.card_room.accounts.sign_in("TOM", TOM["password"]) == room.id("Tom")
        web.cookies.clear()
        await web.post("/api/guest", json={"name": "Tom"})
        refused = [await web.post("/api/guest/account", json=TOM) for _ in range(2)]
        assert [answer.status_code for answer in refused] == [409, 429], "the fifth account of this hour, and the sixth"
        assert "the name Tom is taken" in refused[0].text
        assert "Too many new accounts" in refused[1].text
        assert (await web.get("/api/me")).json()["guest"]


async def test_you_see_where_you_sit_and_what_is_left_in_your_account(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        token = await room.token("ann")
        async with room.socket(token) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000, seat=4))
            me = (await web.get("/api/me", headers={"Authorization": f"Bearer {token}"})).json()
        assert (me["balance"], me["guest"]) == (9_000, True)
        assert me["sitting"] == [{"table": "t1", "seat": 4, "name": "Elm"}]


async def test_more_bots_than_seats_and_more_tables_than_the_card_room_holds_are_refused(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(most_tables=3)) as (_, web):
        await web.post("/api/guest", json={})
        full = await web.post("/api/tables", json={"name": "Mine", "seats": 2, "bots": ["tag", "tag", "tag"]})
        assert (full.status_code, full.json()["error"]) == (409, "3 house bots do not fit in 2 seats.")
        assert (await web.post("/api/tables", json={"name": "Mine"})).status_code == 201
        more = await web.post("/api/tables", json={"name": "Another"})
        assert (more.status_code, "no space for more tables" in more.json()["error"]) == (409, True)
