"""The operator's page: the whole room at a glance, its players, and room-wide sanctions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.protocol import wire
from bigslick.server.http import operator_api
from bigslick.server.words import fold

from ..served import ADMIN, asking

HOUSE = {"Authorization": f"Bearer {ADMIN}"}


async def test_the_operator_sees_the_whole_room(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        token = await room.token("ann")
        mine = {"Authorization": f"Bearer {token}"}
        club = (await web.post("/api/clubs", json={"name": "Friday"}, headers=mine)).json()["id"]
        await web.post("/api/tables", json={"name": "Ours", "club": club}, headers=mine)
        async with room.socket(token) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t3", chips=1000))
            seen = (await web.get("/api/admin/room", headers=HOUSE)).json()
            assert seen["trouble"] == ""
            assert [table["card"]["name"] for table in seen["tables"]] == ["Elm", "Busy", "Ours"]
            ours = seen["tables"][2]
            assert (ours["club"], ours["opened_by"]) == ("c1", "ann")
            assert [seat["player"] for seat in ours["seats"]] == ["ann"]
            assert seen["clubs"] == [{"id": "c1", "name": "Friday", "owner": "ann", "members": 1}]
            figures = seen["figures"]
            assert (figures["players"], figures["sessions"], figures["connected"]) == (1, 1, 1)
            assert figures["answers"]["count"] >= 1
            assert figures["answers"]["half"] <= figures["answers"]["most"]
            (player,) = (await web.get("/api/admin/players?search=AN", headers=HOUSE)).json()
            assert (player["player"], player["balance"], player["sitting"]) == ("ann", 9_000, ["t3"])
            assert (player["connected"], player["sessions"], player["guest"]) == (True, 1, True)
            for query in ("search=b", "search=%25", f"after={player['id']}"):
                assert (await web.get(f"/api/admin/players?{query}", headers=HOUSE)).json() == []
            assert (await web.get("/api/admin/players?search=%00", headers=HOUSE)).status_code == 400


async def test_guests_of_one_name_are_listed_page_by_page_and_sanctioned_by_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator_api, "MOST_PLAYERS", 2)
    async with asking(tmp_path) as (room, web):
        for name in ("Zoë", "Tom", "TOM", "Tom"):
            await room.token(name)
        found, last = [], ""
        while page := (await web.get(f"/api/admin/players?after={last}", headers=HOUSE)).json():
            found += page
            last = page[-1]["id"]
        assert sorted(player["player"] for player in found) == ["TOM", "Tom", "Tom", "Zoë"]
        assert [fold(player["player"]) for player in found] == ["tom", "tom", "tom", "zoë"]
        searched = await web.get("/api/admin/players?search=ZOË", headers=HOUSE)
        assert [player["player"] for player in searched.json()] == ["Zoë"]
        assert (await web.post("/api/admin/players/Tom/mute", json={}, headers=HOUSE)).status_code == 404
        assert (await web.post(f"/api/admin/players/{found[1]['id']}/mute", json={}, headers=HOUSE)).status_code == 204
        assert [room.card_room.sanctions.on(player["id"], "mute") is not None for player in found] == [
            *(False, True, False, False)
        ]


async def test_a_muted_player_plays_and_does_not_talk(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        async with room.socket(await room.member("ann")) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            muted = await web.post("/api/admin/players/ANN/mute", json={"why": "shouting", "hours": 2}, headers=HOUSE)
            assert muted.status_code == 204
            refused = await ann.ask(wire.Say(cmd_id="w", table="t1", text="hello"))
            assert refused.sentence == "the operator has muted you: shouting"
            assert isinstance(await ann.ask(wire.SitOut(cmd_id="o", table="t1")), wire.Done)
            for status in (204, 409):
                lifted = await web.post("/api/admin/players/ann/unmute", headers=HOUSE)
                assert lifted.status_code == status
            assert isinstance(await ann.ask(wire.Say(cmd_id="w2", table="t1", text="hello")), wire.Done)
        unknown = await web.post("/api/admin/players/nobody/mute", json={}, headers=HOUSE)
        assert unknown.status_code == 404


async def test_a_banned_player_is_out_until_the_ban_is_lifted(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        name = {"name": "ann", "password": "a long password"}
        token = (await web.post("/api/accounts", json={**name, "bearer": True})).json()["token"]
        mine = {"Authorization": f"Bearer {token}"}
        async with room.socket(token) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            banned = await web.post("/api/admin/players/ann/ban", json={"why": "cheating"}, headers=HOUSE)
            assert banned.status_code == 204
            assert await ann.closed() == 1008
        assert (await web.get("/api/me", headers=mine)).status_code == 401
        late = await room.card_room.accounts.new_session(room.id("ann"), "bot")  # its sign-in was under way
        assert (await web.get("/api/me", headers={"Authorization": f"Bearer {late}"})).status_code == 401
        refused = await web.post("/api/sessions", json=name)
        assert (refused.status_code, refused.json()["error"]) == (403, "The operator has banned you: cheating.")
        assert room.card_room.balance(room.id("ann")) == 10_000
        assert (await web.get("/api/admin/room", headers=HOUSE)).json()["sanctions"][0]["player"] == "ann"
        for status in (204, 409):
            assert (await web.post("/api/admin/players/ann/unban", headers=HOUSE)).status_code == status
        again = (await web.post("/api/sessions", json={**name, "bearer": True})).json()["token"]
        assert (await web.post("/api/admin/players/ann/sign-out", headers=HOUSE)).status_code == 204
        assert (await web.get("/api/me", headers={"Authorization": f"Bearer {again}"})).status_code == 401
