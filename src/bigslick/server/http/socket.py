"""One socket: its player, the commands it may send, and a bounded queue for slow readers.

Frames go straight to the transport while the client reads them, and queue up when it does not. When too many are
queued, those about tables and the lobby are dropped, and the client gets snapshots instead once it reads again. If even
that is too much or takes too long, the socket is closed with 1013.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from time import perf_counter
from typing import Any, Final

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode, from_json_value
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.operations.limits import Bucket
from bigslick.server.operations.log import write, write_error
from bigslick.server.room.card_room import CardRoom
from bigslick.server.room.connections import LOBBY, Pulse
from bigslick.server.serving.answers import Answer
from bigslick.server.serving.outage import outage
from bigslick.server.store.accounts import session_id
from bigslick.server.store.database import OutcomeUnknown, StoreFailed

from .transport import PING, SocketTransport, framed

MALFORMED: Final = 5
"""This many unreadable messages close a socket."""
BROADCAST: Final = "broadcast"
"""The subject of a message about the broadcast; no table has this id."""
IN_FLIGHT: Final = 32
"""How many of a socket's commands may be waiting for an answer."""
GOING_AWAY, POLICY, TRY_LATER = 1001, 1008, 1013

_DECODER: Final = msgspec.json.Decoder(wire.Command, dec_hook=from_json_value)


def read_command(data: bytes) -> wire.Command:
    """Decode the command in a frame; raises `msgspec.MsgspecError`, or `ValueError` for an invalid amount."""
    command: wire.Command = _DECODER.decode(data)
    return command


class TableViewer:
    """One socket watching one table."""

    __slots__ = ("_connection", "_transport", "about", "player", "table")

    def __init__(self, connection: Connection, transport: SocketTransport, table: str) -> None:
        self._connection = connection
        self._transport = transport
        self.player = connection.player
        self.table = self.about = table

    def send(self, frame: bytes) -> None:
        """Send the socket a table's update."""
        connection = self._connection
        if connection.slow_since is None:
            self._transport.write(framed(frame))
        else:
            connection.send(frame, self.about)


class BroadcastViewer(TableViewer):
    """One socket watching one table's broadcast."""

    __slots__ = ()

    def __init__(self, connection: Connection, transport: SocketTransport, table: str) -> None:
        super().__init__(connection, transport, table)
        self.player = None
        self.about = BROADCAST


class SocketReply:
    """Sends a command's answer as soon as it is known, without a task in between."""

    __slots__ = ("_began", "_connection")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._began = perf_counter()

    def done(self) -> bool:
        """Return False: a socket always waits, and writing to a closed one does nothing."""
        return False

    def set_result(self, result: Answer, /) -> None:
        """Send the answer."""
        self._connection.answer(result, self._began)

    def set_exception(self, _: Exception, /) -> None:
        """Close the socket; a client that reconnects and resends the command gets its answer."""
        self._connection.unanswered()


class Connection:
    """An accepted socket."""

    def __init__(
        self, card_room: CardRoom, transport: SocketTransport, player: str | None, token: str | None, address: str
    ) -> None:
        self.card_room = card_room
        self.player = player
        self.name = None if player is None else card_room.names.name_of(player)
        self.session = None if token is None else session_id(token)
        self.address = address
        self.watching: dict[str, TableViewer] = {}
        self._tournaments: dict[str, None] = {}
        self._broadcast: BroadcastViewer | None = None
        self.ended: asyncio.Event = asyncio.Event()
        now = card_room.clock.now()
        self._transport = transport
        self._commands = Bucket(card_room.limits.commands, now)
        self._warnings = Bucket(card_room.limits.warnings, now)
        self._malformed = 0
        self._in_flight = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: deque[tuple[bytes, str]] = deque()
        self._waiting_bytes = 0
        self._stale: set[str] = set()
        self.slow_since: int | None = None
        self._pulse = Pulse()

    # -- out -----------------------------------------------------------------------------------------------------

    def send(self, frame: bytes, about: str = "") -> None:
        """Send a message, perhaps about a table or the lobby, now or once the client has read the earlier ones."""
        if self.slow_since is None:
            self._transport.write(framed(frame))
            return
        if about in self._stale:
            return
        self._waiting.append((frame, about))
        self._waiting_bytes += len(frame)
        limits = self.card_room.limits
        if len(self._waiting) > limits.queued_frames or self._waiting_bytes > limits.queued_bytes:
            self._overflow()
        elif self.card_room.clock.now() - self.slow_since > limits.slow_ms:
            self.close(TRY_LATER, "You read too slowly. Reconnect to get the tables as they are now.")

    def tell(self, message: wire.FromServer) -> None:
        """Send a message to this socket only."""
        self.send(encode(message))

    def close(self, code: int, sentence: str) -> None:
        """Send the reason, and close."""
        self._transport.write(framed(encode(wire.Bye(sentence=sentence))))
        self._transport.end(code)
        self.card_room.metrics.closed[str(code)].inc()
        write("socket_closed", player=self.name, address=self.address, code=code)

    def signed_out(self) -> None:
        """Close the socket after its session ended."""
        self.close(POLICY, "You have signed out.")

    def alive(self) -> bool:
        """Whether the socket still answers; pings it if it has been quiet."""
        now = self._pulse.now()
        if self._pulse.asks(self._transport.heard_at, now):
            self._transport.write(PING)
        return self._pulse.beats(now)

    def _overflow(self) -> None:
        self.card_room.metrics.overflows.inc()
        kept = [waiting for waiting in self._waiting if not waiting[1]]
        self._stale.update(about for _, about in self._waiting if about)
        self._waiting = deque(kept)
        self._waiting_bytes = sum(len(frame) for frame, _ in kept)
        if len(kept) > self.card_room.limits.queued_frames // 2:
            self.close(TRY_LATER, "You read too slowly. Reconnect to get the tables as they are now.")

    # -- events from the transport -------------------------------------------------------------------------------

    def crowded(self) -> None:
        """The client sends more than it may: after a few warnings it is closed."""
        self._warn(self.card_room.clock.now())

    def slow(self) -> None:
        """Note that the client reads more slowly than we write."""
        self.slow_since = self.card_room.clock.now()

    def quick(self) -> None:
        """Send the queued frames, plus snapshots for what was dropped, now that the client has caught up."""
        self.slow_since = None
        while self._waiting and self.slow_since is None:
            frame, _ = self._waiting.popleft()
            self._waiting_bytes -= len(frame)
            self._transport.write(framed(frame))
        if self.slow_since is None:
            stale, self._stale = self._stale, set()
            if LOBBY in stale:
                self.card_room.watch_lobby(self)
            if BROADCAST in stale and (on_air := self._broadcast) is not None:
                task = self.card_room.tables.get(on_air.table)
                if task is not None and on_air in task.audience.broadcast:
                    task.watch_broadcast(on_air)
            for table in stale:
                watcher, task = self.watching.get(table), self.card_room.tables.get(table)
                if watcher is not None and task is not None and task.audience.has_viewer(watcher):
                    task.unwatch(watcher)
                    task.watch(watcher, None)

    def gone(self) -> None:
        """Clean up after the connection closed."""
        self.ended.set()

    def leaving(self) -> None:
        """Say goodbye, because the server is shutting down."""
        self._transport.write(framed(encode(wire.Bye(sentence=self.card_room.farewell))))

    def heard(self, data: bytes, is_text: bool) -> None:
        """Decode a message strictly, and carry it out."""
        now = self.card_room.clock.now()
        if not self._commands.take(now):
            self._refuse("Too many messages: wait a few seconds.", "too_fast", _cmd_id(data))
            self._warn(now)
            return
        try:
            if not is_text:
                raise ValueError("expected a text frame with JSON, not a binary one")
            command = read_command(data)
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
            self._malformed += 1
            self._refuse(say("Invalid message: {error}.", error=str(error)[:280]), "malformed", _cmd_id(data))
            if self._malformed >= MALFORMED:
                self.close(POLICY, "Too many invalid messages: see docs/reference/wire.md.")
            return
        self.card_room.metrics.commands[type(command)].inc()
        self._do(command, now)

    def _warn(self, now: int) -> None:
        if not self._warnings.take(now):
            self.close(POLICY, "Too many messages.")

    # -- commands ------------------------------------------------------------------------------------------------

    def _do(self, command: wire.Command, now: int) -> None:
        if isinstance(command, wire.Ping):
            self.tell(wire.Pong(at=command.at, now=now))
        elif isinstance(command, wire.WatchTable):
            self._watch(command)
        elif isinstance(command, wire.UnwatchTable):
            self._unwatch(command.table)
        elif isinstance(command, wire.WatchBroadcast):
            self._watch_broadcast(command.secret)
        elif isinstance(command, wire.WatchLobby):
            self.card_room.watch_lobby(self)
        elif isinstance(command, wire.WatchTournament):
            self._watch_tournament(command.tournament)
        elif self.player is None:
            self._refuse("Sign in to play: until then you can only watch.", "not_signed_in", command.cmd_id)
        elif self._in_flight >= IN_FLIGHT:
            self._refuse("Too many commands at once: wait for their answers.", "too_fast", command.cmd_id)
        else:
            self._in_flight += 1
            if type(command) is wire.Act and self._act(self.player, command):
                return
            submitting = asyncio.get_running_loop().create_task(self._submit(self.player, command))
            self._tasks.add(submitting)
            submitting.add_done_callback(self._tasks.discard)

    def _act(self, player: str, command: wire.Act) -> bool:
        """Carry out the most frequent command without a task; False if the player has no such table."""
        try:
            task = self.card_room.doors.table(player, command.table)
        except CommandRefused:
            return False
        task.post(player, command, SocketReply(self))
        return True

    async def _submit(self, player: str, command: wire.TableCommand | wire.TournamentCommand) -> None:
        began = perf_counter()
        try:
            found = await self.card_room.submit(player, command)
        except OutcomeUnknown:
            self.unanswered()
            return
        except Exception as error:
            write_error("command_failed", error, player=self.name, command=type(command).__name__)
            found = wire.Refused(
                cmd_id=command.cmd_id,
                sentence=say("The server failed to do this. It is not your fault: try again."),
                code="failed",
            )
        self.answer(found, began)

    def unanswered(self) -> None:
        """Close, because a command's outcome is unknown; the client can resend it and get the one answer."""
        self._in_flight -= 1
        self.close(TRY_LATER, self.card_room.farewell)

    def answer(self, found: Answer, began: float) -> None:
        """Send the answer to a command read at a `perf_counter` time."""
        self._in_flight -= 1
        metrics = self.card_room.metrics
        metrics.answer.observe(perf_counter() - began)
        if type(found) is wire.Refused:
            metrics.refused[found.code].inc()
        self.send(encode(found))

    def _watch(self, command: wire.WatchTable) -> None:
        try:
            task = self.card_room.doors.table(self.player, command.table)
        except CommandRefused as refusal:
            self._refuse(refusal.sentence, refusal.code, table=command.table)
            return
        watcher = self.watching.get(command.table)
        if watcher is None:
            for closed in [table for table in self.watching if table not in self.card_room.tables]:
                del self.watching[closed]
            if len(self.watching) >= self.card_room.limits.tables_per_socket:
                sentence = "You are watching as many tables as one connection may: unwatch one first."
                self._refuse(sentence, "refused", table=command.table)
                return
            watcher = self.watching[command.table] = TableViewer(self, self._transport, command.table)
        else:
            task.unwatch(watcher)
        if command.last_seq is not None:
            self.card_room.metrics.reconnects.inc()
        task.watch(watcher, command.last_seq)
        if self.player is not None and task.has_company_of(self.player):
            told = task.talk.told(task.audience.seen_by(self.player).until)
            if told.lines:
                self.tell(told)

    def _watch_broadcast(self, secret: str) -> None:
        """Watch a broadcast instead of the one before."""
        card_room = self.card_room
        self._unwatch_broadcast()
        task = card_room.doors.broadcast(secret)
        if task is None:
            self._refuse("This address shows no broadcast: ask the host for the new one.", "unknown")
        elif len(task.audience.broadcast) >= card_room.limits.broadcast_viewers:
            self._refuse("This broadcast has as many viewers as it can have: close one.", "refused")
        else:
            self._broadcast = BroadcastViewer(self, self._transport, task.id)
            task.watch_broadcast(self._broadcast)

    def _unwatch_broadcast(self) -> None:
        watcher, self._broadcast = self._broadcast, None
        if watcher is not None and (task := self.card_room.tables.get(watcher.table)) is not None:
            task.audience.broadcast.leave(watcher)

    def _watch_tournament(self, name: str) -> None:
        """Watch a tournament; there is no unwatching one, so the first of too many is dropped."""
        try:
            self.card_room.doors.tournament(self.player, name).watch(self)
        except CommandRefused as refusal:
            self._refuse(refusal.sentence, refusal.code)
            return
        self._tournaments.pop(name, None)
        self._tournaments[name] = None
        if len(self._tournaments) > self.card_room.limits.tables_per_socket:
            first = next(iter(self._tournaments))
            del self._tournaments[first]
            if (tournament := self.card_room.tournaments.get(first)) is not None:
                tournament.unwatch(self)

    def _unwatch(self, table: str) -> None:
        watcher = self.watching.pop(table, None)
        if watcher is not None:
            task = self.card_room.tables.get(table)
            if task is not None:
                task.unwatch(watcher)

    def _refuse(self, sentence: str, code: str, cmd_id: str = "", table: str = "") -> None:
        self.card_room.metrics.refused[code].inc()
        self.tell(wire.Refused(sentence=sentence, code=code, cmd_id=cmd_id, table=table))

    async def leave(self) -> None:
        """Release everything, after finishing commands in progress."""
        for table in list(self.watching):
            self._unwatch(table)
        self._unwatch_broadcast()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


class _Named(msgspec.Struct):
    cmd_id: str = ""


def _cmd_id(data: bytes) -> str:
    try:
        return msgspec.json.decode(data, type=_Named).cmd_id[:64]
    except (msgspec.MsgspecError, RecursionError):
        return ""


async def endpoint(socket: WebSocket) -> None:
    """Serve `/ws`: accept a socket, or refuse it with a status and a sentence."""
    card_room: CardRoom = socket.app.state.card_room
    address = socket.client.host if socket.client else ""
    transport: Any = socket.scope["extensions"].get("bigslick.transport")
    if transport is None:
        await _deny(socket, 503, "This server cannot serve sockets: run `bigslick serve`.")
        return
    if not card_room.usage.sockets_of_address.take(address):
        await _deny(socket, 429, _TOO_MANY)
        return
    try:
        token, by_bearer = (None, False) if ANONYMOUS in socket.query_params else token_of(socket)
        try:
            player = await card_room.player_of(token) if token else None
        except StoreFailed:
            await _deny(socket, 503, "The database is away: try again in a moment.")
            return
        if by_bearer and player is None:
            await _deny(socket, 401, "Unknown token: sign in again for a new one.")
            return
        if player is not None and not card_room.usage.sockets_of_player.take(player):
            await _deny(socket, 429, "You have too many connections open: close one.")
            return
        try:
            await socket.accept()
            await _serve(card_room, Connection(card_room, transport, player, token, address), transport)
        finally:
            if player is not None:
                card_room.usage.sockets_of_player.give_back(player)
    finally:
        card_room.usage.sockets_of_address.give_back(address)


async def _serve(card_room: CardRoom, connection: Connection, transport: SocketTransport) -> None:
    card_room.metrics.sockets.inc()
    card_room.presence.joined(connection)
    connection.tell(wire.Welcome(protocol=wire.PROTOCOL, player=connection.name, now=card_room.clock.now()))
    if card_room.trouble is not None:
        connection.tell(outage(card_room.trouble))
    transport.own(connection)
    try:
        await connection.ended.wait()
    finally:
        card_room.metrics.sockets.dec()
        card_room.parted(connection)
        await connection.leave()


def handshake_refusal(card_room: CardRoom, address: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
    """Return a refusal before sign-in as (status, sentence), or None to accept."""
    origin = headers.get("origin")
    if origin is not None and not same_site(origin, headers.get("host", "")):
        return 403, OTHER_SITE
    if origin is None and "authorization" not in headers and "cookie" in headers:
        return 403, "A connection with a cookie must name its Origin; programs use a Bearer token."
    if not card_room.usage.connects.take(address, card_room.clock.now()):
        return 429, "Too many new connections from your address: wait a minute."
    if card_room.usage.sockets_of_address.held(address) >= card_room.limits.sockets_per_address:
        return 429, _TOO_MANY
    return None


async def _deny(socket: WebSocket, status: int, sentence: str) -> None:
    response = Response(encode({"error": sentence}), status, media_type="application/json")
    await socket.send_denial_response(response)
    transport: Any = socket.scope["extensions"].get("bigslick.transport")
    if transport is not None:
        transport.handshake_complete = True  # otherwise uvicorn logs an error for every refusal


def same_site(origin: str, host: str) -> bool:
    """Whether a page with this origin is ours: same host and port."""
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and bool(host) and rest.lower() == host.lower()


def token_of(request: Any) -> tuple[str | None, bool]:
    """Return the session token from `Authorization: Bearer` or the cookie, and whether it was the former."""
    said = request.headers.get("authorization")
    if said is not None:
        scheme, _, token = said.partition(" ")
        return (token.strip() if scheme.lower() == "bearer" else ""), True
    return request.cookies.get(COOKIE), False


COOKIE: Final = "bigslick_session"
PATH: Final = "/ws"
ANONYMOUS: Final = "anonymous"
"""A socket at `/ws?anonymous` has no player, even in a browser that is signed in: the page of a broadcast uses it."""
OTHER_SITE: Final = say("This request comes from another site: use the card room's own page.")
_TOO_MANY: Final = say("Too many connections from your address: close one.")
