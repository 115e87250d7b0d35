from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from bigslick.history import loads
from bigslick.protocol import wire
from bigslick.server.http.api import ENDPOINTS
from bigslick.server.http.openapi import openapi
from bigslick.server.limits import Limits, Rate

from ..served import ADMIN, Served, serving, table


@contextlib.asynccontextmanager
async def asking(folder: Path, limits: Limits | None = None, **headers: str) -> AsyncIterator[tuple[Served, Any]]:
    busy = table("Busy", seats=3, bots=("tag", "caller"))
    async with (
        serving(folder, table(), busy, limits=limits) as room,
        httpx.AsyncClient(base_url=room.url, headers=headers, trust_env=False) as client,
    ):
        yield room, client


def test_an_account_from_the_first_visit_to_the_last(tmp_path: Path) -> None:
    async def run() -> None:
        async with asking(tmp_path) as (_, web):
            assert (await web.get("/api/me")).status_code == 401
            name = {"name": "ann", "password": "a long password"}
            made = await web.post("/api/accounts", json=name)
            assert made.status_code == 201
            assert made.json() == {"player": "ann", "guest": False, "balance": 10_000, "sitting": [], "token": ""}
            cookie = made.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert "a long password" not in made.text
            assert (await web.get("/api/me")).json()["player"] == "ann"
            again = await web.post("/api/accounts", json=name)
            assert (again.status_code, again.json()) == (409, {"error": "the name ann is taken: choose another"})
            token = (await web.post("/api/token", json={"label": "my bot"})).json()["token"]
            assert (await web.post("/api/token", json={"label": "no\0text"})).status_code == 400
            for path in ("/api/hands/%00", "/api/tables/%00/hands"):
                assert (await web.get(path)).status_code == 404, "a text that PostgreSQL cannot be asked for"
            assert (await web.delete("/api/sessions")).status_code == 204
            assert (await web.get("/api/me")).status_code == 401
            assert (await web.get("/api/me", headers={"Authorization": f"Bearer {token}"})).json()["player"] == "ann"
            wrong = await web.post("/api/sessions", json={**name, "password": "another password"})
            assert wrong.status_code == 401
            assert (await web.post("/api/sessions", json=name)).status_code == 200
            assert (await web.get("/api/me")).json()["player"] == "ann"
            refill = await web.post("/api/refill")
            assert refill.status_code == 409

    asyncio.run(run())


def test_tables_are_opened_and_looked_at(tmp_path: Path) -> None:
    async def run() -> None:
        limits = Limits(tables=Rate(2, 3_600_000))
        async with asking(tmp_path, limits) as (_, web):
            new = {"name": "Mine", "seats": 2, "small_blind": 1, "big_blind": 2, "bots": ["shark"]}
            assert (await web.post("/api/tables", json=new)).status_code == 401
            await web.post("/api/guest", json={})
            made = await web.post("/api/tables", json=new)
            assert made.status_code == 201
            assert made.json()["table"] == "t3"
            shown = (await web.get("/api/tables/t3")).json()
            assert shown["spec"]["name"] == "Mine"
            assert [card["name"] for card in (await web.get("/api/tables")).json()] == ["Elm", "Busy", "Mine"]
            bad = await web.post("/api/tables", json={**new, "small_blind": 5})
            assert (bad.status_code, "small_blind" in bad.json()["error"]) == (409, True)
            assert (await web.post("/api/tables", json=new)).status_code == 429
            assert (await web.get("/api/tables/t9")).status_code == 404
            bots = (await web.get("/api/bots")).json()
            styles = {one["style"]: one["about"] for one in bots["styles"]}
            assert styles["shark"] == "the strongest"
            assert set(bots["usual"]) <= set(styles)
            lobby = (await web.get("/api/lobby")).json()
            assert (lobby["balance"], len(lobby["tables"])) == (10_000, 3)

    asyncio.run(run())


def test_a_player_gets_his_hands_as_he_saw_them(tmp_path: Path) -> None:
    async def run() -> None:
        from bigslick.bots import HouseBot
        from bigslick.client import play

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
            dealt = {event["seat"]: event["cards"] for event in hand["events"] if event["type"] == "dealt"}
            assert dealt.pop(card["seat"]) == card["hole"]
            assert all(cards == [] for cards in dealt.values())
            others = (await web.get(f"/api/hands/{card['id']}")).json()
            assert "you" not in others
            assert all(event.get("cards") == [] for event in others["events"] if event["type"] == "dealt")
            proof = (await web.get(f"/api/hands/{card['id']}/proof", headers=mine)).json()
            assert proof["root"] == hand["events"][0]["root"]
            text = (await web.get(f"/api/hands/{card['id']}/phh", headers=mine)).text
            assert loads(text).players
            several = await web.get("/api/hands.phhs", headers=mine)
            assert several.text.startswith("[1]")
            assert "attachment" in several.headers["content-disposition"]
            figures = (await web.get("/api/statistics", headers=mine)).json()
            assert figures["hands"] >= 3
            at_table = (await web.get("/api/tables/t2/hands?limit=3", headers=mine)).json()
            assert len(at_table) == 3
            assert (await web.get("/api/hands/t2-999")).status_code == 404
            assert (await web.get("/api/hands/t2-999/phh")).status_code == 404
            assert (await web.get("/api/hands/t2-999/proof")).status_code == 404

    asyncio.run(run())


def test_the_house_pauses_kicks_and_closes(tmp_path: Path) -> None:
    async def run() -> None:
        async with asking(tmp_path) as (room, web):
            house = {"Authorization": f"Bearer {ADMIN}"}
            for headers, status in (({}, 401), ({"Authorization": "Bearer wrong"}, 403)):
                assert (await web.get("/api/admin/check", headers=headers)).status_code == status
            await room.token("ann")
            async with room.socket(await room.card_room.accounts.new_session("ann")) as ann:
                await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
                for path, body, status in (
                    ("t1/pause", {"why": "the cards are changed"}, 204),
                    ("t1/pause", {}, 409),
                    ("t1/resume", None, 204),
                    ("t1/resume", None, 409),
                    ("t1/kick", {"player": "bob"}, 409),
                    ("t1/kick", {"player": "ann"}, 204),
                    ("t9/close", {}, 404),
                    ("t1/close", {"why": "good night"}, 204),
                ):
                    done = await web.post(f"/api/admin/tables/{path}", json=body, headers=house)
                    assert done.status_code == status, (path, done.text)
            checked = (await web.get("/api/admin/check", headers=house)).json()
            assert checked["wrong"] == []
            assert room.card_room.balance("ann") == 10_000
            async with asyncio.timeout(10):
                while "t1" in room.card_room.tables:
                    await asyncio.sleep(0.05)

    asyncio.run(run())


def test_bodies_are_read_strictly(tmp_path: Path) -> None:
    async def run() -> None:
        async with asking(tmp_path, Limits(sign_ups=Rate(1000, 1000))) as (room, web):
            typed = {"content-type": "application/json"}
            for body, headers, status in (
                (b"{}", {}, 415),
                (b"{}", {"content-type": "text/plain"}, 415),
                (b"{", typed, 400),
                (b"[]", typed, 400),
                (b'{"bearer":1}', typed, 400),
                (b'{"more":1}', typed, 400),
                (b'{"name":"a b"}', typed, 400),
                (b" " * 20_000, typed, 413),
                (b"[" * 10_000, typed, 400),
                (b"{}", {**typed, "origin": "http://evil.example"}, 403),
                (b"{}", {**typed, "origin": room.url}, 201),
            ):
                done = await web.post("/api/guest", content=body, headers=headers)
                assert done.status_code == status, (body, done.text)
                if status != 201:
                    assert list(done.json()) == ["error"]
            assert (await web.get("/api/nothing")).status_code == 404
            assert (await web.put("/api/guest")).json()["error"].startswith("This method is not allowed here")

    asyncio.run(run())


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    async def run() -> None:
        limits = Limits(sign_ins=Rate(2, 60_000), sign_ups=Rate(1, 60_000), requests=Rate(8, 60_000))
        async with asking(tmp_path, limits) as (_, web):
            name = {"name": "ann", "password": "wrong password"}
            assert [(await web.post("/api/sessions", json=name)).status_code for _ in range(3)] == [401, 401, 429]
            assert [(await web.post("/api/guest", json={})).status_code for _ in range(2)] == [201, 429]
            codes = [(await web.get("/api/lobby")).status_code for _ in range(4)]
            assert codes == [200, 200, 200, 429]

    asyncio.run(run())


def test_the_document_describes_every_endpoint() -> None:
    document = msgspec.json.decode(openapi(ENDPOINTS, "1"))
    for endpoint in ENDPOINTS:
        said = document["paths"][endpoint.path][endpoint.method.lower()]
        assert said["summary"] == endpoint.summary
        assert set(map(str, endpoint.statuses)) <= set(said["responses"])
    names = [said["operationId"] for path in document["paths"].values() for said in path.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_an_endpoint_is_told_in_a_sentence(endpoint: Any) -> None:
    assert endpoint.summary.endswith(".")
    assert endpoint.summary[0].isupper()
