"""Cases of type `balance`, `table_plan` and `break_order`."""

from __future__ import annotations

from typing import Any

import pytest

from .cases import why

TABLE = {"id": 1, "occupied": [0, 1], "last_button": 0, "last_sb_position": 0, "last_bb": 1}


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (
            {"type": "balance", "seats_per_table": 6, "tables": [TABLE, TABLE], "expected": {"move": None}},
            "table 1 appears twice in the case",
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
            {"type": "balance", "seats_per_table": 6, "tables": [TABLE, TABLE | {"id": 2}], "expected": {"move": None}},
            "the players fit fewer tables, so one breaks",
        ),
        (
            {"type": "balance", "seats_per_table": 6, "tables": [TABLE | {"id": 0}], "expected": {"move": None}},
            "table 0 does not exist",
        ),
    ],
)  # fmt: skip
def test_a_case_that_is_wrong_says_why(case: dict[str, Any], sentence: str) -> None:
    assert sentence in why({"id": "X", "area": "test"} | case)
