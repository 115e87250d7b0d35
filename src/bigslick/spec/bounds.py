"""Bounds known before a game runs: a value's range, a list's length, a condition's size."""

from __future__ import annotations

from bigslick.spec import expressions as ex
from bigslick.spec.limits import MAX_ITEMS
from bigslick.spec.tree import ConditionMacro, Spec

WIDE = (-(2**62), 2**62)


def span(value: ex.Value, spec: Spec) -> tuple[int, int]:
    """Return a value's smallest and largest possible int, where known."""
    match value:
        case ex.Literal(value=int(number)):
            return number, number
        case ex.GlobalRef(var=var) | ex.PlayerRef(var=var):
            return var.low, var.high
        case ex.Actor() | ex.SeatOf():
            return 0, spec.most_players - 1
        case ex.IfValue(then=then, orelse=orelse):
            a, b = span(then, spec), span(orelse, spec)
            return min(a[0], b[0]), max(a[1], b[1])
        case ex.Arithmetic(op=op, left=left, right=right):
            low, high = span(left, spec)
            least, most = span(right, spec)
            if op == "+":
                return low + least, high + most
            if op == "-":
                return low - most, high - least
            if op == "min":
                return min(low, least), min(high, most)
            if op == "max":
                return max(low, least), max(high, most)
        case ex.Aggregate(op="count", query=query):
            return 0, size(query, spec)
        case ex.Field(table=table, column=column):
            numbers = [row[column] for row in table.rows]
            return min(numbers), max(numbers)
        case ex.TokenProp(prop=prop):
            known = [number for number in spec.tokens.props[prop] if number is not None]
            return min(known, default=0), max(known, default=0)
    if value.type.kind == "player":
        return 0, spec.most_players - 1
    return WIDE


def size(query: ex.Query, spec: Spec) -> int:
    """Return the most items a query can have."""
    match query:
        case ex.Players():
            return spec.most_players
        case ex.TokensInZone():
            return len(spec.tokens.names)
        case ex.ConcatQuery(sources=sources):
            return min(MAX_ITEMS, sum(size(source, spec) for source in sources))
        case ex.TableRows(table=table):
            return len(table.rows)
        case ex.NextInOrder():
            return 1
        case ex.Combinations():
            return MAX_ITEMS
        case ex.IntsInRange(most=most):
            return span(most, spec)[1] if most is not None and span(most, spec) != WIDE else MAX_ITEMS
    if query.type.item == "player":
        return spec.most_players
    return len(spec.tokens.names) * 2 if query.type.item == "token" else MAX_ITEMS


def written_out(macro: ConditionMacro) -> int:
    """Count the values in a condition macro, with the macros it calls inlined."""
    if macro.size < 0:
        macro.size = _count(macro.condition)
    return macro.size


def _count(item: object) -> int:
    if isinstance(item, list):
        return sum(_count(inner) for inner in item)
    if isinstance(item, ex.ConditionCall):
        return written_out(item.macro) + _count(item.args)
    if not isinstance(item, ex.Value | ex.Query | ex.Where):
        return 0
    return 1 + sum(_count(getattr(item, name)) for name in _slots(item))


def _slots(item: object) -> list[str]:
    return [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
