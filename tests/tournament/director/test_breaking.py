"""The published breaking order, and the place of a table that opens later (TDA 10, RP-19)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.shuffle import Keystream
from bigslick.tournament.director.breaking import Breaking
from bigslick.tournament.director.table_sizes import TableSizes
from tests.tournament.chance import chi_square


def test_the_highest_number_breaks_first_and_a_later_table_before_it() -> None:
    breaking = Breaking("highest_id_first")
    breaking.publish([1, 2, 3], Keystream(1))
    breaking.open(4, Keystream(1))
    assert breaking.tables == [4, 3, 2, 1]
    breaking.close(4)
    assert breaking.next(2, TableSizes()) == [3, 2]


def first(breaking: Breaking) -> int:
    """Return the next table to break."""
    (table,) = breaking.next(1, TableSizes())
    return table


def order(breaking: Breaking) -> list[int]:
    """Return the tables in breaking order, until none is left."""
    found = []
    while breaking.tables:
        found.append(first(breaking))
        breaking.close(found[-1])
    return found


def test_a_list_is_followed_by_tables_that_open_later_too() -> None:
    breaking = Breaking("list", (5, 2, 1))
    breaking.publish([1, 2, 3], Keystream(1))
    assert first(breaking) == 2
    breaking.open(4, Keystream(1))
    assert first(breaking) == 2, "a table that the list does not name breaks last"
    breaking.open(5, Keystream(1))
    assert order(breaking) == [5, 2, 1, 4, 3], "the list names table 5 first"


def test_tda_rp_19_the_published_order() -> None:
    drawn = set()
    for seed in range(50):
        breaking = Breaking("random")
        breaking.publish([1, 2, 3, 4, 5], Keystream(seed))
        drawn.add(tuple(breaking.next(5, TableSizes())))
    assert len(drawn) > 20
    assert all(sorted(tables) == [1, 2, 3, 4, 5] for tables in drawn)


def test_with_fewest_players_the_shortest_table_breaks_and_of_equals_the_highest_number() -> None:
    sizes = TableSizes()
    for table, players in ((1, 4), (2, 3), (3, 3), (4, 5)):
        sizes.add(table, players)
    breaking = Breaking("fewest_players")
    breaking.publish([1, 2, 3, 4], Keystream(1))
    assert breaking.next(3, sizes) == [3, 2, 1]


def test_a_later_table_draws_its_place_in_a_random_order() -> None:
    stream, places = Keystream("later"), Counter[int]()
    for _ in range(800):
        breaking = Breaking("random")
        breaking.publish([1, 2, 3], stream)
        breaking.open(4, stream)
        places[breaking.tables.index(4)] += 1
    assert chi_square(places, 4) < 20, "3 degrees of freedom: once in 5,000"


def test_what_is_saved_comes_back() -> None:
    breaking = Breaking("list", (2,))
    breaking.restore([2, 4, 1])
    assert (first(breaking), breaking.tables) == (2, [2, 4, 1])
    breaking.close(2)
    assert first(breaking) == 4


def test_by_players_the_fewest_break_first() -> None:
    breaking = Breaking("fewest_players")
    sizes = TableSizes.of([[], [2, 5], [1], [3, 4]])
    assert breaking.next(1, sizes) == [5]
    assert breaking.next(4, sizes) == [5, 2, 1, 4], "the highest number first among equals"


@pytest.mark.parametrize("rule", ["highest_id_first", "random", "list"])
@given(st.lists(st.tuples(st.sampled_from(("open", "close", "ask")), st.integers(0, 9), st.sets(st.integers(1, 30)))))
def test_the_tables_that_wait_are_the_first_in_order_and_each_is_named_once(
    rule: str, steps: list[tuple[str, int, set[int]]]
) -> None:
    breaking, stream, named = Breaking(rule, (3, 9, 12) if rule == "list" else ()), Keystream(1), set[int]()  # type: ignore[arg-type]
    breaking.publish(range(1, 9), stream)
    opened = 9
    for step, number, free in steps:
        if step == "open":
            breaking.open(opened, stream)
            opened += 1
        elif step == "close" and len(breaking.tables) > 2:
            breaking.close(breaking.tables[number % len(breaking.tables)])
        elif step == "ask":
            count = 1 + number % (len(breaking.tables) - 1)
            due = breaking.next(count, TableSizes())
            expected = next((table for table in due if table in free), None)
            assert breaking.first(count, TableSizes(), free) == expected
            assert expected is not None or breaking.due == set(due)
            new = set(breaking.take_new())
            assert not named & new
            named |= new
            assert breaking.due <= named
        named &= breaking.due
