"""An A4 page to print: its header, its style, and its tables."""

from __future__ import annotations

import datetime
import html
from collections.abc import Iterable, Iterator
from typing import Final

STYLE: Final = """
@page { size: A4; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); } }
* { box-sizing: border-box; }
body { font: 10.5pt/1.35 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111; background: #fff;
  max-width: 186mm; margin: 8mm auto; padding: 0 2mm; }
h1 { font-size: 19pt; line-height: 1.15; margin: 0 0 1mm; overflow-wrap: anywhere; }
h2 { font-size: 13pt; margin: 7mm 0 2mm; border-bottom: 0.5mm solid #111; padding-bottom: 1mm; break-after: avoid; }
p { margin: 0 0 3mm; color: #333; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 8.5pt; font-weight: 600; color: #444; border-bottom: 0.3mm solid #777; }
th, td { padding: 0.7mm 1.5mm; vertical-align: top; overflow-wrap: anywhere; }
td { border-bottom: 0.1mm solid #bbb; }
.n { text-align: right; white-space: nowrap; width: 1%; font-variant-numeric: tabular-nums; }
tr, .table, .whole { break-inside: avoid; }
thead { display: table-header-group; }
.names { columns: 2; column-gap: 8mm; column-rule: 0.1mm solid #bbb; }
.plan { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 4mm; padding: 0 0.5mm; }
.table { border: 0.4mm solid #111; border-radius: 3mm; padding: 2mm 2.5mm; }
.table h3 { font-size: 11.5pt; margin: 0 0 1mm; }
.table tr:last-child td { border-bottom: 0; }
.button { display: inline-block; min-width: 4.2mm; text-align: center; border: 0.3mm solid #111; border-radius: 2.1mm;
  font-size: 7.5pt; line-height: 3.6mm; font-weight: 700; }
.open { color: #777; }
.note td { background: #eee; font-weight: 600; }
.sides { display: grid; grid-template-columns: 3fr 2fr; gap: 0 8mm; align-items: start; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
@media screen and (max-width: 640px) { .names { columns: 1; } .sides { grid-template-columns: 1fr; }
  .plan { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
"""
PAGE_END: Final = "</body></html>\n"


def page_head(name: str, title: str, note: str, started: datetime.datetime | None = None) -> Iterator[str]:
    """Yield the start of a page: the event's name, the page's title, a note in HTML, and when the event starts."""
    shown = html.escape(name)
    when = "" if started is None else f"<p>Start: {started:%A}, {started.day} {started:%B %Y, %H:%M}</p>\n"
    yield (
        f"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        f"<title>{title}: {shown}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>{shown}</h1>\n"
        f"<p>{title}: {note}</p>\n{when}"
    )


def html_rows(columns: tuple[str, ...], rows: Iterable[tuple[object, ...]], numbers: set[int]) -> Iterator[str]:
    """Yield a table line by line; the columns at these positions hold numbers."""
    marks = [" class='n'" if place in numbers else "" for place in range(len(columns))]
    heads = "".join(f"<th{mark}>{name}</th>" for mark, name in zip(marks, columns, strict=True))
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>\n"
    for row in rows:
        cells = (f"<td{mark}>{html.escape(str(cell))}</td>" for mark, cell in zip(marks, row, strict=True))
        yield f"<tr>{''.join(cells)}</tr>\n"
    yield "</tbody></table>\n"
