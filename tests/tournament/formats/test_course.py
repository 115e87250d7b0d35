"""From one level or stage to the next; `test_shootouts` and `test_days` play whole events."""

from __future__ import annotations

import itertools

from bigslick.tournament.director.events import LevelStarted, StageStarted
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.formats import Day, Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure

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


def test_the_first_hand_of_a_day_has_the_blinds_of_its_level() -> None:
    """Day two continues day one's timetable, and its first hand is the first of the next level."""
    levels = tuple(Level(small=50 << k, big=100 << k, hands=4) for k in range(8))
    plan = Structure(seats=4, starting_stack=5000, entrants=16, levels=levels, days=(Day(until_level=2),))
    hands: list[PlayedHand] = []
    event = Tournament(plan, 4, bots=("tag",), watch=hands.append)
    event.finish()
    assert [happened.at for happened in event.events if isinstance(happened, LevelStarted)][:3] == [1, 5, 9]
    assert {(hand.level, hand.big_blind) for hand in hands if hand.at == 9} == {(3, 400)}
