"""A websocket that we write to directly. uvicorn handles the handshake, keep-alive and reading. Frames go straight to
the transport, so a message for six viewers is encoded once and costs six writes.
"""

from __future__ import annotations

import asyncio
import struct
from time import monotonic
from typing import Any, Final, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from bigslick.server.operations.limits import Bucket, Rate

from .door import Door, Entry

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without a compiler
    from websockets.utils import apply_mask

HIGH_WATER = 65_536
"""This many unsent bytes make a socket slow, and its owner must wait."""
LINGER_SECONDS = 3.0
"""How long a closing socket may take to send what is left."""
SLICE: Final = 512
"""Bytes parsed at a time. A ping takes six. Everyone else waits while a slice is parsed."""
FRAME: Final = 2_048
"""Bytes per unit of a frame's cost; a shorter frame costs one unit."""
FRAGMENTS: Final = 64
"""The most fragments kept before they are joined. Empty ones would grow the list without adding a byte."""
PING: Final = b"\x89\x00"
"""A ping without a payload (RFC 6455, 5.5.2)."""
_PONG: Final = b"\x8a\x80"
"""How a client's reply begins; only its mask follows."""


class Owner(Protocol):
    """Receives a socket's events."""

    def heard(self, data: bytes, is_text: bool) -> None:
        """Take a whole message."""

    def crowded(self) -> None:
        """Note that the client sent too much, and will not be read for a while."""

    def slow(self) -> None:
        """Note that the client reads more slowly than we write."""

    def quick(self) -> None:
        """Note that everything has been sent."""

    def gone(self) -> None:
        """Note that the connection closed."""

    def leaving(self) -> None:
        """Write any last message: the server is shutting down."""


def framed(text: bytes) -> bytes:
    """Encode a text message as a server frame (RFC 6455, 5.2: final, opcode 1, no mask)."""
    global _last
    if text is _last[0]:  # the next viewer of the same update
        return _last[1]
    size = len(text)
    if size < 126:
        frame = b"\x81%c" % size + text
    elif size < 65_536:
        frame = _HEAD_16(0x81, 126, size) + text
    else:
        frame = _HEAD_64(0x81, 127, size) + text
    _last = (text, frame)
    return frame


_last = (b"", b"\x81\x00")
_HEAD_16 = struct.Struct("!BBH").pack
_HEAD_64 = struct.Struct("!BBQ").pack


class SocketTransport(WebSocketsSansIOProtocol):
    """The protocol for uvicorn's `ws` option; the application finds it in the scope's `extensions`."""

    owner: Owner | None = None
    heard_at = 0.0
    """When the last bytes arrived, in `monotonic` seconds."""
    admitted: tuple[Door, Entry] | None = None
    deaf = False
    """Whether we have stopped reading for good."""
    _frames: Bucket
    _unparsed: bytes = b""
    _resuming: asyncio.TimerHandle | None = None

    def admit(self, door: Door, entry: Entry, frames: Rate) -> None:
        """Keep the connection's admission from before the handshake, and start counting its frames."""
        self._frames = Bucket(frames, self._now())
        if self.disconnected:
            door.leave(entry)
        else:
            self.admitted = (door, entry)

    def handle_connect(self, event: Request) -> None:
        """Pass the request to the application, with this transport."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions["bigslick.transport"] = self

    def own(self, owner: Owner) -> None:
        """Send every event to the owner from now on."""
        self.owner = owner
        self.transport.set_write_buffer_limits(high=HIGH_WATER)
        while not self.queue.empty():  # messages that arrived with the handshake
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                text = message.get("text")
                owner.heard(message.get("bytes") or b"" if text is None else text.encode(), text is not None)
            elif message["type"] == "websocket.disconnect":
                owner.gone()
        if self.read_paused:
            self.read_paused = False
            if self._resuming is None and not self.deaf:
                self.transport.resume_reading()

    # -- in ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take bytes that arrived: usually one whole message, which can be read directly."""
        if self.deaf:
            return
        self.heard_at = monotonic()
        if not self.handshake_initiated:
            super().data_received(data)
        elif self._resuming is not None:
            self._unparsed += data
        else:
            self._read(data)

    def _read(self, data: bytes) -> bool:
        """Parse one slice; False if anything is left for later."""
        wait = self._frames.debt_ms(self._now())
        if wait:
            if self.owner is not None:
                self.owner.crowded()
        elif self._is_message(data):
            data = b""
        else:
            self._frames.charge(len(data[:SLICE]) / FRAME, self._now())
            super().data_received(data[:SLICE])
            data = data[SLICE:]
        if self.deaf or self.transport.is_closing():
            return False
        if data:
            self._unparsed = data
            self.transport.pause_reading()
            self._resuming = self.loop.call_later(wait / 1000, self._read_on)
        return not data

    def _read_on(self) -> None:
        data, self._unparsed, self._resuming = self._unparsed, b"", None
        if self._read(data) and not self.read_paused:
            self.transport.resume_reading()

    def _now(self) -> int:
        return int(self.loop.time() * 1000)

    def _is_message(self, data: bytes) -> bool:
        """Handle data that is exactly one message, the usual case; False if it needs the parser."""
        # RFC 6455, 5.2: final and opcode 1; masked, and the length in 7 bits or in 16; then the mask.
        size = len(data)
        if self.conn.reader.buffer or self.frames or self.close_sent:
            return False
        if size == 6 and data[:2] == _PONG:  # the reply to a `PING`: its arrival is all that matters
            self._frames.charge(1, self._now())
            return True
        if self.owner is None or size <= 6 or data[0] != 0x81:
            return False
        length, start = data[1] - 0x80, 6
        if length == 126 and size > 8:
            length, start = data[2] << 8 | data[3], 8
        if not 0 <= length == size - start <= self.config.ws_max_size:
            return False
        self._frames.charge(1 + size // FRAME, self._now())
        self.owner.heard(apply_mask(data[start:], data[start - 4 : start]), True)
        return True

    def handle_events(self) -> None:
        """Charge for every frame, whatever is in it, and handle it."""
        if self.handshake_initiated:
            self._frames.charge(len(self.conn.events), self._now())
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to its message."""
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self.frames = [b"".join(self.frames)]

    def handle_ping(self) -> None:
        """Answer a ping unless the client is not reading: only the latest needs an answer (RFC 6455, 5.5.3)."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message to the owner, or to the application until there is one."""
        owner = self.owner
        if owner is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            owner.heard(data, self.curr_msg_data_type == "text")

    # -- out -----------------------------------------------------------------------------------------------------

    def write(self, frame: bytes) -> None:
        """Send a frame made by `framed`; does nothing on a closed socket."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)

    def end(self, code: int) -> None:
        """Close after sending what is left; cut off a client that does not read."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.stop_keepalive()
        self.conn.send_close(CloseCode(code))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)
        if code == CloseCode.POLICY_VIOLATION:  # we do not wait for this client's goodbye
            self.deaf = True
            self.transport.pause_reading()
            self._forget_unparsed()

    def _forget_unparsed(self) -> None:
        self._unparsed = b""
        if self._resuming is not None:
            self._resuming.cancel()
            self._resuming = None

    def pause_writing(self) -> None:
        """Note that the transport is full."""
        super().pause_writing()
        if self.owner is not None:
            self.owner.slow()

    def resume_writing(self) -> None:
        """Note that the transport is empty again."""
        super().resume_writing()
        if self.owner is not None:
            self.owner.quick()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the connection is lost."""
        super().connection_lost(exc)
        self._forget_unparsed()
        owner, self.owner = self.owner, None
        if owner is not None:
            owner.gone()
        if self.admitted is not None:
            door, entry = self.admitted
            door.leave(entry)
        # Break the reference cycles, because garbage is collected rarely (see `server.operations.sweeps`).
        if self.handshake_initiated and self.response.status_code == 101:
            self.scope["extensions"] = {}
        self.conn.parser.close()
        for error in (self.conn.handshake_exc, self.conn.parser_exc):
            while error is not None:  # its frames hold this socket
                error.__traceback__ = None
                error = error.__cause__ or error.__context__  # type: ignore[assignment]

    def shutdown(self) -> None:
        """Stop: let the owner say goodbye, then close with code 1012 (service restart)."""
        if self.owner is not None and not self.close_sent:
            self.owner.leaving()
        super().shutdown()
