from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.spec.runtime import Fault, ceil_div, clamp, floor_div, menu, mod, mul, on_grid, quot, ring, text


def test_spec_language_1_4_the_first_raise_menu_of_s0() -> None:
    assert menu(40, 1000, 1, (60, 80, 120), 10) == [40, 41, 60, 80, 120, 235, 426, 617, 808, 1000]


def listed_plainly(low: int, high: int, step: int, always: list[int], most: int | None) -> list[int]:
    """What 1.4 of the language's description says, by building the whole grid."""
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


@pytest.mark.parametrize(
    ("left", "right", "wanted"), [(7, 2, (3, 3, 4, 1)), (-7, 2, (-3, -4, -3, 1)), (7, -2, (-3, -4, -3, -1))]
)
def test_division(left: int, right: int, wanted: tuple[int, ...]) -> None:
    assert (quot(left, right), floor_div(left, right), ceil_div(left, right), mod(left, right)) == wanted


@pytest.mark.parametrize("divide", [quot, floor_div, ceil_div, mod])
def test_division_by_zero_is_an_error(divide: object) -> None:
    with pytest.raises(Fault, match="division by 0"):
        divide(1, 0)  # type: ignore[operator]


def test_limits_are_errors() -> None:
    with pytest.raises(Fault, match="2\\^53"):
        mul(2**40, 2**40)
    with pytest.raises(Fault, match="more than 10,000"):
        menu(0, 20_000, 1, (), None)
    with pytest.raises(Fault, match="longer than"):
        text("x" * 2000)


def test_a_ring_ends_with_where_it_starts() -> None:
    assert ring(range(4), 2, False) == [3, 0, 1, 2]
    assert ring([5, 7, 9], 7, True) == [7, 9, 5]
    with pytest.raises(Fault, match="not among the items"):
        ring(range(4), 4, False)


def test_clamp() -> None:
    assert [clamp(value, 0, 9) for value in (-1, 4, 12)] == [0, 4, 9]
