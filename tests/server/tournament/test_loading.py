"""Tournaments from the store: a finished one is read once, and without blocking others."""

from __future__ import annotations

import threading

import pytest

from bigslick.protocol.door import GameDoor
from bigslick.protocol.encoding import encode
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.records import Batch, FactRow, Stream
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import DamagedStream
from bigslick.server.tournament import loading
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.facts import TournamentFact, TournamentStarted
from bigslick.server.tournament.loading import KIND, FinishedTournaments, load_tournament
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from tests.virtual_clock import VirtualClock

from ..databases import opened
from .floor import Floor, entered, structure


def played() -> Floor:
    """Play ann's private tournament, from its opening to its winner."""
    invitation = Invitation(host="ann", door=GameDoor(private=True))
    floor = Floor(TournamentSettings(structure=structure(6, 3)), 1, invitation=invitation)
    list(entered(floor, 6))
    floor.take(TournamentStarted(at=floor.now, seed="ab" * 32))
    floor.play()
    return floor


async def stored(store: Store, name: str, floor: Floor, closed_at: int | None) -> None:
    rows = [FactRow(name, number, fact.at, encode(fact)) for number, fact in enumerate(floor.facts, 1)]
    await store.append(Batch(opened=[Stream(id=name, kind=KIND, name="Friday", opened_at=1)], rows=rows))
    if closed_at is not None:
        await store.append(Batch(closed=[(name, closed_at)]))


async def test_a_finished_tournament_is_folded_once_and_beside_the_loop(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor, threads = played(), list[int]()

    def noted(live: LiveTournament, fact: TournamentFact) -> object:
        threads.append(threading.get_ident())
        return apply(live, fact)

    monkeypatch.setattr(loading, "apply", noted)
    monkeypatch.setattr(loading, "KEPT", 1)

    async with opened(url) as store:
        await stored(store, "sng1", floor, floor.now)
        await stored(store, "sng2", floor, None)
        await stored(store, "sng3", floor, floor.now)
        finished = FinishedTournaments(store, VirtualClock(floor.now))
        found = await finished.standings("sng1", "ann")
        assert found is not None
        assert {one.player: one.place for one in found.entrants} == dict(floor.places)
        assert len(threads) == len(floor.facts) - 1
        assert threading.get_ident() not in threads
        assert await finished.standings("sng1", "p0") == found
        assert await finished.standings("sng1", "eve") is None, "what is kept is still private"
        assert await finished.standings("sng1", None) is None
        assert len(threads) == len(floor.facts) - 1
        assert await finished.standings("sng2", "ann") is None, "it is not over"
        assert await finished.standings("sng9", "ann") is None
        assert await finished.standings("sng3", "ann") is not None
        assert await finished.standings("sng1", "ann") == found
        assert len(threads) == 3 * (len(floor.facts) - 1), "only so many are kept"


async def test_a_tournament_whose_facts_are_not_whole_is_damaged(url: str) -> None:
    floor = played()

    async with opened(url) as store:
        await stored(store, "sng1", floor, None)
        assert (await load_tournament("sng1", store)).over
        with pytest.raises(DamagedStream, match="has no facts"):
            await load_tournament("sng2", store)
