"""The checked tree's typed expressions: values, zones and queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .kinds import Type
from .source import Place

if TYPE_CHECKING:
    from .tree import ConditionMacro, DataTable, Variable, Zone


class Item(msgspec.Struct, eq=False):
    """Anything with a location in a document; two items are never equal, even if they look alike."""

    place: Place


class Local(msgspec.Struct, eq=False):
    """A name bound inside one program or macro; `slot` is its number there."""

    name: str
    slot: int
    type: Type
    place: Place
    param: bool = False
    """Whether it is a macro's parameter."""


# -- values ------------------------------------------------------------------------------------------------------------


class Value(Item):
    """Something with a value of a known type."""

    type: Type


class Literal(Value):
    """An int, boolean or string written out."""

    value: int | bool | str


class GlobalRef(Value):
    var: Variable


class PlayerRef(Value):
    var: Variable
    player: Value


class LocalRef(Value):
    """A binding, or a parameter of an action or macro."""

    local: Local


class Actor(Value):
    """The player who decides."""


class SeatOf(Value):
    """An int used as a player; it must be a seat at the table."""

    value: Value


class TokenProp(Value):
    token: Value
    prop: str


class Field(Value):
    row: Value
    table: DataTable
    column: int


class Arithmetic(Value):
    """An operation on two ints."""

    op: str
    left: Value
    right: Value


class Aggregate(Value):
    """count, sum, min or max over a query."""

    op: str
    query: Query
    local: Local | None
    expression: Value | None


class IfValue(Value):
    when: Value
    then: Value
    orelse: Value


class Concat(Value):
    parts: list[Value]


class Logic(Value):
    """and / or over conditions."""

    op: str
    args: list[Value]


class Not(Value):
    arg: Value


class Compare(Value):
    op: str
    left: Value
    right: Value


class Among(Value):
    """Whether a value is among a query's items."""

    item: Value
    query: Query


class ConditionCall(Value):
    macro: ConditionMacro
    args: list[Argument]


# -- zones -------------------------------------------------------------------------------------------------------------


class ZoneRef(Item):
    """A zone."""


class FixedZone(ZoneRef):
    """A zone known by its number."""

    zone: Zone
    index: int


class OwnedZone(ZoneRef):
    zone: Zone
    player: Value


class NamedZone(ZoneRef):
    """A zone named by a string at run time, or passed to a macro."""

    value: Value


# -- queries -----------------------------------------------------------------------------------------------------------


class Query(Item):
    """Something that yields a list of items of a known type."""

    type: Type


class Where(msgspec.Struct, eq=False):
    """A query's filter."""

    local: Local
    condition: Value


class Players(Query):
    where: Where | None


class TokensInZone(Query):
    zone: ZoneRef
    where: Where | None


class ConcatQuery(Query):
    sources: list[Query]


class ListRef(Query):
    """A list that a binding or a parameter holds."""

    local: Local
    where: Where | None


class IntsInRange(Query):
    low: Value
    high: Value
    step: Value | None
    always: list[Value]
    most: Value | None


class NextInOrder(Query):
    """The next item that satisfies a condition."""

    source: Query
    start: Value
    where: Where
    include_start: bool


class TableRows(Query):
    """A table's rows, as row numbers."""

    table: DataTable
    where: Where | None


class Combinations(Query):
    """Every choice of `least` to `most` items that a player can pick, each as bits."""

    source: Query
    least: Value
    most: Value


Argument = Value | Query | ZoneRef
"""A macro's argument."""
