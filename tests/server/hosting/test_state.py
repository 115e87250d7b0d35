"""A host's decisions as plain data: who must ask, who is let in, and what each viewer may know."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from bigslick.protocol.door import Approval, GameDoor
from bigslick.protocol.host import Request
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.hosting.facts import Requested
from bigslick.server.hosting.state import MOST_ADMITTED, Hosting, Invitation


def hosted(**door: object) -> Hosting:
    """Return ann's game, with bob admitted by the invite."""
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


def test_a_name_is_found_as_the_room_compares_names() -> None:
    hosting = hosted()
    hosting.names["id1"] = "\N{FULLWIDTH LATIN CAPITAL LETTER B}ob"
    assert hosting.find("bOB") == "id1"
    assert hosting.find("bobby") is None


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
    shown = Request(player="bob", kind="seat", chips=500, asked_at=asks("bob").at)
    assert desk.requests == (shown,)
    mine, other = hosting.now("t1", "bob"), hosting.now("t1", "eve")
    assert (mine.asked, mine.desk) == (shown, None)
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


def test_players_are_kept_by_id_and_shown_by_name() -> None:
    hosting = Hosting.of(Invitation(host="p1", host_name="Ann", door=GameDoor(approve="players")))
    hosting.names |= {"p2": "Bob", "p3": "Cat", "p4": "Dan"}
    hosting.ban("p2")
    hosting.muted, hosting.admitted = ["p3"], ["p4"]
    hosting.ask(asks("p3"))
    now = hosting.now("t1", "p1")
    assert (now.host, now.desk is not None) == ("Ann", True)
    assert now.desk is not None
    assert (now.desk.banned, now.desk.muted, now.desk.let_in) == (("Bob",), ("Cat",), ("Dan",))
    assert [request.player for request in now.desk.requests] == ["Cat"]
    assert hosting.now("t1", "p3").asked == now.desk.requests[0]
    assert hosting.now("t1", "Ann").desk is None, "a name opens nothing"
    assert (hosting.find("bOB"), hosting.find("p2"), hosting.name_of("tag 1")) == ("p2", None, "tag 1")


def test_only_names_that_may_be_shown_again_are_kept() -> None:
    hosting = Hosting.of(Invitation(host="p1", host_name="Ann"))
    hosting.names |= {f"p{number}": f"Player {number}" for number in range(2, 9)}
    hosting.former, hosting.muted, hosting.admitted = "p2", ["p3"], ["p4"]
    hosting.ban("p5")
    hosting.ask(asks("p6"))
    hosting.forget_names(but=("p7",))
    assert list(hosting.names) == ["p1", "p2", "p3", "p4", "p5", "p6", "p7"]


def test_the_list_of_approved_players_is_bounded_and_the_oldest_asks_again() -> None:
    hosting = hosted(approve="players")
    for number in range(MOST_ADMITTED + 1):
        hosting.approve(f"p{number}")
    assert len(hosting.approved) == MOST_ADMITTED
    assert hosting.must_ask("p0", "seat")
    assert not hosting.must_ask("p1", "seat")
