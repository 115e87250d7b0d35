"""A paused game: most players can resume it, the time does, and the host cannot pause it again at once."""

from __future__ import annotations

import pytest

from bigslick.protocol import host
from bigslick.protocol.door import GameDoor
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.hosting.decide import decide_for_guest
from bigslick.server.hosting.state import AGAIN_MS, Hosting
from bigslick.server.table import orders
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.timers import due, wake

from ..table.desk import Hosted

HOUR = 3_600_000


def paused(*players: str) -> Hosted:
    """Return ann's table, which she has paused."""
    desk = Hosted("ann", *players)
    desk.host("ann", host.Pause)
    return desk


def test_ours_more_than_half_of_the_connected_players_resume_a_paused_game() -> None:
    desk = paused("bob", "cat", "dan")
    hosting = desk.live.hosting
    desk.host("bob", host.WantResume)
    assert hosting.now("t", "cat").votes == ("bob",)
    assert "Votes still needed: 2" in desk.no("bob", host.WantResume)
    desk.host("cat", host.WantResume)
    assert hosting.paused, "two of four are not more than half"
    desk.order(orders.Disconnect(player="dan"))
    desk.host("bob", host.WantResume)
    assert (hosting.paused, hosting.pause_ends, hosting.votes) == ("", None, [])
    assert desk.live.next_at is not None, "hands are dealt again"


def test_ours_a_pause_ends_by_itself_after_the_longest_time_of_the_door() -> None:
    desk = paused("bob")
    ends = desk.now + HOUR
    assert desk.live.hosting.now("t", "bob").pause_ends == due(desk.live) == ends
    desk.now += 500
    desk.order(orders.Delay(ms=500))
    assert due(desk.live) == ends + 500, "no time runs while the room is down"
    assert wake(desk.live, ends + 499, desk.draw) == ()
    desk.now = ends + 500
    desk.fold(wake(desk.live, desk.now, desk.draw))
    assert not desk.live.hosting.paused


def test_the_host_cannot_pause_again_at_once_and_the_house_can() -> None:
    desk = paused("bob", "cat")
    for player in ("bob", "cat"):
        desk.host(player, host.WantResume)
    assert "you can pause again in 10:00" in desk.no("ann", host.Pause)
    desk.house(host.Pause)
    assert desk.live.hosting.pause_ends is None
    assert "The house has paused this game" in desk.no("bob", host.WantResume)
    desk.host("ann", host.Resume)
    desk.now += AGAIN_MS
    desk.host("ann", host.Pause)
    desk.host("ann", host.Resume)
    desk.host("ann", host.Pause)
    assert desk.live.hosting.paused, "whoever resumes may pause again"


def test_only_players_in_a_paused_game_vote() -> None:
    desk = Hosted("ann", "bob")
    assert "the game is not paused" in desk.no("bob", host.WantResume)
    desk.host("ann", host.Pause)
    command = host.WantResume(cmd_id="v", at="t")
    with pytest.raises(CommandRefused, match="Only players in the game"):
        decide_for_guest(desk.live.hosting, command, "eve", (), ("ann", "bob"), desk.now)


def test_facts_and_saves_remember_the_votes_and_the_end_of_a_pause() -> None:
    desk = paused("bob", "cat")
    desk.host("bob", host.WantResume)
    for again in (load(save(desk.live)), replay(desk.facts)):
        assert again.hosting == desk.live.hosting


def test_the_door_limits_the_pause() -> None:
    hosting = Hosting(host="ann", door=GameDoor(longest_pause_ms=60_000))
    hosting.pause("dinner", 5, by_host=True)
    assert hosting.pause_ends == 60_005
