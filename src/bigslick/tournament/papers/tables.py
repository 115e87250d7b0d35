"""An event's papers for programs: results and moves as CSV, and the director's log as JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ..director.events import Moved, event_line
from .cells import csv_lines
from .finishers import finishers

if TYPE_CHECKING:
    from ..floor.run import Tournament

RESULT_COLUMNS: Final = (
    *("place", "player", "entry", "bot", "prize", "bounties", "seat_won", "hands", "level"),
    *("busted_by", "table", "seat"),
)
MOVE_COLUMNS: Final = (
    *("level", "player", "entry", "from_table", "from_seat"),
    *("to_table", "to_seat", "reason"),
)


def when_column(event: Tournament) -> str:
    """Return the name of the time column: by the clock, or by rounds."""
    return "seconds" if event.timed else "round"


def results_table(event: Tournament) -> Iterator[str]:
    """Return the lines of results.csv: one entry per line, best place first; a tied place is written as 7-9."""
    rows = (
        (
            f"{row.place}-{row.places_shared[-1]}" if len(row.places_shared) > 1 else row.place,
            *(
                row.player,
                row.entry,
                row.bot,
                row.prize,
                row.bounties,
                row.seat_won,
                row.hands,
                row.level,
                row.busted_by or "",
            ),
            *(row.table, row.seat, row.at),
        )
        for row in finishers(event)
    )
    return csv_lines((*RESULT_COLUMNS, when_column(event)), rows)


def moves_table(event: Tournament) -> Iterator[str]:
    """Return the lines of moves.csv: every seat change in order, with the director's reason; seats count from 1."""
    names, bullets = event.director.names, event.director.bullets
    rows = (
        (
            *(move.at, move.level, names[move.entry], bullets[move.entry]),
            *(move.from_table, move.from_seat + 1, move.to_table, move.to_seat + 1, move.reason),
        )
        for move in event.events
        if isinstance(move, Moved)
    )
    return csv_lines((when_column(event), *MOVE_COLUMNS), rows)


def log_lines(event: Tournament) -> Iterator[str]:
    """Return the lines of events.jsonl: the director's decisions in order; `events.read_event` reads a line."""
    return (event_line(happened) + "\n" for happened in event.events)
