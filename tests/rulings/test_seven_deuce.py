"""Cases of type `seven_deuce`."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.rulings import load_book
from bigslick.rulings.seven_deuce import SevenDeuceCase, tell_seven_deuce

from .cases import verdicts, why

CASE: dict[str, Any] = {
    "id": "X",
    "area": "test",
    "type": "seven_deuce",
    "blinds": "5/10",
    "stacks": [500, 500],
    "button": 0,
    "hole_cards": {"0": "7h 2s"},
    "script": ["seat 0 raises to 30", "seat 1 folds"],
    "expected": {"payouts": {"0": 20}},
    "big_blinds": 2,
    "shown_afterwards": [0],
    "paid": [{"payer": 1, "winner": 0, "chips": 20}],
    "stacks_after": [530, 470],
}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"shown_afterwards": []}, "paid is [], expected [[1, 0, 20]]"),
        ({"stacks_after": [530, 480]}, "stacks_after"),
        ({"expected": {"payouts": {"0": 30}}}, "payouts"),
        ({"shown_afterwards": [10]}, "seat 10 does not exist"),
    ],
)
def test_a_case_that_is_wrong_says_why(more: dict[str, Any], sentence: str) -> None:
    assert sentence in why(CASE | more)


def test_a_case_that_is_right_says_nothing() -> None:
    (verdict,) = verdicts(CASE)
    assert verdict.ok


def test_a_case_is_told_with_its_payments() -> None:
    cases = {case.id: case for chapter in load_book() for case in chapter.cases if isinstance(case, SevenDeuceCase)}
    told = list(tell_seven_deuce(cases["seven-deuce-shown-after-everyone-folds"]))
    assert told[-5:] == [
        "The seven-deuce bounty is one big blind.",
        "Seat 1 shows after the hand.",
        "Seat 2 pays seat 1 10.",
        "Seat 3 pays seat 1 10.",
        "Stacks then: seat 1 1035, seat 2 985, seat 3 980.",
    ]
    assert "No bounty is paid." in list(tell_seven_deuce(cases["seven-deuce-not-shown"]))
