"""A served table while its store is slow, fails or is away."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from bigslick import AllIn, Call, Check, Fold
from bigslick.protocol import room_events, wire
from bigslick.protocol.fairness import promise_of
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.hosting.facts import Paused
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import Bank
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import Batch
from bigslick.server.store.store import Conflict, Store
from bigslick.server.store.trouble import trouble
from bigslick.server.table.saves import save
from bigslick.server.table.task import TableTask
from tests.virtual_clock import VirtualClock

from ..virtual import NAMES, PURSE, QUICK, MemoryStore, Seen, counted, serving
from .desk import seed_of


class SlowStore(MemoryStore):
    """A store that commits only when allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.back = asyncio.Event()
        self.back.set()

    async def fine(self) -> None:
        await self.back.wait()

    async def append(self, batch: Batch) -> None:
        await self.gate.wait()
        await super().append(batch)


async def a_room(memory: MemoryStore, clock: VirtualClock, **changes: Any) -> TableTask:
    bank = Bank({f"player:{name}": PURSE for name in NAMES})
    spec = TableSettings(name="test", **{"pace": QUICK, **changes})
    room = await TableTask.open("t1", spec, Services(cast(Store, memory), bank, clock, counted()))
    await room.start()
    return room


def test_nobody_is_told_or_answered_before_it_is_committed() -> None:
    async def story() -> None:
        clock, memory, viewer = VirtualClock(), SlowStore(), Seen(None)
        room = await a_room(memory, clock)
        room.watch(viewer)
        await clock.advance()
        memory.gate.clear()
        before = len(viewer.frames)
        sit = wire.Sit(cmd_id="x", table="t1", chips=500, promise=promise_of(seed_of("luck")))
        task = asyncio.ensure_future(room.submit("ann", sit))
        await clock.advance(10)
        assert not task.done()
        assert len(viewer.frames) == before
        late = Seen("ann")
        room.watch(late)
        snapshot = late.messages[0]
        assert isinstance(snapshot, wire.TableSnapshot)
        assert (snapshot.seats, snapshot.promise) == ((), ""), "a snapshot does not run ahead of the store"
        memory.gate.set()
        await clock.advance()
        assert isinstance(await task, wire.Done)
        assert len(viewer.frames) == before + 1
        assert len(late.frames) == 2
        assert room.live.snapshot("ann", clock.now()).promise == sit.promise
        await room.stop()

    asyncio.run(story())


def test_nobodys_time_runs_out_while_what_they_did_waits_for_the_store() -> None:
    async def story() -> None:
        clock, memory = VirtualClock(), SlowStore()
        room = await a_room(memory, clock, pace=TablePace(action_ms=1_000, bank_ms=0, deal_animation_delay_ms=0))
        for name in ("ann", "bob"):
            task = asyncio.ensure_future(room.submit(name, wire.Sit(cmd_id="x", table="t1", chips=500)))
            await clock.advance()
            await task
        await clock.advance(3_000)
        turn = room.live.shown.turn
        assert turn is not None
        await clock.advance(900)
        memory.gate.clear()
        said = asyncio.ensure_future(room.submit("cat", wire.Sit(cmd_id="x", table="t1", chips=500)))
        await clock.advance(50)
        act = wire.Act(cmd_id="a", table="t1", hand=turn.hand, number=turn.number, action=Call())
        acted = asyncio.ensure_future(room.submit(room.live.shown.players[turn.seat], act))
        await clock.advance(5_000)
        memory.gate.set()
        await clock.advance()
        assert isinstance(await said, wire.Done)
        assert isinstance(await acted, wire.Done), "it arrived in time"
        await room.stop()

    asyncio.run(story())


def test_when_the_store_fails_nothing_has_happened_and_the_table_goes_on() -> None:
    with serving(None, "ann", "bob") as served:
        turn = served.begin()
        before = save(served.live)
        served.memory.failure = StoreFailed("the disk is full")
        answer = served.try_to(served.player(turn.seat), Call())
        assert isinstance(answer, wire.Refused)
        assert answer.code == "failed"
        served.advance()
        assert save(served.live) == before
        assert isinstance(served.all.messages[-1], wire.TableSnapshot), "viewers are told where they are"
        served.act(Call())


def test_after_a_failed_commit_no_update_is_sent_again() -> None:
    """A run-out has no facts of its own: it is rebuilt from the store after viewers have seen part of it."""
    slow = TablePace(deal_animation_delay_ms=100, street_delay_ms=1_000, inter_round_delay_ms=5_000)
    with serving(None, "ann", "bob", pace=slow) as served:
        served.begin()
        served.act(AllIn())
        served.act(AllIn())
        served.advance(2_500)
        before = [update.seq for update in served.all.updates]
        assert served.live.script, "the hand is still being shown"
        served.memory.failure = StoreFailed("the disk is full")
        assert isinstance(served.do("ann", wire.SitOut), wire.Refused)
        served.advance(30_000)
        numbers = [update.seq for update in served.all.updates]
        assert numbers[: len(before)] == before
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        shown = [update.seq for update in served.shown]
        assert shown == sorted(set(shown)), "nor counted twice"
        late = served.watch(None, numbers[0])
        assert [update.seq for update in late.updates] == numbers[1:], "who was away gets them all"


def test_inputs_behind_one_that_failed_are_answered_too() -> None:
    with serving(None, "ann", "bob") as served:
        served.begin()

        async def both() -> tuple[object, object]:
            served.memory.failure = StoreFailed("the disk is full")
            asked = [
                asyncio.ensure_future(
                    served.room.submit(player, wire.LeaveTable(cmd_id=f"leave-{player}", table=served.table))
                )
                for player in ("ann", "bob")
            ]
            await served.clock.advance()
            assert all(answer.done() for answer in asked), "nothing else wakes the table"
            return await asked[0], await asked[1]

        failed, done = served.run(both())
        assert isinstance(failed, wire.Refused)
        assert isinstance(done, wire.Done)


def test_a_table_whose_tournament_could_not_commit_goes_back_before_it_goes_on() -> None:
    """The staged facts are not in the store, so the next one must not be numbered after them."""
    with serving(None, "ann", "bob") as served:
        served.begin()

        async def stage() -> None:
            async with served.room.lock:
                served.room.stage((Paused(at=served.live.at, why="dinner"),))

        served.run(stage())
        assert served.live.hosting.paused
        served.act(Call())
        assert not served.live.hosting.paused
        numbers = [row.seq for row in served.memory.rows[served.table]]
        assert numbers == list(range(1, len(numbers) + 1))


def test_what_fails_again_and_again_is_tried_slowly_and_answered() -> None:
    at_once = TablePace(deal_animation_delay_ms=0, inter_round_delay_ms=0)
    with serving(None, "ann", "bob", pace=at_once) as served:

        def draw() -> bytes:
            raise RuntimeError("no more chance")

        served.begin()
        draw_well, served.draw = served.draw, draw
        while served.live.playing:
            answer = served.try_to(served.player(served.turn().seat), Fold())
            if isinstance(answer, wire.Refused):
                break
        assert isinstance(answer, wire.Refused)
        assert answer.code == "failed"
        assert isinstance(served.try_to(served.player(served.turn().seat), Call()), wire.Done), "this needs no chance"
        served.draw = draw_well
        served.advance(2_000)
        served.act(Fold() if served.turn().options.call else Check())


def test_a_purchase_that_is_not_committed_costs_nothing() -> None:
    with serving(None, "ann") as served:
        served.memory.failure = StoreFailed("the disk is full")
        assert isinstance(served.do("bob", wire.Sit, chips=500), wire.Refused)
        assert served.bank.free("player:bob") == PURSE
        served.sit("bob")


def test_a_room_whose_table_somebody_else_writes_serves_no_more() -> None:
    with serving(None, "ann") as served:
        served.memory.failure = Conflict("fact 4 of t1 is there already")
        first = served.do("bob", wire.Sit, chips=500)
        assert isinstance(first, wire.Refused)
        assert isinstance(served.do("cat", wire.Sit, chips=500), wire.Refused)
        served.room.live = served.run(TableTask.restore("t1", served.services)).live  # so the chips can be counted


# -- viewers ----------------------------------------------------------------------------------------------------------


def test_an_outage_costs_nobody_time() -> None:
    """While the card room is out of service, no clock runs, neither on a turn nor toward losing a seat."""
    with serving(None, *NAMES[:3]) as served:
        turn = served.begin()
        away = next(name for name in NAMES[:3] if name != served.player(turn.seat))
        served.do(away, wire.SitOut)
        seat = served.live.seat_of(away)
        assert seat is not None
        since = served.live.occupant(seat).away_since

        async def outage() -> None:
            served.memory.trouble = trouble("away")
            await served.clock.advance(0)
            served.memory.trouble = None
            served.room.delay(3_600_000)
            await served.clock.advance(0)

        served.run(outage())
        assert served.turn().deadline == turn.deadline + 3_600_000
        assert served.live.occupant(seat).away_since == since + 3_600_000
        assert isinstance(served.all.updates[-1].events[0], room_events.ClockChanged)
        served.restart()
        assert served.live.occupant(seat).away_since == since + 3_600_000, "it is a fact"


def test_while_the_database_is_away_new_commands_are_refused_and_old_ones_keep_their_answers() -> None:
    with serving(None, "ann", "bob", chips=500) as served:
        done = served.do("ann", wire.TopUp, chips=100, cmd_id="old")
        refused = served.do("cat", wire.LeaveTable, cmd_id="no")
        served.memory.trouble = trouble("full")
        new = served.do("ann", wire.TopUp, chips=100, cmd_id="new")
        assert isinstance(new, wire.Refused)
        assert (new.code, "disk of the database is full" in new.sentence) == ("away", True)
        assert served.do("ann", wire.TopUp, chips=100, cmd_id="old") == done
        assert served.do("cat", wire.LeaveTable, cmd_id="no") == refused
        served.memory.trouble = None
        assert served.do("ann", wire.TopUp, chips=100, cmd_id="new") == new, "a copy that comes late is not done"
        assert isinstance(served.do("ann", wire.TopUp, chips=100, cmd_id="newer"), wire.Done)


def test_copies_of_a_command_agree_however_they_come_in_an_outage() -> None:
    """A copy waits in the inbox while the first command fails; a third copy is refused, and so is the waiting one."""

    async def play() -> None:
        memory, clock = SlowStore(), VirtualClock()
        room = await a_room(memory, clock)
        sit = wire.Sit(cmd_id="sit", table="t1", chips=500)
        memory.gate.clear()
        first = asyncio.ensure_future(room.submit("ann", sit))
        await clock.advance(0)
        memory.trouble = trouble("away")
        memory.back.clear()
        second = asyncio.ensure_future(room.submit("ann", sit))
        await clock.advance(0)
        memory.failure = StoreFailed("cannot write", memory.trouble)
        memory.gate.set()
        await clock.advance(0)
        third = await room.submit("ann", sit)
        memory.trouble = None
        memory.back.set()
        await clock.advance(5000)
        answers = [await first, await second, third]
        assert {answer.code if isinstance(answer, wire.Refused) else "done" for answer in answers} == {"away"}
        assert room.live.seat_of("ann") is None
        again = await room.submit("ann", wire.Sit(cmd_id="sit2", table="t1", chips=500))
        assert isinstance(again, wire.Done)
        await room.stop()

    asyncio.run(play())


def test_what_fails_after_its_commit_is_answered_by_what_is_in_the_store() -> None:
    """The store is the truth: a committed command is done, whatever breaks afterwards."""
    with serving(None, "ann") as served:
        settle = served.room._settle

        def fail_once(batch: Batch) -> None:
            served.room._settle = settle  # type: ignore[method-assign]
            settle(batch)
            raise RuntimeError("a viewer is broken")

        served.room._settle = fail_once  # type: ignore[method-assign]
        assert isinstance(served.do("bob", wire.Sit, chips=500), wire.Done)
        assert served.live.seat_of("bob") is not None


def test_a_room_that_stops_answers_everybody() -> None:
    async def story() -> None:
        clock = VirtualClock()
        room = await a_room(MemoryStore(), clock)
        await clock.advance()
        assert not room.busy
        task = asyncio.ensure_future(room.submit("ann", wire.Sit(cmd_id="x", table="t1", chips=500)))
        await asyncio.sleep(0)
        assert room.busy
        await room.stop()
        assert isinstance(await task, wire.Done | wire.Refused)
        assert isinstance(await room.submit("bob", wire.Sit(cmd_id="x", table="t1", chips=500)), wire.Refused)

    asyncio.run(story())
