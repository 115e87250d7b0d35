"""Cases of type `ranking` and `payouts`."""

from __future__ import annotations

from typing import Any

import pytest

from .cases import why


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (
            {"type": "ranking", "players_before_hand": 1, "expected": {}, "busts": [
                {"player": "A", "table": 1, "start_stack": 5}]},
            "1 of 1 players bust",
        ),
    ],
)  # fmt: skip
def test_a_case_that_is_wrong_says_why(case: dict[str, Any], sentence: str) -> None:
    assert sentence in why({"id": "X", "area": "test"} | case)
