"""Tables by the number of their players, so that the fullest and the emptiest are found without a walk over all."""

from __future__ import annotations

from heapq import heappop, heappush

from bigslick.core.codes import MAX_SEATS
from bigslick.shuffle import Keystream


class Sizes:
    """Which tables have how many players."""

    __slots__ = ("_at", "_by_id", "_lists", "_size")

    def __init__(self) -> None:
        self._size: dict[int, int] = {}
        self._at: dict[int, int] = {}
        self._lists: list[list[int]] = [[] for _ in range(MAX_SEATS + 1)]
        # Numbers stay in a heap after their table has changed, and are dropped when they come up.
        self._by_id: list[list[int]] = [[] for _ in range(MAX_SEATS + 1)]

    @classmethod
    def of(cls, rows: list[list[int]]) -> Sizes:
        """The same again from `rows`: the order matters, for draws pick by it."""
        sizes = cls()
        for players, row in enumerate(rows):
            for table in row:
                sizes.set(table, players)
        return sizes

    @property
    def rows(self) -> list[list[int]]:
        """The tables by their number of players."""
        return self._lists

    def __len__(self) -> int:
        return len(self._size)

    def __getitem__(self, table: int) -> int:
        return self._size[table]

    def set(self, table: int, players: int) -> None:
        """Say how many players a table has; a table that is not known yet is added."""
        self.drop(table)
        self._size[table] = players
        self._at[table] = len(self._lists[players])
        self._lists[players].append(table)
        heappush(self._by_id[players], table)

    def drop(self, table: int) -> None:
        """Forget a table."""
        if table in self._size:
            row = self._lists[self._size.pop(table)]
            at, last = self._at.pop(table), row.pop()
            if last != table:
                row[at] = last
                self._at[last] = at

    def most(self) -> int:
        """The number of players at the fullest table."""
        return next((size for size in range(MAX_SEATS, -1, -1) if self._lists[size]), 0)

    def fewest(self) -> int:
        """The number of players at the emptiest table."""
        return next((size for size in range(MAX_SEATS + 1) if self._lists[size]), 0)

    def lowest(self, size: int) -> int:
        """The lowest number among the tables with so many players."""
        heap = self._by_id[size]
        while self._size.get(heap[0]) != size:
            heappop(heap)
        return heap[0]

    def tables(self, size: int) -> list[int]:
        """The tables with so many players, in no order."""
        return self._lists[size]

    def drawn(self, size: int, stream: Keystream) -> int:
        """A random one of the tables with so many players."""
        row = self._lists[size]
        return row[stream.below(len(row))]
