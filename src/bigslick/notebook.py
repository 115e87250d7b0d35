"""Notebook output: small, unstyled HTML tables."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

SCROLLS = """
.wide { overflow-x: auto; background: linear-gradient(90deg, var(--paper, #fff) 1rem, transparent) local,
  linear-gradient(270deg, var(--paper, #fff) 1rem, transparent) 100% / 2rem local,
  linear-gradient(90deg, #0003, #0000) 0 / .6rem scroll, linear-gradient(270deg, #0003, #0000) 100% / .6rem scroll;
  background-repeat: no-repeat; }
"""
"""The style of a wide table that scrolls on a phone: a shadow at an edge means that there is more."""


class Html(str):
    """Text that is already HTML, so it is not escaped again."""

    __slots__ = ()


def html_table(headings: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table with one line of headings, escaping every text that is not `Html`."""
    head = "".join(f"<th>{_text(cell)}</th>" for cell in headings)
    body = "".join("<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{_text(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(cell: object) -> str:
    return cell if isinstance(cell, Html) else html.escape(str(cell))
