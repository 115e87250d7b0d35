"""The operator acting for a host over HTTP: the host's commands, as orders from the house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from bigslick.protocol import wire
from bigslick.protocol.door import GameDoor
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.table.task import TableTask
from tests.waiting import until

from ..served import ADMIN, Served, asking

PLENTY = Limits(requests=Rate(10**6, 1000), tables=Rate(10**6, 1000), commands=Rate(10**6, 1000))


class Desk:
    """The operator, who sends orders and sees the results."""

    def __init__(self, web: httpx.AsyncClient, at: str) -> None:
        self._web = web
        self._at = at
        self._count = 0

    async def order(self, kind: str, **fields: Any) -> tuple[int, str]:
        """Send an order; return the status, and the sentence if it is refused."""
        self._count += 1
        body = {"type": kind, "cmd_id": f"o{self._count}", "at": self._at, **fields}
        house = {"Authorization": f"Bearer {ADMIN}"}
        done = await self._web.post("/api/admin/host-commands", json=body, headers=house)
        return done.status_code, done.json()["error"] if done.content else ""

    async def again(self, kind: str, **fields: Any) -> tuple[int, str]:
        """Resend the last order, as after a lost answer."""
        self._count -= 1
        return await self.order(kind, **fields)


DONE = (204, "")


async def opened(web: httpx.AsyncClient, token: str, what: str, **chosen: Any) -> str:
    mine = {"Authorization": f"Bearer {token}"}
    answer = await web.post(f"/api/{what}s", json={"name": "Kitchen", **chosen}, headers=mine)
    assert answer.status_code == 201, answer.text
    return str(answer.json()[what])


def hosted(room: Served, table: str) -> TableTask:
    return room.card_room.tables[table]


async def test_the_operator_does_at_a_table_what_its_host_can(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        table = await opened(web, ann, "table", approve="players", speed="relaxed")
        live, desk = hosted(room, table).live, Desk(web, table)
        async with room.socket(ann) as host, room.socket(bob) as guest:
            for one in (host, guest):
                await one.say(wire.WatchTable(table=table))
            assert isinstance(await host.ask(wire.Sit(cmd_id="s", table=table, chips=1000)), wire.Done)
            assert isinstance(await guest.ask(wire.Sit(cmd_id="s", table=table, chips=1000)), wire.Done)
            assert live.seat_of(room.id("bob")) is None
            seen = (await web.get("/api/admin/room", headers={"Authorization": f"Bearer {ADMIN}"})).json()
            (kitchen,) = [one for one in seen["tables"] if one["card"]["table"] == table]
            assert [(one["player"], one["chips"]) for one in kitchen["requests"]] == [("bob", 1000)]
            assert (kitchen["card"]["host"], kitchen["door"]["approve"]) == ("ann", "players")

            assert await desk.order("move_on") == (409, "two players with chips are needed to begin a hand")
            assert await desk.order("answer_request", player="BOB", yes=True) == DONE
            assert live.seat_of(room.id("bob")) is not None
            assert (room.card_room.balance(room.id("bob")), room.card_room.check()) == (9_000, ())
            before = live.next_at
            assert before is not None
            assert await desk.order("move_on") == DONE
            assert live.next_at is None or live.next_at < before
            assert await desk.again("move_on") == DONE, "the same order is carried out once"

            assert await desk.order("hand_over", player="ann") == (409, "ann is the host already")
            assert (await desk.order("hand_over", player="eve"))[0] == 409
            assert await desk.order("hand_over", player="BOB") == DONE
            assert live.host == room.id("bob")
            door: dict[str, Any] = {"approve": "buy_ins", "spectators": "delayed", "delay_ms": 30_000}
            assert await desk.order("change_settings", changes=door) == DONE
            assert live.hosting.door == GameDoor(**door)
            assert (await desk.order("change_settings", changes={"delay_ms": 5}))[0] == 409
            assert await desk.order("mute", player="ann") == DONE
            assert isinstance(await host.ask(wire.Say(cmd_id="w", table=table, text="hello")), wire.Refused)
            assert await desk.order("close", why="good night") == DONE


async def test_the_operator_pauses_a_running_tournament_and_hands_it_over(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        name = await opened(web, ann, "tournament", entrants=2, seats=2, approve="players")
        live, desk = room.card_room.tournaments[name].live, Desk(web, name)
        assert (await desk.order("pause", why="a call"))[1] == "Kitchen is not being played: there is nothing to pause"
        async with room.socket(ann) as host, room.socket(bob) as guest:
            assert isinstance(await host.ask(wire.Register(cmd_id="r", tournament=name)), wire.Done)
            assert isinstance(await guest.ask(wire.Register(cmd_id="r", tournament=name)), wire.Done)
            assert set(live.players) == {room.id("ann")}
            assert await desk.order("answer_request", player="bob", yes=True) == DONE
            assert room.card_room.balance(room.id("bob")) == 9_900
            await until(lambda: live.status == "running")
            assert await desk.order("pause", why="the fire alarm") == DONE
            assert live.hosting.paused == "the fire alarm"
            assert await desk.order("resume") == DONE
            assert live.hosting.paused == ""
            assert await desk.order("hand_over", player="bob") == DONE
            assert live.host == room.id("bob")
            assert await desk.order("change_settings", changes={"approve": "none"}) == DONE
            assert live.hosting.door.approve == "none"
            assert (await desk.order("change_settings", changes={"spectators": "off"}))[0] == 409
            assert await desk.order("close", why="enough") == DONE
            assert live.called_off
            assert room.card_room.check() == ()


async def test_an_order_to_nowhere_or_for_nothing_gets_a_sentence(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (_, web):
        unknown = await Desk(web, "t9").order("move_on")
        assert unknown == (404, "No table or tournament 't9': the lobby lists them.")
        for kind, fields in (("sit", {"chips": 100}), ("hand_over", {}), ("move_on", {"more": 1})):
            assert (await Desk(web, "t1").order(kind, **fields))[0] == 400
