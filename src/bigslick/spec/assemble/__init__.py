"""From a checked tree to the numbers of the machine, for one number of seats.

Nothing of a document's text goes in: only numbers of slots, checked ints and places in the code.
"""

from __future__ import annotations

from collections.abc import Callable

from bigslick.spec import opcodes as op
from bigslick.spec._machine import COMPILED, Machine
from bigslick.spec.natives import Score, Twin
from bigslick.spec.tree import Action, Phase, Program, Spec, Value

from .effects import Effects
from .layout import Layout
from .layout import NotAssembled as NotAssembled
from .writer import Label

SCOPES = ("phase", "turn", "game")


class Assembly:
    """A game as numbers: its memory, its code, and where each program begins in it (-1: it has none)."""

    def __init__(self, spec: Spec, seats: int, twins: dict[str, Twin], *, strict: bool = False) -> None:
        self.spec = spec
        self.layout = Layout(spec, seats)
        self._writer = Effects(spec, self.layout, twins, strict=strict)
        self.twins: list[Score] = [score for twin in twins.values() for score in (twin.one, twin.best)]
        self.blocks = [self._block(action) for action in spec.actions]
        self.setup = self._program(spec.setup)
        self.enters = [self._program(phase.enter) for phase in spec.phases]
        self.exits = [self._program(phase.exit) for phase in spec.phases]
        self.acts = [self._act(action) for action in spec.actions]
        self.listings = [self._listing(phase) for phase in spec.phases]
        self.ends = [self._value(ending, ending.when) for ending in spec.terminal]
        self.holds = [self._value(invariant, invariant.holds) for invariant in spec.invariants]
        self.score = self._value(spec.scoring, spec.scoring.value) if spec.scoring is not None else -1
        self._writer.write_macros()
        self.code = self._writer.code

    def _block(self, action: Action) -> int:
        """The words of a move: its action, then its parameters."""
        block = self.layout.reserve(1 + len(action.params))
        self.layout.words[block] = action.index
        return block

    def _program(self, program: Program) -> int:
        if not program.effects:
            return -1
        writer, at = self._writer, len(self._writer.code)
        writer.scope = program
        writer.effects(program.effects)
        writer.put(op.HALT, -1)
        return at

    def _act(self, action: Action) -> int:
        self._writer.scope = action.run
        for number, local in enumerate(action.run.params):
            self._writer.bind(local, self.blocks[action.index] + 1 + number)
        return self._program(action.run)

    def _value(self, scope: object, value: Value) -> int:
        writer, at = self._writer, len(self._writer.code)
        writer.scope = scope
        found = writer.value(value)
        writer.move(self.layout.result, found)
        writer.put(op.HALT, -1)
        return at

    def _listing(self, phase: Phase) -> int:
        """The menu of a phase."""
        actions = [action for action in self.spec.actions if phase.index in action.phases]
        if not actions:
            return -1
        at = len(self._writer.code)
        for action in actions:
            self._list(action)
        self._writer.put(op.HALT, -1)
        return at

    def _list(self, action: Action) -> None:
        writer, block, skip = self._writer, self.blocks[action.index], Label()
        writer.scope = action
        for scope, most in action.limits:
            used = self.layout.uses + 3 * action.index + SCOPES.index(scope)
            writer.put(op.IF_AT_MOST, writer.constant(most), used, d=skip)
        if action.pre is not None:
            writer.go_if(action.pre, False, skip)
        loops = []
        for number, param in enumerate(action.params):
            writer.bind(param.local, block + 1 + number)
            again, end = Label(), Label()
            writer.loop(param.domain, block + 1 + number, again, end)
            loops.append((param.domain, again, end))
        writer.put(op.LIST_MOVE, block, d=1 + len(action.params))
        for domain, again, end in reversed(loops):
            writer.end_loop(domain, again, end)
        writer.place(skip)


def assembler(spec: Spec, twins: dict[str, Twin], *, strict: bool) -> Callable[[int], Machine | None]:
    """What makes a machine for a number of seats: once for each, and None for a game that it does not know."""
    machines: dict[int, Machine | None] = {}

    def machine(seats: int) -> Machine | None:
        if seats not in machines:
            try:
                machines[seats] = Machine(Assembly(spec, seats, twins, strict=strict)) if COMPILED else None
            except NotAssembled:
                machines[seats] = None
        return machines[seats]

    return machine
