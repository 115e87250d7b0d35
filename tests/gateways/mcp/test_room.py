"""A card room seat without MCP around it: the lobby, a clock that runs out, a room that disappears."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from bigslick.client import ConnectionLost
from bigslick.gateways.mcp.room import RoomSeat, lobby
from bigslick.hand import IllegalAction
from bigslick.server.operations.limits import Limits, Rate

from ...server.served import QUICK, serving, table

PLENTY = Limits(commands=Rate(10**6, 1000))


async def test_the_lobby(tmp_path: Path) -> None:
    async with serving(tmp_path, table("Oak", seats=4), limits=PLENTY) as room:
        (card,) = await lobby(room.url, None)
        assert (card["table"], card["name"], card["free_seats"]) == ("t1", "Oak", 4)


async def test_a_turn_that_is_not_taken_in_time_is_gone(tmp_path: Path) -> None:
    pace = msgspec.structs.replace(QUICK, action_ms=300)
    async with serving(tmp_path, table(seats=2, bots=("caller",), pace=pace), limits=PLENTY) as room:
        seat = await RoomSeat.sit(room.url, None, "t1", None)
        try:
            seen = await seat.look(10)
            assert seen["your_turn"]
            turn = seen["view"]
            async with asyncio.timeout(60):
                while seen["your_turn"] and seen["view"] == turn:
                    seen = await seat.look(0)
                    await asyncio.sleep(0)
        finally:
            await seat.close()


async def test_a_room_that_goes_away_is_a_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=2), limits=PLENTY) as room:
        seat = await RoomSeat.sit(room.url, None, "t1", None)
        seat._client._tries = 0
        with pytest.raises(IllegalAction, match="it is not your turn"):
            await seat.act("fold", None)
    with pytest.raises(ConnectionLost, match="is lost"):
        await seat.look(10)
    await seat.close()
