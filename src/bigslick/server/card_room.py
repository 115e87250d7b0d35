"""The hall: everything of one server. It opens the store, brings the tables back as they were, and keeps the lobby."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypedDict

from ..events import HandEnded
from ..protocol import wire
from ..protocol.encoding import encode
from ..protocol.settings import TableSpec
from .clock import Clock, SystemClock
from .limits import Buckets, Counts, Limits
from .log import write, write_error
from .metrics import Metrics
from .store.accounts import Accounts
from .store.bank import MINT, Bank, player_account, table_account, tournament_account
from .store.histories import Histories
from .store.store import Store
from .table.orders import Close
from .table.script import Telling
from .table.task import KIND, Answer, Room
from .tournament.contest import TournamentSpec
from .tournament.task import KIND as CONTEST
from .tournament.task import Tournament

LOBBY_MS: Final = 1_000
"""How often the lobby is told at most."""
EMPTY_MS: Final = 30 * 60_000
"""How long a table that a player opened stands without anybody at it or looking at it."""
SWEEP_MS: Final = 3600_000
"""How often expired sessions are forgotten."""
CHECK_MS: Final = 15_000
"""How often all chips are counted."""


class Told(Protocol):
    """Somebody who can be told things: a socket."""

    player: str | None
    token: str | None
    """With which it was let in."""

    def send(self, frame: bytes) -> None:
        """Tell it."""

    def signed_out(self) -> None:
        """Its session is over."""


class _Parts(TypedDict):
    store: Store
    bank: Bank
    clock: Clock
    host: Hall
    draw: Callable[[], bytes]


class Hall:
    """A running card room. `await hall.start()` opens it, `await hall.stop()` closes it."""

    def __init__(
        self,
        url: str,
        *,
        tables: Sequence[TableSpec] = (),
        tournaments: Sequence[TournamentSpec] = (),
        admin_token: str | None = None,
        limits: Limits | None = None,
        clock: Clock | None = None,
        draw: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self.url = url
        self.clock: Clock = SystemClock() if clock is None else clock
        self.limits = Limits() if limits is None else limits
        self.metrics = Metrics()
        self.rooms: dict[str, Room] = {}
        self.tournaments: dict[str, Tournament] = {}
        self.connects = Buckets(self.limits.connects)
        self.requests = Buckets(self.limits.requests)
        self.sign_ups = Buckets(self.limits.sign_ups)
        self.sign_ins = Buckets(self.limits.sign_ins)
        self.openings = Buckets(self.limits.tables)
        self.sockets_of_address = Counts(self.limits.sockets_per_address)
        self.sockets_of_player = Counts(self.limits.sockets_per_player)
        self.admin_token = admin_token or secrets.token_urlsafe(24)
        self._tables = tuple(tables)
        self._standing = tuple(tournaments)
        self._draw = draw
        self._numbers = 0
        self._contests = 0
        self._connections: dict[str, set[Told]] = {}
        self._tables_of: dict[str, set[str]] = {}
        self._in_lobby: dict[Told, int | None] = {}
        self._lobby_told = b""
        self._empty_since: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []

    # -- opening and closing -------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the store, bring everything back, and open the house's tables if they are not there."""
        self.store = await Store.open(self.url)
        self.store.observe = self.metrics.append.observe
        self.bank = await Bank.load(self.store)
        self.accounts = Accounts(self.store, self.bank, self.clock)
        self.histories = Histories(self.store, self.clock)
        self._numbers = len(await self.store.streams(KIND, closed=True))
        self._contests = len(await self.store.streams(CONTEST, closed=True))
        for stream in await self.store.streams(KIND):
            room = await Room.restore(stream.id, self.store, self.bank, self.clock, self._draw)
            self.rooms[room.table] = room
        for stream in await self.store.streams(CONTEST):
            self.tournaments[stream.id] = await Tournament.restore(stream.id, **self._parts())
        for room in list(self.rooms.values()):
            await self.serve(room)
        for tournament in self.tournaments.values():
            await tournament.start()
        names = {room.spec.name for room in self.rooms.values()}
        for spec in self._tables:
            if spec.name not in names:
                await self.open_table(spec)
        await self._open_tournaments()
        self._tasks = [
            asyncio.create_task(self._repeat(LOBBY_MS, self._tell_lobby), name="lobby"),
            asyncio.create_task(self._repeat(CHECK_MS, self._count_chips), name="standing check"),
            asyncio.create_task(self._repeat(CHECK_MS, self._close_empty), name="empty tables"),
            asyncio.create_task(self._repeat(SWEEP_MS, self.accounts.sweep), name="sessions"),
        ]
        write("opened", tables=len(self.rooms), tournaments=len(self.tournaments))

    async def stop(self) -> None:
        """Close everything; what was told is in the store."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(tournament.stop() for tournament in self.tournaments.values()))
        await asyncio.gather(*(room.stop() for room in self.rooms.values()))
        await self.store.close()
        write("closed")

    async def open_table(self, spec: TableSpec) -> Room:
        """Open a table and serve it."""
        self._numbers += 1
        room = await Room.open(f"t{self._numbers}", spec, self.store, self.bank, self.clock, self._draw)
        await self.serve(room)
        write("table_opened", table=room.table)
        return room

    async def serve(self, room: Room) -> None:
        """Take in a room and start it."""
        self.rooms[room.table] = room
        for chair in room.live.state.chairs:
            if chair is not None and not chair.bot:
                self.seated(chair.player, room.table)
        room.observe = self._observe
        await room.start()

    async def open_tournament(self, spec: TournamentSpec) -> Tournament:
        """Open a tournament for entries."""
        self._contests += 1
        tournament = await Tournament.open(f"sng{self._contests}", spec, **self._parts())
        self.tournaments[tournament.id] = tournament
        await tournament.start()
        write("tournament_opened", tournament=tournament.id)
        return tournament

    async def _open_tournaments(self) -> None:
        """Keep one of each of the house's tournaments open for entries."""
        names = {
            tournament.contest.structure.name
            for tournament in self.tournaments.values()
            if tournament.contest.status == "registering"
        }
        for spec in self._standing:
            if spec.structure.name not in names:
                await self.open_tournament(spec)

    def _parts(self) -> _Parts:
        return {"store": self.store, "bank": self.bank, "clock": self.clock, "host": self, "draw": self._draw}

    # -- who is here ---------------------------------------------------------------------------------------------

    def is_admin(self, token: str) -> bool:
        """Whether this is the token of the house."""
        said, known = (hashlib.sha256(text.encode()).digest() for text in (token, self.admin_token))
        return hmac.compare_digest(said, known)

    async def player_of(self, token: str) -> str | None:
        """The player whose session this is."""
        return await self.accounts.player_of(token)

    async def sign_out(self, token: str) -> None:
        """End a session, and the sockets that were let in with it."""
        player = await self.player_of(token)
        await self.accounts.sign_out(token)
        for connection in tuple(self._connections.get(player or "", ())):
            if connection.token == token:
                connection.signed_out()

    def joined(self, connection: Told) -> None:
        """A socket is there; its player is connected at all his tables."""
        if connection.player is None:
            return
        connections = self._connections.setdefault(connection.player, set())
        connections.add(connection)
        if len(connections) == 1:
            for room in self.rooms_of(connection.player):
                room.connected(connection.player)

    def parted(self, connection: Told) -> None:
        """A socket is gone; its player is lost when it was his last."""
        self._in_lobby.pop(connection, None)
        for tournament in self.tournaments.values():
            tournament.unwatch(connection)
        player = connection.player
        if player is None:
            return
        connections = self._connections.get(player, set())
        connections.discard(connection)
        if not connections:
            self._connections.pop(player, None)
            for room in self.rooms_of(player):
                room.lost(player)

    def connected(self, player: str) -> bool:
        """Whether a player has a socket."""
        return player in self._connections

    def seated(self, player: str, table: str) -> None:
        """Somebody has taken a seat."""
        self._tables_of.setdefault(player, set()).add(table)

    def rooms_of(self, player: str) -> list[Room]:
        """The tables at which a player sits."""
        tables = self._tables_of.get(player, set())
        found = {
            table: room
            for table in tables
            if (room := self.rooms.get(table)) is not None and room.live.seat_of(player) is not None
        }
        tables.intersection_update(found)
        if not tables:
            self._tables_of.pop(player, None)
        return list(found.values())

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Tell all sockets of a player."""
        frame = encode(message)
        for connection in tuple(self._connections.get(player, ())):
            connection.send(frame)

    # -- what players do -----------------------------------------------------------------------------------------

    async def submit(self, player: str, command: wire.TableCommand | wire.TournamentCommand) -> Answer:
        """Carry out a command at its table or in its tournament."""
        if isinstance(command, wire.Register | wire.Unregister):
            tournament = self.tournaments.get(command.tournament)
            if tournament is not None:
                return await tournament.submit(player, command)
            sentence = f"There is no tournament {command.tournament!r}: see the lobby."
            return wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code="unknown")
        room = self.rooms.get(command.table)
        if room is None:
            return wire.Refused(
                cmd_id=command.cmd_id, sentence=f"There is no table {command.table!r}: see the lobby.", code="unknown"
            )
        answer = await room.submit(player, command)
        if type(command) is wire.Sit and isinstance(answer, wire.Done):
            self.seated(player, command.table)
            if not self.connected(player):  # gone before the answer
                room.lost(player)
        return answer

    # -- lobby ---------------------------------------------------------------------------------------------------

    def lobby(self, player: str | None = None) -> wire.Lobby:
        """All tables and tournaments, with the balance of who asks."""
        tournaments = tuple(tournament.card() for tournament in self.tournaments.values())
        return wire.Lobby(tables=self._cards(), tournaments=tournaments, balance=self.balance(player))

    def balance(self, player: str | None) -> int | None:
        """What a player has in his account."""
        return None if player is None else self.bank.free(player_account(player))

    def chips_elsewhere(self, player: str) -> int:
        """What a player has outside his account: at cash tables, and in entries that he may take back."""
        found = 0
        for room in self.rooms_of(player):
            seat = room.live.seat_of(player)
            if seat is not None and not room.spec.tournament:
                taken = room.live.state.taken(seat)
                found += taken.stack + taken.top_up
        for tournament in self.tournaments.values():
            contest = tournament.contest
            if contest.status == "registering" and player in contest.entered:
                found += contest.structure.buy_in + contest.structure.fee
        return found

    def watch_lobby(self, told: Told) -> None:
        """Tell somebody the lobby now and whenever it changes."""
        self._in_lobby[told] = self.balance(told.player)
        told.send(encode(self.lobby(told.player)))

    def _cards(self) -> tuple[wire.TableCard, ...]:
        return tuple(room.card() for room in self.rooms.values() if not room.spec.tournament)

    async def _tell_lobby(self) -> None:
        for table, room in list(self.rooms.items()):
            if room.live.closed and room.live.tells_at is None:
                del self.rooms[table]
                await room.stop()
                write("table_closed", table=table)
        for name, tournament in list(self.tournaments.items()):
            if tournament.closed:
                del self.tournaments[name]
                await tournament.stop()
                write("tournament_closed", tournament=name)
        await self._open_tournaments()
        if not self._in_lobby:
            return
        frame = encode(self.lobby())
        changed, self._lobby_told = frame != self._lobby_told, frame
        for told, before in list(self._in_lobby.items()):
            balance = self.balance(told.player)
            if changed or balance != before:
                self._in_lobby[told] = balance
                told.send(frame if balance is None else frame.replace(b'"balance":null', b'"balance":%d' % balance))

    async def _close_empty(self) -> None:
        """Close the tables of players at which nobody has been for long; those of the house stay."""
        now, house = self.clock.now(), {spec.name for spec in self._tables}
        empty = {
            table
            for table, room in self.rooms.items()
            if not (room.spec.tournament or room.spec.name in house or room.watching or room.live.people)
        }
        self._empty_since = {table: self._empty_since.get(table, now) for table in empty}
        for table, since in self._empty_since.items():
            if now - since >= EMPTY_MS:
                await self.rooms[table].submit(None, Close(why="nobody has been here for a while"))

    # -- tournaments ---------------------------------------------------------------------------------------------

    def watch_tournament(self, told: Told, tournament: str) -> bool:
        """Tell somebody how a tournament stands; False if there is none."""
        found = self.tournaments.get(tournament)
        if found is not None:
            found.watch(told)
        return found is not None

    # -- counting ------------------------------------------------------------------------------------------------

    def check(self) -> tuple[str, ...]:
        """Count every chip: what is wrong, in sentences."""
        counted = {}
        for room in self.rooms.values():
            if not room.spec.tournament:
                account = table_account(room.table)
                # Between folding and commit a table is ahead of its account; it is counted the next time.
                counted[account] = self.bank.balance(account) if room.lock.locked() else room.live.chips
        for name, event in self.tournaments.items():
            account = tournament_account(name)
            counted[account] = self.bank.balance(account) if event.busy else event.contest.owed
        return (*self.bank.check(counted), *self._tournament_chips())

    def _tournament_chips(self) -> list[str]:
        return [
            f"tournament {name} has {event.chips} chips in play: expected {event.handed_out}"
            for name, event in self.tournaments.items()
            if not event.busy and event.chips != event.handed_out
        ]

    async def _count_chips(self) -> None:
        busy = [room for room in self.rooms.values() if room.lock.locked() and not room.spec.tournament]
        wrong = list(self.check())
        for room in busy:  # those that `check` had to leave out, one after another between their commits
            async with room.lock:
                held, chips = self.bank.balance(table_account(room.table)), room.live.chips
                if held != chips:
                    wrong.append(f"{table_account(room.table)} holds {held} chips, and {chips} were counted on it")
        self.metrics.checks.inc()
        self.metrics.chips.set(-self.bank.balance(MINT))
        if wrong:
            self.metrics.violations.inc(len(wrong))
            for sentence in wrong:
                write("chips_wrong", logging.ERROR, reason=sentence)

    def _observe(self, telling: Telling) -> None:
        for event in telling.events:
            if type(event) is HandEnded:
                self.metrics.hands.inc()
            elif type(event) is wire.TimedOut:
                self.metrics.timeouts.inc()

    def figures(self) -> bytes:
        """What Prometheus fetches."""
        self.metrics.tables.set(len(self.rooms))
        self.metrics.tournaments.set(len(self.tournaments))
        return self.metrics.text()

    async def _repeat(self, ms: int, do: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self.clock.sleep(ms)
            try:
                await do()
            except Exception as error:
                write_error("failed", error)
