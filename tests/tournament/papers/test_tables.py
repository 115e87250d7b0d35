"""Results, moves and the log, as programs read them."""

from __future__ import annotations

import csv

import pytest

from bigslick.tournament.director.events import Moved, Seated, read_event
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.papers.tables import log_lines, moves_table, results_table

from .events import rounds, turbo

BOTH = pytest.mark.parametrize("event", [turbo(), rounds()], ids=["by time", "by hands"])


@BOTH
def test_results_have_an_entry_on_each_line(event: Tournament) -> None:
    rows = list(csv.DictReader(results_table(event)))
    assert len(rows) == len(event.director.names)
    assert rows[0]["player"] == event.winner
    assert sum(int(row["prize"]) for row in rows) == sum(event.director.prizes)
    assert set(rows[0]) == {
        *("place", "player", "entry", "bot", "prize", "bounties", "seat_won", "hands", "level"),
        *("busted_by", "table", "seat"),
        "seconds" if event.timed else "round",
    }


@BOTH
def test_moves_lead_from_the_first_seat_to_the_last(event: Tournament) -> None:
    """Applied to the seat draw, the moves lead to the seats in the results."""
    names, bullets = event.director.names, event.director.bullets
    at = {
        (names[found.entry], bullets[found.entry]): (found.table, found.seat + 1)
        for found in event.events
        if isinstance(found, Seated)
    }
    moves = list(csv.DictReader(moves_table(event)))
    assert len(moves) == sum(isinstance(found, Moved) for found in event.events) > 0
    for move in moves:
        who = move["player"], int(move["entry"])
        assert at[who] == (int(move["from_table"]), int(move["from_seat"]))
        at[who] = int(move["to_table"]), int(move["to_seat"])
        assert move["reason"]
    for row in csv.DictReader(results_table(event)):
        assert at[row["player"], int(row["entry"])] == (int(row["table"]), int(row["seat"]))


@BOTH
def test_the_log_is_every_event_as_it_was(event: Tournament) -> None:
    assert [read_event(line) for line in log_lines(event)] == event.events
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in log_lines(event))


def test_a_tie_is_written_with_both_ends() -> None:
    event = turbo()
    shared = {(row.place, row.shared) for row in event.director.finishes.values() if row.shared > 1}
    places = {row["place"] for row in csv.DictReader(results_table(event))}
    assert {f"{place}-{place + count - 1}" for place, count in shared} == {place for place in places if "-" in place}
