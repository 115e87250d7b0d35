"""The director's tables: who draws which seat, who moves, and which table halts or breaks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bigslick.shuffle import Keystream
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.events import (
    FirstButtonPlaced,
    Moved,
    Seated,
    SeatsRedrawn,
    TableBroken,
    TableHalted,
    TableOpened,
    TableResumed,
)
from bigslick.tournament.structure.structure import Structure
from bigslick.tournament.structure.table_counts import tables_needed
from tests.tournament.chance import chi_square

from .test_director import LEVELS, bust, directed, of_kind, seats_of, sizes


def test_tda_11_a_the_next_big_blind_moves_to_the_worst_seat() -> None:
    director = directed(23, seats=6)
    assert sizes(director) == [6, 6, 6, 5]
    taken = list(director.chairs[4])
    seats = [seat for seat in range(6) if taken[seat] >= 0]
    moves = of_kind(bust(director, 4, seats[0]), Moved)
    assert [(move.from_table, move.from_seat, move.to_table) for move in moves] == [(1, 3, 4)]
    open_now = [seat for seat in (3, 4, 5, 0, 1) if taken[seat] < 0 or seat == seats[0]]
    assert moves[0].to_seat == open_now[0]
    assert moves[0].reason.endswith("next big blind, tables of 6 and 4")


Field = tuple[int, dict[int, set[int]], dict[int, int]]
"""Seats per table, each table's taken seats, and each table's last big blind."""


def taken_over(seats: int, tables: dict[int, Any], bigs: dict[int, int], **options: Any) -> Director:
    """Return a director for these tables, after all of them have finished a hand."""
    given: dict[str, Any] = {"starting_stack": 100, "levels": LEVELS, "hand_for_hand": False}
    structure = Structure(seats=seats, **(given | options))
    director = Director(structure, Keystream(1), lambda table: (0, (bigs[table] - 1) % seats, bigs[table]))
    director.take_over(tables)
    before = len(director.events)
    director.hands_ended((), tables, 1)
    del director.events[:before]
    return director


def test_tda_11_c_of_equal_tables_the_lowest_number_gives_and_takes() -> None:
    tables = {4: range(6), 2: range(8), 3: range(8), 1: range(6)}
    move = of_kind(taken_over(9, tables, dict.fromkeys(tables, 2)).events, Moved)[0]
    assert (move.from_table, move.to_table) == (2, 1)


def test_a_difference_that_is_allowed_moves_nobody() -> None:
    tables, bigs = {1: range(9), 2: range(7)}, {1: 2, 2: 2}
    assert not of_kind(taken_over(9, tables, bigs, balance_max_diff=2).events, Moved)
    assert of_kind(taken_over(9, tables, bigs).events, Moved)


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Return tables with too few open seats for any of them to break."""
    seats, count = draw(st.integers(2, 10)), draw(st.integers(2, 8))
    chairs = st.integers(0, seats - 1)
    tables = {number: set(range(seats)) for number in range(1, count + 1)}
    for table, seat in draw(st.sets(st.tuples(st.integers(1, count), chairs), max_size=seats - 1)):
        tables[table].remove(seat)
    return seats, tables, {number: draw(chairs) for number in tables}


@given(fields(), st.integers(1, 2))
def test_balancing_ends_with_even_tables_and_never_uses_the_seat_of_the_last_big_blind(
    field: Field, max_diff: int
) -> None:
    seats, tables, bigs = field
    players = sum(map(len, tables.values()))
    director = taken_over(seats, tables, bigs, balance_max_diff=max_diff, final_table_size=2, redraw_at_tables=())
    taken = {number: set(row) for number, row in tables.items()}
    for move in of_kind(director.events, Moved):
        source, target, big = taken[move.from_table], taken[move.to_table], bigs[move.to_table]
        assert len(source) - len(target) > max_diff
        leaves = next(chair % seats for chair in range(bigs[move.from_table] + 1, 3 * seats) if chair % seats in source)
        assert move.from_seat == leaves
        assert move.to_seat not in target
        assert move.to_seat != big
        between = [(big + step) % seats for step in range(1, (move.to_seat - big) % seats)]
        assert all(seat in target for seat in between), "an open seat has the big blind sooner"
        source.remove(move.from_seat)
        target.add(move.to_seat)
    assert max(sizes(director)) - min(sizes(director)) <= max_diff
    assert sum(sizes(director)) == players


def plan(counts: list[int], seats: int, final: int) -> tuple[bool, list[int]]:
    """Return whether the final table forms, and the players at each table afterwards."""
    tables = {number: range(count) for number, count in enumerate(counts, 1)}
    director = taken_over(seats, tables, dict.fromkeys(range(1, 100), -1), final_table_size=final)
    return bool(of_kind(director.events, SeatsRedrawn)), sorted(sizes(director), reverse=True)


def test_s2_8_5_1_a_nine_handed_final_table_forms_with_nine() -> None:
    assert plan([5, 5], 9, 9) == (False, [5, 5])
    assert plan([5, 4], 9, 9) == (True, [9])


def test_s2_8_5_2_a_six_handed_final_table_forms_with_seven_or_six() -> None:
    assert plan([4, 3], 6, 7) == (True, [7])
    assert plan([4, 3], 6, 6) == (False, [4, 3])


def test_tda_10_a_table_breaks_as_soon_as_the_rest_can_seat_everyone() -> None:
    assert plan([7, 7, 7, 6], 9, 9) == (False, [9, 9, 9])
    assert plan([7, 7, 7, 7], 9, 9) == (False, [7, 7, 7, 7])
    assert plan([4, 4, 4, 2, 2], 6, 7) == (False, [6, 5, 5])


@given(st.integers(2, 10), st.data())
def test_everyone_is_seated_as_evenly_as_can_be(seats: int, data: st.DataObject) -> None:
    final = data.draw(st.integers(2, min(10, seats + 1)))
    counts = data.draw(st.lists(st.integers(1, seats), min_size=1, max_size=30))
    players = sum(counts)
    assume(players > 1)
    drawn, after = plan(counts, seats, final)
    needed = tables_needed(players, seats, final)
    assert (sum(after), len(after)) == (players, min(needed, len(counts)))
    assert max(after) - min(after) <= 1
    assert drawn == (players <= final and len(counts) > 1)


def test_a_table_in_the_middle_of_a_hand_is_asked_for_a_report_and_not_touched() -> None:
    director = directed(23, seats=6)
    seats = [seat for seat in range(6) if director.chairs[4][seat] >= 0]
    assert not of_kind(bust(director, 4, seats[0], free=[4]), Moved)
    assert director.reports == {1}
    before = len(director.events)
    director.hands_ended((), [1], 2)
    assert len(of_kind(director.events[before:], Moved)) == 1
    assert director.reports == set()


@pytest.mark.parametrize(("order", "first"), [("highest_id_first", 4), ("list", 2), ("fewest_players", 4)])
def test_tables_break_in_the_published_order(order: str, first: int) -> None:
    director = directed(19, break_order=order, break_list=(2, 3) if order == "list" else ())
    assert sizes(director) == [5, 5, 5, 4]
    seats = [seat for seat in range(6) if director.chairs[4][seat] >= 0]
    broken = of_kind(bust(director, 4, seats[0]), TableBroken)
    assert [event.table for event in broken] == [first]
    assert broken[0].reason == f"table {first} breaks: 18 players fit 3 tables"
    assert sizes(director) == [6, 6, 6]


def test_a_short_table_halts_until_it_has_players() -> None:
    director = directed(12, seats=6)
    seats = [seat for seat in range(6) if director.chairs[2][seat] >= 0]
    events = bust(director, 2, *seats[:3], free=[2])
    assert [(event.table, event.reason) for event in of_kind(events, TableHalted)] == [
        (2, "table 2 has 3 players, 3 fewer than the largest")
    ]
    assert not director.playable(2)
    before = len(director.events)
    director.hands_ended((), [1, 2], 2)
    assert [event.table for event in of_kind(director.events[before:], TableResumed)] == [2]
    assert director.playable(2)


def test_halting_only_when_the_blinds_are_impacted() -> None:
    director = directed(12, seats=6, halt_trigger="blinds_impacted")
    assert director.chairs[2][3] >= 0  # the seat that is due the big blind
    assert not of_kind(bust(director, 2, 0, 1, 2, free=[2]), TableHalted)
    director = directed(12, seats=6, halt_trigger="blinds_impacted")
    assert of_kind(bust(director, 2, 0, 1, 3, free=[2]), TableHalted)


def test_s2_8_5_3_the_final_table_is_redrawn_once_every_table_is_between_hands() -> None:
    director = directed(8, seats=6)
    assert sizes(director) == [4, 4]
    seats = [seat for seat in range(6) if director.chairs[1][seat] >= 0]
    assert not of_kind(bust(director, 1, seats[0], free=[1]), SeatsRedrawn)
    assert (director.held, director.reports) == ({1}, {2})
    assert not director.playable(1)
    before = len(director.events)
    director.hands_ended((), [1, 2], 2)
    events = director.events[before:]
    assert [event.tables for event in of_kind(events, SeatsRedrawn)] == [1]
    assert [(event.table, event.chairs) for event in of_kind(events, TableOpened)] == [(3, 7)]
    assert [event.table for event in of_kind(events, TableBroken)] == [1, 2]
    assert sizes(director) == [7]


def test_a_final_table_smaller_than_a_table_is_drawn_when_it_begins() -> None:
    """With nine seats and a final table of six, nine players continue at one table, and the last six draw new seats."""
    director = directed(11, seats=9, final_table_size=6)
    assert sizes(director) == [6, 5]
    events = bust(director, 1, *seats_of(director, 1)[:2])
    assert (sizes(director), of_kind(events, SeatsRedrawn)) == ([9], [])
    [table] = director.chairs
    assert not of_kind(bust(director, table, *seats_of(director, table)[:2]), SeatsRedrawn)
    [redrawn] = of_kind(bust(director, table, seats_of(director, table)[0]), SeatsRedrawn)
    assert (redrawn.tables, redrawn.players) == (1, 6)
    [table] = director.chairs
    assert not of_kind(bust(director, table, seats_of(director, table)[0]), SeatsRedrawn), "once is enough"


@pytest.mark.parametrize(("redraws", "drawn"), [((1,), 1), ((), 0)])
def test_a_table_left_alone_before_registration_closes_is_drawn_when_it_does(redraws: Any, drawn: int) -> None:
    director = directed(12, late_reg_levels=1, redraw_at_tables=redraws)
    for table in (1, 2):
        bust(director, table, *seats_of(director, table)[:3], free=[table])
    director.hands_ended((), director.chairs, 1)
    assert (sizes(director), of_kind(director.events, SeatsRedrawn)) == ([6], [])
    director.start_level(2, 11)
    director.hands_ended((), director.chairs, 11)
    assert len(of_kind(director.events, SeatsRedrawn)) == drawn


def test_a_field_that_starts_at_one_table_keeps_its_seats() -> None:
    director = directed(6, late_reg_levels=1)
    director.start_level(2, 11)
    director.hands_ended((), director.chairs, 11)
    assert not of_kind(director.events, SeatsRedrawn)


def test_s2_2_1_1_the_field_draws_seats_at_random() -> None:
    """With 20 entrants at tables of 6, the first can draw any of 24 seats (23 degrees of freedom: once in 5,000)."""
    stream, drawn = Keystream("field"), Counter[Any]()
    for _ in range(2000):
        director = directed(20, stream)
        assert sorted(sizes(director)) == [5, 5, 5, 5]
        drawn[director.where[0]] += 1
    assert chi_square(drawn, 24) < 55


def test_tda_10_b_players_of_a_broken_table_draw_seats_at_random_at_the_shortest_tables() -> None:
    """The break leaves the tables even, and each of its players can get any open seat."""
    stream, drawn, tables = Keystream("break"), Counter[Any](), Counter[int]()
    for _ in range(600):
        director = directed(19, stream)
        leaving = [entry for entry in director.chairs[4] if entry >= 0]
        opened = {(table, seat) for table in (1, 2, 3) for seat in range(6) if director.chairs[table][seat] < 0}
        moves = of_kind(bust(director, 4, seats_of(director, 4)[0]), Moved)
        assert sizes(director) == [6, 6, 6]
        assert {(move.to_table, move.to_seat) for move in moves} == opened
        assert {move.entry for move in moves} < set(leaving)
        mover = next(move for move in moves if move.entry == max(entry for entry in leaving if entry != leaving[0]))
        tables[mover.to_table] += 1
        drawn[leaving.index(moves[0].entry)] += 1
    assert chi_square(tables, 3) < 18, "2 degrees of freedom: once in 5,000"
    assert chi_square(drawn, 3) < 18, "who draws first"


def test_s2_8_5_3_every_seat_of_the_final_table_is_equally_likely() -> None:
    stream, drawn, neighbours = Keystream("final table"), Counter[int](), Counter[int]()
    for _ in range(1400):
        director = directed(8, stream)
        bust(director, 1, seats_of(director, 1)[0])
        [row] = director.chairs.values()
        assert len(row) == 7
        first = min(entry for entry in row if entry >= 0)
        at = row.index(first)
        drawn[at] += 1
        neighbours[sorted(entry for entry in row if entry >= 0).index(row[(at + 1) % 7])] += 1
    assert chi_square(drawn, 7) < 26, "6 degrees of freedom: once in 5,000"
    assert chi_square(neighbours, 6) < 24, "5 degrees of freedom"


def test_a_redraw_at_two_tables_seats_everyone_once_and_evenly() -> None:
    director = directed(13, redraw_at_tables=(2, 1))
    events = bust(director, 1, seats_of(director, 1)[0])
    assert [(event.tables, event.players) for event in of_kind(events, SeatsRedrawn)] == [(2, 12)]
    assert sizes(director) == [6, 6]
    assert sorted(move.entry for move in of_kind(events, Moved)) == sorted(
        entry for row in director.chairs.values() for entry in row
    )


def test_tda_8_a_late_entry_draws_any_open_seat_of_a_shortest_table() -> None:
    stream, drawn = Keystream("late"), Counter[Any]()
    for _ in range(600):
        director = directed(15, stream, late_reg_levels=1)
        assert sizes(director) == [5, 5, 5]
        opened = {(table, seat) for table in director.chairs for seat in range(6) if director.chairs[table][seat] < 0}
        entry = director.enter_late("Late", director.chairs, 1)
        assert director.where[entry] in opened
        assert of_kind(director.events, Seated)[-1].reason == "late entry"
        drawn[director.where[entry][0]] += 1
    assert chi_square(drawn, 3) < 18
    for number in range(2):
        director.enter_late(f"Later {number}", director.chairs, 1)
    assert sizes(director) == [6, 6, 6]
    director.enter_late("Last", director.chairs, 1)
    assert min(sizes(director)) >= 4, "a new table opens and the others balance it"


def test_tda_8_the_first_player_of_a_new_table_draws_a_seat_and_the_button_waits_for_a_second() -> None:
    """It can be any of the six seats; the button goes to any player at the new table, as the structure says."""
    stream, drawn, buttons = Keystream("opener"), Counter[int](), Counter[bool]()
    for _ in range(600):
        director = directed(12, stream, late_reg_levels=1)
        before = len(director.events)
        entry = director.enter_late("Late", director.chairs, 1)
        events = director.events[before:]
        [opened], [placed] = of_kind(events, TableOpened), of_kind(events, FirstButtonPlaced)
        assert (opened.table, opened.button, placed.table) == (3, -1, 3)
        assert events.index(placed) > max(events.index(move) for move in of_kind(events, Moved))
        [seated] = of_kind(events, Seated)
        drawn[seated.seat] += 1
        assert director.chairs[3][placed.button] >= 0
        buttons[director.chairs[3][placed.button] == entry] += 1
    assert chi_square(drawn, 6) < 24, "5 degrees of freedom: once in 5,000"
    assert 100 < buttons[True] < 200, "one of the four players at the new table"


@pytest.mark.parametrize("choice", ["highest_seat", 3])
def test_a_new_table_honours_the_initial_button(choice: Any) -> None:
    director = directed(12, late_reg_levels=1, initial_button=choice)
    director.enter_late("Late", director.chairs, 1)
    [opened] = of_kind(director.events, TableOpened)[2:]
    placed = of_kind(director.events, FirstButtonPlaced)
    if choice == 3:
        assert (opened.button, placed) == (3, [])
    else:
        assert (opened.button, placed[0].button) == (-1, max(seats_of(director, 3)))
