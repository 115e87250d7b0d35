"""Tables by size, compared with a plain dictionary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.shuffle import Keystream
from bigslick.tournament.director.table_sizes import TableSizes


def test_no_tables() -> None:
    sizes = TableSizes()
    assert (len(sizes), sizes.most(), sizes.fewest()) == (0, 0, 0)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 10), st.integers(0, 30)), max_size=80))
def test_whatever_changes_the_answers_are_those_of_a_dictionary(story: list[tuple[int, int, int]]) -> None:
    sizes, plain, opened = TableSizes(), dict[int, int](), 0
    for kind, size, pick in story:
        if kind == 0 or not plain:
            opened += 1
            sizes.add(opened, size)
            plain[opened] = size
        else:
            table = sorted(plain)[pick % len(plain)]
            if kind == 1:
                sizes.drop(table)
                del plain[table]
            else:
                sizes.change(table, size - plain[table])
                plain[table] = size
        assert len(sizes) == len(plain)
        assert all(sizes.players(table) == players for table, players in plain.items())
        assert [sorted(row) for row in sizes.rows] == [
            sorted(table for table in plain if plain[table] == players) for players in range(11)
        ]
        if plain:
            most, fewest = max(plain.values()), min(plain.values())
            assert (sizes.most(), sizes.fewest()) == (most, fewest)
            for players in {most, fewest}:
                of_size = [table for table in plain if plain[table] == players]
                assert sizes.lowest(players) == min(of_size)
                assert sizes.drawn(players, Keystream(pick).draws) in of_size
    again = TableSizes.of(sizes.rows)
    assert again.rows == sizes.rows
    assert all(again.lowest(players) == sizes.lowest(players) for players in set(plain.values()))


def test_a_draw_picks_every_table_of_the_size() -> None:
    sizes, draws = TableSizes.of([[], [], [3, 1, 2], [9]]), Keystream(1).draws
    assert {sizes.drawn(2, draws) for _ in range(50)} == {1, 2, 3}


def test_what_has_changed_is_noted_until_it_is_looked_at() -> None:
    sizes = TableSizes()
    for table in (1, 2, 3):
        sizes.add(table, 4)
    assert sizes.changed == {1, 2, 3}
    sizes.changed.clear()
    sizes.change(2, -1)
    assert sizes.changed == {2}


def test_a_table_is_opened_once_and_dropped_once() -> None:
    sizes = TableSizes.of([[], [], [1], [2]])
    sizes.drop(2)
    for table in (2, -1):
        with pytest.raises(ValueError, match=f"table {table} is not open"):
            sizes.drop(table)
        with pytest.raises(ValueError, match=f"table {table} is not open"):
            sizes.change(table, 1)
    with pytest.raises(ValueError, match="table 1 is open already"):
        sizes.add(1)
    assert (len(sizes), sizes.rows[2]) == (1, [1])


def test_a_refused_change_leaves_the_table_as_it_was() -> None:
    sizes = TableSizes.of([[], [], [1]])
    for by in (-3, 9, 2**40):
        with pytest.raises(ValueError, match="expected 0 to 10"):
            sizes.change(1, by)
    assert (len(sizes), sizes.players(1), sizes.rows[2]) == (1, 2, [1])
