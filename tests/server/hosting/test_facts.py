"""Facts about a host, stored the same way for tables and tournaments."""

from __future__ import annotations

from bigslick.server.hosting.facts import (
    DoorChanged,
    HostCameBack,
    HostChanged,
    HostFact,
    HostWentAway,
    InviteRenewed,
    Paused,
    PlayerAdmitted,
    PlayerBanned,
    PlayerMuted,
    PlayerNamed,
    PlayerUnbanned,
    PlayerUnmuted,
    Requested,
    RequestSettled,
    Resumed,
    ResumeWanted,
    changes_host_view,
)
from bigslick.server.table.facts import NextHandHurried

HOST_FACTS: tuple[HostFact, ...] = (
    Paused(at=15, by="ann", cmd_id="p", why="dinner"),
    Resumed(at=16, by="ann", cmd_id="r", why="vote"),
    ResumeWanted(at=16, by="bob", cmd_id="v", player="bob"),
    HostChanged(at=26, by="bob", cmd_id="c", player="bob", why="away"),
    HostWentAway(at=26),
    HostCameBack(at=26),
    DoorChanged(at=27, approve="buy_ins", spectators="delayed", delay_ms=5_000, private=True, token="secret"),
    PlayerNamed(at=28, player="cat", name="Cat", before="Kat"),
    PlayerAdmitted(at=28, player="cat", arrival="ab" * 32),
    InviteRenewed(at=28, by="ann", cmd_id="n", token="new"),
    Requested(at=29, player="cat", kind="seat", chips=500, seat=2, missed_blinds="post", promise="ab" * 32),
    RequestSettled(at=30, player="cat", how="yes"),
    PlayerBanned(at=31, player="cat"),
    PlayerUnbanned(at=31, player="cat"),
    PlayerMuted(at=32, player="cat"),
    PlayerUnmuted(at=33, player="cat"),
)


def test_there_is_an_example_of_every_fact_and_each_is_a_host_fact() -> None:
    assert {type(fact) for fact in HOST_FACTS} == set(HostFact.__subclasses__())
    assert all(isinstance(fact, HostFact) for fact in HOST_FACTS)


def test_viewers_get_the_host_again_after_every_fact_of_the_host() -> None:
    assert all(map(changes_host_view, HOST_FACTS))
    assert not changes_host_view(NextHandHurried(at=1))
    assert not changes_host_view(PlayerNamed(at=1, player="cat", name="Cat")), "viewers have yet to see the player"
