"""The machine's clock jumps back or ahead between two runs: tables keep playing, and no one loses time."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from bigslick import Fold
from bigslick.protocol import room_events, wire
from bigslick.protocol.settings import TablePace
from bigslick.protocol.tournament import PlayerMoved
from bigslick.server.accounting.audit import audit
from bigslick.server.operations.clock import SystemClock
from bigslick.server.room.config import TOURNAMENTS
from bigslick.server.room.housekeeping import Housekeeping
from bigslick.server.store import schema
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.times import move_back
from bigslick.server.table.facts import Acted, read
from tests.virtual_clock import VirtualClock
from tests.waiting import until

from .served import Raw, Served, serving, table

HOUR = 3_600_000
DAY = 24 * HOUR
YEARS = 10 * 365 * 24 * HOUR
PACE = TablePace(action_ms=10_000, bank_ms=0, deal_animation_delay_ms=100, inter_round_delay_ms=100, bot_ms=0)
BOTS = table("Bots", seats=3, bots=("caller", "caller"), pace=PACE)


class Wrong(SystemClock):
    """A clock that is off by this much."""

    def __init__(self, by: int) -> None:
        super().__init__()
        self._start += by


async def deleting(room: Served) -> None:
    """Do the housekeeping that deletes things, in a room that has just opened."""
    keeping = Housekeeping(room.card_room)
    for delete in (room.card_room.accounts.sweep, room.card_room.kept_chat.sweep, keeping._retire_hands):
        await keeping._unless_wrong(delete)()


async def sit(room: Served, ann: Raw) -> int:
    """Let ann play until it is her turn; return the last update she has seen."""
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
    return room.card_room.tables["t1"].live.seat_of(room.id("ann"))


@pytest.mark.parametrize("jump", [-HOUR, -YEARS, YEARS])
async def test_a_table_plays_on_after_the_clock_has_jumped(
    url: str, jump: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Deadlines survive jumps in both directions.

    A slow clock freezes no table, a fast one times no one out, and a snapshot never runs backwards.
    """

    async with serving(url, BOTS) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann:
            seen = await sit(room, ann)
    with caplog.at_level(logging.WARNING, "bigslick.server"):
        async with serving(url, BOTS, clock=Wrong(jump), trust_clock=True) as room:
            if jump > 0:  # its session has expired on that clock
                token = await room.card_room.accounts.new_session(room.id("ann"), "bot")
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
    """Timed levels resume where they were."""
    timed = [msgspec.structs.replace(next(each for each in TOURNAMENTS if each.structure.unit == "time"), fill_ms=50)]

    async with serving(url, tournaments=timed) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann:
            await ann.ask(wire.Register(cmd_id="r", tournament="sng1"))
            await ann.hear(PlayerMoved)
    async with serving(url, tournaments=timed, clock=Wrong(jump), trust_clock=True) as room:
        event = room.card_room.tournaments["sng1"]
        await until(lambda: event.live.due(room.card_room.clock.now()) is None)
        assert event.live.level == 1
        assert event.now().clock.level == 1


@pytest.mark.parametrize("ahead", [DAY + HOUR, 400 * DAY])
async def test_a_start_with_a_clock_far_ahead_is_refused_and_changes_nothing(url: str, ahead: int) -> None:
    async with serving(url, BOTS) as room:
        token = await room.token("ann")
    with pytest.raises(StoreFailed, match=r"the clock of this machine says .* start with --trust-clock"):
        async with serving(url, BOTS, clock=Wrong(ahead)):
            pass
    async with serving(url, BOTS) as room:
        assert await room.card_room.player_of(token) == room.id("ann")


async def test_a_start_after_less_than_a_day_needs_no_word(tmp_path: Path) -> None:
    for hours in (0, 23, 46):
        async with serving(tmp_path, BOTS, clock=Wrong(hours * HOUR)):
            pass


async def test_a_room_without_tables_notices_too(tmp_path: Path) -> None:
    async with serving(tmp_path):
        pass
    with pytest.raises(StoreFailed, match="trust-clock"):
        async with serving(tmp_path, clock=Wrong(2 * DAY)):
            pass


async def test_a_refused_start_leaves_the_running_server_alone(url: str) -> None:
    async with serving(url, BOTS) as room:
        with pytest.raises(StoreFailed, match="trust-clock"):
            async with serving(url, clock=Wrong(2 * DAY)):
                pass
        await Housekeeping(room.card_room).note_open()  # only the process that has the database can write
        assert not room.card_room.taken_over


async def test_nothing_is_lost_for_good_by_a_clock_that_was_trusted_wrongly(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """With the clock a year ahead, a guest keeps playing with a new session.

    Once the clock is right again, the repair brings back the old session, the table with its hand, and the chat.
    """
    async with serving(url, BOTS) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann:
            await sit(room, ann)
            await ann.ask(wire.Say(cmd_id="c", table="t1", text="hello"))
    with caplog.at_level(logging.WARNING, "bigslick.server"):
        async with serving(url, BOTS, clock=Wrong(400 * DAY), trust_clock=True) as room:
            assert await room.card_room.player_of(token) is None
            later = await room.card_room.accounts.new_session(room.id("ann"), "bot")
            async with room.socket(later) as ann:
                await ann.say(wire.WatchTable(table="t1"))
                await fold(room, ann)
                await ann.ask(wire.Say(cmd_id="d", table="t1", text="what day is it?"))
            await deleting(room)
    assert [record.getMessage() for record in caplog.records if "clock" in record.getMessage()] == ["clock_ahead"]

    now = SystemClock().now()
    looked = await move_back(url, now, look=True)
    assert abs(looked.ahead_ms - 400 * DAY) < HOUR
    moved = await move_back(url, now)
    assert moved.ahead_ms == looked.ahead_ms
    assert (await move_back(url, now)).ahead_ms == 0
    assert (await audit(url)).wrong == ()
    caplog.clear()
    async with serving(url, BOTS) as room:
        card_room = room.card_room
        assert await card_room.player_of(token) == await card_room.player_of(later) == room.id("ann")
        assert card_room.clock.now() - now < HOUR
        assert [kept.line.text for kept in card_room.tables["t1"].talk.lines] == ["hello", "what day is it?"]
        for row in await card_room.store.select(sa.select(schema.facts.c.payload)):
            assert not [time for time in numbers(msgspec.json.decode(row[0])) if 0 < time - now - HOUR < 800 * DAY]
        for row in await card_room.store.select(sa.select(schema.snapshots.c.payload)):
            assert not [time for time in numbers(msgspec.json.decode(row[0])) if 0 < time - now - HOUR < 800 * DAY]
        live = card_room.tables["t1"].live
        await until(lambda: live.turn is not None)
        assert live.turn is not None
        assert live.turn.deadline - card_room.clock.now() < HOUR


async def test_nothing_is_deleted_on_a_clock_that_is_known_to_be_wrong(tmp_path: Path) -> None:
    """The database was used with a clock that ran ahead, so the room continues from there; its sessions expired."""
    async with serving(tmp_path, BOTS) as room:
        token = await room.token("ann")
    async with serving(tmp_path, BOTS, clock=Wrong(400 * DAY), trust_clock=True):
        pass
    async with serving(tmp_path, BOTS) as room:
        await deleting(room)
        assert await room.card_room.player_of(token) is None
    await move_back(str(tmp_path / "room.db"), SystemClock().now())
    async with serving(tmp_path, BOTS) as room:
        assert await room.card_room.player_of(token) == room.id("ann")


def numbers(value: object) -> list[int]:
    """Return every whole number in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [found for each in value for found in numbers(each)]
    return [value] if isinstance(value, int) else []


async def fold(room: Served, ann: Raw) -> None:
    """Fold on ann's turn."""
    live = room.card_room.tables["t1"].live
    await until(lambda: live.shown.turn is not None and live.shown.turn.seat == _seat(room))
    turn = live.shown.turn
    assert turn is not None
    answer = await ann.ask(wire.Act(cmd_id="f", table="t1", hand=turn.hand, number=turn.number, action=Fold()))
    assert isinstance(answer, wire.Done)


async def test_a_clock_that_is_set_while_the_room_is_open_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The room's own clock counts from its start; only the log mentions the machine's."""
    clock = VirtualClock()
    async with serving(tmp_path, clock=clock) as room:
        keeping = Housekeeping(room.card_room)
        for ahead in (0, 30_000, 400 * DAY, 400 * DAY, 0):
            clock.set_ahead = ahead
            await keeping.check_clock()
        assert clock.now() == VirtualClock().now()
    jumps = [record for record in caplog.records if record.getMessage() == "clock_jumped"]
    assert [jump.__dict__["fields"]["milliseconds"] for jump in jumps] == [400 * DAY, -400 * DAY]
