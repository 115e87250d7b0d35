"""The operator over HTTP: pausing and closing tables, banning players, calling off hands, counting chips."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from bigslick.protocol import wire
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.table.events import HandVoided
from tests.waiting import until

from ..served import ADMIN, asking
from ..tournament.floor import structure


async def test_only_the_operator_counts_and_every_chip_is_back_when_a_table_closes(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        house = {"Authorization": f"Bearer {ADMIN}"}
        for headers, status in (({}, 401), ({"Authorization": "Bearer wrong"}, 403)):
            assert (await web.get("/api/admin/check", headers=headers)).status_code == status
        await room.token("ann")
        async with room.socket(await room.card_room.accounts.new_session(room.id("ann"))) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            for number, (kind, at, fields, status) in enumerate(
                (
                    ("pause", "t1", {"why": "the cards are changed"}, 204),
                    ("pause", "t1", {}, 409),
                    ("resume", "t1", {}, 204),
                    ("resume", "t1", {}, 409),
                    ("kick", "t1", {"player": "bob"}, 409),
                    ("kick", "t1", {"player": "ann"}, 204),
                    ("close", "t9", {}, 404),
                    ("close", "t1", {"why": "good night"}, 204),
                )
            ):
                body = {"type": kind, "cmd_id": f"o{number}", "at": at, **fields}
                done = await web.post("/api/admin/host-commands", json=body, headers=house)
                assert done.status_code == status, (body, done.text)
        checked = (await web.get("/api/admin/check", headers=house)).json()
        assert checked["wrong"] == []
        assert room.card_room.balance(room.id("ann")) == 10_000
        await until(lambda: "t1" not in room.card_room.tables)
        again = await web.post("/api/admin/host-commands", json=body, headers=house)
        assert again.status_code == 204, "a copy gets the same answer when the table is gone"


async def test_a_banned_player_stays_out_until_the_operator_says_otherwise(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web), room.socket(await room.token("ann")) as ann:
        house = {"Authorization": f"Bearer {ADMIN}"}
        await ann.say(wire.WatchTable(table="t1"))
        await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
        for command, kind in ((wire.Sit(cmd_id="s2", table="t1", chips=1000), "ban"), (None, "unban")):
            body = {"type": kind, "cmd_id": kind, "at": "t1", "player": "ann"}
            done = await web.post("/api/admin/host-commands", json=body, headers=house)
            assert done.status_code == 204, done.text
            if command is not None:
                answer = await ann.ask(command)
                assert isinstance(answer, wire.Refused)
                assert "banned you" in answer.sentence
                assert isinstance(await ann.ask(wire.Say(cmd_id="t", table="t1", text="why?")), wire.Refused)
        assert isinstance(await ann.ask(wire.Sit(cmd_id="s3", table="t1", chips=1000)), wire.Done)


async def test_tda_36_the_host_calls_a_hand_off_before_substantial_action(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        house = {"Authorization": f"Bearer {ADMIN}"}
        live = room.card_room.tables["t1"].live

        async def call_off(cmd_id: str) -> int:
            order = {"cmd_id": cmd_id}
            return (await web.post("/api/admin/tables/t1/call-off", headers=house, json=order)).status_code

        async with AsyncExitStack() as sockets:
            assert await call_off("o1") == 409
            for player in ("ann", "bob"):
                socket = await sockets.enter_async_context(room.socket(await room.token(player)))
                await socket.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            await until(lambda: live.turn is not None)
            assert await call_off("o2") == 204
            assert HandVoided(1) in live.table.log
            assert live.table.stacks[:2] == (1000, 1000)
            await until(lambda: live.turn is not None)
            assert await call_off("o2") == 204, "a copy gets the same answer"
            voided = [event for event in live.table.log if isinstance(event, HandVoided)]
            assert voided == [HandVoided(1)], "and the hand that was dealt again goes on"


async def test_the_host_cancels_a_tournament_before_it_starts(tmp_path: Path) -> None:
    event = TournamentSettings(structure=structure(6, fee=10, name="Friday"))
    async with asking(tmp_path, tournaments=[event]) as (room, web):
        (listed,) = (await web.get("/api/tournaments")).json()
        assert (listed["name"], listed["status"]) == ("Friday", "registering")
        path = listed["tournament"]
        async with room.socket(await room.token("ann")) as ann:
            await ann.ask(wire.Register(cmd_id="r", tournament=path))
        now = (await web.get(f"/api/tournaments/{path}")).json()
        assert [entrant["player"] for entrant in now["entrants"]] == ["ann"]
        assert room.card_room.balance(room.id("ann")) == 9_890
        host = {"Authorization": f"Bearer {ADMIN}"}
        for number, (name, status) in enumerate(((path, 204), (path, 409), ("none", 404))):
            body = {"type": "close", "cmd_id": f"o{number}", "at": name, "why": "rain"}
            done = await web.post("/api/admin/host-commands", json=body, headers=host)
            assert done.status_code == status
        assert room.card_room.balance(room.id("ann")) == 10_000
        assert (await web.get("/api/tournaments/none")).status_code == 404
