"""A socket to a served card room: it reconnects automatically, misses nothing, and sends no command twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TypeVar

import pytest

from bigslick.client import Client, CommandRefused, ConnectionLost
from bigslick.protocol import wire
from bigslick.protocol.lobby import Lobby
from bigslick.protocol.tournament import TournamentNow, TournamentStructure
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.room.config import TOURNAMENTS
from bigslick.table.events import PlayerJoined, PlayerLeft

from ..server.served import serving, table

Kind = TypeVar("Kind")
PLENTY = Limits(commands=Rate(10**6, 1000))


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
        assert room.card_room.balance(room.id("ann")) == 8_900
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


async def test_a_program_hears_the_whole_lobby_though_only_changes_are_sent(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table(), table("Oak")) as room,
        await Client.connect(room.url, token=await room.token("ann")) as ann,
    ):
        await ann.watch_lobby()
        first = await heard(ann, Lobby)
        assert [card.taken for card in first.tables] == [0, 0]
        await ann.sit("t2", 1000)
        changed = await heard(ann, Lobby)
        assert (changed.seq, [card.taken for card in changed.tables], changed.balance) == (1, [0, 1], 9_000)
        ann._lobby = first  # as if a message had been lost
        await ann.top_up("t2", 100)
        again = await heard(ann, Lobby)
        assert (again.seq, again.balance) == (0, 8_900)


async def test_a_program_hears_the_whole_tournament_though_only_changes_are_sent(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, tournaments=TOURNAMENTS[:1]) as room,
        await Client.connect(room.url, token=await room.token("ann")) as ann,
    ):
        await ann.watch_tournament("sng1")
        assert (await heard(ann, TournamentStructure)).structure == TOURNAMENTS[0].structure
        first = await heard(ann, TournamentNow)
        assert (first.seq, first.entrants) == (0, ())
        await ann.command(wire.Register(cmd_id="1", tournament="sng1"))
        changed = await heard(ann, TournamentNow)
        assert (changed.seq, [entrant.player for entrant in changed.entrants]) == (1, ["ann"])
        assert (changed.clock, changed.payouts) == (first.clock, first.payouts)
        ann._events["sng1"] = first  # as if a message had been lost
        await ann.command(wire.Unregister(cmd_id="2", tournament="sng1"))
        again = await heard(ann, TournamentNow)
        assert (again.seq, again.entrants) == (2, ())


async def heard(client: Client, kind: type[Kind]) -> Kind:
    """Return the next message of a kind."""
    async for message in client:
        if isinstance(message, kind):
            return message
    raise AssertionError(f"no {kind.__name__} came")


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


async def test_a_command_that_came_too_fast_is_sent_again_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room has not read it, so it may be a copy of a command already done: with a new id it could be done twice."""
    monkeypatch.setattr("bigslick.client.client._AWAY_WAIT", 0)
    client = Client("http://localhost:1", None, 1)
    sent: list[str] = []
    refusals = iter(("too_fast", "away"))

    async def ask(command: wire.TableCommand | wire.TournamentCommand) -> wire.Done:
        sent.append(command.cmd_id)
        if code := next(refusals, None):
            raise CommandRefused("wait", code)
        return wire.Done(cmd_id=command.cmd_id)

    monkeypatch.setattr(client, "_ask", ask)
    await client.top_up("t1", 5)
    assert sent[0] == sent[1] != sent[2]
