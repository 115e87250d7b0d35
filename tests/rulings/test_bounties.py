"""Cases of type `bounty`."""

from __future__ import annotations

from typing import Any

import pytest

from .cases import verdicts, why

CASE: dict[str, Any] = {
    "type": "bounty",
    "kind": "progressive",
    "amount": 50,
    "players": ["A", "B"],
    "knockouts": [{"out": "A", "winners": ["B"]}],
    "expected": {"B": {"cashed": 25, "head": 75}},
}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"expected": {"B": {"cashed": 50, "head": 50}}}, "B: cash"),
        ({"expected": {"B": {"cashed": 25, "head": 50}}}, "B: head"),
        ({"kind": "mystery"}, "a mystery bounty is drawn"),
        ({"expected": {"C": {"cashed": 25, "head": 75}}}, "C is not among the players"),
        ({"knockouts": [{"out": "A", "winners": ["Z"]}]}, "Z is not among the players"),
    ],
)
def test_a_case_that_is_wrong_says_why(more: dict[str, Any], sentence: str) -> None:
    assert sentence in why({"id": "X", "area": "test"} | CASE | more)


def test_a_case_that_is_right_says_nothing() -> None:
    (verdict,) = verdicts({"id": "X", "area": "test"} | CASE)
    assert verdict.ok
