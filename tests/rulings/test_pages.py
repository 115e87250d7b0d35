"""The book for people: every case is described in full, and every page is complete Markdown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bigslick.rulings import Chapter, book_pages, find_case, load_book, story

TOOL = Path(__file__).parents[2] / "tools" / "book_pages.py"


def test_a_hand_is_told_as_a_story() -> None:
    chapter, case = find_case("reopen-raiser-locked-by-30")
    assert story(case, chapter) == (
        "reopen-raiser-locked-by-30: A raise to 60, an all-in of 90 and a call: the raiser may call 30 but not raise\n"
        "\n"
        "No-limit hold'em, blinds 10/20; 3 seats.\n"
        "- seat 1: 1000 (button)\n"
        "- seat 2: 90 (small blind)\n"
        "- seat 3: 1000 (big blind)\n"
        "\n"
        "  seat 1 raises to 60\n"
        "  seat 2 is all-in for 90\n"
        "  seat 3 calls 70\n"
        "    -> the pot is 240\n"
        "    -> seat 1 may fold or call 30\n"
        "\n"
        "Why: The last full raise is 40; the 30 on top is less.\n"
        "Rule: A player who has acted may raise again only when facing at least a full raise. Short all-ins\n"
        "add up to one by tournament rules; by the simple rule only a single full raise reopens the betting.\n"
        "A posted blind is not an action.\n"
        "Source: TDA 47-A; S2 5.2.2.2\n"
    )


@pytest.mark.parametrize("chapter", load_book(), ids=lambda chapter: chapter.name)
def test_every_case_is_told(chapter: Chapter) -> None:
    for case in chapter.cases:
        told = story(case)
        assert told.startswith(f"{case.id}: {case.title}\n")
        assert case.source in " ".join(told.split())
        for wrong in ("UNSET", "None", "Struct", "{}", "()"):
            assert wrong not in told, (case.id, wrong)


def test_the_pages_link_every_chapter_and_name_every_ruling() -> None:
    pages = dict(book_pages())
    for chapter in load_book():
        assert f"]({chapter.name}.md)" in pages["index.md"]
        text = pages[f"{chapter.name}.md"]
        assert text.startswith(f"# {chapter.title}\n")
        assert text.count("```") % 2 == 0
        assert re.findall(r"^## .* \{ #(.*) \}$", text, re.MULTILINE) == [case.id for case in chapter.cases]
    assert len(pages) == 1 + len(load_book())


def test_the_tool_writes_the_pages(tmp_path: Path) -> None:
    subprocess.run([sys.executable, TOOL, tmp_path / "book"], check=True)
    assert {path.name for path in (tmp_path / "book").iterdir()} == {name for name, _ in book_pages()}
    done = subprocess.run([sys.executable, TOOL], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "usage" in done.stderr
