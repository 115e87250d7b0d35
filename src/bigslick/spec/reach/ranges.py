"""Finds a game's reach without playing: the possible values of each variable, the phases and the actions.

We follow every path that might be taken, so what we call impossible is impossible. A global variable that the game
never sets is a setting and can have any value, and a name bound to an int can be any int.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bigslick.spec import expressions as ex
from bigslick.spec import tree
from bigslick.spec.bounds import WIDE, size, span
from bigslick.spec.check.flow import always_jumps, blocks

Range = tuple[int, int]
"""The least and the greatest value; 0 and 1 are false and true."""
FALSE: Final[Range] = (0, 0)
TRUE: Final[Range] = (1, 1)
EITHER: Final[Range] = (0, 1)
_PATIENCE: Final = 4
"""How often a range can grow before it is widened to its variable's limits."""


class Ranges:
    """Grows the ranges from the initial values until nothing new can happen."""

    def __init__(self, spec: tree.Spec) -> None:
        self.spec = spec
        self.known: dict[tree.Variable, Range] = {}
        self.phases: set[int] = set()
        self._grown: dict[tree.Variable, int] = {}
        self._changed = False
        self._seen: set[int] = set()
        for var in (*spec.globals, *spec.players):
            settable = not var.per_player and not var.writes
            self.known[var] = _whole_range(var) if settable else (int(var.init), int(var.init))
        while True:
            self._changed = False
            self._seen.clear()
            self._pass()
            if not self._changed:
                break

    def possible(self, condition: ex.Value | None) -> bool:
        return condition is None or self.value(condition)[1] != 0

    def legal(self, action: tree.Action) -> bool:
        return bool(self.phases & set(action.phases)) and self.possible(action.pre)

    # -- growing -------------------------------------------------------------------------------------------------

    def _pass(self) -> None:
        spec = self.spec
        self._run(spec.setup.effects, 0)
        self._enter(0)
        for index in sorted(self.phases):
            phase = spec.phases[index]
            self._run(phase.enter.effects, index)
            self._run(phase.exit.effects, index)
            for action in spec.actions:
                if index in action.phases and self.possible(action.pre):
                    self._run(action.run.effects, index)
            if not always_jumps(phase.enter.effects):
                self._enter((index + 1) % len(spec.phases))

    def _enter(self, phase: int) -> None:
        if phase not in self.phases:
            self.phases.add(phase)
            self._changed = True

    def _run(self, effects: Sequence[tree.Effect], phase: int) -> None:
        for effect in effects:
            match effect:
                case tree.If(when=when, then=then, orelse=orelse):
                    low, high = self.value(when)
                    if high:
                        self._run(then, phase)
                    if not low:
                        self._run(orelse, phase)
                    continue
                case tree.SetVar(cell=cell, value=value):
                    self._grow(cell, self.value(value))
                case tree.AddVar(cell=cell, delta=delta):
                    self._grow(cell, _add(self.known[cell.var], self.value(delta)))
                case tree.TransferAmount(source=source, target=target, amount=amount):
                    most = max(0, self.value(amount)[1], self._rest(source) if effect.least is not None else 0)
                    self._grow(source, _add(self.known[source.var], (-most, 0)))
                    self._grow(target, _add(self.known[target.var], (0, most)))
                case tree.Goto(phase=target_phase):
                    if target_phase > phase:
                        self._enter(target_phase)
                case tree.MacroCall(macro=macro):
                    key = macro.index * len(self.spec.phases) + phase
                    if key not in self._seen:
                        self._seen.add(key)
                        self._run(macro.program.effects, phase)
            for block in blocks(effect):
                self._run(block, phase)

    def _rest(self, cell: tree.VariableTarget) -> int:
        return self.known[cell.var][1] - cell.var.low

    def _grow(self, cell: tree.VariableTarget, more: Range) -> None:
        var = cell.var
        least, most = _whole_range(var)
        low, high = self.known[var]
        wanted = (min(low, max(least, min(most, more[0]))), max(high, min(most, max(least, more[1]))))
        if wanted == (low, high):
            return
        self._changed = True
        self._grown[var] = self._grown.get(var, 0) + 1
        if self._grown[var] > _PATIENCE:
            wanted = (least if wanted[0] < low else low, most if wanted[1] > high else high)
        self.known[var] = wanted

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, value: ex.Value) -> Range:
        """Return the range of an int or a condition; for anything else, 0 and 1."""
        match value:
            case ex.Literal(value=literal):
                return (int(literal), int(literal)) if isinstance(literal, int) else EITHER
            case ex.GlobalRef(var=var) | ex.PlayerRef(var=var):
                return self.known[var]
            case ex.Arithmetic():
                return self._arithmetic(value)
            case ex.IfValue(when=when, then=then, orelse=orelse):
                low, high = self.value(when)
                sides = [self.value(side) for side, taken in ((then, high), (orelse, not low)) if taken]
                return min(side[0] for side in sides), max(side[1] for side in sides)
            case ex.Aggregate(op="count", query=query):
                least = self.spec.least_players if isinstance(query, ex.Players) and query.where is None else 0
                return least, size(query, self.spec)
            case ex.Aggregate(op=op, expression=expression) if op != "sum" and expression is not None:
                low, high = self.value(expression)
                return min(0, low), max(0, high)
            case ex.Logic(op=op, args=args):
                ranges = [self.value(arg) for arg in args]
                join = min if op == "and" else max
                return join(low for low, _ in ranges), join(high for _, high in ranges)
            case ex.Not(arg=arg):
                low, high = self.value(arg)
                return 1 - high, 1 - low
            case ex.Compare():
                return self._compare(value)
            case ex.ConditionCall(macro=macro):
                return self.value(macro.condition)
        return EITHER if value.type.kind == "bool" else span(value, self.spec)

    def _arithmetic(self, value: ex.Arithmetic) -> Range:
        left, right = self.value(value.left), self.value(value.right)
        match value.op:
            case "+":
                return _add(left, right)
            case "-":
                return _add(left, (-right[1], -right[0]))
            case "min":
                return min(left[0], right[0]), min(left[1], right[1])
            case "max":
                return max(left[0], right[0]), max(left[1], right[1])
            case "*":
                products = [a * b for a in left for b in right]
                return max(WIDE[0], min(products)), min(WIDE[1], max(products))
        return WIDE

    def _compare(self, value: ex.Compare) -> Range:
        if value.left.type.kind not in ("int", "bool", "player") or value.right.type.kind not in (
            "int",
            "bool",
            "player",
        ):
            return EITHER
        (low, high), (least, most) = self.value(value.left), self.value(value.right)
        match value.op:
            case "==" | "!=":
                same = EITHER
                if high < least or most < low:
                    same = FALSE
                elif low == high == least == most:
                    same = TRUE
                return same if value.op == "==" else (1 - same[1], 1 - same[0])
            case "<":
                return int(high < least), int(low < most)
            case "<=":
                return int(high <= least), int(low <= most)
            case ">":
                return int(low > most), int(high > least)
        return int(low >= most), int(high >= least)


def _whole_range(var: tree.Variable) -> Range:
    return EITHER if isinstance(var.init, bool) else (var.low, var.high)


def _add(left: Range, right: Range) -> Range:
    return max(WIDE[0], left[0] + right[0]), min(WIDE[1], left[1] + right[1])
