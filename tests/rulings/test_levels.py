"""Cases of type `levels_by_hands` and `levels_by_time`."""

from __future__ import annotations

from typing import Any

import pytest

from .cases import verdicts, why


def test_levels_by_hands_may_be_a_list_whose_last_level_stays() -> None:
    rows = [{"hand": 10, "level": 1}, {"hand": 11, "level": 2}, {"hand": 900, "level": 3}]
    assert verdicts({"id": "X", "type": "levels_by_hands", "hands_per_level": [10, 8, 5], "expected": rows})[0].ok


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (
            {"type": "levels_by_hands", "hands_per_level": 10, "expected": [{"hand": 11, "level": 1}]},
            "level of hand 11 is 2, expected 1",
        ),
        (
            {"type": "levels_by_time", "level_durations_s": [60], "expected": [{"hand_start_clock_s": -1, "level": 1}]},
            "the clock cannot show -1 seconds",
        ),
    ],
)  # fmt: skip
def test_a_case_that_is_wrong_says_why(case: dict[str, Any], sentence: str) -> None:
    assert sentence in why({"id": "X", "area": "test"} | case)
