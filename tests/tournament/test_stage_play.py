"""From one stage to the next: streams, schedule and the clock; `test_shootouts` and `test_days` play whole events."""

from __future__ import annotations

import itertools

from bigslick.tournament.events import StageStarted
from bigslick.tournament.formats import Day, Shootout
from bigslick.tournament.levels import Level
from bigslick.tournament.run import Tournament
from bigslick.tournament.structure import Structure

LEVELS = tuple(Level(small=50 << k, big=100 << k, seconds=120) for k in range(8))


def test_the_clock_of_an_event_runs_through_all_its_rounds() -> None:
    event = Tournament(
        Structure(seats=4, starting_stack=1000, entrants=16, levels=LEVELS, shootout=Shootout()), 4, bots=("maniac",)
    )
    seen = []
    while not event.over:
        event.step()
        seen.append((event.now, event.level))
    assert [now for now, _ in seen] == sorted(now for now, _ in seen)
    assert any(after < before for (_, before), (_, after) in itertools.pairwise(seen)), "levels restart"
    times = [happened.at for happened in event.events]
    assert times == sorted(times)


def test_a_level_ends_a_day_only_once() -> None:
    plan = Structure(seats=4, starting_stack=1000, entrants=16, levels=LEVELS, days=(Day(until_level=1),))
    event = Tournament(plan, 4, bots=("maniac",))
    event.finish()
    assert [happened.stage for happened in event.events if isinstance(happened, StageStarted)] == ["day 1", "day 2"]
