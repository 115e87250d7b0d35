"""Hands that stay face down win what the record pays them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bigslick.history.replay.face_down import who_won

ORDER = [1, 2, 0]
ALL = 0b111
NOTHING = [0, 0, 0]


@pytest.mark.parametrize(
    ("pots", "strengths", "paid", "won"),
    [
        ([(300, ALL)], [-1, -1, -1], [285, 0, 0], [300, 0, 0]),
        ([(300, ALL)], [-1, 7000, 12], [0, 290, 0], [0, 300, 0]),
        ([(300, ALL)], [-1, 7000, 12], [290, 0, 0], [300, 0, 0]),
        ([(300, ALL)], [-1, 7000, 12], [145, 145, 0], [150, 150, 0]),
        ([(300, ALL)], [-1, -1, 12], [95, 95, 95], [100, 100, 100]),
        ([(300, ALL), (100, 0b110)], [7000, -1, -1], [300, 100, 0], [300, 100, 0]),
        ([(300, ALL), (100, 0b110)], [7000, -1, -1], [300, 50, 50], [300, 50, 50]),
        ([(300, ALL), (100, 0b110)], [5, -1, 9], [0, 400, 0], [0, 400, 0]),
        ([(300, ALL), (100, 0b110)], [9, -1, 5], [300, 100, 0], [300, 100, 0]),
        ([(300, ALL)], [-1, -1, -1], [Decimal("284.5"), 0, 0], [300, 0, 0]),
    ],
)
def test_the_order_nearest_to_the_record_counts(
    pots: list[tuple[int, int]], strengths: list[int], paid: list[int | Decimal], won: list[int]
) -> None:
    assert who_won(pots, [strengths], ORDER, paid, NOTHING) == won


def test_payments_may_include_uncalled_bets() -> None:
    assert who_won([(300, ALL)], [[-1, -1, 12]], ORDER, [0, 500, 0], [0, 200, 0]) == [0, 300, 0]
    assert who_won([(300, ALL)], [[-1, -1, 12]], ORDER, [290, 200, 0], [0, 200, 0]) == [300, 0, 0]


def test_many_hands_face_down_are_taken_to_be_equally_good() -> None:
    seats = 10
    pots = [(seats * 10, (1 << seats) - 1)]
    assert who_won(pots, [[-1] * seats], range(seats), [10] * seats, [0] * seats) == [10] * seats


@pytest.mark.parametrize(
    ("paid", "won"),
    [
        ([300, 0, 0], [300, 0, 0]),
        ([150, 150, 0], [150, 150, 0]),
        ([0, 300, 0], [0, 300, 0]),
        ([75, 225, 0], [75, 225, 0]),
    ],
)
def test_each_board_has_an_order_of_its_own(paid: list[int], won: list[int]) -> None:
    """The hidden hand wins both boards, one, none, or half of one."""
    assert who_won([(300, ALL)], [[-1, 7000, 12], [-1, 40, 12]], ORDER, paid, NOTHING) == won
