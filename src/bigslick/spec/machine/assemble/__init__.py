"""Assembles a checked tree into the machine's numbers, for one number of seats.

No text from a document goes in: only slot numbers, checked ints and code addresses.
"""

from __future__ import annotations

from functools import partial

from bigslick.spec.expressions import Local, Value
from bigslick.spec.machine import opcodes as op
from bigslick.spec.machine._machine import COMPILED, Machine
from bigslick.spec.natives import Score, Twin
from bigslick.spec.tree import Action, Phase, Program, Spec

from .effects import Effects
from .layout import Layout
from .layout import NotAssembled as NotAssembled
from .weight import MOST
from .writer import Label

SCOPES = ("phase", "turn", "game")


class Assembly:
    """A game as numbers: its memory, its code, and the start of each program (-1 if there is none)."""

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
        """Return the words for a move: its action, then its parameters."""
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
        writer, at = self._writer, len(self._writer.code)
        writer.scope = action.run
        for number, local in enumerate(action.run.params):
            self._take(local, self.blocks[action.index] + 1 + number)
        writer.effects(action.run.effects)
        writer.put(op.HALT, -1)
        return at

    def _take(self, local: Local, word: int) -> None:
        """Read a move's parameter; a choice of several items arrives as bits and becomes a list."""
        if local.type.kind == "list":
            self._writer.put(op.CHOSEN, self._writer.local(local), word, self._writer.room(local))
        else:
            self._writer.bind(local, word)

    def _value(self, scope: object, value: Value) -> int:
        writer, at = self._writer, len(self._writer.code)
        writer.scope = scope
        found = writer.value(value)
        writer.move(self.layout.result, found)
        writer.put(op.HALT, -1)
        return at

    def _listing(self, phase: Phase) -> int:
        """Write the program that lists a phase's menu."""
        actions = [action for action in self.spec.actions if phase.index in action.phases]
        if not actions:
            return -1
        at = len(self._writer.code)
        for action in actions:
            self._list(action)
        self._writer.put(op.HALT, -1)
        return at

    def _list(self, action: Action) -> None:
        writer, skip = self._writer, Label()
        writer.scope = action
        for scope, most in action.limits:
            used = self.layout.uses + 3 * action.index + SCOPES.index(scope)
            writer.put(op.IF_AT_MOST, writer.constant(most), used, d=skip)
        if action.pre is not None:
            writer.go_if(action.pre, False, skip)
        self._list_from(action, 0)
        writer.place(skip)

    def _list_from(self, action: Action, number: int) -> None:
        """Write the listing of an action's moves after its first parameters are chosen."""
        writer, block = self._writer, self.blocks[action.index]
        if number == len(action.params):
            writer.put(op.LIST_MOVE, block, d=1 + number)
            return
        param, word = action.params[number], block + 1 + number

        def body(item: int) -> None:
            writer.move(word, item)
            self._take(param.local, word)
            self._list_from(action, number + 1)

        writer.each(param.domain, None, body, MOST)


class Machines(dict[int, "Machine | None"]):
    """A game's machines by number of seats, each built on first use; None if the game is interpreted."""

    def __init__(self, spec: Spec, twins: dict[str, Twin], *, strict: bool) -> None:
        super().__init__()
        self._make = partial(Assembly, spec, twins=twins, strict=strict)
        self.missing = "" if COMPILED else "bigslick is not compiled here"
        """Why the game is interpreted, if it is."""

    def __missing__(self, seats: int) -> Machine | None:
        machine = None
        if COMPILED:
            try:
                machine = Machine(self._make(seats))
            except NotAssembled as reason:
                self.missing = str(reason)
        self[seats] = machine
        return machine
