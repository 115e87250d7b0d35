"""A tournament being served: one task with one inbox, the tasks of its tables, and the money of its entries.

When a hand has ended and every viewer has seen how, the director hears of it. What the director orders is committed to
the streams of the tournament and of all tables concerned in one batch, so that a chip is never in two places.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack
from typing import Any, Final, Protocol

import sqlalchemy as sa

from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.answers import Answer, Answers
from bigslick.server.clock import Clock, Timer
from bigslick.server.hosting.decide import admit, notice_host
from bigslick.server.hosting.facts import HostChanged, PlayerBanned, Requested, changes_host_view
from bigslick.server.hosting.state import Invitation, not_let_in, stays_out
from bigslick.server.log import write_error
from bigslick.server.outage import answer_failure, away
from bigslick.server.store import schema
from bigslick.server.store.bank import Bank, InsufficientChips, player_account
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.records import Batch, FactRow, StoredHand, Stream
from bigslick.server.store.store import Conflict, Store
from bigslick.server.table import facts as table_facts
from bigslick.server.table.gallery import Viewer
from bigslick.server.table.state import LiveTable
from bigslick.server.table.task import TableTask
from bigslick.tournament.director.losses import losses_of

from . import facts
from .commit import TournamentCommit, floor_report, joined
from .decide import decide, fill, first_bots
from .facts import TournamentFact
from .loading import KIND, load_tournament
from .settings import TournamentSettings
from .standings import card, standings
from .state import LiveTournament

CLOSE_MS: Final = 20_000
"""How long the last table stays open after the winner is known."""
RETRY_MS: Final = 1_000
LEAST_DELAY_MS: Final = 1_000
"""A shorter stop is no delay."""
_COMES_IN: Final = (facts.PlayerEntered, Requested, HostChanged)

Draw = Callable[[], bytes]


class Host(Protocol):
    """The card room, as far as a tournament needs it."""

    tables: dict[str, TableTask]

    async def serve(self, task: TableTask) -> None:
        """Take in a table and start it."""

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether a player may not come to what belongs to a club, or to none."""

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
        self._delay = 0
        """For how long the card room could not serve, which levels and breaks do not know yet."""
        self._refusals: Answers[wire.Refused] = Answers()
        self._drafted: tuple[str, str] | None = None
        """The command whose facts are in `live` and may not be in the store."""
        self._serving = False
        """Whether that command is still being carried out."""
        self._unanswered: tuple[str, wire.TournamentCommand, asyncio.Future[Answer]] | None = None
        """A command that has failed."""

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        name: str,
        settings: TournamentSettings,
        *,
        store: Store,
        bank: Bank,
        clock: Clock,
        host: Host,
        draw: Draw,
        invitation: Invitation | None = None,
    ) -> TournamentTask:
        """A new tournament: in the store when this returns, and open for entries from `start` on."""
        invitation = invitation or Invitation()
        opened = facts.TournamentOpened(at=clock.now(), settings=settings, invitation=invitation)
        stream = Stream(
            id=name,
            kind=KIND,
            name=settings.structure.name,
            club=settings.club,
            opened_by=invitation.host,
            opened_at=opened.at,
        )
        await store.append(Batch(opened=(stream,), rows=(FactRow(name, 1, opened.at, encode(opened)),)))
        return cls(name, LiveTournament(opened), store=store, bank=bank, clock=clock, host=host, draw=draw)

    @classmethod
    async def restore(
        cls, name: str, *, store: Store, bank: Bank, clock: Clock, host: Host, draw: Draw
    ) -> TournamentTask:
        """A tournament as it was, from its facts; its tables must be among the host's, not yet started.

        Raises `DamagedStream`. Levels and breaks go on where they were: the stop does not count.
        """
        task = cls(name, await load_tournament(name, store), store=store, bank=bank, clock=clock, host=host, draw=draw)
        for table in host.tables.values():
            if table.settings.tournament == name:
                task._tables[_number(table.id)] = table
                table.hand_ended = task._hand_ended
                await task._find_unreported(table)
        if task.live.over:
            task._over_at = clock.now()
        last = max((table.live.at for table in task._tables.values()), default=0)
        task.delay(clock.now() - max(last, task.live.at))
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
        """Enter a player, take the entry back, or do what the host asks."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self._stopping or self.closed:
            over = wire.Refused(cmd_id=command.cmd_id, sentence=say("{name} is over.", name=self.live.structure.name))
            return self.answered(player, command.cmd_id) or over
        if (answer := self._while_away(player, command)) is not None:
            return answer
        self._inbox.append((player, command, done))
        self._awake.set()
        return await done

    def _while_away(self, player: str, command: wire.TournamentCommand) -> Answer | None:
        """The answer to a command while the database is in trouble; None if it must wait."""
        trouble = self.store.trouble
        if trouble is None:
            return None
        name = player, command.cmd_id
        if name == self._drafted and self._serving:
            return None
        # Another copy may wait in the inbox or come late on a lost connection: it gets the same answer.
        before = None if name == self._drafted else self.answered(player, command.cmd_id)
        return before or self._remember(player, away(command.cmd_id, trouble))

    def answered(self, player: str, cmd_id: str) -> Answer | None:
        """The answer that a command has had before."""
        if self.live.answers.get(player, cmd_id) is not None:
            return wire.Done(cmd_id=cmd_id)
        return self._refusals.get(player, cmd_id)

    def delay(self, ms: int) -> None:
        """The card room could not serve for so long: levels and breaks go on where they were."""
        if ms >= LEAST_DELAY_MS:
            self._delay += ms
            self._awake.set()

    async def admit(self, player: str) -> None:
        """Let a player in who has the invite, or raise `CommandRefused`."""
        now = self.clock.now()
        async with self._deciding:
            if found := admit(self.live.hosting, player, now):
                await self._insist(self._commit(now, found))

    def look_up(self) -> None:
        """Somebody has come or gone, and it may be the host."""
        self._awake.set()

    def watch(self, viewer: Viewer) -> None:
        """Send a viewer the standings, now and whenever they change."""
        self._viewers[viewer] = None
        viewer.send(encode(self.now()))
        self._tell_hosting((viewer,))

    def _tell_hosting(self, viewers: Iterable[Viewer]) -> None:
        """Send viewers what they may know of the host and the door."""
        hosting = self.live.hosting
        for viewer in viewers if hosting.hosted else ():
            viewer.send(encode(hosting.now(self.id, viewer.player)))

    def unwatch(self, viewer: Viewer) -> None:
        """Send a viewer nothing more."""
        self._viewers.pop(viewer, None)

    def dismiss(self, player: str) -> None:
        """Send a player nothing more, on any connection, here or at its tables."""
        for viewer in tuple(self._viewers):
            if viewer.player == player:
                self.unwatch(viewer)
        for table in self._tables.values():
            table.dismiss(player)

    def is_watched_by(self, player: str) -> bool:
        """Whether a player watches it, or one of its tables."""
        here = any(viewer.player == player for viewer in self._viewers)
        return here or any(table.audience.has(player) for table in self._tables.values())

    def now(self) -> wire.TournamentNow:
        """The tournament as far as viewers of its tables know."""
        return standings(self.id, self.live, self._tables, self.clock.now())

    def card(self) -> wire.TournamentCard:
        """The tournament in the lobby."""
        return card(self.id, self.live)

    @property
    def deserted(self) -> bool:
        """Whether a player opened it, and nobody has entered or looks at it."""
        live = self.live
        return bool(live.host) and live.status == "registering" and all(live.entered.values()) and not self._viewers

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

        table.when_shown(table.live.seq, report)

    async def _run(self) -> None:
        while not (self._stopping or self.closed):
            await self._awake.wait()
            await self.store.fine()
            self._awake.clear()
            if self.store.trouble is not None:  # and the process ends
                self._stopping = True
                break
            self._working = True
            try:
                async with self._deciding:
                    await self._insist(self._work())
            except (Conflict, OutcomeUnknown):  # another server writes this tournament now, or this one ends
                break
            except Exception:  # logged, and what is in the store is true again
                self._awake.set()
            self._working = False
            self._set_timer()
        while self._inbox:
            player, command, done = self._inbox.popleft()
            if not done.done():
                self._turn_away(player, command, done)

    def _turn_away(self, player: str, command: wire.TournamentCommand, done: asyncio.Future[Answer]) -> None:
        """Answer a command that is not carried out; one that was before has its answer."""
        done.set_result(self.answered(player, command.cmd_id) or self._remember(player, self._not_now(command)))

    async def _insist(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that commits; if it fails, go back to what is in the store."""
        try:
            await work
        except (Conflict, OutcomeUnknown) as error:
            write_error("tournament_failed", error, tournament=self.id)
            raise
        except Exception as error:
            if not isinstance(error, StoreFailed) or error.trouble is None:  # or the card room has logged it
                write_error("tournament_failed", error, tournament=self.id)
            await self._recover()
            self._answer_failed(error)  # by what is in the store
            raise

    def _not_now(self, command: wire.TournamentCommand) -> wire.Refused:
        sentence = say(
            "{name} takes no entries for a moment: try again in a few seconds.", name=self.live.structure.name
        )
        return wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code="failed")

    async def _recover(self) -> None:
        """Go back to what is in the store after a failed commit."""
        while not self._stopping:
            await self.store.fine()
            if self.store.trouble is not None:  # and the process ends
                return
            try:
                self.live = await load_tournament(self.id, self.store)
                for table in self._tables.values():
                    async with table.lock:
                        await table.recover()
                    await self._find_unreported(table)
            except Exception as error:
                write_error("tournament_broken", error, tournament=self.id)
                await self.clock.sleep(RETRY_MS)
                continue
            self._drafted = None
            return

    async def _work(self) -> None:
        if self._delay and not self.live.over:
            now = self.clock.now()
            await self._commit(now, (facts.TournamentDelayed(at=now, ms=self._delay),))
        self._delay = 0
        await self._look_for_host()
        while self._inbox:
            player, command, done = self._inbox.popleft()
            self._serving = True
            try:
                answer = await self._decide(player, command)
            except Exception as error:
                self._unanswered = player, command, done
                if isinstance(error, Conflict | StoreFailed):
                    self._answer_failed(error)
                raise
            finally:
                self._serving = False
            self._drafted = None
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

    async def _look_for_host(self) -> None:
        """Note whether the host is there; one who is shut out is not, wherever they are connected."""
        live, now = self.live, self.clock.now()
        there = self._host.connected(live.host) and not self._host.shuts_out(live.host, live.settings.club)
        if not live.over and (found := notice_host(live.hosting, max(now, live.at), there=there)):
            await self._commit(now, found)

    def _answer_failed(self, error: Exception) -> None:
        if self._unanswered is None:
            return
        player, command, done = self._unanswered
        self._unanswered = None
        if done.done():
            return
        if isinstance(error, Conflict | StoreFailed):
            if (refused := answer_failure(done, error, self._not_now(command))) is not None:
                self._remember(player, refused)
        else:
            self._turn_away(player, command, done)

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
        payer, cost = player, structure.buy_in + structure.fee
        if (before := self.answered(player, command.cmd_id)) is not None:
            return before
        try:
            found = decide(self.live, command, player, now, floor_report(self.live, self._tables))
            self._check_come_in(found, player)
            entered = [fact.player for fact in found if isinstance(fact, facts.PlayerEntered | Requested)]
            payer = entered[0] if entered else player
            entering = bool(entered and cost)
            if entering:
                self.bank.hold(player_account(payer), cost)
        except CommandRefused as refused:
            return self._refuse(player, command, refused.sentence, refused.code)
        except InsufficientChips:
            free = self.bank.free(player_account(player))
            mine = say("the entry costs {cost} chips, but your account has only {free}", cost=cost, free=free)
            sentence = mine if payer == player else say("{player} does not have the chips any more", player=payer)
            return self._refuse(player, command, sentence)
        self._drafted = player, command.cmd_id
        try:
            if found:
                await self._commit(now, found)
        finally:
            if entering:
                self.bank.release(player_account(payer), cost)
        return wire.Done(cmd_id=command.cmd_id)

    def _check_come_in(self, found: Sequence[TournamentFact], player: str) -> None:
        """Refuse what brings a player in who was shut out after they, or the host for them, asked for it."""
        for fact in found:
            if isinstance(fact, _COMES_IN) and self._host.shuts_out(fact.player, self.live.settings.club):
                raise not_let_in("tournament", self.id) if fact.player == player else stays_out(fact.player)

    def _refuse(
        self, player: str, command: wire.TournamentCommand, sentence: str, code: str = "refused"
    ) -> wire.Refused:
        return self._remember(player, wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code=code))

    def _remember(self, player: str, refused: wire.Refused) -> wire.Refused:
        self._refusals.put(player, refused.cmd_id, refused)
        return refused

    async def _report(self, number: int, played: int, record: str) -> None:
        if number not in self._tables or self.live.reported.get(number, 0) >= played:
            return
        now = self.clock.now()
        losses = losses_of(Hand.load(record), self.live.playing.chairs[number])
        floor = floor_report(self.live, self._tables, number)
        fact = facts.HandReported(at=now, table=number, hand=played, losses=losses, floor=floor)
        await self._commit(now, (fact,))

    # -- committing ----------------------------------------------------------------------------------------------

    async def _commit(self, now: int, found: Sequence[TournamentFact]) -> None:
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
        for fact in found:
            if isinstance(fact, PlayerBanned):
                self.dismiss(fact.player)
        frame = encode(self.now())
        for viewer in tuple(self._viewers):
            viewer.send(frame)
        if any(changes_host_view(fact) or isinstance(fact, facts.TournamentCancelled) for fact in found):
            self._tell_hosting(tuple(self._viewers))

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
