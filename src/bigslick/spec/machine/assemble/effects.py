"""Assembles effects."""

from __future__ import annotations

from bigslick.spec import tree
from bigslick.spec.bounds import span
from bigslick.spec.expressions import IntsInRange, NextInOrder, Players, Query, TokensInZone, Value
from bigslick.spec.kinds import INT
from bigslick.spec.limits import SAFE
from bigslick.spec.machine import opcodes as op
from bigslick.spec.natives import Twin, subset_twin

from .layout import Layout, NotAssembled
from .queries import Queries, is_stable
from .weight import weight
from .writer import Label

_SAFE = (-SAFE, SAFE)


class Effects(Queries):
    def __init__(self, spec: tree.Spec, layout: Layout, twins: dict[str, Twin], *, strict: bool) -> None:
        super().__init__(spec, layout)
        self.twins = twins
        self.twin_numbers = {name: number for number, name in enumerate(twins)}
        self.strict = strict
        self.macros: dict[tree.EffectMacro, Label] = {}
        self.waiting_macros: list[tree.EffectMacro] = []

    def effects(self, effects: list[tree.Effect]) -> None:
        for effect in effects:
            self.effect(effect)

    def effect(self, effect: tree.Effect) -> None:
        match effect:
            case tree.SetVar(cell=cell, value=value):
                found = self.value(value)
                known = span(value, self.spec) if cell.var.type == INT else None
                fits = known is None or (cell.var.low <= known[0] and known[1] <= cell.var.high)
                self._assign(cell, self._player(cell), found, fits=fits)
            case tree.AddVar(cell=cell, delta=delta):
                player = self._player(cell)
                total = self._arithmetic("+", self._read(cell, player), self.value(delta))
                self._assign(cell, player, total, fits=False)
            case tree.TransferAmount():
                self._transfer(effect)
            case tree.MoveAll(source=source, target=target, where=where):
                a, b = self.zone(source), self.zone(target)
                if where is None:
                    self.put(op.MOVE_ALL, a, b)
                else:
                    chosen = self.fresh(TokensInZone(effect.place, where.local.type, source, where))
                    self.put(op.MOVE_SOME, a, b, chosen)
            case tree.MoveToken(token=token, source=source, target=target):
                self.put(op.MOVE_TOKEN, self.zone(source), self.zone(target), self.value(token))
            case tree.DrawTokens(source=source, target=target, count=count):
                self.put(op.DRAW, self.zone(source), self.zone(target), self.value(count))
            case tree.Shuffle(zone=zone):
                self.put(op.SHUFFLE, self.zone(zone))
            case tree.Reveal(zone=zone, player=player):
                self.put(op.REVEAL, self.zone(zone), self._bits(player))
            case tree.Conceal(zone=zone, player=player):
                self.put(op.CONCEAL, self.zone(zone), self._bits(player))
            case tree.SetActive(player=player):
                self.move(self.layout.active, self.value(player))
            case tree.If(when=when, then=then, orelse=orelse):
                self._if(when, then, orelse)
            case tree.ForEach():
                self._for_each(effect)
            case tree.Bind(local=local, value=bound, inside=inside):
                self.copy_to(local, self.listed(bound) if isinstance(bound, Query) else self.value(bound))
                self.effects(inside)
            case tree.Reduce():
                self._reduce(effect)
            case tree.EvaluateSubset():
                self._evaluate_subset(effect)
            case tree.Goto(site=site):
                self.put(op.HALT, site)
            case tree.MacroCall():
                self._call(effect)
            case _:
                raise NotAssembled(f"it has a {type(effect).__name__}")

    def _bits(self, player: Value | None) -> int:
        if player is None:
            return self.constant(2**self.layout.seats - 1)
        found = self.temp()
        self.put(op.BIT, found, self.value(player))
        return found

    # -- variables -----------------------------------------------------------------------------------------------

    def _player(self, cell: tree.VariableTarget) -> int | None:
        return self.value(cell.player) if cell.player is not None else None

    def _read(self, cell: tree.VariableTarget, player: int | None) -> int:
        return self.layout.global_at(cell.var) if player is None else self.cell(cell.var, player)

    def _assign(self, cell: tree.VariableTarget, player: int | None, value: int, *, fits: bool) -> None:
        """Set a variable, clamped to its range unless the value is known to fit."""
        bounds = self.layout.constants((cell.var.low, cell.var.high))
        target = self._word(cell, player)
        direct = target is not None
        target = self.temp() if target is None else target
        if fits:
            if direct:
                self.move(target, value)
            else:
                target = value
        elif self.strict:
            self.put(op.CHECK, value, bounds)
            self.move(target, value)
        else:
            self.put(op.CLAMP, target, value, bounds)
        if not direct:
            assert player is not None
            self.put(op.STORE, target, player, self.layout.column(cell.var), self.layout.seats)

    def _word(self, cell: tree.VariableTarget, player: int | None) -> int | None:
        """Return a variable's address, if its player is known."""
        if player is None:
            return self.layout.global_at(cell.var)
        number = self.layout.known(player)
        return None if number is None else self.layout.column(cell.var) + number

    def _transfer(self, effect: tree.TransferAmount) -> None:
        source, target = effect.source, effect.target
        giver, taker = self._player(source), self._player(target)
        amount = self.value(effect.amount)
        least = self.value(effect.least) if effect.least is not None else None
        most = self.value(effect.most) if effect.most is not None else None
        zero = self.constant(0)
        held = self._arithmetic("-", self._read(source, giver), self.constant(source.var.low))
        free = self._arithmetic("-", self.constant(target.var.high), self._read(target, taker))
        room = self._arithmetic("min", held, free)
        actual = self._arithmetic("min", self._arithmetic("max", zero, amount), room)
        if least is not None:
            enough = Label()
            self.put(op.IF_AT_MOST, least, actual, d=enough)
            self.move(actual, room)
            self.place(enough)
        if most is not None:
            actual = self._arithmetic("min", actual, self._arithmetic("max", zero, most))
        self._write(source, giver, self._arithmetic("-", self._read(source, giver), actual))
        self._write(target, taker, self._arithmetic("+", self._read(target, taker), actual))
        if effect.actual is not None:
            self.copy_to(effect.actual, actual)

    def _write(self, cell: tree.VariableTarget, player: int | None, value: int) -> None:
        self._assign(cell, player, value, fits=True)

    # -- control -------------------------------------------------------------------------------------------------

    def _if(self, when: Value, then: list[tree.Effect], orelse: list[tree.Effect]) -> None:
        other, end = Label(), Label()
        self.go_if(when, False, other)
        self.effects(then)
        if orelse:
            self.goto(end)
        self.place(other)
        self.effects(orelse)
        self.place(end)

    def _for_each(self, effect: tree.ForEach) -> None:
        """Write a loop; its effects may change the query's input, so most queries are listed first."""
        over = effect.over
        if isinstance(over, NextInOrder) or (isinstance(over, Players | IntsInRange) and is_stable(over)):
            self.each(
                over, effect.local, lambda _: self.effects(effect.effects), weight(effect.effects, self.layout.seats)
            )
            return
        items, item, first, end = self.fresh(over), self.temp(), Label(), Label()
        step = self.each_of(items, item, end)
        self.place(first)
        with self.bound(effect.local, item):
            self.effects(effect.effects)
        self.put(*step, item, first)
        self.place(end)

    def _reduce(self, effect: tree.Reduce) -> None:
        acc = self.local(effect.acc)
        self.move(acc, self.value(effect.initial))

        def body(_: int) -> None:
            following = self.value(effect.next)
            if effect.acc.type == INT:
                self.put(op.CHECK, following, self.layout.constants(_SAFE))
            self.move(acc, following)

        self.each(effect.over, effect.item, body, weight(effect.next, self.layout.seats))
        self.copy_to(effect.result, acc)
        self.effects(effect.inside)

    def _evaluate_subset(self, effect: tree.EvaluateSubset) -> None:
        items, size = self.fresh(effect.source), self.value(effect.size)
        best, begun = self.temp(), self.temp()
        again, end, done = Label(), Label(), Label()
        twin = subset_twin(effect, self.twins)
        if twin is not None:
            call = effect.compute[0]
            assert isinstance(call, tree.MacroCall)
            other = Label()
            self.put(op.IF_LESS, items, self.constant(twin.size), d=other)
            self.put(op.IF_LESS, self.constant(twin.most), items, d=other)
            self.put(op.SCORE, best, items, 2 * self.twin_numbers[call.macro.name] + 1)
            self.goto(done)
            self.place(other)
        counter, subset = self._buffer(self.layout.tokens), self.local(effect.subset)
        self.move(begun, self.constant(0))
        self.put(op.SUBSETS, counter, items, size)
        self.place(again)
        self.put(op.NEXT_SUBSET, counter, items, subset, end)
        self.effects(effect.compute)
        score, better = self.value(effect.score), Label()
        self.put(op.IF_FALSE, begun, d=better)
        self.put(op.IF_AT_MOST, score, best, d=again)
        self.place(better)
        self.move(begun, self.constant(1))
        self.move(best, score)
        if effect.best is not None:
            self.copy_to(effect.best, subset)
        self.goto(again)
        self.place(end)
        self.place(done)
        self.copy_to(effect.result, best)
        self.effects(effect.inside)

    # -- macros --------------------------------------------------------------------------------------------------

    def _call(self, call: tree.MacroCall) -> None:
        macro = call.macro
        if macro.name in self.twins:
            [arg] = call.args
            assert isinstance(arg, Query)
            score = self.temp()
            self.put(op.SCORE, score, self.listed(arg), 2 * self.twin_numbers[macro.name])
            self.copy_to(call.exports[0][1], score)
            return
        self.give(call.args, macro.program.params, macro)
        label = self.macros.get(macro)
        if label is None:
            label = self.macros[macro] = Label()
            self.waiting_macros.append(macro)
        self.put(op.CALL, d=label)
        outside = self.scope
        for inner, outer in call.exports:
            self.scope = macro
            address = self.local(inner)
            self.scope = outside
            self.copy_to(outer, address)

    def write_macros(self) -> None:
        """Write every macro that is called but not yet written."""
        while self.waiting_macros or self.waiting_conditions:
            self.write_conditions()
            if self.waiting_macros:
                macro = self.waiting_macros.pop()
                self.place(self.macros[macro])
                self.scope = macro
                self.effects(macro.program.effects)
                self.put(op.RETURN)
