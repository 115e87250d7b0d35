"""Serves a table: its hands, its viewers and its chips.

Clocks, house bots and the script's pace are timers in the same task.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.lobby import TableCard
from bigslick.protocol.money import ChipValue
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TableSettings
from bigslick.sentence import say
from bigslick.server.hosting.facts import Requested
from bigslick.server.hosting.state import Invitation, new_token
from bigslick.server.serving.answers import OF_A_TURN, Answer, done
from bigslick.server.serving.served import F, Input, Served, Services, Viewer
from bigslick.server.store.bank import InsufficientChips, player_account, table_account
from bigslick.server.store.nights import SEVEN_DEUCE
from bigslick.server.store.records import Batch, DoneCommand
from bigslick.server.store.trouble import DamagedStream

from . import facts, skipping
from .audience import Audience
from .card import RecentPots, table_card
from .decide import comers, decide, price_of, waits
from .draft import Draft, opening
from .facts import Fact
from .loading import load_table
from .orders import Connect, Delay, Disconnect, Order, Restart
from .room import NoRoom, TableRoom
from .seen import seat_as_shown
from .state import LiveTable
from .talk import Talk
from .timers import due, wake

if TYPE_CHECKING:
    import sqlalchemy as sa

AT_ONCE: Final = 64
"""The most facts committed together."""

TableInput = wire.TableCommand | Order


class TableTask(Served[TableInput]):
    live: LiveTable
    kind = "table"
    _room: TableRoom

    def __init__(self, live: LiveTable, services: Services, room: TableRoom | None = None) -> None:
        super().__init__(live.id, services, NoRoom() if room is None else room)
        self.live = live
        self.talk = Talk(live.id)
        self.audience = Audience(live, self.clock, self.talk)
        self._pots = RecentPots()
        self._when_shown: deque[tuple[int, Callable[[], None]]] = deque()
        """Calls that wait until viewers have seen an update, by its number."""
        self._staged = False
        """Whether a tournament has applied facts here; if the lock is free as well, their commit has failed."""
        self._staged_hosts = False
        """Whether its host changes with them."""
        self._restarts = False
        self.event_names: Callable[[], Mapping[str, str]] = dict
        """The names that its tournament shows, by player."""

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        table: str,
        settings: TableSettings,
        services: Services,
        room: TableRoom | None = None,
        invitation: Invitation | None = None,
        commands: Sequence[DoneCommand] = (),
        kept: facts.KeptSeats | None = None,
        statements: Sequence[sa.Executable] = (),
    ) -> TableTask:
        """Open a table: it is in the store when this returns, with its command and these statements, and served from
        `start` on.
        """
        invitation, now = services.introduce(invitation), services.clock.now()
        kept = kept or facts.KeptSeats()
        opened = facts.Opened(
            at=now, by=invitation.host, table=table, settings=settings, invitation=invitation, kept=kept
        )
        await services.store.append(opening(opened, commands, statements))
        return cls(LiveTable(opened), services, room)

    @classmethod
    async def restore(cls, table: str, services: Services, room: TableRoom | None = None) -> TableTask:
        """Restore a table from its last saved state and the facts since then; raises `DamagedStream`."""
        live, shown = await load_table(table, services.store)
        held = services.bank.balance(table_account(table))
        if live.cash and live.chips != held:
            raise DamagedStream(f"table {table} has {live.chips} chips by its facts, but {held} by the ledger")
        task = cls(live, services, room)
        task.audience.go_back(live, shown)
        task._restarts = True
        for scripted in live.script:
            for player, chips in scripted.returned:
                task._hide_until(player_account(player), chips, scripted.seq)
        return task

    async def start(self) -> None:
        if self._restarts:
            self._publish()  # viewers saw it before the stop, and a snapshot never runs backwards
            self._post(None, Restart())
        self.audience.open()
        self.audience.hear_again()
        await super().start()

    @property
    def settings(self) -> TableSettings:
        return self.live.settings

    @property
    def chip_value(self) -> ChipValue | None:
        return self.settings.chip_value

    @property
    def watching(self) -> int:
        return len(self.audience)

    @property
    def over(self) -> bool:
        """Whether the table is closed, and every viewer has seen its end."""
        return bool(self.live.closed) and self.live.next_update_at is None and self.audience.next_at is None

    @property
    def busy(self) -> bool:
        """Whether it has something to do right now."""
        return self._awake.is_set() or self._has_input() or self.lock.locked()

    def card(self) -> TableCard:
        """Return the table's lobby card, as viewers see it."""
        seen = self.audience.seen_by(None)
        pot = self._pots.average(0 if seen.fact is None else seen.shown.seq)
        return table_card(self.live, seen.shown, watching=self.watching, average_pot=pot)

    def seat_of(self, player: str) -> int | None:
        """Return a player's seat, or the last one that viewers saw them in."""
        return seat_as_shown(self.live, player)

    def has_company_of(self, player: str) -> bool:
        """Whether a player sits at the table or watches it, and was not asked to leave."""
        here = self.seat_of(player) is not None or self.audience.has(player)
        return here and player not in self.live.hosting.banned

    # -- players and viewers -------------------------------------------------------------------------------------

    def delay(self, ms: int) -> None:
        """Give everyone back the time the card room was out of service, before anything else."""
        if ms:
            done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._inbox.appendleft(Input(self.clock.now(), None, Delay(ms=ms), done))
            self._awake.set()

    def connected(self, player: str) -> None:
        if self._inbox or False in self._connections(player):
            self._post(None, Connect(player=player))

    def disconnected(self, player: str) -> None:
        """Note that a player's last connection closed."""
        if self._inbox or True in self._connections(player):
            self._post(None, Disconnect(player=player))

    def _connections(self, player: str) -> tuple[bool, ...]:
        """Return the connection orders for a player with a seat or the host role; empty for everyone else."""
        live = self.live
        seat = live.seat_of(player)
        seated = () if seat is None else (live.occupant(seat).connected,)
        return (*seated, live.hosting.away_since is None) if player == live.host and live.cash else seated

    def watch(self, viewer: Viewer, last_seq: int | None = None) -> None:
        """Send a viewer everything from now on, starting with a snapshot or the updates missed since `last_seq`."""
        self._introduce((viewer,))
        self.audience.watch(viewer, last_seq)
        if self.watching == 1:
            self._awake.set()  # house bots play only while there is a viewer

    def unwatch(self, viewer: Viewer) -> None:
        self.audience.unwatch(viewer)

    def watch_broadcast(self, viewer: Viewer) -> None:
        """Send a viewer the broadcast as it is, and everything from now on."""
        self.audience.broadcast.watch(viewer, self.live, self.clock.now())

    def dismiss(self, player: str) -> None:
        self.audience.dismiss(player)

    # -- for the tournament, which holds the lock ----------------------------------------------------------------

    def stage(self, found: Iterable[Fact]) -> Batch:
        """Apply facts and return the batch to commit; afterwards call `settle`, or `recover` if the commit failed."""
        self._staged = True
        draft = Draft(self.live)
        for fact in self._named(found):
            draft.add(fact)
        self._staged_hosts |= draft.hosts
        return draft.batch()

    def settle(self, batch: Batch) -> None:
        """Show what is committed; the batch may cover several tables."""
        self._staged = False
        self._introduce_new(self.audience.everyone())
        self._settle(batch)
        if self._staged_hosts:
            self._staged_hosts = False
            self.audience.hosted()
        self._awake.set()

    def _settle(self, batch: Batch) -> None:
        transfers = [transfer for transfer in batch.transfers if transfer.stream == self.id]
        self.bank.book(transfers)
        for transfer in transfers:
            if transfer.reason != SEVEN_DEUCE:  # its chips only pass through the accounts
                self._hide_until(transfer.target, transfer.amount, self.live.seq)
        for hand in batch.hands:
            if hand.table == self.id:
                self._pots.add(self.live.seq, hand)
        self._publish()

    def _hide_until(self, account: str, chips: int, seq: int) -> None:
        """Keep chips that return to a player out of the account until viewers have seen how the hand ended."""
        if account.startswith(player_account("")):
            self.bank.hide(account, chips)
            self.when_shown(seq, lambda: self.bank.show(account, chips))

    def when_shown(self, seq: int, then: Callable[[], None]) -> None:
        """Do something once viewers have seen an update, even if they skip ahead; now if they already have."""
        if seq <= self.live.shown.seq:
            then()
        else:
            self._when_shown.append((seq, then))

    async def _reload(self) -> None:
        self.live, shown = await load_table(self.id, self.store)
        self.audience.go_back(self.live, shown)
        self._staged = False
        self._publish()
        self.audience.start_over()

    # -- the task ------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        """Do what is due, then one input, then what follows from it, all in one commit."""
        if self._staged:  # otherwise new facts would be numbered after ones that were never stored
            await self.recover()
            if self._staged:
                return
        draft = Draft(self.live)
        answer: Answer | None = None
        if (served := self._next_input()) is not None:
            self._serving = served
            answer = await self._recall(served.player, served.command)
            if not isinstance(served.command, Restart | Delay):  # no player timed out while the server was down
                self._wake(draft, served.at)
            if answer is None and waits(self.live, served.command):  # the deck has just been sealed
                self._inbox.appendleft(served)
                self._serving = None
            elif answer is None:
                answer = self._decide(draft, served)
                if draft.commits and served.command.cmd_id:
                    self._drafted = served.player, served.command.cmd_id
        for fact in self._new_names(max(self.clock.now(), self.live.at)):
            draft.add(fact)
        self._wake(draft, self.clock.now())
        if draft.commits:
            batch = draft.batch()
            try:
                await self.store.append(batch)
            finally:
                if draft.cost:
                    self.bank.release(player_account(draft.payer), draft.cost)
            self._drafted = None
            if draft.command is not None:
                self._remember(draft.command.player, done(draft.command))
            self._introduce_new(self.audience.everyone())  # before the seats that show it
            self._settle(batch)
            for ended in draft.hands:
                self._room.hand_ended(ended)
        else:
            self._publish()
        if draft.hosts:
            self.audience.hosted()
        if draft.said is not None:
            self.talk.add(draft.kept)
            self.audience.hear(encode(draft.said))
        if answer is not None:
            self._reply(answer)
        if self._has_input():
            self._awake.set()

    def _has_input(self) -> bool:
        return any(not waits(self.live, found.command) for found in self._inbox)

    def _next_input(self) -> Input[TableInput] | None:
        """Return the first input that does not have to wait for the sealed deck to be dealt."""
        for index, found in enumerate(self._inbox):
            if not waits(self.live, found.command):
                del self._inbox[index]
                return found
        return None

    def _wake(self, draft: Draft, now: int) -> None:
        while len(draft.rows) < AT_ONCE and (found := wake(self.live, now, self._services.draw, starts=self._starts())):
            for fact in self._named(found):
                draft.add(fact)

    def _starts(self) -> bool:
        """Whether the next hand may begin. House bots alone play only for a viewer."""
        return bool(self.watching or self.settings.tournament or self.live.people)

    def _decide(self, draft: Draft, served: Input[TableInput]) -> Answer:
        """Return the answer, with the facts added to the draft and the chips they cost on hold."""
        now, player, command, _ = served
        cmd_id, payer, cost = command.cmd_id, "", 0
        try:
            decided = decide(self.live, command, player, now)
            found = tuple([self._with_first_hands(self._with_token(fact)) for fact in decided])
            self._check_may_come_in(comers(self.live, found), player, self.settings.club)
            payer, cost = price_of(self.live, found)
            if cost:
                self.bank.hold(player_account(payer), cost)
                if isinstance(found[0], Requested):  # held when the host approves
                    self.bank.release(player_account(payer), cost)
                    cost = 0
        except CommandRefused as refusal:
            return self._refuse(player, cmd_id, refusal)
        except InsufficientChips:
            free = self.bank.free(player_account(player or ""))
            mine = say("you have only {free, chips} in your account", free=free)
            sentence = mine if payer == player else say("{player} does not have the chips any more", player=payer)
            return self._refuse(player, cmd_id, CommandRefused(sentence))
        draft.payer, draft.cost = payer, cost
        for fact in self._named(found):
            draft.add(fact)
        if isinstance(command, wire.Say):
            for name in self._naming(player or "", now):  # a spectator's, too: the host must be able to mute them
                draft.add(name)
            draft.said, draft.kept = self.talk.say(player or "", self.name_of(player or ""), command, now)
        elif isinstance(command, wire.SkipAhead):
            seats, people = tuple(self.live.skips), len(skipping.asked(self.live, now))
            draft.said = wire.SkipAgreed(table=self.id, hand=command.hand, seats=seats, asked=people)
        seat = next((fact.seat for fact in found if isinstance(fact, facts.SeatTaken) and fact.cmd_id), None)
        shown = self.live.seq if player is None or self.audience.sees_at_once(player) else 0
        answer = wire.Done(cmd_id=cmd_id, seq=shown, seat=seat)
        if not found and draft.said is None:
            return self._remember(player, answer)
        if not isinstance(command, OF_A_TURN):
            draft.command = self._done(player, answer, now)
        return answer

    def _with_token(self, fact: F) -> F:
        if isinstance(fact, facts.BroadcastStarted | facts.BroadcastRenewed):
            return replace(fact, token=new_token(self._services.draw()))
        return super()._with_token(fact)

    def _with_first_hands(self, fact: Fact) -> Fact:
        """Add how many of a guest's first hands are still to come to a seat they take."""
        if not isinstance(fact, facts.SeatTaken):
            return fact
        return replace(fact, newcomer=self._services.newcomers.hands_left(fact.player))

    def _watchers(self) -> Iterable[Viewer]:
        return self.audience.everyone()

    def _called(self, player: str) -> str:
        return self.event_names().get(player) or super()._called(player)

    def _names_shown(self) -> Mapping[str, str]:
        return {**self.event_names(), **self.live.hosting.names}

    def answered(self, player: str | None, cmd_id: str) -> Answer | None:
        return self.live.answer(player or "", cmd_id) or super().answered(player, cmd_id)

    def _out_of_service(self, cmd_id: str) -> wire.Refused:
        sentence = say("The table is out of service for a moment: try again in a few seconds.")
        return wire.Refused(cmd_id=cmd_id, sentence=sentence, code="failed")

    def _publish(self) -> None:
        for scripted in self.audience.publish():
            self._room.observe(scripted)
        while self._when_shown and self._when_shown[0][0] <= self.live.shown.seq:
            self._when_shown.popleft()[1]()

    def _due(self) -> Iterable[int | None]:
        return due(self.live, starts=self._starts()), self.live.next_update_at, self.audience.next_at
