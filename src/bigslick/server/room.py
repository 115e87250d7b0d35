"""A room: a live table that is being served, one task with one inbox.

The task takes one input at a time: what the table decides is folded and committed to the store, and only then is
anybody told or answered. Clocks, house bots and the pace of the telling are timers of the same task.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from . import facts, wire
from .bank import MINT, Bank, Broke, player_account, table_account
from .clock import Clock, Timer
from .facts import Fact
from .live import Live, Telling, update
from .log import write_error
from .orders import Connect, Disconnect, Order, Restart
from .plain import encode
from .refusal import Refusal
from .spec import TableSpec
from .store import Batch, Conflict, Kept, PlayedHand, Row, Store, Stream, Transfer

KIND: Final = "table"
"""What a table's stream is called in the store."""
RING: Final = 128
"""How many publications are kept for viewers who lost their connection for a while."""
KEEP_EVERY: Final = 20
"""After so many hands the state of the table is kept, so that start-up need not fold all its facts."""
AT_ONCE: Final = 64
"""How many facts are committed together at most."""
RETRY_MS: Final = 1_000
ANSWERS: Final = 200
"""How many refusals are remembered."""

Answer = wire.Done | wire.Refused
Input = wire.TableCommand | Order


class Reply(Protocol):
    """Who waits for an answer: a future, or something lighter."""

    def done(self) -> bool:
        """Whether nobody waits any more."""

    def set_result(self, result: Answer, /) -> None:
        """Here is the answer."""


class Viewer(Protocol):
    """Somebody who sees a table."""

    player: str | None
    """Who it is, if he is signed in."""

    def send(self, frame: bytes) -> None:
        """Tell him, without waiting."""


class Publication:
    """What is sent of a telling: the same bytes for everybody, and others for those whom something in it concerns."""

    __slots__ = ("_acting", "_private", "_public", "_sight", "seq")

    def __init__(self, telling: Telling, table: str) -> None:
        self.seq = telling.seq
        self._public = encode(update(telling, table, None))
        self._private: dict[str, bytes] = {}
        self._acting: str | None = None
        self._sight = b""
        if telling.own or any(isinstance(event, wire.Made) and not event.shown for event in telling.events):
            self._private = {player: encode(update(telling, table, player)) for player in telling.private.values()}
        elif telling.sight is not None:
            # Most publications differ only by this, and hundreds of them are kept.
            self._acting, self._sight = telling.private[telling.turn_of], encode(telling.sight)

    def frame(self, player: str | None) -> bytes:
        """What a viewer is sent."""
        if player is None:
            return self._public
        if player == self._acting:
            return b'%b,"sight":%b}' % (self._public[:-1], self._sight)
        return self._private.get(player, self._public)


class Room:
    """A table that is being served."""

    def __init__(self, live: Live, store: Store, bank: Bank, clock: Clock, draw: Callable[[], bytes]) -> None:
        self.live = live
        self.store = store
        self.bank = bank
        self.clock = clock
        self.lock = asyncio.Lock()
        """Held around deciding, folding and committing; whoever commits facts to several tables holds all of theirs."""
        self.hand_ended: Callable[[Room, PlayedHand], None] | None = None
        """Called when the end of a hand is committed."""
        self.observe: Callable[[Telling], None] | None = None
        """Called with everything that is told."""
        self.pots: deque[int] = deque(maxlen=50)
        """The chips that changed hands in the last hands."""
        self._draw = draw
        self._inbox: deque[tuple[int, str | None, Input, Reply]] = deque()
        """With the time at which each arrived: nobody's time runs out while what he did is lying here."""
        self._awake = asyncio.Event()
        self._viewers: dict[Viewer, None] = {}
        self._ring: deque[Publication] = deque(maxlen=RING)
        self._answers: dict[tuple[str | None, str], Answer] = {}
        self._timer: Timer | None = None
        self._timer_at = 0
        self._task: asyncio.Task[None] | None = None
        self._serving: tuple[Input, Reply] | None = None
        """The input that is being carried out."""
        self._stopping = False
        self._failed = False
        self._broken = False
        self._restarts = False

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls, table: str, spec: TableSpec, store: Store, bank: Bank, clock: Clock, draw: Callable[[], bytes]
    ) -> Room:
        """A new table; it is in the store when this returns, and runs when it is started."""
        opened = facts.Opened(at=clock.now(), table=table, spec=spec)
        await store.append(opening(opened))
        return cls(Live(opened), store, bank, clock, draw)

    @classmethod
    async def restore(cls, table: str, store: Store, bank: Bank, clock: Clock, draw: Callable[[], bytes]) -> Room:
        """A table as it was: the state that was last kept, and the facts since then."""
        live, told = await _fold(table, store)
        room = cls(live, store, bank, clock, draw)
        room._ring.extend(Publication(telling, table) for telling in told)
        room._restarts = True
        return room

    async def start(self) -> None:
        """Begin to serve."""
        if self._restarts:
            self._post(None, Restart())
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"table {self.table}")
        self._awake.set()

    async def stop(self) -> None:
        """Serve no more; what was told is in the store."""
        self._stopping = True
        self._awake.set()
        if self._task is not None:
            await self._task
        if self._timer is not None:
            self._timer.cancel()

    @property
    def table(self) -> str:
        """The table's id."""
        return self.live.table

    @property
    def spec(self) -> TableSpec:
        """What kind of table it is."""
        return self.live.spec

    @property
    def watching(self) -> int:
        """How many see the table."""
        return len(self._viewers)

    @property
    def busy(self) -> bool:
        """Whether there is something to do that needs no waiting."""
        return self._awake.is_set() or bool(self._inbox) or self.lock.locked()

    def card(self) -> wire.TableCard:
        """The table in the lobby, as it has been told."""
        spec, picture = self.spec, self.live.picture
        level = self.live.state.table.level
        return wire.TableCard(
            table=self.table,
            name=spec.name,
            seats=spec.seats,
            taken=len(picture.seats),
            people=sum(not seat.bot for seat in picture.seats),
            small_blind=level.small,
            big_blind=level.big,
            ante=level.ante,
            limit=spec.limit,
            profile=spec.profile,
            buy_in=spec.buy_in,
            hands=picture.hand,
            queue=len(picture.queue),
            watching=len(self._viewers),
            average_pot=sum(self.pots) // len(self.pots) if self.pots else 0,
            paused=bool(picture.paused),
        )

    # -- players and viewers -------------------------------------------------------------------------------------

    def post(self, player: str | None, command: Input, reply: Reply) -> None:
        """Carry out a command as `submit` does, and give the answer to whoever waits for it."""
        if self._stopping or self._broken:
            reply.set_result(_not_now(command))
        else:
            self._inbox.append((self.clock.now(), player, command, reply))
            self._awake.set()

    async def submit(self, player: str | None, command: Input) -> Answer:
        """Carry out a command of a player, or an order of the house; the answer is the same when it is sent again."""
        return await self._post(player, command)

    def connected(self, player: str) -> None:
        """A player has a connection."""
        if self._inbox or self._is_connected(player) is False:
            self._post(None, Connect(player=player))

    def lost(self, player: str) -> None:
        """A player has no connection any more."""
        if self._inbox or self._is_connected(player):
            self._post(None, Disconnect(player=player))

    def _is_connected(self, player: str) -> bool | None:
        """Whether somebody who sits here has a connection."""
        seat = self.live.seat_of(player)
        return None if seat is None else self.live.state.chair(seat).connected

    def watch(self, viewer: Viewer, last_seq: int | None = None) -> None:
        """Tell a viewer everything from now on: first the table as it is, or what he has missed since `last_seq`."""
        self._viewers[viewer] = None
        seq = self.live.picture.seq
        if last_seq is not None and last_seq <= seq and (last_seq == seq or self._kept_since(last_seq)):
            for publication in self._ring:
                if publication.seq > last_seq:
                    viewer.send(publication.frame(viewer.player))
        else:
            viewer.send(encode(self.live.snapshot(viewer.player, self.clock.now())))
        if len(self._viewers) == 1:
            self._awake.set()  # house bots play on when somebody looks

    def unwatch(self, viewer: Viewer) -> None:
        """Tell a viewer nothing more."""
        self._viewers.pop(viewer, None)

    def _kept_since(self, last_seq: int) -> bool:
        return bool(self._ring) and self._ring[0].seq <= last_seq + 1

    def _post(self, player: str | None, command: Input) -> asyncio.Future[Answer]:
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.post(player, command, done)
        return done

    # -- for whoever holds the lock ------------------------------------------------------------------------------

    def stage(self, found: Iterable[Fact]) -> Batch:
        """Fold facts and give what is to be committed; then `settle` tells of it, or `recover` takes it back."""
        draft = _Draft(self.live)
        for fact in found:
            draft.add(fact)
        return draft.batch()

    def settle(self, batch: Batch) -> None:
        """Tell of what is committed; a batch may be of several tables."""
        self._settle(batch)
        self._awake.set()

    def _settle(self, batch: Batch) -> None:
        self.bank.book([transfer for transfer in batch.transfers if transfer.stream == self.table])
        for hand in batch.hands:
            if hand.table == self.table:
                self.pots.append(sum(net for net in hand.nets.values() if net > 0))
        self._publish()

    async def recover(self) -> None:
        """Go back to what is in the store, after something could not be committed."""
        self._broken = True
        while not self._stopping:
            try:
                self.live, told = await _fold(self.table, self.store)
            except Exception as error:
                write_error("table_broken", error, table=self.table)
                await self.clock.sleep(RETRY_MS)
                continue
            self._ring = deque((Publication(telling, self.table) for telling in told), RING)
            self._broken = False
            self._publish()
            for viewer in tuple(self._viewers):
                viewer.send(encode(self.live.snapshot(viewer.player, self.clock.now())))
            return

    # -- the task ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while not self._stopping:
            if self._awake.is_set():
                await asyncio.sleep(0)  # an event that is set does not let the others run
            await self._awake.wait()
            self._awake.clear()
            async with self.lock:
                try:
                    await self._work()
                except Exception as error:
                    write_error("table_failed", error, table=self.table)
                    self._answer_failed()
                    if isinstance(error, Conflict):
                        self._broken = True  # somebody else writes this table now
                        break
                    if self._failed:  # again: what fails at once would fail for ever
                        await self.clock.sleep(RETRY_MS)
                    await self.recover()
                    self._failed = True
                else:
                    self._failed = False
            self._set_timer()
        while self._inbox:
            _, _, command, done = self._inbox.popleft()
            if not done.done():
                done.set_result(_not_now(command))

    async def _work(self) -> None:
        """Do what is due, then one input, then what follows from it: all of it is one commit."""
        draft = _Draft(self.live)
        answer: Answer | None = None
        cost = 0
        if self._inbox:
            at, player, command, reply = self._inbox.popleft()
            self._serving = command, reply
            if not isinstance(command, Restart):  # nobody's time ran out while the process was down
                self._wake(draft, at)
            answer, cost = self._decide(draft, player, command, at)
        self._wake(draft, self.clock.now())
        if draft.rows:
            batch = draft.batch()
            try:
                await self.store.append(batch)
            finally:
                if cost:
                    assert player is not None
                    self.bank.release(player_account(player), cost)
            self._settle(batch)
            if self.hand_ended is not None:
                for ended in draft.hands:
                    self.hand_ended(self, ended)
        else:
            self._publish()
        if draft.said is not None:
            self._broadcast(encode(draft.said))
        if answer is not None:
            self._serving = None
            if not reply.done():
                reply.set_result(answer)
            if self._inbox:
                self._awake.set()

    def _answer_failed(self) -> None:
        if self._serving is not None:
            command, reply = self._serving
            self._serving = None
            if not reply.done():
                reply.set_result(_not_now(command))

    def _wake(self, draft: _Draft, now: int) -> None:
        while len(draft.rows) < AT_ONCE and (found := self.live.wake(now, self._draw, starts=self._starts())):
            for fact in found:
                draft.add(fact)

    def _starts(self) -> bool:
        """Whether the next hand may begin: house bots among themselves play only for somebody who looks."""
        return bool(self._viewers or self.spec.tournament or self.live.people)

    def _decide(self, draft: _Draft, player: str | None, command: Input, now: int) -> tuple[Answer, int]:
        """The answer, with the facts behind it in the draft, and what of the player's chips is held for them."""
        cmd_id = command.cmd_id
        if cmd_id:
            before = self.live.answer(player or "", cmd_id) or self._answers.get((player, cmd_id))
            if before is not None:
                return before, 0
        cost = 0
        try:
            found = self.live.decide(command, player, now)
            if isinstance(command, wire.Sit | wire.TopUp):
                assert player is not None
                self.bank.hold(player_account(player), command.chips)
                cost = command.chips
        except Refusal as refusal:
            return self._remember(player, wire.Refused(cmd_id=cmd_id, sentence=refusal.sentence, code=refusal.code)), 0
        except Broke:
            free = self.bank.free(player_account(player or ""))
            sentence = f"your account has {free:,} chips: that is not enough"
            return self._remember(player, wire.Refused(cmd_id=cmd_id, sentence=sentence)), 0
        for fact in found:
            draft.add(fact)
        if isinstance(command, wire.Say):
            draft.said = wire.Said(table=self.table, player=player or "", text=command.text)
        answer = self.live.answer(player or "", cmd_id) if found else None
        return answer or self._remember(player, wire.Done(cmd_id=cmd_id, seq=self.live.seq)), cost

    def _remember(self, player: str | None, answer: Answer) -> Answer:
        if answer.cmd_id:
            self._answers[player, answer.cmd_id] = answer
            if len(self._answers) > ANSWERS:
                del self._answers[next(iter(self._answers))]
        return answer

    def _publish(self) -> None:
        """Tell what is due to everybody."""
        for telling in self.live.tell(self.clock.now()):
            publication = Publication(telling, self.table)
            self._ring.append(publication)
            for viewer in tuple(self._viewers):
                viewer.send(publication.frame(viewer.player))
            if self.observe is not None:
                self.observe(telling)

    def _broadcast(self, frame: bytes) -> None:
        for viewer in tuple(self._viewers):
            viewer.send(frame)

    def _set_timer(self) -> None:
        """Be woken when something is due; a timer that is too early does no harm, and is not set anew."""
        due, tells = self.live.due_next(starts=self._starts()), self.live.tells_at
        if tells is not None and (due is None or tells < due):
            due = tells
        if due is None:
            return
        if due <= self.clock.now():
            self._awake.set()
        elif self._timer is None or due < self._timer_at:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._timer_at = self.clock.call_at(due, self._ring_bell), due

    def _ring_bell(self) -> None:
        self._timer = None
        self._awake.set()


class _Draft:
    """Facts that are folded and not yet committed, and everything that goes into the store with them."""

    __slots__ = ("_closed", "_keep", "_live", "hands", "rows", "said", "transfers")

    def __init__(self, live: Live) -> None:
        self._live = live
        self.rows: list[Row] = []
        self.transfers: list[Transfer] = []
        self.hands: list[PlayedHand] = []
        self.said: wire.Said | None = None
        self._keep = False
        self._closed: list[tuple[str, int]] = []

    def add(self, fact: Fact) -> None:
        """Fold one more."""
        live = self._live
        effects = live.apply(fact)
        stream, seq, at = live.table, live.count, fact.at
        self.rows.append(Row(stream, seq, at, facts.write(fact)))
        for move in effects.moves:
            there = table_account(stream)
            other = MINT if move.bot else player_account(move.player)
            source, target = (other, there) if move.chips > 0 else (there, other)
            self.transfers.append(
                Transfer(
                    source=source,
                    target=target,
                    amount=abs(move.chips),
                    reason=move.reason,
                    at=at,
                    stream=stream,
                    seq=seq,
                )
            )
        if effects.hand is not None:
            self.hands.append(effects.hand)
            self._keep |= effects.hand.number % KEEP_EVERY == 0
        if isinstance(fact, facts.Closed):
            self._closed.append((stream, at))

    def batch(self) -> Batch:
        """All of it."""
        live = self._live
        kept = (Kept(live.table, live.count, live.save()),) if self._keep else ()
        return Batch(
            rows=self.rows, transfers=self.transfers, hands=self.hands, snapshots=kept, closed=tuple(self._closed)
        )


def opening(opened: facts.Opened) -> Batch:
    """What is committed to open a table."""
    return Batch(
        opened=(Stream(id=opened.table, kind=KIND, opened_at=opened.at),),
        rows=(Row(opened.table, 1, opened.at, facts.write(opened)),),
    )


async def _fold(table: str, store: Store) -> tuple[Live, list[Telling]]:
    """A table from the store, and the last of what was told of it by then."""
    kept = await store.snapshot(table)
    live = None if kept is None else Live.load(kept.payload)
    told: deque[Telling] = deque(maxlen=RING)
    for row in await store.read(table, 0 if live is None else live.count):
        fact = facts.read(row.payload)
        if live is None:
            assert isinstance(fact, facts.Opened)
            live = Live(fact)
        else:
            told.extend(live.tell(fact.at))
            live.apply(fact)
    if live is None:
        raise LookupError(f"there is no table {table!r} in the store")
    return live, list(told)


def _not_now(command: Input) -> wire.Refused:
    sentence = "The table cannot be played for the moment: try again in a few seconds."
    return wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code="failed")
