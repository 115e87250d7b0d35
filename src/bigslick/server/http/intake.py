"""HTTP connections below the application: who may hold one, how long it may take, and what is refused unread.

uvicorn reads requests and runs the application. Before that, the door admits the connection, a trusted proxy names the
client, and floods are refused here, where it costs microseconds. When a connection ends, every reference to it is
dropped, because the garbage collector rarely runs (see `server.operations.sweeps`).
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from bigslick.protocol.encoding import encode
from bigslick.sentence import say
from bigslick.server.operations.limits import Limits
from bigslick.server.operations.metrics import Metrics
from bigslick.server.room.card_room import CardRoom

from .door import Door, Entry
from .forwarded import Proxies, address_key, forwarded_host
from .host_names import HostNames
from .public_address import FORWARDED_HOST
from .socket import PATH, handshake_refusal
from .transport import SocketTransport

PIPELINED: Final = 16
"""How many requests one connection may queue behind the first."""


class Intake:
    """Shared by all of a server's connections: its card room, its door, its names, and the proxies it trusts."""

    card_room: CardRoom

    def __init__(self, limits: Limits, metrics: Metrics, door: Door, proxies: Proxies, names: HostNames) -> None:
        self.limits = limits
        self.metrics = metrics
        self.door = door
        self.proxies = proxies
        self.names = names

    def open(self, card_room: CardRoom) -> None:
        """Accept connections for this card room; called before the first can arrive."""
        self.card_room = card_room

    def protocol(self, **given: Any) -> HttpTransport:
        """Create the protocol for a new connection, the way uvicorn creates its own."""
        return HttpTransport(self, **given)


class RequestDropped(Exception):
    """Stops reading a connection after its request was refused."""


class HttpTransport(HttpToolsProtocol):
    """A connection that is not, or not yet, a socket."""

    def __init__(self, intake: Intake, **given: Any) -> None:
        super().__init__(**given)
        self.intake = intake
        self.entry: Entry | None = None
        self._unread = self._header_bytes = 0
        self._reading = True
        self._running: RequestResponseCycle | None = None

    # -- the connection ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or cut it."""
        host = _peer(transport)
        address = None if self.intake.proxies.trusts(host) else address_key(host)
        entry = self.intake.door.enter(address, transport, self.loop.time())
        if entry is None:
            transport.abort()
            self.parser = None  # type: ignore[assignment]
            self._reading = False
        super().connection_made(transport)
        self.entry = entry
        if address is not None and self.client is not None:
            self.client = (address, self.client[1])

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop everything that points back here."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._reading = False
        if self.entry is not None:
            self.intake.door.leave(self.entry)
        running, self._running = self._running, None
        # uvicorn notifies only the last request in a pipeline
        if running is not None and not running.response_complete:
            running.disconnected = True
            running.message_event.set()
        self.pipeline.clear()
        self.cycle = None  # type: ignore[assignment]  # or one that never began would hold this

    def pause_writing(self) -> None:
        """Note that the client is not reading its response."""
        self._due("unread", self.intake.limits.unread_ms)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that the client is reading again."""
        super().resume_writing()
        self._due("body", self.intake.limits.body_ms if self._running is not None and self._running.more_body else None)

    def _due(self, reason: str, ms: int | None) -> None:
        """Set a deadline for the client's next step. While it is not reading, only that deadline counts."""
        if self.entry is not None and not self.flow.write_paused:
            self.entry.deadline, self.entry.reason = None if ms is None else self.loop.time() + ms / 1000, reason

    # -- requests ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read the data, unless the connection is being closed."""
        if not self._reading:
            return
        self._unset_keepalive_if_required()
        self._unread += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:  # the request is answered over HTTP/1.1, and nothing after it is read
                self._reading = False
                if self.cycle is not None:
                    self.cycle.keep_alive = False
            return
        except httptools.HttpParserCallbackError as error:
            if not isinstance(error.__context__, RequestDropped):
                self.refuse(400, "Invalid request: its address cannot be read.")
            return
        except httptools.HttpParserError:
            self.refuse(400, "Invalid request: expected HTTP/1.1.")
            return
        if self._unread > self.intake.limits.header_bytes:
            self.refuse(431, self._too_long())

    def on_message_begin(self) -> None:
        """Start the time limit for the headers of a new request."""
        super().on_message_begin()
        self._header_bytes = 0
        self._due("headers", self.intake.limits.header_ms)

    def on_url(self, url: bytes) -> None:
        """Count part of the address toward the header size."""
        super().on_url(url)
        self._count_headers(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count_headers(len(name) + len(value))

    def _count_headers(self, size: int) -> None:
        self._header_bytes += size
        if self._header_bytes > self.intake.limits.header_bytes:
            self._drop(431, self._too_long())

    def _too_long(self) -> str:
        return f"The headers are too long: at most {self.intake.limits.header_bytes:,} bytes."

    def on_headers_complete(self) -> None:
        """Find the client's address, and refuse anything over its limits before it reaches the application."""
        intake = self.intake
        trusted = intake.proxies.trusts(_peer(self.transport))
        if trusted:
            self._name_client()
        if self.entry is not None:
            intake.door.heard(self.entry)
        refusal = intake.names.refusal(self.headers, self.parser.get_http_version(), trusted=trusted)
        if refusal is not None:
            self._drop(*refusal)
        address = self.client[0] if self.client else ""
        api = self.url.startswith(b"/api/")
        buckets = intake.card_room.usage.requests if api else intake.card_room.usage.page_requests
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            if not buckets.take(address, intake.card_room.clock.now()):
                self._drop(429, "Too many requests from your address: wait a few seconds.")
            if len(self.pipeline) >= PIPELINED:
                self._drop(429, "Too many requests at once on one connection: wait for the answers.")
        super().on_headers_complete()
        self._unread = -(1 << 62)  # from here on, the body's limits apply
        self._due("body", intake.limits.body_ms)

    def on_message_complete(self) -> None:
        """Stop the clock: the whole request has arrived, and the client is waiting for us."""
        super().on_message_complete()
        self._unread = 0
        self._due("body", None)

    def on_response_complete(self) -> None:
        """Allow the next request on this connection after the response, if the last one was read to its end."""
        limits = self.intake.limits
        self._due("unread", limits.unread_ms + limits.keep_alive_ms)
        if self._running is not None and self._running.more_body:
            self._reading = False
            self.transport.close()
        self._running = None
        super().on_response_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _name_client(self) -> None:
        """Find the client behind a trusted proxy."""
        said, scheme = self.intake.proxies.client(_peer(self.transport), self.headers)
        client = address_key(said)
        self.client = (client, 0)
        self.scope["client"] = self.client
        if scheme is not None:
            self.scheme = scheme  # type: ignore[assignment]
            self.scope["scheme"] = scheme
        self.scope["extensions"] = {FORWARDED_HOST: {"host": forwarded_host(self.headers)}}
        if self.entry is not None and not self.intake.door.move(self.entry, client):
            self._drop(429, "Too many connections from your address: close one.")

    # -- refusals ------------------------------------------------------------------------------------------------

    def handle_websocket_upgrade(self) -> None:
        """Become a socket, unless it is already clear that it will be refused."""
        address = self.client[0] if self.client else ""
        found = {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(self.headers)}
        if self.url.partition(b"?")[0] != PATH.encode():
            self.refuse(404, say("No socket at this address: the card room's is {path}.", path=PATH))
            return
        refusal = handshake_refusal(self.intake.card_room, address, found)
        if refusal is not None:
            self.refuse(*refusal)
            return
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        entry, self.entry = self.entry, None
        self._reading = False
        self.parser = None  # type: ignore[assignment]
        if isinstance(socket, SocketTransport) and entry is not None:
            entry.deadline = None
            socket.admit(self.intake.door, entry, self.intake.limits.frames)

    def _drop(self, status: int, sentence: str) -> None:
        self.refuse(status, sentence)
        raise RequestDropped

    def refuse(self, status: int, sentence: str) -> None:
        """Answer without the application and close; in the middle of another response, just close."""
        self._reading = False
        self.intake.metrics.requests_refused[str(status)].inc()
        running = self._running
        if running is not None and not running.response_complete:
            if running.response_started:
                self.transport.abort()
                return
            running.disconnected = True  # the application's response goes nowhere
            running.message_event.set()
        body = encode({"error": sentence})
        retry = b"retry-after: 10\r\n" if status == 429 else b""
        self.transport.write(
            STATUS_LINE[status]
            + b"content-type: application/json\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"
            + retry
            + b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body)
            + body
        )
        self.transport.close()


def _peer(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""
