"""When a tournament starts: with a full field, at a time, or when its host says so."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bigslick.protocol import host
from bigslick.server.hosting.state import Invitation
from bigslick.server.tournament.facts import PlayerEntered, TournamentCancelled, TournamentStarted
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.starting import fill, first_bots, start_due
from bigslick.tournament.structure.payouts import Payouts

from .floor import Floor, HostedFloor, entered, structure

THREE_PAID = Payouts(percent=(Decimal(50), Decimal(30), Decimal(20)))


def registering(players: int, **settings: Any) -> Floor:
    floor = Floor(TournamentSettings(**{"structure": structure(4, payouts=THREE_PAID), **settings}), 1)
    list(entered(floor, players))
    return floor


def test_a_full_field_starts_it() -> None:
    floor = registering(3)
    assert start_due(floor.live, floor.now) == ()
    floor.take(PlayerEntered(at=floor.now, player="last"))
    assert start_due(floor.live, floor.now) == (TournamentStarted(at=floor.now),)


def test_its_time_starts_it_and_a_full_field_does_not() -> None:
    floor = registering(4, start="time", start_time=2_000_000)
    assert start_due(floor.live, 1_999_999) == ()
    assert floor.live.waits_until == [2_000_000]
    assert start_due(floor.live, 2_000_000) == (TournamentStarted(at=2_000_000),)
    floor.take(TournamentStarted(at=2_000_000, seed="00" * 32))
    assert floor.live.structure.entrants == 4


def test_at_its_time_with_too_few_players_it_is_called_off() -> None:
    for players, why in (
        (0, "no one has entered Tournament: expected at least two"),
        (1, "one player has entered Tournament: expected at least two"),
        (2, "payouts: 3 places are paid but only 2 players enter: expected no more places than entrants"),
    ):
        floor = registering(players, start="time", start_time=5)
        (off,) = start_due(floor.live, floor.now)
        assert isinstance(off, TournamentCancelled)
        assert off.why == why
        floor.take(off)
        assert (floor.live.owed, set(floor.balances().values())) == (0, {0} if players else set())


def test_the_host_starts_it_with_those_who_are_there() -> None:
    floor = HostedFloor("ann", "bob", field=6)
    start = host.StartNow(cmd_id="s", at="sng")
    assert floor.do("ann", start) == (TournamentStarted(at=floor.now, by="ann", cmd_id="s"),)
    assert (floor.live.status, floor.live.structure.entrants, floor.live.left) == ("running", 2, 2)
    assert floor.no("ann", start) == "Tournament has started already"


def test_the_host_cannot_start_it_alone_or_with_fewer_players_than_prizes() -> None:
    start = host.StartNow(cmd_id="s", at="sng")
    assert "one player has entered" in HostedFloor("ann", field=6).no("ann", start)
    assert "3 places are paid" in HostedFloor("ann", "bob", field=6, payouts=THREE_PAID).no("ann", start)


@pytest.mark.parametrize("kind", ["time", "host"])
def test_bots_wait_for_a_start_at_a_time_or_by_the_host(kind: str) -> None:
    at = 2_000_000 if kind == "time" else 0
    settings: dict[str, Any] = {"start": kind, "start_time": at, "fill_ms": 10_000, "fill_bots": ("tag",)}
    floor = Floor(TournamentSettings(structure=structure(4), **settings), 1, invitation=Invitation(host="ann"))
    assert "no one has entered" in floor.no("ann", host.StartNow(cmd_id="s", at="sng")), "no bots without people"
    list(entered(floor, 1))
    assert floor.live.fill_at is None, "friends find free places until it starts"
    if kind == "time":
        assert start_due(floor.live, at - 1) == ()
        found = start_due(floor.live, at)
        for fact in found:
            floor.take(fact)
    else:
        found = floor.do("ann", host.StartNow(cmd_id="s", at="sng"))
    assert [type(fact) for fact in found] == [*[PlayerEntered] * 3, TournamentStarted]
    assert floor.live.playing.director.names == ["p0", "tag 2", "tag 3", "tag 4"]


def test_house_bots_take_the_places_that_are_left() -> None:
    floor = Floor(TournamentSettings(structure=structure(6), fill_ms=10_000, fill_bots=("tag", "rock")), 1)
    assert floor.live.fill_at is None
    floor.take(PlayerEntered(at=floor.now, player="ann"))
    assert floor.live.fill_at == floor.now + 10_000
    for fact in fill(floor.live, floor.now + 10_000):
        floor.take(fact)
    assert list(floor.live.players.values()) == ["", "tag", "rock", "tag", "rock", "tag"]
    assert list(floor.live.players) == ["ann", "tag 2", "rock 3", "tag 4", "rock 5", "tag 6"]
    assert floor.live.complete


def test_the_house_bots_of_the_settings_enter_once() -> None:
    floor = Floor(TournamentSettings(structure=structure(6), bots=("tag", "rock")), 1)
    for fact in first_bots(floor.live, floor.now):
        floor.take(fact)
    assert floor.live.players == {"tag 1": "tag", "rock 2": "rock"}
    assert first_bots(floor.live, floor.now) == ()
