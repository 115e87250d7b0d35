"""The clauses of the conformance page, with the tests and rulings it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[1]
PAGE = REPOSITORY / "docs" / "reference" / "conformance.md"
BEYOND = "Beyond"
"""The heading for promises beyond the documents."""


class Clause(NamedTuple):
    """One row of the page."""

    document: str
    name: str
    text: str
    tests: list[str]
    rulings: list[str]
    live: str
    """Where a clause of S2 is proved at served tables: tests; empty for the other documents."""

    @property
    def is_open(self) -> bool:
        """Whether the page marks the clause as not met yet."""
        return "**Open:**" in self.text

    @property
    def key(self) -> str:
        """The document and the clause, as in `S1 edge 2`."""
        return f"{self.document} {self.name}"


def clauses() -> Iterator[Clause]:
    """Yield the rows of the page in order."""
    document = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if heading := re.match(rf"## (S\d|{BEYOND}): ", line):
            document = heading[1]
        elif document and line.startswith("| ") and not line.startswith("| clause "):
            name, text, tests, rulings, *live = (cell.strip() for cell in line.strip("|").split(" | "))
            yield Clause(document, name, text, quoted(tests), quoted(rulings), "".join(live))


def quoted(cell: str) -> list[str]:
    """Return the names in a cell."""
    return re.findall(r"`([^`]+)`", cell)


@cache
def cited_nodes() -> dict[str, list[str]]:
    """Return the tests behind a citation `file.py::name`, as pytest names them, without importing any."""
    found: dict[str, list[str]] = {}
    for path in sorted((REPOSITORY / "tests").rglob("test_*.py")):
        for name in re.findall(r"^(?:async )?def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            node = f"{path.relative_to(REPOSITORY).as_posix()}::test_{name}"
            found.setdefault(f"{path.name}::{name}", []).append(node)
    return found
