"""Hands on their way to the director, who hears of one when every viewer has seen its end."""

from __future__ import annotations

import pytest

from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.server.store.records import StoredHand
from bigslick.server.tournament.commit import SeenHand
from bigslick.server.tournament.reports import Reports, number_of

from .floor import structure
from .test_task import Host


def test_a_tournaments_tables_are_numbered() -> None:
    assert number_of("sng3.12") == 12


async def test_the_director_hears_of_a_hand_after_the_viewers_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    host, ended = Host(), list[StoredHand]()
    event = await host.open(structure(2, 2))
    monkeypatch.setattr(host, "hand_ended", ended.append)
    for name in ("ann", "bob"):
        await event.submit(name, wire.Register(cmd_id=name, tournament="sng"))
    await host.clock.advance(1_000)
    ((number, table),) = event.tables.items()
    while not ended:
        await host.clock.advance(100)
    await host.clock.advance(60_000)
    assert event.live.playing.reported == {}, "the next hand waits for the director"
    for _ in range(2):
        event.hand_ended(ended[0])
        await host.clock.advance(1)
    assert table.live.shown.seq > 0
    assert event.live.playing.reported == {number: ended[0].number}
    await event.stop()


async def test_known_hands_and_those_of_closed_tables_are_dropped() -> None:
    host = Host()
    event = await host.open(structure(2, 2))
    reports = Reports(host.clock, lambda: None)
    hand = Hand.start(stacks=[100, 100], blinds=(1, 2))
    reports.seen = [SeenHand(1, 1, hand, 0), SeenHand(2, 1, hand, 0)]
    reports.forget_known(event.live, {1: None})  # type: ignore[dict-item]
    assert [(seen.table, seen.number) for seen in reports.seen] == [(1, 1)]
    await event.stop()
