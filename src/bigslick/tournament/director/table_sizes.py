# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""Sorts tables by player count, to find the fullest and the emptiest without scanning them all."""

from __future__ import annotations

from heapq import heappop, heappush, nlargest

from bigslick.core.draws import Draws
from bigslick.hand.setup import MAX_SEATS

from ..structure.table_counts import MOST_TABLES

COMPILED = not __file__.endswith(".py")


class TableSizes:
    """The tables sorted by player count."""

    __slots__ = ("_at", "_by_id", "_came", "_lists", "_size", "changed")

    def __init__(self) -> None:
        # Indexed by table number, from 1; -1 for a table that is gone.
        self._size: list[int] = []
        self._at: list[int] = []
        self.changed: set[int] = set()
        """Tables that are new or changed size since the owner last cleared this."""
        self._lists: list[list[int]] = [[] for _ in range(MAX_SEATS + 1)]
        # A number stays in its heap after its table changes size, and is dropped when it comes up. Changed tables wait
        # outside the heaps until the next lookup, because most changes are never looked up.
        self._by_id: list[list[int]] = [[] for _ in range(MAX_SEATS + 1)]
        self._came: set[int] = set()

    @classmethod
    def of(cls, rows: list[list[int]]) -> TableSizes:
        """Rebuild from `rows`, in their order, because draws depend on it."""
        sizes = cls()
        for players, row in enumerate(rows):
            for table in row:
                sizes.add(table, players)
        return sizes

    @property
    def rows(self) -> list[list[int]]:
        """The tables by player count."""
        return self._lists

    def __len__(self) -> int:
        count = 0
        for row in self._lists:
            count += len(row)
        return count

    def players(self, table: int) -> int:
        """Return the number of players at a table; -1 if it is gone."""
        return self._size[table]

    def add(self, table: int, players: int = 0) -> None:
        """Add a table."""
        if not 0 < table <= MOST_TABLES:
            raise ValueError(f"table {table} does not exist: expected 1 to {MOST_TABLES}")
        while len(self._size) <= table:
            self._size.append(-1)
            self._at.append(-1)
        if self._size[table] >= 0:
            raise ValueError(f"table {table} is open already")
        self._enter(table, players)

    def drop(self, table: int) -> None:
        """Remove a table."""
        self._leave(table)
        self._size[table] = -1

    def change(self, table: int, by: int) -> None:
        """Add players to a table, or remove some."""
        self._enter(table, self._open(table) + by)

    def _open(self, table: int) -> int:
        """Return the number of players at a table that is there."""
        if table < 0 or self._size[table] < 0:
            raise ValueError(f"table {table} is not open")
        return self._size[table]

    def _enter(self, table: int, size: int) -> None:
        if not 0 <= size <= MAX_SEATS:
            raise ValueError(f"table {table} cannot have {size} players: expected 0 to {MAX_SEATS}")
        if self._size[table] >= 0:
            self._leave(table)
        row = self._lists[size]
        self.changed.add(table)
        self._size[table] = size
        self._at[table] = len(row)
        row.append(table)
        self._came.add(table)

    def _leave(self, table: int) -> None:
        """Remove a table from its row; the row's last table fills the gap, so no others move."""
        row = self._lists[self._open(table)]
        last = row.pop()
        if last != table:
            at = self._at[table]
            row[at] = last
            self._at[last] = at

    def most(self) -> int:
        """Return the number of players at the fullest table."""
        size = MAX_SEATS
        while size and not self._lists[size]:
            size -= 1
        return size

    def fewest(self) -> int:
        """Return the number of players at the emptiest table."""
        for size, row in enumerate(self._lists):
            if row:
                return size
        return 0

    def lowest(self, size: int) -> int:
        """Return the lowest-numbered table with this many players."""
        for table in self._came:
            if self._size[table] >= 0:
                heappush(self._by_id[self._size[table]], table)
        self._came.clear()
        heap = self._by_id[size]
        while self._size[heap[0]] != size:
            heappop(heap)
        return heap[0]

    def smallest(self, count: int) -> list[int]:
        """Return the tables with the fewest players; ties go to the highest number."""
        found: list[int] = []
        for row in self._lists:
            if len(found) == count:
                break
            found += nlargest(count - len(found), row)
        return found

    def tables(self, size: int) -> list[int]:
        """Return the tables with this many players, in arbitrary order."""
        return self._lists[size]

    def drawn(self, size: int, draws: Draws) -> int:
        """Return a random table with this many players."""
        row = self._lists[size]
        return row[draws.below(len(row))]
