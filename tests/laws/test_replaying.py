"""After every batch, a tournament that is built from the stored facts alone is in the same state as the served one."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from bigslick.server.store.records import Batch
from bigslick.server.tournament import facts
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.play import Play
from bigslick.server.tournament.state import LiveTournament
from bigslick.shuffle import Keystream
from bigslick.tournament.director.director import Director
from bigslick.tournament.floor._floor import COMPILED
from tests.server.virtual import MemoryStore

from .any_event import any_event
from .both_ways import LiveRoom
from .simulated import NAME, Simulated
from .strategies import law

FEW = 15 if COMPILED else 2
WHOLE: Final = 16
"""After this many batches the director is compared, too, with all its events."""


class ReplayedStore(MemoryStore):
    """A store that follows one tournament's facts, and compares after each batch."""

    room: LiveRoom

    def __init__(self) -> None:
        super().__init__()
        self.replayed: LiveTournament | None = None
        self.compared = 0
        self.different: list[str] = []
        """The parts of the state that differed."""

    async def append(self, batch: Batch) -> None:
        await super().append(batch)
        for row in batch.rows:
            if row.stream == NAME:
                self._follow(facts.read(row.payload))
        if self.replayed is not None and self.room.task is not None:
            self.compared += 1
            whole = self.compared % WHOLE == 0
            replayed, served = state_of(self.replayed, whole), state_of(self.room.task.live, whole)
            self.different += [name for name in served if served[name] != replayed.get(name)]

    def _follow(self, fact: facts.TournamentFact) -> None:
        if self.replayed is None:
            assert isinstance(fact, facts.TournamentOpened)
            self.replayed = LiveTournament(fact)
        else:
            apply(self.replayed, fact)


def state_of(live: LiveTournament, whole: bool) -> dict[str, Any]:
    """Return everything that a tournament knows."""
    found = {name: _plain(value) for name, value in vars(live).items() if name != "play"}
    play = live.play
    if play is not None:
        apart = ("director", "schedule", "_players")
        found["play"] = {name: _plain(value) for name, value in vars(play).items() if name not in apart}
        found["schedule"] = play.schedule._begins
        found["director"] = play.director.export() if whole or live.over else len(play.director.events)
    return found


def _plain(value: Any) -> Any:
    """Return a part of the state as something that can be compared."""
    if isinstance(value, LiveTournament | Play | Director | Keystream):
        return None  # compared by themselves, or drawn from
    if isinstance(value, msgspec.Struct) or not hasattr(value, "__dict__"):
        return value
    return {name: _plain(part) for name, part in vars(value).items()}


@law(FEW)
@given(st.integers(0, 1 << 40))
def test_the_facts_give_the_same_state_after_every_batch(number: int) -> None:
    structure, field = any_event(Random(number))
    played = Simulated(structure, field)
    played.finish()
    store = ReplayedStore()
    store.room = LiveRoom(structure, field, played, store)
    asyncio.run(store.room.play(()))
    assert store.different == []
    assert store.replayed is not None
    assert store.replayed.over
    assert store.compared > 1
