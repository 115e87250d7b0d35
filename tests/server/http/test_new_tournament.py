"""The tournament that a player asks for: which structure it has, and what is refused with its place."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest

from bigslick.protocol.settings import BadSettings
from bigslick.server.http.new_tournament import StructureDraft, structure_of, structures
from bigslick.tournament.structure.files import from_keys, keys_of, load, presets, read_text
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import Structure

TEXT = """\
name = "Sunday"
seats = 8
starting_stack = 20_000
buy_in = 100

[[levels]]
small = 100
big = 200
minutes = 20

[[levels]]
small = 200
big = 400
"""


def drafted(**keys: Any) -> Structure:
    return structure_of(StructureDraft(**keys))


@pytest.mark.parametrize("name", presets())
def test_a_preset_its_text_and_its_keys_are_the_same_structure(name: str) -> None:
    text = read_text(name)
    assert drafted(structure=name) == drafted(structure=text) == drafted(structure=keys_of(text)) == load(name)


def test_values_beside_take_the_place_of_the_structures() -> None:
    beside = {"entrants": 18, "seats": 8, "starting_stack": 3_000, "buy_in": 20, "fee": 3, "reentry_limit": 2}
    found = drafted(structure="deep-9", **beside)
    assert {key: getattr(found, key) for key in beside} == beside
    assert found.levels == load("deep-9").levels
    assert structure_of(StructureDraft(structure="deep-9", entrants=18), "Mine").name == "Mine"
    assert {level.seconds for level in drafted(structure=TEXT, level_minutes=7).levels} == {420}


def test_without_a_structure_it_is_a_sit_and_go() -> None:
    found = drafted()
    assert (found.entrants, found.seats, found.starting_stack, found.buy_in) == (6, 6, 1_500, 100)
    assert [level.seconds for level in found.levels] == [300] * len(found.levels)
    assert drafted(entrants=13).payouts.percent == tuple(map(Decimal, (45, 27, 18, 10)))


def test_the_cards_open_what_they_show() -> None:
    cards = structures()
    assert [card.structure for card in cards] == ["", *presets()]
    for card in cards:
        if card.structure:
            assert drafted(structure=card.text) == load(card.structure)
    assert (cards[0].entrants, cards[0].level_minutes) == (6, 5)
    assert drafted(structure=cards[0].text).levels == drafted().levels


def test_every_problem_of_a_text_is_named_with_its_line() -> None:
    wrong = (
        TEXT.replace("big = 400", "big = 40").replace("seats = 8", "seets = 8").replace("minutes = 20", "minutes = 0")
    )
    with pytest.raises(BadStructure) as refused:
        drafted(structure=wrong)
    found = [(bad.line, bad.field) for bad in (refused.value, *refused.value.others)]
    assert found == [(2, "seets"), (9, "levels[0].minutes"), (12, "levels[1].small"), (0, "")]
    assert refused.value.others[-1].sentence == "the structure needs 'seats'"


def test_a_value_beside_is_at_fault_without_a_line() -> None:
    with pytest.raises(BadStructure) as refused:
        drafted(structure=TEXT, starting_stack=200, late_reg_levels=900)
    assert (refused.value.line, refused.value.field) == (0, "late_reg_levels")


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"structure": "deep-99"}, "There is no structure 'deep-99': expected one of deep-9, flights"),
        ({"structure": TEXT + "guarantee = 5"}, "'guarantee' in level 2 is not a key"),
        (
            {"structure": "guarantee = 5000\n" + TEXT},
            "The house adds no money",
        ),
        ({"structure": TEXT + "[payouts]\namounts = [9]"}, "leave payouts.amounts out"),
        (
            {"structure": TEXT + "[addon]\nuntil_level = 1\nchips = 1\ncost = 1_000_001"},
            "addon.cost is 1,000,001: expected",
        ),
        ({"structure": "s0", "level_minutes": 5}, "last hands, not minutes: leave level_minutes out"),
        ({"structure": "= = ="}, "not TOML: Invalid statement in column 1"),
        ({"structure": "a = " + "[" * 5_000}, "this TOML cannot be read"),
        ({"structure": TEXT.replace("8", "1e999999999")}, "seats is 1E+999999999"),
        ({"structure": {"seats": 9}}, "the structure needs 'starting_stack'"),
        ({"structure": {"seats": None, "starting_stack": [], "levels": "x"}}, "levels is 'x': expected a list"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(keys: dict[str, Any], why: str) -> None:
    with pytest.raises((BadStructure, BadSettings)) as refused:
        drafted(**keys)
    assert why in refused.value.sentence


def test_no_document_does_more_than_be_refused() -> None:
    """Values of other kinds, in any place of every preset, as JSON can have them."""
    chance = random.Random(7)
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        10**30,
        Decimal("1e999"),
        Decimal("0.1"),
        "",
        "x",
        [],
        [[]],
        [None],
        {},
        {"": 1},
    ]

    def spoil(value: Any) -> Any:
        if chance.random() < 0.02:
            return chance.choice(odd)
        if isinstance(value, dict):
            return {key: spoil(part) for key, part in value.items()}
        return [spoil(part) for part in value] if isinstance(value, list) else value

    made, said = 0, list[str]()
    for _ in range(40):
        for name in presets():
            try:
                from_keys({key: spoil(value) for key, value in keys_of(read_text(name)).items()})
                made += 1
            except BadStructure as bad:
                said += [bad.sentence, *(other.sentence for other in bad.others)]
    assert 0 < made < 360
    assert all(said)
