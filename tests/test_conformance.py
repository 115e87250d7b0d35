"""The conformance page is true: its tests and rulings exist, and every clause in the documents is on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bigslick
from bigslick.rulings import load_book
from tools.conformance import BEYOND, PAGE, cited_nodes, clauses, quoted
from tools.mutants import named_mutants

DOCUMENTS = ("S0", "S1", "S2", "S3", "S4")


def test_every_test_that_is_named_exists() -> None:
    named = {test for clause in clauses() for test in (*clause.tests, *quoted(clause.live))}
    assert sorted(named - cited_nodes().keys()) == []
    assert len(named) > 100


def test_every_ruling_that_is_named_is_in_the_book() -> None:
    named = {ruling for clause in clauses() for ruling in clause.rulings}
    assert sorted(named - {case.id for chapter in load_book() for case in chapter.cases}) == []
    assert len(named) > 100


def test_every_ruling_that_the_page_of_rules_names_is_in_the_book() -> None:
    lists = re.findall(r"Rulings?:\s+((?:`[a-z-]+`[,\s]*)+)", PAGE.with_name("rules.md").read_text())
    named = {ruling for found in lists for ruling in re.findall(r"`([^`]+)`", found)}
    assert sorted(named - {case.id for chapter in load_book() for case in chapter.cases}) == []
    assert len(named) == 33


def test_every_clause_is_proved_or_openly_open() -> None:
    found = list(clauses())
    assert [clause for clause in found if not (clause.tests or clause.rulings or clause.is_open)] == []
    assert len({(clause.document, clause.name) for clause in found}) == len(found)
    assert {clause.document for clause in found} == {*DOCUMENTS, BEYOND}
    parts = {clause.name.split(", ")[0] for clause in found if clause.document == BEYOND}
    assert parts == {"money", "population", "room", "studies"}


def test_every_clause_of_s2_says_where_it_is_proved_live() -> None:
    found = {clause.name: clause.live for clause in clauses() if clause.document == "S2"}
    assert [name for name, live in found.items() if not quoted(live)] == []
    assert [clause.key for clause in clauses() if clause.live and clause.document != "S2"] == []


def test_every_clause_has_a_mutant_that_breaks_it() -> None:
    """`make mutants` shows that a cited test or ruling fails with it."""
    broken = {clause for mutant in named_mutants(Path(bigslick.__path__[0])) for clause in mutant.clauses}
    known = {clause.key for clause in clauses() if not clause.is_open}
    assert sorted(known - broken) == []
    assert sorted(broken - known) == []


def test_no_clause_of_the_game_the_loop_or_the_betting_is_open() -> None:
    """S0, S3 and S4 say what one hand and one table do; none of their clauses is unfinished."""
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
    """The wording is ours: no seven words in a row are theirs."""
    theirs = [words(text) for text in texts.values()]
    known = {tuple(text[at : at + 7]) for text in theirs for at in range(len(text) - 6)}
    for clause in clauses():
        ours = words(clause.text)
        quoted = [ours[at : at + 7] for at in range(len(ours) - 6) if tuple(ours[at : at + 7]) in known]
        assert quoted == [], clause


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
