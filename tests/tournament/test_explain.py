"""What a structure means in plain words."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.tournament.explain import duration, estimate, explain
from bigslick.tournament.files import load, presets
from bigslick.tournament.levels import Level
from bigslick.tournament.structure import AddOn, Rebuy, Structure


def test_seed_000_for_nine() -> None:
    assert explain(load("s0"), 9) == [
        "S0: ten levels by hands: no-limit hold'em, 10 seats a table.",
        "9 entrants draw seats at one table, with 1,000 chips each (50 big blinds): 9,000 chips in play.",
        "10 levels of 5 to 10 hands, from 10/20 to 500/1,000, ante 100; the last level never ends. "
        "Every player pays the ante from level 3 on.",
        "Levels change after 10, 20, 30, 38, 46, 52, 58, 63, 68 hands; all tables play one hand a round.",
        "The prize pool is 900.",
        "The winner takes all.",
        "The first button is drawn among the players; the button moves to the next player.",
        "It ends when one player has every chip: probably in levels 6 to 10, after 48 to 70 hands at each table.",
    ]


def test_an_open_field_is_explained_by_an_example() -> None:
    lines = explain(load("turbo-6"))
    assert lines[1] == "The number of entrants is open; these lines take 60 as an example."
    assert lines[2].startswith("60 entrants draw seats at 10 tables of 6, with 5,000 chips each (50 big blinds)")
    assert (
        "From 9 players until 8 are left, all tables start each hand together (hand for hand); players who bust at "
        "different tables in the same hand tie." in lines
    )
    assert "The final table begins with 7 players. Players draw new seats there." in lines
    assert "That counts the first 60 entries;" in lines[-1]


def test_a_final_table_that_the_structure_leaves_open_is_called_the_default() -> None:
    lines = explain(msgspec.structs.replace(load("turbo-6"), final_table_size=None))
    assert "The final table begins with 7 players, the default for tables of 6. Players draw new seats there." in lines


def test_a_satellite_says_when_it_ends() -> None:
    lines = explain(load("satellite"), 57)
    assert "It is a satellite: 5 equal prizes of 1,000, and 700 for place 6." in lines
    assert lines[-1].startswith("It ends when 5 players are left: probably in levels ")


def test_rebuys_and_add_ons_are_told() -> None:
    structure = Structure(
        seats=9,
        starting_stack=1000,
        entrants=18,
        buy_in=10,
        levels=(Level(small=5, big=10, hands=10), Level(small=100, big=200, hands=10)),
        rebuy=Rebuy(until_level=1, cost=10, chips=1000),
        addon=AddOn(until_level=1, cost=5, chips=2000),
    )
    lines = explain(structure)
    assert "Rebuys of 1,000 chips for 10 through level 1, any number of times." in lines
    assert "One add-on of 2,000 chips for 5 when level 1 ends." in lines


def test_levels_that_stop_too_early_are_pointed_out() -> None:
    structure = Structure(seats=2, starting_stack=1000, entrants=2, levels=(Level(small=1, big=2),))
    assert explain(structure)[-1] == (
        "It ends when one player has every chip: probably in level 1, after 278 to 1,111 hands at each table. "
        "Much of it plays at the last level: more levels would shorten it."
    )


@pytest.mark.parametrize("name", presets())
@pytest.mark.parametrize("entrants", [20, 57, 1000, 100_000])
def test_every_preset_is_explained_for_any_field(name: str, entrants: int) -> None:
    structure = load(name)
    lines = explain(structure, entrants)
    assert all(line.endswith(".") and "\n" not in line for line in lines)
    guess = estimate(structure, entrants)
    assert 1 <= guess.first_level <= guess.last_level <= len(structure.levels)
    assert 0 < guess.first <= guess.last


def test_times_for_people() -> None:
    assert [duration(seconds) for seconds in (0, 59, 60, 3600, 5430)] == [
        "0 s",
        "59 s",
        "1 min",
        "1 h",
        "1 h 30 min 30 s",
    ]


def test_a_level_may_change_who_pays_the_ante() -> None:
    kinds = ("per_player", "big_blind", "big_blind")
    rows = tuple(Level(small=10, big=20, ante=5, ante_kind=kind, hands=5) for kind in kinds)  # type: ignore[arg-type]
    plan = Structure(seats=6, starting_stack=1000, entrants=6, levels=(*rows, Level(small=50, big=100)))
    assert explain(plan)[2].endswith(
        "Every player pays the ante. The big blind pays the ante for the table from level 2 on. There is no ante from "
        "level 4 on."
    )
