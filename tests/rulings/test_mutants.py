"""Every expectation in the shared cases and the book counts: changing any of them must make the case fail."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bigslick.rulings import Chapter, check_rulings, load_book
from bigslick.rulings.checker import check_case

ANSWERS = {
    "deal": {"order", "hole_cards", "board"},
    "equity": {"players", "boards_enumerated"},
    "hand_rank": {"category", "rank_1_best_7462_worst", "best_five", "name"},
    "return": {"hands"},
    "showdown": {"winners", "order", "hands"},
    "substantial_action": {"cases"},
}
"""Where a case gives the expected result, besides its keys that begin with `expected`."""
QUESTIONS = {"hand", "hand_start_clock_s", "hand_not_finished", "before", "actions_in_turn", "note"}
"""Keys in these parts that are questions, not answers."""


def changed(value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return re.sub(r"\d+", lambda number: str(int(number[0]) + 1), value, count=1) if value[0].isdigit() else "x"
    if isinstance(value, dict):
        return {"1": 1}
    return [1] if value == [] else 0


def answers(case: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield every value that a case expects, as the table or list that holds it and its key there."""
    parts = ANSWERS.get(case["type"], set())
    stack: list[tuple[Any, Any]] = [(case, key) for key in case if key.startswith("expected") or key in parts]
    while stack:
        table, key = stack.pop()
        value = table[key]
        if key in QUESTIONS:
            continue
        if isinstance(value, dict) and value:
            stack += [(value, inner) for inner in value]
        elif isinstance(value, list) and value:
            stack += [(value, inner) for inner in range(len(value))]
        else:
            yield table, key


def mutants(case: dict[str, Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield copies of a case, each with one expectation changed, and its key."""
    for place, _ in enumerate(answers(case)):
        mutant = copy.deepcopy(case)
        table, key = list(answers(mutant))[place]
        table[key] = changed(table[key])
        yield key, mutant


def test_every_expectation_of_every_shared_case_is_read(shared: Path) -> None:
    count = 0
    for case in json.loads((shared / "rulings" / "rulings.json").read_text())["cases"]:
        for key, mutant in mutants(case):
            (verdict,) = check_rulings({"cases": [mutant]})
            assert not verdict.ok, (case["id"], key)
            count += 1
    assert count > 1300


@pytest.mark.parametrize("chapter", load_book(), ids=lambda chapter: chapter.name)
def test_every_expectation_of_the_book_is_read(chapter: Chapter) -> None:
    for raw in chapter.file.cases:
        slow = raw["type"] == "census" or (raw["type"] == "equity" and "board" not in raw)
        for key, mutant in list(mutants(raw))[: 1 if slow else None]:  # millions of hands are counted once each
            assert not check_case(chapter.file, mutant).ok, (raw["id"], key)


@pytest.mark.parametrize("chapter", load_book(), ids=lambda chapter: chapter.name)
def test_every_number_that_a_line_of_the_book_expects_is_read(chapter: Chapter) -> None:
    """Changing any number in a checkpoint line of a script makes the case fail."""
    for raw in chapter.file.cases:
        lines = raw["script"].splitlines() if isinstance(raw.get("script"), str) else []
        for place, line in enumerate(lines):
            if line.startswith(("the pot is ", "hand ")) or (" may " in line and " may not " not in line):
                for found in re.finditer(r"\d+", line):
                    wrong = f"{line[: found.start()]}{int(found[0]) + 1}{line[found.end() :]}"
                    script = "\n".join([*lines[:place], wrong, *lines[place + 1 :]])
                    assert not check_case(chapter.file, raw | {"script": script}).ok, (raw["id"], wrong)
