"""Presence over a real TCP proxy: a connection that freezes on a turn is noticed, and costs no grace, bank or seat."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from bigslick import Call, Check
from bigslick.protocol import room_events, wire
from bigslick.protocol.settings import TablePace
from bigslick.server.room import connections, housekeeping
from bigslick.server.room.connections import BEAT_MS, PATIENCE_SECONDS, QUIET_SECONDS, Connections, Pulse
from bigslick.server.table import facts
from tests.waiting import LONG, until

from ..faults.line import Line, line_to
from ..served import Raw, Served, serving, table

NOTICED = 5.0
"""The most seconds until a connection frozen on a turn is noticed."""
PACE = TablePace(action_ms=6_000, bank_ms=30_000, grace_ms=8_000, deal_animation_delay_ms=0, inter_round_delay_ms=0)
# Ann in seat 0 is on the line that can freeze, bob in seat 1 is not. Heads-up, the button acts first.


class Socket:
    """A connection that answers as long as its line works."""

    def __init__(self, player: str) -> None:
        self.player: str | None = player
        self.session: str | None = None
        self.answers = True
        self.looked_at = 0

    def send(self, frame: bytes, about: str = "") -> None:
        raise AssertionError("nothing is sent here")

    def signed_out(self) -> None:
        raise AssertionError("nobody signs out here")

    def alive(self) -> bool:
        self.looked_at += 1
        return self.answers


def test_a_socket_is_asked_when_it_is_quiet_and_given_time_to_answer() -> None:
    pulse = Pulse()
    assert not pulse.asks(heard_at=10.0, now=10.0 + QUIET_SECONDS - 0.1)
    assert pulse.asks(heard_at=10.0, now=12.0)
    assert not pulse.asks(heard_at=10.0, now=12.5), "asked once"
    assert pulse.beats(12.0 + PATIENCE_SECONDS - 0.1)
    assert not pulse.beats(12.0 + PATIENCE_SECONDS)
    assert not pulse.asks(heard_at=15.0, now=15.1)
    assert pulse.beats(15.1), "heard again"
    worst = QUIET_SECONDS + PATIENCE_SECONDS + 2 * BEAT_MS / 1000
    assert worst < NOTICED


def test_only_the_sockets_of_players_who_are_awaited_are_looked_at() -> None:
    presence = Connections()
    sockets = [Socket(f"p{number}") for number in range(3_000)]
    for socket in sockets:
        assert presence.joined(socket, socket.player or "")
    assert list(presence.beat(["p7", "p8"])) == []
    assert [socket.player for socket in sockets if socket.looked_at] == ["p7", "p8"]


def test_a_player_is_there_as_long_as_one_connection_is_heard() -> None:
    presence = Connections()
    frozen, fine = Socket("ann"), Socket("ann")
    assert presence.joined(frozen, "ann")
    assert not presence.joined(fine, "ann")
    frozen.answers = False
    assert list(presence.beat(["ann"])) == []
    fine.answers = False
    assert list(presence.beat(["ann"])) == [("ann", False)]
    assert not presence.there("ann")
    fine.answers = True
    assert list(presence.beat([])) == [("ann", True)], "a silent socket is looked at until it is heard, turn or not"
    assert presence.parted(fine, "ann"), "the other one is still silent"
    assert not presence.parted(frozen, "ann"), "gone already"
    assert presence.of("ann") == ()


def test_a_new_connection_of_a_silent_player_is_a_return() -> None:
    presence = Connections()
    frozen = Socket("ann")
    presence.joined(frozen, "ann")
    frozen.answers = False
    assert list(presence.beat(["ann"])) == [("ann", False)]
    back = Socket("ann")
    assert presence.joined(back, "ann")
    assert not presence.parted(frozen, "ann"), "it did not count any more"
    assert presence.there("ann")


@contextlib.asynccontextmanager
async def heads_up(folder: Path, pace: TablePace = PACE) -> AsyncIterator[tuple[Served, Line, Raw, Raw]]:
    """Seat ann on a connection that can freeze and bob on one that cannot, dealt in heads-up."""
    async with serving(folder, table(seats=2, pace=pace)) as room, line_to(room.port) as line:
        over = Served(room.card_room, line.port)
        tokens = [await room.token(name) for name in ("ann", "bob")]
        async with over.socket(tokens[0], ping_interval=None) as ann, room.socket(tokens[1]) as bob:
            try:
                for person in (ann, bob):
                    await person.say(wire.WatchTable(table="t1"))
                    await person.ask(wire.Sit(cmd_id="s", table="t1", chips=1000, missed_blinds="post"))
                yield room, line, ann, bob
            finally:
                line.thaw()


async def turn_of(room: Served, seat: int, other: Raw) -> room_events.Turn:
    """Let the other player check and call until it is this seat's turn, as viewers see it."""
    live = room.card_room.tables["t1"].live
    while True:
        await until(lambda: live.shown.turn is not None)
        turn = live.shown.turn
        assert turn is not None
        if turn.seat == seat:
            return turn
        action = Call() if turn.options.call else Check()
        fields = {"hand": turn.hand, "number": turn.number}
        command = wire.Act(cmd_id=f"a{turn.hand}.{turn.number}", table="t1", action=action, **fields)
        await other.ask(command)  # the same turn may still be shown, and gets its first answer again


async def event_of(person: Raw, kind: type) -> wire.Update:
    """Return the next update with an event of this kind."""
    async with asyncio.timeout(LONG):
        while True:
            message = await person.hear(wire.Update)
            if any(isinstance(event, kind) for event in message.events):
                return cast(wire.Update, message)


async def test_s1_a_line_that_freezes_on_a_turn_is_noticed_and_gives_grace_before_the_time_bank(tmp_path: Path) -> None:
    """Seed 001: a separate grace timer runs, and when it elapses the time bank is consumed."""

    async with heads_up(tmp_path) as (room, line, ann, bob):
        turn = await turn_of(room, 0, bob)
        line.freeze()
        update = await event_of(bob, room_events.Disconnected)
        (changed,) = [event for event in update.events if isinstance(event, room_events.ClockChanged)]
        assert changed.deadline == update.now + PACE.grace_ms > turn.deadline
        live = room.card_room.tables["t1"].live
        assert live.turn is not None
        assert live.expiry(live.turn) > changed.deadline + 28_000, "and then the time bank"
        line.thaw()
        await event_of(bob, room_events.Reconnected)
        deal = {"hand": turn.hand, "number": turn.number}
        action = Call() if turn.options.call else Check()
        answer = await ann.ask(wire.Act(cmd_id="late", table="t1", action=action, **deal))
        assert isinstance(answer, wire.Done), "back in the same turn, on the same connection"
        seat = live.taken(0)
        assert not seat.sitting_out


async def test_a_line_that_froze_before_the_turn_is_noticed_in_it(tmp_path: Path) -> None:
    async with heads_up(tmp_path) as (room, line, ann, bob):
        await turn_of(room, 1, ann)
        line.freeze()
        (connection,) = room.card_room.presence.connections.of(room.id("ann"))
        connection._transport.heard_at -= QUIET_SECONDS  # type: ignore[attr-defined]  # frozen for a while
        await turn_of(room, 0, bob)
        await event_of(bob, room_events.Disconnected)


async def test_a_client_that_thinks_on_its_turn_stays_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It sends only answers to pings, and is pinged again only after an answer."""
    monkeypatch.setattr(connections, "QUIET_SECONDS", 0)
    monkeypatch.setattr(connections, "PATIENCE_SECONDS", LONG)
    monkeypatch.setattr(housekeeping, "BEAT_MS", 20)
    asks, asked = Pulse.asks, Counter[Pulse]()

    def counted(pulse: Pulse, heard_at: float, now: float) -> bool:
        asked[pulse] += (found := asks(pulse, heard_at, now))
        return found

    monkeypatch.setattr(Pulse, "asks", counted)
    async with heads_up(tmp_path) as (room, _, _, bob):
        await turn_of(room, 0, bob)
        (connection,) = room.card_room.presence.connections.of(room.id("ann"))
        await until(lambda: asked[connection._pulse] >= 10)  # type: ignore[attr-defined]
        assert room.card_room.tables["t1"].live.occupant(0).connected
        rows = await room.card_room.store.read("t1")
        assert not any(isinstance(facts.read(row.payload), facts.PlayerDisconnected) for row in rows)
