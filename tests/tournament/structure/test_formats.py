"""Formats in a structure: which options go together, which are refused, and how they are written."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bigslick.tournament.structure.files import dumps, loads
from bigslick.tournament.structure.formats import (
    Bracket,
    Day,
    Flights,
    Shootout,
    bracket_size,
    flight_name,
    round_sizes,
    tables_by_round,
)
from bigslick.tournament.structure.problems import BadStructure

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


DAY = "[[days]]\nuntil_level = 1\n"


@pytest.mark.parametrize(
    ("middle", "said"),
    [
        ("[[days]]\n", "line 4: day 1: the day has no end: expected one of until_level, until_players"),
        ("[[days]]\nuntil_level = 1\nuntil_players = 9\n", "until_level and until_players exclude each other"),
        ("[[days]]\nuntil_level = 3\n", "day 1 ends with level 3: expected a level from 1 to 2"),
        (DAY + DAY, "day 2 ends with level 1: expected a level from 2 to 2"),
        ("[[days]]\nuntil_players = 9\n[[days]]\nuntil_players = 9\n", "day 2 ends with 9 players and the day before"),
        (DAY + "[[days]]\nuntil_percent = 9\n", "until_percent is for day one"),
        ("[flights]\ncount = 2\n", "flights need a day one that ends: expected [[days]] too"),
        (DAY + "[flights]\n", "flights needs 'count'"),
        (DAY + "[flights]\ncount = 1\n", "flights: count is 1: expected how many flights are played"),
        (DAY + "[flights]\ncount = 3\nshares = [1, 2]\n", "shares has 2 numbers for 3 flights"),
        (DAY + "[flights]\ncount = 20\n", "30 entrants make a flight of 1: expected at least 2 in each"),
        (DAY + '[flights]\ncount = 2\nbags = "bst"\n', "did you mean 'best'"),
        (DAY + "[flights]\ncount = 2\nagain_below = 50\n", "again_below needs a second bag to be allowed"),
        ("late_reg_levels = 2\n" + DAY, "late_reg_levels is 2, and day one ends with level 1"),
        (DAY + "[shootout]\n", "days has no meaning in a shootout"),
        (
            "buy_in = 10\n" + DAY + '[bounty]\nkind = "knockout"\namount = 5\n[flights]\ncount = 2\nbags = "best"\n',
            "no one wins the chips of no-shows and of further bags",
        ),
    ],
)
def test_days_that_do_not_fit_are_refused(middle: str, said: str) -> None:
    with pytest.raises(BadStructure) as refused:
        read(middle)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("middle", "said"),
    [
        ("[no_shows]\npercent = 5\n", "no_shows needs 'remove_after_level'"),
        ("[no_shows]\nremove_after_level = 1\n", "expected either percent or players"),
        ("[no_shows]\nremove_after_level = 3\npercent = 5\n", "level 3 is the last and never ends: expected at most 2"),
        ("[no_shows]\nremove_after_level = 1\npercent = 98\n", "29 of 30 entrants do not come"),
        ("[no_shows]\nremove_after_level = 1\npercent = 0\n", "percent is 0: expected a percentage above 0"),
        ('[no_shows]\nremove_after_level = 1\nplayers = ["Playr 1"]\n', "'Playr 1' is not an entrant"),
        ("[no_shows]\nremove_after_level = 1\npercent = 5\n[shootout]\n", "no_shows has no meaning in a shootout"),
    ],
)
def test_no_shows_that_do_not_fit_are_refused(middle: str, said: str) -> None:
    with pytest.raises(BadStructure) as refused:
        read(middle)
    assert said in str(refused.value)


def test_no_shows_are_read_and_written() -> None:
    for part in ("percent = 2.5", 'players = ["Player 3"]'):
        structure = loads(HEAD + f"[no_shows]\nremove_after_level = 1\n{part}\n" + LEVELS)
        assert loads(dumps(structure)) == structure


def test_days_and_flights_are_read_and_written() -> None:
    structure = loads(
        HEAD + "[[days]]\nuntil_percent = 12.5\n[flights]\ncount = 2\nshares = [1, 2]\nreenter = false\n" + LEVELS
    )
    assert structure.days == (Day(until_percent=Decimal("12.5")),)
    assert structure.flights == Flights(count=2, shares=(1, 2), reenter=False)
    assert loads(dumps(structure)) == structure


def test_entrants_divide_over_flights() -> None:
    assert Flights(count=3).sizes(31) == (11, 10, 10)
    assert Flights(count=3, shares=(1, 1, 2)).sizes(10) == (2, 3, 5)
    assert [flight_name(place) for place in (0, 1, 25)] == ["1A", "1B", "1Z"]


def test_a_percentage_is_rounded_to_the_nearest() -> None:
    day = Day(until_percent=Decimal("12.5"))
    assert [day.target(entries) for entries in (1, 8, 100, 300)] == [1, 1, 13, 38]


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


def test_the_kind_of_a_levels_ante_is_read_and_written() -> None:
    text = HEAD + LEVELS.replace("hands = 5\n", 'hands = 5\nante = 5\nante_kind = "per_player"\n', 1)
    structure = loads(text)
    assert structure.levels[0].ante_kind == "per_player"
    assert structure.rules_at(1).ante == "per_player"
    assert structure.rules_at(2) == structure.rules_at(9) == structure.rules
    assert loads(dumps(structure)) == structure
