"""Starting and stopping a broadcast, and the answers of the players."""

from __future__ import annotations

import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.broadcast import LEAST_BROADCAST_MS, BroadcastNow
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableChanges
from bigslick.server.table import facts
from bigslick.server.table.broadcast.deciding import broadcast_now

from ..desk import Hosted, refused


def test_the_host_starts_renews_and_stops_a_broadcast() -> None:
    desk = Hosted("ann", "bob")
    assert "not broadcast" in desk.no("ann", host.StopBroadcast)
    assert "not broadcast" in desk.no("ann", host.RenewBroadcast)
    (started,) = desk.host("ann", host.StartBroadcast)
    assert isinstance(started, facts.BroadcastStarted)
    assert started.delay_ms == LEAST_BROADCAST_MS, "if nobody says otherwise"
    assert "already broadcast" in desk.no("ann", host.StartBroadcast)
    (renewed,) = desk.host("ann", host.RenewBroadcast)
    assert isinstance(renewed, facts.BroadcastRenewed)
    desk.host("ann", host.StopBroadcast)
    assert desk.live.broadcast is None


def test_only_what_spectators_see_is_broadcast_and_no_sooner() -> None:
    closed = Hosted("ann", door=GameDoor(spectators="off"))
    assert "Only a table with spectators" in closed.no("ann", host.StartBroadcast)
    late = Hosted("ann", door=GameDoor(spectators="delayed", delay_ms=600_000))
    assert "600 s late" in late.no("ann", host.StartBroadcast, delay_ms=300_000)
    late.host("ann", host.StartBroadcast, delay_ms=600_000)
    desk = Hosted("ann", "bob")
    desk.host("ann", host.StartBroadcast)
    for changes in (TableChanges(spectators="off"), TableChanges(spectators="delayed", delay_ms=400_000)):
        assert "pectators" in desk.no("ann", host.ChangeSettings, changes=changes)
    desk.host("ann", host.ChangeSettings, changes=TableChanges(spectators="delayed", delay_ms=300_000))


def test_a_house_table_and_one_that_closes_are_not_broadcast() -> None:
    desk = Hosted("ann", "bob")
    desk.begin()
    desk.host("ann", host.Close)
    assert "closes" in desk.no("ann", host.StartBroadcast)
    house = Hosted("ann", "bob")
    house.live.hosting.host = ""
    assert "house table" in house.no("", host.StartBroadcast)


def test_players_answer_for_their_own_seat_and_are_asked_again_by_the_next_broadcast() -> None:
    desk = Hosted("ann", "bob")
    assert "not broadcast" in refused(desk, "bob", wire.AnswerBroadcast, yes=True).sentence
    desk.host("ann", host.StartBroadcast)
    assert "no seat" in refused(desk, "eve", wire.AnswerBroadcast, yes=True).sentence
    desk.do("bob", wire.AnswerBroadcast, yes=True)
    assert broadcast_now(desk.live, "bob").agrees is True
    assert broadcast_now(desk.live, "ann").agrees is None
    desk.host("ann", host.StopBroadcast)
    desk.host("ann", host.StartBroadcast)
    assert broadcast_now(desk.live, "bob").agrees is None


@pytest.mark.parametrize("player", ["bob", "eve", None])
def test_only_the_host_is_told_the_secret(player: str | None) -> None:
    desk = Hosted("ann", "bob")
    assert broadcast_now(desk.live, "ann") == BroadcastNow(table="t", on=False)
    desk.fold((facts.BroadcastStarted(at=desk.now, delay_ms=300_000, token="hush"),))
    assert broadcast_now(desk.live, "ann").secret == "hush"
    told = broadcast_now(desk.live, player)
    assert (told.on, told.delay_ms, told.secret) == (True, 300_000, "")
