"""Getting a token from a served card room, and the room's page and socket addresses."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bigslick.client.sign_in import SignInRefused, guest_token, http_url, sign_in, sign_up, socket_url

from ..server.served import serving, table


async def test_signing_in_gives_a_token(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        token = await sign_up(room.url, "carol", "a long password")
        assert await room.card_room.player_of(token) == room.id("carol")
        assert await room.card_room.player_of(await sign_in(room.url, "Carol", "a long password")) == room.id("carol")
        with pytest.raises(SignInRefused, match="Wrong name or password"):
            await sign_in(room.url, "carol", "another password")
        with pytest.raises(SignInRefused, match="is taken"):
            await sign_up(room.url, "CAROL", "a long password")
        guest = await room.card_room.player_of(await guest_token(room.url))
        assert guest is not None
        assert len(room.card_room.names.name_of(guest).split()) == 2
    with pytest.raises(SignInRefused, match="no answer from"):
        await guest_token(room.url)


def test_an_address_of_the_page_or_the_socket_gives_both() -> None:
    assert socket_url("https://a.example/room") == "wss://a.example/ws"
    assert http_url("ws://a.example:8000/ws", "/api/me") == "http://a.example:8000/api/me"
    with pytest.raises(ValueError, match="expected something like"):
        socket_url("a.example")


async def test_an_answer_that_is_no_card_rooms_is_refused_with_its_status(tmp_path: Path) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 503 Busy\r\ncontent-length: 4\r\nconnection: close\r\n\r\nbusy")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(SignInRefused, match=f"http://127.0.0.1:{port}/api/guest answers 503"):
            await guest_token(f"ws://127.0.0.1:{port}/ws")
