"""Traces every effect with its line and the values it read or set."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from bigslick.checks import counted

from . import tree
from .expressions import GlobalRef, Local, LocalRef, NextInOrder, SeatOf
from .frame import Frame, Observer
from .interpret import Interpreter
from .problems import must_be
from .words import cell, tell

_SETTING = tree.SetVar | tree.AddVar | tree.TransferAmount | tree.Bind | tree.Reduce | tree.EvaluateSubset


class Tracer(Observer):
    """Writes one line for each effect, indented by its depth."""

    def __init__(self, spec: tree.Spec, write: Callable[[str], None]) -> None:
        must_be(tree.Spec, spec, "a spec: expected what `load_spec` gives")
        self.spec = spec
        self.write = write
        self.depth = 0
        self.quiet = Interpreter(spec)
        self.zones = spec.zone_names()
        self.seats = set(_used_as_seats([spec.setup, *spec.phases, *spec.actions, *spec.macros, *spec.conditions]))

    def enter(self, effect: tree.Effect, frame: Frame) -> None:
        """Write control flow and token moves before they happen."""
        note = ""
        if isinstance(effect, tree.If):
            note = "yes" if self.quiet.value(effect.when, frame) else "no"
        elif isinstance(effect, tree.ForEach):
            note = counted(len(self.quiet.query(effect.over, frame)), "item")
        elif isinstance(effect, tree.MoveAll | tree.DrawTokens):
            tokens = frame.state.z[self.quiet.zone(effect.source, frame)]
            count = self.quiet.value(effect.count, frame) if isinstance(effect, tree.DrawTokens) else len(tokens)
            note = self.tokens(tokens[:count]) if count <= 7 else counted(count, "token")
        elif isinstance(effect, tree.MoveToken):
            note = self.tokens([self.quiet.value(effect.token, frame)])
        elif isinstance(effect, tree.MacroCall):
            params = zip(effect.macro.program.params, effect.args, strict=True)
            note = ", ".join(
                f"{param.name} = {self.show(self.quiet.argument(arg, frame), self.kind(param))}"
                for param, arg in params
            )
        elif isinstance(effect, tree.SetActive):
            note = self.show(self.quiet.value(effect.player, frame), "player")
        if not isinstance(effect, _SETTING):
            self.line(effect, note)
        self.depth += 1

    def leave(self, effect: tree.Effect, frame: Frame) -> None:
        """Write variables and bindings after they are set."""
        self.depth -= 1
        if isinstance(effect, tree.SetVar | tree.AddVar):
            now = self.show(self.read(effect.cell, frame), self.kind(effect.cell.var))
            self.line(effect, f"{self.name(effect.cell, frame)} is now {now}")
        elif isinstance(effect, tree.TransferAmount):
            moved = "" if effect.actual is None else f"{frame.values[effect.actual.slot]} moved: "
            both = (
                f"{self.name(target, frame)} {self.read(target, frame)}" for target in (effect.source, effect.target)
            )
            self.line(effect, moved + ", ".join(both))
        elif isinstance(effect, tree.Bind):
            self.line(effect, self.show(frame.values[effect.local.slot], self.kind(effect.local)))
        elif isinstance(effect, tree.Reduce | tree.EvaluateSubset):
            self.line(effect, self.show(frame.values[effect.result.slot], self.kind(effect.result)))

    def line(self, effect: tree.Effect, note: str) -> None:
        """Format one line: location, effect, result."""
        place = effect.place
        where = f"{place.source.name.rsplit('/', 1)[-1]}:{place.line}"
        self.write(f"{where:<28} {'  ' * self.depth}{tell(effect)}" + (f"  [{note}]" if note else ""))

    def read(self, target: tree.VariableTarget, frame: Frame) -> object:
        if target.player is None:
            return frame.state.g[target.var.slot]
        return frame.state.p[target.var.slot][self.quiet.value(target.player, frame)]

    def name(self, target: tree.VariableTarget, frame: Frame) -> str:
        return (
            cell(target)
            if target.player is None
            else f"{target.var.name}[{self.show(self.quiet.value(target.player, frame), 'player')}]"
        )

    def kind(self, name: Local | tree.Variable) -> str:
        """Return what a name holds: tokens, players or other; an int used as a seat is a player."""
        if name in self.seats:
            return "player"
        return (name.type.item or name.type.kind) if isinstance(name, Local) else ""

    def tokens(self, tokens: list[int]) -> str:
        return " ".join(self.spec.tokens.names[token] for token in tokens) or "nothing"

    def show(self, value: object, kind: str = "") -> str:
        """Format a value for display, with seats counted from 1."""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, list | tuple):
            if kind == "player":
                return ", ".join(self.show(seat, kind) for seat in value) or "no seat"
            return self.tokens(list(value)) if kind == "token" else str(list(value))
        if kind == "player" and isinstance(value, int) and value >= 0:
            return f"seat {value + 1}"
        return self.tokens([value]) if kind == "token" and isinstance(value, int) else str(value)


def _used_as_seats(item: object) -> Iterator[Local | tree.Variable]:
    """Yield the names of ints that a part of a game uses as seats."""
    if isinstance(item, list | tuple):
        for part in item:
            yield from _used_as_seats(part)
    elif isinstance(item, msgspec.Struct):
        player = item.value if isinstance(item, SeatOf) else None
        if isinstance(item, NextInOrder) and item.source.type.item == "player":
            player = item.start
        if isinstance(player, LocalRef):
            yield player.local
        elif isinstance(player, GlobalRef):
            yield player.var
        for name in item.__struct_fields__:
            if name not in ("place", "macro", "table"):
                yield from _used_as_seats(getattr(item, name))
