"""Serves a tournament: one task with one inbox, its tables' tasks, and its entries' money.

A hand is reported to the director when every viewer has seen its end. The director's orders are committed to the
tournament and all its tables in one batch, so a chip is never in two places.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.lobby import SeriesLink, TournamentCard
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.tournament import TournamentNow, TournamentStructure
from bigslick.sentence import say
from bigslick.server.hosting.decide import admit, notice_host
from bigslick.server.hosting.facts import HostChanged, PlayerBanned, Requested, Resumed
from bigslick.server.hosting.state import Invitation
from bigslick.server.serving.answers import Answer, done
from bigslick.server.serving.served import F, Served, Services, Viewer
from bigslick.server.store.bank import InsufficientChips, player_account
from bigslick.server.store.records import DoneCommand, StoredHand
from bigslick.server.table import facts as table_facts
from bigslick.server.table.state import LiveTable
from bigslick.server.table.task import TableTask

from . import facts
from .commit import TournamentCommit, floor_report, joined, opening
from .deals import lost_player
from .decide import decide
from .facts import TournamentFact
from .loading import load_tournament
from .offers import price_of, too_little
from .reports import Reports, number_of
from .room import TournamentRoom
from .settings import TournamentSettings
from .standings import card, standings, structure
from .starting import fill, first_bots, start_due
from .state import LiveTournament
from .watchers import Watchers

CLOSE_MS: Final = 20_000
"""How long the last table stays open after the winner is known."""
LEAST_DELAY_MS: Final = 1_000
"""Shorter stops do not count."""
_COMES_IN: Final = (facts.PlayerEntered, Requested, HostChanged)


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
        self.watchers = Watchers(name, services.clock)
        self._reports = Reports(services.clock, self._awake.set)
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
        series: SeriesLink | None = None,
    ) -> TournamentTask:
        """Open a tournament: it is in the store when this returns, with its command, and takes entries from `start`
        on.
        """
        invitation = services.introduce(invitation)
        now = services.clock.now()
        opened = facts.TournamentOpened(at=now, settings=settings, invitation=invitation, series=series)
        await services.store.append(opening(name, opened, commands))
        return cls(name, LiveTournament(opened), services, room)

    @classmethod
    async def restore(cls, name: str, services: Services, room: TournamentRoom, seen: int = 0) -> TournamentTask:
        """Restore a tournament from its facts; its tables must be among the room's, not yet started.

        Raises `DamagedStream`. Levels and breaks resume where they were: the stop does not count. `seen` is when the
        card room is known to have been open, which may be long after the last fact, in a break or between two days.
        """
        task = cls(name, await load_tournament(name, services.store), services, room)
        now = task.clock.now()
        for table in room.tables.values():
            if table.settings.tournament == name:
                table.event_names = task._names_shown
                task._tables[number_of(table.id)] = table
                await task._reports.find(table, task.live, task.store)
        if task.live.over:
            task._over_at = now
        last = max((table.live.at for table in task._tables.values()), default=0)
        task.delay(now - max(last, task.live.at, seen))
        return task

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

    def expects(self, player: str) -> bool:
        """Whether a player has entered and not been there yet, where absent players are removed."""
        return player in self.live.not_shown_up

    def watch(self, viewer: Viewer) -> None:
        self._introduce((viewer,))
        self.watchers.add(viewer, self.live, self.now)

    def unwatch(self, viewer: Viewer) -> None:
        self.watchers.remove(viewer)

    def dismiss(self, player: str) -> None:
        """Stop sending to a player, on any connection, here or at its tables."""
        self.watchers.dismiss(player)
        for table in self._tables.values():
            table.dismiss(player)

    def is_watched_by(self, player: str) -> bool:
        """Whether a player is watching it, or one of its tables."""
        return any(viewer.player == player for viewer in self._watchers())

    def _watchers(self) -> Iterable[Viewer]:
        yield from self.watchers.everyone()
        for table in self._tables.values():
            yield from table.audience.everyone()

    @property
    def tables(self) -> Mapping[int, TableTask]:
        """Its tables by number."""
        return self._tables

    def now(self) -> TournamentNow:
        """Return the tournament as its tables' viewers know it."""
        return standings(self.id, self.live, self._tables, self.clock.now())

    def structure(self) -> TournamentStructure:
        """Return what was decided before the first card."""
        return structure(self.id, self.live)

    def card(self) -> TournamentCard:
        return card(self.id, self.live)

    @property
    def deserted(self) -> bool:
        """Whether a player opened it, and no one has entered or is watching."""
        live = self.live
        if not live.host or live.settings.start == "time":
            return False
        return live.status == "registering" and all(live.players.values()) and not self.watchers.everyone()

    @property
    def chips(self) -> int:
        """All chips at its tables, between them and in bags."""
        return self.live.chips_away + sum(table.live.chips for table in self._tables.values())

    @property
    def handed_out(self) -> int:
        """All chips that were sold and are still in play."""
        director = None if self.live.over else self.live.director
        return self.chips if director is None else director.chips

    @property
    def busy(self) -> bool:
        """Whether a commit is in progress or never finished, so its chips and money cannot be counted."""
        committing = self.lock.locked() or any(table.lock.locked() for table in self._tables.values())
        return committing or self._broken

    # -- the task ------------------------------------------------------------------------------------------------

    def hand_ended(self, hand: StoredHand) -> None:
        """Report a committed hand at one of the tables once viewers have seen its end."""
        if (table := self._tables.get(number_of(hand.table))) is not None:
            self._reports.hand_ended(table, hand)

    async def _reload(self) -> None:
        self.live = await load_tournament(self.id, self.store)
        for table in self._tables.values():
            async with table.lock:
                await table.recover()
            await self._reports.find(table, self.live, self.store)

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
        now = self.clock.now()
        if self.live.status == "registering":
            await self._before_start(now)
        elif self.live.status == "running":
            await self._look_for_players()
            await self._look_at_deal()
            if not self._reports.are_due(self.live, self._tables, now):
                await self._commit(now, ())
        if self.live.over and self._over_at is None:
            self._over_at = now
        if self._over_at is not None and now >= self._over_at + CLOSE_MS:
            await self._close(now)
        self.watchers.tell(self.live, self.now)

    async def _look_for_host(self) -> None:
        """Record whether the host is there; a host who is shut out counts as away."""
        live, now = self.live, self.clock.now()
        there = self._room.connected(live.host) and not self._room.shuts_out(live.host, live.settings.club)
        if not live.over and (found := notice_host(live.hosting, max(now, live.at), there=there)):
            await self._commit(now, found)

    async def _look_for_players(self) -> None:
        """Record who has come, where absent players are removed."""
        now = max(self.clock.now(), self.live.at)
        if came := [player for player in self.live.not_shown_up if self._room.connected(player)]:
            await self._commit(now, [facts.PlayerShowedUp(at=now, player=player) for player in came])

    def _lost_player(self) -> tuple[int, str] | None:
        return lost_player(self.live, {number: table.live for number, table in self._tables.items()})

    async def _look_at_deal(self) -> None:
        """End a vote on a deal when a player who has yet to answer has been disconnected for too long."""
        now, lost = self.clock.now(), self._lost_player()
        if lost is not None and now >= lost[0]:
            await self._commit(now, (facts.DealFell(at=max(now, self.live.at), why="away", player=lost[1]),))

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
        if found := start_due(live, now):
            await self._commit(now, tuple(map(self._with_token, found)))

    async def _decide(self, player: str, command: wire.TournamentCommand) -> Answer:
        now = self.clock.now()
        payer, cost = player, 0
        try:
            floor = floor_report(self.live, self._tables)
            decided = decide(self.live, command, player, now, floor, self._room.connected)
            found = tuple(map(self._with_token, decided))
            of_people = [fact for fact in found if not (isinstance(fact, facts.PlayerEntered) and fact.bot)]
            comers = [fact.player for fact in of_people if isinstance(fact, _COMES_IN)]
            self._check_may_come_in(comers, player, self.live.settings.club)
            payer, cost = price_of(self.live, of_people, player)
            if cost:
                self.bank.hold(player_account(payer), cost)
        except CommandRefused as refused:
            return self._refuse(player, command.cmd_id, refused)
        except InsufficientChips:
            free = self.bank.free(player_account(payer))
            return self._refuse(player, command.cmd_id, too_little(command, player, payer, cost, free))
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

    def _with_token(self, fact: F) -> F:
        if isinstance(fact, facts.TournamentStarted):
            return replace(fact, seed=self._services.draw().hex())
        return super()._with_token(fact)

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
                self.id, self.live, self._tables, now, connected=self._room.connected, new_table=self._new_table
            )
            for fact in self._named(found):
                commit.take(fact)
            if self.live.status == "running":
                commit.go_on(self._reports.seen)
            if not commit.rows and not commit.touched:
                return
            batch = commit.batch(command)
            await self.store.append(batch)
            if command is not None:
                self._remember(command.player, done(command))
            self._tables = commit.tables
            self._reports.forget_known(self.live, self._tables)
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
        watchers = self.watchers
        self._introduce_new(watchers.everyone())
        watchers.changed = True
        watchers.tell(self.live, self.now)
        if command is not None:  # the others hear of their offers with the next change
            watchers.tell_buyer(self.live, command.player)
        if commit.hosts:
            watchers.tell_hosting(self.live, watchers.everyone())

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
        now, live = self.clock.now(), self.live
        waits_until = [] if live.over else [live.hosting.pause_ends, live.next_change(now), *live.waits_until]
        closes = None if self._over_at is None else self._over_at + CLOSE_MS
        lost = None if live.over else self._lost_player()
        gone = None if lost is None else lost[0]
        times = (live.fill_at, *waits_until, closes, gone, self.watchers.due)
        return (None if at is None else max(at, now + 1) for at in times)  # a past time changed nothing: wait
