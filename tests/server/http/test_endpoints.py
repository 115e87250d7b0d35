"""Common behaviour of all API endpoints: strict bodies, limits, and errors as sentences."""

from __future__ import annotations

from pathlib import Path

from bigslick.server.operations.limits import Limits, Rate

from ..served import asking


async def test_tables_are_opened_and_looked_at(tmp_path: Path) -> None:
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


async def test_bodies_are_read_strictly(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(sign_ups=Rate(1000, 1000))) as (room, web):
        typed = {"content-type": "application/json"}
        for body, headers, status in (
            (b"{}", {}, 415),
            (b"{}", {"content-type": "text/plain"}, 415),
            (b"{", typed, 400),
            (b"[]", typed, 400),
            (b'{"bearer":1}', typed, 400),
            (b'{"more":1}', typed, 400),
            (b'{"name":1}', typed, 400),
            (b" " * 20_000, typed, 413),
            (b"[" * 10_000, typed, 400),
            (b"{}", {**typed, "origin": "http://evil.example"}, 403),
            (b"{}", {**typed, "origin": room.url}, 201),
        ):
            done = await web.post("/api/guest", content=body, headers=headers)
            assert done.status_code == status, (body, done.text)
            if status != 201:
                told = done.json()
                wording = told.pop("wording", None)
                assert list(told) == ["error"]
                assert wording is None or wording["values"], "a sentence without places has none"
        assert (await web.get("/api/nothing")).status_code == 404
        assert (await web.put("/api/guest")).json()["error"].startswith("This method is not allowed here")


async def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    limits = Limits(sign_ins=Rate(2, 60_000), sign_ups=Rate(1, 60_000), requests=Rate(8, 60_000))
    async with asking(tmp_path, limits) as (_, web):
        name = {"name": "ann", "password": "wrong password"}
        assert [(await web.post("/api/sessions", json=name)).status_code for _ in range(3)] == [401, 401, 429]
        assert [(await web.post("/api/guest", json={})).status_code for _ in range(2)] == [201, 429]
        codes = [(await web.get("/api/lobby")).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
