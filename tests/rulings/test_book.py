"""The rule book: every ruling passes, has a title and a source, and is found by its id."""

from __future__ import annotations

import re

import pytest

from bigslick.rulings import BadRulings, Chapter, check_book, find_case, load_book
from bigslick.rulings.book import load_chapter
from bigslick.rulings.registry import CASE_TYPES

SOURCE = re.compile(r"TDA|WSOP|Robert's Rules|S[0-4]\b|Malmuth-Harville|PokerNow|our reasoning")


def test_every_ruling_of_the_book_passes() -> None:
    found = list(check_book())
    assert [verdict for _, verdict in found if not verdict.ok] == []
    assert len(found) >= 400


def test_the_book_has_every_type_of_case() -> None:
    assert {case.type for chapter in load_book() for case in chapter.cases} == set(CASE_TYPES)


@pytest.mark.parametrize("chapter", load_book(), ids=lambda chapter: chapter.name)
def test_every_ruling_says_what_it_rules_and_where_that_comes_from(chapter: Chapter) -> None:
    assert chapter.title
    assert chapter.about
    assert len({case.title for case in chapter.cases}) == len(chapter.cases)
    for case in chapter.cases:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", case.id), case.id
        assert 10 <= len(case.title) <= 120, (case.id, case.title)
        assert SOURCE.search(case.source), (case.id, case.source)
        assert case.first_seat == 1


def test_a_ruling_is_found_by_its_id() -> None:
    chapter, case = find_case("four-all-ins")
    assert (chapter.name, case.type) == ("pots", "hand")


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("four-allins", "there is no ruling 'four-allins'; did you mean 'four-all-ins'?"),
        ("FOUR-ALL-INS", "did you mean 'four-all-ins'?"),
        ("%%%", "there is no ruling '%%%'; 'bigslick rulings --list' names them all"),
    ],
)
def test_an_unknown_id_names_the_nearest(wanted: str, sentence: str) -> None:
    with pytest.raises(BadRulings) as refusal:
        find_case(wanted)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[cases]]\nid = "a"', "x, case 1: expected a table with an id and one of the types hand, "),
        ('[[cases]]\nid = "a"\ntype = "icm"', "x, case 1 (a): Object missing required field `stacks`"),
        ("cases = 3", "x is not a file of rulings"),
        ("cases = ", "x is not TOML"),
    ],
)
def test_a_chapter_that_cannot_be_read_names_the_case(text: str, sentence: str) -> None:
    with pytest.raises(BadRulings) as refusal:
        load_chapter("x", text)
    assert sentence in str(refusal.value)
