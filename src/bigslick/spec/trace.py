"""Tracing: every effect with its line and the values it saw or left."""

from __future__ import annotations

from collections.abc import Callable

from .frame import Frame, Observer
from .interpret import Interpreter
from .problems import must_be
from .tree import (
    AddVar,
    BestSubset,
    Bind,
    DrawTokens,
    Effect,
    ForEach,
    If,
    MacroCall,
    MoveAll,
    MoveToken,
    Query,
    Reduce,
    SetActive,
    SetVar,
    Spec,
    TransferAmount,
    VariableTarget,
)
from .words import cell, tell


class Tracer(Observer):
    """Writes one line for each effect, indented by its depth."""

    def __init__(self, spec: Spec, write: Callable[[str], None]) -> None:
        must_be(Spec, spec, "a spec: expected what `load_spec` gives")
        self.spec = spec
        self.write = write
        self.depth = 0
        self.quiet = Interpreter(spec)
        self.zones = spec.zone_names()

    def enter(self, effect: Effect, frame: Frame) -> None:
        """Write control flow and moves of tokens before they happen."""
        note = ""
        if isinstance(effect, If):
            note = "yes" if self.quiet.value(effect.when, frame) else "no"
        elif isinstance(effect, ForEach):
            note = f"{len(self.quiet.query(effect.over, frame))} items"
        elif isinstance(effect, MoveAll | DrawTokens):
            tokens = frame.state.z[self.quiet.zone(effect.source, frame)]
            count = self.quiet.value(effect.count, frame) if isinstance(effect, DrawTokens) else len(tokens)
            note = self.tokens(tokens[:count]) if count <= 7 else f"{count} tokens"
        elif isinstance(effect, MoveToken):
            note = self.tokens([self.quiet.value(effect.token, frame)])
        elif isinstance(effect, MacroCall):
            params = zip(effect.macro.program.params, effect.args, strict=True)
            note = ", ".join(
                f"{param.name} = {self.show(self.quiet.argument(arg, frame), param.type.item or param.type.kind)}"
                for param, arg in params
            )
        elif isinstance(effect, SetActive):
            note = f"seat {self.quiet.value(effect.player, frame)}"
        if not isinstance(effect, SetVar | AddVar | TransferAmount | Bind | Reduce | BestSubset):
            self.line(effect, note)
        self.depth += 1

    def leave(self, effect: Effect, frame: Frame) -> None:
        """Write variables and bindings after they are set."""
        self.depth -= 1
        if isinstance(effect, SetVar | AddVar):
            self.line(effect, f"{self.name(effect.cell, frame)} is now {self.show(self.read(effect.cell, frame))}")
        elif isinstance(effect, TransferAmount):
            moved = "" if effect.actual is None else f"{frame.values[effect.actual.slot]} moved: "
            both = (
                f"{self.name(target, frame)} {self.read(target, frame)}" for target in (effect.source, effect.target)
            )
            self.line(effect, moved + ", ".join(both))
        elif isinstance(effect, Bind):
            kind = effect.local.type.item if isinstance(effect.value, Query) else effect.local.type.kind
            self.line(effect, self.show(frame.values[effect.local.slot], kind))
        elif isinstance(effect, Reduce | BestSubset):
            self.line(effect, self.show(frame.values[effect.result.slot]))

    def line(self, effect: Effect, note: str) -> None:
        """One line: place, what is done, what came of it."""
        place = effect.place
        where = f"{place.source.name.rsplit('/', 1)[-1]}:{place.line}"
        self.write(f"{where:<28} {'  ' * self.depth}{tell(effect)}" + (f"  [{note}]" if note else ""))

    def read(self, target: VariableTarget, frame: Frame) -> object:
        """The value of a variable."""
        if target.player is None:
            return frame.state.g[target.var.slot]
        return frame.state.p[target.var.slot][self.quiet.value(target.player, frame)]

    def name(self, target: VariableTarget, frame: Frame) -> str:
        """A variable with the seat it belongs to."""
        return (
            cell(target)
            if target.player is None
            else f"{target.var.name}[seat {self.quiet.value(target.player, frame)}]"
        )

    def tokens(self, tokens: list[int]) -> str:
        """Tokens by name."""
        return " ".join(self.spec.tokens.names[token] for token in tokens) or "nothing"

    def show(self, value: object, kind: str = "") -> str:
        """A value for people."""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, list | tuple):
            return self.tokens(list(value)) if kind == "token" else str(list(value))
        return self.tokens([value]) if kind == "token" and isinstance(value, int) else str(value)
