"""How a host's decisions change a tournament: who waits, who is in and who is out."""

from __future__ import annotations

import pytest

from bigslick.protocol import host
from bigslick.protocol.door import GameDoor
from bigslick.protocol.encoding import encode
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.hosting.decide import admit
from bigslick.server.hosting.facts import PlayerAdmitted, Requested
from bigslick.server.hosting.state import MOST_ADMITTED, MOST_REQUESTS
from bigslick.server.tournament import facts
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.state import LiveTournament

from ..tournament.floor import HostedFloor


def test_an_entry_waits_for_the_host_and_is_an_entry_when_the_host_says_yes() -> None:
    floor = HostedFloor(door=GameDoor(approve="players"), fee=10)
    (asked,) = floor.register("bob")
    assert isinstance(asked, Requested)
    (request,) = floor.live.hosting.requests
    assert (request.player, request.kind, request.chips) == ("bob", "entry", 110), "the buy-in and the fee"
    assert (floor.live.players, floor.live.owed) == ({}, 0)
    floor.host("ann", host.AnswerRequest, player="bob", yes=True)
    assert floor.live.players == {"bob": ""}
    assert (floor.live.hosting.requests, floor.live.hosting.approved) == ([], ["bob"])


def test_a_no_leaves_nobody_approved_and_the_player_asks_again() -> None:
    floor = HostedFloor(door=GameDoor(approve="players"))
    floor.register("bob")
    floor.host("ann", host.AnswerRequest, player="bob", yes=False)
    assert (floor.live.hosting.requests, floor.live.hosting.approved) == ([], [])
    (again,) = floor.register("bob")
    assert isinstance(again, Requested)
    floor.host("bob", host.WithdrawRequest)
    assert floor.live.hosting.requests == []
    assert isinstance(floor.register("ann")[0], facts.PlayerEntered), "the host asks nobody"


def test_a_new_host_waits_for_nobody() -> None:
    floor = HostedFloor(door=GameDoor(private=True, approve="players"))
    floor.take(PlayerAdmitted(at=floor.now, player="bob"))
    floor.take(PlayerAdmitted(at=floor.now, player="bob"))
    assert floor.live.hosting.admitted == ["bob"]
    floor.register("bob")
    floor.host("ann", host.HandOverHost, player="bob")
    assert (floor.live.host, floor.live.hosting.requests) == ("bob", [])


def test_a_ban_takes_the_invite_the_yes_and_the_request_and_an_unban_gives_none_of_them_back() -> None:
    floor = HostedFloor(door=GameDoor(private=True, approve="buy_ins"))
    hosting = floor.live.hosting
    floor.take(PlayerAdmitted(at=floor.now, player="bob"))
    hosting.approve("bob")
    floor.register("bob")
    floor.host("ann", host.Ban, player="bob")
    assert (hosting.banned, hosting.admitted, hosting.approved, hosting.requests) == (["bob"], [], [], [])
    floor.host("ann", host.Unban, player="bob")
    assert hosting.banned == []
    assert not hosting.lets_in("bob")


def test_a_restart_remembers_everything_that_the_host_decided() -> None:
    floor = HostedFloor("bob", "cat", door=GameDoor(private=True, approve="players"))
    floor.register("dan")
    floor.host("ann", host.Ban, player="eve")
    floor.host("ann", host.Kick, player="cat")
    floor.host("ann", host.HandOverHost, player="bob")
    floor.host("bob", host.ChangeSettings, changes=TableChanges(approve="buy_ins"))
    opened, *rest = [facts.read(encode(fact)) for fact in floor.facts]
    assert isinstance(opened, facts.TournamentOpened)
    again = LiveTournament(opened)
    for fact in rest:
        apply(again, fact)
    assert again.hosting == floor.live.hosting
    assert (again.host, again.hosting.door) == ("bob", GameDoor(private=True, approve="buy_ins"))
    assert again.players == {"bob": ""}


def test_the_requests_that_wait_for_a_host_are_bounded() -> None:
    floor = HostedFloor(door=GameDoor(approve="players"))
    for number in range(MOST_REQUESTS):
        floor.register(f"p{number}")
    floor.register("p0")
    assert len(floor.live.hosting.requests) == MOST_REQUESTS, "a player who asks again takes no second place"
    with pytest.raises(CommandRefused, match="too many players are waiting for the host"):
        floor.register("eve")
    floor.host("ann", host.AnswerRequest, player="p1", yes=False)
    floor.register("eve")


def test_the_players_who_come_in_with_an_invite_are_bounded() -> None:
    floor = HostedFloor(door=GameDoor(private=True))
    hosting = floor.live.hosting
    for number in range(MOST_ADMITTED):
        hosting.admit(f"p{number}")
    assert admit(hosting, "p0", floor.now) == ()
    with pytest.raises(CommandRefused, match="500 players have come in"):
        admit(hosting, "eve", floor.now)
    hosting.ban("p1")
    assert admit(hosting, "eve", floor.now) == (PlayerAdmitted(at=floor.now, player="eve"),)
