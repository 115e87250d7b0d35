"""The interpreter: walks the checked tree and defines what a game means, slowly and plainly.

It plays what the machine cannot, finds every error, and lets trace, why and coverage observe it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from bigslick.checks import counted

from . import expressions as ex
from . import tree
from .code import Code
from .frame import Frame, Observer
from .limits import BUDGET, MAX_TEXT, SAFE
from .menus import choices, menu, on_grid, subsets
from .natives import Twin, twins_of
from .problems import Fault
from .source import Place
from .state import GameState, items_of, shuffle

R = TypeVar("R")


class Interpreter:
    def __init__(
        self, spec: tree.Spec, *, strict: bool = False, native: bool = True, observer: Observer | None = None
    ) -> None:
        self.spec = spec
        self.strict = strict
        self.observer = observer
        self.zones = {name: index for index, name in enumerate(spec.zone_names())}
        self.twins: dict[str, Twin] = twins_of(spec) if native else {}
        self._values: dict[type, Callable[[Any, Frame], Any]] = {
            ex.Literal: lambda v, _: v.value,
            ex.GlobalRef: lambda v, f: f.state.g[v.var.slot],
            ex.PlayerRef: self._player_ref,
            ex.LocalRef: lambda v, f: f.values[v.local.slot],
            ex.Actor: lambda _, f: f.actor,
            ex.SeatOf: self._seat,
            ex.TokenProp: self._prop,
            ex.Field: lambda v, f: v.table.rows[self.value(v.row, f)][v.column],
            ex.Arithmetic: self._arithmetic,
            ex.Aggregate: self._aggregate,
            ex.IfValue: self._if_value,
            ex.Concat: self._concat,
            ex.Logic: self._logic,
            ex.Not: lambda v, f: not self.value(v.arg, f),
            ex.Compare: self._compare,
            ex.Among: self._among,
            ex.ConditionCall: self._condition_call,
        }
        self._effects: dict[type, Callable[[Any, Frame], int | None]] = {
            tree.SetVar: self._set,
            tree.AddVar: self._add,
            tree.TransferAmount: self._transfer,
            tree.MoveAll: self._move_all,
            tree.MoveToken: self._move_token,
            tree.DrawTokens: self._draw,
            tree.Shuffle: self._shuffle,
            tree.Reveal: self._reveal,
            tree.Conceal: self._conceal,
            tree.SetActive: self._set_active,
            tree.If: self._if,
            tree.ForEach: self._for_each,
            tree.Bind: self._bind,
            tree.Reduce: self._reduce,
            tree.EvaluateSubset: self._evaluate_subset,
            tree.Goto: lambda e, _: int(e.site),
            tree.MacroCall: self._call,
        }

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, value: ex.Value, frame: Frame) -> Any:
        found = self._values[type(value)](value, frame)
        if self.observer is not None:
            self.observer.value(value, found)
        return found

    def _player_ref(self, value: ex.PlayerRef, frame: Frame) -> Any:
        return frame.state.p[value.var.slot][self.value(value.player, frame)]

    def _seat(self, value: ex.SeatOf, frame: Frame) -> int:
        seat = int(self.value(value.value, frame))
        if not 0 <= seat < frame.state.seats:
            raise Fault(f"there is no player {seat}; the seats are 0 to {frame.state.seats - 1}")
        return seat

    def _prop(self, value: ex.TokenProp, frame: Frame) -> int:
        found = self.spec.tokens.props[value.prop][int(self.value(value.token, frame))]
        if found is None:
            raise Fault(f"this token has no '{value.prop}'")
        return found

    def _arithmetic(self, value: ex.Arithmetic, frame: Frame) -> int:
        left, right = self.value(value.left, frame), self.value(value.right, frame)
        match value.op:
            case "+":
                return int(left + right)
            case "-":
                return int(left - right)
            case "*":
                return _safe(left * right)
            case "min":
                return int(min(left, right))
            case "max":
                return int(max(left, right))
        if right == 0:
            raise Fault("division by 0")
        match value.op:
            case "floorDiv":
                return int(left // right)
            case "ceilDiv":
                return int(-((-left) // right))
            case "mod":
                return int(left - right * (left // right))
        down = left // right
        return int(down + 1 if down < 0 and down * right != left else down)

    def _aggregate(self, value: ex.Aggregate, frame: Frame) -> int:
        items = self.query(value.query, frame)
        if value.op == "count":
            return len(items)
        assert value.local is not None
        assert value.expression is not None
        found = []
        for item in self._charged(items, frame):
            frame.values[value.local.slot] = item
            found.append(int(self.value(value.expression, frame)))
        if not found:
            return 0
        return sum(found) if value.op == "sum" else min(found) if value.op == "min" else max(found)

    def _if_value(self, value: ex.IfValue, frame: Frame) -> Any:
        return self.value(value.then if self.value(value.when, frame) else value.orelse, frame)

    def _concat(self, value: ex.Concat, frame: Frame) -> str:
        words = []
        for part in value.parts:
            found = self.value(part, frame)
            words.append(str(found).lower() if isinstance(found, bool) else str(found))
        joined = "".join(words)
        if len(joined) > MAX_TEXT:
            raise Fault(f"a string longer than {MAX_TEXT:,} letters")
        return joined

    def _logic(self, value: ex.Logic, frame: Frame) -> bool:
        if value.op == "or":
            return any(self.value(arg, frame) for arg in value.args)
        return all(self.value(arg, frame) for arg in value.args)

    def _compare(self, value: ex.Compare, frame: Frame) -> bool:
        left, right = self.value(value.left, frame), self.value(value.right, frame)
        match value.op:
            case "==":
                return bool(left == right)
            case "!=":
                return bool(left != right)
            case "<":
                return bool(left < right)
            case "<=":
                return bool(left <= right)
            case ">":
                return bool(left > right)
        return bool(left >= right)

    def _among(self, value: ex.Among, frame: Frame) -> bool:
        item = self.value(value.item, frame)
        return bool(item in self._charged(self.query(value.query, frame), frame))

    def _condition_call(self, call: ex.ConditionCall, frame: Frame) -> bool:
        self._charged((0,), frame)
        inside = Frame(frame.state, frame.actor, call.macro.slots)
        for param, arg in zip(call.macro.params, call.args, strict=True):
            inside.values[param.slot] = self.argument(arg, frame)
        return bool(self.value(call.macro.condition, inside))

    def argument(self, argument: ex.Argument, frame: Frame) -> Any:
        """Evaluate a macro's argument: to a value, a zone's number or a list."""
        if isinstance(argument, ex.Value):
            return self.value(argument, frame)
        if isinstance(argument, ex.ZoneRef):
            return self.zone(argument, frame)
        return list(self.query(argument, frame))

    def zone(self, zone: ex.ZoneRef, frame: Frame) -> int:
        if isinstance(zone, ex.FixedZone):
            return zone.index
        if isinstance(zone, ex.OwnedZone):
            return zone.zone.first + int(self.value(zone.player, frame))
        assert isinstance(zone, ex.NamedZone)
        found = self.value(zone.value, frame)
        if isinstance(found, int):
            return found
        if found not in self.zones:
            raise Fault(f"there is no zone '{found}'; zones are {', '.join(list(self.zones)[:12])}")
        return self.zones[found]

    # -- queries -------------------------------------------------------------------------------------------------

    def query(self, query: ex.Query, frame: Frame) -> Sequence[Any]:
        if self.observer is not None:
            self.observer.value(query, None)
        match query:
            case ex.Players(where=where):
                return self._where(range(frame.state.seats), where, frame)
            case ex.TokensInZone(zone=zone, where=where):
                return self._where(list(frame.state.z[self.zone(zone, frame)]), where, frame)
            case ex.ConcatQuery(sources=sources):
                return [item for source in sources for item in self.query(source, frame)]
            case ex.ListRef(local=local, where=where):
                return self._where(frame.values[local.slot], where, frame)
            case ex.TableRows(table=table, where=where):
                return self._where(range(len(table.rows)), where, frame)
            case ex.IntsInRange():
                return self._ints(query, frame)
            case ex.NextInOrder():
                return self._next(query, frame)
            case ex.Combinations():
                return self._combinations(query, frame)
        raise AssertionError(query)

    def _where(self, items: Sequence[Any], where: ex.Where | None, frame: Frame) -> Sequence[Any]:
        if where is None:
            return items
        kept = []
        for item in self._charged(items, frame):
            frame.values[where.local.slot] = item
            if self.value(where.condition, frame):
                kept.append(item)
        return kept

    def _next(self, query: ex.NextInOrder, frame: Frame) -> list[Any]:
        items = list(self.query(query.source, frame))
        start = self.value(query.start, frame)
        if start not in items:
            raise Fault(f"'from' is {start}, which is not among the items")
        first = items.index(start) + (0 if query.include_start else 1)
        for offset in range(len(items)):
            item = items[(first + offset) % len(items)]
            frame.values[query.where.local.slot] = item
            if self.value(query.where.condition, frame):
                return [item]
        return []

    def _combinations(self, query: ex.Combinations, frame: Frame) -> Sequence[int]:
        items = self.query(query.source, frame)
        return self._charged(choices(items, self.value(query.least, frame), self.value(query.most, frame)), frame)

    def domain(self, query: ex.IntsInRange, frame: Frame) -> tuple[int, int, int, list[int]]:
        """Return a range's smallest and largest value, its step and its required values."""
        low, high = self.value(query.low, frame), self.value(query.high, frame)
        step = self.value(query.step, frame) if query.step is not None else 1
        return low, high, step, [self.value(item, frame) for item in query.always]

    def _ints(self, query: ex.IntsInRange, frame: Frame) -> list[int]:
        most = self.value(query.most, frame) if query.most is not None else None
        return menu(*self.domain(query, frame), most)

    def accepts(self, query: ex.Query, value: int, frame: Frame) -> bool:
        """Whether a parameter's value is legal, even if it is not listed."""
        if isinstance(query, ex.IntsInRange):
            return on_grid(value, *self.domain(query, frame))
        return value in self.query(query, frame)

    def _charged(self, items: Sequence[Any], frame: Frame) -> Sequence[Any]:
        frame.state.budget -= len(items)
        if frame.state.budget < 0:
            raise Fault(f"more than {BUDGET:,} steps in one program")
        return items

    # -- effects -------------------------------------------------------------------------------------------------

    def run(self, effects: list[tree.Effect], frame: Frame) -> int | None:
        """Run effects in order; return the number of the jump that ended them, or None."""
        for effect in effects:
            if self.observer is not None:
                self.observer.enter(effect, frame)
            try:
                site = self._effects[type(effect)](effect, frame)
            except Fault as fault:
                if not fault.places or isinstance(effect, tree.MacroCall):
                    fault.places.append(effect.place)
                raise
            if self.observer is not None:
                self.observer.leave(effect, frame)
            if site is not None:
                return site
        return None

    def _cell(self, cell: tree.VariableTarget, frame: Frame) -> tuple[list[Any], int]:
        if cell.player is None:
            return frame.state.g, cell.var.slot
        return frame.state.p[cell.var.slot], int(self.value(cell.player, frame))

    def _store(self, cell: tree.VariableTarget, row: list[Any], at: int, value: Any) -> None:
        var = cell.var
        if not isinstance(var.init, bool) and not var.low <= value <= var.high:
            if self.strict:
                raise Fault(f"{value} is out of the range of '{var.name}', {var.low} to {var.high}")
            value = max(var.low, min(var.high, value))
        row[at] = value

    def _set(self, effect: tree.SetVar, frame: Frame) -> None:
        value = self.value(effect.value, frame)
        row, at = self._cell(effect.cell, frame)
        self._store(effect.cell, row, at, value)

    def _add(self, effect: tree.AddVar, frame: Frame) -> None:
        row, at = self._cell(effect.cell, frame)
        self._store(effect.cell, row, at, row[at] + self.value(effect.delta, frame))

    def _transfer(self, effect: tree.TransferAmount, frame: Frame) -> None:
        source, a = self._cell(effect.source, frame)
        target, b = self._cell(effect.target, frame)
        amount = self.value(effect.amount, frame)
        least = self.value(effect.least, frame) if effect.least is not None else None
        most = self.value(effect.most, frame) if effect.most is not None else None
        room = min(source[a] - effect.source.var.low, effect.target.var.high - target[b])
        actual = min(max(0, amount), room)
        if least is not None and actual < least:
            actual = room
        if most is not None:
            actual = min(actual, max(0, most))
        source[a] -= actual
        target[b] += actual
        if effect.actual is not None:
            frame.values[effect.actual.slot] = actual

    def _move_all(self, effect: tree.MoveAll, frame: Frame) -> None:
        a, b = self.zone(effect.source, frame), self.zone(effect.target, frame)
        zones = frame.state.z
        moved = list(self._where(list(zones[a]), effect.where, frame))
        if a != b:
            zones[a] = [token for token in zones[a] if token not in moved]
            zones[b] = moved + zones[b]

    def _move_token(self, effect: tree.MoveToken, frame: Frame) -> None:
        token = self.value(effect.token, frame)
        a, b = self.zone(effect.source, frame), self.zone(effect.target, frame)
        zones = frame.state.z
        if token not in zones[a]:
            raise Fault("the token is not in the zone that it is moved from")
        zones[a] = [other for other in zones[a] if other != token]
        zones[b] = [token, *zones[b]]

    def _draw(self, effect: tree.DrawTokens, frame: Frame) -> None:
        a, b = self.zone(effect.source, frame), self.zone(effect.target, frame)
        count = self.value(effect.count, frame)
        if count < 0:
            raise Fault(f"a draw of {count} tokens")
        zones = frame.state.z
        if count > len(zones[a]):
            raise Fault(f"a draw of {counted(count, 'token')} from {list(self.zones)[a]}, which holds {len(zones[a])}")
        taken, rest = zones[a][:count], zones[a][count:]
        zones[a] = rest
        zones[b] = taken + zones[b]

    def _shuffle(self, effect: tree.Shuffle, frame: Frame) -> None:
        shuffle(frame.state, frame.state.z[self.zone(effect.zone, frame)])

    def _bits(self, player: ex.Value | None, frame: Frame) -> int:
        return 2**frame.state.seats - 1 if player is None else 1 << int(self.value(player, frame))

    def _reveal(self, effect: tree.Reveal, frame: Frame) -> None:
        state, zone = frame.state, self.zone(effect.zone, frame)
        players = self._bits(effect.player, frame)
        state.grants[zone] |= players
        state.reveals.append((state.turn, zone, players, tuple(state.z[zone])))

    def _conceal(self, effect: tree.Conceal, frame: Frame) -> None:
        zone = self.zone(effect.zone, frame)
        frame.state.grants[zone] &= ~self._bits(effect.player, frame)

    def _set_active(self, effect: tree.SetActive, frame: Frame) -> None:
        frame.state.active = int(self.value(effect.player, frame))

    def _if(self, effect: tree.If, frame: Frame) -> int | None:
        return self.run(effect.then if self.value(effect.when, frame) else effect.orelse, frame)

    def _for_each(self, effect: tree.ForEach, frame: Frame) -> int | None:
        for item in self._charged(list(self.query(effect.over, frame)), frame):
            frame.values[effect.local.slot] = item
            site = self.run(effect.effects, frame)
            if site is not None:
                return site
        return None

    def _bind(self, effect: tree.Bind, frame: Frame) -> int | None:
        bound = effect.value
        frame.values[effect.local.slot] = (
            list(self.query(bound, frame)) if isinstance(bound, ex.Query) else self.value(bound, frame)
        )
        return self.run(effect.inside, frame)

    def _reduce(self, effect: tree.Reduce, frame: Frame) -> int | None:
        acc = self.value(effect.initial, frame)
        for item in self._charged(list(self.query(effect.over, frame)), frame):
            frame.values[effect.item.slot] = item
            frame.values[effect.acc.slot] = acc
            acc = self.value(effect.next, frame)
            acc = acc if isinstance(acc, bool) else _safe(acc)
        frame.values[effect.result.slot] = acc
        return self.run(effect.inside, frame)

    def _evaluate_subset(self, effect: tree.EvaluateSubset, frame: Frame) -> int | None:
        items = list(self.query(effect.source, frame))
        size = self.value(effect.size, frame)
        best: int | None = None
        for subset in subsets(items, size):
            frame.values[effect.subset.slot] = subset
            self._charged((0,), frame)
            self.run(effect.compute, frame)
            score = int(self.value(effect.score, frame))
            if best is None or score > best:
                best = score
                if effect.best is not None:
                    frame.values[effect.best.slot] = subset
        frame.values[effect.result.slot] = best
        return self.run(effect.inside, frame)

    def _call(self, call: tree.MacroCall, frame: Frame) -> int | None:
        macro = call.macro
        self._charged((0,), frame)
        args = [self.argument(arg, frame) for arg in call.args]
        twin = self.twins.get(macro.name)
        if twin is not None and twin.fits(args[0]):
            frame.values[call.exports[0][1].slot] = twin.one(args[0])
            return None
        inside = Frame(frame.state, frame.actor, macro.program.slots)
        for param, arg in zip(macro.program.params, args, strict=True):
            inside.values[param.slot] = arg
        site = self.run(macro.program.effects, inside)
        for inner, outer in call.exports:
            frame.values[outer.slot] = inside.values[inner.slot]
        return site

    # -- for a game --------------------------------------------------------------------------------------------------

    def frame(self, state: GameState, slots: int, actor: int | None = None) -> Frame:
        """Return a new frame with a new budget."""
        state.budget = BUDGET
        return Frame(state, state.active if actor is None else actor, slots)

    def code(self) -> Code:
        spec = self.spec

        def program(program: tree.Program) -> Callable[..., int | None]:
            def run(state: GameState, *args: int) -> int | None:
                frame = self.frame(state, program.slots)
                for param, arg in zip(program.params, args, strict=True):
                    frame.values[param.slot] = bound_value(param, arg)
                return self.run(program.effects, frame)

            return run

        def value(value: ex.Value, slots: int) -> Callable[[GameState], Any]:
            return _placed(value.place, lambda state: self.value(value, self.frame(state, slots)))

        def listing(action: Any, number: int) -> Callable[..., Sequence[int]]:
            def values(state: GameState, *chosen: int) -> Sequence[int]:
                frame = self.frame(state, action.slots)
                for param, arg in zip(action.params, chosen, strict=False):
                    frame.values[param.local.slot] = bound_value(param.local, arg)
                return self.query(action.params[number].domain, frame)

            return _placed(action.params[number].place, values)

        def accepting(action: Any, number: int) -> Callable[..., bool]:
            def accepts(state: GameState, wanted: int, *chosen: int) -> bool:
                frame = self.frame(state, action.slots)
                for param, arg in zip(action.params, chosen, strict=False):
                    frame.values[param.local.slot] = bound_value(param.local, arg)
                return self.accepts(action.params[number].domain, wanted, frame)

            return _placed(action.params[number].place, accepts)

        def scoring(rule: tree.Scoring) -> Callable[[GameState, int], Any]:
            return _placed(
                rule.value.place, lambda state, seat: self.value(rule.value, self.frame(state, rule.slots, seat))
            )

        return Code(
            setup=program(spec.setup),
            enter=[program(phase.enter) for phase in spec.phases],
            exit=[program(phase.exit) for phase in spec.phases],
            pre=[value(action.pre, action.slots) if action.pre is not None else None for action in spec.actions],
            menus=[[listing(action, number) for number in range(len(action.params))] for action in spec.actions],
            accepts=[[accepting(action, number) for number in range(len(action.params))] for action in spec.actions],
            act=[program(action.run) for action in spec.actions],
            ends=[value(ending.when, ending.slots) for ending in spec.terminal],
            holds=[value(invariant.holds, invariant.slots) for invariant in spec.invariants],
            score=scoring(spec.scoring) if spec.scoring is not None else None,
        )


def bound_value(local: ex.Local, value: int) -> Any:
    """Convert the number in a move to the value it binds: itself, or the list of its bits."""
    return items_of(value) if local.type.kind == "list" else value


def _placed(place: Place, run: Callable[..., R]) -> Callable[..., R]:
    """Add this location to a function's faults, unless they already have one."""

    def placed(*args: Any) -> R:
        try:
            return run(*args)
        except Fault as fault:
            fault.places = fault.places or [place]
            raise

    return placed


def _safe(value: int) -> int:
    if not -SAFE <= value <= SAFE:
        raise Fault("a number beyond 2^53")
    return value
