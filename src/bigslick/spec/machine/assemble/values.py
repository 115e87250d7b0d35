"""Assembles values, conditions and zones: each leaves its value at an address, or jumps to a label."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from bigslick.spec import expressions as ex
from bigslick.spec.bounds import written_out
from bigslick.spec.machine import opcodes as op
from bigslick.spec.tree import ConditionMacro, Spec, Variable

from .layout import MISSING, Layout, NotAssembled
from .weight import weight
from .writer import Label, Writer

_OPERATIONS: Final = {
    "+": op.ADD,
    "-": op.SUBTRACT,
    "*": op.MULTIPLY,
    "/": op.QUOTIENT,
    "floorDiv": op.FLOOR,
    "ceilDiv": op.CEILING,
    "mod": op.MODULO,
    "min": op.LEAST,
    "max": op.GREATEST,
}
_TESTS: Final = {
    "==": (op.IF_EQUAL, False),
    "!=": (op.IF_DIFFERENT, False),
    "<": (op.IF_LESS, False),
    "<=": (op.IF_AT_MOST, False),
    ">": (op.IF_LESS, True),
    ">=": (op.IF_AT_MOST, True),
}
"""For each comparison, the instruction that jumps if it holds, and whether to swap its sides."""
_OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_HOLDS: Final = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
INLINE: Final = 100
"""Condition macros with at most this many values are inlined."""


class Values(Writer, ABC):
    """Writes values; a subclass provides the queries."""

    def __init__(self, spec: Spec, layout: Layout) -> None:
        super().__init__(spec, layout)
        self.conditions: dict[ConditionMacro, Label] = {}
        self.waiting_conditions: list[ConditionMacro] = []

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, value: ex.Value) -> int:
        """Return the address that holds a value after the code written here has run."""
        match value:
            case ex.Literal(value=str()):
                raise NotAssembled("it works with strings")
            case ex.Literal(value=number):
                return self.constant(int(number))
            case ex.GlobalRef(var=var):
                return self.layout.global_at(var)
            case ex.PlayerRef(var=var, player=player):
                return self.cell(var, self.value(player))
            case ex.LocalRef(local=local):
                return self.local(local)
            case ex.Actor():
                return self.layout.actor
            case ex.SeatOf(value=inner):
                found = self.value(inner)
                seat = self.layout.known(found)
                if seat is None or not 0 <= seat < self.layout.seats:
                    self.put(op.CHECK, found, self.layout.constants((0, self.layout.seats - 1)))
                return found
            case ex.TokenProp(token=token, prop=prop):
                column = [MISSING if number is None else number for number in self.spec.tokens.props[prop]]
                return self._fetched(token, column)
            case ex.Field(row=row, table=table, column=number):
                return self._fetched(row, [cells[number] for cells in table.rows])
            case ex.Arithmetic(op=name, left=left, right=right):
                return self._arithmetic(name, self.value(left), self.value(right))
            case ex.Aggregate():
                return self._aggregate(value)
            case ex.IfValue(when=when, then=then, orelse=orelse):
                return self._chosen(when, then, orelse)
        return self._condition(value)

    def cell(self, var: Variable, player: int) -> int:
        """Return the address of a player's variable: its own if the player is known, otherwise a copy's."""
        number = self.layout.known(player)
        if number is not None and 0 <= number < self.layout.seats:
            return self.layout.column(var) + number
        found = self.temp()
        self.put(op.FETCH, found, player, self.layout.column(var), self.layout.seats)
        return found

    def _fetched(self, index: ex.Value, column: list[int]) -> int:
        found = self.temp()
        self.put(op.FETCH, found, self.value(index), self.layout.constants(column), len(column))
        return found

    def _arithmetic(self, name: str, left: int, right: int) -> int:
        a, b = self.layout.known(left), self.layout.known(right)
        if a is not None and b is not None and name in ("+", "-"):
            return self.constant(a + b if name == "+" else a - b)
        found = self.temp()
        self.put(_OPERATIONS[name], found, left, right)
        return found

    def _chosen(self, when: ex.Value, then: ex.Value, orelse: ex.Value) -> int:
        found, other, end = self.temp(), Label(), Label()
        self.go_if(when, False, other)
        self.move(found, self.value(then))
        self.goto(end)
        self.place(other)
        self.move(found, self.value(orelse))
        self.place(end)
        return found

    def _aggregate(self, value: ex.Aggregate) -> int:
        query = value.query
        if value.op == "count":
            return self.count(query)
        assert value.local is not None
        assert value.expression is not None
        expression, found, begun = value.expression, self.temp(), self.temp()
        self.move(found, self.constant(0))
        if value.op != "sum":
            self.move(begun, self.constant(0))

        def body(_: int) -> None:
            item = self.value(expression)
            if value.op == "sum":
                self.put(op.ADD, found, found, item)
                return
            later, end = Label(), Label()
            self.put(op.IF_TRUE, begun, d=later)
            self.move(begun, self.constant(1))
            self.move(found, item)
            self.goto(end)
            self.place(later)
            self.put(op.LEAST if value.op == "min" else op.GREATEST, found, found, item)
            self.place(end)

        self.each(query, value.local, body, weight(expression, self.layout.seats))
        return found

    def count(self, query: ex.Query) -> int:
        """Write the number of a query's items."""
        if isinstance(query, ex.Players) and query.where is None:
            return self.constant(self.layout.seats)
        if isinstance(query, ex.ListRef) and query.where is None:
            return self.local(query.local)  # a list begins with its length
        if isinstance(query, ex.ConcatQuery):
            total = self.constant(0)
            for source in query.sources:
                total = self._arithmetic("+", total, self.count(source))
            return total
        found = self.temp()
        if isinstance(query, ex.TokensInZone) and query.where is None:
            self.put(op.SIZE_OF_ZONE, found, self.zone(query.zone))
            return found
        self.move(found, self.constant(0))
        self.each(query, None, lambda _: self.put(op.ADD, found, found, self.constant(1)), 1)
        return found

    # -- conditions ----------------------------------------------------------------------------------------------

    def _condition(self, value: ex.Value) -> int:
        """Return a condition as a number: 1 if it holds, 0 if not."""
        if isinstance(value, ex.Among):
            return self._among(value)
        found, end = self.temp(), Label()
        if not isinstance(value, ex.Logic | ex.Not | ex.Compare | ex.ConditionCall):
            raise NotAssembled(f"it has a {type(value).__name__}")
        self.move(found, self.constant(0))
        self.go_if(value, False, end)
        self.move(found, self.constant(1))
        self.place(end)
        return found

    def _among(self, value: ex.Among) -> int:
        found = self.temp()
        item = self.value(value.item)
        self.put(op.AMONG, found, item, self.listed(value.query))
        return found

    def go_if(self, value: ex.Value, wanted: bool, label: Label) -> None:
        """Jump to a label if a condition has the wanted value; otherwise continue here."""
        match value:
            case ex.Literal(value=known):
                if bool(known) is wanted:
                    self.goto(label)
            case ex.Not(arg=arg):
                self.go_if(arg, not wanted, label)
            case ex.Logic(op=name, args=args):
                if (name == "or") is wanted:
                    for arg in args:
                        self.go_if(arg, wanted, label)
                else:
                    end = Label()
                    for arg in args[:-1]:
                        self.go_if(arg, not wanted, end)
                    self.go_if(args[-1], wanted, label)
                    self.place(end)
            case ex.Compare(op=name, left=left, right=right):
                self._compare(name if wanted else _OPPOSITE[name], self.value(left), self.value(right), label)
            case ex.ConditionCall(macro=macro, args=args) if written_out(macro) <= INLINE:
                held = [self.argument(arg) for arg in args]
                outside, self.scope = self.scope, macro
                for param, address in zip(macro.params, held, strict=True):
                    self.bind(param, address)
                self.go_if(macro.condition, wanted, label)
                self.scope = outside
            case ex.ConditionCall(macro=macro, args=args):
                self.give(args, macro.params, macro)
                self.put(op.CALL, d=self._subroutine(macro))
                self.put(op.IF_TRUE if wanted else op.IF_FALSE, self.layout.result, d=label)
            case ex.PlayerRef(var=var, player=player):
                index = self.value(player)
                number = self.layout.known(index)
                if number is not None and 0 <= number < self.layout.seats:
                    self.put(op.IF_TRUE if wanted else op.IF_FALSE, self.layout.column(var) + number, d=label)
                else:
                    test = op.IF_CELL_TRUE if wanted else op.IF_CELL_FALSE
                    self.put(test, index, self.layout.seats, self.layout.column(var), label)
            case _:
                self.put(op.IF_TRUE if wanted else op.IF_FALSE, self.value(value), d=label)

    def _compare(self, name: str, left: int, right: int, label: Label) -> None:
        a, b = self.layout.known(left), self.layout.known(right)
        if a is not None and b is not None:
            if _HOLDS[name](a, b):
                self.goto(label)
            return
        number, swapped = _TESTS[name]
        self.put(number, right if swapped else left, left if swapped else right, d=label)

    def _subroutine(self, macro: ConditionMacro) -> Label:
        found = self.conditions.get(macro)
        if found is None:
            found = self.conditions[macro] = Label()
            self.waiting_conditions.append(macro)
        return found

    def write_conditions(self) -> None:
        """Write the condition macros that are called but not yet written."""
        while self.waiting_conditions:
            macro = self.waiting_conditions.pop()
            self.place(self.conditions[macro])
            self.scope = macro
            found = self.value(macro.condition)
            self.move(self.layout.result, found)
            self.put(op.RETURN)

    def argument(self, arg: ex.Argument) -> int:
        """Return the address of a macro's argument."""
        if isinstance(arg, ex.Value):
            return self.value(arg)
        return self.zone(arg) if isinstance(arg, ex.ZoneRef) else self.listed(arg)

    def give(self, args: list[ex.Argument], params: list[ex.Local], macro: object) -> None:
        """Pass a macro's arguments, evaluating all of them before storing the first."""
        outside = self.scope
        held = [self.argument(arg) for arg in args]
        self.scope = macro
        for param, address in zip(params, held, strict=True):
            self.copy_to(param, address)
        self.scope = outside

    def copy_to(self, local: ex.Local, address: int) -> None:
        """Copy a value or a list to a binding."""
        target = self.local(local)
        if local.type.kind != "list":
            self.move(target, address)
        elif target != address:
            self.put(op.CLEAR, target)
            self.put(op.APPEND, target, address, self.room(local))

    # -- zones ---------------------------------------------------------------------------------------------------

    def zone(self, zone: ex.ZoneRef) -> int:
        """Return the address of a zone's number."""
        match zone:
            case ex.FixedZone(index=index):
                return self.constant(index)
            case ex.OwnedZone(zone=owner, player=player):
                return self._arithmetic("+", self.value(player), self.constant(owner.first))
            case ex.NamedZone(value=value) if value.type.kind == "zone":
                return self.value(value)
        raise NotAssembled("it spells the name of a zone")

    # -- queries, written elsewhere ----------------------------------------------------------------------------------

    @abstractmethod
    def each(self, query: ex.Query, local: ex.Local | None, body: Callable[[int], None], size: int) -> None:
        """Loop over a query whose items the loop does not change; the body and a binding get each item's address."""

    @abstractmethod
    def listed(self, query: ex.Query) -> int:
        """Return the address of a query's items, as a list that nothing changes before it is used."""
