"""The typed expressions of the checked tree: values, zones and queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .kinds import Type
from .source import Place

if TYPE_CHECKING:
    from .tree import ConditionMacro, DataTable, Variable, Zone


@dataclass(eq=False, slots=True)
class Item:
    """Anything with a place."""

    place: Place


@dataclass(eq=False, slots=True)
class Local:
    """A name bound inside one program or macro; `slot` is its number there."""

    name: str
    slot: int
    type: Type
    place: Place


# -- values ------------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Value(Item):
    """Something that has a value of a known type."""

    type: Type


@dataclass(eq=False, slots=True)
class Literal(Value):
    """An int, boolean or string written out."""

    value: int | bool | str


@dataclass(eq=False, slots=True)
class GlobalRef(Value):
    """A global variable."""

    var: Variable


@dataclass(eq=False, slots=True)
class PlayerRef(Value):
    """A variable of a player."""

    var: Variable
    player: Value


@dataclass(eq=False, slots=True)
class LocalRef(Value):
    """A binding, a parameter of an action or of a macro."""

    local: Local


@dataclass(eq=False, slots=True)
class Actor(Value):
    """The player who decides."""


@dataclass(eq=False, slots=True)
class SeatOf(Value):
    """An int used as a player; it must be a seat at the table."""

    value: Value


@dataclass(eq=False, slots=True)
class TokenProp(Value):
    """A property of a token."""

    token: Value
    prop: str


@dataclass(eq=False, slots=True)
class Field(Value):
    """A field of a table's row."""

    row: Value
    table: DataTable
    column: int


@dataclass(eq=False, slots=True)
class Arithmetic(Value):
    """An operation on two ints."""

    op: str
    left: Value
    right: Value


@dataclass(eq=False, slots=True)
class Aggregate(Value):
    """count, sum, min or max over a query."""

    op: str
    query: Query
    local: Local | None
    expression: Value | None


@dataclass(eq=False, slots=True)
class IfValue(Value):
    """One of two values."""

    when: Value
    then: Value
    orelse: Value


@dataclass(eq=False, slots=True)
class Concat(Value):
    """A string of parts."""

    parts: list[Value]


@dataclass(eq=False, slots=True)
class Logic(Value):
    """and / or over conditions."""

    op: str
    args: list[Value]


@dataclass(eq=False, slots=True)
class Not(Value):
    """The opposite of a condition."""

    arg: Value


@dataclass(eq=False, slots=True)
class Compare(Value):
    """Two values compared."""

    op: str
    left: Value
    right: Value


@dataclass(eq=False, slots=True)
class Among(Value):
    """Whether a value is among the items of a query."""

    item: Value
    query: Query


@dataclass(eq=False, slots=True)
class ConditionCall(Value):
    """A condition macro with its arguments."""

    macro: ConditionMacro
    args: list[Argument]


# -- zones -------------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class ZoneRef(Item):
    """A zone."""


@dataclass(eq=False, slots=True)
class FixedZone(ZoneRef):
    """A zone known by its number."""

    zone: Zone
    index: int


@dataclass(eq=False, slots=True)
class OwnedZone(ZoneRef):
    """The zone of a player."""

    zone: Zone
    player: Value


@dataclass(eq=False, slots=True)
class NamedZone(ZoneRef):
    """A zone spelt by a string at run time, or handed to a macro."""

    value: Value


# -- queries -----------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Query(Item):
    """Something that yields a list of items of a known type."""

    type: Type


@dataclass(eq=False, slots=True)
class Where:
    """The filter of a query."""

    local: Local
    condition: Value


@dataclass(eq=False, slots=True)
class Players(Query):
    """The players."""

    where: Where | None


@dataclass(eq=False, slots=True)
class TokensInZone(Query):
    """The tokens of a zone."""

    zone: ZoneRef
    where: Where | None


@dataclass(eq=False, slots=True)
class ConcatQuery(Query):
    """Several queries, one after the other."""

    sources: list[Query]


@dataclass(eq=False, slots=True)
class ListRef(Query):
    """A list that a binding or a parameter holds."""

    local: Local
    where: Where | None


@dataclass(eq=False, slots=True)
class IntsInRange(Query):
    """A range of ints, or a sample of it."""

    low: Value
    high: Value
    step: Value | None
    always: list[Value]
    most: Value | None


@dataclass(eq=False, slots=True)
class NextInOrder(Query):
    """The next item that satisfies a condition."""

    source: Query
    start: Value
    where: Where
    include_start: bool


@dataclass(eq=False, slots=True)
class TableRows(Query):
    """The rows of a table, as row numbers."""

    table: DataTable
    where: Where | None


@dataclass(eq=False, slots=True)
class Combinations(Query):
    """Every choice of `least` to `most` items that a player may pick, each as bits."""

    source: Query
    least: Value
    most: Value


Argument = Value | Query | ZoneRef
"""An argument of a macro."""
