"""The facts about a host, which tables and tournaments store alike."""

from __future__ import annotations

from typing import get_args

from bigslick.protocol.host import Request
from bigslick.server.hosting.facts import (
    AnyHostFact,
    DoorChanged,
    HostCameBack,
    HostChanged,
    HostFact,
    HostWentAway,
    Paused,
    PlayerAdmitted,
    PlayerBanned,
    PlayerMuted,
    PlayerUnbanned,
    PlayerUnmuted,
    Requested,
    RequestSettled,
    Resumed,
    changes_host_view,
)
from bigslick.server.table.facts import NextHandHurried

HOST_FACTS: tuple[AnyHostFact, ...] = (
    Paused(at=15, by="ann", cmd_id="p", why="dinner"),
    Resumed(at=16, by="ann", cmd_id="r"),
    HostChanged(at=26, by="bob", cmd_id="c", player="bob", why="away"),
    HostWentAway(at=26),
    HostCameBack(at=26),
    DoorChanged(at=27, approve="buy_ins", spectators="delayed", delay_ms=5_000),
    PlayerAdmitted(at=28, player="cat"),
    Requested(at=29, player="cat", kind="seat", chips=500, seat=2, missed_blinds="post", promise="ab" * 32),
    RequestSettled(at=30, player="cat", how="yes"),
    PlayerBanned(at=31, player="cat"),
    PlayerUnbanned(at=31, player="cat"),
    PlayerMuted(at=32, player="cat"),
    PlayerUnmuted(at=33, player="cat"),
)


def test_there_is_an_example_of_every_fact_and_each_is_a_host_fact() -> None:
    assert {type(fact) for fact in HOST_FACTS} == set(get_args(AnyHostFact))
    assert all(isinstance(fact, HostFact) for fact in HOST_FACTS)


def test_viewers_get_the_host_again_after_every_fact_but_a_pause_which_they_see_in_the_game() -> None:
    silent = {type(fact) for fact in HOST_FACTS if not changes_host_view(fact)}
    assert silent == {Paused, Resumed}
    assert not changes_host_view(NextHandHurried(at=1))


def test_a_request_is_shown_without_the_seed_that_its_player_promised() -> None:
    (request,) = [fact for fact in HOST_FACTS if isinstance(fact, Requested)]
    assert request.shown == Request(player="cat", kind="seat", chips=500, asked_at=29)
