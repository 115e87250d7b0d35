from __future__ import annotations

import asyncio
import contextlib
import struct
from pathlib import Path
from typing import Any

import pytest

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.server.http import transport as transport_module
from bigslick.server.http.transport import SLICE, framed
from bigslick.server.operations.limits import Limits, Rate
from tests.waiting import until

from ..served import Served, serving, table


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_is_what_rfc_6455_says(size: int) -> None:
    """RFC 6455, 5.2: the length in 7 bits, in 16 or in 64."""
    text = b"x" * size
    frame = framed(text)
    assert frame[0] == 0x81
    assert frame.endswith(text)
    head = frame[1 : len(frame) - size]
    if size < 126:
        assert head == bytes([size])
    elif size < 65_536:
        assert head == b"\x7e" + size.to_bytes(2, "big")
    else:
        assert head == b"\x7f" + size.to_bytes(8, "big")


def test_the_same_bytes_are_framed_once() -> None:
    text = b"x" * 300
    assert framed(text) is framed(text)
    assert framed(b"y" * 300) is not framed(text)


def frame(text: bytes, *, opcode: int = 1, final: bool = True, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    """Encode a client's frame."""
    size = len(text)
    head = bytes([0x80 * final | opcode])
    head += bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0xFE, size)
    return head + mask + bytes(letter ^ mask[place % 4] for place, letter in enumerate(text))


class Raw:
    """A raw connection."""

    def __init__(self, room: Served) -> None:
        self.room = room

    async def __aenter__(self) -> Raw:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.room.port)
        self.writer.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await self.reader.readuntil(b"\r\n\r\n")
        assert b"welcome" in await self.hear()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):  # a flood is cut off
            await self.writer.wait_closed()

    async def hear(self) -> bytes:
        """Return the next frame's content."""
        async with asyncio.timeout(60):
            _, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            return await self.reader.readexactly(size)


async def test_frames_are_read_however_they_arrive(tmp_path: Path) -> None:
    """They arrive whole, in pieces, several at once, or fragmented with other frames in between (RFC 6455, 5.4)."""

    async with serving(tmp_path, table()) as room, Raw(room) as raw:

        def ping(number: int) -> bytes:
            return encode(wire.Ping(at=number))

        async def pongs(*numbers: int) -> None:
            for number in numbers:
                assert b'"at":%d,' % number in await raw.hear()

        raw.writer.write(frame(ping(1)))
        await pongs(1)
        whole = frame(ping(2))
        for place in range(len(whole)):
            raw.writer.write(whole[place : place + 1])
            await raw.writer.drain()
            await asyncio.sleep(0)
        await pongs(2)
        raw.writer.write(frame(ping(3)) + frame(ping(4)) + frame(ping(5))[:4])
        await pongs(3, 4)
        raw.writer.write(frame(ping(5))[4:])
        await pongs(5)
        text = ping(6)
        raw.writer.write(frame(text[:5], final=False))
        await raw.writer.drain()
        raw.writer.write(frame(b"are you there", opcode=9))
        assert await raw.hear() == b"are you there"
        raw.writer.write(frame(text[5:], opcode=0))
        await pongs(6)
        long = encode(wire.Ping(at=7)) + b" " * 1000
        raw.writer.write(frame(long))
        await pongs(7)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (b"\x81\x05hello", 1002),  # no mask
        (frame(b"x", opcode=3), 1002),  # no such opcode
        (b"\xc1" + frame(b"x")[1:], 1002),  # a reserved bit
        (frame(b"x" * 5000), 1009),
        (frame(b"x", opcode=0), 1002),  # continues nothing
        (frame(b"x", final=False) + frame(b"x"), 1002),  # a new message in the middle of another
    ],
)
async def test_what_breaks_the_protocol_closes_the_socket(tmp_path: Path, bad: bytes, code: int) -> None:
    async with serving(tmp_path, table()) as room, Raw(room) as raw:
        raw.writer.write(bad)
        assert int.from_bytes((await raw.hear())[:2], "big") == code
        async with asyncio.timeout(60):
            assert await raw.reader.read() == b""


@pytest.mark.parametrize(
    "flood",
    [frame(b"", opcode=9), frame(b"", opcode=10), frame(b"x" * 125, opcode=9), frame(b"", opcode=0, final=False)],
    ids=["pings", "pongs", "long pings", "empty fragments"],
)
async def test_frames_of_every_kind_are_counted_before_they_are_parsed(
    tmp_path: Path, flood: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that sends too many bytes is not read for a while, then closed, then cut off."""
    monkeypatch.setattr(transport_module, "LINGER_SECONDS", 0.1)
    limits = Limits(commands=Rate(50, 1_000), warnings=Rate(1, 60_000))
    async with serving(tmp_path, table(), limits=limits) as room, Raw(room) as raw:
        connection: Any = room.card_room.presence.connections.everyone[0]
        transport = connection._transport
        parsed = 0
        receive = transport.conn.receive_data

        def count(data: bytes) -> None:
            nonlocal parsed
            parsed += len(data)
            receive(data)

        transport.conn.receive_data = count
        raw.writer.write(frame(b"{", final=False) + flood * (200_000 // len(flood)))
        with contextlib.suppress(ConnectionError):
            while (heard := await raw.hear())[:2] != (1008).to_bytes(2, "big"):
                assert heard == b"" or len(heard) == 125 or b"Too many messages." in heard
        assert parsed <= 100 * len(flood) + 8 * SLICE  # the burst, plus a slice or two after each pause
        assert transport.deaf
        with contextlib.suppress(ConnectionError):
            while await raw.reader.read(65_536):
                pass


async def test_a_client_within_its_bytes_is_read_at_once_after_a_pause(tmp_path: Path) -> None:
    limits = Limits(commands=Rate(5, 500))
    async with serving(tmp_path, table(), limits=limits) as room, Raw(room) as raw:
        for number in range(30):
            raw.writer.write(frame(b"%d" % number, opcode=9))
        for number in range(30):
            assert await raw.hear() == b"%d" % number


async def test_pings_of_a_client_that_does_not_read_pile_up_nothing(tmp_path: Path) -> None:
    """RFC 6455, 5.5.3: only the latest ping needs an answer."""
    async with serving(tmp_path, table()) as room, Raw(room) as raw:
        connection: Any = room.card_room.presence.connections.everyone[0]
        transport = connection._transport
        transport.pause_writing()
        raw.writer.write(frame(b"unheard", opcode=9) + frame(encode(wire.Ping(at=1))))
        await until(lambda: connection._waiting)
        transport.resume_writing()
        raw.writer.write(frame(b"heard", opcode=9))
        assert b'"at":1,' in await raw.hear()
        assert await raw.hear() == b"heard"
