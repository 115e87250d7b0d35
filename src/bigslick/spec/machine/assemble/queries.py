"""Assembles queries, as a loop or as a list."""

from __future__ import annotations

from collections.abc import Callable

from bigslick.spec import expressions as ex
from bigslick.spec.bounds import WIDE, span
from bigslick.spec.limits import MAX_ITEMS
from bigslick.spec.machine import opcodes as op

from .layout import SCRATCH, NotAssembled
from .values import Values
from .weight import MOST, weight
from .writer import Label


class Queries(Values):
    def each(self, query: ex.Query, local: ex.Local | None, body: Callable[[int], None], size: int) -> None:
        """Loop over a query whose items the loop does not change; the body and a binding get each item's address.

        `size` is the body's weight; a loop over players is unrolled for each seat if that is not too large.
        """
        where: ex.Where | None = getattr(query, "where", None)
        seats = self.layout.seats
        if isinstance(query, ex.Players) and seats * (size + weight(where, seats)) <= MOST:
            for seat in range(seats):
                skip, item = Label(), self.constant(seat)
                self._filter(where, item, skip)
                with self.bound(local, item):
                    body(item)
                self.place(skip)
            return
        item, first, again, end = self.temp(), Label(), Label(), Label()
        step = self._begin(query, item, end)
        self.place(first)
        self._filter(where, item, again)
        with self.bound(local, item):
            body(item)
        if isinstance(query, ex.NextInOrder):  # there is only one
            self.goto(end)
        self.place(again)
        self.put(*step, item, first)
        self.place(end)

    def _filter(self, where: ex.Where | None, item: int, label: Label) -> None:
        if where is not None:
            with self.bound(where.local, item):
                self.go_if(where.condition, False, label)

    def _begin(self, query: ex.Query, item: int, end: Label) -> tuple[int, int, int]:
        """Begin a loop: write the first item to an address, and return the instruction that advances to the next."""
        match query:
            case ex.Players():
                return self._count(self.constant(-1), self.constant(self.layout.seats), item, end)
            case ex.TableRows(table=table):
                return self._count(self.constant(-1), self.constant(len(table.rows)), item, end)
            case ex.IntsInRange() if is_plain(query):
                low, high = self.value(query.low), self.value(query.high)
                width = self._arithmetic("-", high, low)
                self.put(op.CHECK, width, self.layout.constants((WIDE[0], MAX_ITEMS - 1)))
                limit = self._arithmetic("+", high, self.constant(1))
                return self._count(self._arithmetic("-", low, self.constant(1)), limit, item, end)
            case ex.TokensInZone(zone=zone):
                number, counter = self.zone(zone), self._counter()
                self.put(op.EACH_TOKEN, counter, number, item, end)
                return op.NEXT_TOKEN, counter, number
            case ex.NextInOrder(source=source, start=start, include_start=include):
                listed, wanted = self.listed(source), self.value(start)
                items = self._buffer(self.size_of(source))
                self.put(op.ROTATE, items, listed, wanted, int(include))
                return self.each_of(items, item, end)
            case ex.ListRef(local=local):
                return self.each_of(self.local(local), item, end)
        return self.each_of(self.listed(query), item, end)

    def _counter(self) -> int:
        counter = self.temp()
        self.move(counter, self.constant(-1))
        return counter

    def _count(self, before: int, limit: int, item: int, end: Label) -> tuple[int, int, int]:
        counter = self.temp()
        self.move(counter, before)
        self.put(op.COUNT_TO, counter, limit, item, end)
        return op.COUNT_ON, counter, limit

    def each_of(self, items: int, item: int, end: Label) -> tuple[int, int, int]:
        """Begin a loop over a list."""
        counter = self._counter()
        self.put(op.EACH, counter, items, item, end)
        return op.NEXT, counter, items

    def listed(self, query: ex.Query) -> int:
        """Return the address of a query's items, as a list that nothing changes before it is used."""
        if isinstance(query, ex.Players) and query.where is None:
            return self.layout.all_players()
        if isinstance(query, ex.ListRef) and query.where is None:
            return self.local(query.local)
        return self.fresh(query)

    def fresh(self, query: ex.Query) -> int:
        """Return the address of a new list with a query's items."""
        room = self.size_of(query)
        found = self._buffer(room)
        if isinstance(query, ex.IntsInRange):
            self._ints(query, found, room)
            return found
        if isinstance(query, ex.Combinations):
            bounds = self.layout.reserve(2)
            source, least, most = self.listed(query.source), self.value(query.least), self.value(query.most)
            self.move(bounds, least)
            self.move(bounds + 1, most)
            self.put(op.CHOICES, found, source, bounds, room)
            return found
        self.put(op.CLEAR, found)
        self._append(query, found, room)
        return found

    def _append(self, query: ex.Query, found: int, room: int) -> None:
        if isinstance(query, ex.ConcatQuery):
            for source in query.sources:
                self._append(source, found, room)
        elif isinstance(query, ex.TokensInZone) and query.where is None:
            self.put(op.APPEND_ZONE, found, self.zone(query.zone), room)
        elif isinstance(query, ex.IntsInRange | ex.Combinations) or getattr(query, "where", None) is None:
            self.put(op.APPEND, found, self.listed(query), room)
        else:
            self.each(query, None, lambda item: self.put(op.PUSH, found, item, room), 1)

    def _ints(self, query: ex.IntsInRange, found: int, room: int) -> None:
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

    def size_of(self, query: ex.Query) -> int:
        """Return the capacity that a list for a query needs."""
        match query:
            case ex.Players():
                return self.layout.seats
            case ex.TokensInZone():
                return self.layout.tokens
            case ex.ConcatQuery(sources=sources):
                return sum(self.size_of(source) for source in sources)
            case ex.TableRows(table=table):
                return len(table.rows)
            case ex.NextInOrder():
                return 1
            case ex.ListRef(local=local):
                return self.room(local)
            case ex.Combinations():
                return MAX_ITEMS
            case ex.IntsInRange(most=most):
                known = span(most, self.spec) if most is not None else WIDE
                return MAX_ITEMS if known == WIDE else max(0, min(MAX_ITEMS, known[1]))
        raise NotAssembled(f"it has a {type(query).__name__}")


def is_plain(query: ex.IntsInRange) -> bool:
    """Whether a range has no gaps."""
    return query.step is None and not query.always and query.most is None


def is_stable(query: ex.Players | ex.IntsInRange) -> bool:
    """Whether effects inside a loop cannot change what it loops over."""
    return query.where is None if isinstance(query, ex.Players) else is_plain(query)
