"""A websocket that is written to directly: uvicorn does the handshake, keep-alive and reading, and nothing is
between a frame and the transport, so that one message for six viewers is encoded once and costs six writes.
"""

from __future__ import annotations

import struct
from time import monotonic
from typing import Any, Final, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request

from .door import Door, Entry

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without a compiler
    from websockets.utils import apply_mask

HIGH_WATER = 65_536
"""How many unsent bytes make a socket slow: its owner must wait."""
LINGER_SECONDS = 3.0
"""How long a closed socket may take to send what is left."""


PING: Final = b"\x89\x00"
"""A ping without a payload (RFC 6455, 5.5.2)."""
_PONG: Final = b"\x8a\x80"
"""How the answer of a client begins; only its mask follows."""


class Owner(Protocol):
    """Receives what happens on a socket."""

    def heard(self, data: bytes, is_text: bool) -> None:
        """A whole message has arrived."""

    def slow(self) -> None:
        """The client reads more slowly than we write."""

    def quick(self) -> None:
        """Everything has been sent."""

    def gone(self) -> None:
        """The connection is closed."""

    def leaving(self) -> None:
        """The server shuts down; this is the last moment to write."""


def framed(text: bytes) -> bytes:
    """A text message as the bytes of a server's frame (RFC 6455, 5.2: final, opcode 1, no mask)."""
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
    """When the last bytes came, in seconds of `monotonic`."""
    admitted: tuple[Door, Entry] | None = None

    def admit(self, door: Door, entry: Entry) -> None:
        """The connection keeps the place at the door that it had before the handshake."""
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
        """From now on everything goes to the owner."""
        self.owner = owner
        self.transport.set_write_buffer_limits(high=HIGH_WATER)
        while not self.queue.empty():  # messages that came with the handshake
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                text = message.get("text")
                owner.heard(message.get("bytes") or b"" if text is None else text.encode(), text is not None)
            elif message["type"] == "websocket.disconnect":
                owner.gone()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Bytes have arrived: mostly one whole message, which can be read directly."""
        # RFC 6455, 5.2: final and opcode 1; masked, and the length in 7 bits or in 16; then the mask.
        size = len(data)
        self.heard_at = monotonic()
        if size == 6 and data[:2] == _PONG and not self.conn.reader.buffer:
            return  # the answer to a `PING`: that it came is all
        if self.owner is not None and size > 6 and data[0] == 0x81 and not self.conn.reader.buffer and not self.frames:
            length, start = data[1] - 0x80, 6
            if length == 126 and size > 8:
                length, start = data[2] << 8 | data[3], 8
            if 0 <= length == size - start <= self.config.ws_max_size and not self.close_sent:
                self.owner.heard(apply_mask(data[start:], data[start - 4 : start]), True)
                return
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A whole message: to its owner, or to the application before there is one."""
        owner = self.owner
        if owner is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            owner.heard(data, self.curr_msg_data_type == "text")

    def write(self, frame: bytes) -> None:
        """Send a frame made by `framed`; does nothing on a closed socket."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)

    def end(self, code: int) -> None:
        """Close after sending what is left; a client that does not read is cut off."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.stop_keepalive()
        self.conn.send_close(CloseCode(code))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        """The transport is full."""
        super().pause_writing()
        if self.owner is not None:
            self.owner.slow()

    def resume_writing(self) -> None:
        """The transport is empty again."""
        super().resume_writing()
        if self.owner is not None:
            self.owner.quick()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        owner, self.owner = self.owner, None
        if owner is not None:
            owner.gone()
        if self.admitted is not None:
            door, entry = self.admitted
            door.leave(entry)
        # Break the reference cycles: garbage is collected rarely (see `server.operations.sweeps`).
        if self.handshake_initiated and self.response.status_code == 101:
            self.scope["extensions"] = {}
        self.conn.parser.close()
        for error in (self.conn.handshake_exc, self.conn.parser_exc):
            while error is not None:  # its frames hold this socket
                error.__traceback__ = None
                error = error.__cause__ or error.__context__  # type: ignore[assignment]

    def shutdown(self) -> None:
        """The server stops: the owner says goodbye, then code 1012 (service restart)."""
        if self.owner is not None and not self.close_sent:
            self.owner.leaving()
        super().shutdown()
