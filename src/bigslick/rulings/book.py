"""The rule book: the chapters of cases that come with bigslick, as TOML files that a director can read and write."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from bigslick.checks import did_you_mean, must_be

from .case import BadRulings, Ruling
from .checker import RulingsFile, read_rulings, verdicts
from .registry import CASE_TYPES
from .verdict import Verdict


class Chapter(NamedTuple):
    """A chapter of the book: its cases and its rule."""

    name: str
    """The file's name without number and suffix, such as `reopening`."""
    title: str
    about: str
    cases: tuple[Ruling, ...]
    file: RulingsFile


def load_chapter(name: str, text: str) -> Chapter:
    """Read a chapter from its file's text; `BadRulings` names a case that cannot be read."""
    file = read_rulings(text, source=name)
    cases: list[Ruling] = []
    for place, raw in enumerate(file.cases, 1):
        where = f"{name}, case {place}"
        if not isinstance(raw, dict) or raw.get("type") not in CASE_TYPES:
            raise BadRulings(f"{where}: expected a table with an id and one of the types {', '.join(CASE_TYPES)}")
        try:
            cases.append(file.case(raw))
        except ValueError as error:
            raise BadRulings(f"{where} ({raw.get('id')}): {error}") from None
    return Chapter(name, file.chapter or name, str(file.sections.get("about", "")).strip(), tuple(cases), file)


@cache
def load_book() -> tuple[Chapter, ...]:
    """Return the chapters of bigslick's own book, in reading order."""
    folder = files(__package__) / "book"
    texts = sorted((entry.name, entry.read_text("utf-8")) for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(load_chapter(_name(file), text) for file, text in texts)


def _name(file: str) -> str:
    """Return a chapter's name; the number before it gives the reading order."""
    return file.removesuffix(".toml").lstrip("0123456789-")


def check_book() -> Iterator[tuple[Chapter, Verdict]]:
    """Yield the verdict on each case in the book, with its chapter."""
    seen: set[str] = set()
    for chapter in load_book():
        for verdict in verdicts(chapter.file):
            if verdict.id in seen:
                verdict = Verdict(verdict.id, verdict.area, False, "this id appears twice in the book")
            seen.add(verdict.id)
            yield chapter, verdict


def find_case(name: str, chapters: tuple[Chapter, ...] | None = None) -> tuple[Chapter, Ruling]:
    """Find the case with this id, in the book or in the given chapters; `BadRulings` suggests the nearest id."""
    known: list[str] = []
    must_be((tuple, list, type(None)), chapters, "a list of chapters: expected what `load_book` gives")
    for chapter in load_book() if chapters is None else chapters:
        must_be(Chapter, chapter, "a chapter: expected what `load_book` gives")
        for case in chapter.cases:
            if case.id == name:
                return chapter, case
            known.append(case.id)
    hint = did_you_mean(name, known) or "; 'bigslick rulings --list' names them all"
    raise BadRulings(f"there is no ruling {name!r}{hint}")
