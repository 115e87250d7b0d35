"""Shared by all cases: seats numbered as in the file, and values in sentences."""

from __future__ import annotations

import pytest

from bigslick.rulings import BadRulings, Ruling
from bigslick.rulings.case import check_size, differ, listed, near


def test_seats_keep_the_numbers_of_the_file() -> None:
    people, program = Ruling(id="a", type="hand", first_seat=1), Ruling(id="a", type="hand")
    assert (people.seat(1, 6), program.seat(1, 6)) == (0, 1)
    assert (people.number(0), program.number(0), people.number(None)) == (1, 0, None)
    assert people.numbers([0, 5]) == [1, 6]
    assert people.by_number({0: 40}) == {1: 40}
    with pytest.raises(BadRulings, match="seat 0 does not exist: the seats of this table are 1 to 6"):
        people.seat(0, 6)
    with pytest.raises(BadRulings, match="seat 6 does not exist: the seats of this table are 0 to 5"):
        program.seat(6, 6)


def test_a_table_has_two_to_ten_seats() -> None:
    check_size(2)
    with pytest.raises(BadRulings, match="a table of 11 seats: expected 2 to 10"):
        check_size(11)


def test_a_difference_is_one_sentence() -> None:
    assert list(differ("pot", 3, 3)) == []
    assert list(differ("pot", None, {2: True})) == ["pot is none, expected {2: true}"]
    assert list(near("worth", 0.1, 0.1 + 1e-9, 1e-6)) == []
    assert list(near("worth", float("nan"), 1, 1e-6)) == ["worth is nan, expected 1 within 1e-06"]


def test_lists_in_sentences() -> None:
    assert listed([1, 2, 3], "seat") == "seats 1, 2 and 3"
    assert listed([4], "seat") == "seat 4"
    assert listed([], "table") == "no table"
    assert listed([1, 2]) == "1 and 2"
