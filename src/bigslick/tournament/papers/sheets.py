"""The papers of an event that hang on the wall: the seat-draw sheet and the table plan, as pages to print on A4."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from bigslick.checks import counted

from ..events import LevelStarted, Moved, Returned, Seated, SeatsRedrawn, StageStarted, TableOpened

if TYPE_CHECKING:
    from ..run import Tournament

FEW: Final = 60
"""A draw of so many players stays on one page."""
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
@media print { body { margin: 0; max-width: none; padding: 0; } }
@media screen and (max-width: 640px) { .names { columns: 1; }
  .plan { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
"""


class Seating(NamedTuple):
    """A player at a seat; seats count from 0."""

    entry: int
    table: int
    seat: int


class Draw(NamedTuple):
    """All seats that were drawn at one moment, and the tables they are at."""

    title: str
    opened: list[TableOpened]
    seatings: list[Seating]
    late: list[Seated]
    """Who came after it, before the next draw."""


def seat_draw_sheet(event: Tournament) -> Iterator[str]:
    """The page that tells players where they sit: by name, the first draw, late entries, and every new draw."""
    yield from _head(event, "Seat draw")
    for draw in _draws(event):
        yield from _by_name(event, draw)
        if draw.late:
            flight = "" if event.structure.flights is None else f"{html.escape(draw.title)}: "
            what = "late entries and re-entries"
            yield f"<h2>{flight}{what if flight else what.capitalize()}</h2>\n"
            rows = (
                (*_when(event, seated), _player(event, seated.entry), seated.table, seated.seat + 1, seated.reason)
                for seated in draw.late
            )
            yield from _table(("at", "level", "player", "table", "seat", ""), rows, numbers={1, 3, 4})
    yield "</body></html>\n"


def table_plan(event: Tournament) -> Iterator[str]:
    """The page that shows each table with its seats, its players and its first button, for every draw."""
    yield from _head(event, "Table plan", "<span class='button'>D</span> is the first button of a table.")
    for draw in _draws(event):
        yield f"<h2>{html.escape(draw.title)}</h2>\n<div class='plan'>\n"
        players = {(seating.table, seating.seat): seating.entry for seating in draw.seatings}
        for opened in draw.opened:
            yield f"<div class='table'><h3>Table {opened.table}</h3><table>\n"
            for seat in range(opened.chairs):
                entry = players.get((opened.table, seat))
                who = "<span class='open'>open</span>" if entry is None else html.escape(_player(event, entry))
                button = " <span class='button' title='button'>D</span>" if seat == opened.button else ""
                yield f"<tr><td class='n'>{seat + 1}</td><td>{who}{button}</td></tr>\n"
            yield "</table></div>\n"
        yield "</div>\n"
    yield "</body></html>\n"


# -- what was drawn ---------------------------------------------------------------------------------------------------


def _draws(event: Tournament) -> list[Draw]:
    """The draw before the first hand, each new draw for a round, a day or all who are left; and who came in between."""
    draws = [Draw("At the start", [], [], [])]
    drawing, moves = True, 0  # until a level starts every seat is drawn; in a redraw, so many moves are
    for happened in event.events:
        match happened:
            case LevelStarted():
                drawing = False
            case StageStarted(stage):
                if not draws[-1].opened:
                    draws.pop()
                draws.append(Draw(f"{stage[:1].upper()}{stage[1:]}", [], [], []))
                drawing = True
            case SeatsRedrawn(tables, players):
                what = "Final table" if tables == 1 else f"{tables} tables left"
                at, level = _when(event, happened)
                draws.append(Draw(f"{what}, new seats for {players} players: level {level}, {at}", [], [], []))
                moves = players
            case TableOpened() if drawing or moves:
                draws[-1].opened.append(happened)
            case Moved(entry, _, _, table, seat) if moves:
                draws[-1].seatings.append(Seating(entry, table, seat))
                moves -= 1
            case Seated(entry, table, seat) | Returned(entry, table, seat) if drawing:
                draws[-1].seatings.append(Seating(entry, table, seat))
            case Seated():
                draws[-1].late.append(happened)
    return draws


# -- as a page --------------------------------------------------------------------------------------------------------


def _head(event: Tournament, title: str, note: str = "") -> Iterator[str]:
    structure, director = event.structure, event.director
    name = html.escape(structure.name)
    players = len(set(director.names))
    again = len(director.names) - players
    entries = f", {again:,} {'re-entry' if again == 1 else 're-entries'}" if again else ""
    yield (
        f"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        f"<title>{title}: {name}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>{name}</h1>\n"
        f"<p>{title}: {counted(players, 'player')}{entries}, {structure.seats} seats a table, starting stack "
        f"{structure.starting_stack:,}, blinds {structure.levels[0]}. Seed {html.escape(str(event.seed))}. {note}</p>\n"
    )


def _by_name(event: Tournament, draw: Draw) -> Iterator[str]:
    whole = " class='whole'" if len(draw.seatings) <= FEW else ""
    yield f"<section{whole}><h2>{html.escape(draw.title)}</h2>\n<div class='names'>\n"
    rows = [(_player(event, seating.entry), seating.table, seating.seat + 1) for seating in draw.seatings]
    rows.sort(key=lambda row: _alphabetical(row[0]))
    yield from _table(("player", "table", "seat"), rows, numbers={1, 2})
    yield "</div></section>\n"


def _table(columns: tuple[str, ...], rows: Iterable[tuple[object, ...]], numbers: set[int]) -> Iterator[str]:
    marks = [" class='n'" if place in numbers else "" for place in range(len(columns))]
    heads = "".join(f"<th{mark}>{name}</th>" for mark, name in zip(marks, columns, strict=True))
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>\n"
    for row in rows:
        cells = (f"<td{mark}>{html.escape(str(cell))}</td>" for mark, cell in zip(marks, row, strict=True))
        yield f"<tr>{''.join(cells)}</tr>\n"
    yield "</tbody></table>\n"


def _player(event: Tournament, entry: int) -> str:
    name, bullet = event.director.names[entry], event.director.bullets[entry]
    return name if bullet == 1 else f"{name} (entry {bullet})"


def _when(event: Tournament, happened: Seated | SeatsRedrawn) -> tuple[str, int]:
    minutes, seconds = divmod(happened.at, 60)
    clock = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return (clock if event.timed else f"round {happened.at:,}", happened.level)


def _alphabetical(name: str) -> list[tuple[int, str]]:
    """So that Player 9 comes before Player 10."""
    parts = re.split(r"(\d+)", name.casefold())
    return [(int(part) if part.isdigit() and part.isascii() else 0, part) for part in parts]
