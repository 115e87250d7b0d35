"""A card room's periodic work: empty tables close, and every chip is counted."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from bigslick.protocol import wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.room import housekeeping as keeping
from bigslick.server.room.housekeeping import Housekeeping
from bigslick.server.store.records import ChipTransfer
from tests.waiting import until

from ..served import serving, table

PLENTY = Limits(commands=Rate(10**6, 1000))


async def test_only_empty_tables_of_players_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, table("House")) as room, room.socket(await room.token("ann")) as ann:
        empty, taken = [await room.card_room.open_table(table(name)) for name in ("Empty", "Taken")]
        await ann.ask(wire.Sit(cmd_id="s", table=taken.id, chips=1000))
        housekeeping = Housekeeping(room.card_room)
        await housekeeping.close_empty()
        assert not empty.live.closed, "it may stand empty for a while"
        monkeypatch.setattr(keeping, "EMPTY_MS", 0)
        await housekeeping.close_empty()
        assert empty.live.closed
        assert not taken.live.closed
        assert not room.card_room.tables["t1"].live.closed


async def test_the_standing_check_finds_a_chip_that_is_missing(tmp_path: Path, caplog: Any) -> None:
    async with serving(tmp_path, table()) as room:
        async with room.socket(await room.token("ann")) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
        card_room, housekeeping = room.card_room, Housekeeping(room.card_room)
        await until(lambda: not (card_room.tables["t1"].live.occupant(0).connected or card_room.tables["t1"].busy))
        await housekeeping.count_chips()
        assert (card_room.metrics.violations.value, card_room.metrics.checks.value) == (0, 1)
        assert card_room.metrics.chips.value == 10_000
        card_room.bank.book([ChipTransfer(source="table:t1", target="player:ann", amount=1, reason="theft", at=0)])
        with caplog.at_level(logging.ERROR, "bigslick.server"):
            await housekeeping.count_chips()
        assert card_room.metrics.violations.value == 1
        assert card_room.check() == ("table:t1 holds 999 chips, but 1000 were counted",)
        card_room.bank.book([ChipTransfer(source="player:ann", target="table:t1", amount=1, reason="theft", at=0)])
