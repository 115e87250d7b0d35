"""Table clocks: the one furthest behind is always first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.floor._clocks import MOST_TIME, Clocks

TABLES = 12


@given(st.lists(st.tuples(st.integers(0, TABLES - 1), st.integers(-1, 9))))
def test_the_earliest_of_the_tables_that_play_comes_first_and_then_the_lowest(steps: list[tuple[int, int]]) -> None:
    clocks, playing = Clocks(TABLES), dict[int, int]()
    for table, time in steps:
        clocks.delist(table)
        playing.pop(table, None)
        if time >= 0:
            clocks.set(table, time)
            clocks.enlist(table)
            clocks.enlist(table)  # a second call changes nothing
            playing[table] = time
        assert clocks.count == len(playing)
        assert clocks.earliest() == min(playing, key=lambda table: (playing[table], table), default=-1)
        assert all(clocks.of(table) == time for table, time in playing.items())


@given(st.dictionaries(st.integers(0, TABLES - 1), st.integers(0, 3)))
def test_the_tables_that_show_the_earliest_time(times: dict[int, int]) -> None:
    clocks = Clocks(TABLES)
    for table, time in times.items():
        clocks.set(table, time)
        clocks.enlist(table)
    earliest = min(times.values(), default=0)
    assert sorted(clocks.showing(earliest)) == sorted(table for table, time in times.items() if time == earliest)
    assert clocks.resting() == []


def test_what_has_no_clock_is_refused() -> None:
    clocks = Clocks(2)
    for table in (-1, 2, 1.0, True):
        with pytest.raises((TypeError, ValueError), match="the table"):
            clocks.enlist(table)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the clock"):
        clocks.set(0, MOST_TIME + 1)
    clocks.enlist(0)
    with pytest.raises(ValueError, match="table 0 is playing: stop it before you set its clock"):
        clocks.set(0, 5)
    with pytest.raises(ValueError, match="the number of tables"):
        Clocks(0)
