"""The card room: everything of one server. It opens the store, restores the tables, and keeps the lobby."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, TypedDict

from msgspec.structs import replace

from bigslick.hand.events import HandEnded
from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.host import Close, GuestCommand, HostCommand
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TableSettings
from bigslick.sentence import say

from .answers import Answer
from .chip_count import count_chips, count_patiently
from .clock import Clock, SystemClock
from .damaged import Acquaintance, SetAside, acquaintance
from .doors import Doors
from .hosting.state import HOUSE, Invitation
from .limits import Buckets, Counts, Guesses, Limits
from .lobby import LobbyBoard
from .log import write, write_error
from .metrics import Metrics
from .outage import outage
from .presence import BEAT_MS, Listener, Presence
from .store.accounts import Accounts, session_id
from .store.bank import MINT, Bank, player_account, table_account, tournament_account
from .store.chat import Chat
from .store.clubs import Clubs
from .store.database import StoreFailed
from .store.hand_links import HandLinks
from .store.histories import Histories
from .store.notes import Notes
from .store.player_hands import PlayerHands
from .store.records import Stream
from .store.retention import HandRetention, OldHands
from .store.sanctions import Sanctions
from .store.store import Store
from .store.trouble import DamagedStream, Trouble
from .table.draft import KIND
from .table.script import ScriptedUpdate
from .table.task import TableTask
from .tournament.loading import KIND as TOURNAMENT
from .tournament.loading import FinishedTournaments
from .tournament.settings import TournamentSettings
from .tournament.task import TournamentTask
from .words import clean, skeleton

LOBBY_MS: Final = 1_000
"""The least time between two messages about the lobby."""
EMPTY_MS: Final = 30 * 60_000
"""How long a player's table stays open without players and viewers."""
SWEEP_MS: Final = 3600_000
"""How often expired sessions are deleted."""
AHEAD: Final = 50
"""How many tables are read together at the start."""
RETIRE_MS: Final = 600_000
"""How often old hands are moved into files."""
CHECK_MS: Final = 15_000
"""How often all chips are counted."""


class _Parts(TypedDict):
    store: Store
    bank: Bank
    clock: Clock
    host: CardRoom
    draw: Callable[[], bytes]


def _last_number(prefix: str, streams: Sequence[Stream]) -> int:
    """The highest number in use; an opening that failed leaves a gap, so that counting would not do."""
    numbers = [stream.id.removeprefix(prefix) for stream in streams]
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


class CardRoom:
    """A running card room. `await card_room.start()` opens it, `await card_room.stop()` closes it."""

    def __init__(
        self,
        url: str,
        *,
        tables: Sequence[TableSettings] = (),
        tournaments: Sequence[TournamentSettings] = (),
        retention: HandRetention | None = None,
        admin_token: str | None = None,
        limits: Limits | None = None,
        clock: Clock | None = None,
        draw: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self.url = url
        self.clock: Clock = SystemClock() if clock is None else clock
        self.limits = Limits() if limits is None else limits
        self.metrics = Metrics()
        self.doors = Doors(self)
        self.tables: dict[str, TableTask] = {}
        self.tournaments: dict[str, TournamentTask] = {}
        self.connects = Buckets(self.limits.connects)
        self.requests = Buckets(self.limits.requests)
        self.page_requests = Buckets(self.limits.page_requests)
        self.sign_ups = Buckets(self.limits.sign_ups)
        self.sign_ins = Buckets(self.limits.sign_ins)
        self.guesses = Guesses(self.limits.free_guesses, self.limits.longest_wait_ms)
        self.openings = Buckets(self.limits.tables)
        self.chat = Buckets(self.limits.chat)
        self.jottings = Buckets(self.limits.jottings)
        self.sockets_of_address = Counts(self.limits.sockets_per_address)
        self.sockets_of_player = Counts(self.limits.sockets_per_player)
        self.admin_token = admin_token or secrets.token_urlsafe(24)
        self._house_tables = tuple(tables)
        self._house_tournaments = tuple(tournaments)
        self.retention = retention or HandRetention()
        self._draw = draw
        self._table_numbers = 0
        self._tournament_numbers = 0
        self._presence = Presence()
        self._listeners: set[Listener] = set()
        self.set_aside: dict[str, SetAside] = {}
        """Tables and tournaments that are damaged and not served, by id."""
        self._known_to: dict[str, Acquaintance] = {}
        """Who may know of those."""
        self._trouble_since: int | None = None
        self._tables_of: dict[str, set[str]] = {}
        self._lobby = LobbyBoard(self)
        self._empty_since: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []

    # -- opening and closing -------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the store, restore everything, and open the house's tables if they are missing."""
        self.store = await Store.open(self.url)
        try:
            await self._open()
        except BaseException:
            await self.stop()  # or the threads of the database keep the process alive
            raise

    async def _open(self) -> None:
        self.store.observe = self.metrics.append.observe
        self.store.changed = self._store_changed
        self.bank = await Bank.load(self.store)
        self.accounts = Accounts(self.store, self.bank, self.clock)
        self.accounts.ended = self._hang_up
        self.clubs = await Clubs.load(self.store, self.clock)
        self.sanctions = await Sanctions.load(self.store, self.clock)
        self.histories = Histories(self.store, self.clock)
        self.hand_links = HandLinks(self.store, self.clock)
        self.notes = Notes(self.store, self.clock)
        self.kept_chat = Chat(self.store, self.clock)
        self.player_hands = PlayerHands(self.store, self.histories, self.clock)
        self.finished = FinishedTournaments(self.store, self.clock)
        self.histories.may_see = self.doors.may_see_hand
        self._table_numbers = _last_number("t", await self.store.streams(KIND, closed=True))
        self._tournament_numbers = _last_number("sng", await self.store.streams(TOURNAMENT, closed=True))
        streams = await self.store.streams(KIND)
        for place, stream in enumerate(streams):
            if place % AHEAD == 0:
                await self.store.read_ahead([stream.id for stream in streams[place : place + AHEAD]])
            try:
                task = await TableTask.restore(stream.id, self.store, self.bank, self.clock, self._draw)
            except (DamagedStream, StoreFailed) as error:
                await self._set_aside(stream.id, table_account(stream.id), error)
            else:
                self.tables[task.id] = task
        await self.kept_chat.restore({task.id: task.talk.add for task in self.tables.values()})
        self._set_clock()
        for stream in await self.store.streams(TOURNAMENT):
            await self._restore_tournament(stream.id)
        for task in list(self.tables.values()):
            await self.serve(task)
        for tournament in self.tournaments.values():
            await tournament.start()
        names = {task.settings.name for task in self.tables.values()}
        missing = [settings for settings in self._house_tables if settings.name not in names]
        await asyncio.gather(*(self.open_table(settings) for settings in missing))
        await self._open_tournaments()
        self._tasks = [
            asyncio.create_task(self._repeat(LOBBY_MS, self._tell_lobby), name="lobby"),
            asyncio.create_task(self._repeat(BEAT_MS, self._beat), name="heartbeat"),
            asyncio.create_task(self._repeat(CHECK_MS, self._count_chips), name="chip audit"),
            asyncio.create_task(self._repeat(CHECK_MS, self._close_empty), name="empty tables"),
            asyncio.create_task(self._repeat(SWEEP_MS, self.accounts.sweep), name="sessions"),
            asyncio.create_task(self._repeat(SWEEP_MS, self.kept_chat.sweep), name="old chat"),
            asyncio.create_task(self._repeat(RETIRE_MS, self._retire_hands), name="old hands"),
        ]
        write("opened", tables=len(self.tables), tournaments=len(self.tournaments))

    async def _restore_tournament(self, name: str) -> None:
        """Restore a tournament; if it or one of its tables is damaged, all of it is set aside."""
        account, tables = tournament_account(name), [table for table in self.set_aside if table.startswith(f"{name}.")]
        try:
            if tables:
                raise DamagedStream(f"table {tables[0]} of tournament {name} is damaged")
            tournament = await TournamentTask.restore(name, **self._parts())
            if (owed := tournament.live.owed) != (held := self.bank.balance(account)):
                raise DamagedStream(f"tournament {name} owes {owed} chips by its facts, but has {held} by the ledger")
            self.tournaments[name] = tournament
        except (DamagedStream, StoreFailed) as error:
            await self._set_aside(name, account, error)
            for table in [task.id for task in self.tables.values() if task.settings.tournament == name]:
                del self.tables[table]
                await self._set_aside(table, table_account(table), DamagedStream(f"its tournament {name} is damaged"))

    async def _set_aside(self, name: str, account: str, error: DamagedStream | StoreFailed) -> None:
        """Leave a damaged table or tournament out; what it holds stays in its account, where the audit counts it."""
        if isinstance(error, StoreFailed):
            if error.trouble is None or error.trouble.kind != "damaged":
                raise error
            error = DamagedStream(f"the rows of {name} cannot be read: {error.trouble.code}")
        found = SetAside(id=name, account=account, chips=self.bank.balance(account), why=str(error))
        self.set_aside[name] = found
        self._known_to[name] = await acquaintance(self.store, name)
        write("set_aside", logging.ERROR, account=account, chips=found.chips, reason=found.why)

    def set_aside_for(self, name: str, player: str | None) -> bool:
        """Whether a table or tournament is damaged and not served, and a player may know of it."""
        known = self._known_to.get(name)
        if known is None or not self.may_see(known.club, player):
            return False
        return not known.private or player in known.players

    def _set_clock(self) -> None:
        """Go on from the latest moment that anyone may have seen, even if the machine's clock is behind it."""
        seen = [max(task.live.at, task.live.script_end) for task in self.tables.values()]
        if behind := self.clock.not_before(max(seen, default=0)):
            write("clock_behind", logging.WARNING, milliseconds=behind)

    # -- the database --------------------------------------------------------------------------------------------

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing can be written at the moment; None if all is well."""
        return self.store.trouble

    @property
    def taken_over(self) -> str:
        """The sentence about another server that has the database now, which ends this one."""
        found = self.trouble
        return found.sentence if found is not None and found.kind == "taken_over" else ""

    @property
    def farewell(self) -> str:
        """What sockets are told when the card room closes."""
        if self.taken_over:
            return say("{trouble}. Reconnect in a moment.", trouble=self.taken_over)
        return say("The card room restarts. Reconnect in a moment.")

    def _store_changed(self, found: Trouble | None) -> None:
        """Tell everyone that the database is in trouble or back; meanwhile nobody's time runs."""
        now = self.clock.now()
        if found is None:
            lost = now - (now if self._trouble_since is None else self._trouble_since)
            self._trouble_since = None
            write("database", status="ready", milliseconds=lost)
            for task in self.tables.values():
                task.delay(lost)
            for tournament in self.tournaments.values():
                tournament.delay(lost)
        else:
            if self._trouble_since is None:
                self._trouble_since = now
            write("database", logging.ERROR, status=found.kind, reason=found.sentence, code=found.code)
        frame = encode(outage(found))
        for listener in tuple(self._listeners):
            listener.send(frame)

    def leave(self) -> None:
        """The process ends: nothing waits for an absent database any more."""
        self.store.hurry()

    async def stop(self) -> None:
        """Close everything; all that viewers saw is in the store."""
        self.leave()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(tournament.stop() for tournament in self.tournaments.values()))
        await asyncio.gather(*(task.stop() for task in self.tables.values()))
        await self.store.close()
        write("closed")

    async def open_table(self, settings: TableSettings, invitation: Invitation | None = None) -> TableTask:
        """Open a table and serve it; without an invitation it is the house's own."""
        self._table_numbers += 1
        name = f"t{self._table_numbers}"
        task = await TableTask.open(name, settings, self.store, self.bank, self.clock, self._draw, invitation)
        await self.serve(task)
        if task.live.host and not self.connected(task.live.host):  # a program opens it without a socket
            task.disconnected(task.live.host)
        write("table_opened", table=task.id)
        return task

    async def serve(self, task: TableTask) -> None:
        """Take in a table and start it."""
        self.tables[task.id] = task
        for occupant in task.live.occupants:
            if occupant is not None and not occupant.bot:
                self.seated(occupant.player, task.id)
        for player in task.live.queue:
            self.seated(player, task.id)
        task.observe = self._observe
        task.shuts_out = self.shuts_out
        await task.start()

    async def open_tournament(
        self, settings: TournamentSettings, invitation: Invitation | None = None
    ) -> TournamentTask:
        """Open a tournament for entries; without an invitation it is the house's own."""
        self._tournament_numbers += 1
        name = f"sng{self._tournament_numbers}"
        tournament = await TournamentTask.open(name, settings, invitation=invitation, **self._parts())
        self.tournaments[tournament.id] = tournament
        await tournament.start()
        write("tournament_opened", tournament=tournament.id)
        return tournament

    async def _open_tournaments(self) -> None:
        """Keep one tournament of each kind open for entries."""
        names = {
            tournament.live.structure.name
            for tournament in self.tournaments.values()
            if tournament.live.status == "registering" and not tournament.live.host
        }
        for settings in self._house_tournaments:
            if settings.structure.name not in names:
                await self.open_tournament(settings)

    def _parts(self) -> _Parts:
        return {"store": self.store, "bank": self.bank, "clock": self.clock, "host": self, "draw": self._draw}

    # -- who is here ---------------------------------------------------------------------------------------------

    def is_admin(self, token: str) -> bool:
        """Whether this is the admin token."""
        said, known = (hashlib.sha256(text.encode()).digest() for text in (token, self.admin_token))
        return hmac.compare_digest(said, known)

    async def player_of(self, token: str) -> str | None:
        """The player whose session this is, unless the operator has banned them."""
        player = await self.accounts.player_of(token)
        return None if self.sanctions.on(player, "ban") else player

    async def sign_out(self, token: str) -> None:
        """End a session and its sockets."""
        player = await self.player_of(token)
        if player is not None:
            await self.end_session(player, session_id(token))

    async def end_session(self, player: str, session: str) -> bool:
        """End a session of a player and its sockets; whether there was such a session."""
        found = await self.accounts.end_session(player, session)
        self._hang_up(player, {session})
        return found

    async def end_sessions(self, player: str, *, but: str | None = None) -> int:
        """End all sessions of a player, tokens of programs too, except that of one token; gives how many."""
        ended = await self.accounts.end_sessions(player, but=but)
        self._hang_up(player, ended)
        return len(ended)

    def _hang_up(self, player: str, sessions: Collection[str]) -> None:
        for connection in self._presence.of(player):
            if connection.session in sessions:
                connection.signed_out()

    def joined(self, connection: Listener) -> None:
        """A socket has opened; its player is connected at all their tables."""
        self._listeners.add(connection)
        player = connection.player
        if player is not None and self._presence.joined(connection, player):
            self._came_or_went(player, there=True)

    def parted(self, connection: Listener) -> None:
        """A socket has closed; if it was the last one, its player is disconnected."""
        self._lobby.leave(connection)
        self._listeners.discard(connection)
        for tournament in self.tournaments.values():
            tournament.unwatch(connection)
        player = connection.player
        if player is not None and self._presence.parted(connection, player):
            self._came_or_went(player, there=False)

    def _came_or_went(self, player: str, *, there: bool) -> None:
        """Tell the tables where a player sits, waits or is the host, and the tournaments they run."""
        hosted = [task for task in self.tables.values() if task.live.host == player]
        for task in dict.fromkeys([*self.places_of(player), *hosted]):
            # Whoever still has a seat there plays on: the hand, or the tournament.
            if there and (task.live.seat_of(player) is not None or not self.shuts_out(player, task.settings.club)):
                task.connected(player)
            else:
                task.disconnected(player)
        for tournament in self.tournaments.values():
            if tournament.live.host == player:
                tournament.look_up()

    def look_up(self, player: str) -> None:
        """A player may not come in somewhere any more, or may again: whoever cannot come in is not there."""
        self._came_or_went(player, there=self.connected(player))

    async def _beat(self) -> None:
        """Notice players whose line has gone silent on their turn, and those who are heard again."""
        awaited = [player for task in self.tables.values() if (player := task.awaited) is not None]
        for player, there in self._presence.beat(awaited):
            write("heard_again" if there else "gone_silent", player=player)
            self._came_or_went(player, there=there)

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""
        return self._presence.there(player)

    @property
    def people_here(self) -> int:
        """How many players are connected."""
        return len(self._presence)

    def seated(self, player: str, table: str) -> None:
        """Note where a player sits, or waits for a seat."""
        self._tables_of.setdefault(player, set()).add(table)

    def tables_of(self, player: str) -> list[TableTask]:
        """The tables where a player has a seat, or viewers have yet to see that they left it."""
        return [task for task in self.places_of(player) if task.seat_of(player) is not None]

    def places_of(self, player: str) -> list[TableTask]:
        """The tables where a player has a seat or waits for one."""
        tables = self._tables_of.get(player, set())
        found = {
            table: task
            for table in tables
            if (task := self.tables.get(table)) is not None
            and (task.seat_of(player) is not None or player in task.live.queue)
        }
        tables.intersection_update(found)
        if not tables:
            self._tables_of.pop(player, None)
        return list(found.values())

    def may_see(self, club: str, player: str | None) -> bool:
        """Whether a player may see what belongs to a club, or to none."""
        return not club or self.clubs.has_member(club, player)

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether the operator has banned a player, or a club has what is only for its members."""
        return self.sanctions.on(player, "ban") is not None or not self.may_see(club, player)

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all sockets of a player."""
        frame = encode(message)
        for connection in self._presence.of(player):
            connection.send(frame)

    # -- what players do -----------------------------------------------------------------------------------------

    async def submit(self, player: str, command: wire.TableCommand | wire.TournamentCommand) -> Answer:
        """Carry out a command at its table or in its tournament."""
        try:
            if isinstance(command, wire.Register | wire.Unregister):
                return await self.doors.tournament(player, command.tournament).submit(player, command)
            if isinstance(command, HostCommand | GuestCommand):
                return await self.doors.submit(player, command)
            task = self.doors.table(player, command.table)
        except CommandRefused as refusal:
            return wire.Refused(cmd_id=command.cmd_id, sentence=refusal.sentence, code=refusal.code)
        if isinstance(command, wire.Say):
            command, unheard = self._heard(player, command, task)
            if unheard is not None:
                return unheard
        answer = await task.submit(player, command)
        if type(command) in (wire.Sit, wire.Queue) and isinstance(answer, wire.Done):
            self.seated(player, command.table)
            if not self.connected(player):  # gone before the answer
                task.disconnected(player)
        return answer

    def _heard(self, player: str, command: wire.Say, task: TableTask) -> tuple[wire.Say, wire.Refused | None]:
        """What a player says, as it may be shown, or why it is not."""
        text = None if command.text is None else clean(command.text)
        if not task.has_company_of(player):
            sentence, code = say("only those at the table can talk there: watch it or take a seat"), "refused"
        elif muted := self.sanctions.on(player, "mute"):
            sentence, code = say("the operator has muted you: {why}", why=muted.why), "refused"
        elif command.emote is not None and task.seat_of(player) is None:
            sentence, code = say("only players with a seat can use emotes: take one first"), "refused"
        elif text == "":
            sentence, code = say("your message is empty: write something that others can see"), "refused"
        elif not self.chat.take(player, self.clock.now()):
            sentence, code = say("you talk too fast: wait a few seconds"), "too_fast"
        else:
            return replace(command, text=text), None
        return command, wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code=code)

    def is_house_name(self, name: str) -> bool:
        """Whether a name could be taken for that of one of the house's own tables or tournaments."""
        house = [settings.name for settings in self._house_tables]
        house += [settings.structure.name for settings in self._house_tournaments]
        return skeleton(name) in {skeleton(known) for known in house}

    # -- lobby ---------------------------------------------------------------------------------------------------

    def lobby(self, player: str | None = None) -> wire.Lobby:
        """The tables and tournaments that a player may know of, with the balance of the player."""
        return self._lobby.seen_by(player)

    def balance(self, player: str | None) -> int | None:
        """The chips in a player's account."""
        return None if player is None else self.bank.free(player_account(player))

    def chips_elsewhere(self, player: str) -> int:
        """A player's chips outside the account, as far as viewers know: at cash tables, and in entries not begun."""
        found = 0
        for task in self.tables_of(player):
            if not task.settings.tournament:
                found += task.shown_chips(player)
        for tournament in self.tournaments.values():
            live = tournament.live
            if live.status == "registering" and player in live.entered:
                found += live.structure.buy_in + live.structure.fee
        return found

    def watch_lobby(self, listener: Listener) -> None:
        """Send a connection the lobby, now and whenever it changes."""
        self._lobby.watch(listener)

    async def _tell_lobby(self) -> None:
        for table, task in list(self.tables.items()):
            if task.live.closed and task.live.next_update_at is None:
                del self.tables[table]
                await task.stop()
                write("table_closed", table=table)
        for name, tournament in list(self.tournaments.items()):
            if tournament.closed:
                del self.tournaments[name]
                await tournament.stop()
                write("tournament_closed", tournament=name)
        await self._open_tournaments()
        self._lobby.tell()

    async def _close_empty(self) -> None:
        """Close players' tables and tournaments that have been empty for long; the house's own stay."""
        now, house = self.clock.now(), {settings.name for settings in self._house_tables}
        empty = {
            table
            for table, task in self.tables.items()
            if not (task.settings.tournament or task.settings.name in house or task.watching or task.live.people)
        }
        empty |= {name for name, event in self.tournaments.items() if event.deserted}
        self._empty_since = {table: self._empty_since.get(table, now) for table in empty}
        for table, since in self._empty_since.items():
            if now - since >= EMPTY_MS:
                place = self.tables.get(table) or self.tournaments[table]
                alone = say("the table was empty for a while"), say("nobody entered for a while")
                why = str(alone[table in self.tournaments])
                await place.submit(HOUSE, Close(cmd_id=secrets.token_hex(8), at=table, why=why))

    # -- tournaments ---------------------------------------------------------------------------------------------

    def watch_tournament(self, listener: Listener, tournament: str) -> None:
        """Send a connection a tournament's standings; raises `CommandRefused`."""
        self.doors.tournament(listener.player, tournament).watch(listener)

    # -- counting ------------------------------------------------------------------------------------------------

    def check(self) -> tuple[str, ...]:
        """Count every chip: what is wrong, in sentences. What is set aside counts as its account has it."""
        return count_chips(self)

    async def _count_chips(self) -> None:
        wrong = await count_patiently(self)
        self.metrics.checks.inc()
        self.metrics.chips.set(-self.bank.balance(MINT))
        if wrong:
            self.metrics.violations.inc(len(wrong))
            for sentence in wrong:
                write("chips_wrong", logging.ERROR, reason=sentence)

    async def _retire_hands(self) -> None:
        """Move hands that are too old into files."""
        if moved := await OldHands(self.store, self.clock, self.retention).sweep():
            write("hands_retired", hands=moved)

    def _observe(self, scripted: ScriptedUpdate) -> None:
        for event in scripted.events:
            if type(event) is HandEnded:
                self.metrics.hands.inc()
            elif type(event) is wire.TimedOut:
                self.metrics.timeouts.inc()

    def figures(self) -> bytes:
        """The metrics, as Prometheus fetches them."""
        self.metrics.tables.set(len(self.tables))
        self.metrics.watchers.set(sum(task.watching for task in self.tables.values()))
        self.metrics.tournaments.set(len(self.tournaments))
        return self.metrics.text()

    async def _repeat(self, ms: int, do: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self.clock.sleep(ms)
            await self.store.fine()
            try:
                await do()
            except Exception as error:
                write_error("failed", error)
