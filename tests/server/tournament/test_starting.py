"""When a tournament starts: with a full field, at a time, or when its host says so."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.lobby import AbsentPlayers
from bigslick.protocol.settings import BadSettings
from bigslick.server.hosting.state import Invitation
from bigslick.server.tournament.facts import (
    PlayerEntered,
    PlayerWithdrew,
    TournamentCancelled,
    TournamentDelayed,
    TournamentStarted,
)
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.standings import entrants
from bigslick.server.tournament.starting import fill, first_bots, start_due
from bigslick.server.tournament.till import Purse
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


def test_places_are_kept_for_players_until_the_start() -> None:
    settings: dict[str, Any] = {"start": "host", "kept_for": ("bob", "cy"), "fill_ms": 0, "fill_bots": ("tag",)}
    floor = Floor(TournamentSettings(structure=structure(4), **settings), 1, invitation=Invitation(host="ann"))
    register = wire.Register(cmd_id="r", tournament="sng")
    for player in ("bob", "dee", "eve"):
        floor.do(player, register)
    assert floor.no("fay", register) == "the free places in Tournament are kept for other players"
    floor.do("bob", wire.Unregister(cmd_id="u", tournament="sng"))
    assert floor.no("fay", register) == "the free places in Tournament are kept for other players"
    floor.do("cy", register)
    floor.do("ann", host.StartNow(cmd_id="s", at="sng"))
    assert floor.live.playing.director.names == ["dee", "eve", "cy", "tag 4"], "who has not come has no place"
    with pytest.raises(BadSettings, match="kept for 5 players in a field of 4"):
        TournamentSettings(structure=structure(4), kept_for=("a", "b", "c", "d", "e"))


class CheckingIn(Floor):
    """A tournament at 10,000,000 with check-in for 15 minutes, which ann hosts and these players have entered."""

    def __init__(self, *players: str, absent: AbsentPlayers = "refunded", field: int = 4, **settings: Any) -> None:
        timed: dict[str, Any] = {"start": "time", "start_time": 10_000_000, "check_in_ms": 900_000, **settings}
        super().__init__(
            TournamentSettings(structure=structure(field), absent=absent, **timed), 1, invitation=Invitation(host="ann")
        )
        for player in players:
            self.take(PlayerEntered(at=self.now, player=player))

    def check_in(self, player: str, at: int) -> None:
        self.now = at
        self.do(player, wire.CheckIn(cmd_id=f"c{len(self.facts)}", tournament="sng"))


def test_players_check_in_once_in_the_time_before_the_start() -> None:
    floor = CheckingIn("bob", "cy")
    again = wire.CheckIn(cmd_id="c", tournament="sng")
    assert floor.live.check_in_at == 9_100_000
    assert floor.no("bob", again) == "you can check in to Tournament in the last 15 minutes before the start"
    floor.check_in("bob", 9_100_000)
    assert floor.no("bob", again) == "you have already checked in to Tournament"
    assert floor.no("dee", again) == "you have not entered Tournament"
    floor.do("dee", wire.Register(cmd_id="r", tournament="sng"))
    assert floor.live.checked_in == {"bob", "dee"}, "whoever enters now is there"
    floor.do("dee", wire.Unregister(cmd_id="u", tournament="sng"))
    assert floor.live.checked_in == {"bob"}
    shown = {entrant.player: entrant.checked_in for entrant in entrants("sng", floor.live, {})}
    assert shown == {"bob": True, "cy": False}
    assert "nobody needs to check in" in registering(1).no("p0", again)


@pytest.mark.parametrize("order", [False, True])
def test_absent_players_get_their_entries_back_at_the_start(order: bool) -> None:
    floor = CheckingIn("bob", "cy", "dee", fill_ms=0, fill_bots=("tag",))
    for player in ("dee", "bob"):
        floor.check_in(player, 9_500_000)
    if order:
        found = floor.do("ann", host.StartNow(cmd_id="s", at="sng"))
    else:
        assert start_due(floor.live, 9_999_999) == ()
        found = start_due(floor.live, 10_000_000)
        for fact in found:
            floor.take(fact)
    assert isinstance(found[0], PlayerWithdrew)
    assert (found[0].player, found[0].why) == ("cy", "absent")
    assert floor.live.playing.director.names == ["bob", "dee", "tag 4", "tag 5"]
    assert floor.balances()[Purse("player", "cy")] == 0
    assert "cy" not in floor.live.players


def test_absent_players_are_seated_where_the_setting_says_so() -> None:
    floor = CheckingIn("bob", "cy", absent="blinded")
    floor.check_in("bob", 9_500_000)
    (start,) = start_due(floor.live, 10_000_000)
    floor.take(start)
    assert floor.live.playing.director.names == ["bob", "cy"]


def test_an_outage_takes_no_time_from_the_check_in() -> None:
    floor = CheckingIn("bob", "cy")
    floor.take(TournamentDelayed(at=9_000_000, ms=500_000))
    assert floor.live.starts_at == 10_000_000, "check-in had not begun"
    floor.take(TournamentDelayed(at=10_100_000, ms=1_050_000))
    assert floor.live.starts_at == floor.live.waits_until[0] == 11_000_000, "the whole check-in is still to come"
    assert start_due(floor.live, 10_999_999) == ()
    for player in ("bob", "cy"):
        floor.check_in(player, 10_500_000)
    floor.take(TournamentDelayed(at=10_800_000, ms=60_000))
    assert floor.live.starts_at == 11_060_000
    assert start_due(floor.live, 11_060_000) == (TournamentStarted(at=11_060_000),)


def test_before_check_in_opens_a_host_starts_with_everybody() -> None:
    floor = CheckingIn("bob", "cy")
    floor.do("ann", host.StartNow(cmd_id="s", at="sng"))
    assert floor.live.playing.director.names == ["bob", "cy"]


def test_with_too_few_who_have_checked_in_it_is_called_off_and_all_get_everything_back() -> None:
    floor = CheckingIn("bob", "cy")
    floor.check_in("bob", 9_500_000)
    why = "one player has checked in to Tournament: expected at least two"
    assert floor.no("ann", host.StartNow(cmd_id="s", at="sng")) == why
    (off,) = start_due(floor.live, 10_000_000)
    assert isinstance(off, TournamentCancelled)
    assert off.why == why
    floor.take(off)
    assert (floor.live.owed, set(floor.balances().values())) == (0, {0})


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"check_in_ms": 1}, "check_in_ms and absent go with start = 'time'"),
        ({"start": "time", "start_time": 9, "absent": "refunded"}, "nobody can check in: give check_in_ms too"),
        ({"start": "time", "start_time": 9, "check_in_ms": -1}, "check_in_ms=-1: expected a whole number from 0"),
    ],
)
def test_a_check_in_that_cannot_be_is_refused(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(why)):
        TournamentSettings(structure=structure(4), **settings)
