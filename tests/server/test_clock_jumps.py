"""The machine's clock jumps between two runs, back or ahead: tables play on, and nobody loses time by it."""

from __future__ import annotations

import asyncio
import logging

import msgspec
import pytest

from bigslick import Fold
from bigslick.protocol import room_events, wire
from bigslick.protocol.lobby import PlayerMoved
from bigslick.protocol.settings import TablePace
from bigslick.server.operations.clock import SystemClock
from bigslick.server.room.config import TOURNAMENTS
from bigslick.server.table.facts import Acted, read
from tests.waiting import until

from .served import Raw, Served, serving, table

HOUR = 3_600_000
YEARS = 10 * 365 * 24 * HOUR
PACE = TablePace(action_ms=10_000, bank_ms=0, deal_animation_delay_ms=100, inter_round_delay_ms=100, bot_ms=0)
BOTS = table("Bots", seats=3, bots=("caller", "caller"), pace=PACE)


class Wrong(SystemClock):
    """A clock that is wrong by so much."""

    def __init__(self, by: int) -> None:
        super().__init__()
        self._start += by


async def sit(room: Served, ann: Raw) -> int:
    """Ann plays until it is her turn; the last update she has seen."""
    await ann.say(wire.WatchTable(table="t1"))
    await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000, missed_blinds="post"))
    async with asyncio.timeout(60):
        while True:
            message = await ann.hear()
            if isinstance(message, wire.Update) and any(
                isinstance(event, room_events.Turn) and event.seat == _seat(room) for event in message.events
            ):
                return message.seq


def _seat(room: Served) -> int | None:
    return room.card_room.tables["t1"].live.seat_of("ann")


@pytest.mark.parametrize("jump", [-HOUR, -YEARS, YEARS])
async def test_a_table_plays_on_after_the_clock_has_jumped(
    url: str, jump: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Deadlines survive clock jumps in both directions: a clock that is behind freezes no table, one that is ahead
    times nobody out, and a snapshot never runs backwards.
    """

    async with serving(url, BOTS) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann:
            seen = await sit(room, ann)
    with caplog.at_level(logging.WARNING, "bigslick.server"):
        async with serving(url, BOTS, clock=Wrong(jump)) as room:
            if jump > 0:  # its session is over by that clock
                token = await room.card_room.accounts.new_session("ann", "bot")
            async with room.socket(token) as ann:
                await ann.say(wire.WatchTable(table="t1"))
                snapshot = await ann.hear(wire.TableSnapshot)
                assert snapshot.seq >= seen
                turn = room.card_room.tables["t1"].live.turn
                assert turn is not None
                assert turn.seat == _seat(room), "it is still her turn"
                left = turn.deadline - room.card_room.clock.now()
                assert 0 < left <= PACE.action_ms
                number = snapshot.hand
                fold = wire.Act(cmd_id="f", table="t1", hand=number, number=turn.number, action=Fold())
                assert isinstance(await ann.ask(fold), wire.Done)
                async with asyncio.timeout(60):
                    while room.card_room.tables["t1"].live.shown.hand == number:
                        await ann.hear(wire.Update)
            rows = [read(row.payload) for row in await room.card_room.store.read("t1")]
            assert not any(isinstance(fact, Acted) and fact.why == "timeout" for fact in rows)
    behind = [record for record in caplog.records if record.getMessage() == "clock_behind"]
    assert len(behind) == (1 if jump < 0 else 0)


@pytest.mark.parametrize("jump", [-HOUR, HOUR, YEARS])
async def test_a_stop_or_a_jump_costs_a_tournament_no_level(url: str, jump: int) -> None:
    """Levels by time go on where they were."""
    timed = [msgspec.structs.replace(next(each for each in TOURNAMENTS if each.structure.unit == "time"), fill_ms=50)]

    async with serving(url, tournaments=timed) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann:
            await ann.ask(wire.Register(cmd_id="r", tournament="sng1"))
            await ann.hear(PlayerMoved)
    async with serving(url, tournaments=timed, clock=Wrong(jump)) as room:
        event = room.card_room.tournaments["sng1"]
        await until(lambda: event.live.level_now(room.card_room.clock.now(), 0) == 1)
        assert event.live.level == 1
        assert event.now().level == 1
