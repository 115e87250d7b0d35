"""The rulings between hands: all of the shared file, and what is said when one is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bigslick.tournament.rulings  # noqa: F401 - adds the types
from bigslick.history.rulings import Verdict, check_rulings

TYPES = {"button", "balance", "table_plan", "ranking", "levels_by_hands", "levels_by_time"}

QUESTIONS = {"hand", "hand_start_clock_s"}


def judge(case: dict[str, Any]) -> Verdict:
    (verdict,) = check_rulings(json.dumps({"cases": [{"id": "X", "area": "test"} | case]}))
    return verdict


def shared_cases(shared: Path) -> list[dict[str, Any]]:
    cases = json.loads((shared / "rulings" / "rulings.json").read_text())["cases"]
    return [case for case in cases if case["type"] in TYPES]


def test_every_shared_case_between_hands_passes(shared: Path) -> None:
    cases = shared_cases(shared)
    assert {case["type"] for case in cases} == TYPES
    verdicts = list(check_rulings(json.dumps({"cases": cases})))
    assert [verdict for verdict in verdicts if not verdict.ok] == []
    assert len(verdicts) == len(cases)


def changed(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [changed(value[0]), *value[1:]] if value else [0]
    return {} if value is None else value


def expectations(case: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Every value that a case expects, as the table and the key it stands under."""
    found: list[tuple[dict[str, Any], str]] = []

    def walk(part: Any) -> None:
        if isinstance(part, list):
            for item in part:
                walk(item)
        elif isinstance(part, dict):
            for key, value in part.items():
                if isinstance(value, dict):
                    walk(value)
                elif key not in QUESTIONS and isinstance(value, bool | int | list):
                    found.append((part, key))

    walk(case.get("expected", case.get("expected_hands")))
    return found


def test_every_field_of_every_shared_case_is_read(shared: Path) -> None:
    """A case in which any one expectation is changed must fail."""
    for case in shared_cases(shared):
        for table, key in expectations(case):
            right = table[key]
            table[key] = changed(right)
            assert not judge(case).ok, (case["id"], key)
            table[key] = right
        assert judge(case).ok


def test_a_newcomer_between_button_and_small_blind_waits_tda_8_a() -> None:
    case = {
        "type": "button",
        "table_size": 9,
        "initial": {"occupied": [0, 3, 5, 7], "button": 0, "sb_position": 3, "bb": 5},
        "events_between_hands": [{"in": [4]}, {}],
        "expected_hands": [
            {"hand": 2, "button": 3, "sb_position": 5, "bb": 7, "not_dealt_in": [4], "occupied": [0, 3, 4, 5, 7]},
            {"hand": 3, "button": 5, "sb_position": 7, "bb": 0, "not_dealt_in": []},
        ],
    }
    assert judge(case) == Verdict("X", "test", True)


def test_the_moving_button_can_be_ruled_on_too() -> None:
    case = {
        "type": "button",
        "table_size": 6,
        "initial": {"occupied": [0, 1, 2, 3], "button": 0},
        "events_between_hands": [{"out": [1]}],
        "options": {"button_rule": "moving_simple"},
        "expected_hands": [
            {"hand": 1, "button": 0, "sb_posts": 1, "bb": 2},
            {"hand": 2, "button": 2, "sb_posts": 3, "bb": 0},
        ],
    }
    assert judge(case) == Verdict("X", "test", True)


def test_levels_by_hands_may_be_a_list_whose_last_level_stays() -> None:
    rows = [{"hand": 10, "level": 1}, {"hand": 11, "level": 2}, {"hand": 900, "level": 3}]
    assert judge({"type": "levels_by_hands", "hands_per_level": [10, 8, 5], "expected": rows}).ok


BUTTON: dict[str, Any] = {
    "type": "button",
    "table_size": 6,
    "initial": {"occupied": [0, 1, 2], "button": 0, "sb_position": 1, "bb": 2},
    "events_between_hands": [],
    "expected_hands": [],
}
TABLE = {"id": 1, "occupied": [0, 1], "last_button": 0, "last_sb_position": 0, "last_bb": 1}


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (BUTTON | {"table_size": 11}, "a table of 11 seats: expected 2 to 10"),
        (BUTTON | {"events_between_hands": [{"out": [4]}]}, "before hand 2 seats [4] leave, but nobody sits there"),
        (BUTTON | {"events_between_hands": [{"in": [1]}]}, "before hand 2 somebody takes seats [1], which are taken"),
        (BUTTON | {"events_between_hands": [{"out": [0, 1]}]}, "a hand needs two players"),
        (BUTTON | {"events_between_hands": [{"in": [6]}]}, "seat 6 is not at a table of 6: expected 0 to 5"),
        (BUTTON | {"expected_hands": [{"hand": 2}]}, "hand 2 is never played: the case has 1 hands"),
        (BUTTON | {"expected_hands": [{"hand": 1, "bb": 3}]}, "hand 1: bb is 2, expected 3"),
        (BUTTON | {"events_between_hands": [{"outt": [4]}]}, "field 'outt' is not known"),
        (
            {"type": "balance", "seats_per_table": 6, "tables": [TABLE, TABLE], "expected": {"move": None}},
            "table 1 stands twice",
        ),
        (
            {"type": "balance", "seats_per_table": 6, "tables": [TABLE], "expected": {"move": None}, "optionz": {}},
            "did you mean 'options'?",
        ),
        (
            {"type": "table_plan", "seats_per_table": 6, "table_player_counts": [0, 3], "expected": {}},
            "expected 1 to 10 at each table",
        ),
        (
            {"type": "ranking", "players_before_hand": 1, "expected": {}, "busts": [
                {"player": "A", "table": 1, "start_stack": 5}]},
            "1 of 1 players bust",
        ),
        (
            {"type": "levels_by_hands", "hands_per_level": 10, "expected": [{"hand": 11, "level": 1}]},
            "level of hand 11 is 2, expected 1",
        ),
        (
            {"type": "levels_by_time", "level_durations_s": [60], "expected": [{"hand_start_clock_s": -1, "level": 1}]},
            "cannot show -1 seconds",
        ),
    ],
)  # fmt: skip
def test_a_case_that_is_wrong_says_why(case: dict[str, Any], sentence: str) -> None:
    verdict = judge(case)
    assert not verdict.ok
    assert sentence in verdict.why
