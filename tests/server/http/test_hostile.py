"""Nothing a client sends harms a table: the message is refused with a sentence, or the socket is closed with a code."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket as plain_socket
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bigslick.hand.actions import AllIn, Bet, Call, Check, Fold, Raise
from bigslick.hand.events import HandEnded
from bigslick.protocol import room_events, wire
from bigslick.protocol.encoding import encode
from bigslick.server.http.socket import MALFORMED, read_command
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.table.saves import save
from tests.waiting import LONG, until

from ..served import Raw, Served, serving, table

PLENTY = Rate(10_000, 1_000)
BUSY = table("Busy", seats=4, bots=("tag", "lag", "caller"))
"""A table where house bots keep playing as long as there is a viewer."""


async def unharmed(room: Served, name: str = "t1") -> None:
    """Check that house bots keep playing at the table, and no chip is missing."""
    async with room.socket() as watcher:
        await watcher.say(wire.WatchTable(table=name))
        ended = 0
        while ended < 3:
            update = await watcher.hear(wire.Update)
            ended += sum(isinstance(event, HandEnded) for event in update.events)
    assert room.card_room.check() == ()


MALFORMED_MESSAGES = [
    "",
    "hello",
    "null",
    "[]",
    '"watch"',
    "{}",
    '{"type":"no_such_thing"}',
    '{"type":"watch"}',
    '{"type":"watch","table":7}',
    '{"type":"watch","table":""}',
    '{"type":"watch","table":"' + "x" * 65 + '"}',
    '{"type":"watch","table":"../../etc/passwd"}',
    '{"type":"watch","table":"t1","last_seq":"1"}',
    '{"type":"watch","table":"t1","more":1}',
    '{"type":"watch","table":"t1"',
    '{"type":"sit","table":"t1","chips":100}',
    '{"type":"sit","cmd_id":"1","table":"t1","chips":-100}',
    '{"type":"sit","cmd_id":"1","table":"t1","chips":1.5}',
    '{"type":"sit","cmd_id":"1","table":"t1","chips":1e400}',
    '{"type":"sit","cmd_id":"1","table":"t1","chips":' + "9" * 300 + "}",
    '{"type":"sit","cmd_id":"1","table":"t1","chips":100,"seat":99}',
    '{"type":"act","cmd_id":"1","table":"t1","hand":1,"number":1,"action":{"type":"steal"}}',
    '{"type":"act","cmd_id":"1","table":"t1","hand":1,"number":1,"action":{"type":"raise"}}',
    '{"type":"act","cmd_id":"1","table":"t1","hand":1,"number":1,"action":{"type":"raise","to":true}}',
    '{"type":"act","cmd_id":"1","table":"t1","hand":1,"number":1,"action":{"type":"raise","to":1,"add":2}}',
    '{"type":"say","cmd_id":"1","table":"t1","text":"\ud83d"}'.encode("utf-8", "surrogatepass").decode(
        "utf-8", "ignore"
    )
    + "}",
    '{"type":"ping","at":NaN}',
    "[" * 2000,
    '{"a":' * 600,
]


@pytest.mark.parametrize("text", MALFORMED_MESSAGES, ids=range(len(MALFORMED_MESSAGES)))
def test_what_is_no_command_is_not_read(text: str) -> None:
    with pytest.raises((msgspec.MsgspecError, ValueError, TypeError, RecursionError)):
        read_command(text.encode())


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_break_the_decoder(data: bytes) -> None:
    try:
        command = read_command(data)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return
    assert read_command(encode(command)) == command


TAGS = [kind.__struct_config__.tag for kind in wire.Command.__args__]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["t1", "post", 1]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "to", "add"]), inner),
    max_leaves=5,
)
FIELDS = ["cmd_id", "table", "chips", "seat", "hand", "number", "action", "text", "seed", "last_seq", "how", "at", "x"]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(TAGS), st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6))
def test_no_json_breaks_the_decoder(tag: str, fields: dict[str, Any]) -> None:
    data = json.dumps({"type": tag, **fields}).encode("utf-8", "surrogatepass")
    try:
        command = read_command(data)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return
    assert read_command(encode(command)) == command


async def test_malformed_messages_are_refused_and_then_the_socket_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, BUSY) as room:
        token = await room.token()
        for bad in ("{", b"\x00\x01"):
            async with room.socket(token) as attacker:
                for _ in range(MALFORMED):
                    await attacker.say(bad)
                    refused = await attacker.hear(wire.Refused)
                    assert refused.code == "malformed"
                assert "wire.md" in (await attacker.hear(wire.Bye)).sentence
                assert await attacker.closed() == 1008
        async with room.socket(token) as attacker:
            await attacker.say('{"type":"sit","cmd_id":"mine","table":"t1","chips":0}')
            assert (await attacker.hear(wire.Refused)).cmd_id == "mine"
            await attacker.say("x" * (wire.MOST_BYTES + 1))
            assert await attacker.closed() == 1009
        await unharmed(room)


async def test_who_asks_too_often_is_refused_and_then_closed(tmp_path: Path) -> None:
    limits = Limits(commands=Rate(20, 60_000), warnings=Rate(10, 60_000), chat=PLENTY)
    async with serving(tmp_path, BUSY, limits=limits) as room, room.socket(await room.token()) as attacker:
        await attacker.say(wire.WatchTable(table="t1"))
        for number in range(200):
            await attacker.say(wire.Say(cmd_id=f"c{number}", table="t1", text="!"))
        codes = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = await attacker.hear()
                codes += [message.code] if isinstance(message, wire.Refused) else []
        assert codes == ["too_fast"] * 11
        assert await attacker.closed() == 1008
        await unharmed(room)


async def test_nobody_acts_for_another_or_out_of_time(tmp_path: Path) -> None:
    limits = Limits(commands=PLENTY)
    async with serving(tmp_path, table(seats=2), limits=limits) as room:
        tokens = [await room.token(name) for name in ("ann", "bob", "eve")]
        async with (
            room.socket(tokens[0]) as ann,
            room.socket(tokens[1]) as bob,
            room.socket(tokens[2]) as eve,
        ):
            players = [ann, bob]
            for player in players:
                await player.say(wire.WatchTable(table="t1"))
                await player.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            turn = await next_turn(ann)
            before = save(room.card_room.tables["t1"].live)
            mine, other = players[turn.seat], players[1 - turn.seat]

            def act(action: Any, hand: int = turn.hand, number: int = turn.number) -> wire.Act:
                act.count += 1  # type: ignore[attr-defined]
                name = f"x{act.count}"  # type: ignore[attr-defined]
                return wire.Act(cmd_id=name, table="t1", hand=hand, number=number, action=action)

            act.count = 0  # type: ignore[attr-defined]
            assert (await other.ask(act(Fold()))).code == "not_your_turn"
            assert (await eve.ask(act(Fold()))).code == "refused"
            assert (await mine.ask(act(Call(), number=turn.number + 1))).code == "stale"
            assert (await mine.ask(act(Call(), hand=turn.hand + 1))).code == "stale"
            for illegal in (Check(), Bet(to=50), Raise(to=11), Raise(to=10**9), Raise(to=-5), Raise(add=0)):
                assert (await mine.ask(act(illegal))).code == "illegal"
            assert save(room.card_room.tables["t1"].live) == before, "nothing has changed, no clock either"
            played = act(AllIn())
            done = await mine.ask(played)
            assert isinstance(done, wire.Done)
            assert await mine.ask(played) == done
            again = msgspec.structs.replace(played, cmd_id="again")
            assert (await mine.ask(again)).code in ("stale", "not_your_turn")
            assert (await other.ask(played)).code in ("stale", "not_your_turn"), "a cmd_id is its sender's own"
            assert room.card_room.check() == ()


async def next_turn(player: Raw) -> room_events.Turn:
    while True:
        message = await player.hear()
        if isinstance(message, wire.Update):
            for event in message.events:
                if isinstance(event, room_events.Turn):
                    return event
        if isinstance(message, wire.TableSnapshot) and message.turn is not None:
            return message.turn


async def test_nobody_gets_chips_from_nowhere(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=2), table("Two", seats=2), limits=Limits(commands=PLENTY)) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann, room.socket(token) as tab:
            # The player has 10,000 chips, and a table takes at most 2,000. Both tabs ask for all of it at once, many
            # times.
            asks = [
                (socket, wire.Sit(cmd_id=f"{number}", table=name, chips=2000))
                for number in range(10)
                for socket in (ann, tab)
                for name in ("t1", "t2")
            ]
            for socket, ask in asks:
                await socket.say(ask)
            for number in range(10):
                await ann.say(wire.TopUp(cmd_id=f"t{number}", table="t1", chips=2000))
                await tab.say(wire.TopUp(cmd_id=f"u{number}", table="t2", chips=10**15))
            # Answered after everything these sockets have sent to these tables.
            await ann.ask(wire.TopUp(cmd_id="last-1", table="t1", chips=2000))
            await ann.ask(wire.TopUp(cmd_id="last-2", table="t2", chips=2000))
            await tab.ask(wire.TopUp(cmd_id="last-3", table="t1", chips=2000))
            await tab.ask(wire.TopUp(cmd_id="last-4", table="t2", chips=2000))
            assert room.card_room.balance(room.id("ann")) == 6_000
            assert [room.card_room.tables[name].live.chips for name in ("t1", "t2")] == [2_000, 2_000]
            assert room.card_room.check() == ()


async def test_forged_tokens_open_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, BUSY) as room:
        token = await room.token("ann")
        for forged in ("", "x", token[:-1], token + "x", token.upper(), "é" * 40, "A" * 3000, "' OR 1=1 --"):
            with pytest.raises((InvalidStatus, ConnectionClosed)) as refused:
                async with room.socket(forged or " "):
                    pass
            if isinstance(refused.value, InvalidStatus):
                assert refused.value.response.status_code == 401
        async with room.socket(cookie="forged", origin=room.url) as nobody:
            assert (await nobody.hear(wire.Welcome)).player is None
        async with room.socket(cookie=token, origin=room.url) as ann:
            assert (await ann.hear(wire.Welcome)).player == "ann"
        with pytest.raises(InvalidStatus) as refused:
            async with room.socket(cookie=token):
                pass
        assert refused.value.response.status_code == 403, "a cookie without an Origin is not a page's"
        await room.card_room.sign_out(token)
        with pytest.raises(InvalidStatus):
            async with room.socket(token):
                pass


def test_who_is_not_let_in_is_no_error_of_ours(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with serving(tmp_path, table()) as room:
            for more in ({"token": "forged"}, {"origin": "http://evil.example"}):
                with pytest.raises(InvalidStatus):
                    async with room.socket(**more):
                        pass

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert caplog.messages == []


async def test_a_socket_ends_with_its_session(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        token = await room.token("ann")
        other = await room.card_room.accounts.new_session(room.id("ann"), "bot")
        async with room.socket(token) as ended, room.socket(other) as kept:
            await ended.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            await room.card_room.sign_out(token)
            assert (await ended.hear(wire.Bye)).sentence == "You have signed out."
            assert await ended.closed() == 1008
            assert isinstance(await kept.ask(wire.LeaveTable(cmd_id="l", table="t1")), wire.Done)


async def test_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    limits = Limits(sockets_per_player=2, sockets_per_address=4)
    async with serving(tmp_path, BUSY, limits=limits) as room:
        token = await room.token("ann")
        async with room.socket(token), room.socket(token):
            with pytest.raises(InvalidStatus) as refused:
                async with room.socket(token):
                    pass
            assert refused.value.response.status_code == 429
            async with room.socket(), room.socket():
                with pytest.raises(InvalidStatus) as refused:
                    async with room.socket():
                        pass
                assert refused.value.response.status_code == 429
        assert room.card_room.usage.sockets_of_player.held(room.id("ann")) == 0
        assert room.card_room.usage.sockets_of_address.held("127.0.0.1") == 0
        async with room.socket(token) as socket:
            await socket.hear(wire.Welcome)


class Slow:
    """A socket that reads only on demand, with hardly any buffer."""

    def __init__(self, port: int) -> None:
        self.raw = plain_socket.socket()
        self.raw.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 2048)
        self.raw.setblocking(False)
        self.port = port
        self.data = b""

    async def __aenter__(self) -> Slow:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.raw.close()

    async def open(self, table_name: str) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.raw, ("127.0.0.1", self.port))
        request = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await loop.sock_sendall(self.raw, request.encode())
        while b"\r\n\r\n" not in self.data:
            self.data += await loop.sock_recv(self.raw, 65_536)
        watch = encode(wire.WatchTable(table=table_name))
        await loop.sock_sendall(self.raw, bytes([0x81, 0x80 | len(watch)]) + b"\0\0\0\0" + watch)

    async def read(self, seconds: float = LONG) -> None:
        """Read everything until the server closes the connection, or for a while."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                while part := await loop.sock_recv(self.raw, 65_536):
                    self.data += part
        except (TimeoutError, ConnectionResetError):
            pass

    def frames(self) -> list[tuple[int, bytes]]:
        """Parse what has arrived into opcodes and contents."""
        data, found = self.data.partition(b"\r\n\r\n")[2], []
        while len(data) >= 2:
            size, start = data[1], 2
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(data[2:10], "big"), 10
            if len(data) < start + size:
                break
            found.append((data[0] & 15, data[start : start + size]))
            data = data[start + size :]
        return found


async def test_a_slow_reader_loses_updates_and_gets_the_table_as_it_is(tmp_path: Path) -> None:
    limits = Limits(queued_frames=8, slow_ms=60_000)
    async with serving(tmp_path, BUSY, limits=limits) as room, Slow(room.port) as slow:
        await slow.open("t1")
        await until(lambda: room.card_room.metrics.overflows.value > 0)
        await unharmed(room)
        seq = room.card_room.tables["t1"].live.shown.seq
        told: list[dict[str, Any]] = []
        async with asyncio.timeout(60):
            while not any(message["type"] == "snapshot" and message["seq"] >= seq for message in told):
                await slow.read(0.1)
                told = [json.loads(text) for opcode, text in slow.frames() if opcode == 1]
        last = None
        for message in told:
            if message["type"] == "snapshot":
                last = message["seq"]
            elif message["type"] == "update":
                assert last is not None
                assert message["seq"] == last + 1, "between snapshots nothing is missing"
                last = message["seq"]


async def test_who_does_not_read_at_all_is_closed(tmp_path: Path) -> None:
    limits = Limits(queued_frames=10**6, queued_bytes=10**9, slow_ms=100)
    async with serving(tmp_path, BUSY, limits=limits) as room, Slow(room.port) as slow:
        await slow.open("t1")
        await until(lambda: room.card_room.metrics.closed["1013"].value > 0)
        await slow.read()
        assert slow.frames()[-1] == (8, (1013).to_bytes(2, "big"))
        await until(lambda: room.card_room.metrics.sockets.value == 0)
        await unharmed(room)


async def test_what_is_no_http_does_no_harm(tmp_path: Path) -> None:
    async with serving(tmp_path, BUSY) as room:
        for garbage in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 50, b"A" * 100_000):
            reader, writer = await asyncio.open_connection("127.0.0.1", room.port)
            writer.write(garbage)
            writer.write_eof()
            await asyncio.wait_for(reader.read(), LONG)
            writer.close()
        await unharmed(room)
