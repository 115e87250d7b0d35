"""A table being served: one task with one inbox.

The task takes one input at a time. What the table decides is applied and committed to the store, and only then does
anyone see it or get an answer. Clocks, house bots and the pace of the script are timers of the same task.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TableSettings
from bigslick.sentence import say
from bigslick.server.answers import Answer, Answers, Reply
from bigslick.server.bot_names import bot_style
from bigslick.server.clock import Clock, Timer
from bigslick.server.hosting.facts import HostChanged, Requested
from bigslick.server.hosting.state import Invitation, not_let_in, stays_out
from bigslick.server.log import write_error
from bigslick.server.outage import answer_failure, away, give_up
from bigslick.server.store.bank import Bank, InsufficientChips, player_account, table_account
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.records import Batch, StoredHand
from bigslick.server.store.store import Conflict, Store
from bigslick.server.store.trouble import DamagedStream
from bigslick.table.events import PlayerLeft, TopUpLapsed

from . import facts, skipping
from .audience import Audience, seat_as_shown
from .decide import decide, waits
from .draft import Draft, opening
from .facts import Fact
from .gallery import Viewer
from .loading import load_table
from .orders import Connect, Delay, Disconnect, Order, Restart
from .script import ScriptedUpdate
from .state import LiveTable
from .talk import Talk
from .timers import due, wake

AT_ONCE: Final = 64
"""The most facts committed together."""
RETRY_MS: Final = 1_000

_COMES_IN: Final = (facts.SeatTaken, Requested, facts.Queued, HostChanged)

Input = wire.TableCommand | Order


class TableTask:
    """A table being served."""

    def __init__(self, live: LiveTable, store: Store, bank: Bank, clock: Clock, draw: Callable[[], bytes]) -> None:
        self.live = live
        self.store = store
        self.bank = bank
        self.clock = clock
        self.talk = Talk(live.id)
        self.audience = Audience(live, clock, self.talk)
        self.lock = asyncio.Lock()
        """Held while facts are decided, applied and committed; a commit to several tables holds the locks of all."""
        self.hand_ended: Callable[[TableTask, StoredHand], None] | None = None
        """Called when the end of a hand is committed."""
        self.observe: Callable[[ScriptedUpdate], None] | None = None
        """Called with every update that viewers see."""
        self.shuts_out: Callable[[str, str], bool] | None = None
        """Whether a player may not come to the tables of a club, or of none."""
        self._pots: deque[tuple[int, int]] = deque(maxlen=50)
        """The chips that changed hands in the latest hands, and the updates that show it."""
        self._when_shown: deque[tuple[int, Callable[[], None]]] = deque()
        """What waits until viewers have seen an update, by its number."""
        self._draw = draw
        self._inbox: deque[tuple[int, str | None, Input, Reply]] = deque()
        """With the time of arrival: no player runs out of time while their action waits here."""
        self._awake = asyncio.Event()
        self._answers: Answers[Answer] = Answers()
        """Refusals, and what was done without a fact."""
        self._timer: Timer | None = None
        self._timer_at = 0
        self._task: asyncio.Task[None] | None = None
        self._serving: tuple[str | None, Input, Reply] | None = None
        """The input being carried out."""
        self._drafted: tuple[str | None, str] | None = None
        """The command whose facts are in `live` and may not be in the store."""
        self._stopping = False
        self._failed = False
        self._broken = False
        self._staged = False
        """Whether a tournament has applied facts whose commit is under way, or failed if nobody holds the lock."""
        self._staged_hosts = False
        """Whether its host changes with them."""
        self._restarts = False

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        table: str,
        settings: TableSettings,
        store: Store,
        bank: Bank,
        clock: Clock,
        draw: Callable[[], bytes],
        invitation: Invitation | None = None,
    ) -> TableTask:
        """A new table: in the store when this returns, and served from `start` on."""
        invitation = invitation or Invitation()
        opened = facts.Opened(at=clock.now(), by=invitation.host, table=table, settings=settings, invitation=invitation)
        await store.append(opening(opened))
        return cls(LiveTable(opened), store, bank, clock, draw)

    @classmethod
    async def restore(cls, table: str, store: Store, bank: Bank, clock: Clock, draw: Callable[[], bytes]) -> TableTask:
        """A table as it was: its last saved state, and the facts since then; raises `DamagedStream`."""
        live, shown = await load_table(table, store)
        held = bank.balance(table_account(table))
        if live.cash and live.chips != held:
            raise DamagedStream(f"table {table} has {live.chips} chips by its facts, but {held} by the ledger")
        task = cls(live, store, bank, clock, draw)
        task.audience.go_back(live, shown)
        task._restarts = True
        for scripted in live.script:
            for event in scripted.events:
                if isinstance(event, PlayerLeft | TopUpLapsed) and event.chips and not bot_style(event.player):
                    task._hide_until(player_account(event.player), event.chips, scripted.seq)
        return task

    async def start(self) -> None:
        """Begin to serve."""
        if self._restarts:
            self._publish()  # viewers saw it before the stop, and a snapshot never runs backwards
            self._post(None, Restart())
        self.audience.open()
        self.audience.hear_again()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"table {self.id}")
        self._awake.set()

    async def stop(self) -> None:
        """Stop serving; everything that viewers saw is in the store."""
        self._stopping = True
        self._awake.set()
        if self._task is not None:
            await self._task
        if self._timer is not None:
            self._timer.cancel()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.live.id

    @property
    def settings(self) -> TableSettings:
        """What kind of table it is."""
        return self.live.settings

    @property
    def watching(self) -> int:
        """How many viewers it has."""
        return len(self.audience)

    @property
    def busy(self) -> bool:
        """Whether it has something to do right now."""
        return self._awake.is_set() or self._has_input() or self.lock.locked()

    def card(self) -> wire.TableCard:
        """The table in the lobby, as viewers see it."""
        settings, shown = self.settings, self.audience.shown
        level, hosting = self.live.table.level, self.live.hosting
        return wire.TableCard(
            table=self.id,
            name=settings.name,
            seats=settings.seats,
            taken=len(shown.seats),
            people=sum(not seat.bot for seat in shown.seats),
            small_blind=level.small,
            big_blind=level.big,
            ante=level.ante,
            limit=settings.limit,
            profile=settings.profile,
            buy_in=settings.buy_in,
            hands=shown.hand,
            queue=len(shown.queue),
            watching=self.watching,
            average_pot=self._average_pot(),
            paused=bool(shown.paused),
            host=hosting.host,
            private=hosting.door.private,
            approve=hosting.door.approve,
        )

    def _average_pot(self) -> int:
        seen = self.audience.seen_seq
        pots = [pot for seq, pot in self._pots if seq <= seen]
        return sum(pots) // len(pots) if pots else 0

    def seat_of(self, player: str) -> int | None:
        """Where a player sits, or sat as far as viewers know."""
        return seat_as_shown(self.live, player)

    def shown_chips(self, player: str) -> int:
        """The chips of a seated player as far as viewers know, with those bought for after the hand."""
        seat = self.live.seat_of(player)
        bought = 0 if seat is None else self.live.taken(seat).top_up
        return bought + sum(taken.stack for taken in self.live.shown.seats if taken.player == player)

    @property
    def awaited(self) -> str | None:
        """The person whose turn it is, as far as viewers know."""
        turn = self.live.shown.turn
        occupant = None if turn is None else self.live.occupants[turn.seat]
        return None if occupant is None or occupant.bot else occupant.player

    def has_company_of(self, player: str) -> bool:
        """Whether a player sits at the table or watches it, and was not asked to leave."""
        here = self.seat_of(player) is not None or self.audience.has(player)
        return here and player not in self.live.hosting.banned

    # -- players and viewers -------------------------------------------------------------------------------------

    def post(self, player: str | None, command: Input, reply: Reply) -> None:
        """Carry out a command as `submit` does, and give the answer to `reply`."""
        if self._stopping or self._broken:
            self._turn_away(player, command, reply)
        elif (answer := self._while_away(player, command)) is not None:
            reply.set_result(answer)
        else:
            self._inbox.append((self.clock.now(), player, command, reply))
            self._awake.set()

    def _turn_away(self, player: str | None, command: Input, reply: Reply) -> None:
        """Answer a command that will not be carried out here; one that was before has its answer."""
        if command.cmd_id and (player, command.cmd_id) == self._drafted:
            give_up(reply, OutcomeUnknown(f"table {self.id} is out of service"))
        else:
            reply.set_result(self.answered(player, command.cmd_id) or self._remember(player, _not_now(command)))

    def _while_away(self, player: str | None, command: Input) -> Answer | None:
        """The answer to a player's command while the database is in trouble; None if it must wait."""
        trouble = self.store.trouble
        if trouble is None or player is None:
            return None
        name = player, command.cmd_id
        if name == self._drafted and self._serving is not None:
            return None
        # Another copy may wait in the inbox or come late on a lost connection: it gets the same answer.
        before = None if name == self._drafted else self.answered(player, command.cmd_id)
        return before or self._remember(player, away(command.cmd_id, trouble))

    def delay(self, ms: int) -> None:
        """The card room could not serve for so long: before anything else the clocks go on from there."""
        if ms:
            done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._inbox.appendleft((self.clock.now(), None, Delay(ms=ms), done))
            self._awake.set()

    async def submit(self, player: str | None, command: Input) -> Answer:
        """Carry out a player's command or an order; sending it again gives the same answer and does nothing."""
        return await self._post(player, command)

    def connected(self, player: str) -> None:
        """A player is connected."""
        if self._inbox or False in self._connections(player):
            self._post(None, Connect(player=player))

    def disconnected(self, player: str) -> None:
        """A player has lost the last connection."""
        if self._inbox or True in self._connections(player):
            self._post(None, Disconnect(player=player))

    def _connections(self, player: str) -> tuple[bool, ...]:
        """Whether a player is connected as one with a seat, and as the host; empty for everyone else."""
        live = self.live
        seat = live.seat_of(player)
        seated = () if seat is None else (live.occupant(seat).connected,)
        return (*seated, live.hosting.away_since is None) if player == live.host and live.cash else seated

    def watch(self, viewer: Viewer, last_seq: int | None = None) -> None:
        """Send a viewer everything from now on: first a snapshot, or the updates missed since `last_seq`."""
        self.audience.watch(viewer, last_seq)
        if self.watching == 1:
            self._awake.set()  # house bots play on when there is a viewer

    def unwatch(self, viewer: Viewer) -> None:
        """Send a viewer nothing more."""
        self.audience.unwatch(viewer)

    def dismiss(self, player: str) -> None:
        """Send a player nothing more, on any connection."""
        self.audience.dismiss(player)

    def _post(self, player: str | None, command: Input) -> asyncio.Future[Answer]:
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.post(player, command, done)
        return done

    # -- for the tournament, which holds the lock -----------------------------------------------------------------

    def stage(self, found: Iterable[Fact]) -> Batch:
        """Apply facts and give the batch to commit; afterwards call `settle`, or `recover` if the commit failed."""
        self._staged = True
        draft = Draft(self.live)
        for fact in found:
            draft.add(fact)
        self._staged_hosts |= draft.hosts
        return draft.batch()

    def settle(self, batch: Batch) -> None:
        """Show what is committed; the batch may be of several tables."""
        self._staged = False
        self._settle(batch)
        if self._staged_hosts:
            self._staged_hosts = False
            self.audience.hosted()
        self._awake.set()

    def _settle(self, batch: Batch) -> None:
        transfers = [transfer for transfer in batch.transfers if transfer.stream == self.id]
        self.bank.book(transfers)
        for transfer in transfers:
            self._hide_until(transfer.target, transfer.amount, self.live.seq)
        for hand in batch.hands:
            if hand.table == self.id:
                self._pots.append((self.live.seq, sum(net for net in hand.nets.values() if net > 0)))
        self._publish()

    def _hide_until(self, account: str, chips: int, seq: int) -> None:
        """Keep chips that come back to a player out of the account until viewers have seen how the hand ended."""
        if account.startswith(player_account("")):
            self.bank.hide(account, chips)
            self.when_shown(seq, lambda: self.bank.show(account, chips))

    def when_shown(self, seq: int, then: Callable[[], None]) -> None:
        """Do something when viewers have seen an update, however fast they come to it; at once if they have."""
        if seq <= self.live.shown.seq:
            then()
        else:
            self._when_shown.append((seq, then))

    async def recover(self) -> None:
        """Go back to what is in the store after a failed commit."""
        while not self._stopping:
            await self.store.fine()
            if self.store.trouble is not None:  # and the process ends
                return
            try:
                self.live, shown = await load_table(self.id, self.store)
            except Exception as error:
                self._broken = not isinstance(error, StoreFailed)
                write_error("table_broken", error, table=self.id)
                await self.clock.sleep(RETRY_MS)
                continue
            self.audience.go_back(self.live, shown)
            self._drafted, self._broken, self._staged = None, False, False
            self._publish()
            self.audience.start_over()
            return

    # -- the task ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while not self._stopping:
            if self._awake.is_set():
                await asyncio.sleep(0)  # waiting for a set event does not let the other tasks run
            await self._awake.wait()
            await self.store.fine()  # nobody's time runs while they cannot act
            self._awake.clear()
            if self.store.trouble is not None:  # and the process ends
                self._broken = True
                break
            async with self.lock:
                try:
                    if self._staged:  # or facts would be counted on from some that are not in the store
                        await self.recover()
                    if not self._staged:
                        await self._work()
                except Exception as error:
                    if isinstance(error, Conflict | StoreFailed):
                        self._answer_failed(error)
                    if isinstance(error, Conflict | OutcomeUnknown):
                        write_error("table_failed", error, table=self.id)
                        self._broken = True  # another server writes this table now, or this one ends
                        break
                    if not isinstance(error, StoreFailed) or error.trouble is None:  # or the card room has logged it
                        write_error("table_failed", error, table=self.id)
                    await self.recover()
                    self._answer_failed(error)  # by what is in the store
                    if self._failed:  # again: retrying at once would fail forever
                        await self.clock.sleep(RETRY_MS)
                    self._failed = True
                    if self._inbox:  # the input that failed is gone, and those behind it wait
                        self._awake.set()
                else:
                    self._failed = False
            self._set_timer()
        while self._inbox:
            _, player, command, done = self._inbox.popleft()
            if not done.done():
                self._turn_away(player, command, done)

    async def _work(self) -> None:
        """Do what is due, then one input, then what follows from it, all in one commit."""
        draft = Draft(self.live)
        answer: Answer | None = None
        payer, cost = "", 0
        if (served := self._next_input()) is not None:
            at, player, command, reply = served
            self._serving = player, command, reply
            if not isinstance(command, Restart | Delay):  # no player's time ran out while the server was down
                self._wake(draft, at)
            if waits(self.live, command):  # the deck has just been sealed
                self._inbox.appendleft(served)
                self._serving = None
            else:
                answer, payer, cost = self._decide(draft, player, command, at)
                if (draft.rows or draft.kept is not None) and command.cmd_id:
                    self._drafted = player, command.cmd_id
        self._wake(draft, self.clock.now())
        if draft.rows or draft.kept is not None:
            batch = draft.batch()
            try:
                await self.store.append(batch)
            finally:
                if cost:
                    self.bank.release(player_account(payer), cost)
            self._drafted = None
            self._settle(batch)
            if self.hand_ended is not None:
                for ended in draft.hands:
                    self.hand_ended(self, ended)
        else:
            self._publish()
        if draft.hosts:
            self.audience.hosted()
        if draft.said is not None:
            self.talk.add(draft.kept)
            self.audience.hear(encode(draft.said))
        if answer is not None:
            self._serving = None
            if not reply.done():
                reply.set_result(answer)
        if self._has_input():
            self._awake.set()

    def _has_input(self) -> bool:
        return any(not waits(self.live, command) for _, _, command, _ in self._inbox)

    def _next_input(self) -> tuple[int, str | None, Input, Reply] | None:
        """The first input that need not wait until the sealed deck is dealt."""
        for index, found in enumerate(self._inbox):
            if not waits(self.live, found[2]):
                del self._inbox[index]
                return found
        return None

    def _answer_failed(self, error: Exception) -> None:
        if self._serving is None:
            return
        player, command, reply = self._serving
        self._serving = None
        if reply.done():
            return
        if isinstance(error, Conflict | StoreFailed):
            if (refused := answer_failure(reply, error, _not_now(command))) is not None:
                self._remember(player, refused)
        else:
            self._turn_away(player, command, reply)

    def _wake(self, draft: Draft, now: int) -> None:
        while len(draft.rows) < AT_ONCE and (found := wake(self.live, now, self._draw, starts=self._starts())):
            for fact in found:
                draft.add(fact)

    def _starts(self) -> bool:
        """Whether the next hand may begin: house bots alone play only for a viewer."""
        return bool(self.watching or self.settings.tournament or self.live.people)

    def _cost(self, found: tuple[Fact, ...]) -> tuple[str, int]:
        """Who pays for what is decided, and how much."""
        for fact in found:
            if isinstance(fact, facts.SeatTaken | Requested):
                return (fact.player, fact.chips) if not getattr(fact, "bot", "") else ("", 0)
            if isinstance(fact, facts.ChipsBought):
                return self.live.occupant(fact.seat).player, fact.chips
        return "", 0

    def _check_come_in(self, found: tuple[Fact, ...], player: str | None) -> None:
        """Refuse what brings a player in who was shut out after they, or the host for them, asked for it."""
        if (shuts_out := self.shuts_out) is None:
            return
        for fact in found:
            if isinstance(fact, _COMES_IN) and not getattr(fact, "bot", ""):
                comes = fact.player
            elif isinstance(fact, facts.ChipsBought):
                comes = self.live.occupant(fact.seat).player
            else:
                continue
            if shuts_out(comes, self.settings.club):
                raise not_let_in("table", self.id) if comes == player else stays_out(comes)

    def _decide(self, draft: Draft, player: str | None, command: Input, now: int) -> tuple[Answer, str, int]:
        """The answer, with its facts in the draft, and how many of whose chips are held for it."""
        cmd_id = command.cmd_id
        if cmd_id:
            before = self.answered(player, cmd_id)
            if before is not None:
                return before, "", 0
        payer, cost = "", 0
        try:
            found = decide(self.live, command, player, now)
            self._check_come_in(found, player)
            payer, cost = self._cost(found)
            if cost:
                self.bank.hold(player_account(payer), cost)
                if isinstance(found[0], Requested):  # held when the host says yes
                    self.bank.release(player_account(payer), cost)
                    cost = 0
        except CommandRefused as refusal:
            refused = wire.Refused(cmd_id=cmd_id, sentence=refusal.sentence, code=refusal.code)
            return self._remember(player, refused), "", 0
        except InsufficientChips:
            free = self.bank.free(player_account(player or ""))
            mine = say("your account has only {free} chips", free=free)
            sentence = mine if payer == player else say("{player} does not have the chips any more", player=payer)
            return self._remember(player, wire.Refused(cmd_id=cmd_id, sentence=sentence)), "", 0
        for fact in found:
            draft.add(fact)
        if isinstance(command, wire.Say):
            draft.said, draft.kept = self.talk.say(player or "", command, now)
            if draft.kept is not None:  # remembered once it is in the store
                return wire.Done(cmd_id=cmd_id, seq=self.live.seq), payer, cost
        elif isinstance(command, wire.SkipAhead):
            seats, people = tuple(self.live.skips), len(skipping.asked(self.live, now))
            draft.said = wire.SkipAgreed(table=self.id, hand=command.hand, seats=seats, asked=people)
        answer = self.live.answer(player or "", cmd_id) if found else None
        return answer or self._remember(player, wire.Done(cmd_id=cmd_id, seq=self.live.seq)), payer, cost

    def answered(self, player: str | None, cmd_id: str) -> Answer | None:
        """The answer that a command has had before."""
        answer = self.live.answer(player or "", cmd_id) or self._answers.get(player or "", cmd_id)
        if answer is None and self.talk.has_said(player or "", cmd_id):
            return wire.Done(cmd_id=cmd_id, seq=self.live.seq)
        return answer

    def _remember(self, player: str | None, answer: Answer) -> Answer:
        if answer.cmd_id:
            self._answers.put(player or "", answer.cmd_id, answer)
        return answer

    def _publish(self) -> None:
        """Send every viewer what is due."""
        for scripted in self.audience.publish():
            if self.observe is not None:
                self.observe(scripted)
        while self._when_shown and self._when_shown[0][0] <= self.live.shown.seq:
            self._when_shown.popleft()[1]()

    def _set_timer(self) -> None:
        """Wake up when something is due; a timer that is early does no harm, and stays."""
        times = (due(self.live, starts=self._starts()), self.live.next_update_at, self.audience.next_at)
        at = min((time for time in times if time is not None), default=None)
        if at is None:
            return
        if at <= self.clock.now():
            self._awake.set()
        elif self._timer is None or at < self._timer_at:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._timer_at = self.clock.call_at(at, self._wake_up), at

    def _wake_up(self) -> None:
        self._timer = None
        self._awake.set()


def _not_now(command: Input) -> wire.Refused:
    sentence = say("The table is out of service for a moment: try again in a few seconds.")
    return wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code="failed")
