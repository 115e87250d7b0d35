"""A socket to a served card room: it reconnects by itself, misses nothing, and does nothing twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bigslick.client import Client, CommandRefused, ConnectionLost
from bigslick.protocol import wire
from bigslick.protocol.lobby import Lobby
from bigslick.server.operations.limits import Limits, Rate
from bigslick.table.events import PlayerJoined, PlayerLeft

from ..server.served import serving, table

PLENTY = Limits(commands=Rate(10**6, 1000))
WITHOUT_WEBSOCKETS = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "websockets":
            raise ModuleNotFoundError(f"No module named {name!r}", name="websockets")

sys.meta_path.insert(0, Hidden())
try:
    import bigslick.client
except ImportError as error:
    print(type(error).__name__, error)
"""


async def test_a_lost_connection_is_opened_again_and_nothing_is_missed(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=4, bots=("tag", "lag", "rock")), limits=PLENTY) as room:
        token = await room.token("ann")
        client = await Client.connect(room.url, token=token)
        await client.watch("t1")
        seqs: list[int] = []
        async with client:
            async for message in client:
                if isinstance(message, wire.TableSnapshot):
                    seqs = [message.seq]
                elif isinstance(message, wire.Update):
                    assert message.seq == seqs[-1] + 1
                    seqs.append(message.seq)
                    if message.seq % 40 == 0:
                        assert client._socket is not None
                        client._socket.transport.abort()
                if room.card_room.metrics.reconnects.value == 4:
                    break


async def cut(client: Client) -> None:
    """End the connection without a closing handshake, as a lost network does."""
    assert client._socket is not None
    client._socket.transport.abort()


async def test_the_client_knows_its_player_and_a_spectator_has_none(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        async with await Client.connect(room.url, token=await room.token("ann")) as ann:
            assert isinstance(await ann.next(), wire.Welcome)
            assert ann.player == "ann"
        async with await Client.connect(room.url) as spectator:
            assert isinstance(await spectator.next(), wire.Welcome)
            assert spectator.player is None
            with pytest.raises(CommandRefused, match="Sign in to play") as refused:
                await spectator.sit("t1", 1000)
            assert refused.value.code == "not_signed_in"


async def test_a_command_is_answered_across_a_lost_connection_and_done_once(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table()) as room,
        await Client.connect(room.url, token=await room.token("ann")) as ann,
    ):
        await cut(ann)
        assert await ann.sit("t1", 1000, seat=2) == 2
        first = asyncio.create_task(ann.top_up("t1", 100))
        await asyncio.sleep(0)
        await cut(ann)
        await first
        assert room.card_room.balance("ann") == 8_900
        assert room.card_room.tables["t1"].live.chips == 1_100


async def test_an_unwatched_table_sends_nothing_more(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table()) as room,
        await Client.connect(room.url, token=await room.token("ann")) as ann,
    ):
        await ann.watch("t1")
        await ann.sit("t1", 1000)
        await ann.unwatch("t1")
        await ann.leave("t1")
        await ann.watch_lobby()
        heard = []
        async for message in ann:
            heard.append(message)
            if isinstance(message, Lobby):
                break
        events = [event for message in heard if isinstance(message, wire.Update) for event in message.events]
        assert [event.player for event in events if isinstance(event, PlayerJoined)] == ["ann"]
        assert not [event for event in events if isinstance(event, PlayerLeft)]


async def test_a_closed_client_ends_its_messages_and_refuses_commands(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        client = await Client.connect(room.url)
        await client.close()
        assert [message async for message in client][1:] == []
        with pytest.raises(ConnectionLost, match="the connection was closed"):
            await client.next()
        with pytest.raises(ConnectionLost, match="the connection was closed"):
            await client.leave("t1")


async def test_without_a_try_left_a_lost_connection_ends_everything_that_waits(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        client = await Client.connect(room.url, token=await room.token("ann"), tries=0)
        await client.next()
        await cut(client)
        with pytest.raises(ConnectionLost, match="is lost"):
            await client.next()
        with pytest.raises(ConnectionLost, match="is lost"):
            await client.sit("t1", 1000)
        await client.close()


async def test_a_card_room_that_is_gone_or_does_not_know_the_token_is_a_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        with pytest.raises(ConnectionLost, match="answers 401"):
            await Client.connect(room.url, token="forged")
    with pytest.raises(ConnectionLost, match=r"no answer from ws://127\.0\.0\.1"):
        await Client.connect(room.url)


def test_without_the_extra_the_import_says_which_one_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_WEBSOCKETS], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == (
        "ImportError bigslick.client needs the extra 'room' (websockets is missing): pip install 'bigslick[room]'\n"
    )
