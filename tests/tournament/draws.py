"""Finds every draw in an event's public events: how many choices there were, and which was chosen.

A draw of many seats at once is read one seat after another: the first of n players, the second of n - 1, and so on.
When all orders are equally likely, these choices are even and independent of each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from bigslick.tournament.director.events import (
    Busted,
    FirstButtonPlaced,
    Moved,
    Seated,
    SeatsRedrawn,
    TableBroken,
    TableOpened,
)
from bigslick.tournament.floor.run import Tournament

Draws: TypeAlias = defaultdict[str, list[tuple[int, int]]]
"""Pairs (choices, chosen), by kind of draw."""


def draws_of(events: Iterable[Tournament]) -> Draws:
    """Return all draws in these events, each played to its end."""
    found: Draws = defaultdict(list)
    for event in events:
        event.finish()
        follower = _Follower(found, random_breaks=event.structure.break_order == "random")
        for happened in event.events:
            follower.read(happened)
        assert not follower.drawing
    return found


class _Follower:
    """Tracks who sits where, from the events alone."""

    def __init__(self, found: Draws, *, random_breaks: bool) -> None:
        self.found = found
        self.random_breaks = random_breaks
        self.tables: dict[int, dict[int, int]] = {}
        self.chairs: dict[int, int] = {}
        self.buttons: dict[int, int] = {}
        self.drawing = ""
        """The current draw of many seats; its tables are those in `buttons`."""
        self.came_from: dict[int, tuple[int, int]] = {}
        """The table and seat that a player in this draw left, by entry."""
        self.unseated = 0
        self.redrawn: set[int] = set()
        self.empty = 0
        self.leaving: list[int] = []

    def read(self, event: Any) -> None:
        if self.drawing == "the field" and not isinstance(event, Seated | TableOpened):
            self.drawn()
        if isinstance(event, TableOpened):
            self.open(event)
        elif isinstance(event, Seated):
            self.seat(event)
        elif isinstance(event, Busted):
            if event.out:
                del self.tables[event.table][event.seat]
        elif isinstance(event, Moved):
            self.move(event)
        elif isinstance(event, FirstButtonPlaced):
            self.note("the first button of a table that opens later", self.tables[event.table], event.button)
        elif isinstance(event, TableBroken):
            self.broken(event)
        elif isinstance(event, SeatsRedrawn):
            self.drawing = "the final table" if event.tables == 1 else "a redraw"
            self.unseated = event.players
            self.redrawn = set(self.tables)

    def note(self, what: str, choices: Iterable[int], chosen: int) -> None:
        order = sorted(choices)
        self.found[what].append((len(order), order.index(chosen)))

    def shortest(self, without: int = 0) -> list[int]:
        sizes = {table: len(seats) for table, seats in self.tables.items() if table != without}
        return [table for table, size in sizes.items() if size == min(sizes.values())]

    def open_seats(self, table: int) -> set[int]:
        return set(range(self.chairs[table])) - set(self.tables[table])

    def open(self, event: TableOpened) -> None:
        if not self.tables:
            self.drawing = "the field"
        self.tables[event.table] = {}
        self.chairs[event.table] = event.chairs
        if self.drawing:
            self.buttons[event.table] = event.button
        else:
            self.empty = event.table

    def seat(self, event: Seated) -> None:
        if not self.drawing:
            if event.table == self.empty:
                self.empty = 0
                self.note("the seat of a table's first player", range(self.chairs[event.table]), event.seat)
            else:
                self.note(f"the table of a {event.reason}", self.shortest(), event.table)
                self.note(f"the seat of a {event.reason}", self.open_seats(event.table), event.seat)
        self.tables[event.table][event.seat] = event.entry

    def move(self, event: Moved) -> None:
        breaks = event.reason.startswith(f"table {event.from_table} breaks")
        if breaks:
            if not self.leaving:
                self.leaving = sorted(self.tables[event.from_table])
            self.note("the player of a broken table", self.leaving, event.from_seat)
            self.leaving.remove(event.from_seat)
            self.note("the table after a break", self.shortest(event.from_table), event.to_table)
            self.note("the seat after a break", self.open_seats(event.to_table), event.to_seat)
        del self.tables[event.from_table][event.from_seat]
        self.tables[event.to_table][event.to_seat] = event.entry
        if self.drawing:
            self.came_from[event.entry] = event.from_table, event.from_seat
            self.unseated -= 1
            if not self.unseated:
                self.drawn()

    def broken(self, event: TableBroken) -> None:
        if self.random_breaks and event.table not in self.redrawn:
            self.note("the table that breaks", self.tables, event.table)
        del self.tables[event.table], self.chairs[event.table]

    def drawn(self) -> None:
        """Process a completed draw: who sits where, in which seats, and who has the button.

        Players are ordered by the seats they left, new entrants by their numbers; the draw must be independent of that
        order.
        """
        rows: Mapping[int, Mapping[int, int]] = {table: self.tables[table] for table in sorted(self.buttons)}
        players = sorted(
            (entry for seats in rows.values() for entry in seats.values()),
            key=lambda entry: (self.came_from.get(entry, ()), entry),
        )
        for table, seats in rows.items():
            free = set(range(self.chairs[table]))
            for seat in sorted(seats, key=lambda seat: players.index(seats[seat])):
                self.note(f"the seats of {self.drawing}", free, seat)
                free.remove(seat)
        for table, seats in rows.items():
            for seat in sorted(seats):
                self.found[f"the players of {self.drawing}"].append((len(players), players.index(seats[seat])))
                players.remove(seats[seat])
            self.note(f"the first button of {self.drawing}", seats, self.buttons[table])
        self.drawing = ""
        self.buttons.clear()
        self.came_from.clear()
