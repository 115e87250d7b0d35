"""What a host has decided, as plain data: who must ask, who is let in, and what each viewer may know of it."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from bigslick.protocol.host import Approval, GameDoor
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.hosting.facts import Requested
from bigslick.server.hosting.state import Hosting, Invitation


def hosted(**door: object) -> Hosting:
    """What ann opens, with bob let in by the invite."""
    hosting = Hosting.of(Invitation(host="ann", door=msgspec.convert(door, GameDoor), token="abc", password="hash"))
    hosting.admit("bob")
    return hosting


def asks(player: str, chips: int = 500) -> Requested:
    return Requested(at=7, player=player, kind="seat", chips=chips, seat=2, promise="ab" * 32)


@pytest.mark.parametrize(
    ("approve", "kind", "before", "after"),
    [
        ("none", "seat", False, False),
        ("players", "seat", True, False),
        ("players", "entry", True, False),
        ("players", "chips", False, False),
        ("buy_ins", "seat", True, True),
        ("buy_ins", "chips", True, True),
    ],
)
def test_a_player_must_ask_as_the_door_says_and_one_yes_is_enough_unless_every_buy_in_waits(
    approve: Approval, kind: Literal["seat", "chips", "entry"], before: bool, after: bool
) -> None:
    hosting = hosted(approve=approve)
    assert hosting.must_ask("bob", kind) is before
    hosting.approve("bob")
    assert hosting.must_ask("bob", kind) is after
    assert not hosting.must_ask("ann", kind), "the host asks no one"
    hosting.distrust("bob")
    assert hosting.must_ask("bob", kind) is before, "what was said before is forgotten"


def test_a_private_door_lets_in_the_host_and_the_invited_until_a_ban() -> None:
    hosting = hosted(private=True)
    assert [hosting.lets_in(player) for player in ("ann", "bob", "eve", None)] == [True, True, False, False]
    hosting.approve("bob")
    hosting.ask(asks("bob"))
    hosting.ban("bob")
    hosting.ban("bob")
    assert (hosting.banned, hosting.admitted, hosting.approved, hosting.requests) == (["bob"], [], [], [])
    assert not hosting.lets_in("bob")
    with pytest.raises(CommandRefused, match="The host has banned you from this game") as refused:
        hosting.check_not_banned("bob")
    assert refused.value.code == "banned"
    hosting.check_not_banned("eve")
    assert hosted().lets_in(None), "a public door is open to all"


def test_a_player_has_one_request_at_a_time_and_the_last_one_counts() -> None:
    hosting = hosted(approve="players")
    for request in (asks("bob"), asks("cat"), asks("bob", 900)):
        hosting.ask(request)
    assert [(request.player, request.chips) for request in hosting.requests] == [("cat", 500), ("bob", 900)]
    hosting.drop("cat")
    assert hosting.request_of("cat") is None
    assert hosting.request_of("bob") == asks("bob", 900)


def test_only_the_host_sees_the_desk_and_no_view_carries_the_password_or_a_promise() -> None:
    hosting = hosted(private=True, approve="players")
    hosting.ask(asks("bob"))
    desk = hosting.now("t1", "ann").desk
    assert desk is not None
    assert (desk.invite, desk.password, desk.let_in) == ("abc", True, ("bob",))
    assert desk.requests == (asks("bob").shown,)
    mine, other = hosting.now("t1", "bob"), hosting.now("t1", "eve")
    assert (mine.asked, mine.desk) == (asks("bob").shown, None)
    assert (other.asked, other.desk) == (None, None)
    assert hosting.now("t1", None) == other
    for player in ("ann", "bob", "eve", None):
        told = msgspec.json.encode(hosting.now("t1", player))
        assert b"hash" not in told
        assert b"promise" not in told
        assert (b'"abc"' in told) == (player == "ann")


def test_the_house_has_no_host_and_no_viewer_passes_for_one() -> None:
    house = Hosting()
    assert not house.hosted
    assert house.now("t1", None).desk is None
    for player in (None, "ann"):
        with pytest.raises(CommandRefused, match="Only the host can do that") as refused:
            house.check_host(player)
        assert refused.value.code == "not_host"
    hosted().check_host("ann")
    assert Hosting.of(Invitation(door=GameDoor(spectators="off"))).hosted, "a door of its own is worth telling"
