"""Text that a spreadsheet would take for a formula is written as text, and reads back unchanged."""

from __future__ import annotations

import csv

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.papers.cells import FORMULA_STARTS, cell_text, safe_cell
from bigslick.tournament.papers.tables import moves_table, results_table
from bigslick.tournament.structure.files import load

NAMES = ("=1+1", "@SUM(A1)", "+49 30", "-2", "'quoted", "O'Brien", "Ann", "＝1")  # noqa: RUF001 - a wide sign


@pytest.mark.parametrize("name", NAMES[:4])
def test_a_formula_is_text(name: str) -> None:
    assert safe_cell(name) == f"'{name}"


def test_numbers_and_plain_names_stay() -> None:
    assert [safe_cell(value) for value in (-3, 7, "Ann", "O'Brien", "")] == [-3, 7, "Ann", "O'Brien", ""]


@given(st.text())
def test_every_text_reads_back_and_none_starts_a_formula(text: str) -> None:
    written = str(safe_cell(text))
    assert cell_text(written) == text
    assert not written.startswith(FORMULA_STARTS)


def test_results_and_moves_of_players_with_such_names() -> None:
    """Every cell that is not a number is safe, and the names are the entrants'."""
    names = (*NAMES, *(f"Player {number}" for number in range(9, 19)))
    plan = msgspec.structs.replace(load("turbo-6"), entries=names)
    event = Tournament(plan, 1, bots=("tag", "maniac"))
    event.finish()
    for table in (results_table(event), moves_table(event)):
        rows = list(csv.reader(table))
        assert not any(cell.startswith(FORMULA_STARTS) for row in rows for cell in row)
    found = {cell_text(row["player"]) for row in csv.DictReader(results_table(event))}
    assert set(NAMES) <= found
