"""Each table's clock, and the tables that play by it.

The table furthest behind comes first. At the same second, tables that must report come before the others, which start
their next hand after the director's decision; then the lowest number comes first.
"""

from __future__ import annotations

from array import array

from bigslick.checks import whole

from ..structure.table_counts import MOST_TABLES

COMPILED = not __file__.endswith(".py")

MOST_TIME = 1 << 60
DUE = 1  # a table reports before its next hand


class Clocks:
    """Table clocks, with a heap of the tables in play."""

    def __init__(self, tables: int) -> None:
        tables = whole("the number of tables", tables, 1, MOST_TABLES)
        self.tables = tables
        self.time = array("q", bytes(8 * tables))
        self.heap = array("q", bytes(8 * tables))
        self.place = array("q", [-1]) * tables
        self.report = array("q", bytes(8 * tables))
        self.rest = array("q", bytes(8 * tables))
        self.count = 0

    def known(self, table: int) -> int:
        """Return a table's number if it has a clock: compiled code does not check its indices."""
        return whole("the table", table, 0, self.tables - 1)

    def of(self, table: int) -> int:
        """Return a table's clock."""
        return self.time[self.known(table)]

    def set(self, table: int, time: int) -> None:
        """Set the clock of a table that is not playing."""
        table = self.known(table)
        if self.place[table] >= 0:
            raise ValueError(f"table {table} is playing: stop it before you set its clock")
        self.time[table] = whole("the clock", time, 0, MOST_TIME)

    def ask(self, table: int) -> None:
        """Make a table report before its next hand."""
        self.report[table] = DUE
        if self.place[table] >= 0:
            self.rise(self.place[table])

    def is_due(self, table: int) -> int:
        """Return whether a table must report before its next hand."""
        return 1 if self.report[table] == DUE else 0

    def take_due(self) -> int:
        """Return the first table, which must report, and clear its request."""
        table = self.heap[0]
        self.report[table] = 0
        self.sink(0)
        return table

    def enlist(self, table: int) -> None:
        """Put a table on the clock, unless it already is."""
        table = self.known(table)
        if self.place[table] < 0:
            self.put(self.count, table)
            self.count += 1
            self.rise(self.count - 1)

    def delist(self, table: int) -> None:
        """Stop a table and its clock, if it is playing."""
        table = self.known(table)
        at = self.place[table]
        if at >= 0:
            self.count -= 1
            self.place[table] = -1
            if at < self.count:
                self.put(at, self.heap[self.count])
                self.rise(at)
                self.sink(at)

    def showing(self, time: int) -> list[int]:
        """Return the tables in play whose clocks show this time, which must be the earliest."""
        found, row = [], [0] if self.count > 0 else []
        while row:
            same = [at for at in row if self.time[self.heap[at]] == time]
            found += [self.heap[at] for at in same]
            row = [child for at in same for child in (2 * at + 1, 2 * at + 2) if child < self.count]
        return found

    def resting(self) -> list[int]:
        """Return the tables in play that wait for a break to end, or for players."""
        return [self.heap[at] for at in range(self.count) if self.rest[self.heap[at]]]

    def earliest(self) -> int:
        """Return the next table to play; -1 if there is none."""
        return self.heap[0] if self.count > 0 else -1

    def put(self, at: int, table: int) -> None:
        """Write a table into the heap."""
        self.heap[at] = table
        self.place[table] = at

    def rise(self, at: int) -> None:
        """Restore the heap order above one position."""
        while at > 0 and self.earlier(self.heap[at], self.heap[(at - 1) // 2]):
            table = self.heap[at]
            self.put(at, self.heap[(at - 1) // 2])
            at = (at - 1) // 2
            self.put(at, table)

    def sink(self, at: int) -> None:
        """Restore the heap order below one position."""
        while True:
            least = at
            for child in range(2 * at + 1, 2 * at + 3):
                if child < self.count and self.earlier(self.heap[child], self.heap[least]):
                    least = child
            if least == at:
                return
            table = self.heap[at]
            self.put(at, self.heap[least])
            self.put(least, table)
            at = least

    def earlier(self, one: int, other: int) -> int:
        """Return whether one table plays before another."""
        if self.time[one] != self.time[other]:
            return 1 if self.time[one] < self.time[other] else 0
        if self.is_due(one) != self.is_due(other):
            return self.is_due(one)
        return 1 if one < other else 0
