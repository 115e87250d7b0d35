"""A player's running winnings, hand by hand."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from bigslick.history import statistics
from bigslick.history.statistics.counted_hand import CountedHand
from bigslick.history.statistics.where_filter import choose
from bigslick.history.statistics.winnings_course import MOST_POINTS, WinningsCourse


@pytest.fixture(scope="module")
def courses(shared: Path) -> dict[str, WinningsCourse]:
    found = {
        "all": WinningsCourse("Pluribus"),
        "big": WinningsCourse("Pluribus", choose(where="pot > 20bb")),
        "none": WinningsCourse("No one"),
    }

    def watch(hand: CountedHand) -> None:
        for course in found.values():
            course.add(hand)

    counted = statistics([shared / "hands" / "pluribus.phhs"], watch=watch)
    won = next(row.winnings for row in counted.rows if row.group == ("Pluribus",))
    last = found["all"].last
    assert last.hands == won.hands == 5360
    assert last.won == pytest.approx(won.big_blinds)
    assert last.adjusted == pytest.approx(won.adjusted)
    assert last.at_showdown == pytest.approx(won.at_showdown)
    assert last.before_showdown == pytest.approx(won.before_showdown)
    return found


def test_the_points_are_few_and_run_from_the_first_hand_to_the_last(courses: dict[str, WinningsCourse]) -> None:
    points = courses["all"].points
    assert MOST_POINTS / 2 < len(points) <= MOST_POINTS + 1
    assert points[0].hands == 0
    assert points[-1] == courses["all"].last
    assert all(
        one.hands < two.hands and two.won == pytest.approx(two.at_showdown + two.before_showdown)
        for one, two in pairwise(points)
    )


def test_only_what_is_wanted(courses: dict[str, WinningsCourse]) -> None:
    assert 0 < courses["big"].last.hands < 2000
    assert courses["none"].points == [courses["none"].last]
