"""A tournament being served: one task with one inbox, the tasks of its tables, and the money of its entries.

When a hand has ended and every viewer has seen how, the director hears of it. What the director orders is committed to
the streams of the tournament and of all tables concerned in one batch, so that a chip is never in two places.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from typing import Final, Protocol

import sqlalchemy as sa

from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.clock import Clock, Timer
from bigslick.server.log import write_error
from bigslick.server.store import schema
from bigslick.server.store.bank import Bank, InsufficientChips, player_account
from bigslick.server.store.records import Batch, FactRow, StoredHand, Stream
from bigslick.server.store.store import Conflict, Store
from bigslick.server.table import facts as table_facts
from bigslick.server.table.state import LiveTable
from bigslick.server.table.task import Answer, TableTask, Viewer

from . import facts
from .apply import apply
from .commit import TournamentCommit, floor_report, joined
from .decide import cancel, decide, fill, first_bots
from .facts import TournamentFact
from .losses import losses_of
from .settings import TournamentSettings
from .standings import card, standings
from .state import LiveTournament

KIND: Final = "tournament"
"""The kind of a tournament's stream in the store."""
CLOSE_MS: Final = 20_000
"""How long the last table stays open after the winner is known."""
RETRY_MS: Final = 1_000

Draw = Callable[[], bytes]


class Host(Protocol):
    """The card room, as far as a tournament needs it."""

    tables: dict[str, TableTask]

    async def serve(self, task: TableTask) -> None:
        """Take in a table and start it."""

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""

    def seated(self, player: str, table: str) -> None:
        """Note where a player sits."""

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all connections of a player."""


class TournamentTask:
    """A tournament from its opening to the last prize."""

    def __init__(
        self, name: str, live: LiveTournament, *, store: Store, bank: Bank, clock: Clock, host: Host, draw: Draw
    ) -> None:
        self.id = name
        self.live = live
        self.store = store
        self.bank = bank
        self.clock = clock
        self.closed = False
        self._host = host
        self._draw = draw
        self._tables: dict[int, TableTask] = {}
        self._inbox: deque[tuple[str, wire.TournamentCommand, asyncio.Future[Answer]]] = deque()
        self._ended: deque[tuple[int, int, str]] = deque()
        """Hands that the director has yet to hear of: table, number and record."""
        self._viewers: dict[Viewer, None] = {}
        self._awake = asyncio.Event()
        self._deciding = asyncio.Lock()
        """Held while facts are decided and committed: by the task, or by an order of the host."""
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._working = False
        self._over_at: int | None = None

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls, name: str, settings: TournamentSettings, *, store: Store, bank: Bank, clock: Clock, host: Host, draw: Draw
    ) -> TournamentTask:
        """A new tournament: in the store when this returns, and open for entries from `start` on."""
        opened = facts.TournamentOpened(at=clock.now(), settings=settings)
        await store.append(
            Batch(
                opened=(Stream(id=name, kind=KIND, opened_at=opened.at),),
                rows=(FactRow(name, 1, opened.at, encode(opened)),),
            )
        )
        return cls(name, LiveTournament(opened), store=store, bank=bank, clock=clock, host=host, draw=draw)

    @classmethod
    async def restore(
        cls, name: str, *, store: Store, bank: Bank, clock: Clock, host: Host, draw: Draw
    ) -> TournamentTask:
        """A tournament as it was, from its facts; its tables must be among the host's, not yet started."""
        task = cls(name, await _load(name, store), store=store, bank=bank, clock=clock, host=host, draw=draw)
        for table in host.tables.values():
            if table.settings.tournament == name:
                task._tables[_number(table.id)] = table
                table.hand_ended = task._hand_ended
                await task._find_unreported(table)
        if task.live.over:
            task._over_at = clock.now()
        return task

    async def start(self) -> None:
        """Begin to serve."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"tournament {self.id}")
        self._awake.set()

    async def stop(self) -> None:
        """Stop serving; everything that viewers saw is in the store."""
        self._stopping = True
        self._awake.set()
        if self._task is not None:
            await self._task
        if self._timer is not None:
            self._timer.cancel()

    async def _find_unreported(self, table: TableTask) -> None:
        """Report a hand that ended just before the server went down, if the director has not heard of it."""
        number, played = _number(table.id), table.live.table.number
        if table.live.playing is None and played > self.live.reported.get(number, 0):
            hands = schema.hands
            found = await self.store.select(
                sa.select(hands.c.record).where(hands.c.table_id == table.id, hands.c.number == played)
            )
            for (record,) in found:  # there is none of a hand that was called off, which is dealt again
                self._report_when_shown(table, played, record)

    # -- players and viewers -------------------------------------------------------------------------------------

    async def submit(self, player: str, command: wire.TournamentCommand) -> Answer:
        """Enter a player, or take the entry back."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self._stopping or self.closed:
            return wire.Refused(cmd_id=command.cmd_id, sentence=f"{self.live.structure.name} is over.")
        self._inbox.append((player, command, done))
        self._awake.set()
        return await done

    async def cancel(self, why: str) -> None:
        """Call it off before it starts, or raise `CommandRefused`; every player gets buy-in and fee back."""
        async with self._deciding:
            now = self.clock.now()
            await self._commit(now, cancel(self.live, why, now))
        self._awake.set()

    def watch(self, viewer: Viewer) -> None:
        """Send a viewer the standings, now and whenever they change."""
        self._viewers[viewer] = None
        viewer.send(encode(self.now()))

    def unwatch(self, viewer: Viewer) -> None:
        """Send a viewer nothing more."""
        self._viewers.pop(viewer, None)

    def now(self) -> wire.TournamentNow:
        """The tournament as far as viewers of its tables know."""
        return standings(self.id, self.live, self._tables, self.clock.now())

    def card(self) -> wire.TournamentCard:
        """The tournament in the lobby."""
        return card(self.id, self.live)

    @property
    def chips(self) -> int:
        """All chips at its tables and between them."""
        travelling = sum(traveller.chips for traveller in self.live.travelling.values())
        return travelling + sum(table.live.chips for table in self._tables.values())

    @property
    def handed_out(self) -> int:
        """All chips that its entries were given."""
        if self.live.director is None or self.live.over:
            return self.chips
        return len(self.live.director.names) * self.live.structure.starting_stack

    @property
    def busy(self) -> bool:
        """Whether a commit is under way, so that neither its chips nor its money can be counted."""
        return self._working or any(table.lock.locked() for table in self._tables.values())

    # -- the task ------------------------------------------------------------------------------------------------

    def _hand_ended(self, table: TableTask, ended: StoredHand) -> None:
        self._report_when_shown(table, ended.number, ended.record)

    def _report_when_shown(self, table: TableTask, played: int, record: str) -> None:
        """Report a hand when viewers have seen its end: the standings must not give the cards away."""

        def report() -> None:
            self._ended.append((_number(table.id), played, record))
            self._awake.set()

        self.clock.call_at(table.live.script_end, report)

    async def _run(self) -> None:
        while not (self._stopping or self.closed):
            await self._awake.wait()
            self._awake.clear()
            self._working = True
            try:
                async with self._deciding:
                    await self._work()
            except Exception as error:
                write_error("tournament_failed", error, tournament=self.id)
                if isinstance(error, Conflict):  # another server writes this tournament now
                    break
                await self._recover()
            self._working = False
            self._set_timer()
        while self._inbox:
            _, command, done = self._inbox.popleft()
            if not done.done():
                done.set_result(self._not_now(command))

    def _not_now(self, command: wire.TournamentCommand) -> wire.Refused:
        sentence = f"{self.live.structure.name} takes no entries for a moment: try again in a few seconds."
        return wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code="failed")

    async def _recover(self) -> None:
        """Go back to what is in the store after a failed commit."""
        while not self._stopping:
            try:
                self.live = await _load(self.id, self.store)
                for table in self._tables.values():
                    async with table.lock:
                        await table.recover()
                    await self._find_unreported(table)
            except Exception as error:
                write_error("tournament_broken", error, tournament=self.id)
                await self.clock.sleep(RETRY_MS)
                continue
            self._awake.set()
            return

    async def _work(self) -> None:
        while self._inbox:
            player, command, done = self._inbox.popleft()
            try:
                answer = await self._decide(player, command)
            except Exception:
                if not done.done():
                    done.set_result(self._not_now(command))
                raise
            if not done.done():
                done.set_result(answer)
        while self._ended:
            await self._report(*self._ended.popleft())
        now = self.clock.now()
        if self.live.status == "registering":
            await self._before_start(now)
        elif self.live.status == "running":
            await self._commit(now, ())
        elif self._over_at is None:
            self._over_at = now
        if self._over_at is not None and now >= self._over_at + CLOSE_MS:
            await self._close(now)

    async def _before_start(self, now: int) -> None:
        live = self.live
        if bots := first_bots(live, now):
            await self._commit(now, bots)
        if live.fill_at is not None and now >= live.fill_at:
            await self._commit(now, fill(live, now))
        if live.complete:
            await self._commit(now, (facts.TournamentStarted(at=now, seed=self._draw().hex()),))

    async def _decide(self, player: str, command: wire.TournamentCommand) -> Answer:
        now, structure = self.clock.now(), self.live.structure
        account, cost = player_account(player), structure.buy_in + structure.fee
        try:
            found = decide(self.live, command, player, now, floor_report(self.live, self._tables))
            entering = bool(found and cost and isinstance(command, wire.Register))
            if entering:
                self.bank.hold(account, cost)
        except CommandRefused as refused:
            return wire.Refused(cmd_id=command.cmd_id, sentence=refused.sentence, code=refused.code)
        except InsufficientChips:
            sentence = f"the entry costs {cost:,} chips, but your account has only {self.bank.free(account):,}"
            return wire.Refused(cmd_id=command.cmd_id, sentence=sentence)
        try:
            if found:
                await self._commit(now, found)
        finally:
            if entering:
                self.bank.release(account, cost)
        return wire.Done(cmd_id=command.cmd_id)

    async def _report(self, number: int, played: int, record: str) -> None:
        if number not in self._tables or self.live.reported.get(number, 0) >= played:
            return
        now = self.clock.now()
        losses = losses_of(Hand.load(record), self.live.playing.chairs[number])
        floor = floor_report(self.live, self._tables, number)
        fact = facts.HandReported(at=now, table=number, hand=played, losses=losses, floor=floor)
        await self._commit(now, (fact,))

    # -- committing ----------------------------------------------------------------------------------------------

    async def _commit(self, now: int, found: Iterable[TournamentFact]) -> None:
        """Apply facts, carry out what follows from them at the tables, commit all of it, and then show it."""
        async with AsyncExitStack() as stack:
            for number in sorted(self._tables):
                await stack.enter_async_context(self._tables[number].lock)
            commit = TournamentCommit(
                self.id,
                self.live,
                self._tables,
                now,
                connected=self._host.connected,
                new_table=lambda opened: TableTask(LiveTable(opened), self.store, self.bank, self.clock, self._draw),
            )
            for fact in found:
                commit.take(fact)
            if self.live.status == "running":
                commit.go_on()
            if not commit.rows and not commit.touched:
                return
            batch = commit.batch()
            await self.store.append(batch)
            self._tables = commit.tables
            self.bank.book(commit.transfers)
            for table in commit.touched.values():
                table.settle(batch)
        for table in commit.opened:
            table.hand_ended = self._hand_ended
            await self._host.serve(table)
        for player, moved in commit.moves.items():
            self._host.seated(player, moved.table)
            self._host.tell(player, moved)
        frame = encode(self.now())
        for viewer in tuple(self._viewers):
            viewer.send(frame)

    async def _close(self, now: int) -> None:
        """Close the last table, and end the stream."""
        async with AsyncExitStack() as stack:
            for number in sorted(self._tables):
                await stack.enter_async_context(self._tables[number].lock)
            why = f"{self.live.structure.name} is over"
            parts = {
                number: table.stage((table_facts.TableClosed(at=max(now, table.live.at), why=why),))
                for number, table in self._tables.items()
                if not table.live.closed
            }
            batch = joined(parts.values(), closed=((self.id, now),))
            await self.store.append(batch)
            for number in parts:
                self._tables[number].settle(batch)
        self.closed = True

    def _set_timer(self) -> None:
        now = self.clock.now()
        due = [self.live.fill_at, self.live.next_change(now) if not self.live.over else None]
        if self._over_at is not None:
            due.append(self._over_at + CLOSE_MS)
        times = [at for at in due if at is not None]
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if times:
            self._timer = self.clock.call_at(max(min(times), now + 1), self._awake.set)


def _number(table: str) -> int:
    return int(table.rpartition(".")[2])


async def _load(tournament: str, store: Store) -> LiveTournament:
    """A tournament from its facts in the store."""
    opened, *rest = (facts.read(row.payload) for row in await store.read(tournament))
    assert isinstance(opened, facts.TournamentOpened)
    live = LiveTournament(opened)
    for fact in rest:
        apply(live, fact)
    return live
