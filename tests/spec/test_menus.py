"""Ranges, choices and subsets match their definitions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.spec.menus import choices, menu, on_grid, subsets
from bigslick.spec.problems import Fault


def test_ours_the_first_raise_menu_of_s0() -> None:
    assert menu(40, 1000, 1, (60, 80, 120), 10) == [40, 41, 60, 80, 120, 235, 426, 617, 808, 1000]


def listed_plainly(low: int, high: int, step: int, always: list[int], most: int | None) -> list[int]:
    """List what section 1.4 of the language's description says, by building the whole grid."""
    if low > high or step <= 0:
        return []
    required = sorted({low, high, *(value for value in always if low <= value <= high)})
    every = sorted({*range(low, high + 1, step), *required})
    if most is None or (len(every) <= most and most >= (2 if low < high else 1)):
        return every
    if most < 1 or (most < 2 and low < high):
        return []
    if len(required) >= most:
        return required[:most]
    others = [value for value in every if value not in required]
    slots = most - len(required)
    return sorted([*required, *(others[slot * len(others) // slots] for slot in range(slots))])


@given(
    st.integers(-20, 60),
    st.integers(-20, 200),
    st.integers(-1, 7),
    st.lists(st.integers(-30, 220), max_size=4),
    st.none() | st.integers(0, 14),
)
def test_the_menu_is_what_the_definition_lists(
    low: int, high: int, step: int, always: list[int], most: int | None
) -> None:
    found = menu(low, high, step, always, most)
    assert found == listed_plainly(low, high, step, always, most)
    assert all(on_grid(value, low, high, step, always) for value in found)


def test_more_is_accepted_than_listed() -> None:
    assert 250 not in menu(40, 1000, 1, (60, 80, 120), 10)
    assert on_grid(250, 40, 1000, 1, (60, 80, 120))
    assert not on_grid(39, 40, 1000, 1, ())
    assert not on_grid(45, 40, 1000, 10, ())


def test_limits_are_errors() -> None:
    with pytest.raises(Fault, match="a range of more than 10,000 numbers"):
        menu(0, 20_000, 1, (), None)
    with pytest.raises(Fault, match="maxResults of more than 10,000"):
        menu(0, 20_000, 1, (), 10_001)
    with pytest.raises(Fault, match="a choice of 10 from 52 has 15,820,024,220 combinations"):
        choices(range(52), 10, 10)
    with pytest.raises(Fault, match="subsets of 3 from 2 items"):
        subsets([1, 2], 3)
    with pytest.raises(Fault, match="2,598,960 subsets, more than 10,000"):
        subsets(range(52), 5)


def test_choices_are_bits_with_the_small_ones_first() -> None:
    assert choices([3, 1, 3], 0, 9) == [0, 8, 2, 10]


def test_subsets_keep_the_order_of_their_items() -> None:
    assert subsets([5, 2, 7], 2) == [(5, 2), (5, 7), (2, 7)]
