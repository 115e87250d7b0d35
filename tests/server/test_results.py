"""Results stay secret until the board is shown: no answer reveals how an all-in ends while it runs out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from bigslick import AllIn, Call
from bigslick.hand.events import HandEnded
from bigslick.protocol import wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.table.task import TableTask
from tests.virtual_clock import VirtualClock
from tests.waiting import LONG

from .served import QUICK, Raw, Served, serving, table
from .table.desk import Desk, refused
from .virtual import serving as virtually

RUN_OUT = msgspec.structs.replace(QUICK, deal_animation_delay_ms=600, inter_round_delay_ms=500)
PLENTY = Limits(requests=Rate(10**6, 1000), commands=Rate(10**6, 1000))


async def passing(clock: VirtualClock, condition: Callable[[], object]) -> None:
    """Let time pass until a condition holds."""
    async with asyncio.timeout(LONG):
        while not condition():
            await clock.advance(10)
            await asyncio.sleep(0.001)  # the database works in its own thread


async def all_in(room: Served, clock: VirtualClock, players: dict[str, Raw]) -> None:
    """Put both players all-in and have both ask to leave, before viewers have seen the board."""
    for name, socket in players.items():
        await socket.say(wire.WatchTable(table="t1"))
        await socket.ask(wire.Sit(cmd_id="s", table="t1", chips=400))
        assert name
    live = room.card_room.tables["t1"].live
    for action in (AllIn(), Call()):
        await passing(clock, lambda: live.shown.turn and live.turn and live.turn.number == live.shown.turn.number)
        turn = live.shown.turn
        assert turn is not None
        player = room.card_room.names.name_of(live.shown.players[turn.seat])
        act = wire.Act(cmd_id=f"a{turn.number}", table="t1", hand=turn.hand, number=turn.number, action=action)
        assert isinstance(await players[player].ask(act), wire.Done)
    for socket in players.values():
        assert isinstance(await socket.ask(wire.LeaveTable(cmd_id="l", table="t1")), wire.Done)
    assert live.playing is None
    assert not told(live.shown.events)


def told(events: Any) -> bool:
    return any(isinstance(event, HandEnded) for event in events)


async def answers(web: httpx.AsyncClient, tokens: dict[str, str]) -> dict[str, Any]:
    """Return everything the room says to the players waiting for the board."""
    found: dict[str, Any] = {}
    for name, token in tokens.items():
        mine = {"Authorization": f"Bearer {token}"}
        lobby = (await web.get("/api/lobby", headers=mine)).json()
        me = (await web.get("/api/me", headers=mine)).json()
        found[name] = {
            "me": (me["balance"], me["sitting"]),
            "refill": (await web.post("/api/refill", headers=mine)).text,
            "lobby": (lobby["balance"], lobby["tables"][0]["average_pot"], lobby["tables"][0]["taken"]),
            "hands": (await web.get("/api/hands", headers=mine)).text,
            "statistics": (await web.get("/api/statistics", headers=mine)).text,
            "ledger": (await web.get("/api/tables/t1/ledger", headers=mine)).text,
            "at table": (await web.get("/api/tables/t1/hands", headers=mine)).text,
        }
    return found


async def test_no_answer_gives_the_result_away_while_the_board_runs_out(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with (
        serving(tmp_path, table(seats=2, pace=RUN_OUT), limits=PLENTY, clock=clock) as room,
        httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web,
    ):
        tokens = {name: await room.token(name) for name in ("ann", "bob")}
        async with room.socket(tokens["ann"]) as ann, room.socket(tokens["bob"]) as bob:
            await all_in(room, clock, {"ann": ann, "bob": bob})
            live = room.card_room.tables["t1"].live
            seen = []
            while not told(live.shown.events):
                seen.append(await answers(web, tokens))
                await clock.advance(RUN_OUT.deal_animation_delay_ms)
            assert len(seen) > 3, "on the flop, the turn and the river, and before them"
            for name in tokens:
                first = seen[0][name]
                assert first["me"][0] == 9_600
                assert [seat["table"] for seat in first["me"][1]] == ["t1"]
                assert "You have 10,000 chips" in first["refill"]
                assert first["lobby"] == (9_600, 0, 2)
                lines = json.loads(first["ledger"])["results"]
                assert [(line["sits_with"], line["left_with"], line["net"]) for line in lines] == [(400, 0, 0)] * 2
                assert all(found[name] == first for found in seen)
            balance = room.card_room.balance
            await passing(clock, lambda: not balance(room.id("ann")) == balance(room.id("bob")) == 9_600)
            after = await answers(web, tokens)
            balances = sorted(found["me"][0] for found in after.values())
            assert balances in ([9_600, 10_400], [10_000, 10_000])
            assert {found["lobby"][1] for found in after.values()} <= {400, 0}
            nets = {line["player"]: line["net"] for line in json.loads(after["ann"]["ledger"])["results"]}
            assert nets == {name: found["me"][0] - 10_000 for name, found in after.items()}
            assert room.card_room.check() == ()


def test_chips_that_are_not_yet_shown_cannot_be_spent_and_a_restart_keeps_it_so(tmp_path: Path) -> None:
    with virtually(None, "ann", "bob", chips=400, pace=RUN_OUT) as served:
        served.begin()
        served.act(AllIn())
        served.begin()
        served.act(Call())
        for name in ("ann", "bob"):
            served.do(name, wire.LeaveTable)
        balance = {name: served.bank.balance(f"player:{name}") for name in ("ann", "bob")}
        free = {name: served.bank.free(f"player:{name}") for name in ("ann", "bob")}
        assert len(set(free.values())) == 1
        assert sum(balance.values()) == sum(free.values()) + 800

        async def again() -> TableTask:
            served.bank._unseen.clear()  # a new process hides nothing
            return await TableTask.restore(served.table, served.services)

        served.run(again())
        assert {name: served.bank.free(f"player:{name}") for name in free} == free
        served.advance(10_000)
        assert {name: served.bank.free(f"player:{name}") for name in free} == balance


@pytest.mark.parametrize(("kind", "fields"), [(wire.TopUp, {"chips": 10}), (wire.SitIn, {})])
def test_a_command_whose_answer_would_tell_the_stacks_waits_for_the_board(kind: type, fields: dict[str, Any]) -> None:
    desk = Desk("ann", "bob", chips=400, pace=RUN_OUT)
    desk.begin()
    desk.act(AllIn())
    desk.begin()
    desk.act(Call())
    assert desk.live.playing is None
    for player in ("ann", "bob"):
        assert refused(desk, player, kind, **fields).code == "stale"
    with virtually(None, "ann", "bob", chips=400, pace=RUN_OUT) as served:
        served.begin()
        served.act(AllIn())
        served.begin()
        served.act(Call())
        top_up = wire.TopUp(cmd_id="t", table=served.table, chips=1_000)

        async def ask() -> tuple[bool, bool]:
            asked = [asyncio.ensure_future(served.room.submit(name, top_up)) for name in ("ann", "bob")]
            await served.clock.advance(100)
            early = any(future.done() for future in asked)
            await served.clock.advance(20_000)
            return early, all(future.done() for future in asked)

        assert served.run(ask()) == (False, True)
