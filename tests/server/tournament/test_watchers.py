"""A tournament's viewers hear of changes, and players of what they can pay for, but not too often."""

from __future__ import annotations

import asyncio

import pytest

from bigslick.protocol import wire
from bigslick.protocol.encoding import decode
from bigslick.protocol.tournament import ChipsOffered, OffersNow
from bigslick.server.tournament import watchers as its_watchers
from bigslick.server.tournament.offered import offered
from bigslick.server.tournament.state import LiveTournament
from bigslick.server.tournament.watchers import TELL_MS

from .floor import structure
from .test_task import Host, Watcher


def test_viewers_hear_of_changes_at_most_once_a_second_and_miss_none() -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(6, 6), fill_ms=60_000, fill_bots=("maniac",))
        first, second = Watcher(), Watcher()
        event.watch(first)
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        assert [entrant.player for entrant in first.last.entrants] == ["ann"]
        event.watch(second)
        await event.submit("bob", wire.Register(cmd_id="2", tournament="sng"))
        await event.submit("ann", wire.Unregister(cmd_id="3", tournament="sng"))
        assert [entrant.player for entrant in second.last.entrants] == ["ann"], "what the others know"
        await host.clock.advance(TELL_MS - 1)
        assert first.last.seq == second.last.seq == 1
        await host.clock.advance(1)
        for watcher in (first, second):
            assert [entrant.player for entrant in watcher.last.entrants] == ["bob"]
            assert watcher.last.seq == 2, "one message for both changes"
        count = len(first.frames)
        await host.clock.advance(10 * TELL_MS)
        assert len(first.frames) == count, "nothing has changed"
        await event.stop()

    asyncio.run(play())


async def test_a_crowd_hears_of_offers_once_a_second_and_who_acts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 players watch an event, and something is committed many times a second."""
    asked = list[str]()

    def counting(live: LiveTournament, player: str, now: int) -> tuple[ChipsOffered, ...]:
        asked.append(player)
        return offered(live, player, now)

    monkeypatch.setattr(its_watchers, "offered", counting)
    host, watchers = Host(), {name: Watching(name) for name in ("ann", "bob", "cat", "dan")}
    event = await host.open(structure(6, 6))
    for watcher in watchers.values():
        event.watch(watcher)
    await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
    await event.submit("bob", wire.Register(cmd_id="2", tournament="sng"))
    await event.submit("ann", wire.Unregister(cmd_id="3", tournament="sng"))
    kinds = {name: [offer.kind for offer in watcher.now.offers] for name, watcher in watchers.items()}
    assert kinds == {"ann": ["entry"], "bob": [], "cat": ["entry"], "dan": ["entry"]}
    assert asked.count("dan") == 2, "when dan came, and with the first change; the next two came within a second"
    await host.clock.advance(TELL_MS)
    assert asked.count("dan") == 3
    await event.stop()


class Watching(Watcher):
    """A connection that knows its offers."""

    @property
    def now(self) -> OffersNow:
        return decode([frame for frame in self.frames if b'"type":"offers"' in frame][-1], OffersNow)
