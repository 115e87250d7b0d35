"""Documents cannot drift: names in back-ticks exist, and marked numbers match the code.

A number is marked by a comment that names its constant: `2 hands <!-- bigslick.server.table.draft.SAVE_EVERY -->`.
"""

from __future__ import annotations

import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from .documents import FENCE, ROOT

DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
PACKAGE = ROOT / "src" / "bigslick"
TICKED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PATH = re.compile(r"[\w.-]*[a-z_][\w.-]*(?:/[\w.-]*[a-z_][\w.-]*)+/?|[\w-]+\.(?:py|js|pxd|toml|md)")
MARKED = re.compile(r"([\d,]+(?:\.\d+)?)(?=\D)[^\n<]*<!-- (bigslick[\w.]+) -->")
# Whole example sentences, and names of other people's programs and of files the reader creates.
FOREIGN = {
    "receive_",
    "acted_this_street",  # words from S4
    "last_raise_size",
    "LimitNOFILE",
    "bigslick_append_seconds",
    "bigslick_sweep_seconds",
    "my_package",
    "better_bot",
    "test_tda_47_",
    "test_wsop_",
    "test_robert_",
    "test_s2_6_3_3_",
    "test_ours_",
}
EXAMPLES = {"x.py", "x.pxd", "_x.py", "_x.pxd", ".venv/Scripts", "pylock.toml"}
VOCABULARY = ("*.py", "*.pxd", "*.js", "*.css", "*.html", "*.toml", "*.yaml", "*.yml", "*.json", "*.svg", "Makefile")


@cache
def vocabulary() -> set[str]:
    """Return every word in the source, the tests, the tools and the settings."""
    words: set[str] = set()
    for folder in ("src", "tests", "tools", "bench", "examples", ".github"):
        for pattern in VOCABULARY:
            for file in (ROOT / folder).rglob(pattern):
                words.update(re.findall(r"\w+", file.read_text(encoding="utf-8", errors="replace")))
                words.add(file.stem)
    for file in (ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / "setup.py"):
        words.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    return words


def ticked(document: Path) -> list[str]:
    """Return everything in back-ticks outside code blocks."""
    return TICKED.findall(FENCE.sub("", document.read_text(encoding="utf-8")))


def by_name(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCUMENTS, ids=by_name)
def test_every_name_in_back_ticks_is_a_word_of_the_source(document: Path) -> None:
    if document.name == "conformance.md":  # its names are tests, which tests/test_conformance.py checks
        return
    words = {word for text in ticked(document) for word in re.findall(r"\b[A-Za-z]\w*_\w*\b", text)}
    assert words - vocabulary() - FOREIGN == set()


@pytest.mark.parametrize(
    "document",
    [path for path in DOCUMENTS if "docs" not in path.parts or path.parent.name == "explanation"],
    ids=by_name,
)
def test_every_path_in_back_ticks_exists(document: Path) -> None:
    paths = {text.rstrip("/") for text in ticked(document) if PATH.fullmatch(text)} - EXAMPLES
    folders = ROOT, PACKAGE, ROOT / "docs"
    missing = [
        path
        for path in paths
        if not any((folder / f"{path}{end}").exists() for folder in folders for end in ("", ".py"))
    ]
    assert missing == []


def test_every_marked_number_is_that_of_its_constant() -> None:
    marked = [
        found.groups() for document in DOCUMENTS for found in MARKED.finditer(document.read_text(encoding="utf-8"))
    ]
    assert marked
    for number, name in marked:
        module, _, constant = name.rpartition(".")
        assert float(number.replace(",", "")) == getattr(importlib.import_module(module), constant), name
