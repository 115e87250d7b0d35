from __future__ import annotations

import asyncio
import struct
from pathlib import Path

import pytest

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.server.http.transport import framed

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
    """A frame of a client."""
    size = len(text)
    head = bytes([0x80 * final | opcode])
    head += bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0xFE, size)
    return head + mask + bytes(letter ^ mask[place % 4] for place, letter in enumerate(text))


class Raw:
    """A connection on which every byte is ours to send."""

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
        await self.writer.wait_closed()

    async def hear(self) -> bytes:
        """The content of the next frame."""
        async with asyncio.timeout(60):
            _, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            return await self.reader.readexactly(size)


async def test_frames_are_read_however_they_arrive(tmp_path: Path) -> None:
    """Whole, in pieces, several at once, fragmented, with other frames between: RFC 6455, 5.4."""

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
        (frame(b"x", opcode=0), 1002),  # goes on with nothing
        (frame(b"x", final=False) + frame(b"x"), 1002),  # a new message in the middle of one
    ],
)
async def test_what_breaks_the_protocol_closes_the_socket(tmp_path: Path, bad: bytes, code: int) -> None:
    async with serving(tmp_path, table()) as room, Raw(room) as raw:
        raw.writer.write(bad)
        assert int.from_bytes((await raw.hear())[:2], "big") == code
        async with asyncio.timeout(60):
            assert await raw.reader.read() == b""
