"""What is known before a program runs: between which ints a value lies, and how many steps it may take."""

from __future__ import annotations

from bigslick.spec.runtime import MAX_ITEMS
from bigslick.spec.tree import (
    Actor,
    Aggregate,
    Among,
    Arithmetic,
    BestSubset,
    Bind,
    Combinations,
    Compare,
    Concat,
    ConcatQuery,
    ConditionCall,
    ConditionMacro,
    Effect,
    EffectMacro,
    Field,
    ForEach,
    GlobalRef,
    If,
    IfValue,
    IntsInRange,
    Literal,
    Logic,
    MacroCall,
    NextInOrder,
    Not,
    PlayerRef,
    Players,
    Query,
    Reduce,
    SeatOf,
    Spec,
    TableRows,
    TokenProp,
    TokensInZone,
    Value,
    Where,
)

WIDE = (-(2**62), 2**62)


def span(value: Value, spec: Spec) -> tuple[int, int]:
    """The least and the greatest int a value can be, as far as it is known."""
    match value:
        case Literal(value=int(number)):
            return number, number
        case GlobalRef(var=var) | PlayerRef(var=var):
            return var.low, var.high
        case Actor() | SeatOf():
            return 0, spec.most_players - 1
        case IfValue(then=then, orelse=orelse):
            a, b = span(then, spec), span(orelse, spec)
            return min(a[0], b[0]), max(a[1], b[1])
        case Arithmetic(op=op, left=left, right=right):
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
        case Aggregate(op="count", query=query):
            return 0, size(query, spec)
        case Field(table=table, column=column):
            numbers = [row[column] for row in table.rows]
            return min(numbers), max(numbers)
        case TokenProp(prop=prop):
            known = [number for number in spec.tokens.props[prop] if number is not None]
            return min(known, default=0), max(known, default=0)
    if value.type.kind == "player":
        return 0, spec.most_players - 1
    return WIDE


def size(query: Query, spec: Spec) -> int:
    """How many items a query has at most."""
    match query:
        case Players():
            return spec.most_players
        case TokensInZone():
            return len(spec.tokens.names)
        case ConcatQuery(sources=sources):
            return min(MAX_ITEMS, sum(size(source, spec) for source in sources))
        case TableRows(table=table):
            return len(table.rows)
        case NextInOrder():
            return 1
        case Combinations():
            return MAX_ITEMS
        case IntsInRange(most=most):
            return span(most, spec)[1] if most is not None and span(most, spec) != WIDE else MAX_ITEMS
    if query.type.item == "player":
        return spec.most_players
    return len(spec.tokens.names) * 2 if query.type.item == "token" else MAX_ITEMS


def steps(effects: list[Effect], spec: Spec) -> int:
    """How many loop steps some effects take at most."""
    return sum(_effect_steps(effect, spec) for effect in effects)


def macro_steps(macro: EffectMacro, spec: Spec) -> int:
    """How many steps a macro takes at most, the call counted as one."""
    if macro.cost < 0:
        macro.cost = 1 + steps(macro.program.effects, spec)
    return macro.cost


def written_out(macro: ConditionMacro) -> int:
    """How many values a condition macro is made of if the macros in it are written out."""
    if macro.size < 0:
        macro.size = _count(macro.condition)
    return macro.size


def _count(item: object) -> int:
    if isinstance(item, list):
        return sum(_count(inner) for inner in item)
    if isinstance(item, ConditionCall):
        return written_out(item.macro) + _count(item.args)
    if not isinstance(item, Value | Query | Where):
        return 0
    return 1 + sum(_count(getattr(item, name)) for name in _slots(item))


def _effect_steps(effect: Effect, spec: Spec) -> int:
    own = sum(value_steps(value, spec) for value in _values(effect))
    match effect:
        case If(then=then, orelse=orelse):
            return own + max(steps(then, spec), steps(orelse, spec))
        case ForEach(over=over, effects=effects):
            return own + size(over, spec) * (1 + steps(effects, spec))
        case Bind(inside=inside):
            return own + steps(inside, spec)
        case Reduce(over=over, next=following, inside=inside):
            return own + size(over, spec) * (1 + value_steps(following, spec)) + steps(inside, spec)
        case BestSubset(compute=compute, score=score, inside=inside):
            return own + MAX_ITEMS * (1 + steps(compute, spec) + value_steps(score, spec)) + steps(inside, spec)
        case MacroCall(macro=macro):
            return own + macro_steps(macro, spec)
    return own


def _values(effect: Effect) -> list[object]:
    """What an effect evaluates once."""
    if isinstance(effect, Reduce):
        return [effect.over, effect.initial]
    if isinstance(effect, BestSubset):
        return [effect.source, effect.size]
    if isinstance(effect, MacroCall):
        return list(effect.args)
    return [getattr(effect, name) for name in _slots(effect)]


def _slots(item: object) -> list[str]:
    return [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]


def value_steps(item: object, spec: Spec) -> int:
    """The steps of a value, a query, a zone or a cell, by what it is made of."""
    match item:
        case Aggregate(query=query, expression=expression):
            return size(query, spec) * (1 + (value_steps(expression, spec) if expression else 0)) + value_steps(
                query, spec
            )
        case Where(condition=condition):
            return value_steps(condition, spec)
        case Players(where=where) | TokensInZone(where=where) | TableRows(where=where):
            return size(item, spec) * (1 + value_steps(where, spec)) if where else 0
        case NextInOrder(source=source, where=where):
            return size(source, spec) * (1 + value_steps(where, spec)) + value_steps(source, spec)
        case ConditionCall(macro=macro, args=args):
            if macro.cost < 0:
                macro.cost = 1 + value_steps(macro.condition, spec)
            return macro.cost + sum(value_steps(arg, spec) for arg in args)
        case Logic(args=args) | Concat(parts=args):
            return sum(value_steps(arg, spec) for arg in args)
        case Arithmetic(left=left, right=right) | Compare(left=left, right=right):
            return value_steps(left, spec) + value_steps(right, spec)
        case IfValue(when=when, then=then, orelse=orelse):
            return value_steps(when, spec) + max(value_steps(then, spec), value_steps(orelse, spec))
        case Not(arg=arg):
            return value_steps(arg, spec)
        case Among(item=inner, query=query):
            return value_steps(inner, spec) + value_steps(query, spec) + size(query, spec)
        case Query():
            whole = size(item, spec)
            where = getattr(item, "where", None)
            return whole * (1 + value_steps(where, spec))
    return 0
