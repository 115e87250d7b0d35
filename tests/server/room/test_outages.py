"""Database trouble: everyone is notified, and gets the lost time back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bigslick.protocol import wire
from bigslick.protocol.encoding import decode
from bigslick.server.room.connections import Connections
from bigslick.server.room.outages import Outages
from bigslick.server.store.trouble import trouble
from tests.virtual_clock import VirtualClock

from .test_presence import Socket


async def test_everyone_is_told_and_no_time_is_lost() -> None:
    clock, connections, delays = VirtualClock(), Connections(), list[int]()
    spectator, player = Socket(None), Socket("ann")
    for socket in (spectator, player):
        connections.joined(socket, socket.player)
    served = cast(Any, {"t1": SimpleNamespace(delay=delays.append)})
    outages = Outages(clock, connections, served, served)
    outages.changed(trouble("away"))
    await clock.advance(200)
    outages.changed(trouble("read_only"))
    await clock.advance(300)
    outages.changed(None)
    assert delays == [500, 500]
    for socket in (spectator, player):
        sentences = [decode(frame, wire.Outage).sentence for frame in socket.sent]
        assert [bool(sentence) for sentence in sentences] == [True, True, False]
