from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path

import httpx

from bigslick.protocol import wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.log import logging_to

from ..served import ADMIN, asking

ANN = {"name": "ann", "password": "a good password"}
OTHER = {"name": "ann", "password": "a wrong password"}


async def test_sessions_are_listed_and_ended_with_their_sockets(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        await web.post("/api/accounts", json=ANN)
        token = (await web.post("/api/token", json={"label": "my bot"})).json()["token"]
        spare = (await web.post("/api/token", json={"label": "spare"})).json()["token"]
        listed = (await web.get("/api/sessions")).json()
        assert sorted((each["kind"], each["label"], each["current"]) for each in listed) == [
            ("bot", "my bot", False),
            ("bot", "spare", False),
            ("page", "", True),
        ]
        assert token not in json.dumps(listed)
        (bot,) = [each["id"] for each in listed if each["label"] == "my bot"]
        async with room.socket(token) as program, room.socket(spare) as other:
            await program.hear(wire.Welcome)
            await other.hear(wire.Welcome)
            assert (await web.delete(f"/api/sessions/{bot}")).status_code == 204
            assert await program.closed() == 1008
            await other.say(wire.Ping(at=1))
            await other.hear(wire.Pong)
        assert (await web.delete(f"/api/sessions/{bot}")).status_code == 404
        bearer = {"Authorization": f"Bearer {token}"}
        assert (await web.get("/api/me", headers=bearer)).status_code == 401


async def test_nobody_ends_the_session_of_another(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        await web.post("/api/accounts", json=ANN)
        (mine,) = (await web.get("/api/sessions")).json()
        stranger = {"Authorization": f"Bearer {await room.token('bob')}"}
        answer = await web.delete(f"/api/sessions/{mine['id']}", headers=stranger)
        assert answer.status_code == 404
        assert (await web.get("/api/me")).status_code == 200


async def test_signing_out_everywhere_ends_tokens_too(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        await web.post("/api/accounts", json=ANN)
        token = (await web.post("/api/token", json={})).json()["token"]
        async with room.socket(token) as program:
            await program.hear(wire.Welcome)
            assert (await web.post("/api/sign-out-everywhere")).status_code == 204
            assert await program.closed() == 1008
        assert "bigslick_session" not in web.cookies
        assert (await web.get("/api/me", headers={"Authorization": f"Bearer {token}"})).status_code == 401
        assert (await web.get("/api/me")).json() is None
        assert (await web.post("/api/sessions", json=ANN)).status_code == 200


async def test_a_new_password_ends_every_other_session(tmp_path: Path) -> None:
    async with asking(tmp_path) as (_, web):
        await web.post("/api/accounts", json=ANN)
        token = (await web.post("/api/token", json={})).json()["token"]
        change = {"password": OTHER["password"], "new_password": "a new password"}
        assert (await web.post("/api/password", json=change)).json() == {"error": "Wrong password."}
        done = await web.post("/api/password", json={**change, "password": ANN["password"]})
        assert done.json() == {"sessions": 1}
        assert (await web.get("/api/me")).json()["player"] == "ann"
        assert (await web.get("/api/me", headers={"Authorization": f"Bearer {token}"})).status_code == 401
        web.cookies.clear()
        assert (await web.post("/api/sessions", json=ANN)).status_code == 401
        assert (await web.post("/api/sessions", json={**ANN, "password": "a new password"})).status_code == 200
        web.cookies.clear()
        await web.post("/api/guest", json={})
        assert "A guest has no password" in (await web.post("/api/password", json=change)).text


async def test_wrong_guesses_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    """After twelve wrong guesses from one address, more guesses from there must wait, but the owner can sign in from
    elsewhere.
    """

    limits = Limits(sign_ins=Rate(1000, 60_000))
    async with asking(tmp_path, limits) as (room, web):
        await web.post("/api/accounts", json=ANN)
        web.cookies.clear()
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(base_url=room.url, transport=elsewhere) as attacker:
            guesses = [await attacker.post("/api/sessions", json=OTHER) for _ in range(12)]
            assert [guess.status_code for guess in guesses] == [401] * 5 + [429] * 7
            assert "wait 1 second" in guesses[-1].text
            assert guesses[-1].headers["retry-after"]
        assert (await web.post("/api/sessions", json=ANN)).status_code == 200


async def test_one_address_guesses_at_few_names(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(sign_ins=Rate(3, 60_000))) as (_, web):
        names = [{**OTHER, "name": f"name{number}"} for number in range(5)]
        codes = [(await web.post("/api/sessions", json=name)).status_code for name in names]
        assert codes == [401, 401, 401, 429, 429]


def test_failed_sign_ins_and_admin_tries_are_logged_without_secrets(tmp_path: Path) -> None:
    said = io.StringIO()

    async def run() -> None:
        async with asking(tmp_path) as (_, web):
            await web.post("/api/accounts", json=ANN)
            web.cookies.clear()
            await web.post("/api/sessions", json=OTHER)
            await web.post("/api/sessions", json={"name": "my-secret-typed-here", "password": "the wrong field"})
            await web.get("/api/admin/check", headers={"Authorization": "Bearer a-wrong-admin-token"})

    with logging_to(said):
        asyncio.run(run())
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    failed = [line for line in lines if line["event"] == "sign_in_failed"]
    assert [(line["address"], line["account"], line["level"]) for line in failed] == [
        ("127.0.0.1", "ann", "warning"),
        ("127.0.0.1", None, "warning"),
    ]
    (admin,) = [line for line in lines if line["event"] == "admin_refused"]
    assert (admin["address"], admin["path"]) == ("127.0.0.1", "/api/admin/check")
    for secret in ("a wrong password", "a good password", "my-secret-typed-here", "the wrong field", "a-wrong-admin"):
        assert secret not in said.getvalue()


async def test_the_admin_asks_as_often_as_anybody_and_is_not_locked_out_by_guesses(tmp_path: Path) -> None:
    """Someone else at the operator's address guesses; only the first few wrong tokens are logged and counted."""
    async with asking(tmp_path) as (room, web):

        async def check(token: str) -> int:
            return (await web.get("/api/admin/check", headers={"Authorization": f"Bearer {token}"})).status_code

        assert [await check(ADMIN) for _ in range(50)] == [200] * 50
        assert [await check(f"wrong-{number}") for number in range(7)] == [403] * 5 + [429] * 2
        assert await check(ADMIN) == 200
        assert await check("wrong-8") == 429, "the right one gives others no more guesses"
        assert room.card_room.metrics.wrong_guesses["admin"].value == 5


async def test_a_cookie_without_an_origin_changes_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        await web.post("/api/guest", json={})
        cookie = {"Cookie": f"bigslick_session={web.cookies['bigslick_session']}"}
        async with httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as bare:
            for method, path in (("POST", "/api/token"), ("POST", "/api/refill"), ("DELETE", "/api/sessions")):
                answer = await bare.request(method, path, json={}, headers=cookie)
                assert answer.status_code == 403, path
                assert "must name its Origin" in answer.json()["error"]
            assert (await bare.get("/api/me", headers=cookie)).status_code == 200
            token = {"Authorization": f"Bearer {await room.token()}"}
            assert (await bare.post("/api/token", json={}, headers=token)).status_code == 201
        assert (await web.get("/api/me")).status_code == 200
