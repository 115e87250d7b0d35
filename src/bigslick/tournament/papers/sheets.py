"""An event's wall sheets: the seat draw and the table plan, as A4 pages to print."""

from __future__ import annotations

import datetime
import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from bigslick.checks import counted

from ..director.events import LevelStarted, Moved, Returned, Seated, SeatsRedrawn, StageStarted, TableOpened
from .page import PAGE_END, html_rows, page_head

if TYPE_CHECKING:
    from ..floor.run import Tournament

FEW: Final = 60
"""The most players in a draw that fits on one page."""


class Seating(NamedTuple):
    """A player in a seat; seats count from 0."""

    entry: int
    table: int
    seat: int


class Draw(NamedTuple):
    """All seats drawn at the same time, and their tables."""

    title: str
    opened: list[TableOpened]
    seatings: list[Seating]
    late: list[Seated]
    """Players who came after this draw, before the next."""


def seat_draw_sheet(event: Tournament, started: datetime.datetime | None = None) -> Iterator[str]:
    """Yield the seat draw by name: the first draw, late entries, and every new draw."""
    yield from _head(event, "Seat draw", started)
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
            yield from html_rows(("at", "level", "player", "table", "seat", ""), rows, numbers={1, 3, 4})
    yield PAGE_END


def table_plan(event: Tournament, started: datetime.datetime | None = None) -> Iterator[str]:
    """Yield the page with each table's seats, players and first button, for every draw."""
    yield from _head(event, "Table plan", started, "<span class='button'>D</span> is the first button of a table.")
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
    yield PAGE_END


# -- the draws -------------------------------------------------------------------------------------------------


def _draws(event: Tournament) -> list[Draw]:
    """Return the first draw, each new draw for a round, a day or a redraw, and the players who came in between."""
    draws = [Draw("At the start", [], [], [])]
    drawing, moves = True, 0  # all seats are drawn until a level starts; `moves` counts a redraw's remaining moves
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


def _head(event: Tournament, title: str, started: datetime.datetime | None, note: str = "") -> Iterator[str]:
    structure, director = event.structure, event.director
    players = len(set(director.names))
    again = len(director.names) - players
    entries = f", {again:,} {'re-entry' if again == 1 else 're-entries'}" if again else ""
    return page_head(
        structure.name,
        title,
        f"{counted(players, 'player')}{entries}, {structure.seats} seats a table, starting stack "
        f"{structure.starting_stack:,}, blinds {structure.levels[0]}. Seed {html.escape(str(event.seed))}. {note}",
        started,
    )


def _by_name(event: Tournament, draw: Draw) -> Iterator[str]:
    whole = " class='whole'" if len(draw.seatings) <= FEW else ""
    yield f"<section{whole}><h2>{html.escape(draw.title)}</h2>\n<div class='names'>\n"
    rows = [(_player(event, seating.entry), seating.table, seating.seat + 1) for seating in draw.seatings]
    rows.sort(key=lambda row: _alphabetical(row[0]))
    yield from html_rows(("player", "table", "seat"), rows, numbers={1, 2})
    yield "</div></section>\n"


def _player(event: Tournament, entry: int) -> str:
    name, bullet = event.director.names[entry], event.director.bullets[entry]
    return name if bullet == 1 else f"{name} (entry {bullet})"


def _when(event: Tournament, happened: Seated | SeatsRedrawn) -> tuple[str, int]:
    minutes, seconds = divmod(happened.at, 60)
    clock = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return (clock if event.timed else f"round {happened.at:,}", happened.level)


def _alphabetical(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts Player 9 before Player 10."""
    parts = re.split(r"(\d+)", name.casefold())
    return [(int(part) if part.isdigit() and part.isascii() else 0, part) for part in parts]
