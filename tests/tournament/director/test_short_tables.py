"""Short tables stop and wait for players, at once or when the big blind is due at an empty seat (TDA 11-D)."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.tournament.director.seating import TableSeats
from bigslick.tournament.director.short_tables import ShortTables, blinds_impacted, must_halt
from bigslick.tournament.director.table_sizes import TableSizes
from bigslick.tournament.structure.structure import HaltTrigger


class Tables:
    """Tables of six, with the button at seat 0 and the blinds at 1 and 2 unless a test moves them."""

    def __init__(self, trigger: HaltTrigger, *taken: str) -> None:
        self.halts = ShortTables(3, trigger)
        self.chairs = {number: [0 if seat == "x" else -1 for seat in row] for number, row in enumerate(taken, 1)}
        self.big = dict.fromkeys(self.chairs, 2)
        self.sizes = TableSizes()
        for number, row in self.chairs.items():
            self.sizes.add(number, row.count(0))

    def look(self, *free: int) -> Any:
        return self.halts.look(self.sizes, self.chairs, self.seats, free)

    def seats(self, table: int) -> TableSeats:
        row = self.chairs[table]
        return TableSeats.of(table, [seat for seat in range(6) if row[seat] == 0], 0, 1, self.big[table])

    def sit(self, table: int, seat: int) -> None:
        self.chairs[table][seat] = 0
        self.sizes.change(table, 1)


def test_a_short_table_halts_at_once_and_goes_on_with_one_player_more() -> None:
    tables = Tables("immediate", "xxxxxx", "xxx___")
    assert tables.look(1, 2).halted == [(2, "table 2 has 3 players, 3 fewer than the largest")]
    assert tables.halts.tables == {2}
    assert tables.look(1, 2) == ([], [], [])
    tables.sit(2, 4)
    assert tables.look(1, 2).resumed == [2]
    assert not tables.halts.tables


def test_a_short_table_in_the_middle_of_a_hand_reports_its_end() -> None:
    tables = Tables("immediate", "xxxxxx", "xxx___")
    assert tables.look(1) == ([], [], [2])
    assert tables.look(2).halted


def test_tda_11_d_a_short_table_is_watched_until_an_empty_seat_is_due_the_big_blind() -> None:
    tables = Tables("blinds_impacted", "xxxxxx", "__xx_x")
    assert tables.look(1, 2) == ([], [], [])
    assert tables.halts.watched == {2}, "seat 4 is due the big blind and taken: it plays on"
    assert tables.look(1) == ([], [], [2]), "its next hand is under way"
    tables.big[2] = 3
    assert tables.look(1, 2).halted == [(2, "table 2 has 3 players, 3 fewer than the largest")]
    assert not tables.halts.watched


def test_tda_11_d_a_halted_table_goes_on_when_the_empty_seat_is_filled_and_is_watched_again() -> None:
    tables = Tables("blinds_impacted", "xxxxxx", "xx____")
    assert tables.look(1, 2).halted
    tables.sit(2, 3)
    assert tables.look(1, 2).resumed == [2], "three short still, but the big blind has a player"
    assert tables.halts.watched == {2}
    tables.big[2] = 3
    assert tables.look(1, 2).halted


def test_no_deficit_halts_no_table() -> None:
    tables = Tables("immediate", "xxxxxx", "x_____")
    tables.halts = ShortTables(0, "immediate")
    assert tables.look(1, 2) == ([], [], [])


@pytest.mark.parametrize("trigger", ["immediate", "blinds_impacted"])
def test_a_closed_table_is_forgotten(trigger: HaltTrigger) -> None:
    tables = Tables(trigger, "xxxxxx", "xxx___")
    tables.look(1, 2)
    tables.halts.drop(2)
    assert (tables.halts.tables, tables.halts.watched) == (set(), set())


def test_what_is_saved_comes_back() -> None:
    halts = ShortTables(3, "blinds_impacted")
    halts.restore([4], [5])
    assert (halts.tables, halts.watched) == ({4}, {5})


def test_s2_2_2_4_three_short_of_the_largest_halts() -> None:
    table = TableSeats.of(2, [0, 1, 3, 5, 6, 8], 0, 1, 2)
    assert must_halt(table, 9, 9)
    assert not must_halt(table, 8, 9)
    assert not must_halt(table, 9, 9, 4)
    assert not must_halt(table, 9, 9, 0)


def test_tda_11_d_2024_it_halts_when_the_seat_due_the_big_blind_is_empty() -> None:
    due_is_there = TableSeats.of(2, [0, 1, 3, 5, 6], 0, 1, 2)
    due_is_empty = TableSeats.of(2, [0, 1, 2, 4, 6], 0, 1, 2)
    assert not must_halt(due_is_there, 8, 9, trigger="blinds_impacted")
    assert must_halt(due_is_empty, 8, 9, trigger="blinds_impacted")
    assert not must_halt(due_is_empty, 7, 9, trigger="blinds_impacted")
    assert not blinds_impacted(TableSeats.of(1, [2, 5]), 9), "no hand has been dealt"
