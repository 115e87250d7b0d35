# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""Halts short tables until they get players (TDA 11-D)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..structure.structure import HaltTrigger
from .seating import TableSeats
from .table_sizes import TableSizes

COMPILED = not __file__.endswith(".py")


def blinds_impacted(table: TableSeats, seats: int) -> bool:
    """Whether the seat due the big blind is empty."""
    return table.big >= 0 and not table.taken >> ((table.big + 1) % seats) & 1  # TDA 11-D, 2024


def must_halt(table: TableSeats, most: int, seats: int, deficit: int = 3, trigger: HaltTrigger = "immediate") -> bool:
    """Whether a table halts: at least `deficit` players short of the largest table, which has `most`; 0 = never.

    With the trigger "blinds_impacted", the seat due the big blind must also be empty.
    """
    if not deficit or most - table.players < deficit:  # TDA 11-D, S2 2.2.4
        return False
    return trigger == "immediate" or blinds_impacted(table, seats)


class HaltChange(NamedTuple):
    """Short tables that halt or resume, and those still in a hand, which must report its end."""

    resumed: list[int]
    halted: list[tuple[int, str]]
    """Each with the reason."""
    busy: list[int]


class ShortTables:
    """The halted tables, and the short tables to watch.

    With the trigger "blinds_impacted" a short table keeps playing until the big blind is due at an empty seat. Any hand
    can cause that, so we check after each one.
    """

    def __init__(self, deficit: int, trigger: HaltTrigger) -> None:
        self.tables: set[int] = set()
        """Tables that deal no hands."""
        self.watched: set[int] = set()
        """Short tables between hands that keep playing: the director checks them again after their next hand."""
        self._deficit = deficit
        self._trigger: HaltTrigger = trigger
        self._short: set[int] = set()
        self._most_checked = -1

    def restore(self, halted: Iterable[int], watched: Iterable[int]) -> None:
        """Continue from saved data."""
        self.tables, self.watched = set(halted), set(watched)
        self._most_checked = -1

    def drop(self, table: int) -> None:
        """Forget a closed table."""
        self.tables.discard(table)
        self.watched.discard(table)

    def look(
        self,
        sizes: TableSizes,
        chairs: Mapping[int, Sequence[int]],
        seats_of: Callable[[int], TableSeats],
        free: Collection[int],
    ) -> HaltChange:
        """Halt the short tables that are between hands, and resume those that can play again."""
        found = HaltChange([], [], [])
        if not self._deficit:
            return found
        most = sizes.most()
        # A large field halts hundreds of tables: check only those that changed size, or all of them if the largest did.
        changed = sizes.changed | self._short if most == self._most_checked else set(chairs)
        sizes.changed.clear()
        self._short.clear()
        self.watched.clear()
        self._most_checked = most
        enough = most - self._deficit
        # Most tables are neither short nor halted: skip them.
        short = []
        for table in changed:
            size = sizes.players(table)
            if (size <= enough or table in self.tables) and table in chairs:
                short.append((size, table))
        short.sort()
        for size, table in short:
            if size > enough:
                found.resumed.append(table)
                continue
            stops = must_halt(seats_of(table), most, len(chairs[table]), self._deficit, self._trigger)
            if table in self.tables:
                if not stops:
                    found.resumed.append(table)
                continue
            self._short.add(table)
            if table not in free:
                found.busy.append(table)
            elif stops:
                players = "1 player" if size == 1 else f"{size} players"
                found.halted.append((table, f"table {table} has {players}, {most - size} fewer than the largest"))
            else:
                self.watched.add(table)
        self.tables.difference_update(found.resumed)
        self.tables.update([table for table, _ in found.halted])
        # A table that resumes because its big blind seat is taken is still short.
        self.watched.update([table for table in found.resumed if most - sizes.players(table) >= self._deficit])
        self._short |= self.watched
        return found
