"""The values that a saved floor may hold; `test__floor` and `test_saves` load whole saves with one number changed."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from bigslick.tournament.floor.saved_floor import check_floor

TABLES = 2
RANGES = {"stack": (0, 100), "player": (-1, 5), "by": (0, 5), "style": (0, 3), "report": (0, 2)}
BY_TABLE = ("chairs", "button", "small_at", "big_at", "opened", "fresh", "heap", "clock", "hands", "report")
BY_SEAT = ("arrives", "shared", "dealt", "dealt_in", "stack", "player", "by", "style")


def check(numbers: dict[str, int] | None = None, **changed: list[int]) -> None:
    rows: dict[str, Any] = {name: [0, 0] for name in BY_TABLE} | {name: [0] * 20 for name in BY_SEAT}
    rows |= {"chairs": [6, 6], "heap": [0, 1], "place": [0, 1], **changed}
    given = {"small": 1, "big": 2, "ante": 0, "heap_count": 2, "level": 0, "pause": 0} | (numbers or {})
    check_floor({name: array("q", row) for name, row in rows.items()}, given, RANGES, TABLES, (3, 4))


def test_a_floor_as_it_is_played_is_taken() -> None:
    check()
    check({"pause": 4, "level": 2})
    check({"heap_count": 1}, heap=[1, 0], place=[-1, 0])


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"stack": [101]}, "'stack' has a number outside 0 to 100"),
        ({"heap": [0, 2]}, "'heap' has a number outside 0 to 1"),
        ({"button": [0, 6]}, "'button' has a seat that its table does not have"),
        ({"big_at": [7, 0]}, "'big_at' has a seat that its table does not have"),
        ({"heap": [1, 0]}, "the tables on the clock are out of order"),
        ({"place": [0, -1]}, "the tables on the clock are out of order"),
    ],
)
def test_an_index_outside_its_array_is_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        check(**changed)


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"big": 101}, "a blind or ante is above 100"),
        ({"heap_count": 3}, "the floor's clock is out of range"),
        ({"level": 3}, "the floor's clock is out of range"),
        ({"pause": 6}, "the floor's clock is out of range"),
        ({"pause": 1}, "in the middle of a break's two times"),
    ],
)
def test_a_number_out_of_range_is_refused(numbers: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        check(numbers)
