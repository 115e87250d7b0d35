"""Cases of type `deal` and `first_button`."""

from __future__ import annotations

from typing import Any

import pytest

from .cases import verdicts, why

DEAL: dict[str, Any] = {
    "id": "D",
    "type": "deal",
    "table_size": 3,
    "occupied": [0, 1, 2],
    "button": 0,
    "deck": "2c3c4c5c6c7c8c9cTcJcQcKcAc2d",
    "order": [1, 2, 0],
    "hole_cards": {"1": "2c5c", "2": "3c6c", "0": "4c7c"},
    "board": "9cTcJcKc2d",
}
FIRST: dict[str, Any] = {
    "id": "F",
    "type": "first_button",
    "table_size": 6,
    "occupied": [1, 4],
    "choice": "highest_seat",
    "expected": 4,
}


def test_a_deal_is_compared_card_by_card() -> None:
    assert verdicts(DEAL)[0].ok
    assert why(DEAL | {"board": "9cTcJcQc2d"}) == "board is 9c Tc Jc Kc 2d, expected 9c Tc Jc Qc 2d"
    assert why(DEAL | {"hole_cards": {"1": "2c3c"}}) == "cards of seat 1 is 2c 5c, expected 2c 3c"
    assert why(DEAL | {"order": [0, 1, 2]}) == "order is [1, 2, 0], expected [0, 1, 2]"


def test_the_first_button_is_compared() -> None:
    assert verdicts(FIRST)[0].ok
    assert verdicts(FIRST | {"choice": 1, "expected": 1})[0].ok
    assert why(FIRST | {"expected": 1}) == "first button is 4, expected 1"


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (DEAL | {"deck": "2c2c"}, "2c"),
        (DEAL | {"table_size": 1}, "a table of 1 seats: expected 2 to 10"),
        (DEAL | {"occupied": [7]}, "seat 7 does not exist: the seats of this table are 0 to 2"),
        (FIRST | {"occupied": []}, "an empty table has no button"),
        (FIRST | {"choice": 9}, "seat 9 does not exist"),
    ],
)
def test_a_case_that_is_wrong_says_why(case: dict[str, Any], sentence: str) -> None:
    assert sentence in why(case)
