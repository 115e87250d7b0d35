"""A table on virtual time for tests: a real `TableTask` over an in-memory store, and viewers who keep what they get."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from bigslick import Action, Hand
from bigslick.protocol import encoding, room_events, wire
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import Bank, table_account
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.names import Names
from bigslick.server.store.records import Batch, DoneCommand, FactRow, SavedState, StoredHand
from bigslick.server.store.store import Conflict, Store
from bigslick.server.store.trouble import Trouble
from bigslick.server.table import facts
from bigslick.server.table.facts import Fact
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.state import LiveTable
from bigslick.server.table.task import TableTask
from tests.virtual_clock import VirtualClock

T = TypeVar("T")
E = TypeVar("E")
START = 1_000_000
PURSE = 100_000
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida")
QUICK = TablePace(deal_animation_delay_ms=0, street_delay_ms=0, inter_round_delay_ms=1_000)


def counted() -> Callable[[], bytes]:
    """Return house seeds that are the same on every run."""
    drawn = iter(range(1 << 30))
    return lambda: next(drawn).to_bytes(32, "big")


class MemoryStore:
    """The part of a store that a table uses; `failure` is raised by the next append, which then does nothing."""

    def __init__(self) -> None:
        self.rows: dict[str, list[FactRow]] = defaultdict(list)
        self.kept: dict[str, SavedState] = {}
        self.hands: list[StoredHand] = []
        self.batches: list[Batch] = []
        self.failure: Exception | None = None
        self._trouble: Trouble | None = None
        self._fine = asyncio.Event()
        self._fine.set()
        self.commands_done: dict[tuple[str, str, str], DoneCommand] = {}

    @property
    def trouble(self) -> Trouble | None:
        return self._trouble

    @trouble.setter
    def trouble(self, found: Trouble | None) -> None:
        self._trouble = found
        if found is None:
            self._fine.set()
        else:
            self._fine.clear()

    async def fine(self) -> None:
        await self._fine.wait()

    async def append(self, batch: Batch) -> None:
        await asyncio.sleep(0)
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        for row in batch.rows:
            if row.seq != len(self.rows[row.stream]) + 1:
                raise Conflict(f"fact {row.seq} of {row.stream} is there already")
            self.rows[row.stream].append(row)
        self.kept.update({kept.stream: kept for kept in batch.snapshots})
        for done in batch.commands:
            name = done.stream, done.player, done.cmd_id
            if name in self.commands_done:
                raise Conflict(f"command {name} is there already")
            self.commands_done[name] = done
        self.hands += batch.hands
        self.batches.append(batch)

    async def commands(self, stream: str, player: str, cmd_id: str | None = None, most: int = 1) -> list[DoneCommand]:
        await asyncio.sleep(0)
        if self.trouble is not None and self.trouble.kind == "away":
            raise StoreFailed("cannot read", self.trouble)
        mine = [done for name, done in self.commands_done.items() if name[:2] == (stream, player)]
        return [done for done in mine if cmd_id in (None, done.cmd_id)][-most:]

    async def snapshot(self, stream: str) -> SavedState | None:
        return self.kept.get(stream)

    async def read(self, stream: str, after: int = 0) -> list[FactRow]:
        return self.rows[stream][after:]


class Seen:
    """A viewer."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.frames: list[bytes] = []
        self.times: list[int] = []
        self.clock: VirtualClock | None = None

    def send(self, frame: bytes, about: str = "") -> None:
        self.frames.append(frame)
        self.times.append(0 if self.clock is None else self.clock.now())

    @property
    def messages(self) -> list[wire.FromServer]:
        return [encoding.decode(frame, cast("type[wire.FromServer]", wire.FromServer)) for frame in self.frames]

    @property
    def updates(self) -> list[wire.Update]:
        return [message for message in self.messages if isinstance(message, wire.Update)]

    @property
    def timed(self) -> list[tuple[int, wire.WireEvent]]:
        """Every event with the time it was sent."""
        return [
            (time, event)
            for time, message in zip(self.times, self.messages, strict=True)
            if isinstance(message, wire.Update)
            for event in message.events
        ]

    def events(self, kind: type[E]) -> list[E]:
        return [event for _, event in self.timed if isinstance(event, kind)]

    def times_of(self, *kinds: type) -> list[int]:
        return [time for time, event in self.timed if isinstance(event, kinds)]


class Served:
    """A table with players, run from plain functions."""

    def __init__(
        self,
        spec: TableSettings,
        table: str = "t1",
        invitation: Invitation | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.loop = asyncio.new_event_loop()
        self.clock = VirtualClock(START)
        self.memory = MemoryStore()
        self.store = cast(Store, self.memory)
        accounts = {f"player:{name}": PURSE for name in NAMES}
        self.bank = Bank({"mint": -sum(accounts.values()), **accounts})
        self.draw = counted()
        self.table = table
        self.commands = 0
        self.services = Services(self.store, self.bank, self.clock, lambda: self.draw(), Names(names))
        self.ended: list[StoredHand] = []
        self.shown: list[ScriptedUpdate] = []
        self.room = self.run(TableTask.open(table, spec, self.services, self, invitation))
        self.run(self.room.start())
        self.all = self.watch(None)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self.room.stop())
        self.loop.close()

    # -- the table's card room -----------------------------------------------------------------------------------

    def shuts_out(self, player: str, club: str) -> bool:
        return False

    def observe(self, update: ScriptedUpdate) -> None:
        self.shown.append(update)

    def hand_ended(self, hand: StoredHand) -> None:
        self.ended.append(hand)

    # -- doing ---------------------------------------------------------------------------------------------------

    def do(self, player: str | None, kind: type[Any], **fields: Any) -> wire.Done | wire.Refused:
        """Send a command, with the ids filled in."""
        self.commands += 1
        fields.setdefault("cmd_id", f"c{self.commands}")
        return self.send(player, kind(table=self.table, **fields))

    def order(self, order: Any) -> wire.Done | wire.Refused:
        return self.send(None, order)

    def house(self, kind: type[Any], **fields: Any) -> wire.Done | wire.Refused:
        """Send a host's command for the operator."""
        return self.send(HOUSE, kind(cmd_id="", at=self.table, **fields))

    def send(self, player: str | None, command: Any) -> wire.Done | wire.Refused:
        async def submit() -> wire.Done | wire.Refused:
            task = asyncio.ensure_future(self.room.submit(player, command))
            await self.clock.advance()
            return await task

        return self.run(submit())

    def sit(self, *players: str, chips: int = 1000, **fields: Any) -> None:
        for player in players:
            answer = self.do(player, wire.Sit, chips=chips, **fields)
            assert isinstance(answer, wire.Done), answer

    def act(self, action: Action) -> int:
        """Have the player to act take an action; return their seat."""
        turn = self.turn()
        answer = self.try_to(self.player(turn.seat), action)
        assert isinstance(answer, wire.Done), answer
        return turn.seat

    def try_to(self, player: str, action: Action, **other: int) -> wire.Done | wire.Refused:
        """Have a player try to act at the open decision."""
        turn = self.turn()
        fields = {"hand": turn.hand, "number": turn.number, **other}
        return self.do(player, wire.Act, action=action, **fields)

    def advance(self, ms: int = 0) -> None:
        self.run(self.clock.advance(ms))

    def begin(self) -> room_events.Turn:
        """Let time pass until the next turn is open."""
        for _ in range(1000):
            if self.room.live.shown.turn is not None:
                return self.turn()
            self.advance(50)
        raise AssertionError("nobody's turn has come")

    def lose(self, player: str) -> None:
        async def lost() -> None:
            self.room.disconnected(player)
            await self.clock.advance()

        self.run(lost())

    def connect(self, player: str) -> None:
        async def connected() -> None:
            self.room.connected(player)
            await self.clock.advance()

        self.run(connected())

    def rename(self, player: str, name: str) -> None:
        self.services.names.put(player, name)
        self.room.rename(player)
        self.advance()

    def watch(self, player: str | None, last_seq: int | None = None) -> Seen:
        viewer = Seen(player)
        viewer.clock = self.clock

        async def watch() -> None:
            self.room.watch(viewer, last_seq)
            await self.clock.advance()

        self.run(watch())
        return viewer

    def restart(self, down_ms: int = 0) -> None:
        """Kill the process without warning, and start it again after a while."""

        async def die() -> None:
            task = self.room._task
            assert task is not None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await self.clock.advance(down_ms)
            said = self.room.talk.lines
            self.room = await TableTask.restore(self.table, self.services, self)
            for kept in said:  # as the card room does from its store
                self.room.talk.add(kept)
            await self.room.start()
            await self.clock.advance()

        self.run(die())

    # -- queries -------------------------------------------------------------------------------------------------

    @property
    def live(self) -> LiveTable:
        return self.room.live

    @property
    def hand(self) -> Hand:
        hand = self.live.hand
        assert hand is not None
        return hand

    def turn(self) -> room_events.Turn:
        turn = self.live.shown.turn
        assert turn is not None, "it is nobody's turn"
        return turn

    def player(self, seat: int) -> str:
        return self.live.shown.players[seat]

    def facts(self, kind: type[E]) -> list[E]:
        return [fact for fact in self.all_facts() if isinstance(fact, kind)]

    def all_facts(self) -> list[Fact]:
        return [facts.read(row.payload) for row in self.memory.rows[self.table]]

    def last_hand(self) -> Hand:
        return Hand.load(self.memory.hands[-1].record)

    def check_chips(self) -> None:
        chips = 0 if self.live.settings.tournament else self.live.chips  # tournament chips are not money
        assert self.bank.check({table_account(self.table): chips}) == ()


@contextmanager
def serving(
    spec: TableSettings | None = None,
    *players: str,
    chips: int = 1000,
    invitation: Invitation | None = None,
    names: Mapping[str, str] | None = None,
    **changes: Any,
) -> Iterator[Served]:
    """Serve a table for the length of a test; it must end with every chip accounted for."""
    spec = TableSettings(name="test", **{"pace": QUICK, **changes}) if spec is None else spec
    served = Served(spec, invitation=invitation, names=names)
    try:
        served.sit(*players, chips=chips)
        yield served
        served.check_chips()
    finally:
        served.close()
