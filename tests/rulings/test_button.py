"""Cases of type `button` and `positions`: how button and blinds rotate, and position names."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.rulings import Verdict

from .cases import verdicts, why


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
    assert verdicts({"id": "X", "area": "test"} | case) == [Verdict("X", "test", True)]


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
    assert verdicts({"id": "X", "area": "test"} | case) == [Verdict("X", "test", True)]


BUTTON: dict[str, Any] = {
    "type": "button",
    "table_size": 6,
    "initial": {"occupied": [0, 1, 2], "button": 0, "sb_position": 1, "bb": 2},
    "events_between_hands": [],
    "expected_hands": [],
}


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (BUTTON | {"table_size": 11}, "a table of 11 seats: expected 2 to 10"),
        (BUTTON | {"events_between_hands": [{"out": [4]}]}, "before hand 2 seats [4] leave, but no player sits there"),
        (BUTTON | {"events_between_hands": [{"in": [1]}]}, "before hand 2 a player takes seats [1], which are taken"),
        (BUTTON | {"events_between_hands": [{"out": [0, 1]}]}, "a hand needs two players"),
        (BUTTON | {"events_between_hands": [{"in": [6]}]}, "seat 6 does not exist: the seats of this table are 0 to 5"),
        (BUTTON | {"expected_hands": [{"hand": 2}]}, "hand 2 is never played: the case has 1 hands"),
        (BUTTON | {"expected_hands": [{"hand": 1, "bb": 3}]}, "hand 1: bb is 2, expected 3"),
        (BUTTON | {"events_between_hands": [{"outt": [4]}]}, "field 'outt' is not known"),
    ],
)  # fmt: skip
def test_a_case_that_is_wrong_says_why(case: dict[str, Any], sentence: str) -> None:
    assert sentence in why({"id": "X", "area": "test"} | case)
