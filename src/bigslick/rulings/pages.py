"""The book for people: one case as a story, a chapter as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final

from bigslick.checks import must_be

from .book import Chapter, load_book
from .case import Ruling
from .registry import CASE_TYPES

WIDTH: Final = 100


def story(case: Ruling, chapter: Chapter | None = None) -> str:
    """Tell a case as a story: its setup, what happens, the expected result, the reason, and the rule's source."""
    must_be(Ruling, case, "a ruling: expected a case, such as find_case(ID) gives")
    lines = [f"{case.id}: {case.title}" if case.title else case.id, ""]
    lines += CASE_TYPES[case.type].tell(case)
    lines.append("")
    about = "" if chapter is None else chapter.about
    for name, text in (("Why", case.note), ("Rule", about), ("Source", case.sources)):
        if text:
            lines.append(fill(f"{name}: {' '.join(text.split())}", WIDTH))
    return "\n".join(lines).rstrip() + "\n"


def page(chapter: Chapter) -> str:
    """Write a chapter as a Markdown page whose headings carry the cases' ids."""
    parts = [f"# {chapter.title}", chapter.about]
    for case in chapter.cases:
        parts.append(f"## {case.title or case.id} {{ #{case.id} }}")
        parts.append("\n".join(_paragraphs(list(CASE_TYPES[case.type].tell(case)))).strip())
        if case.note:
            parts.append(" ".join(case.note.split()))
        parts.append(f"`{case.id}` · {case.sources}" if case.sources else f"`{case.id}`")
    return "\n\n".join(part for part in parts if part) + "\n"


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """Yield a story's lines as Markdown: items stay a list, and a script's indented lines become a text block."""
    before = ""
    for line in [*lines, ""]:
        kind = "code" if line.startswith("  ") else "item" if line.startswith("- ") else "text" if line else ""
        if kind != before and before == "code":
            yield "```"
        if kind and kind != before:
            yield ""
        if kind == "code" and before != "code":
            yield "```text"
        if line:
            yield line.removeprefix("  ") if kind == "code" else f"{line}  " if kind == "text" else line
        before = kind


def book_pages() -> Iterator[tuple[str, str]]:
    """Yield every page of the book as file name and Markdown: an index, and one page per chapter."""
    chapters = load_book()
    count = sum(len(chapter.cases) for chapter in chapters)
    index = [
        "# The rule book",
        f"{count} rulings in {len(chapters)} chapters, each played by the engine on every run of the tests. "
        "`bigslick rulings` checks them all, and `bigslick rulings --show ID` tells one.",
        "| chapter | rulings |\n|---|---|\n"
        + "\n".join(f"| [{chapter.title}]({chapter.name}.md) | {len(chapter.cases)} |" for chapter in chapters),
    ]
    yield "index.md", "\n\n".join(index) + "\n"
    for chapter in chapters:
        yield f"{chapter.name}.md", page(chapter)
