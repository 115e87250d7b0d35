"""Values, conditions, queries and zones as Python expressions.

Every piece of generated text is a number of a slot, a checked name behind a prefix, or the repr of a literal.
"""

from __future__ import annotations

import re
from typing import Final

from bigslick.spec.runtime import SAFE
from bigslick.spec.tree import (
    Actor,
    Aggregate,
    Among,
    Argument,
    Arithmetic,
    Combinations,
    Compare,
    Concat,
    ConcatQuery,
    ConditionCall,
    Field,
    FixedZone,
    GlobalRef,
    IfValue,
    IntsInRange,
    ListRef,
    Literal,
    Local,
    LocalRef,
    Logic,
    NamedZone,
    NextInOrder,
    Not,
    OwnedZone,
    PlayerRef,
    Players,
    Query,
    SeatOf,
    Spec,
    TableRows,
    TokenProp,
    TokensInZone,
    Value,
    Variable,
    Where,
    ZoneRef,
)

from .bounds import span, written_out

_DIRECT: Final = {"+": "+", "-": "-"}
_CALLED: Final = {
    "*": "mul",
    "/": "quot",
    "floorDiv": "floor_div",
    "ceilDiv": "ceil_div",
    "mod": "mod",
    "min": "min",
    "max": "max",
}
_ATOMS: Final = (Literal, LocalRef, Actor)
INLINE: Final = 200
"""Condition macros of no more values than this are written out where they are called."""


def identifier(prefix: str, number: int, name: str) -> str:
    """A Python name from a checked name: the number makes it unique, so what is lost of the name does not matter."""
    return f"{prefix}{number}_{re.sub(r'[^A-Za-z0-9]', '_', name).strip('_')}"


class Expressions:
    """Writes expressions for one function, and remembers which columns it reads."""

    def __init__(self, spec: Spec, *, charged: bool) -> None:
        self.spec = spec
        self.charged = charged
        self.columns: set[int] = set()
        self.globals = False
        self.zones = False
        self.names: dict[Local, str] = {}

    # -- names ---------------------------------------------------------------------------------------------------

    def local(self, local: Local) -> str:
        """The Python name of a binding."""
        found = self.names.get(local)
        if found is None:
            found = self.names[local] = identifier("v", local.slot, local.name)
        return found

    def column(self, var: Variable) -> str:
        """The list of a player variable."""
        self.columns.add(var.slot)
        return identifier("p", var.slot, var.name)

    def cell(self, var: Variable, player: str | None) -> str:
        """A variable as something to read or to assign to."""
        if player is None:
            self.globals = True
            return f"G[{var.slot}]"
        return f"{self.column(var)}[{player}]"

    def items(self, code: str) -> str:
        """The items of a loop, taken off the budget where the program needs one."""
        return f"charge(S, {code})" if self.charged else code

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, value: Value) -> str:
        """A value as an expression that binds tightly enough to go anywhere."""
        match value:
            case Literal(value=literal):
                return repr(literal) if not isinstance(literal, int) or literal >= 0 else f"({literal!r})"
            case GlobalRef(var=var):
                return self.cell(var, None)
            case PlayerRef(var=var, player=player):
                return self.cell(var, self.value(player))
            case LocalRef(local=local):
                return self.local(local)
            case Actor():
                return "actor"
            case SeatOf(value=inner):
                return f"seat({self.value(inner)}, n)"
            case TokenProp(token=token, prop=prop):
                column = f"T_{prop.replace('-', '_')}"
                if None in self.spec.tokens.props[prop]:
                    return f"prop({column}, {self.value(token)}, {prop!r})"
                return f"{column}[{self.value(token)}]"
            case Field(row=row, table=table, column=number):
                return f"{self.table(table.name)}[{self.value(row)}][{number}]"
            case Arithmetic():
                return self._arithmetic(value)
            case Aggregate():
                return self._aggregate(value)
            case IfValue(when=when, then=then, orelse=orelse):
                return f"({self.value(then)} if {self.value(when)} else {self.value(orelse)})"
            case Concat(parts=parts):
                return f"text({', '.join(self.value(part) for part in parts)})"
        return self._condition(value)

    def table(self, name: str) -> str:
        """The Python name of a table."""
        index = next(index for index, table in enumerate(self.spec.tables) if table.name == name)
        return identifier("R", index, name)

    def _arithmetic(self, value: Arithmetic) -> str:
        left, right = self.value(value.left), self.value(value.right)
        if value.op in _DIRECT:
            return f"({left} {_DIRECT[value.op]} {right})"
        if (
            value.op in ("min", "max")
            and isinstance(value.right, _ATOMS)
            and isinstance(value.left, (*_ATOMS, GlobalRef, PlayerRef))
        ):
            return f"({left} if {left} {'<' if value.op == 'min' else '>'} {right} else {right})"
        if (
            value.op in ("/", "floorDiv", "mod")
            and span(value.left, self.spec)[0] >= 0
            and span(value.right, self.spec)[0] > 0
        ):
            return f"({left} {'%' if value.op == 'mod' else '//'} {right})"
        if value.op == "*" and _product_is_safe(span(value.left, self.spec), span(value.right, self.spec)):
            return f"({left} * {right})"
        return f"{_CALLED[value.op]}({left}, {right})"

    def _aggregate(self, value: Aggregate) -> str:
        query = value.query
        if value.op == "count":
            if isinstance(query, Players) and query.where is None:
                return "n"
            if isinstance(query, ConcatQuery):
                return "(" + " + ".join(f"len({self.query(source)})" for source in query.sources) + ")"
            return f"len({self.query(query)})"
        assert value.local is not None
        assert value.expression is not None
        where = getattr(query, "where", None)
        if where is not None and not isinstance(query, NextInOrder):
            # One loop for the filter and the value.
            name = self.local(value.local)
            self.names[where.local] = name
            loop = f"for {name} in {self.items(self._bare(query))} if {self.value(where.condition)}"
        else:
            loop = f"for {self.local(value.local)} in {self.items(self.query(query))}"
        listed = f"[{self.value(value.expression)} {loop}]"
        if value.op == "sum":
            return f"sum({listed})"
        return f"{value.op}({listed}, default=0)"

    def _condition(self, value: Value) -> str:
        match value:
            case Logic(op=op, args=args):
                return "(" + f" {op} ".join(self.value(arg) for arg in args) + ")"
            case Not(arg=arg):
                return f"(not {self.value(arg)})"
            case Compare(op=op, left=left, right=right):
                for one, other in ((left, right), (right, left)):
                    if isinstance(other, Literal) and isinstance(other.value, bool) and op in ("==", "!="):
                        return self.value(one) if other.value is (op == "==") else f"(not {self.value(one)})"
                return f"({self.value(left)} {op} {self.value(right)})"
            case Among(item=item, query=query):
                return f"({self.value(item)} in {self.items(self.query(query))})"
            case ConditionCall(macro=macro, args=args):
                if written_out(macro) <= INLINE and all(isinstance(arg, _ATOMS) for arg in args):
                    return self._inlined(value)
                given = "".join(f", {self.argument(arg)}" for arg in args)
                state = "spend(S, 1)" if self.charged else "S"
                return f"{identifier('c', macro.index, macro.name)}({state}, actor{given})"
        raise AssertionError(value)

    def _inlined(self, call: ConditionCall) -> str:
        """The body of a condition macro with its parameters replaced by names, which cost nothing to read twice."""
        before = dict(self.names)
        mapped = {param: self.argument(arg) for param, arg in zip(call.macro.params, call.args, strict=True)}
        self.names = {**self.names, **mapped}
        for local in _locals_of(call.macro.condition):
            # A name bound inside must not hide one that an argument reads.
            self.names[local] = f"{identifier('w', local.slot, local.name)}_{len(before)}"
        code = self.value(call.macro.condition)
        self.names = before
        return code

    def argument(self, argument: Argument) -> str:
        """An argument of a macro."""
        if isinstance(argument, Value):
            return self.value(argument)
        if isinstance(argument, ZoneRef):
            return self.zone(argument)
        return self.query(argument, fresh=True)

    # -- queries -------------------------------------------------------------------------------------------------

    def query(self, query: Query, *, fresh: bool = False) -> str:
        """A query as a sequence; `fresh` makes one that later effects do not change."""
        where: Where | None = getattr(query, "where", None)
        if isinstance(query, NextInOrder):
            source = self.query(query.source)
            listed = self._filtered(f"ring({source}, {self.value(query.start)}, {query.include_start})", query.where)
            return f"{listed}[:1]"
        if where is not None:
            return self._filtered(self._bare(query), where)
        if fresh and isinstance(query, TokensInZone):
            return f"{self._bare(query)}[:]"
        return self._bare(query)

    def _filtered(self, source: str, where: Where) -> str:
        name = self.local(where.local)
        return f"[{name} for {name} in {self.items(source)} if {self.value(where.condition)}]"

    def _bare(self, query: Query) -> str:
        match query:
            case Players():
                return "range(n)"
            case TokensInZone(zone=zone):
                return f"{self.tokens(zone)}"
            case ConcatQuery(sources=sources):
                return "[" + ", ".join(f"*{self.query(source)}" for source in sources) + "]"
            case ListRef(local=local):
                return self.local(local)
            case IntsInRange():
                return self._ints(query)
            case TableRows(table=table):
                return f"range({len(table.rows)})"
            case Combinations(source=source, least=least, most=most):
                return f"picks(S, {self.query(source)}, {self.value(least)}, {self.value(most)})"
        raise AssertionError(query)

    def _ints(self, query: IntsInRange) -> str:
        low, high = self.value(query.low), self.value(query.high)
        if query.step is None and not query.always and query.most is None:
            return f"ints({low}, {high})"
        step = self.value(query.step) if query.step is not None else "1"
        most = self.value(query.most) if query.most is not None else "None"
        return f"menu({low}, {high}, {step}, {self._always(query)}, {most})"

    def _always(self, query: IntsInRange) -> str:
        return "(" + "".join(f"{self.value(item)}, " for item in query.always) + ")"

    def accepts(self, query: Query, value: str) -> str:
        """Whether a value of a parameter is legal, listed or not."""
        if isinstance(query, IntsInRange):
            step = self.value(query.step) if query.step is not None else "1"
            return f"on_grid({value}, {self.value(query.low)}, {self.value(query.high)}, {step}, {self._always(query)})"
        return f"({value} in {self.query(query)})"

    # -- zones ---------------------------------------------------------------------------------------------------

    def zone(self, zone: ZoneRef) -> str:
        """The number of a zone."""
        match zone:
            case FixedZone(index=index):
                return str(index)
            case OwnedZone(zone=owner, player=player):
                return f"{owner.first} + {self.value(player)}" if owner.first else self.value(player)
            case NamedZone(value=value):
                return self.value(value) if value.type.kind == "zone" else f"zone_number(ZONES, {self.value(value)})"
        raise AssertionError(zone)

    def tokens(self, zone: ZoneRef) -> str:
        """The list of a zone."""
        self.zones = True
        return f"Z[{self.zone(zone)}]"


def _product_is_safe(left: tuple[int, int], right: tuple[int, int]) -> bool:
    return max(map(abs, left)) * max(map(abs, right)) <= SAFE


def _locals_of(value: object, found: list[Local] | None = None) -> list[Local]:
    """Every name that a condition binds inside."""
    found = [] if found is None else found
    if isinstance(value, Where):
        found.append(value.local)
    if isinstance(value, Aggregate) and value.local is not None:
        found.append(value.local)
    if isinstance(value, Value | Query | Where | ZoneRef):
        for kind in type(value).__mro__:
            for name in getattr(kind, "__slots__", ()):
                inner = getattr(value, name)
                for item in inner if isinstance(inner, list) else [inner]:
                    if isinstance(item, Value | Query | Where | ZoneRef):
                        _locals_of(item, found)
    return found
