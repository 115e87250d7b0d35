"""Levels and breaks: rules 5.4, the schedule in seed 000, and the laws of a clock."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.levels import (
    Break,
    Level,
    Schedule,
    check_levels,
)
from bigslick.tournament.structure.problems import BadStructure


def by_hands(*lengths: int) -> list[Level]:
    return [Level(small=1, big=2, hands=length) for length in lengths]


def by_time(*lengths: int) -> list[Level]:
    return [Level(small=1, big=2, seconds=length) for length in lengths]


def test_s0_levels_change_after_these_hands() -> None:
    schedule = load("s0").schedule()
    changes = [hand for hand in range(1, 200) if schedule.at_hand(hand) != schedule.at_hand(hand + 1)]
    assert changes == [10, 20, 30, 38, 46, 52, 58, 63, 68]


def test_s0_blinds_and_antes() -> None:
    found = [(level.small, level.big, level.ante, level.hands) for level in load("s0").levels]
    assert found == [
        (10, 20, 0, 10),
        (15, 30, 0, 10),
        (25, 50, 5, 10),
        (50, 100, 10, 8),
        (75, 150, 15, 8),
        (100, 200, 25, 6),
        (150, 300, 50, 6),
        (200, 400, 50, 5),
        (300, 600, 75, 5),
        (500, 1000, 100, 5),
    ]


def test_tda_23_a_hand_that_starts_at_the_change_is_played_at_the_new_level() -> None:
    levels = by_time(1200, 1200, 900)
    assert Schedule(levels).at_time(1199).level == 1
    assert Schedule(levels).at_time(1200).level == 2


def test_s2_1_2_2_a_new_level_applies_to_the_next_hand() -> None:
    assert [Schedule(by_hands(10, 10, 10)).at_hand(hand) for hand in (1, 10, 11, 20, 21)] == [1, 1, 2, 2, 3]


def test_the_last_level_stays_for_ever() -> None:
    assert Schedule(by_hands(1, 1)).at_hand(10**9) == 2
    moment = Schedule(by_time(60, 60)).at_time(10**9)
    assert (moment.level, moment.on_break, moment.until) == (2, False, None)


def test_a_break_belongs_to_the_level_that_follows_it() -> None:
    schedule = Schedule(by_time(600, 600, 600), [Break(after=1, seconds=300)])
    assert schedule.at_time(599) == (1, False, 600)
    assert schedule.at_time(600) == (2, True, 900)
    assert schedule.at_time(899) == (2, True, 900)
    assert schedule.at_time(900) == (2, False, 1500)
    assert [schedule.start(number) for number in (1, 2, 3)] == [0, 900, 1500]


@given(st.lists(st.integers(1, 30), min_size=1, max_size=12))
def test_by_hands_a_level_lasts_as_long_as_it_says(lengths: list[int]) -> None:
    schedule = Schedule(by_hands(*lengths))
    played = [schedule.at_hand(hand) for hand in range(1, sum(lengths) + 2)]
    for number, length in enumerate(lengths[:-1], 1):
        assert played.count(number) == length
        assert played[schedule.first_hand(number) - 1] == number
    assert played == sorted(played)
    assert played[-1] == len(lengths)


@given(st.data())
def test_by_time_every_second_has_one_level_or_break(data: st.DataObject) -> None:
    lengths = data.draw(st.lists(st.integers(1, 20), min_size=1, max_size=8))
    where = data.draw(st.sets(st.integers(1, max(1, len(lengths) - 1)))) if len(lengths) > 1 else set()
    breaks = [Break(after=after, seconds=data.draw(st.integers(1, 9))) for after in sorted(where)]
    schedule = Schedule(by_time(*lengths), breaks)
    total = sum(lengths[:-1]) + sum(pause.seconds for pause in breaks)
    moments = [schedule.at_time(second) for second in range(total + 1)]
    for number, length in enumerate(lengths[:-1], 1):
        assert sum(moment.level == number and not moment.on_break for moment in moments) == length
        assert moments[schedule.start(number)] == schedule.at_time(schedule.start(number))
    assert sum(moment.on_break for moment in moments) == sum(pause.seconds for pause in breaks)
    for second, moment in enumerate(moments):
        assert moment.until is None or moment.until > second


@given(st.integers(1, 1000), st.integers(1, 1000), st.data())
def test_equal_levels_are_arithmetic(level: int, length: int, data: st.DataObject) -> None:
    hand = data.draw(st.integers((level - 1) * length + 1, level * length))
    assert Schedule(by_hands(*[length] * level)).at_hand(hand) == level


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        ([], "no levels"),
        (
            [Level(small=1, big=4, hands=1), Level(small=1, big=3)],
            "level 2 is out of order: its big blind of 3 is below",
        ),
        ([Level(small=2, big=4, hands=1), Level(small=1, big=4)], "level 2 is out of order: its small blind of 1"),
        ([Level(small=1, big=2, hands=1), Level(small=1, big=2, seconds=60)], "use one kind for all"),
        ([Level(small=1, big=2), Level(small=1, big=2, hands=1)], "level 1 has no length"),
    ],
)
def test_levels_that_cannot_be_played_are_refused(levels: list[Level], sentence: str) -> None:
    with pytest.raises(BadStructure, match=sentence):
        check_levels(levels)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"small": 3, "big": 2}, "small is 3: expected at most the big blind"),
        ({"small": 1, "big": 0}, "big is 0: expected the big blind in chips"),
        ({"small": 1, "big": 2.0}, "big is 2.0: expected"),
        ({"small": True, "big": 2}, "small is true: expected"),
        ({"small": 1, "big": 2, "ante": -1}, "ante is -1"),
        ({"small": 1, "big": 2, "hands": 5, "seconds": 60}, "give hands or minutes, not both"),
    ],
)
def test_a_level_that_is_none_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadStructure, match=sentence):
        Level(**values)


def test_breaks_are_after_levels_that_end() -> None:
    with pytest.raises(BadStructure, match="never comes"):
        check_levels(by_time(60, 60), [Break(after=2, seconds=60)])
    with pytest.raises(BadStructure, match="two breaks follow level 1"):
        check_levels(by_time(60, 60), [Break(after=1, seconds=60), Break(after=1, seconds=60)])


def test_there_is_no_hand_before_the_first() -> None:
    for question in (lambda: Schedule(by_hands(1)).at_hand(0), lambda: Schedule(by_time(1)).at_time(-1)):
        with pytest.raises(ValueError, match=r"hand 0 does not exist|cannot show"):
            question()


def test_a_schedule_may_begin_later() -> None:
    hands = Schedule(by_hands(5, 5, 5), begins=20)
    assert [hands.at_hand(hand) for hand in (21, 25, 26, 31)] == [1, 1, 2, 3]
    assert (hands.first_hand(2), hands.end(1)) == (26, 25)
    clock = Schedule(by_time(60, 60, 60), [Break(after=1, seconds=30)], begins=1000)
    assert clock.at_time(1000) == (1, False, 1060)
    assert clock.at_time(1060) == (2, True, 1090)
    assert (clock.start(1), clock.start(2), clock.end(1)) == (1000, 1090, 1060)


def test_the_kind_of_an_ante_needs_an_ante() -> None:
    with pytest.raises(BadStructure, match="ante_kind is 'button' without an ante"):
        Level(small=1, big=2, ante_kind="button")
    with pytest.raises(BadStructure, match="did you mean 'big_blind'"):
        Level(small=1, big=2, ante=2, ante_kind="big_blnd")  # type: ignore[arg-type]
