# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""Carries out the director's events on the floor, putting players and chips where they belong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from ..director.director import Director
from ..director.events import (
    AddedOn,
    Bagged,
    Busted,
    FirstButtonPlaced,
    Moved,
    NoShowRemoved,
    Rebought,
    Returned,
    Seated,
    TableBroken,
    TableHalted,
    TableOpened,
    TableResumed,
)
from ..director.losses import Loss
from ._floor import Floor
from .field_bots import FieldBots
from .python_bots import PythonBots

COMPILED = not __file__.endswith(".py")


class BetweenHands(Collection[int]):
    """Tables between hands: the waiting ones, which are too many to copy in a large field, and a few more."""

    __slots__ = ("_more", "_waiting")

    def __init__(self, waiting: set[int], more: set[int]) -> None:
        self._waiting = waiting
        self._more = more

    def __contains__(self, table: object) -> bool:
        return table in self._more or table in self._waiting

    def __iter__(self) -> Iterator[int]:
        yield from self._more
        yield from self._waiting - self._more

    def __len__(self) -> int:
        return len(self._waiting) + len(self._more - self._waiting)


class FloorTables:
    """Each table's row on the floor, and the tables that wait.

    `apply` carries out the director's events; those events and the hands played determine everything on the floor.
    """

    def __init__(self, floor: Floor, director: Director, field_bots: FieldBots, python_bots: PythonBots) -> None:
        self.floor = floor
        self.director = director
        self.row_of: dict[int, int] = {}
        self.table_of = [0] * floor.tables
        self.free_rows = list(range(floor.tables - 1, -1, -1))
        self.waiting: set[int] = set()
        """Tables off the clock: new, halted, held, or without two players. Used only with timed levels."""
        self._unsettled: set[int] = set()
        """Tables that opened, halted, resumed, were held, or changed size: `follow_clock` starts or stops them."""
        self.applied = 0
        """How many of the director's events have been carried out."""
        self._field_bots = field_bots
        self._python_bots = python_bots
        self._guards = python_bots.guards
        self._playing: list[int] | None = None
        self._handlers: dict[type, Callable[[Any, int], None]] = {
            Rebought: self._add_chips,
            AddedOn: self._add_chips,
            Bagged: self._stand,
            NoShowRemoved: self._stand,
            Returned: self._return,
            TableOpened: self._open,
            FirstButtonPlaced: self._place_button,
            TableBroken: self._break,
            TableHalted: self._play_changed,
            TableResumed: self._play_changed,
        }

    def restore(self, row_of: dict[int, int], free_rows: list[int], waiting: list[int]) -> None:
        """Continue from saved data; the floor and the director have already been restored."""
        self.row_of, self.free_rows, self.waiting = dict(row_of), list(free_rows), set(waiting)
        for table, row in row_of.items():
            self.table_of[row] = table
        self._unsettled = set(row_of)
        self.applied = len(self.director.events)
        self._playing = None

    # -- questions -----------------------------------------------------------------------------------------------

    def positions(self, table: int) -> tuple[int, int, int]:
        """Return the button, small blind and big blind of a table's last hand; -1 for each before the first."""
        row = self.row_of.get(table)
        return (-1, -1, -1) if row is None else self.floor.positions(row)

    def chair_of(self, entry: int) -> tuple[int, int] | None:
        """Return an entry's row and seat on the floor; None if it is out."""
        table, seat = self.director.where[entry]
        if table not in self.row_of:
            return None
        row = self.row_of[table]
        return (row, seat) if self.floor.player_at(row, seat) == entry else None

    def playing_rows(self) -> list[int]:
        """Return the rows of the tables that can start a hand."""
        director, row_of = self.director, self.row_of
        if director.held:  # no event says when the director releases them
            return [row_of[table] for table in director.chairs if director.playable(table)]
        if self._playing is None:
            halted = director.halted
            if halted:
                self._playing = [row_of[table] for table in director.chairs if table not in halted]
            else:
                self._playing = [row_of[table] for table in director.chairs]
        return self._playing

    def between_hands(self, rows: list[int]) -> Collection[int]:
        """With timed levels, return the tables between hands: the waiting ones, and the rows whose hand just ended."""
        return BetweenHands(self.waiting, {self.table_of[row] for row in rows})

    def losses(self, rows: list[int]) -> tuple[list[tuple[int, list[Loss]]], list[int]]:
        """Return the players in these rows who lost their last chip, by table, and when each table's hand ended.

        In a round all hands start together, so the number of actions says which ended first. In hand-for-hand, tables
        without losses are included.
        """
        floor, bounty, every = self.floor, self.director.structure.bounty, self.director.hand_for_hand
        found: list[tuple[int, list[Loss]]] = []
        moments: list[int] = []
        timed = self.director.structure.unit == "time"
        ended = [(floor.clock_of(row) if timed else 0, floor.length_of(row), self.table_of[row], row) for row in rows]
        ended.sort()
        for clock, length, table, row in ended:
            busts = floor.busts_at(row)
            if busts or every:
                losses = [
                    Loss(seat, stack, by, floor.winners_over(row, seat)) if bounty else Loss(seat, stack, by)
                    for seat, _, stack, by in busts
                ]
                found.append((table, losses))
                moments.append(clock if timed else length)
        return found, moments

    # -- the director's decisions -------------------------------------------------------------------------------------

    def apply(self, now: int) -> None:
        """Carry out the director's decisions since the last call; players who sit down arrive at `now`."""
        events, floor, row_of = self.director.events, self.floor, self.row_of
        for event in events[self.applied :]:
            if type(event) is Moved:
                floor.move(row_of[event.from_table], event.from_seat, row_of[event.to_table], event.to_seat, now)
                self._unsettled.add(event.from_table)
                self._unsettled.add(event.to_table)
            elif type(event) is Busted:
                if event.out:
                    floor.stand(row_of[event.table], event.seat)
                    self._unsettled.add(event.table)
                    if self._guards:
                        self._python_bots.leave(event.entry)
            elif type(event) is Seated:
                self._seat(event, now)
            elif type(event) in self._handlers:
                self._handlers[type(event)](event, now)
                self._playing = None
        self.applied = len(events)

    def _add_chips(self, event: Rebought | AddedOn, _: int) -> None:
        self.floor.add_chips(self.row_of[event.table], event.seat, event.chips)

    def _seat(self, event: Seated, now: int) -> None:
        entry = event.entry
        name, bullet = self.director.names[entry], self.director.bullets[entry]
        style, chance = self._field_bots.style(name), self._field_bots.chance(name, bullet)
        if chance != entry:
            self.floor.give_chance(entry, chance)
        if style < 0:
            self._python_bots.sit(entry, style, name, bullet)
        self.floor.sit(self.row_of[event.table], event.seat, entry, event.stack, style, now)
        self._unsettled.add(event.table)

    def _stand(self, event: Bagged | NoShowRemoved, _: int) -> None:
        self.floor.stand(self.row_of[event.table], event.seat)
        self._unsettled.add(event.table)

    def _return(self, event: Returned, now: int) -> None:
        name = self.director.names[event.entry]
        style = self._field_bots.style(name)
        if style < 0 and event.entry not in self._python_bots.guards:  # after a bye this is the entry's first seat
            self._python_bots.sit(event.entry, style, name, self.director.bullets[event.entry])
        self.floor.sit(self.row_of[event.table], event.seat, event.entry, event.stack, style, now)

    def _open(self, event: TableOpened, now: int) -> None:
        row = self.free_rows.pop()
        self.row_of[event.table] = row
        self.table_of[row] = event.table
        self.floor.open_table(row, event.chairs, max(0, event.button), now)
        self.waiting.add(event.table)
        self._unsettled.add(event.table)

    def _place_button(self, event: FirstButtonPlaced, _: int) -> None:
        self.floor.place_button(self.row_of[event.table], event.button)

    def _break(self, event: TableBroken, _: int) -> None:
        row = self.row_of.pop(event.table)
        self.floor.delist(row)
        self.waiting.discard(event.table)
        self._unsettled.discard(event.table)
        self.free_rows.append(row)

    def _play_changed(self, event: TableHalted | TableResumed, _: int) -> None:
        self._unsettled.add(event.table)

    # -- the clock -----------------------------------------------------------------------------------------------

    def follow_clock(self, now: int) -> None:
        """With timed levels, start the tables that can play, stop the others, and request the director's reports."""
        director, floor = self.director, self.floor
        self._unsettled |= director.held
        for table in sorted(self._unsettled):  # sorted, as in a loaded save
            row = self.row_of[table]
            if not director.playable(table) or director.size(table) < 2:
                floor.delist(row)
                self.waiting.add(table)
            elif table in self.waiting:
                floor.set_clock(row, max(floor.clock_of(row), now))
                floor.enlist(row)
                self.waiting.discard(table)
        if len(self._unsettled) > len(self.waiting):  # a set never shrinks, but a copy is small again
            self.waiting = set(self.waiting)
        self._unsettled = set(director.held)  # until the director releases them
        for table in sorted(director.take_reports()):
            floor.ask_report(self.row_of[table])
        for table in director.short_tables.watched:
            floor.ask_next_report(self.row_of[table])

    def stop_all(self) -> None:
        """Take every table off the clock."""
        for row in self.row_of.values():
            self.floor.delist(row)
        self.waiting = set(self.row_of)
        self._unsettled = set(self.row_of)
