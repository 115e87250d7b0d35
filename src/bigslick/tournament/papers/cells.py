"""Writes CSV cells that a spreadsheet treats as text: a player named `=1+1` must not become a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain
from typing import Final

FORMULA_STARTS: Final = tuple("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 - spreadsheets take the wide ones too
"""Characters that a spreadsheet can take for the start of a formula."""
MARK: Final = "'"
"""Goes before a text that looks like a formula or already starts with this mark, so every cell reads back exactly."""


def safe_cell(value: object) -> object:
    """Return a value for a cell: a text that could be a formula gets a `'` in front, anything else is unchanged."""
    if isinstance(value, str) and value.startswith((MARK, *FORMULA_STARTS)):
        return MARK + value
    return value


def cell_text(written: str) -> str:
    """Return the text of a cell that `safe_cell` wrote."""
    return written.removeprefix(MARK)


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a CSV file's lines: the column names, then the rows, with every cell safe for a spreadsheet."""
    line = StringIO()
    writer = csv.writer(line, lineterminator="\n")
    for row in chain([columns], rows):
        writer.writerow([safe_cell(value) for value in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()
