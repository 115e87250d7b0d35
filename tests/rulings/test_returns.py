"""Cases of type `return`: a cash table whose players miss blinds and come back."""

from __future__ import annotations

from typing import Any

import pytest

from .cases import verdicts, why

CASE: dict[str, Any] = {
    "id": "R",
    "type": "return",
    "table_size": 4,
    "occupied": [0, 1, 2],
    "button": 0,
    "hands": [{"button": 0, "sb": 1, "bb": 2, "dealt_in": [0, 1, 2], "posts": {}}],
}


def test_the_hands_of_a_cash_table_are_compared() -> None:
    assert verdicts(CASE)[0].ok
    assert why(CASE | {"hands": [{"bb": 1}]}) == "hand 1: bb is 2, expected 1"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("seat 1 dances", "the line 'seat 1 dances' cannot be read: expected 'seat 2 sits out'"),
        ("seat 7 leaves", "seat 7 does not exist: the seats of this table are 0 to 3"),
        ("seat 1 posts", "is not sitting out and owes nothing"),
    ],
)
def test_a_line_that_cannot_be_done_says_why(line: str, sentence: str) -> None:
    assert sentence in why(CASE | {"hands": [{"before": [line]}]})
