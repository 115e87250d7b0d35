"""The order in which tables break, published before the first break (TDA 10, RP-19).

A table that opens later is added to the order: with "highest_id_first" it breaks first, with "random" its position is
drawn, and with "list" it breaks where the list names it. Tables that are not on the list break after those on it,
highest number first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from bigslick.shuffle import Keystream

from ..structure.structure import BreakOrder
from .table_sizes import TableSizes


class Breaking:
    """The open tables in breaking order, and the ones at its front that will break when their hands end.

    The order "fewest_players" cannot be published: the table sizes decide.
    """

    def __init__(self, order: BreakOrder, given: Sequence[int] = ()) -> None:
        self._order: BreakOrder = order
        self._rank = {table: place for place, table in enumerate(given)} if order == "list" else {}
        self._tables: deque[int] = deque()
        self._published = False
        self.due: set[int] = set()
        """The tables that wait. A large field has many and few change, so the list is not rebuilt after each hand."""
        self._new: list[int] = []

    @property
    def tables(self) -> list[int]:
        return list(self._tables)

    def restore(self, tables: Iterable[int]) -> None:
        self._tables = deque(sorted(tables, key=self._place))  # RP-19: as published
        self._published = True

    def _place(self, table: int) -> int:
        return self._rank.get(table, len(self._rank))

    def publish(self, tables: Sequence[int], stream: Keystream) -> None:
        """Fix the breaking order of the event's first tables."""
        order = sorted(tables, reverse=True)
        if self._order == "random":
            order = [order[place] for place in stream.permutation(len(order))]
        self.restore(order)

    def open(self, table: int, stream: Keystream) -> None:
        """Add a table; one that opens after the order is published gets a place in it."""
        at = 0
        if self._published and self._order == "random":
            at = stream.below(len(self._tables) + 1)
        elif self._rank:
            at = sum(self._place(other) < self._place(table) for other in self._tables)
        if at < len(self.due):
            self._await(table)
        self._tables.insert(at, table)

    def close(self, table: int) -> None:
        """Forget a closed table."""
        self._tables.remove(table)
        self.due.discard(table)

    def next(self, count: int, sizes: TableSizes) -> list[int]:
        return sizes.smallest(count) if self._order == "fewest_players" else list(islice(self._tables, count))

    def first(self, count: int, sizes: TableSizes, free: Collection[int]) -> int | None:
        """Return the first of the next tables to break that is between hands; if there is none, all of them are due."""
        if self._order == "fewest_players":
            self.due, before = set(self.next(count, sizes)), self.due
            self._new += self.due - before
        elif self._tables[0] in free:
            return self._tables[0]
        while len(self.due) < count:
            self._await(self._tables[len(self.due)])
        while len(self.due) > count:
            self.due.discard(self._tables[len(self.due) - 1])
        few, many = (free, self.due) if len(free) < count else (self.due, free)
        ready = [table for table in few if table in many]
        if self._order == "highest_id_first" or len(ready) < 2:
            return max(ready, default=None)
        return next(table for table in self.next(count, sizes) if table in ready)

    def _await(self, table: int) -> None:
        self.due.add(table)
        self._new.append(table)

    def none_due(self) -> None:
        """Forget the waiting tables: none has to break now."""
        if self.due:
            self.due.clear()
        self._new.clear()

    def take_new(self) -> list[int]:
        """Return the tables that have become due since the last call."""
        new, self._new = [table for table in self._new if table in self.due], []
        return new
