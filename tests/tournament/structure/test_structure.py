"""Structures: which can run, which are refused and why, and the director's queries."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from bigslick.rules import Rules
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import AddOn, HandPace, Rebuy, Structure

LEVELS = (Level(small=10, big=20, hands=10), Level(small=20, big=40, hands=10), Level(small=30, big=60))


def structure(**changes: Any) -> Structure:
    values: dict[str, Any] = {"seats": 9, "starting_stack": 1000, "levels": LEVELS}
    return Structure(**values | changes)


def test_the_defaults_are_those_of_the_rules() -> None:
    """rules.md, parts 1, 4 and 5."""
    found = structure()
    assert found.rules == Rules.tournament()
    assert (found.balance_max_diff, found.halt_deficit, found.halt_trigger) == (1, 3, "immediate")
    assert (found.break_order, found.redraw_at_tables) == ("highest_id_first", (1,))
    assert (found.late_reg_levels, found.reentry_limit, found.rebuy, found.addon) == (0, 0, None, None)
    assert (found.hand_for_hand, found.h4h_margin, found.h4h_seconds) == (True, 1, 120)
    assert (found.simultaneous_bust_rule, found.initial_button) == ("h4h_tie", "random")
    assert (found.final_table, structure(seats=6).final_table, structure(final_table_size=6).final_table) == (9, 7, 6)


def test_the_field_is_a_number_or_names() -> None:
    assert structure().field == 0
    assert structure(entrants=12).names[-1] == "Player 12"
    named = structure(entries=("Ann", "Bob", "Cy"))
    assert (named.field, named.names) == (3, ("Ann", "Bob", "Cy"))
    assert structure().with_entrants(40).field == 40
    with pytest.raises(BadStructure, match="entrants is 4 and 3 entries are named"):
        named.with_entrants(4)


def test_the_pool_is_what_was_paid_in_without_the_fees() -> None:
    found = structure(
        entrants=20,
        buy_in=100,
        fee=10,
        late_reg_levels=1,
        reentry_limit=1,
        rebuy=Rebuy(until_level=1, cost=50, chips=1000),
        addon=AddOn(until_level=2, cost=30, chips=1500),
        payouts=Payouts(percent=(Decimal(60), Decimal(40))),
    )
    assert found.pool(25, rebuys=4, addons=3) == 2500 + 200 + 90
    assert found.prizes(25, 4, 3) == [1674, 1116]
    assert found.places_paid(25) == 2
    assert found.ends_at(25) == 1
    assert found.open_field


def test_the_house_adds_what_is_missing_to_the_guarantee() -> None:
    found = structure(entrants=20, buy_in=100, guarantee=3000, payouts=Payouts(percent=(Decimal(60), Decimal(40))))
    assert (found.pool(20), found.overlay(20), found.prizes(20)) == (3000, 1000, [1800, 1200])
    assert (found.pool(31), found.overlay(31)) == (3100, 0)
    fixed = structure(entrants=20, buy_in=100, guarantee=3000, payouts=Payouts(amounts=(2000, 1000)))
    assert (fixed.pool(20), fixed.overlay(20)) == (3000, 1000)
    seats = structure(entrants=20, buy_in=100, guarantee=3000, payouts=Payouts(seat_price=1000, seat_name="Sunday"))
    assert seats.ends_at(20) == 3
    freeroll = structure(entrants=3, payouts=Payouts(amounts=(50, 30)))
    assert freeroll.overlay(3) == 80


def test_amounts_are_the_pool_whatever_is_paid_in() -> None:
    found = structure(entrants=3, payouts=Payouts(amounts=(50, 30, 20)))
    assert found.pool(3) == 100
    assert found.prizes(3) == [50, 30, 20]


def test_an_event_without_money_has_no_prizes_but_places() -> None:
    found = structure(entrants=9)
    assert (found.pool(9), found.prizes(9), found.places_paid(9)) == (0, [], 1)


def test_a_satellite_ends_with_as_many_players_as_seats() -> None:
    assert structure(entrants=40, buy_in=10, payouts=Payouts(seats=4)).ends_at(40) == 4
    assert structure(entrants=40, buy_in=10, payouts=Payouts(seat_price=150)).ends_at(40) == 2


def test_a_hand_takes_time_by_its_actions() -> None:
    assert HandPace(seconds_per_hand=20, seconds_per_action=5).hand(8) == 60


def test_a_structure_survives_being_saved() -> None:
    found = structure(payouts=Payouts(paid_percent=Decimal("12.5")), entries=("Ann", "Bob"), break_order="random")
    assert msgspec.json.decode(msgspec.json.encode(found), type=Structure) == found
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Structure) == found


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"seats": 1}, "seats", "seats is 1: expected seats at a table, a whole number from 2 to 10"),
        ({"seats": 11}, "seats", "seats is 11: expected"),
        ({"seats": "nine"}, "seats", "seats is 'nine'"),
        ({"starting_stack": 1000.0}, "starting_stack", "starting_stack is 1000.0: expected"),
        ({"starting_stack": 0}, "starting_stack", "starting_stack is 0"),
        ({"name": ""}, "name", "expected one line"),
        ({"name": "two\nlines"}, "name", "expected one line"),
        ({"entrants": 1}, "entrants", "one entrant has no one to play"),
        ({"entrants": 10**6, "starting_stack": 10**12}, "starting_stack", "the most bigslick can count"),
        (
            {"entries": ("Ann", "Bob", "Ann")},
            "entries[2]",
            "'Ann' appears twice, as entry 1 and entry 3",
        ),
        ({"entries": ("Ann", "ann ")}, "entries[1]", "appears twice"),
        ({"entries": ("Ann", "")}, "entries[1]", "entry 2 is ''"),
        ({"entries": ("Ann", "Bob"), "entrants": 3}, "entrants", "expected the same number"),
        ({"levels": LEVELS[::-1]}, "levels[1].big", "level 2 is out of order"),
        ({"levels": ()}, "levels", "no levels"),
        ({"breaks": (Break(after=3, seconds=60),)}, "breaks[0].after", "never comes"),
        ({"final_table_size": 11}, "final_table_size", "final_table_size is 11: expected players at the final table"),
        (
            {"seats": 6, "final_table_size": 8},
            "final_table_size",
            "tables have 6 seats: expected at most one player more than a table has seats, 7",
        ),
        ({"balance_max_diff": 0}, "balance_max_diff", "balance_max_diff is 0"),
        ({"balance_max_diff": 3}, "halt_deficit", "a table would wait for players who never move"),
        ({"halt_trigger": "imediate"}, "halt_trigger", "did you mean 'immediate'?"),
        (
            {"break_order": "alphabet"},
            "break_order",
            "expected 'highest_id_first', 'fewest_players', 'list' or 'random'",
        ),
        ({"break_order": "list"}, "break_order", "expected both or neither"),
        ({"break_list": (1,)}, "break_list", "expected both or neither"),
        ({"redraw_at_tables": (2, 2)}, "redraw_at_tables[1]", "has 2 twice"),
        ({"redraw_at_tables": (0,)}, "redraw_at_tables[0]", "redraw_at_tables[0] is 0"),
        ({"hand_for_hand": 1}, "hand_for_hand", "expected true or false"),
        ({"h4h_margin": 0}, "h4h_margin", "h4h_margin is 0"),
        ({"simultaneous_bust_rule": "coin"}, "simultaneous_bust_rule", "expected 'h4h_tie' or 'by_stack'"),
        ({"initial_button": 9}, "initial_button", "or a seat from 0 to 8"),
        ({"initial_button": "randm"}, "initial_button", "did you mean 'random'?"),
        ({"late_reg_levels": 4}, "late_reg_levels", "late_reg_levels is 4"),
        ({"late_reg_levels": 3}, "late_reg_levels", "registration would never close; expected at most 2"),
        (
            {"rebuy": Rebuy(until_level=3, cost=1, chips=1)},
            "rebuy.until_level",
            "the last level, which never ends",
        ),
        ({"addon": AddOn(until_level=3, cost=1, chips=1)}, "addon.until_level", "expected at most 2"),
        ({"reentry_limit": 1}, "reentry_limit", "needs late registration"),
        ({"rebuy": Rebuy(until_level=4, cost=1, chips=1)}, "rebuy.until_level", "the last level is 3"),
        ({"buy_in": -5}, "buy_in", "buy_in is -5"),
        ({"rules": Rules(odd_chip_unit=5000)}, "rules.odd_chip_unit", "the smallest chip"),
        (
            {"entrants": 2, "payouts": Payouts(percent=(Decimal(50), Decimal(30), Decimal(20)))},
            "payouts.percent",
            "3 places are paid but only 2 players enter",
        ),
        (
            {"entrants": 2, "buy_in": 10, "payouts": Payouts(amounts=(30,))},
            "payouts.amounts",
            "the amounts add up to 30, 150.0 % of the pool: expected 20",
        ),
        (
            {"entrants": 2, "buy_in": 10, "late_reg_levels": 1, "payouts": Payouts(amounts=(20,))},
            "payouts.amounts",
            "fit one pool only",
        ),
        (
            {
                "entrants": 2,
                "rebuy": Rebuy(until_level=1, cost=5, chips=10),
                "payouts": Payouts(amounts=(20,)),
            },
            "payouts.amounts",
            "fit one pool only",
        ),
        (
            {"entrants": 2, "buy_in": 10, "guarantee": 50, "payouts": Payouts(amounts=(20,))},
            "payouts.amounts",
            "the amounts add up to 20, 40.0 % of the pool: expected 50, the guarantee",
        ),
        ({"guarantee": -1}, "guarantee", "guarantee is -1: expected the least the prize pool is worth"),
        ({"bounty": 5}, "bounty", "bounty is 5: expected a Bounty"),
        ({"entrants": 5, "buy_in": 10, "payouts": Payouts(seats=5)}, "payouts.seats", "leave nothing to play for"),
        (
            {"entrants": 5, "buy_in": 10, "payouts": Payouts(seat_price=51)},
            "payouts.seat_price",
            "does not buy one",
        ),
        ({"entrants": 5, "payouts": Payouts(seat_price=51)}, "payouts.seat_price", "does not buy one"),
    ],
)
def test_what_cannot_be_run_is_refused(changes: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(BadStructure) as refused:
        structure(**changes)
    assert refused.value.field == field
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_structure_reads_as_a_line_and_as_its_explanation() -> None:
    made = Structure(
        name="A & B",
        seats=6,
        starting_stack=1000,
        entrants=12,
        levels=(Level(small=5, big=10, hands=5), Level(small=10, big=20, ante=20)),
    )
    assert repr(made) == (
        "<Structure 'A & B': 12 entrants, 6 seats a table, 1,000 chips, 2 levels from 5/10 to 10/20, ante 20>"
    )
    assert made._repr_html_().startswith("<p>A &amp; B: no-limit hold&#x27;em, 6 seats a table.</p>")
