"""The official MCP client plays here: in memory, over stdio and over HTTP, alone and with others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

mcp: Any = pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402
from mcp.server.mcpserver.exceptions import ToolError  # noqa: E402

from bigslick.gateways.mcp import server as ours  # noqa: E402
from bigslick.gateways.mcp.seat import ACTIONS  # noqa: E402
from bigslick.gateways.mcp.server import HeldSeats, new_server, serve_http  # noqa: E402
from bigslick.server.operations.limits import Limits, Rate  # noqa: E402

from ...server.served import QUICK, serving, table  # noqa: E402

TOOLS = {"new_match", "look", "act", "leave", "evaluate", "equity"}
PLENTY = Limits(commands=Rate(10**6, 1000))


async def call(client: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return a tool's answer, or raise its error."""
    result = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in result.content)
    if result.is_error:
        raise ToolError(text)
    found: dict[str, Any] = json.loads(text)
    return found


def choose(seen: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Choose a random legal action, usually a cheap one, from what the model sees."""
    may = seen["you_may"]
    wager, roll = seen["wager_to"], rng.random()
    if wager and roll < 0.2:
        return {"action": "bet" if "bet" in may else "raise", "to": rng.randint(wager["least"], wager["most"])}
    if "check" in may:
        return {"action": "check"}
    return {"action": "call" if roll < 0.8 else "fold"}


async def play_local(client: Any, hands: int, *opponents: str) -> dict[str, Any]:
    rng = random.Random(hands)
    seen = await call(client, "new_match", opponents=list(opponents) or ["tag"], hands=hands, seed=3)
    seat, done = seen["secret"], list(seen["finished_hands"])
    while not seen["over"]:
        seen = await call(client, "act", secret=seat, **choose(seen["view"], rng))
        done += seen["finished_hands"]
    assert [hand["hand"] for hand in done] == list(range(1, hands + 1))
    assert sum(hand["you_won"] for hand in done) == seen["won_so_far"]
    left = await call(client, "leave", secret=seat)
    assert left == {"hands_played": hands, "won": seen["won_so_far"]}
    return seen


async def test_a_client_plays_a_local_match() -> None:
    async with Client(new_server(HeldSeats())) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        await play_local(client, 60, "tag", "lag", "rock")


@pytest.mark.slow
def test_a_client_plays_a_thousand_hands_over_stdio() -> None:
    asyncio.run(over_stdio(1000))


def test_a_client_plays_over_stdio() -> None:
    asyncio.run(over_stdio(20))


async def over_stdio(hands: int) -> None:
    parameters = StdioServerParameters(command=sys.executable, args=["-m", "bigslick", "mcp"], env={**os.environ})
    async with Client(stdio_client(parameters)) as client:
        await play_local(client, hands, "tag", "caller")


@contextlib.asynccontextmanager
async def over_http(room: str | None = None) -> AsyncIterator[str]:
    """Start a server on a free local port."""
    bound: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve_http(room, None, 0, bound.set_result))
    task.add_done_callback(lambda _: bound.done() or bound.cancel())
    await asyncio.wait([bound])
    try:
        yield f"http://127.0.0.1:{bound.result()}/mcp"
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_two_clients_play_over_http_at_once() -> None:
    async with over_http() as url, Client(url) as one, Client(url) as two:
        first, second = await asyncio.gather(play_local(one, 30, "lag"), play_local(two, 30, "lag"))
        assert first["won_so_far"] == second["won_so_far"], "the same seed and choices, each in a match of its own"


async def test_a_seat_is_played_by_who_holds_its_secret() -> None:
    async with over_http() as url, Client(url) as one, Client(url) as two:
        seen = await call(one, "new_match", hands=5)
        with pytest.raises(ToolError, match="there is no such seat"):
            await call(two, "look", secret="guessed")
        assert len(seen["secret"]) >= 16
        async with Client(url) as again:
            assert (await call(again, "look", secret=seen["secret"]))["hand"] == seen["hand"], "a lost line is no loss"


async def play_in_room(client: Any, hands: int) -> dict[str, Any]:
    rng = random.Random(1)
    (card,) = (await call(client, "tables"))["tables"]
    seen = await call(client, "sit", table=card["table"], chips=card["buy_in"][1])
    seat = seen["secret"]
    while seen["hands_played"] < hands and not seen["gone"]:
        if not seen["your_turn"]:
            seen = await call(client, "look", secret=seat, wait=5)
            continue
        assert len(seen["view"]["your_cards"]) == 2
        try:
            seen = await call(client, "act", secret=seat, **choose(seen["view"], rng))
        except ToolError as error:
            if "too late" not in str(error) and "not your turn" not in str(error):
                raise
            seen = await call(client, "look", secret=seat, wait=5)
    return await call(client, "leave", secret=seat)


def at_a_room(folder: Path, hands: int) -> None:
    async def run() -> None:
        pace = msgspec.structs.replace(QUICK, inter_round_delay_ms=20)
        # House bots that bust are replaced, so there is always someone to play with.
        async with (
            serving(folder, table(seats=3, bots=("tag", "caller"), pace=pace), limits=PLENTY) as room,
            over_http(room.url) as url,
            Client(url) as client,
        ):
            left = await play_in_room(client, hands)
            assert left["hands_played"] >= 1
            assert left["won"] == left["chips"] - left["bought"]
            assert room.card_room.tables["t1"].live.people == 0, "the seat is free again"
            assert room.card_room.check() == ()

    asyncio.run(run())


def test_a_client_plays_at_a_card_room(tmp_path: Path) -> None:
    at_a_room(tmp_path, 15)


async def test_the_card_room_refuses_in_its_own_words(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table(seats=2), limits=PLENTY) as room,
        Client(new_server(HeldSeats(), room.url)) as client,
    ):
        with pytest.raises(ToolError, match="No table 't99'"):
            await call(client, "sit", table="t99")
        with pytest.raises(ToolError, match="cannot buy in for 1: expected 400 to 2,000"):
            await call(client, "sit", table="t1", chips=1)
        seen = await call(client, "sit", table="t1")
        with pytest.raises(ToolError, match="it is not your turn: look waits for it"):
            await call(client, "act", secret=seen["secret"], action="fold")
        await call(client, "leave", secret=seen["secret"])
        assert room.card_room.tables["t1"].live.people == 0


async def test_no_card_room_is_a_sentence() -> None:
    async with Client(new_server(HeldSeats(), "http://127.0.0.1:9")) as client:
        for tool, arguments in (("tables", {}), ("sit", {"table": "t1"})):
            with pytest.raises(ToolError, match="no answer from"):
                await call(client, tool, **arguments)


BAD = [
    ("new_match", {"opponents": ["tgg"]}, "did you mean 'tag'"),
    ("new_match", {"opponents": ["/etc/passwd.py:Bot"]}, "is not a house bot|no house bot|there is no"),
    ("new_match", {"opponents": []}, "0 bots cannot be seated: expected 1 to 9"),
    ("new_match", {"opponents": ["tag"] * 10}, "10 bots cannot be seated"),
    ("new_match", {"opponents": "tag"}, "opponents"),
    ("new_match", {"hands": 0}, "hands=0: expected 1 to 100,000"),
    ("new_match", {"hands": "many"}, "hands"),
    ("new_match", {"depth": 10**9}, "expected stacks of 2 to 10,000"),
    ("look", {}, "secret"),
    ("look", {"secret": "x" * 100_000}, "there is no such seat"),
    ("act", {"secret": "SEAT", "action": "rise", "to": 300}, "did you mean 'raise'"),
    ("act", {"secret": "SEAT", "action": "raise"}, "needs `to`"),
    ("act", {"secret": "SEAT", "action": "raise", "to": 1}, "You may fold"),
    ("act", {"secret": "SEAT", "action": "raise", "to": 10**30}, "You may fold"),
    ("act", {"secret": "SEAT", "action": "raise", "to": "all"}, "to"),
    ("act", {"secret": "SEAT", "action": "raise", "to": 3.5}, "to"),
    ("act", {"secret": "SEAT", "action": "fold", "to": 5}, "takes no amount"),
    ("act", {"secret": "SEAT", "action": "check"}, "cannot check|You may"),
    ("act", {"secret": "SEAT"}, "action"),
    ("nothing", {}, "nothing"),
]


async def test_wrong_calls_are_refused_and_change_nothing() -> None:
    async with Client(new_server(HeldSeats())) as client:
        seen = await call(client, "new_match", opponents=["caller", "caller"], hands=3, seed=1)
        seat = seen.pop("secret")
        before = await call(client, "look", secret=seat)
        assert "fold" in before["view"]["you_may"]
        for tool, arguments, sentence in BAD:
            given = {name: seat if value == "SEAT" else value for name, value in arguments.items()}  # type: ignore[attr-defined]
            with pytest.raises(Exception, match=sentence):
                await call(client, tool, **given)
            assert await call(client, "look", secret=seat) == before


async def test_a_flood_of_matches_ends_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "MOST_SEATS", 5)

    async with Client(new_server(HeldSeats())) as client:
        seen = [await call(client, "new_match", hands=1) for _ in range(5)]
        with pytest.raises(ToolError, match="all 5 seats of this server are taken"):
            await call(client, "new_match", hands=1)
        await call(client, "leave", secret=seen[0]["secret"])
        await call(client, "new_match", hands=1)


async def test_a_flood_of_calls_on_one_seat_is_answered_in_turn() -> None:
    async with over_http() as url, Client(url) as client:
        seen = await call(client, "new_match", opponents=["caller"], hands=400, seed=2)
        answers = await asyncio.gather(
            *(client.call_tool("act", {"secret": seen["secret"], "action": "fold"}) for _ in range(200))
        )
        assert not any(answer.is_error for answer in answers)
        assert (await call(client, "look", secret=seen["secret"]))["hand"] >= 200


async def test_an_idle_seat_is_given_up() -> None:
    now = [0.0]
    seats = HeldSeats(lambda: now[0])
    async with Client(new_server(seats)) as client:
        seen = await call(client, "new_match", hands=1)
        now[0] = ours.IDLE_SECONDS + 1
        await call(client, "new_match", hands=1)
        assert len(seats) == 1
        with pytest.raises(ToolError, match="there is no such seat"):
            await call(client, "look", secret=seen["secret"])


async def test_another_site_may_not_reach_the_server() -> None:
    """A page in the same machine's browser must not play for you (DNS rebinding)."""
    import httpx

    async with over_http() as url, httpx.AsyncClient(trust_env=False, verify=False) as browser:
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        headers = {"accept": "application/json, text/event-stream"}
        for more in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
            answer = await browser.post(url, json=body, headers={**headers, **more})
            assert answer.status_code in (403, 421)
        huge = await browser.post(url, content=b"[" * 5_000_000, headers=headers)
        assert 400 <= huge.status_code < 500


async def test_the_schemas_name_choices_limits_and_every_argument() -> None:
    tools = {tool.name: tool for tool in await new_server(HeldSeats()).list_tools()}
    for tool in tools.values():
        for name, field in tool.input_schema["properties"].items():
            assert field["description"], f"{tool.name}: {name}"
    assert tools["act"].input_schema["properties"]["action"]["enum"] == [*ACTIONS]
    match = tools["new_match"].input_schema["properties"]
    assert (match["depth"]["minimum"], match["depth"]["maximum"]) == (2, 10_000)
    assert "shark" in match["opponents"]["items"]["enum"]
    assert "seat" not in {name for tool in tools.values() for name in tool.input_schema["properties"]}


async def test_cards_and_equities_can_be_asked_for() -> None:
    async with Client(new_server(HeldSeats())) as client:
        assert (await call(client, "evaluate", cards="AhKhQhJhTh"))["name"] == "royal flush"
        done: Any = await client.call_tool("evaluate", {"cards": "AhKhQhJhTh"})
        assert done.content[0].text == '{"name":"royal flush","strength":7461,"best_five":"AhKhQhJhTh"}'
        found = (await call(client, "equity", hands=["AhAd", "KhKd"]))["equities"]
        assert 0.79 < found[0]["equity"] < 0.85
        with pytest.raises(ToolError, match="expected"):
            await call(client, "equity", hands=["AhAd"])


async def test_an_error_says_the_options_once() -> None:
    async with Client(new_server(HeldSeats())) as client:
        seen = await call(client, "new_match", seed=1)
        for wrong in ({"action": "raise"}, {"action": "raise", "to": 1}, {"action": "rise"}):
            done: Any = await client.call_tool("act", {"secret": seen["secret"], **wrong})
            assert done.content[0].text.lower().count("you may") == 1
