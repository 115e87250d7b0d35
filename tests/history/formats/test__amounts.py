"""Amounts are counted in their smallest unit, and are written back unchanged."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.history.formats._amounts import number, numbers, units


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [
        *(("40", 0, 40), ("40", 2, 4000), ("2.5", 2, 250), ("2.50", 2, 250), ("0.05", 2, 5)),
        *(("2.505", 2, -2), ("", 2, -1), (".5", 2, -1), ("5.", 2, -1), ("1.2.3", 2, -1), ("-1", 2, -1), ("x", 2, -1)),
        *(("1" * 15, 0, int("1" * 15)), ("9" * 16, 0, -1), ("9" * 19, 0, -1), ("1" * 15, 2, -1), ("٣", 2, -1)),
    ],
)
def test_amounts_are_counted_in_their_smallest_unit(text: str, places: int, expected: int) -> None:
    assert units(text, places) == expected


@given(st.integers(0, 1 << 40), st.integers(0, 4))
def test_every_amount_that_can_be_written_can_be_read(number: int, places: int) -> None:
    whole, part = divmod(number, 10**places)
    text = f"{whole}.{part:0{places}d}" if places else str(whole)
    assert units(text, places) == number


def test_amounts_are_whole_where_they_are_whole() -> None:
    assert numbers([250, 200, 0, -5], 2) == [Decimal("2.50"), 2, 0, Decimal("-0.05")]
    assert number(250, 0) == 250
    with pytest.raises(ValueError, match="10 decimal places"):
        number(1, 10)
