"""The page of conformance is true: its tests and rulings exist, and every clause of the documents is on it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bigslick.rulings import load_book

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "reference" / "conformance.md"
DOCUMENTS = ("S0", "S1", "S2", "S3", "S4")
BEYOND = "Beyond"
"""What is promised beyond the documents."""


class Clause(NamedTuple):
    document: str
    name: str
    text: str
    tests: list[str]
    rulings: list[str]

    @property
    def is_open(self) -> bool:
        return "**Open:**" in self.text


def clauses() -> Iterator[Clause]:
    document = ""
    for line in PAGE.read_text().splitlines():
        if heading := re.match(rf"## (S\d|{BEYOND}): ", line):
            document = heading[1]
        elif document and line.startswith("| ") and not line.startswith("| clause "):
            name, text, tests, rulings = (cell.strip() for cell in line.strip("|").split(" | "))
            yield Clause(document, name, text, re.findall(r"`([^`]+)`", tests), re.findall(r"`([^`]+)`", rulings))


@cache
def functions() -> frozenset[str]:
    """Every test as `file.py::name`, wherever its file lies, read without importing it."""
    return frozenset(
        f"{path.name}::{node.name.removeprefix('test_')}"
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


def test_every_test_that_is_named_exists() -> None:
    named = {test for clause in clauses() for test in clause.tests}
    assert sorted(named - functions()) == []
    assert len(named) > 100


def test_every_ruling_that_is_named_is_in_the_book() -> None:
    named = {ruling for clause in clauses() for ruling in clause.rulings}
    assert sorted(named - {case.id for chapter in load_book() for case in chapter.cases}) == []
    assert len(named) > 100


def test_every_ruling_that_the_page_of_rules_names_is_in_the_book() -> None:
    lists = re.findall(r"Rulings?:\s+((?:`[a-z-]+`[,\s]*)+)", PAGE.with_name("rules.md").read_text())
    named = {ruling for found in lists for ruling in re.findall(r"`([^`]+)`", found)}
    assert sorted(named - {case.id for chapter in load_book() for case in chapter.cases}) == []
    assert len(named) == 18


def test_every_clause_is_proved_or_openly_open() -> None:
    found = list(clauses())
    assert [clause for clause in found if not (clause.tests or clause.rulings or clause.is_open)] == []
    assert len({(clause.document, clause.name) for clause in found}) == len(found)
    assert {clause.document for clause in found} == {*DOCUMENTS, BEYOND}
    parts = {clause.name.split(", ")[0] for clause in found if clause.document == BEYOND}
    assert parts == {"money", "population", "room", "studies"}


def test_no_clause_of_the_game_the_loop_or_the_betting_is_open() -> None:
    """S0, S3 and S4 are what one hand and one table do: nothing in them waits."""
    assert [clause.name for clause in clauses() if clause.is_open and clause.document in ("S0", "S3", "S4")] == []


@pytest.fixture(scope="module")
def texts(shared: Path) -> dict[str, str]:
    files = sorted((shared / "seeds").glob("*.txt"))
    return {name: file.read_text() for name, file in zip(DOCUMENTS, files, strict=True)}


def test_every_clause_of_the_documents_is_on_the_page(texts: dict[str, str]) -> None:
    names = {name: [clause.name for clause in clauses() if clause.document == name] for name in DOCUMENTS}
    parts = re.findall(r"^    - id: (\S+)|^  - id: (\S+)", texts["S0"], re.MULTILINE)
    for phase, action in parts:
        assert f"phase {phase}" in names["S0"] or f"action {action}" in names["S0"], (phase, action)
    assert len(re.findall(r"^- \*\*|^- ", texts["S1"], re.MULTILINE)) <= len(names["S1"])
    numbers = re.findall(r"\*\*(\d+(?:\.\d+)+)\*\*", texts["S2"])
    notes = [f"note {number}" for number in range(1, 9)]
    assert [number for number in (*numbers, *notes) if number not in names["S2"]] == []
    for name, pattern in (("S3", r"^(\d)\. [A-Z]"), ("S4", r"^## (\d)\)")):
        for number in re.findall(pattern, texts[name], re.MULTILINE):
            assert any(re.match(rf"{number}\b", clause) for clause in names[name]), (name, number)


def test_the_page_quotes_no_sentence_of_the_documents(texts: dict[str, str]) -> None:
    """The words are ours: no seven in a row are theirs."""
    theirs = [words(text) for text in texts.values()]
    known = {tuple(text[at : at + 7]) for text in theirs for at in range(len(text) - 6)}
    for clause in clauses():
        ours = words(clause.text)
        quoted = [ours[at : at + 7] for at in range(len(ours) - 6) if tuple(ours[at : at + 7]) in known]
        assert quoted == [], clause


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
