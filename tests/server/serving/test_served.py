"""The task shared by tables and tournaments, tested on the smallest thing it can serve: a number that grows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import cast

import msgspec
import pytest

from bigslick.protocol import wire
from bigslick.server.hosting.state import Hosting
from bigslick.server.serving.answers import Answer
from bigslick.server.serving.served import RETRY_MS, Served, Services, Viewer
from bigslick.server.store.bank import Bank
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.records import Batch, FactRow
from bigslick.server.store.store import Conflict, Store
from bigslick.server.store.trouble import trouble
from bigslick.server.table.room import NoRoom
from tests.virtual_clock import VirtualClock

from ..virtual import MemoryStore, counted


class Grow(msgspec.Struct, frozen=True):
    """A command that adds one to the number."""

    cmd_id: str


class Here:
    """A state where everyone is a stranger."""

    hosting = Hosting()
    here = ()

    def is_here(self, player: str) -> bool:
        return False


class Grown(Served[Grow]):
    """A number that commands increment; each fact is the command that did so."""

    kind = "table"

    def __init__(self, memory: MemoryStore, clock: VirtualClock) -> None:
        super().__init__("t1", Services(cast(Store, memory), Bank(), clock, counted()), NoRoom())
        self.live = Here()
        self.memory = memory
        self.done: list[str] = []
        self.wakes_at: int | None = None
        self.works = 0

    def _watchers(self) -> tuple[Viewer, ...]:
        return ()

    async def _work(self) -> None:
        self.works += 1
        while self._inbox:
            self._serving = served = self._inbox.popleft()
            cmd_id = served.command.cmd_id
            answer = await self._recall(served.player, served.command)
            if answer is None:
                self.done.append(cmd_id)
                self._drafted = served.player, cmd_id
                answer = wire.Done(cmd_id=cmd_id)
                record = self._done(served.player, answer, 0)
                assert record is not None
                row = FactRow("t1", len(self.done), 0, cmd_id.encode())
                await self.store.append(Batch(rows=(row,), commands=(record,)))
                self._drafted = None
                self._remember(served.player, answer)
            self._reply(answer)

    async def _reload(self) -> None:
        self.done = [row.payload.decode() for row in await self.store.read("t1")]

    def _due(self) -> Iterable[int | None]:
        return (self.wakes_at,)

    def _out_of_service(self, cmd_id: str) -> wire.Refused:
        return wire.Refused(cmd_id=cmd_id, sentence="not now", code="failed")


@asynccontextmanager
async def growing() -> AsyncIterator[tuple[Grown, VirtualClock]]:
    clock = VirtualClock()
    served = Grown(MemoryStore(), clock)
    await served.start()
    try:
        yield served, clock
    finally:
        await served.stop()


async def send(served: Grown, clock: VirtualClock, cmd_id: str) -> Answer:
    asked = asyncio.ensure_future(served.submit("ann", Grow(cmd_id)))
    await clock.advance()
    return await asked


async def test_a_command_is_committed_and_then_answered_once_and_for_all() -> None:
    async with growing() as (served, clock):
        first = await send(served, clock, "a")
        assert isinstance(first, wire.Done)
        assert await send(served, clock, "a") == first
        assert len(served.memory.rows["t1"]) == 1


async def test_a_commit_that_fails_never_happened() -> None:
    async with growing() as (served, clock):
        served.memory.failure = StoreFailed("the disk is full")
        refused = await send(served, clock, "a")
        assert isinstance(refused, wire.Refused)
        assert served.done == []
        assert await send(served, clock, "a") == refused, "the same command is not tried behind its sender's back"
        assert isinstance(await send(served, clock, "b"), wire.Done)
        assert served.done == ["b"]


async def test_a_defect_is_answered_too_and_the_task_lives_on() -> None:
    async with growing() as (served, clock):
        served.memory.failure = RuntimeError("a defect")
        refused = await send(served, clock, "a")
        assert isinstance(refused, wire.Refused)
        assert refused.code == "failed"
        assert isinstance(await send(served, clock, "b"), wire.Done)


async def test_a_second_failure_in_a_row_is_waited_out() -> None:
    async with growing() as (served, clock):
        served.memory.failure = RuntimeError("a defect")
        await send(served, clock, "a")
        served._failed = True  # as if the next attempt had failed too
        served.memory.failure = RuntimeError("a defect")
        again = asyncio.ensure_future(served.submit("ann", Grow("b")))
        later = asyncio.ensure_future(served.submit("ann", Grow("c")))
        await clock.advance()
        assert again.done()
        assert not later.done()
        await clock.advance(RETRY_MS)
        assert isinstance(await later, wire.Done)


@pytest.mark.parametrize("failure", [Conflict("written elsewhere"), OutcomeUnknown("the answer was lost")])
async def test_a_task_whose_stream_another_server_writes_turns_commands_away(failure: Exception) -> None:
    async with growing() as (served, clock):
        served.memory.failure = failure
        first = asyncio.ensure_future(served.submit("ann", Grow("a")))
        behind = asyncio.ensure_future(served.submit("ann", Grow("b")))
        await clock.advance()
        assert (await asyncio.gather(first, return_exceptions=True))[0] != wire.Done(cmd_id="a")
        refused = await behind
        assert isinstance(refused, wire.Refused)
        assert isinstance(await send(served, clock, "c"), wire.Refused)


async def test_nobody_is_told_of_a_commit_whose_outcome_is_not_known() -> None:
    async with growing() as (served, clock):
        served.memory.failure = OutcomeUnknown("the answer was lost")
        first = asyncio.ensure_future(served.submit("ann", Grow("a")))
        again = asyncio.ensure_future(served.submit("ann", Grow("a")))
        await clock.advance()
        for asked in (first, again):
            with pytest.raises(OutcomeUnknown):
                await asked


async def test_while_the_database_is_away_commands_are_refused_and_stay_refused() -> None:
    async with growing() as (served, clock):
        assert isinstance(await send(served, clock, "a"), wire.Done)
        served.memory.trouble = trouble("away")
        refused = await send(served, clock, "b")
        assert isinstance(refused, wire.Refused)
        assert refused.code == "away"
        assert isinstance(await send(served, clock, "a"), wire.Done), "it was done before"
        served.memory.trouble = None
        assert await send(served, clock, "b") == refused


async def test_the_timer_wakes_the_task_when_something_is_due() -> None:
    async with growing() as (served, clock):
        served.wakes_at = clock.now() + 500
        await clock.advance(0)
        before = served.works
        await clock.advance(499)
        assert served.works == before
        served.wakes_at = None
        await clock.advance(1)
        assert served.works == before + 1


async def test_commands_that_come_after_the_end_are_turned_away() -> None:
    async with growing() as (served, clock):
        assert isinstance(await send(served, clock, "a"), wire.Done)
        await served.stop()
        assert isinstance(await served.submit("ann", Grow("a")), wire.Done)
        assert isinstance(await served.submit("ann", Grow("b")), wire.Refused)
