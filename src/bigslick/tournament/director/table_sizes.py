# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""Tables by the number of their players, to find the fullest and the emptiest without looking at all of them."""

from __future__ import annotations

from heapq import heappop, heappush, nlargest

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.draws import Draws
from bigslick.hand.setup import MAX_SEATS

from ..structure.table_counts import MOST_TABLES

COMPILED = cython.compiled


class TableSizes:
    """The tables sorted by their number of players."""

    __slots__ = ("_at", "_by_id", "_came", "_count", "_lists", "_size", "changed")

    def __init__(self) -> None:
        # Indexed by the table's number, which counts from 1; -1 for a table that is gone.
        self._size: list[int] = []
        self._at: list[int] = []
        self._count = 0
        self.changed: set[int] = set()
        """Tables that are new or changed size since the owner last cleared this."""
        self._lists: list[list[int]] = [[] for _ in range(MAX_SEATS + 1)]
        # A number stays in its heap after its table changes size and is dropped when it comes up. Tables that changed
        # wait beside the heaps until the next question: most changes are never asked about.
        self._by_id: list[list[int]] = [[] for _ in range(MAX_SEATS + 1)]
        self._came: set[int] = set()

    @classmethod
    def of(cls, rows: list[list[int]]) -> TableSizes:
        """Rebuild from `rows`, whose order matters: draws pick by it."""
        sizes = cls()
        for players, row in enumerate(rows):
            for table in row:
                sizes.add(table, players)
        return sizes

    @property
    def rows(self) -> list[list[int]]:
        """The tables by their number of players."""
        return self._lists

    def __len__(self) -> int:
        return self._count

    def players(self, table: int) -> int:
        """The number of players at a table; -1 if it is gone."""
        return self._size[table]

    def add(self, table: int, players: int = 0) -> None:
        """Add a table."""
        if not 0 < table <= MOST_TABLES:
            raise ValueError(f"table {table} does not exist: expected 1 to {MOST_TABLES}")
        while len(self._size) <= table:
            self._size.append(-1)
            self._at.append(-1)
        self._count += 1
        self._enter(table, players)

    def drop(self, table: int) -> None:
        """Remove a table."""
        self._count -= 1
        self._leave(table)
        self._size[table] = -1

    def change(self, table: int, by: int) -> None:
        """Add players to a table, or take some away."""
        size = self._size[table]
        self._leave(table)
        self._enter(table, size + by)

    def _enter(self, table: int, size: int) -> None:
        row = self._lists[size]
        self.changed.add(table)
        self._size[table] = size
        self._at[table] = len(row)
        row.append(table)
        self._came.add(table)

    def _leave(self, table: int) -> None:
        """The last table of the row fills the gap, so that nothing else moves."""
        row = self._lists[self._size[table]]
        last = row.pop()
        if last != table:
            at = self._at[table]
            row[at] = last
            self._at[last] = at

    def most(self) -> int:
        """The number of players at the fullest table."""
        size = MAX_SEATS
        while size and not self._lists[size]:
            size -= 1
        return size

    def fewest(self) -> int:
        """The number of players at the emptiest table."""
        for size, row in enumerate(self._lists):
            if row:
                return size
        return 0

    def lowest(self, size: int) -> int:
        """The lowest-numbered table of this size."""
        for table in self._came:
            if self._size[table] >= 0:
                heappush(self._by_id[self._size[table]], table)
        self._came.clear()
        heap = self._by_id[size]
        while self._size[heap[0]] != size:
            heappop(heap)
        return heap[0]

    def smallest(self, count: int) -> list[int]:
        """The tables with the fewest players, the highest number first among equals."""
        found: list[int] = []
        for row in self._lists:
            if len(found) == count:
                break
            found += nlargest(count - len(found), row)
        return found

    def tables(self, size: int) -> list[int]:
        """The tables of this size, in no order."""
        return self._lists[size]

    def drawn(self, size: int, draws: Draws) -> int:
        """A random table of this size."""
        row = self._lists[size]
        return row[draws.below(len(row))]
