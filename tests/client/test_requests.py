"""Requests over HTTP: the room's addresses, and a room that is busy, refuses or is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from bigslick.client import CommandRefused, ConnectionLost
from bigslick.client.requests import ask, http_url, socket_url

from ..server.served import serving, table


def test_an_address_of_the_page_or_the_socket_gives_both() -> None:
    assert socket_url("https://a.example/room") == "wss://a.example/ws"
    assert http_url("ws://a.example:8000/ws", "/api/me") == "http://a.example:8000/api/me"
    with pytest.raises(ValueError, match="expected something like"):
        socket_url("a.example")


async def test_an_answer_that_is_no_card_rooms_is_refused_with_its_status() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 503 Busy\r\ncontent-length: 4\r\nconnection: close\r\n\r\nbusy")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(CommandRefused, match=f"http://127.0.0.1:{port}/api/me answers 503"):
            await ask(f"ws://127.0.0.1:{port}/ws", "/api/me", msgspec.Struct)


async def test_a_refusal_is_a_sentence_with_a_code_and_a_room_that_is_gone_is_lost(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        with pytest.raises(CommandRefused, match="sng9") as refused:
            await ask(room.url, "/api/tournaments/sng9", msgspec.Struct)
        assert refused.value.code == "unknown"
        with pytest.raises(CommandRefused) as refused:
            await ask(room.url, "/api/accounts", msgspec.Struct, body={"name": ""})
        assert refused.value.code == "refused"
    with pytest.raises(ConnectionLost, match="no answer from http"):
        await ask(room.url, "/api/tournaments", msgspec.Struct)
