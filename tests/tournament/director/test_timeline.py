"""Players left when a level started, by time, and separately for each round or day."""

from __future__ import annotations

from decimal import Decimal
from itertools import groupby
from typing import Any

from bigslick.tournament.director.events import AddedOn, Busted, LevelStarted, Returned, StageStarted
from bigslick.tournament.director.timeline import timeline_of
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.formats import Day, Flights, Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import AddOn, Structure

BY_TIME = tuple(Level(small=50 << k, big=100 << k, seconds=300) for k in range(9))
BY_HANDS = tuple(Level(small=50 << k, big=100 << k, hands=6) for k in range(9))


def played(levels: tuple[Level, ...], seed: int = 1, **options: Any) -> Tournament:
    given: dict[str, Any] = {"seats": 6, "starting_stack": 3000, "entrants": 60, "buy_in": 10, "levels": levels}
    event = Tournament(Structure(**(given | options)), seed, bots=("tag", "lag", "fish"))
    event.finish()
    return event


def test_a_player_who_busts_in_a_hand_under_way_is_there_when_the_level_starts() -> None:
    """TDA 23, RP-8: a level starts on time, even in a hand-for-hand round, and hands in progress are played out."""
    event = played(BY_TIME, h4h_margin=10)
    early = 0
    for number, started in enumerate(timeline_of(event.events).levels):
        assert (started.stage, started.level, started.big) == ("", number + 1, BY_TIME[number].big)
        place = next(i for i, e in enumerate(event.events) if isinstance(e, LevelStarted) and e.level == number + 1)
        before, after = (
            [e.at for e in part if isinstance(e, Busted)] for part in (event.events[:place], event.events[place:])
        )
        assert started.left == 60 - sum(at <= started.at for at in before)
        assert all(at >= started.at for at in after)
        early += sum(at > started.at for at in before)
    assert early > 0, "no bust was decided before a level that it came after: nothing is proved"


def test_each_flight_and_day_counts_its_own_players() -> None:
    event = played(BY_HANDS, flights=Flights(count=2), days=(Day(until_level=3),))
    levels = timeline_of(event.events).levels
    stages = {stage: list(rows) for stage, rows in groupby(levels, key=lambda row: row.stage)}
    assert list(stages) == ["day 1A", "day 1B", "day 2"]
    began = {happened.stage: happened.players for happened in event.events if isinstance(happened, StageStarted)}
    assert {stage: rows[0].left for stage, rows in stages.items()} == began
    assert began["day 1A"] == 30
    assert [row.level for row in stages["day 1B"]] == [1, 2, 3]
    for rows in stages.values():
        left = [row.left for row in rows]
        assert left == sorted(left, reverse=True)


def test_each_round_of_a_shootout_counts_its_own_players() -> None:
    event = played(BY_HANDS, shootout=Shootout(stacks="fresh", levels="restart"))
    first, *rest = timeline_of(event.events).levels
    assert (first.stage, first.level, first.left) == ("round 1", 1, 60)
    second = next(row for row in rest if row.stage == "round 2")
    assert (second.level, second.left) == (
        1,
        sum(isinstance(e, Returned) and "round 2" in e.reason for e in event.events),
    )


def test_who_went_out_when_and_who_added_on() -> None:
    event = played(BY_HANDS, addon=AddOn(until_level=2, cost=5, chips=1000, take_up_percent=Decimal(50)))
    course = timeline_of(event.events)
    assert course.out == {e.entry: e.at for e in event.events if isinstance(e, Busted) and e.out}
    assert len(course.out) == 59
    assert sorted(course.addons) == sorted(e.entry for e in event.events if isinstance(e, AddedOn))
    assert 0 < course.addons.total() < 60
