"""What a notebook shows of our results: small HTML tables, without a style of their own."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def html_table(headings: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table with one line of headings; every text is escaped."""
    head = "".join(f"<th>{_text(cell)}</th>" for cell in headings)
    body = "".join("<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{_text(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(cell: object) -> str:
    return html.escape(str(cell))
