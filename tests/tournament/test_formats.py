"""Formats in a structure: what goes together, what is refused, and how it is written."""

from __future__ import annotations

import pytest

from bigslick.tournament.files import dumps, loads
from bigslick.tournament.formats import Bracket, Shootout, bracket_size, round_sizes, tables_by_round
from bigslick.tournament.problems import BadStructure

HEAD = """seats = 6
starting_stack = 1000
entrants = 30
"""
LEVELS = """
[[levels]]
small = 10
big = 20
hands = 5

[[levels]]
small = 20
big = 40
hands = 5

[[levels]]
small = 40
big = 80
"""


def read(middle: str, head: str = HEAD) -> object:
    return loads(head + middle + LEVELS)


def test_a_shootout_is_read_and_written() -> None:
    text = HEAD + '[shootout]\nwinners = 2\nstacks = "carried"\n' + LEVELS
    structure = loads(text)
    assert structure.shootout == Shootout(winners=2, stacks="carried")
    assert loads(dumps(structure)) == structure
    plain = loads(HEAD + "[shootout]\n" + LEVELS)
    assert plain.shootout == Shootout()
    assert loads(dumps(plain)) == plain


def test_a_bracket_is_read_and_written() -> None:
    structure = loads(HEAD.replace("6", "2") + '[bracket]\ndraw = "seeded"\n' + LEVELS)
    assert structure.bracket == Bracket(draw="seeded")
    assert loads(dumps(structure)) == structure


@pytest.mark.parametrize(
    ("middle", "said"),
    [
        ("[shootout]\nwinners = 0\n", "shootout: winners is 0: expected how many players go through from each table"),
        ("[shootout]\nwinners = 6\n", "winners is 6 at tables of 6: expected fewer winners than seats"),
        ('[shootout]\nstacks = "frsh"\n', "did you mean 'fresh'"),
        ('[shootout]\nplaces = "luck"\n', "expected 'round', 'table' or 'time'"),
        ("[shootout]\nwiners = 1\n", "did you mean 'winners'"),
        ("late_reg_levels = 1\n[shootout]\n", "late_reg_levels has no meaning in a shootout"),
        ("final_table_size = 6\n[shootout]\n", "final_table_size has no meaning in a shootout"),
        ("redraw_at_tables = [2]\n[shootout]\n", "redraw_at_tables has no meaning in a shootout"),
        ("[shootout]\n[payouts]\nseats = 3\n", "a shootout has one winner, and a satellite ends with several"),
        ("[bracket]\n", "seats is 6: expected 2, since a bracket is played heads-up"),
        ("[bracket]\n[shootout]\n", "an event is a shootout or a bracket"),
        ("[shootout]\n[rebuy]\nuntil_level = 1\ncost = 1\nchips = 9\n", "rebuy has no meaning in a shootout"),
    ],
)
def test_what_does_not_fit_is_refused(middle: str, said: str) -> None:
    with pytest.raises(BadStructure) as refused:
        read(middle)
    assert said in str(refused.value)


def test_rounds_of_a_shootout() -> None:
    assert round_sizes(81, 9, 1) == [(9,) * 9, (9,)]
    assert round_sizes(20, 9, 1) == [(7, 7, 6), (3,)]
    assert round_sizes(9, 9, 1) == [(9,)]
    assert round_sizes(7, 6, 3) == [(4, 3), (5,)], "never all of a table go through"


def test_rounds_of_a_bracket() -> None:
    structure = loads(HEAD.replace("6", "2") + "[bracket]\n" + LEVELS)
    assert [len(tables) for tables in tables_by_round(structure, 45)] == [13, 16, 8, 4, 2, 1]
    assert [len(tables) for tables in tables_by_round(structure, 2)] == [1]
    assert [bracket_size(entrants) for entrants in (2, 3, 4, 5, 64, 65)] == [2, 4, 4, 8, 64, 128]
