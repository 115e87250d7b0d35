"""Seats at one table and the seat draw (rules 4, TDA 9 to 11, seed 002 part 2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.shuffle import Keystream
from bigslick.tournament.director.seating import (
    TableSeats,
    bits,
    draw_field,
    first_button,
    first_small_blind,
    next_big_blind,
    taken_seats,
    worst_seat,
)
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.table_counts import final_size, tables_needed
from tests.tournament.chance import chi_square

# --- one table -------------------------------------------------------------------------------------------------------


def test_tda_11_a_the_next_big_blind_moves_to_the_worst_position() -> None:
    assert next_big_blind(TableSeats.of(1, range(9), 2, 3, 4), 9) == 5
    assert worst_seat(TableSeats.of(2, [0, 1, 2, 4, 5, 7, 8], 0, 1, 2), 9) == 3


def test_s2_2_2_2_the_worst_position_is_never_the_small_blind() -> None:
    just_lost_the_big_blind = TableSeats.of(2, [0, 1, 3, 5, 6, 8], 0, 1, 2)
    assert worst_seat(just_lost_the_big_blind, 9) == 4


def test_a_table_whose_only_open_seat_is_the_small_blind_takes_nobody() -> None:
    assert worst_seat(TableSeats.of(2, [0, 1, 3, 4, 5], 0, 1, 2), 6) is None


def test_s2_2_2_1_before_the_first_hand_the_drawn_button_says_who_is_next() -> None:
    taken = bits([0, 2, 5, 7])
    small = first_small_blind(taken, 5, 9)
    assert small == 7
    table = TableSeats(1, taken, big=small)
    assert next_big_blind(table, 9) == 0
    assert worst_seat(table, 9) == 8


def test_a_first_button_may_be_at_an_empty_seat() -> None:
    assert first_small_blind(bits([3, 6]), 4, 9) == 6
    assert first_small_blind(0, 4, 9) == 4


def test_without_a_button_there_is_no_next_big_blind() -> None:
    assert next_big_blind(TableSeats.of(1, [2, 5]), 9) == 2
    assert next_big_blind(TableSeats.of(1, []), 9) is None
    assert worst_seat(TableSeats.of(1, [0, 1]), 9) == 2


# --- draws -----------------------------------------------------------------------------------------------------------


@given(st.integers(2, 300), st.integers(2, 10), st.integers(0, 99))
def test_s2_2_1_1_everyone_draws_one_seat_and_tables_are_even(entrants: int, seats: int, seed: int) -> None:
    draw = draw_field(entrants, seats, Keystream(seed))
    chairs = set(zip(draw.table_of, draw.seat_of, strict=True))
    assert len(chairs) == entrants
    sizes = Counter(draw.table_of)
    assert sorted(sizes) == list(range(draw.tables))
    assert max(sizes.values()) - min(sizes.values()) <= 1
    assert draw.tables == tables_needed(entrants, seats, final_size(seats))
    assert max(draw.seat_of) < (seats if draw.tables > 1 else max(seats, entrants))
    assert draw == draw_field(entrants, seats, Keystream(seed))


def test_a_six_handed_field_of_seven_starts_at_the_final_table() -> None:
    draw = draw_field(7, 6, Keystream(1))
    assert (draw.tables, sorted(draw.seat_of)) == (1, list(range(7)))


def test_other_seeds_give_other_draws() -> None:
    assert len({tuple(draw_field(50, 9, Keystream(seed)).seat_of) for seed in range(20)}) == 20


def test_every_seat_is_equally_likely() -> None:
    stream = Keystream("seat draw")
    seen: Counter[object] = Counter()
    for _ in range(3000):
        draw = draw_field(20, 9, stream)
        seen[draw.table_of[0], draw.seat_of[0]] += 1
    cells = 3 * 9
    assert chi_square(seen, cells) < 60, "26 degrees of freedom: once in 5,000"


def test_wsop_a85_the_first_button() -> None:
    taken, stream = bits([1, 4, 7]), Keystream("button")
    assert {first_button(taken, 9, "random", stream) for _ in range(100)} == {1, 4, 7}
    assert first_button(taken, 9, "highest_seat", stream) == 7
    assert first_button(taken, 9, 3, stream) == 3
    for choice in ("high_card", 9, True):
        with pytest.raises(BadStructure, match="expected 'random' or 'highest_seat', or a seat from 0 to 8"):
            first_button(taken, 9, choice, stream)


@given(st.integers(2, 10), st.data())
def test_seats_are_bits(seats: int, data: st.DataObject) -> None:
    occupied = data.draw(st.sets(st.integers(0, seats - 1)))
    taken = bits(occupied)
    assert taken_seats(taken) == sorted(occupied)


def test_an_empty_table_has_no_button() -> None:
    with pytest.raises(ValueError, match="no button"):
        first_button(0, 9, "random", Keystream(1))
