"""Effects as Python statements, each with the place in the spec that it comes from."""

from __future__ import annotations

from typing import Final

from bigslick.spec.kinds import INT
from bigslick.spec.natives import Twin, subset_twin
from bigslick.spec.source import Place
from bigslick.spec.tree import (
    AddVar,
    BestSubset,
    Bind,
    Conceal,
    DrawTokens,
    Effect,
    EffectMacro,
    ForEach,
    Goto,
    If,
    Local,
    MacroCall,
    MoveAll,
    MoveToken,
    Query,
    Reduce,
    Reveal,
    SetActive,
    SetVar,
    Shuffle,
    Spec,
    TransferAmount,
    Value,
    Variable,
    VariableTarget,
)

from .bounds import macro_steps, span
from .expressions import Expressions, identifier

SMALL: Final = 5_000
"""A macro with no more steps does not count them: its caller takes them off the budget at once, where it counts."""


class Statements(Expressions):
    """Writes the body of one function."""

    def __init__(
        self, spec: Spec, twins: dict[str, Twin], *, strict: bool, charged: bool, exports: list[Local] | None = None
    ) -> None:
        super().__init__(spec, charged=charged)
        self.twins = twins
        self.strict = strict
        self.exports = exports or []
        self.lines: list[tuple[int, str, Place]] = []
        self.depth = 1
        self.temps = 0

    def put(self, text: str, place: Place) -> None:
        """One line of code."""
        self.lines.append((self.depth, text, place))

    def temp(self) -> str:
        """A new name for something between two lines."""
        self.temps += 1
        return f"t{self.temps}"

    def parameters(self, params: list[Local], place: Place) -> list[str]:
        """The names of what a move binds; a choice of several items arrives as bits and becomes a list."""
        names = [self.local(param) for param in params]
        for param, name in zip(params, names, strict=True):
            if param.type.kind == "list":
                self.put(f"{name} = picked({name})", place)
        return names

    def block(self, effects: list[Effect], place: Place) -> None:
        """Effects one step further in."""
        self.depth += 1
        before = len(self.lines)
        for effect in effects:
            self.effect(effect)
        if len(self.lines) == before:
            self.put("pass", place)
        self.depth -= 1

    def jump(self, code: str, place: Place) -> None:
        """Leave the function for a phase; a macro with exports returns nothing in their place."""
        self.put(
            f"return ({code}, {', '.join('None' for _ in self.exports)})" if self.exports else f"return {code}", place
        )

    def effect(self, effect: Effect) -> None:
        """One effect."""
        place = effect.place
        match effect:
            case SetVar(cell=cell, value=value):
                self._assign(cell, self.value(value), span(value, self.spec) if cell.var.type == INT else None, place)
            case AddVar(cell=cell, delta=delta):
                self._add(cell, delta, place)
            case TransferAmount():
                self._transfer(effect)
            case MoveAll(source=source, target=target, where=where):
                self.zones = True
                a, b = self.zone(source), self.zone(target)
                if where is None:
                    self.put(f"move_all(Z, {a}, {b})", place)
                else:
                    self.put(f"move_some(Z, {a}, {b}, {self._filtered(self.tokens(source), where)})", place)
            case MoveToken(token=token, source=source, target=target):
                self.zones = True
                self.put(f"move_token(Z, {self.value(token)}, {self.zone(source)}, {self.zone(target)})", place)
            case DrawTokens(source=source, target=target, count=count):
                self.zones = True
                self.put(f"draw(Z, {self.zone(source)}, {self.zone(target)}, {self.value(count)})", place)
            case Shuffle(zone=zone):
                self.put(f"mix(S, {self.zone(zone)})", place)
            case Reveal(zone=zone, player=player):
                self.put(f"reveal(S, {self.zone(zone)}, {self._bits(player)})", place)
            case Conceal(zone=zone, player=player):
                self.put(f"conceal(S, {self.zone(zone)}, {self._bits(player)})", place)
            case SetActive(player=player):
                self.put(f"S.active = {self.value(player)}", place)
            case If(when=when, then=then, orelse=orelse):
                self.put(f"if {self.value(when)}:", place)
                self.block(then, place)
                if orelse:
                    self.put("else:", place)
                    self.block(orelse, place)
            case ForEach(local=local, over=over, effects=effects):
                self.put(f"for {self.local(local)} in {self.items(self.query(over, fresh=True))}:", place)
                self.block(effects, place)
            case Bind(local=local, value=bound, inside=inside):
                code = self.query(bound, fresh=True) if isinstance(bound, Query) else self.value(bound)
                self.put(f"{self.local(local)} = {code}", place)
                for inner in inside:
                    self.effect(inner)
            case Reduce():
                self._reduce(effect)
            case BestSubset():
                self._best_subset(effect)
            case Goto(site=site, name=name):
                self.jump(f"{site}", place)
                self.lines[-1] = (self.depth, f"{self.lines[-1][1]}  # goto {name}", place)
            case MacroCall():
                self._call(effect)

    def _bits(self, player: Value | None) -> str:
        return "(1 << n) - 1" if player is None else f"1 << {self.value(player)}"

    # -- variables -----------------------------------------------------------------------------------------------

    def _target(self, cell: VariableTarget) -> str:
        return self.cell(cell.var, self.value(cell.player) if cell.player is not None else None)

    def _assign(self, cell: VariableTarget, code: str, known: tuple[int, int] | None, place: Place) -> None:
        """Set a variable, cut to its range unless the value is known to lie in it."""
        var = cell.var
        if known is None or (var.low <= known[0] and known[1] <= var.high):
            self.put(f"{self._target(cell)} = {code}", place)
            return
        self.put(f"{self._target(cell)} = {self._kept(code, var)}", place)

    def _kept(self, code: str, var: Variable) -> str:
        return (
            f"refuse({code}, {var.low}, {var.high}, {var.name!r})"
            if self.strict
            else f"clamp({code}, {var.low}, {var.high})"
        )

    def _add(self, cell: VariableTarget, delta: Value, place: Place) -> None:
        target = self._target(cell)
        temp = self.temp()
        var = cell.var
        self.put(f"{temp} = {target} + {self.value(delta)}", place)
        self.put(f"{target} = {temp} if {var.low} <= {temp} <= {var.high} else {self._kept(temp, var)}", place)

    def _transfer(self, effect: TransferAmount) -> None:
        place = effect.place
        source, target = effect.source, effect.target
        players: list[str | None] = []
        for cell in (source, target):
            if cell.player is None:
                players.append(None)
                continue
            name = self.value(cell.player)
            if not name.isidentifier():
                temp = self.temp()
                self.put(f"{temp} = {name}", place)
                name = temp
            players.append(name)
        a, b = self.cell(source.var, players[0]), self.cell(target.var, players[1])
        actual = self.local(effect.actual) if effect.actual else self.temp()
        room = self.temp()
        wanted = self.temp()
        self.put(f"{wanted} = {self.value(effect.amount)}", place)
        least = self.value(effect.least) if effect.least is not None else None
        most = self.value(effect.most) if effect.most is not None else None
        minus = f" - {source.var.low}" if source.var.low else ""
        self.put(f"{room} = min({a}{minus}, {target.var.high} - {b})", place)
        self.put(f"{actual} = 0 if {wanted} < 0 else {wanted} if {wanted} < {room} else {room}", place)
        if least is not None:
            self.put(f"if {actual} < {least}: {actual} = {room}", place)
        if most is not None:
            limit = self.temp()
            self.put(f"{limit} = {most}", place)
            self.put(f"if {actual} > {limit}: {actual} = {limit} if {limit} > 0 else 0", place)
        self.put(f"{a} -= {actual}", place)
        self.put(f"{b} += {actual}", place)

    # -- loops ---------------------------------------------------------------------------------------------------

    def _reduce(self, effect: Reduce) -> None:
        place = effect.place
        acc = self.local(effect.acc)
        self.put(f"{acc} = {self.value(effect.initial)}", place)
        self.put(f"for {self.local(effect.item)} in {self.items(self.query(effect.over, fresh=True))}:", place)
        following = self.value(effect.next)
        self.depth += 1
        self.put(f"{acc} = safe({following})" if effect.acc.type == INT else f"{acc} = {following}", effect.next.place)
        self.depth -= 1
        self.put(f"{self.local(effect.result)} = {acc}", place)
        for inner in effect.inside:
            self.effect(inner)

    def _best_subset(self, effect: BestSubset) -> None:
        place = effect.place
        items = self.temp()
        result = self.local(effect.result)
        self.put(f"{items} = {self.query(effect.source, fresh=True)}", place)
        twin = subset_twin(effect, self.twins)
        if twin is not None:
            self.put(f"if {twin.size} <= len({items}) <= {twin.most}:", place)
            self.depth += 1
            self.put(f"{result} = {self._twin_name(effect.compute[0], 'best')}({items})", place)
            self.depth -= 1
            self.put("else:", place)
            self.depth += 1
        subset, score, best = self.local(effect.subset), self.temp(), self.temp()
        self.put(f"{best} = None", place)
        self.put(f"for {subset} in subsets(S, {items}, {self.value(effect.size)}):", place)
        self.depth += 1
        for inner in effect.compute:
            self.effect(inner)
        self.put(f"{score} = {self.value(effect.score)}", effect.score.place)
        self.put(f"if {best} is None or {score} > {best}:", effect.score.place)
        self.put(f"    {best} = {score}", effect.score.place)
        if effect.best is not None:
            self.put(f"    {self.local(effect.best)} = {subset}", effect.score.place)
        self.depth -= 1
        self.put(f"{result} = {best}", place)
        if twin is not None:
            self.depth -= 1
        for inner in effect.inside:
            self.effect(inner)

    # -- macros --------------------------------------------------------------------------------------------------

    def _twin_name(self, effect: Effect, kind: str) -> str:
        assert isinstance(effect, MacroCall)
        return f"native_{kind}_{effect.macro.index}"

    def _call(self, call: MacroCall) -> None:
        place, macro = call.place, call.macro
        given = [self.argument(arg) for arg in call.args]
        if macro.name in self.twins:
            self.put(f"{self.local(call.exports[0][1])} = {self._twin_name(call, 'one')}({given[0]})", place)
            return
        code = f"{macro_name(macro)}({', '.join(['S', 'actor', *given])})"
        if self.charged:
            cost = macro_steps(macro, self.spec)
            self.put(f"spend(S, {cost if cost <= SMALL else 1})", place)
        outer = [self.local(local) for _, local in call.exports]
        if macro.jumps:
            site = self.temp()
            self.put(f"{', '.join([site, *outer])} = {code}", place)
            self.put(f"if {site} is not None:", place)
            self.depth += 1
            self.jump(site, place)
            self.depth -= 1
        elif outer:
            self.put(f"{', '.join(outer)}{',' if len(outer) == 1 else ''} = {code}", place)
        else:
            self.put(code, place)

    def ending(self, macro: EffectMacro, place: Place) -> None:
        """The last line of a macro: its exports, after an empty jump if it may jump."""
        names = [self.local(local) for local in macro.exports]
        if names:
            parts = [*(["None"] if macro.jumps else []), *names]
            self.put(f"return ({', '.join(parts)},)", place)


def macro_name(macro: EffectMacro) -> str:
    """The Python name of a macro."""
    return identifier("m", macro.index, macro.name)
