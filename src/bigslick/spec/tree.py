"""The checked tree: a spec after every name has been looked up and every type is known.

Machine and interpreter both read this tree, so each checks the other and neither sees YAML. The user's names appear
only in output; everything is addressed by number.
"""

from __future__ import annotations

import msgspec

from bigslick.checks import counted

from .expressions import Argument, FixedZone, Item, Local, Query, Value, Where, ZoneRef
from .kinds import Type
from .source import Place, Source

# -- effects -----------------------------------------------------------------------------------------------------------


class Effect(Item):
    """Base class for effects."""


class VariableTarget(Item):
    """A variable as a target; player is None for a global one."""

    var: Variable
    player: Value | None


class SetVar(Effect):
    cell: VariableTarget
    value: Value


class AddVar(Effect):
    cell: VariableTarget
    delta: Value


class TransferAmount(Effect):
    source: VariableTarget
    target: VariableTarget
    amount: Value
    least: Value | None
    most: Value | None
    actual: Local | None


class MoveAll(Effect):
    source: ZoneRef
    target: ZoneRef
    where: Where | None


class MoveToken(Effect):
    token: Value
    source: ZoneRef
    target: ZoneRef


class DrawTokens(Effect):
    source: ZoneRef
    target: ZoneRef
    count: Value


class Shuffle(Effect):
    zone: ZoneRef


class Reveal(Effect):
    """Shows a zone; player None means everyone."""

    zone: ZoneRef
    player: Value | None


class Conceal(Effect):
    """Hides a zone again; player None means everyone."""

    zone: ZoneRef
    player: Value | None


class SetActive(Effect):
    """Sets who decides next."""

    player: Value


class If(Effect):
    """Runs one of two lists of effects."""

    when: Value
    then: list[Effect]
    orelse: list[Effect]


class ForEach(Effect):
    local: Local
    over: Query
    effects: list[Effect]


class Bind(Effect):
    """Binds a value or a list; `inside` holds a let's effects."""

    local: Local
    value: Value | Query
    inside: list[Effect]


class Reduce(Effect):
    item: Local
    acc: Local
    over: Query
    initial: Value
    next: Value
    result: Local
    inside: list[Effect]


class EvaluateSubset(Effect):
    source: Query
    size: Value
    subset: Local
    compute: list[Effect]
    score: Value
    result: Local
    best: Local | None
    inside: list[Effect]


class Goto(Effect):
    phase: int
    name: str
    site: int


class MacroCall(Effect):
    """A macro with its arguments; `exports` pairs the macro's locals with the caller's."""

    macro: EffectMacro
    args: list[Argument]
    exports: list[tuple[Local, Local]]


# -- declarations ------------------------------------------------------------------------------------------------------


class Variable(Item):
    name: str
    slot: int
    type: Type
    init: int | bool
    low: int
    high: int
    per_player: bool
    reads: int = 0
    writes: int = 0


class Zone(Item):
    """A zone; an owned one takes one number per possible player, starting at `first`."""

    name: str
    first: int
    owned: bool
    visibility: str


class Catalogue(msgspec.Struct, eq=False):
    """All of the game's tokens by number: names, properties (None if a token lacks one) and starting zones."""

    names: list[str] = []
    props: dict[str, list[int | None]] = {}
    starts: list[tuple[FixedZone, list[int]]] = []


class DataTable(Item):
    name: str
    columns: list[str]
    rows: list[list[int]]


class Phase(Item):
    name: str
    index: int
    enter: Program
    exit: Program


class Program(msgspec.Struct, eq=False):
    """A list of effects that run as one program, its locals and its phases."""

    name: str
    place: Place
    effects: list[Effect]
    slots: int
    params: list[Local] = []


class Param(Item):
    local: Local
    domain: Query


class Action(Item):
    name: str
    index: int
    phases: list[int]
    params: list[Param]
    pre: Value | None
    run: Program
    limits: list[tuple[str, int]]
    slots: int


class EffectMacro(Item):
    """A macro of effects: a program with parameters and exports."""

    name: str
    index: int
    program: Program
    exports: list[Local]
    native: str | None
    digest: str
    jumps: bool = False
    pure: bool = True
    leaves: bool = False
    """Whether it always ends in a jump."""
    targets: frozenset[int] = frozenset()
    """The phases it can jump to, directly or through other macros."""


class ConditionMacro(Item):
    name: str
    index: int
    params: list[Local]
    condition: Value
    slots: int
    size: int = -1
    """The number of its values with all macros inlined; -1 until counted."""


class Ending(Item):
    when: Value
    result: str
    slots: int


class Invariant(Item):
    name: str
    holds: Value
    slots: int


class Scoring(Item):
    highest: bool
    value: Value
    slots: int


class Override(Item):
    """A change that one document makes to another: a part's keys, or a whole section without a name."""

    section: str
    name: str
    keys: list[str]
    original: Place


class Spec(msgspec.Struct, eq=False):
    """A whole game, checked."""

    id: str
    title: str
    least_players: int
    most_players: int
    globals: list[Variable]
    players: list[Variable]
    zones: list[Zone]
    tokens: Catalogue
    tables: list[DataTable]
    setup: Program
    phases: list[Phase]
    round_robin: bool
    actions: list[Action]
    macros: list[EffectMacro]
    conditions: list[ConditionMacro]
    terminal: list[Ending]
    scoring: Scoring | None
    invariants: list[Invariant]
    gotos: list[Goto]
    overrides: list[Override]
    sources: list[Source]
    digest: str

    @property
    def zone_count(self) -> int:
        """The number of zones, counting each player's."""
        return sum(self.most_players if zone.owned else 1 for zone in self.zones)

    @property
    def table_sizes(self) -> str:
        """The possible numbers of players in words: `2 players`, `2 to 6 players`."""
        most = counted(self.most_players, "player")
        return most if self.least_players == self.most_players else f"{self.least_players} to {most}"

    def zone_names(self) -> list[str]:
        """Name every zone by number: `deck:none`, `hand:0` ..."""
        names: list[str] = []
        for zone in self.zones:
            names += (
                [f"{zone.name}:{seat}" for seat in range(self.most_players)] if zone.owned else [f"{zone.name}:none"]
            )
        return names
