"""Which table breaks next, when the order is published before the first break (TDA 10, RP-19).

A table that opens later finds its place in the order: with "highest_id_first" it breaks first, with "random" its place
is drawn, and with "list" it breaks where the list names it. Tables that the list does not name break after those that
it does, highest number first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from bigslick.shuffle import Keystream

from .seating import BreakOrder, break_list


class Breaking:
    """The open tables, first to break first; empty with "fewest_players", which cannot be published."""

    def __init__(self, order: BreakOrder, given: Sequence[int] = ()) -> None:
        self._order: BreakOrder = order
        self._given = tuple(given)
        self._tables: deque[int] = deque()

    @property
    def tables(self) -> list[int]:
        """The tables, first to break first."""
        return list(self._tables)

    def restore(self, tables: Iterable[int]) -> None:
        """Continue from saved data."""
        self._tables = deque(tables)

    def publish(self, tables: Sequence[int], stream: Keystream) -> None:
        """Fix the order of the tables that open with the event."""
        if self._order != "fewest_players":
            self._tables = deque(break_list(tables, self._order, stream, self._given))

    def open(self, table: int, stream: Keystream) -> None:
        """Take in a table that opens later."""
        if self._order == "highest_id_first":
            self._tables.appendleft(table)
        elif self._order == "random":
            self._tables.insert(stream.below(len(self._tables) + 1), table)
        elif self._order == "list":
            self._tables = deque(break_list([*self._tables, table], "list", stream, self._given))

    def close(self, table: int) -> None:
        """Forget a table that is closed."""
        if self._order != "fewest_players":
            self._tables.remove(table)

    def first(self) -> int:
        """The next table to break."""
        return self._tables[0]
