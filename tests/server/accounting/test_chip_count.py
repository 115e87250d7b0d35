"""Counting every chip in a room: no problems while people play, and an extra chip is reported."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bigslick.protocol import wire
from bigslick.server.accounting.chip_count import count_chips, count_patiently
from bigslick.server.store.bank import MINT
from bigslick.server.store.records import ChipTransfer

from ..served import asking


async def test_chips_add_up_and_a_chip_too_many_is_named(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, _), room.socket(await room.token("ann")) as ann:
        await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
        assert count_chips(room.card_room) == ()
        task = room.card_room.tables["t1"]
        room.card_room.bank.book([ChipTransfer(source=MINT, target="table:t1", amount=1, reason="test", at=0)])
        wrong = "table:t1 holds 1001 chips, but 1000 were counted"
        assert count_chips(room.card_room) == (wrong,)
        await task.lock.acquire()
        assert count_chips(room.card_room) == (), "a table that is committing something is counted later"
        counting = asyncio.ensure_future(count_patiently(room.card_room))
        await asyncio.sleep(0)
        task.lock.release()
        assert await counting == [wrong]
