"""The order in which tables break, published before the first break (TDA 10, RP-19).

A table that opens later finds its place in the order: with "highest_id_first" it breaks first, with "random" its place
is drawn, and with "list" it breaks where the list names it. Tables that the list does not name break after those that
it does, highest number first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice

from bigslick.shuffle import Keystream

from ..structure.structure import BreakOrder
from .table_sizes import TableSizes


class Breaking:
    """The open tables in their order; with "fewest_players", which cannot be published, they have none."""

    def __init__(self, order: BreakOrder, given: Sequence[int] = ()) -> None:
        self._order: BreakOrder = order
        self._given = deque(given)
        self._tables: deque[int] = deque()
        self._open: set[int] = set()
        self._published = False

    @property
    def tables(self) -> list[int]:
        """The open tables; those that no list names are in the order in which they break."""
        return list(self._tables)

    def restore(self, tables: Iterable[int]) -> None:
        """Continue from saved data."""
        self._tables = deque(tables)
        self._open = set(self._tables)
        self._published = True

    def publish(self, tables: Sequence[int], stream: Keystream) -> None:
        """Fix the order of the tables that open with the event."""
        order = sorted(tables, reverse=True)
        if self._order == "random":
            order = [order[place] for place in stream.permutation(len(order))]
        self.restore(order)

    def open(self, table: int, stream: Keystream) -> None:
        """Take in a table; one that opens after the order is published finds its place in it."""
        drawn = self._published and self._order == "random"
        at = stream.below(len(self._tables) + 1) if drawn else 0
        self._tables.insert(at, table)
        self._open.add(table)

    def close(self, table: int) -> None:
        """Forget a table that is closed."""
        self._tables.remove(table)
        self._open.discard(table)

    def next(self, count: int, sizes: TableSizes) -> list[int]:
        """The next tables to break, as many as asked for."""
        if self._order == "fewest_players":
            return sizes.smallest(count)
        if self._order != "list":
            return list(islice(self._tables, count))
        named = [table for table in self._given if table in self._open]  # RP-19: as published
        return [*named, *(table for table in self._tables if table not in named)][:count]
