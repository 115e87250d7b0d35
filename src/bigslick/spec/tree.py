"""The checked tree: a spec after every name has been looked up and every type is known.

Machine and interpreter both read this tree, so that each is a second opinion on the other and neither looks at
YAML. Names of the user appear only for people; everything is addressed by number.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bigslick.checks import counted

from .expressions import Argument, FixedZone, Item, Local, Query, Value, Where, ZoneRef
from .kinds import Type
from .source import Place, Source

# -- effects -----------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Effect(Item):
    """Something that is done."""


@dataclass(eq=False, slots=True)
class VariableTarget(Item):
    """A variable as a target; player is None for a global one."""

    var: Variable
    player: Value | None


@dataclass(eq=False, slots=True)
class SetVar(Effect):
    """Sets a variable."""

    cell: VariableTarget
    value: Value


@dataclass(eq=False, slots=True)
class AddVar(Effect):
    """Adds to a variable."""

    cell: VariableTarget
    delta: Value


@dataclass(eq=False, slots=True)
class TransferAmount(Effect):
    """Moves an amount between two variables."""

    source: VariableTarget
    target: VariableTarget
    amount: Value
    least: Value | None
    most: Value | None
    actual: Local | None


@dataclass(eq=False, slots=True)
class MoveAll(Effect):
    """Moves the tokens of a zone."""

    source: ZoneRef
    target: ZoneRef
    where: Where | None


@dataclass(eq=False, slots=True)
class MoveToken(Effect):
    """Moves one token."""

    token: Value
    source: ZoneRef
    target: ZoneRef


@dataclass(eq=False, slots=True)
class DrawTokens(Effect):
    """Draws tokens from a zone."""

    source: ZoneRef
    target: ZoneRef
    count: Value


@dataclass(eq=False, slots=True)
class Shuffle(Effect):
    """Shuffles a zone."""

    zone: ZoneRef


@dataclass(eq=False, slots=True)
class Reveal(Effect):
    """Shows a zone; player None is everyone."""

    zone: ZoneRef
    player: Value | None


@dataclass(eq=False, slots=True)
class Conceal(Effect):
    """Hides a zone again; player None is everyone."""

    zone: ZoneRef
    player: Value | None


@dataclass(eq=False, slots=True)
class SetActive(Effect):
    """Names who decides next."""

    player: Value


@dataclass(eq=False, slots=True)
class If(Effect):
    """One of two lists of effects."""

    when: Value
    then: list[Effect]
    orelse: list[Effect]


@dataclass(eq=False, slots=True)
class ForEach(Effect):
    """Effects for each item."""

    local: Local
    over: Query
    effects: list[Effect]


@dataclass(eq=False, slots=True)
class Bind(Effect):
    """Binds a value or a list; `inside` are the effects of a let."""

    local: Local
    value: Value | Query
    inside: list[Effect]


@dataclass(eq=False, slots=True)
class Reduce(Effect):
    """Folds a query."""

    item: Local
    acc: Local
    over: Query
    initial: Value
    next: Value
    result: Local
    inside: list[Effect]


@dataclass(eq=False, slots=True)
class BestSubset(Effect):
    """The subset with the greatest score."""

    source: Query
    size: Value
    subset: Local
    compute: list[Effect]
    score: Value
    result: Local
    best: Local | None
    inside: list[Effect]


@dataclass(eq=False, slots=True)
class Goto(Effect):
    """A jump to a phase."""

    phase: int
    name: str
    site: int


@dataclass(eq=False, slots=True)
class MacroCall(Effect):
    """A macro with its arguments; `exports` pairs the macro's locals with the caller's."""

    macro: EffectMacro
    args: list[Argument]
    exports: list[tuple[Local, Local]]


# -- declarations ------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Variable(Item):
    """A variable and its slot."""

    name: str
    slot: int
    type: Type
    init: int | bool
    low: int
    high: int
    per_player: bool
    reads: int = 0
    writes: int = 0


@dataclass(eq=False, slots=True)
class Zone(Item):
    """A zone; an owned one takes as many numbers as there may be players, from `first` on."""

    name: str
    first: int
    owned: bool
    visibility: str


@dataclass(eq=False, slots=True)
class Catalogue:
    """All tokens of the game by number: names, properties (None if a token lacks one) and where they start."""

    names: list[str] = field(default_factory=list)
    props: dict[str, list[int | None]] = field(default_factory=dict)
    starts: list[tuple[FixedZone, list[int]]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class DataTable(Item):
    """A table of ints."""

    name: str
    columns: list[str]
    rows: list[list[int]]


@dataclass(eq=False, slots=True)
class Phase(Item):
    """A phase."""

    name: str
    index: int
    enter: Program
    exit: Program


@dataclass(eq=False, slots=True)
class Program:
    """A list of effects that runs as one, its locals and the phases it may run in."""

    name: str
    place: Place
    effects: list[Effect]
    slots: int
    params: list[Local] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Param(Item):
    """A parameter of an action."""

    local: Local
    domain: Query


@dataclass(eq=False, slots=True)
class Action(Item):
    """An action."""

    name: str
    index: int
    phases: list[int]
    params: list[Param]
    pre: Value | None
    run: Program
    limits: list[tuple[str, int]]
    slots: int


@dataclass(eq=False, slots=True)
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
    """The phases it may jump to, directly or through other macros."""


@dataclass(eq=False, slots=True)
class ConditionMacro(Item):
    """A macro that is a condition."""

    name: str
    index: int
    params: list[Local]
    condition: Value
    slots: int
    size: int = -1
    """The number of its values with all macros written out; -1 until counted."""


@dataclass(eq=False, slots=True)
class Ending(Item):
    """One way in which the game ends."""

    when: Value
    result: str
    slots: int


@dataclass(eq=False, slots=True)
class Invariant(Item):
    """Something that must hold."""

    name: str
    holds: Value
    slots: int


@dataclass(eq=False, slots=True)
class Scoring(Item):
    """Which score wins."""

    highest: bool
    value: Value
    slots: int


@dataclass(eq=False, slots=True)
class Override(Item):
    """A change that one document makes to another: the keys of a part, or a whole section where there is no name."""

    section: str
    name: str
    keys: list[str]
    original: Place


@dataclass(eq=False)
class Spec:
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
        """How many zones there are, each player's counted."""
        return sum(self.most_players if zone.owned else 1 for zone in self.zones)

    @property
    def table_sizes(self) -> str:
        """How many players the game is for, in words: `2 players`, `2 to 6 players`."""
        most = counted(self.most_players, "player")
        return most if self.least_players == self.most_players else f"{self.least_players} to {most}"

    def zone_names(self) -> list[str]:
        """Every zone by number: `deck:none`, `hand:0` ..."""
        names: list[str] = []
        for zone in self.zones:
            names += (
                [f"{zone.name}:{seat}" for seat in range(self.most_players)] if zone.owned else [f"{zone.name}:none"]
            )
        return names
