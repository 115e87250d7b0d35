"""Serves a tournament: one task with one inbox, its tables' tasks, and its entries' money.

A hand is reported to the director when every viewer has seen its end. The director's orders are committed to the
tournament and all its tables in one batch, so a chip is never in two places.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Protocol

from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.lobby import TournamentCard, TournamentNow
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.hosting.decide import admit, notice_host
from bigslick.server.hosting.facts import HostChanged, PlayerBanned, Requested, Resumed
from bigslick.server.hosting.state import Invitation
from bigslick.server.serving.answers import Answer, done
from bigslick.server.serving.served import Served, Services, Viewer
from bigslick.server.store.bank import InsufficientChips, player_account
from bigslick.server.store.records import DoneCommand, StoredHand
from bigslick.server.table import facts as table_facts
from bigslick.server.table.room import TableRoom
from bigslick.server.table.state import LiveTable
from bigslick.server.table.task import TableTask
from bigslick.tournament.director.losses import losses_of

from . import facts
from .commit import TournamentCommit, floor_report, joined, opening
from .decide import decide, fill, first_bots
from .facts import TournamentFact
from .loading import load_record, load_tournament
from .settings import TournamentSettings
from .standings import card, standings
from .state import LiveTournament

CLOSE_MS: Final = 20_000
"""How long the last table stays open after the winner is known."""
LEAST_DELAY_MS: Final = 1_000
"""Shorter stops do not count."""
_COMES_IN: Final = (facts.PlayerEntered, Requested, HostChanged)


class TournamentRoom(TableRoom, Protocol):
    """The part of the card room that a tournament uses."""

    tables: dict[str, TableTask]

    async def serve(self, task: TableTask) -> None:
        """Add a table and start it."""

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""

    def seated(self, player: str, table: str) -> None:
        """Record where a player sits."""

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all of a player's connections."""


class TournamentTask(Served[wire.TournamentCommand]):
    """A tournament from its opening to the last prize."""

    live: LiveTournament
    kind = "tournament"
    _room: TournamentRoom

    def __init__(self, name: str, live: LiveTournament, services: Services, room: TournamentRoom) -> None:
        super().__init__(name, services, room)
        self.live = live
        self.closed = False
        self._tables: dict[int, TableTask] = {}
        self._ended: deque[tuple[int, int, str]] = deque()
        """Hands to report to the director: table, number and record."""
        self._viewers: dict[Viewer, None] = {}
        self._over_at: int | None = None
        self._delay = 0
        """How long the card room was out of service, not yet applied to levels and breaks."""

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        name: str,
        settings: TournamentSettings,
        services: Services,
        room: TournamentRoom,
        invitation: Invitation | None = None,
        commands: Sequence[DoneCommand] = (),
    ) -> TournamentTask:
        """Open a tournament: it is in the store when this returns, with its command, and takes entries from `start`
        on.
        """
        invitation = services.introduce(invitation)
        opened = facts.TournamentOpened(at=services.clock.now(), settings=settings, invitation=invitation)
        await services.store.append(opening(name, opened, commands))
        return cls(name, LiveTournament(opened), services, room)

    @classmethod
    async def restore(cls, name: str, services: Services, room: TournamentRoom) -> TournamentTask:
        """Restore a tournament from its facts; its tables must be among the room's, not yet started.

        Raises `DamagedStream`. Levels and breaks resume where they were: the stop does not count.
        """
        task = cls(name, await load_tournament(name, services.store), services, room)
        now = task.clock.now()
        for table in room.tables.values():
            if table.settings.tournament == name:
                table.event_names = task._names_shown
                task._tables[_number(table.id)] = table
                await task._find_unreported(table)
        if task.live.over:
            task._over_at = now
        last = max((table.live.at for table in task._tables.values()), default=0)
        task.delay(now - max(last, task.live.at))
        return task

    async def _find_unreported(self, table: TableTask) -> None:
        """Report a hand that ended just before the server went down, unless the director knows it."""
        number, played = _number(table.id), table.live.table.number
        if table.live.playing is None and played > self.live.reported.get(number, 0):
            record = await load_record(table.id, played, self.store)
            if record is not None:  # a hand that was called off has no record, and is dealt again
                self._report_when_shown(table, played, record)

    # -- players and viewers -------------------------------------------------------------------------------------

    def delay(self, ms: int) -> None:
        """Resume levels and breaks where they were before the card room was out of service."""
        if ms >= LEAST_DELAY_MS:
            self._delay += ms
            self._awake.set()

    async def admit(self, player: str, arrival: str = "") -> None:
        """Admit a player who has the invite, or raise `CommandRefused`."""
        now = self.clock.now()
        async with self.lock:
            if found := admit(self.live.hosting, player, now, arrival):
                await self._insist(self._commit(now, found))

    def look_up(self) -> None:
        """Check whether the host is there, after a player came or left."""
        self._awake.set()

    def watch(self, viewer: Viewer) -> None:
        """Send a viewer the standings, now and whenever they change."""
        self._viewers[viewer] = None
        self._introduce((viewer,))
        viewer.send(encode(self.now()))
        self._tell_hosting((viewer,))

    def _tell_hosting(self, viewers: Iterable[Viewer]) -> None:
        """Send viewers what they may know about the host and the door."""
        hosting = self.live.hosting
        for viewer in viewers if hosting.hosted else ():
            viewer.send(encode(hosting.now(self.id, viewer.player)))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)

    def dismiss(self, player: str) -> None:
        """Stop sending to a player, on any connection, here or at its tables."""
        for viewer in tuple(self._viewers):
            if viewer.player == player:
                self.unwatch(viewer)
        for table in self._tables.values():
            table.dismiss(player)

    def is_watched_by(self, player: str) -> bool:
        """Whether a player is watching it, or one of its tables."""
        return any(viewer.player == player for viewer in self._watchers())

    def _watchers(self) -> Iterable[Viewer]:
        yield from tuple(self._viewers)
        for table in self._tables.values():
            yield from table.audience.everyone()

    def now(self) -> TournamentNow:
        """Return the tournament as its tables' viewers know it."""
        return standings(self.id, self.live, self._tables, self.clock.now())

    def card(self) -> TournamentCard:
        return card(self.id, self.live)

    @property
    def deserted(self) -> bool:
        """Whether a player opened it, and no one has entered or is watching."""
        live = self.live
        return bool(live.host) and live.status == "registering" and all(live.entered.values()) and not self._viewers

    @property
    def chips(self) -> int:
        """All chips at its tables and between them."""
        moving = sum(traveller.chips for traveller in self.live.travelling.values())
        return moving + sum(table.live.chips for table in self._tables.values())

    @property
    def handed_out(self) -> int:
        """All chips that its entries were given."""
        director = None if self.live.over else self.live.director
        return self.chips if director is None else len(director.names) * self.live.structure.starting_stack

    @property
    def busy(self) -> bool:
        """Whether a commit is in progress or never finished, so its chips and money cannot be counted."""
        committing = self.lock.locked() or any(table.lock.locked() for table in self._tables.values())
        return committing or self._broken

    # -- the task ------------------------------------------------------------------------------------------------

    def hand_ended(self, hand: StoredHand) -> None:
        """Report a committed hand at one of the tables once viewers have seen its end."""
        if (table := self._tables.get(_number(hand.table))) is not None:
            self._report_when_shown(table, hand.number, hand.record)

    def _report_when_shown(self, table: TableTask, played: int, record: str) -> None:
        """Report a hand once viewers have seen its end, because the standings must not reveal the cards."""

        def report() -> None:
            self._ended.append((_number(table.id), played, record))
            self._awake.set()

        table.when_shown(table.live.seq, report)

    async def _reload(self) -> None:
        self.live = await load_tournament(self.id, self.store)
        for table in self._tables.values():
            async with table.lock:
                await table.recover()
            await self._find_unreported(table)

    async def _work(self) -> None:
        if self._delay and not self.live.over:
            now = self.clock.now()
            await self._commit(now, (facts.TournamentDelayed(at=now, ms=self._delay),))
        self._delay = 0
        await self._look_for_host()
        await self._end_pause()
        if names := self._new_names(max(self.clock.now(), self.live.at)):
            await self._commit(self.clock.now(), names)
        while self._inbox:
            self._serving = served = self._inbox.popleft()
            answer = await self._recall(served.player, served.command)
            if answer is None:
                answer = await self._decide(served.player or "", served.command)
            self._drafted = None
            self._reply(answer)
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

    async def _look_for_host(self) -> None:
        """Record whether the host is there; a host who is shut out counts as away."""
        live, now = self.live, self.clock.now()
        there = self._room.connected(live.host) and not self._room.shuts_out(live.host, live.settings.club)
        if not live.over and (found := notice_host(live.hosting, max(now, live.at), there=there)):
            await self._commit(now, found)

    async def _end_pause(self) -> None:
        """Resume after the longest pause that the door allows."""
        now, ends = self.clock.now(), self.live.hosting.pause_ends
        if ends is not None and now >= ends and not self.live.over:
            await self._commit(now, (Resumed(at=max(now, self.live.at), why="time"),))

    async def _before_start(self, now: int) -> None:
        live = self.live
        if bots := first_bots(live, now):
            await self._commit(now, bots)
        if live.fill_at is not None and now >= live.fill_at:
            await self._commit(now, fill(live, now))
        if live.complete:
            await self._commit(now, (facts.TournamentStarted(at=now, seed=self._services.draw().hex()),))

    async def _decide(self, player: str, command: wire.TournamentCommand) -> Answer:
        now, structure = self.clock.now(), self.live.structure
        payer, cost = player, structure.buy_in + structure.fee
        try:
            floor = floor_report(self.live, self._tables)
            decided = decide(self.live, command, player, now, floor, self._room.connected)
            found = tuple(map(self._with_token, decided))
            comers = [fact.player for fact in found if isinstance(fact, _COMES_IN)]
            self._check_may_come_in(comers, player, self.live.settings.club)
            entered = [fact.player for fact in found if isinstance(fact, facts.PlayerEntered | Requested)]
            payer, cost = (entered[0], cost) if entered else (player, 0)
            if cost:
                self.bank.hold(player_account(payer), cost)
        except CommandRefused as refused:
            return self._refuse(player, command.cmd_id, refused)
        except InsufficientChips:
            if payer == player:
                free = self.bank.free(player_account(player))
                sentence = say("the entry costs {cost} chips, but your account has only {free}", cost=cost, free=free)
            else:
                sentence = say("{player} does not have the chips any more", player=payer)
            return self._refuse(player, command.cmd_id, CommandRefused(sentence))
        self._drafted = player, command.cmd_id
        try:
            if found:
                await self._commit(now, found, self._done(player, wire.Done(cmd_id=command.cmd_id), now))
        finally:
            if cost:
                self.bank.release(player_account(payer), cost)
        return wire.Done(cmd_id=command.cmd_id)

    def _out_of_service(self, cmd_id: str) -> wire.Refused:
        name = self.live.structure.name
        if self.closed:
            return wire.Refused(cmd_id=cmd_id, sentence=say("{name} is over.", name=name))
        sentence = say("{name} takes no entries for a moment: try again in a few seconds.", name=name)
        return wire.Refused(cmd_id=cmd_id, sentence=sentence, code="failed")

    async def _report(self, number: int, played: int, record: str) -> None:
        now = self.clock.now()
        if number not in self._tables or self.live.reported.get(number, 0) >= played:
            return
        losses = losses_of(Hand.load(record), self.live.playing.chairs[number])
        floor = floor_report(self.live, self._tables, number)
        await self._commit(now, (facts.HandReported(at=now, table=number, hand=played, losses=losses, floor=floor),))

    # -- committing ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _tables_locked(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for number in sorted(self._tables):
                await stack.enter_async_context(self._tables[number].lock)
            yield

    async def _commit(self, now: int, found: Sequence[TournamentFact], command: DoneCommand | None = None) -> None:
        """Apply facts, carry out what follows from them at the tables, commit it all, then show it."""
        async with self._tables_locked():
            commit = TournamentCommit(
                self.id,
                self.live,
                self._tables,
                now,
                connected=self._room.connected,
                new_table=self._new_table,
            )
            for fact in self._named(found):
                commit.take(fact)
            if self.live.status == "running":
                commit.go_on()
            if not commit.rows and not commit.touched:
                return
            batch = commit.batch(command)
            await self.store.append(batch)
            if command is not None:
                self._remember(command.player, done(command))
            self._tables = commit.tables
            self.bank.book(commit.transfers)
            for table in commit.touched.values():
                table.settle(batch)
        for table in commit.opened:
            await self._room.serve(table)
        for player, moved in commit.moves.items():
            self._room.seated(player, moved.table)
            self._room.tell(player, moved)
        for fact in found:
            if isinstance(fact, PlayerBanned):
                self.dismiss(fact.player)
        for player in self._introduced:
            for table in self._tables.values():
                table.rename(player)
        self._introduce_new(tuple(self._viewers))
        frame = encode(self.now())
        for viewer in tuple(self._viewers):
            viewer.send(frame)
        if commit.hosts:
            self._tell_hosting(tuple(self._viewers))

    def _new_table(self, opened: table_facts.Opened) -> TableTask:
        table = TableTask(LiveTable(opened), self._services, self._room)
        table.event_names = self._names_shown
        return table

    async def _close(self, now: int) -> None:
        """Close the last table, and end the stream."""
        name = self.live.structure.name
        async with self._tables_locked():
            parts = {
                number: table.stage((table_facts.TableClosed(at=max(now, table.live.at), why=f"{name} is over"),))
                for number, table in self._tables.items()
                if not table.live.closed
            }
            batch = joined(parts.values(), closed=((self.id, now),))
            await self.store.append(batch)
            for number in parts:
                self._tables[number].settle(batch)
        self.closed = self._stopping = True

    def _due(self) -> Iterable[int | None]:
        now = self.clock.now()
        times = (
            self.live.fill_at,
            None if self.live.over else self.live.hosting.pause_ends,
            None if self.live.over else self.live.next_change(now),
            None if self._over_at is None else self._over_at + CLOSE_MS,
        )
        return (None if at is None else max(at, now + 1) for at in times)  # a past time changed nothing: wait


def _number(table: str) -> int:
    return int(table.rpartition(".")[2])
