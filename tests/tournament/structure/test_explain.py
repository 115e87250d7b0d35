"""What a structure means in plain words."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.explain import duration, explain, take_up_line
from bigslick.tournament.structure.files import load, presets
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure


def test_s0_for_nine() -> None:
    assert explain(load("s0"), 9) == [
        "S0: ten levels by hands: no-limit hold'em, 10 seats a table.",
        "9 entrants draw seats at one table, with 1,000 chips each (50 big blinds): 9,000 chips in play.",
        "10 levels of 5 to 10 hands, from 10/20 to 500/1,000, ante 100; the last level never ends. "
        "Every player pays the ante from level 3 on.",
        "Levels change after 10, 20, 30, 38, 46, 52, 58, 63, 68 hands; all tables play one hand a round.",
        "The prize pool is 900.",
        "The winner takes all.",
        "The first button is drawn among the players; the button moves to the next player.",
        "It ends when one player has every chip: probably in levels 5 to 10, after 43 to 71 hands at each table "
        "(about 1 h 15 min to 2 h 15 min).",
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
    assert lines[-1].endswith(" That counts 60 entrants and 55 % more chips from re-entries, rebuys and add-ons.")


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
    assert (
        "Rebuys of 1,000 chips for 10 through level 1, any number of times; everyone is expected to take one." in lines
    )
    assert "One add-on of 2,000 chips for 5 when level 1 ends; everyone is expected to take it." in lines


def money(**more: Any) -> list[str]:
    levels = (Level(small=5, big=10, hands=10), Level(small=100, big=200, hands=10))
    return explain(Structure(seats=9, starting_stack=1000, entrants=18, buy_in=10, levels=levels, **more))


SPLIT = "Players who split the last pot of a busted player split the bounty, and the winner keeps their own."


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"guarantee": 500}, "The guarantee is 500: the house adds 320 for 18 entrants."),
        ({"guarantee": 100}, "The guarantee is 100: the buy-ins cover it."),
        (
            {"payouts": Payouts(seats=3, seat_name="Main Event")},
            "It is a satellite: 3 Main Event seats worth 60 each.",
        ),
        (
            {"bounty": Bounty(amount=5)},
            f"Every entry pays 5 for the bounty on its head, which the player who knocks it out wins. {SPLIT}",
        ),
        (
            {"bounty": Bounty(amount=5, kind="progressive")},
            "Every entry pays 5 for the bounty on its head. A player who knocks it out puts 50 % of it on their own "
            f"head and cashes the rest. {SPLIT}",
        ),
        (
            {"bounty": Bounty(amount=5, kind="mystery", top_percent=(Decimal("20"), Decimal("7.5")), from_players=9)},
            "Every entry pays 5 for mystery bounties. They begin when 9 players are left: one envelope for each, and "
            f"every knockout draws one. The largest hold 20 %, 7.5 % of the money, the others share the rest. {SPLIT}",
        ),
        (
            {"late_reg_levels": 1, "reentry_limit": 1, "reentry_take_up_percent": Decimal("62.5")},
            "Late entries get a full stack through level 1; one re-entry allowed; 62.5 of a hundred players are "
            "expected to take it.",
        ),
        (
            {"rebuy": Rebuy(until_level=1, cost=10, chips=1000, limit=2, at_most=1000, take_up_percent=Decimal(30))},
            "Rebuys of 1,000 chips for 10 through level 1, at most 2 times, also while holding at most 1,000; 30 of a "
            "hundred players are expected to take one.",
        ),
        (
            {"addon": AddOn(until_level=1, cost=5, chips=2000, take_up_percent=Decimal(0))},
            "One add-on of 2,000 chips for 5 when level 1 ends; 0 of a hundred players are expected to take it.",
        ),
    ],
)
def test_what_moves_money_is_explained(more: dict[str, Any], line: str) -> None:
    assert line in money(**more)


@pytest.mark.parametrize(
    ("redraws", "said"),
    [
        ((1,), "Players draw new seats there."),
        ((3, 1), "Players draw new seats there, and when 3 tables are left."),
        ((2, 3), "Players draw new seats when 3 and 2 tables are left."),
        ((), "Players keep their seats."),
    ],
)
@pytest.mark.parametrize("entrants", [8, 40])
def test_the_final_table_says_whether_it_is_drawn(redraws: tuple[int, ...], said: str, entrants: int) -> None:
    """A field of eight starts at one table and plays down to a final table of six."""
    levels = (Level(small=5, big=10, hands=10), Level(small=100, big=200))
    structure = Structure(
        seats=9, starting_stack=1000, entrants=entrants, levels=levels, final_table_size=6, redraw_at_tables=redraws
    )
    assert f"The final table begins with 6 players. {said}" in explain(structure)


def test_levels_that_stop_too_early_are_pointed_out() -> None:
    structure = Structure(seats=2, starting_stack=1000, entrants=2, levels=(Level(small=1, big=2),))
    assert explain(structure)[-2:] == [
        "It ends when one player has every chip: probably in level 1, after 3,859 to 34,723 hands at each table (about "
        "75 h to 675 h 15 min).",
        "Warning: The blinds stop rising at 1/2 with 2,000 chips in play: the last two players will have 500 big "
        "blinds each and need about 12,000 hands. Add levels up to a big blind of about 40.",
    ]


def test_an_event_without_an_end_is_not_given_a_length() -> None:
    structure = Structure(seats=6, starting_stack=10**9, entrants=12, levels=(Level(small=1, big=2),))
    lines = explain(structure)
    assert lines[-1].startswith(
        "Warning: This event cannot end: the last level is 1/2 with 12,000,000,000 chips in play"
    )
    assert not any("It ends when" in line for line in lines)


@pytest.mark.parametrize("name", presets())
@pytest.mark.parametrize("entrants", [20, 57, 1000, 100_000])
def test_every_preset_is_explained_for_any_field(name: str, entrants: int) -> None:
    lines = explain(load(name), entrants)
    assert all(line.endswith(".") and "\n" not in line for line in lines)


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


def test_the_take_up_is_said_of_all_that_is_for_sale() -> None:
    bare = load("s0")
    assert take_up_line(bare) == ""
    again = msgspec.structs.replace(bare, late_reg_levels=1, reentry_limit=1)
    assert take_up_line(again) == "Of the players who can, 100 % re-enter, unless their bot decides."
    assert take_up_line(again, reentries=False) == ""
    rebuy = Rebuy(until_level=1, cost=10, chips=1000, take_up_percent=Decimal("62.5"))
    both = msgspec.structs.replace(again, rebuy=rebuy, addon=AddOn(until_level=1, cost=5, chips=2000))
    assert take_up_line(both) == (
        "Of the players who can, 100 % re-enter, 62.5 % rebuy and 100 % add on, unless their bot decides."
    )
