"""Draws, balancing, halting and breaking (rules 4, TDA 9 to 11, seed 002 part 2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.shuffle import Keystream
from bigslick.tournament.director.seating import (
    TablePlan,
    TableSeats,
    balance,
    bits,
    blinds_impacted,
    break_list,
    draw_field,
    even_sizes,
    final_size,
    first_button,
    following,
    halted,
    move_between,
    mover,
    must_halt,
    next_to_break,
    plan,
    tables_needed,
    taken_seats,
    worst_seat,
)
from bigslick.tournament.structure.problems import BadStructure
from tests.tournament.chance import chi_square

NINE = range(9)


# --- balancing -------------------------------------------------------------------------------------------------------


def test_tda_11_a_the_next_big_blind_moves_to_the_worst_position() -> None:
    full = TableSeats.of(1, NINE, 2, 3, 4)
    short = TableSeats.of(2, [0, 1, 2, 4, 5, 7, 8], 0, 1, 2)
    move = balance([full, short], 9)
    assert move is not None
    assert (move.source, move.seat, move.target, move.to_seat) == (1, 5, 2, 3)
    assert str(move).startswith("seat 6 of table 1 moves to seat 4 of table 2: the player next to pay the big blind, ")


def test_seed_002_2_2_2_the_worst_position_is_never_the_small_blind() -> None:
    just_lost_the_big_blind = TableSeats.of(2, [0, 1, 3, 5, 6, 8], 0, 1, 2)
    assert worst_seat(just_lost_the_big_blind, 9) == 4


def test_a_table_whose_only_open_seat_is_the_small_blind_takes_nobody() -> None:
    table = TableSeats.of(2, [0, 1, 3, 4, 5], 0, 1, 2)
    assert worst_seat(table, 6) is None
    assert move_between(TableSeats.of(1, range(6), 0, 1, 2), table, 6) is None


def test_before_the_first_hand_there_is_no_last_big_blind() -> None:
    assert mover(TableSeats.of(1, [2, 5]), 9) == 2
    assert worst_seat(TableSeats.of(1, [0, 1]), 9) == 2
    assert not blinds_impacted(TableSeats.of(1, [2, 5]), 9)


def test_tda_11_c_ties_go_to_the_lowest_number_or_the_highest_where_asked() -> None:
    tables = [TableSeats.of(number, range(count), 0, 1, 2) for number, count in ((4, 5), (2, 8), (3, 8), (1, 5))]
    move = balance(tables, 9)
    assert move is not None
    assert (move.source, move.target) == (2, 1)
    move = balance(tables, 9, highest_source=True, highest_target=True)
    assert move is not None
    assert (move.source, move.target) == (3, 4)


def test_a_difference_that_is_allowed_moves_nobody() -> None:
    tables = [TableSeats.of(1, range(9), 0, 1, 2), TableSeats.of(2, range(7), 0, 1, 2)]
    assert balance(tables, 9, 2) is None
    assert balance(tables, 9, 1) is not None
    assert balance(tables[:1], 9) is None


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, list[TableSeats]]:
    seats = draw(st.integers(2, 10))
    tables = []
    for number in range(1, draw(st.integers(2, 8)) + 1):
        occupied = draw(st.sets(st.integers(0, seats - 1), min_size=1))
        big = draw(st.integers(0, seats - 1))
        tables.append(TableSeats(number, bits(occupied), draw(st.integers(0, seats - 1)), (big - 1) % seats, big))
    return seats, tables


@given(fields(), st.integers(1, 3))
def test_balancing_ends_with_even_tables_and_never_uses_the_seat_of_the_last_big_blind(
    field: tuple[int, list[TableSeats]], max_diff: int
) -> None:
    seats, started = field
    tables = {table.id: table for table in started}
    players = sum(table.players for table in started)
    for _ in range(players * seats):
        move = balance(list(tables.values()), seats, max_diff)
        if move is None:
            break
        source, target = tables[move.source], tables[move.target]
        assert source.players - target.players > max_diff
        assert move.seat == following(source.taken, source.big, seats)
        assert source.taken >> move.seat & 1
        assert not target.taken >> move.to_seat & 1
        assert move.to_seat != target.big
        between = [(target.big + step) % seats for step in range(1, (move.to_seat - target.big) % seats)]
        assert all(target.taken >> seat & 1 for seat in between), "an open seat has the big blind sooner"
        tables[source.id] = TableSeats(
            source.id, source.taken & ~(1 << move.seat), source.button, source.small, source.big
        )
        tables[target.id] = TableSeats(
            target.id, target.taken | 1 << move.to_seat, target.button, target.small, target.big
        )
    sizes = [table.players for table in tables.values()]
    assert max(sizes) - min(sizes) <= max_diff
    assert sum(sizes) == players


# --- halting ---------------------------------------------------------------------------------------------------------


def test_seed_002_2_2_4_three_short_of_the_largest_halts() -> None:
    tables = [TableSeats.of(1, NINE, 0, 1, 2), TableSeats.of(2, [0, 1, 3, 5, 6, 8], 0, 1, 2)]
    assert halted(tables, 9) == [2]
    assert halted(tables, 9, 4) == []
    assert halted(tables, 9, 0) == []


def test_tda_11_d_2024_it_halts_when_the_seat_due_the_big_blind_is_empty() -> None:
    due_is_there = TableSeats.of(2, [0, 1, 3, 5, 6], 0, 1, 2)
    due_is_empty = TableSeats.of(2, [0, 1, 2, 4, 6], 0, 1, 2)
    assert not must_halt(due_is_there, 8, 9, trigger="blinds_impacted")
    assert must_halt(due_is_empty, 8, 9, trigger="blinds_impacted")
    assert not must_halt(due_is_empty, 7, 9, trigger="blinds_impacted")


# --- plans -----------------------------------------------------------------------------------------------------------


def test_seed_002_8_5_1_a_nine_handed_final_table_forms_with_nine() -> None:
    assert plan([5, 5], 9, 9) == TablePlan(10, False, 0, (5, 5))
    assert plan([5, 4], 9, 9) == TablePlan(9, True, 1, (9,))


def test_seed_002_8_5_2_a_six_handed_final_table_forms_with_seven_or_six() -> None:
    assert plan([4, 3], 6, 7) == TablePlan(7, True, 1, (7,))
    assert plan([4, 3], 6, 6) == TablePlan(7, False, 0, (4, 3))


def test_tda_rp_9_usual_final_tables() -> None:
    assert {seats: final_size(seats) for seats in range(2, 11)} == {
        2: 2, 3: 3, 4: 4, 5: 5, 6: 7, 7: 7, 8: 9, 9: 9, 10: 10,
    }  # fmt: skip


def test_tda_10_a_table_breaks_as_soon_as_the_rest_can_seat_everyone() -> None:
    assert plan([7, 7, 7, 6], 9, 9) == TablePlan(27, False, 1, (9, 9, 9))
    assert plan([7, 7, 7, 7], 9, 9) == TablePlan(28, False, 0, (7, 7, 7, 7))
    assert plan([4, 4, 4, 2, 2], 6, 7) == TablePlan(16, False, 2, (6, 5, 5))


@given(st.integers(2, 10), st.integers(2, 10), st.data())
def test_a_plan_seats_everyone_as_evenly_as_can_be(seats: int, final: int, data: st.DataObject) -> None:
    counts = data.draw(st.lists(st.integers(1, seats), min_size=1, max_size=30))
    found = plan(counts, seats, final)
    assert sum(found.sizes) == found.players == sum(counts)
    assert max(found.sizes) - min(found.sizes) <= 1
    assert found.to_break == len(counts) - len(found.sizes)
    assert found.form_final == (sum(counts) <= final and len(counts) > 1)
    assert max(found.sizes) <= max(seats, final)


# --- draws -----------------------------------------------------------------------------------------------------------


@given(st.integers(2, 300), st.integers(2, 10), st.integers(0, 99))
def test_seed_002_2_1_1_everyone_draws_one_seat_and_tables_are_even(entrants: int, seats: int, seed: int) -> None:
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


def test_tda_rp_19_the_order_of_breaking() -> None:
    stream = Keystream("breaking")
    tables = [1, 2, 3, 4, 5]
    assert break_list(tables, "highest_id_first", stream) == [5, 4, 3, 2, 1]
    assert break_list(tables, "list", stream, [2, 9, 4]) == [2, 4, 5, 3, 1]
    drawn = {tuple(break_list(tables, "random", stream)) for _ in range(50)}
    assert len(drawn) > 20
    assert all(sorted(order) == tables for order in drawn)
    assert next_to_break([(1, 4), (2, 3), (3, 3), (4, 5)]) == 3


@given(st.integers(2, 10), st.data())
def test_seats_are_bits(seats: int, data: st.DataObject) -> None:
    occupied = data.draw(st.sets(st.integers(0, seats - 1)))
    taken = bits(occupied)
    assert taken_seats(taken) == sorted(occupied)
    assert sum(even_sizes(len(occupied), seats)) == len(occupied)
    assert (following(taken, 0, seats) is None) == (not occupied)


def test_what_cannot_be_seated_is_refused() -> None:
    with pytest.raises(ValueError, match="no players"):
        plan([], 9, 9)
    with pytest.raises(ValueError, match="no button"):
        first_button(0, 9, "random", Keystream(1))
