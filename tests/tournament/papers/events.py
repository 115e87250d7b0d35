"""Small events for the paperwork tests."""

from __future__ import annotations

from functools import cache

from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load


@cache
def turbo() -> Tournament:
    """Play a timed event, with late entries, re-entries, broken tables and a final table."""
    event = Tournament(load("turbo-6").with_entrants(30), 3, bots=("tag", "lag", "caller"), late=4)
    event.finish()
    return event


@cache
def rounds() -> Tournament:
    """Play an event with levels counted in hands, at two tables."""
    event = Tournament(load("s0").with_entrants(14), 7, bots=("tag", "maniac"))
    event.finish()
    return event
