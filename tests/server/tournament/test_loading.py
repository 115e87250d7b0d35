"""Tournaments from the store: a finished one is read once, and without blocking others."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from bigslick.protocol.door import GameDoor
from bigslick.protocol.encoding import encode
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.records import Batch, FactRow, Stream
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import DamagedStream
from bigslick.server.tournament import loading
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.facts import TournamentCancelled, TournamentFact, TournamentStarted
from bigslick.server.tournament.loading import KIND, FinishedTournaments, load_tournament
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament

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


async def stored(store: Store, name: str, floor: Floor, closed_at: int | None, **more: Any) -> None:
    rows = [FactRow(name, number, fact.at, encode(fact)) for number, fact in enumerate(floor.facts, 1)]
    await store.append(Batch(opened=[Stream(id=name, kind=KIND, name="Friday", opened_at=1, **more)], rows=rows))
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
        finished = FinishedTournaments(store)
        found = await finished.find("sng1", "ann")
        assert found is not None
        assert found.director is not None
        assert {found.director.names[entry]: one.place for entry, one in found.director.finishes.items()} == dict(
            floor.places
        )
        assert len(threads) == len(floor.facts) - 1
        assert threading.get_ident() not in threads
        assert await finished.find("sng1", "p0") is found
        assert await finished.find("sng1", "eve") is None, "what is kept is still private"
        assert await finished.find("sng1", None) is None
        assert len(threads) == len(floor.facts) - 1
        assert await finished.find("sng2", "ann") is None, "it is not over"
        assert await finished.find("sng9", "ann") is None
        assert await finished.find("sng3", "ann") is not None
        again = await finished.find("sng1", "ann")
        assert again is not None
        assert again.director is not None
        assert again.director.finishes == found.director.finishes
        assert len(threads) == 3 * (len(floor.facts) - 1), "only so many are kept"


async def test_a_tournament_whose_facts_are_not_whole_is_damaged(url: str) -> None:
    floor = played()

    async with opened(url) as store:
        await stored(store, "sng1", floor, None)
        assert (await load_tournament("sng1", store)).over
        with pytest.raises(DamagedStream, match="has no facts"):
            await load_tournament("sng2", store)


async def test_what_a_tournament_came_to_for_its_people_is_kept_in_the_store(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = played()
    called_off = Floor(TournamentSettings(structure=structure(6, 3)), 1)
    list(entered(called_off, 2))
    called_off.take(TournamentCancelled(at=called_off.now, why="late"))

    async with opened(url) as store:
        await stored(store, "sng1", floor, floor.now)
        await stored(store, "sng2", called_off, floor.now)
        finished = FinishedTournaments(store)
        both = await asyncio.gather(*[finished.results(["sng1", "sng2", "sng3"]) for _ in range(2)])
        assert both[0] == both[1], "two may ask at a time"
        found = both[0]
        assert (found["sng2"], found["sng3"]) == ({}, {}), "called off; not there"
        placed = sorted((place, player) for player, place in floor.places if int(player[1:]) % 2 == 0)
        assert [(one.player, one.place, one.shared) for one in found["sng1"].values()] == [
            (player, number, 1) for number, (_, player) in enumerate(placed, 1)
        ]
        assert {(one.buyin, one.spent) for one in found["sng1"].values()} == {(100, 100)}
        assert sum(one.hits for one in found["sng1"].values()) <= 2, "house bots are no hits"
        monkeypatch.setattr(loading, "_fold", None)
        assert await finished.results(["sng1"]) == {"sng1": found["sng1"]}
