"""Events that are saved and loaded along the way."""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.structure import Structure


def check_resumed(plan: Structure, seed: int, bots: Sequence[str]) -> None:
    """Save and load the event after every step: it continues to the identical end."""
    event, whole = Tournament(plan, seed, bots=bots), Tournament(plan, seed, bots=bots)
    while not event.over:
        event.step()
        event = Tournament.load(event.save())
    whole.finish()
    assert event.events == whole.events
    assert event.standings() == whole.standings()
