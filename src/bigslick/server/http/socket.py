"""One socket: who it is, what it may send, and a bounded way out for slow readers.

Frames go straight to the line while the other side reads them. When it does not, they wait; when too many wait, those
of tables are dropped and the tables are sent anew as snapshots once it reads again; when even that is too much, or it
takes too long, the socket is closed with 1013.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import perf_counter
from typing import Any, Final

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket

from ...protocol import wire
from ...protocol.encoding import encode, from_plain
from ..card_room import Hall
from ..limits import Bucket
from ..log import write, write_error
from ..table.task import Answer
from .transport import Line, framed

MALFORMED: Final = 5
"""After so many messages that cannot be read a socket is closed."""
IN_FLIGHT: Final = 32
"""So many commands of one socket may wait for their answers."""
GOING_AWAY, POLICY, TRY_LATER = 1001, 1008, 1013

_DECODER: Final = msgspec.json.Decoder(wire.Command, dec_hook=from_plain)


def read_command(data: bytes) -> wire.Command:
    """The command in a frame; raises `msgspec.MsgspecError`, or `ValueError` for an amount that is none."""
    command: wire.Command = _DECODER.decode(data)
    return command


class Watcher:
    """One table as one socket sees it."""

    __slots__ = ("_connection", "_line", "player", "table")

    def __init__(self, connection: Connection, line: Line, table: str) -> None:
        self._connection = connection
        self._line = line
        self.player = connection.player
        self.table = table

    def send(self, frame: bytes) -> None:
        """Tell the socket what is new at the table."""
        connection = self._connection
        if connection.slow_since is None:
            self._line.write(framed(frame))
        else:
            connection.send(frame, self.table)


class Answered:
    """Writes the answer to a command down where it is given, without a task between."""

    __slots__ = ("_began", "_connection")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._began = perf_counter()

    def done(self) -> bool:
        """A socket always waits; writing to one that is gone does nothing."""
        return False

    def set_result(self, result: Answer, /) -> None:
        """Here is the answer."""
        self._connection.answer(result, self._began)


class Connection:
    """A socket that has been let in."""

    def __init__(self, hall: Hall, line: Line, player: str | None, token: str | None, address: str) -> None:
        self.hall = hall
        self.player = player
        self.token = token
        self.address = address
        self.watching: dict[str, Watcher] = {}
        self.ended: asyncio.Event = asyncio.Event()
        now = hall.clock.now()
        self._line = line
        self._commands = Bucket(hall.limits.commands, now)
        self._warnings = Bucket(hall.limits.warnings, now)
        self._malformed = 0
        self._in_flight = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: deque[tuple[bytes, str]] = deque()
        self._waiting_bytes = 0
        self._stale: set[str] = set()
        self.slow_since: int | None = None

    # -- out -----------------------------------------------------------------------------------------------------

    def send(self, frame: bytes, table: str = "") -> None:
        """Send a message, at once or when the other side has read what is before it; never blocks."""
        if self.slow_since is None:
            self._line.write(framed(frame))
            return
        if table in self._stale:
            return
        self._waiting.append((frame, table))
        self._waiting_bytes += len(frame)
        limits = self.hall.limits
        if len(self._waiting) > limits.queued_frames or self._waiting_bytes > limits.queued_bytes:
            self._overflow()
        elif self.hall.clock.now() - self.slow_since > limits.slow_ms:
            self.close(TRY_LATER, "You read too slowly. Connect again, and the tables are sent as they are.")

    def tell(self, message: wire.FromServer) -> None:
        """Send a message that is only for this socket."""
        self.send(encode(message))

    def close(self, code: int, sentence: str) -> None:
        """Say why, and close."""
        self._line.write(framed(encode(wire.Bye(sentence=sentence))))
        self._line.end(code)
        self.hall.metrics.closed[str(code)].inc()
        write("socket_closed", player=self.player, address=self.address, code=code)

    def signed_out(self) -> None:
        """Whoever holds this socket plays no more for its player."""
        self.close(POLICY, "You have signed out.")

    def _overflow(self) -> None:
        self.hall.metrics.overflows.inc()
        kept = [waiting for waiting in self._waiting if not waiting[1]]
        self._stale.update(table for _, table in self._waiting if table)
        self._waiting = deque(kept)
        self._waiting_bytes = sum(len(frame) for frame, _ in kept)
        if len(kept) > self.hall.limits.queued_frames // 2:
            self.close(TRY_LATER, "You read too slowly. Connect again, and the tables are sent as they are.")

    # -- what the line says --------------------------------------------------------------------------------------

    def slow(self) -> None:
        """The other side reads more slowly than we write."""
        self.slow_since = self.hall.clock.now()

    def quick(self) -> None:
        """The other side has caught up: what waits goes out, and what was dropped is sent anew."""
        self.slow_since = None
        while self._waiting and self.slow_since is None:
            frame, _ = self._waiting.popleft()
            self._waiting_bytes -= len(frame)
            self._line.write(framed(frame))
        if self.slow_since is None:
            stale, self._stale = self._stale, set()
            for table in stale:
                watcher, room = self.watching.get(table), self.hall.rooms.get(table)
                if watcher is not None and room is not None:
                    room.unwatch(watcher)
                    room.watch(watcher, None)

    def gone(self) -> None:
        """The line is closed."""
        self.ended.set()

    def leaving(self) -> None:
        """The server shuts down."""
        self._line.write(framed(encode(wire.Bye(sentence="The room closes for a moment. Connect again."))))

    def heard(self, data: bytes, is_text: bool) -> None:
        """A message has arrived: read it strictly, and do what it asks."""
        now = self.hall.clock.now()
        if not self._commands.take(now):
            self._refuse("You ask too often: wait a few seconds.", "too_fast", _cmd_id(data))
            if not self._warnings.take(now):
                self.close(POLICY, "You asked too often.")
            return
        try:
            if not is_text:
                raise ValueError("expected a text frame with JSON, not a binary one")
            command = read_command(data)
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
            self._malformed += 1
            self._refuse(f"This message cannot be read: {error}."[:300], "malformed", _cmd_id(data))
            if self._malformed >= MALFORMED:
                self.close(POLICY, "Too many messages could not be read; see docs/reference/wire.md.")
            return
        self.hall.metrics.commands[type(command)].inc()
        self._do(command, now)

    # -- commands ------------------------------------------------------------------------------------------------

    def _do(self, command: wire.Command, now: int) -> None:
        if isinstance(command, wire.Ping):
            self.tell(wire.Pong(at=command.at, now=now))
        elif isinstance(command, wire.Watch):
            self._watch(command)
        elif isinstance(command, wire.Unwatch):
            self._unwatch(command.table)
        elif isinstance(command, wire.WatchLobby):
            self.hall.watch_lobby(self)
        elif isinstance(command, wire.WatchTournament):
            if not self.hall.watch_tournament(self, command.tournament):
                self._refuse(f"There is no tournament {command.tournament!r}: see the lobby.", "unknown")
        elif self.player is None:
            self._refuse("Sign in to play: until then you can watch.", "not_signed_in", command.cmd_id)
        elif self._in_flight >= IN_FLIGHT:
            self._refuse("Wait for the answers to what you have asked.", "too_fast", command.cmd_id)
        else:
            self._in_flight += 1
            if type(command) is wire.Act and (room := self.hall.rooms.get(command.table)) is not None:
                room.post(self.player, command, Answered(self))
                return
            task = asyncio.get_running_loop().create_task(self._submit(self.player, command))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _submit(self, player: str, command: wire.TableCommand | wire.TournamentCommand) -> None:
        began = perf_counter()
        try:
            found = await self.hall.submit(player, command)
        except Exception as error:
            write_error("command_failed", error, player=player, command=type(command).__name__)
            found = wire.Refused(
                cmd_id=command.cmd_id, sentence="The server could not do this; it is not your fault.", code="failed"
            )
        self.answer(found, began)

    def answer(self, found: Answer, began: float) -> None:
        """Send the answer to a command that was read at a time of `perf_counter`."""
        self._in_flight -= 1
        metrics = self.hall.metrics
        metrics.answer.observe(perf_counter() - began)
        if type(found) is wire.Refused:
            metrics.refused[found.code].inc()
        self.send(encode(found))

    def _watch(self, command: wire.Watch) -> None:
        room = self.hall.rooms.get(command.table)
        if room is None:
            self._refuse(f"There is no table {command.table!r}: see the lobby.", "unknown")
            return
        watcher = self.watching.get(command.table)
        if watcher is None:
            if len(self.watching) >= self.hall.limits.tables_per_socket:
                self._refuse("You see as many tables as one connection can: unwatch one.", "refused")
                return
            watcher = self.watching[command.table] = Watcher(self, self._line, command.table)
            self.hall.metrics.watchers.inc()
        else:
            room.unwatch(watcher)
        if command.last_seq is not None:
            self.hall.metrics.reconnects.inc()
        room.watch(watcher, command.last_seq)

    def _unwatch(self, table: str) -> None:
        watcher = self.watching.pop(table, None)
        if watcher is not None:
            self.hall.metrics.watchers.dec()
            room = self.hall.rooms.get(table)
            if room is not None:
                room.unwatch(watcher)

    def _refuse(self, sentence: str, code: str, cmd_id: str = "") -> None:
        self.hall.metrics.refused[code].inc()
        self.tell(wire.Refused(sentence=sentence, code=code, cmd_id=cmd_id))

    async def leave(self) -> None:
        """Let go of everything; what was asked for is still answered to nobody."""
        for table in list(self.watching):
            self._unwatch(table)
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


class _Named(msgspec.Struct):
    cmd_id: str = ""


def _cmd_id(data: bytes) -> str:
    """What a message that cannot be read calls itself, if it does."""
    try:
        return msgspec.json.decode(data, type=_Named).cmd_id[:64]
    except (msgspec.MsgspecError, RecursionError):
        return ""


async def endpoint(socket: WebSocket) -> None:
    """`/ws`: let a socket in, or refuse it with a status and a sentence."""
    hall: Hall = socket.app.state.hall
    address = socket.client.host if socket.client else ""
    line: Any = socket.scope["extensions"].get("bigslick.line")
    refusal = _refusal_of(socket, hall, address, line)
    if refusal is not None:
        await _deny(socket, *refusal)
        return
    try:
        token, by_bearer = token_of(socket)
        player = await hall.player_of(token) if token else None
        if by_bearer and player is None:
            await _deny(socket, 401, "This token is not known: sign in again for a new one.")
            return
        if player is not None and not hall.sockets_of_player.take(player):
            await _deny(socket, 429, "You have too many connections open: close one.")
            return
        try:
            await socket.accept()
            await _serve(hall, Connection(hall, line, player, token, address), line)
        finally:
            if player is not None:
                hall.sockets_of_player.give_back(player)
    finally:
        hall.sockets_of_address.give_back(address)


async def _serve(hall: Hall, connection: Connection, line: Line) -> None:
    hall.metrics.sockets.inc()
    hall.joined(connection)
    connection.tell(wire.Welcome(protocol=wire.PROTOCOL, player=connection.player, now=hall.clock.now()))
    line.own(connection)
    try:
        await connection.ended.wait()
    finally:
        hall.metrics.sockets.dec()
        hall.parted(connection)
        await connection.leave()


def _refusal_of(socket: WebSocket, hall: Hall, address: str, line: Any) -> tuple[int, str] | None:
    """Why a socket is not let in; None takes a place for its address."""
    origin = socket.headers.get("origin")
    if origin is not None and not same_site(origin, socket.headers.get("host", "")):
        return 403, "This page belongs to another site: open the room's own page."
    if origin is None and "authorization" not in socket.headers and "cookie" in socket.headers:
        return 403, "A connection with a cookie must name its Origin; a program uses a Bearer token."
    if line is None:
        return 503, "This server cannot serve sockets: run `bigslick serve`."
    if not hall.connects.take(address, hall.clock.now()):
        return 429, "Too many new connections from your address: wait a minute."
    if not hall.sockets_of_address.take(address):
        return 429, "Too many connections from your address: close one."
    return None


async def _deny(socket: WebSocket, status: int, sentence: str) -> None:
    response = Response(encode({"error": sentence}), status, media_type="application/json")
    await socket.send_denial_response(response)
    line: Any = socket.scope["extensions"].get("bigslick.line")
    if line is not None:
        line.handshake_complete = True  # or uvicorn writes an error to the log for everybody who is refused


def same_site(origin: str, host: str) -> bool:
    """Whether a page of this origin is our own: the same host and port."""
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and bool(host) and rest.lower() == host.lower()


def token_of(request: Any) -> tuple[str | None, bool]:
    """The token of a session: a program's from `Authorization: Bearer`, a page's from its cookie; whether the first."""
    said = request.headers.get("authorization")
    if said is not None:
        scheme, _, token = said.partition(" ")
        return (token.strip() if scheme.lower() == "bearer" else ""), True
    return request.cookies.get(COOKIE), False


COOKIE: Final = "bigslick_session"
