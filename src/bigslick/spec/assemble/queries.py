"""Queries as instructions: as a loop, or as a list."""

from __future__ import annotations

from bigslick.spec import opcodes as op
from bigslick.spec.compile.bounds import WIDE, span
from bigslick.spec.runtime import MAX_ITEMS
from bigslick.spec.tree import (
    ConcatQuery,
    IntsInRange,
    ListRef,
    NextInOrder,
    Players,
    Query,
    TableRows,
    TokensInZone,
    Where,
)

from .layout import SCRATCH, NotAssembled
from .values import Values
from .writer import Label


class Queries(Values):
    """Writes queries."""

    def loop(self, query: Query, item: int | None, again: Label, end: Label) -> None:
        """Begin a loop over a query whose items nothing in it changes; each item goes to an address, if there is one."""
        where: Where | None = getattr(query, "where", None)
        counter = self.temp()
        into = self.local(where.local) if where is not None else self.temp() if item is None else item
        first = self.constant(-1)
        match query:
            case Players():
                limit = self.constant(self.layout.seats)
                self._begin(counter, first, again)
                self.put(op.COUNT_TO, counter, limit, into, end)
            case TableRows(table=table):
                limit = self.constant(len(table.rows))
                self._begin(counter, first, again)
                self.put(op.COUNT_TO, counter, limit, into, end)
            case IntsInRange() if is_plain(query):
                low, high = self.value(query.low), self.value(query.high)
                width = self._arithmetic("-", high, low)
                self.put(op.CHECK, width, self.layout.constants((WIDE[0], MAX_ITEMS - 1)))
                limit = self._arithmetic("+", high, self.constant(1))
                self._begin(counter, self._arithmetic("-", low, self.constant(1)), again)
                self.put(op.COUNT_TO, counter, limit, into, end)
            case TokensInZone(zone=zone):
                number = self.zone(zone)
                self._begin(counter, first, again)
                self.put(op.EACH_TOKEN, counter, number, into, end)
            case NextInOrder(source=source, start=start, include_start=include):
                items, wanted = self.listed(source), self.value(start)
                ring = self._buffer(self.size_of(source))
                self.put(op.ROTATE, ring, items, wanted, int(include))
                self._begin(counter, first, again)
                self.put(op.EACH, counter, ring, into, end)
            case ListRef(local=local):
                items = self.local(local)
                self._begin(counter, first, again)
                self.put(op.EACH, counter, items, into, end)
            case _:
                items = self.listed(query)
                self._begin(counter, first, again)
                self.put(op.EACH, counter, items, into, end)
        if where is not None:
            self.go_if(where.condition, False, again)
            if item is not None:
                self.move(item, into)

    def _begin(self, counter: int, before: int, again: Label) -> None:
        self.move(counter, before)
        self.place(again)

    def end_loop(self, query: Query, again: Label, end: Label) -> None:
        """End a loop; the next in order is only one."""
        if not isinstance(query, NextInOrder):
            self.goto(again)
        self.place(end)

    def listed(self, query: Query) -> int:
        """The address of the items of a query as a list, which nothing changes before it is used."""
        if isinstance(query, Players) and query.where is None:
            return self.layout.all_players()
        if isinstance(query, ListRef) and query.where is None:
            return self.local(query.local)
        return self.fresh(query)

    def fresh(self, query: Query) -> int:
        """The address of the items of a query as a list of their own."""
        room = self.size_of(query)
        found = self._buffer(room)
        if isinstance(query, IntsInRange):
            self._ints(query, found, room)
            return found
        self.put(op.CLEAR, found)
        self._append(query, found, room)
        return found

    def _append(self, query: Query, found: int, room: int) -> None:
        if isinstance(query, ConcatQuery):
            for source in query.sources:
                self._append(source, found, room)
        elif isinstance(query, TokensInZone) and query.where is None:
            self.put(op.APPEND_ZONE, found, self.zone(query.zone), room)
        elif isinstance(query, IntsInRange) or getattr(query, "where", None) is None:
            self.put(op.APPEND, found, self.listed(query), room)
        else:
            item, again, end = self.temp(), Label(), Label()
            self.loop(query, item, again, end)
            self.put(op.PUSH, found, item, room)
            self.end_loop(query, again, end)

    def _ints(self, query: IntsInRange, found: int, room: int) -> None:
        if len(query.always) > SCRATCH - 3:
            raise NotAssembled("it has a range with very many required numbers")
        always = self._buffer(len(query.always))
        numbers = [self.value(query.low), self.value(query.high)]
        numbers.append(self.value(query.step) if query.step is not None else self.constant(1))
        numbers.append(self.value(query.most) if query.most is not None else self.constant(0))
        numbers.append(self.constant(int(query.most is not None)))
        self.put(op.CLEAR, always)
        for value in query.always:
            self.put(op.PUSH, always, self.value(value), len(query.always))
        block = self.layout.reserve(len(numbers))
        for index, number in enumerate(numbers):
            self.move(block + index, number)
        self.put(op.INTS, found, block, always, room)

    def _buffer(self, room: int) -> int:
        return self.layout.reserve(1 + room)

    def size_of(self, query: Query) -> int:
        """How many items a list of a query's items needs room for."""
        match query:
            case Players():
                return self.layout.seats
            case TokensInZone():
                return self.layout.tokens
            case ConcatQuery(sources=sources):
                return sum(self.size_of(source) for source in sources)
            case TableRows(table=table):
                return len(table.rows)
            case NextInOrder():
                return 1
            case ListRef(local=local):
                return self.room(local)
            case IntsInRange(most=most):
                known = span(most, self.spec) if most is not None else WIDE
                return MAX_ITEMS if known == WIDE else max(0, min(MAX_ITEMS, known[1]))
        raise NotAssembled(f"it has a {type(query).__name__}")


def is_plain(query: IntsInRange) -> bool:
    """Whether a range is every int from one to another."""
    return query.step is None and not query.always and query.most is None
