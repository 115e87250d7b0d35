"""Serves a tournament: one task with one inbox, its tables' tasks, and its entries' money.

A hand is reported to the director when every viewer has seen its end. The director's orders are committed to the
tournament and all its tables in one batch, so a chip is never in two places.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Protocol

from msgspec.structs import replace

from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.lobby import SeriesLink, TournamentCard
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.tournament import OffersNow, TournamentNow, TournamentStructure
from bigslick.sentence import Sentence, say
from bigslick.server.hosting.decide import admit, notice_host
from bigslick.server.hosting.facts import HostChanged, PlayerBanned, Requested, Resumed
from bigslick.server.hosting.state import Invitation
from bigslick.server.serving.answers import Answer, done
from bigslick.server.serving.served import F, Served, Services, Viewer
from bigslick.server.store.bank import InsufficientChips, player_account
from bigslick.server.store.records import DoneCommand, StoredHand
from bigslick.server.table import facts as table_facts
from bigslick.server.table.room import TableRoom
from bigslick.server.table.state import LiveTable
from bigslick.server.table.task import TableTask

from . import facts
from .commit import SeenHand, TournamentCommit, floor_report, joined, opening
from .deals import lost_player
from .decide import decide
from .facts import TournamentFact
from .loading import load_record, load_tournament
from .offered import offered
from .offers import cost_of
from .settings import TournamentSettings
from .standings import card, change, standings, structure
from .starting import fill, first_bots, start_due
from .state import LiveTournament

CLOSE_MS: Final = 20_000
"""How long the last table stays open after the winner is known."""
TELL_MS: Final = 1_000
"""Viewers hear of changes at most this often."""
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
        self._ended: list[SeenHand] = []
        """Hands to report to the director."""
        self._collecting = False
        """Whether more hands may end at the moment of the last of them."""
        self._viewers: dict[Viewer, None] = {}
        self._known: TournamentNow | None = None
        """The tournament as its viewers know it; None without viewers."""
        self._told = 0
        """How many pieces of news they have had."""
        self._tell_at = 0
        """When they can hear of the next change."""
        self._changed = False
        """Whether something may have changed since they last heard."""
        self._offered: dict[str, OffersNow] = {}
        """What each player who watches has been told that they can pay for."""
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
                task._tables[_number(table.id)] = table
                await task._find_unreported(table)
        if task.live.over:
            task._over_at = now
        last = max((table.live.at for table in task._tables.values()), default=0)
        task.delay(now - max(last, task.live.at, seen))
        return task

    async def _find_unreported(self, table: TableTask) -> None:
        """Report a hand that ended just before the server went down, unless the director knows it."""
        number, played = _number(table.id), table.live.table.number
        reported = {} if self.live.play is None else self.live.play.reported
        if table.live.playing is None and played > reported.get(number, 0):
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

    def expects(self, player: str) -> bool:
        """Whether a player has entered and not been there yet, where absent players are removed."""
        live = self.live
        if live.structure.no_shows is None or live.play is None or live.over:
            return False
        return not live.players.get(player, "bot") and player not in live.play.shown_up

    def watch(self, viewer: Viewer) -> None:
        """Send a viewer the structure once, and the standings now and whenever they change."""
        if self._known is None:
            self._known, self._told, self._changed = self.now(), self.live.told, False
        self._viewers[viewer] = None
        self._introduce((viewer,))
        viewer.send(encode(self.structure()))
        viewer.send(encode(self._known))
        self._tell_hosting((viewer,))
        if viewer.player is not None:
            viewer.send(encode(self._offer(viewer.player)))

    def _tell_hosting(self, viewers: Iterable[Viewer]) -> None:
        """Send viewers what they may know about the host and the door."""
        hosting = self.live.hosting
        for viewer in viewers if hosting.hosted else ():
            viewer.send(encode(hosting.now(self.id, viewer.player)))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)
        if not self._viewers:
            self._known = None
            self._offered.clear()

    def _tell(self) -> None:
        """Tell viewers what has changed, and what they can pay for, not too often."""
        now = self.clock.now()
        if not self._changed or now < self._tell_at or self._known is None:
            return
        self._changed, self._tell_at = False, now + TELL_MS
        after, live = self.now(), self.live
        found = change(self._known, after, live.told - self._told)
        if found is not None:
            self._known, self._told = replace(after, seq=found.seq), live.told
            frame = encode(found)
            for viewer in tuple(self._viewers):
                viewer.send(frame)
        self._tell_offers(tuple(self._viewers))

    def _offer(self, player: str) -> OffersNow:
        """Return what a player can pay for, and note that they are told."""
        offers = offered(self.live, player, max(self.clock.now(), self.live.at))
        self._offered[player] = told = OffersNow(tournament=self.id, offers=offers)
        return told

    def _tell_offers(self, viewers: Iterable[Viewer]) -> None:
        """Tell players who watch what they can pay for, if that has changed."""
        frames: dict[str, bytes] = {}
        for viewer in viewers:
            if (player := viewer.player) is None:
                continue
            if player not in frames:
                known, told = self._offered.get(player), self._offer(player)
                frames[player] = b"" if told == known else encode(told)
            if frame := frames[player]:
                viewer.send(frame)

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
        return live.status == "registering" and all(live.players.values()) and not self._viewers

    @property
    def chips(self) -> int:
        """All chips at its tables, between them and in bags."""
        moving = sum(traveller.chips for traveller in self.live.travelling.values())
        director = self.live.director
        bagged = 0 if director is None else sum(director.bags.values())
        return moving + bagged + sum(table.live.chips for table in self._tables.values())

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
        if (table := self._tables.get(_number(hand.table))) is not None:
            self._report_when_shown(table, hand.number, hand.record)

    def _report_when_shown(self, table: TableTask, played: int, record: str) -> None:
        """Report a hand once viewers have seen its end, because the standings must not reveal the cards."""

        def report() -> None:
            number = _number(table.id)
            if all((hand.table, hand.number) != (number, played) for hand in self._ended):
                self._ended.append(SeenHand(number, played, Hand.load(record), self.clock.now()))
            if not self._collecting:  # other hands may end at this moment, too: they are reported together
                self._collecting = True
                self.clock.call_at(self.clock.now(), self._collected)

        table.when_shown(table.live.seq, report)

    def _collected(self) -> None:
        self._collecting = False
        self._awake.set()

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
        now = self.clock.now()
        if self.live.status == "registering":
            await self._before_start(now)
        elif self.live.status == "running":
            await self._look_for_players()
            await self._look_at_deal()
            if not self._about_to_report(now):
                await self._commit(now, ())
        if self.live.over and self._over_at is None:
            self._over_at = now
        if self._over_at is not None and now >= self._over_at + CLOSE_MS:
            await self._close(now)
        self._tell()

    async def _look_for_host(self) -> None:
        """Record whether the host is there; a host who is shut out counts as away."""
        live, now = self.live, self.clock.now()
        there = self._room.connected(live.host) and not self._room.shuts_out(live.host, live.settings.club)
        if not live.over and (found := notice_host(live.hosting, max(now, live.at), there=there)):
            await self._commit(now, found)

    async def _look_for_players(self) -> None:
        """Record who has come, where absent players are removed."""
        live, now = self.live, max(self.clock.now(), self.live.at)
        if live.structure.no_shows is None or live.over:
            return
        people = (player for player, bot in live.players.items() if not bot and player not in live.playing.shown_up)
        came = [player for player in people if self._room.connected(player)]
        if came:
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
            payer, cost = self._cost(of_people, player)
            if cost:
                self.bank.hold(player_account(payer), cost)
        except CommandRefused as refused:
            return self._refuse(player, command.cmd_id, refused)
        except InsufficientChips:
            return self._refuse(player, command.cmd_id, CommandRefused(self._too_little(player, payer, command, cost)))
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

    def _cost(self, found: Iterable[TournamentFact], player: str) -> tuple[str, int]:
        """Return the player who pays for facts, and how much."""
        for fact in found:
            if isinstance(fact, facts.PlayerEntered | Requested):
                return fact.player, self.live.structure.entry_cost
            if isinstance(fact, facts.ChipsPaid):
                return player, cost_of(self.live, fact.kind)
        return player, 0

    def _too_little(self, player: str, payer: str, command: wire.TournamentCommand, cost: int) -> Sentence:
        """Say that an account does not have the price of an entry, or of more chips."""
        if payer != player:
            return say("{player} does not have the chips any more", player=payer)
        free = self.bank.free(player_account(player))
        if isinstance(command, wire.BuyChips) and command.kind == "rebuy":
            return say("a rebuy costs {cost} chips, but your account has only {free}", cost=cost, free=free)
        if isinstance(command, wire.BuyChips):
            return say("the add-on costs {cost} chips, but your account has only {free}", cost=cost, free=free)
        return say("the entry costs {cost} chips, but your account has only {free}", cost=cost, free=free)

    def _with_token(self, fact: F) -> F:
        if isinstance(fact, facts.TournamentStarted):
            return replace(fact, seed=self._services.draw().hex())
        return super()._with_token(fact)

    def _about_to_report(self, now: int) -> bool:
        """Whether a hand ends at this very moment whose table has yet to say so: they are reported together."""
        if self._collecting:
            return True
        reported = self.live.playing.reported
        seen = {(hand.table, hand.number) for hand in self._ended}
        for number, table in self._tables.items():
            live = table.live
            played = live.table.number
            unheard = live.ended is not None and played > reported.get(number, 0) and (number, played) not in seen
            if unheard and live.playing is None and live.parked and live.script_end <= now:
                return live.next_update_at is not None
        return False

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
                commit.go_on(self._ended)
            if not commit.rows and not commit.touched:
                return
            batch = commit.batch(command)
            await self.store.append(batch)
            if command is not None:
                self._remember(command.player, done(command))
            self._tables = commit.tables
            self._forget_reported()
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
        self._changed = True
        self._tell()
        if command is not None:  # the others hear of their offers with the next change
            self._tell_offers([viewer for viewer in self._viewers if viewer.player == command.player])
        if commit.hosts:
            self._tell_hosting(tuple(self._viewers))

    def _forget_reported(self) -> None:
        """Drop the hands that the director knows, and those of tables that are gone."""
        reported = {} if self.live.play is None else self.live.play.reported
        self._ended = [
            hand for hand in self._ended if hand.table in self._tables and hand.number > reported.get(hand.table, 0)
        ]

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
        times = (live.fill_at, *waits_until, closes, gone, self._tell_at if self._changed and self._viewers else None)
        return (None if at is None else max(at, now + 1) for at in times)  # a past time changed nothing: wait


def _number(table: str) -> int:
    return int(table.rpartition(".")[2])
