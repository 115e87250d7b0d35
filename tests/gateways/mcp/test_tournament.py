"""A language model in a tournament: it enters, is told what is on offer, buys, makes a deal, and reads the results."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

mcp: Any = pytest.importorskip("mcp")

from mcp import Client  # noqa: E402
from mcp.server.mcpserver.exceptions import ToolError  # noqa: E402

from bigslick import client as programs  # noqa: E402
from bigslick.gateways.mcp.server import HeldSeats, new_server  # noqa: E402
from bigslick.server.room.config import TOURNAMENTS  # noqa: E402
from bigslick.tournament import AddOn, Level, Rebuy  # noqa: E402

from ...client.test_tournament import HUGE, PLENTY, SMALL, Buyer, event, playing  # noqa: E402
from ...server.served import serving, table  # noqa: E402
from .test_server import call  # noqa: E402


async def folding(client: Any, seen: dict[str, Any], until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Fold every hand until the model sees what it waits for."""
    while not until(seen):
        assert not seen["gone"]
        try:
            move = ("act", {"action": "fold"}) if seen["your_turn"] else ("look", {"wait": 5})
            seen = {**seen, **await call(client, move[0], secret=seen["secret"], **move[1])}
        except ToolError:  # too late
            seen = {**seen, **await call(client, "look", secret=seen["secret"], wait=5)}
    return seen


def offered(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda seen: any(offer["kind"] == kind for offer in seen["offers"])


async def test_a_model_rebuys_declines_the_add_on_and_reads_its_place(tmp_path: Path) -> None:
    played = event(
        "caller",
        field=2,
        starting_stack=300,
        levels=(Level(small=50, big=100, hands=30), HUGE),
        rebuy=Rebuy(until_level=1, cost=50, chips=3000, limit=1),
        addon=AddOn(until_level=1, cost=40, chips=1000),
    )
    async with playing(tmp_path, played) as room, Client(new_server(HeldSeats(), room.url)) as client:
        (listed,) = (await call(client, "tournaments"))["tournaments"]
        assert (listed["tournament"], listed["status"], listed["entry_costs"]) == ("sng1", "registering", 110)
        seen = await call(client, "enter", tournament="sng1")
        assert (seen["entries"], seen["spent"], seen["chips"]) == (1, 110, 300)
        with pytest.raises(ToolError, match="no 'addon' is on offer to you now"):
            await call(client, "buy", secret=seen["secret"], kind="addon")
        seen = await folding(client, seen, offered("rebuy"))
        (offer,) = seen["offers"]
        assert (offer["cost"], offer["chips"], offer["waits"], seen["chips"]) == (50, 3000, True, 0)
        seen = {**seen, **await call(client, "buy", secret=seen["secret"], kind="rebuy")}
        assert seen["spent"] == 160
        seen = await folding(client, seen, offered("addon"))
        assert seen["tournament"]["level"] == 1
        seen = {**seen, **await call(client, "decline", secret=seen["secret"], kind="addon")}
        assert not offered("addon")(seen)
        seen = await folding(client, seen, lambda now: bool(now["place"]))
        left = await call(client, "leave", secret=seen["secret"])
        assert left["spent"] == 160
        assert left["prize"] == {1: 290, 2: 0}[left["place"]]
        results = await call(client, "standings", tournament="sng1")
        assert results["prizes"] == [290]
        assert [entrant["place"] for entrant in results["entrants"]] == [1, 2]


async def test_a_model_takes_its_entry_back(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, tournaments=TOURNAMENTS[:1], limits=PLENTY) as room,
        Client(new_server(HeldSeats(), room.url)) as client,
    ):
        seen = await call(client, "enter", tournament="sng1")
        assert (seen["tournament"]["entries"], seen["your_seat"], seen["table"]) == (1, None, "")
        assert (await call(client, "leave", secret=seen["secret"]))["spent"] == 0
        assert room.card_room.tournaments["sng1"].card().entered == 0


async def test_a_model_makes_a_deal(tmp_path: Path) -> None:
    async with (
        playing(tmp_path, event(field=2, seats=2, levels=(SMALL,))) as room,
        Client(new_server(HeldSeats(), room.url)) as client,
    ):
        bot = Buyer()
        rival = asyncio.create_task(programs.play_tournament(room.url, "sng1", bot))
        seen = await call(client, "enter", tournament="sng1")
        seen = await folding(client, seen, lambda now: now.get("deal", {}).get("state") == "open")
        seat = seen["secret"]
        even = await call(client, "possible_deal", secret=seat, method="even", for_first=50)
        assert [share["amount"] for share in even["shares"]] == [75, 75]
        await call(client, "propose_deal", secret=seat, method="chips")
        seen = await folding(client, seen, lambda now: now["deal"]["state"] == "voting")
        if not all(share["accepted"] for share in seen["deal"]["shares"]):  # a hand has changed what it proposed
            seen = {**seen, **await call(client, "answer_deal", secret=seat, yes=True)}
        seen = await folding(client, seen, lambda now: now["deal"]["state"] == "made")
        rival.cancel()
        await asyncio.wait([rival])
        await call(client, "leave", secret=seat)


async def test_wrong_calls_are_refused(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table(seats=2), tournaments=TOURNAMENTS[:1], limits=PLENTY) as room,
        Client(new_server(HeldSeats(), room.url)) as client,
    ):
        seat = (await call(client, "enter", tournament="sng1"))["secret"]
        cash = (await call(client, "sit", table="t1"))["secret"]
        wrong: list[tuple[str, dict[str, Any], str]] = [
            ("enter", {"tournament": "sng9"}, "sng9"),
            ("standings", {"tournament": "sng9"}, "sng9"),
            ("buy", {"secret": seat, "kind": "chips"}, "no 'chips' is on offer to you now"),
            ("check_in", {"secret": seat}, "nobody needs to check in"),
            ("decline", {"secret": seat, "kind": "entry"}, "'entry' cannot be declined: expected rebuy or addon"),
            ("decline", {"secret": seat, "kind": "rebuy"}, "nothing is on offer to you that you could decline"),
            ("propose_deal", {"secret": seat, "method": "icn"}, "did you mean 'icm'"),
            ("propose_deal", {"secret": seat, "method": "agreed"}, "is not a way to make a deal"),
            ("possible_deal", {"secret": seat, "for_first": -1}, "for_first"),
            ("answer_deal", {"secret": seat, "yes": True}, "not in Sit-and-go"),
            ("buy", {"secret": cash, "kind": "rebuy"}, "this seat is at a cash table"),
        ]
        for tool, given, sentence in wrong:
            with pytest.raises(ToolError, match=sentence):
                await call(client, tool, **given)
        assert room.card_room.tournaments["sng1"].card().entered == 1
