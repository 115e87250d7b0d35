"""Small HTML for results in notebooks and reports."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def html_table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A plain table; every cell is escaped."""
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"
