"""A tournament that is being served: one task with one inbox, the rooms of its tables, and the money of its entries.

Whenever a hand has ended and everybody has seen how, the director hears of it; what he orders is committed to his
stream and to those of all tables concerned in one batch, so that a chip is never in two places.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from itertools import count
from typing import Final, Protocol

import sqlalchemy as sa

from ..hand import Hand
from ..tournament.director import Director, Loss
from . import contest as facts
from . import facts as table_facts
from . import schema, wire
from .bank import Bank, Broke, player_account
from .bot_names import bot_name
from .carrier import Carrier, floor_of, joined
from .clock import Clock, Timer
from .contest import Contest, ContestFact, TournamentSpec
from .live import Live
from .log import write_error
from .plain import encode
from .refusal import Refusal
from .room import Answer, Room
from .standing import card, standing
from .store import Batch, Conflict, PlayedHand, Row, Store, Stream

KIND: Final = "tournament"
"""What a tournament's stream is called in the store."""
CLOSE_MS: Final = 20_000
"""How long the last table stands after the winner is known."""

RETRY_MS: Final = 1_000

Draw = Callable[[], bytes]


class Host(Protocol):
    """The hall, as far as a tournament needs it."""

    rooms: dict[str, Room]

    async def serve(self, room: Room) -> None:
        """Take in a room and start it."""

    def connected(self, player: str) -> bool:
        """Whether a player has a connection."""

    def seated(self, player: str, table: str) -> None:
        """Know where a player sits."""

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Tell all connections of a player."""


class Watcher(Protocol):
    """Somebody who follows a tournament."""

    player: str | None

    def send(self, frame: bytes) -> None:
        """Tell him, without waiting."""


class Tournament:
    """A tournament from its opening to the last prize."""

    def __init__(
        self, name: str, contest: Contest, count: int, *, store: Store, bank: Bank, clock: Clock, host: Host, draw: Draw
    ) -> None:
        self.id = name
        self.contest = contest
        self.store = store
        self.bank = bank
        self.clock = clock
        self.closed = False
        self._count = count
        self._host = host
        self._draw = draw
        self._rooms: dict[int, Room] = {}
        self._inbox: deque[tuple[str, wire.TournamentCommand, asyncio.Future[Answer]]] = deque()
        self._ended: deque[tuple[int, int, str]] = deque()
        """Hands that the director has to hear of: table, number and record."""
        self._watchers: dict[Watcher, None] = {}
        self._awake = asyncio.Event()
        self._deciding = asyncio.Lock()
        """Held by whoever decides and commits: the task, or an order of the house."""
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._working = False
        self._over_at: int | None = None

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls, name: str, spec: TournamentSpec, *, store: Store, bank: Bank, clock: Clock, host: Host, draw: Draw
    ) -> Tournament:
        """A new tournament; it is in the store when this returns, and can be entered when it is started."""
        opened = facts.TournamentOpened(at=clock.now(), spec=spec)
        await store.append(
            Batch(
                opened=(Stream(id=name, kind=KIND, opened_at=opened.at),),
                rows=(Row(name, 1, opened.at, encode(opened)),),
            )
        )
        return cls(name, Contest(opened), 1, store=store, bank=bank, clock=clock, host=host, draw=draw)

    @classmethod
    async def restore(cls, name: str, *, store: Store, bank: Bank, clock: Clock, host: Host, draw: Draw) -> Tournament:
        """A tournament as it was, from its facts; its tables must be among the host's rooms, not yet started."""
        contest, count = await _fold(name, store)
        event = cls(name, contest, count, store=store, bank=bank, clock=clock, host=host, draw=draw)
        for room in host.rooms.values():
            if room.spec.tournament == name:
                event._take(room)
                await event._look_for_unreported(room)
        if contest.over:
            event._over_at = clock.now()
        return event

    async def start(self) -> None:
        """Begin to serve."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"tournament {self.id}")
        self._awake.set()

    async def stop(self) -> None:
        """Serve no more; what was told is in the store."""
        self._stopping = True
        self._awake.set()
        if self._task is not None:
            await self._task
        if self._timer is not None:
            self._timer.cancel()

    def _take(self, room: Room) -> None:
        self._rooms[_number(room.table)] = room
        room.hand_ended = self._hand_ended

    async def _look_for_unreported(self, room: Room) -> None:
        """A hand that ended just before the process did, and of which the director has not heard."""
        number, state = _number(room.table), room.live.state
        if state.hand is None and state.table.number > self.contest.reported.get(number, 0):
            table = schema.hands
            found = await self.store.select(
                sa.select(table.c.record).where(table.c.table_id == room.table, table.c.number == state.table.number)
            )
            self._report_when_told(room, state.table.number, found[0][0])

    # -- players and watchers ------------------------------------------------------------------------------------

    async def submit(self, player: str, command: wire.TournamentCommand) -> Answer:
        """Enter somebody, or take his entry back."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self._stopping or self.closed:
            return wire.Refused(cmd_id=command.cmd_id, sentence=f"{self.contest.structure.name} is over.")
        self._inbox.append((player, command, done))
        self._awake.set()
        return await done

    async def cancel(self, why: str) -> None:
        """Call it off before it starts, or raise `Refusal`: everybody has the buy-in and the fee back."""
        async with self._deciding:
            if self.contest.status != "registering":
                raise Refusal(f"{self.contest.structure.name} has started: only its tables can be paused")
            now = self.clock.now()
            await self._commit(now, (facts.TournamentCancelled(at=now, why=why),))
        self._awake.set()

    def watch(self, watcher: Watcher) -> None:
        """Tell somebody how it stands, now and whenever that changes."""
        self._watchers[watcher] = None
        watcher.send(encode(self.now()))

    def unwatch(self, watcher: Watcher) -> None:
        """Tell him no more."""
        self._watchers.pop(watcher, None)

    def now(self) -> wire.TournamentNow:
        """How it stands, as far as the tables have told."""
        return standing(self.id, self.contest, self._rooms, self.clock.now())

    def card(self) -> wire.TournamentCard:
        """The tournament in the lobby."""
        return card(self.id, self.contest)

    @property
    def chips(self) -> int:
        """All chips at its tables and between them."""
        travelling = sum(traveller.chips for traveller in self.contest.travelling.values())
        return travelling + sum(room.live.chips for room in self._rooms.values())

    @property
    def handed_out(self) -> int:
        """All chips that its entries were given."""
        if self.contest.director is None or self.contest.over:
            return self.chips
        return len(self.contest.director.names) * self.contest.structure.starting_stack

    @property
    def busy(self) -> bool:
        """Whether something is being committed, so that neither its tables nor its money can be counted."""
        return self._working or any(room.lock.locked() for room in self._rooms.values())

    # -- the task ------------------------------------------------------------------------------------------------

    def _hand_ended(self, room: Room, ended: PlayedHand) -> None:
        self._report_when_told(room, ended.number, ended.record)

    def _report_when_told(self, room: Room, played: int, record: str) -> None:
        """Hear of a hand when its end has been told: nobody learns from the standings what the cards will say."""

        def report() -> None:
            self._ended.append((_number(room.table), played, record))
            self._awake.set()

        self.clock.call_at(room.live.state.script_end, report)

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
                if isinstance(error, Conflict):  # somebody else writes this tournament now
                    break
                await self._recover()
            self._working = False
            self._set_timer()
        while self._inbox:
            _, command, done = self._inbox.popleft()
            if not done.done():
                done.set_result(self._not_now(command))

    def _not_now(self, command: wire.TournamentCommand) -> wire.Refused:
        sentence = f"{self.contest.structure.name} takes no entries for the moment: try again in a few seconds."
        return wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code="failed")

    async def _recover(self) -> None:
        """Go back to what is in the store, after something could not be committed."""
        while not self._stopping:
            try:
                self.contest, self._count = await _fold(self.id, self.store)
                for room in self._rooms.values():
                    async with room.lock:
                        await room.recover()
                    await self._look_for_unreported(room)
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
        contest = self.contest
        if contest.status == "registering":
            await self._before_start(now)
        elif contest.status == "running":
            await self._commit(now, ())
        elif self._over_at is None:
            self._over_at = now
        if self._over_at is not None and now >= self._over_at + CLOSE_MS:
            await self._close(now)

    async def _before_start(self, now: int) -> None:
        contest = self.contest
        missing = [style for style in contest.spec.bots if style not in contest.entered.values()]
        if missing and not contest.entered:
            bots = [facts.PlayerEntered(at=now, player=bot_name(s, n), bot=s) for n, s in enumerate(missing, 1)]
            await self._commit(now, bots)
        if contest.due is not None and now >= contest.due:
            numbers = count(len(contest.entered) + 1)
            await self._commit(now, contest.fill(now, lambda style: bot_name(style, next(numbers))))
        if contest.complete:
            await self._commit(now, (facts.TournamentStarted(at=now, seed=self._draw().hex()),))

    async def _decide(self, player: str, command: wire.TournamentCommand) -> Answer:
        now, contest = self.clock.now(), self.contest
        account, cost = player_account(player), contest.structure.buy_in + contest.structure.fee
        try:
            found = contest.decide(command, player, now, floor_of(self.contest, self._rooms))
            entering = bool(found and cost and isinstance(command, wire.Register))
            if entering:
                self.bank.hold(account, cost)
        except Refusal as refusal:
            return wire.Refused(cmd_id=command.cmd_id, sentence=refusal.sentence, code=refusal.code)
        except Broke:
            sentence = f"the entry costs {cost:,}, and your account has {self.bank.free(account):,}"
            return wire.Refused(cmd_id=command.cmd_id, sentence=sentence)
        try:
            if found:
                await self._commit(now, found)
        finally:
            if entering:
                self.bank.release(account, cost)
        return wire.Done(cmd_id=command.cmd_id)

    async def _report(self, number: int, played: int, record: str) -> None:
        if number not in self._rooms or self.contest.reported.get(number, 0) >= played:
            return
        hand = Hand.load(record)
        setup, stacks = hand.setup, hand.stacks
        best = max(setup.dealt, key=lambda seat: stacks[seat] - setup.stacks[seat])
        chairs = self._director.chairs[number]
        losses = tuple(Loss(seat, setup.stacks[seat], chairs[best]) for seat in setup.dealt if not stacks[seat])
        floor = floor_of(self.contest, self._rooms, number)
        now = self.clock.now()
        fact = facts.HandReported(at=now, table=number, hand=played, losses=losses, floor=floor)
        await self._commit(now, (fact,))

    @property
    def _director(self) -> Director:
        assert self.contest.director is not None
        return self.contest.director

    # -- carrying out --------------------------------------------------------------------------------------------

    async def _commit(self, now: int, found: Iterable[ContestFact]) -> None:
        """Fold facts, carry out what follows from them at the tables, commit all of it, and then tell."""
        async with AsyncExitStack() as stack:
            for number in sorted(self._rooms):
                await stack.enter_async_context(self._rooms[number].lock)
            work = Carrier(
                self.id,
                self.contest,
                self._count,
                self._rooms,
                now,
                connected=self._host.connected,
                new_room=lambda opened: Room(Live(opened), self.store, self.bank, self.clock, self._draw),
            )
            for fact in found:
                work.take(fact)
            if self.contest.status == "running":
                work.go_on()
            if not work.rows:
                return
            batch = work.batch()
            await self.store.append(batch)
            self._count = work.count
            self._rooms = work.rooms
            self.bank.book(work.transfers)
            for room in work.touched.values():
                room.settle(batch)
        for room in work.opened:
            room.hand_ended = self._hand_ended
            await self._host.serve(room)
        for player, moved in work.moves.items():
            self._host.seated(player, moved.table)
            self._host.tell(player, moved)
        frame = encode(self.now())
        for watcher in tuple(self._watchers):
            watcher.send(frame)

    async def _close(self, now: int) -> None:
        """Let the last table go, and end the stream."""
        async with AsyncExitStack() as stack:
            for number in sorted(self._rooms):
                await stack.enter_async_context(self._rooms[number].lock)
            why = f"{self.contest.structure.name} is over"
            parts = {
                number: room.stage((table_facts.Closed(at=max(now, room.live.state.at), why=why),))
                for number, room in self._rooms.items()
                if not room.live.closed
            }
            batch = joined(parts.values(), closed=((self.id, now),))
            await self.store.append(batch)
            for number in parts:
                self._rooms[number].settle(batch)
        self.closed = True

    def _set_timer(self) -> None:
        now = self.clock.now()
        due = [self.contest.due, self.contest.next_change(now) if not self.contest.over else None]
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


async def _fold(tournament: str, store: Store) -> tuple[Contest, int]:
    """A tournament from the store, and how many facts it has."""
    rows = await store.read(tournament)
    opened, *rest = (facts.read(row.payload) for row in rows)
    assert isinstance(opened, facts.TournamentOpened)
    contest = Contest(opened)
    for fact in rest:
        contest.apply(fact)
    return contest, len(rows)
