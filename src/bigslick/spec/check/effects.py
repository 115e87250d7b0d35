"""Checks effects and macros."""

from __future__ import annotations

import hashlib
import json

from bigslick.spec import schema, tree
from bigslick.spec.expressions import Literal, Local, Value
from bigslick.spec.kinds import BOOL, INT, PARAM_TYPES, TOKEN, UNKNOWN
from bigslick.spec.problems import MacroStep, name_hint
from bigslick.spec.source import MapNode, Node, ScalarNode, describe, plain

from .context import Home, Scope, a, text_of
from .flow import always_jumps, targets
from .queries import QueryChecks

_PURE = (tree.Bind, tree.If, tree.ForEach, tree.Reduce, tree.EvaluateSubset, tree.MacroCall)
_MAX_CHAIN = 32


class EffectChecks(QueryChecks):
    """The part of the checker that reads effects, and macros when they are first called."""

    def program(
        self, name: str, node: Node | None, place_of: Node, home: Home | None = None, scope: Scope | None = None
    ) -> tree.Program:
        """Read a list of effects that run as one program."""
        home = home or Home()
        scope = scope or Scope(home)
        effects = self.effects(node, scope)
        return tree.Program(name, node.place if node is not None else place_of.place, effects, len(home.locals))

    def effects(self, node: Node | None, scope: Scope) -> list[tree.Effect]:
        """Read a list of effects in order; each sees the names bound before it."""
        found = []
        for item in self.items(node, "effects"):
            effect = self.effect(item, scope)
            if effect is not None:
                found.append(effect)
        return found

    def effect(self, node: Node, scope: Scope) -> tree.Effect | None:
        """Read one effect; None if that fails."""
        known = "an effect such as " + ", ".join(list(schema.EFFECTS)[:4])
        if not isinstance(node, MapNode) or not node.entries:
            self.problem(node.place, f"{describe(node)} is not an effect", known)
            return None
        if "macro" in node.entries:
            return self._call(node, scope)
        name = next(iter(node.entries))
        if name not in schema.EFFECTS:
            self.unknown_name(node.key_places[name], "effect", name, schema.EFFECTS, known)
            return None
        for extra in list(node.entries)[1:]:
            self.problem(
                node.key_places[extra],
                f"'{extra}' is beside '{name}'",
                "one effect in each item of the list",
                "indent it to make it a key of the effect"
                if extra in {k.name for k in schema.EFFECTS[name].keys}
                else "",
            )
        before = len(self.problems)
        fields = self.fields(node.entries[name], schema.EFFECTS[name])
        if len(self.problems) > before and any(key.kind == "binder" for key in schema.EFFECTS[name].keys):
            scope.unsure = True
        handler = getattr(self, f"_do_{name}")
        effect: tree.Effect | None = handler(node, fields, scope)
        return effect

    # -- variables -----------------------------------------------------------------------------------------------

    def cell(
        self, node: Node, fields: dict[str, Node], scope: Scope, *, amounts: bool = True
    ) -> tree.VariableTarget | None:
        """Read a variable to write to; `amounts` allows only ints."""
        if "scope" not in fields:
            return None
        per_player = text_of(fields["scope"]) == "pvar"
        player: Value | None = None
        if per_player:
            if "player" not in fields:
                self.problem(
                    node.place, "'scope: pvar' needs a 'player'", "player: actor, or player: { chosen: $name }"
                )
                return None
            player = self.player(fields["player"], scope)
        elif "player" in fields:
            self.problem(fields["player"].place, "'player' is given with 'scope: global'", "scope: pvar, or no player")
        var = self.variable(fields.get("var"), per_player, write=True)
        if var is None:
            return None
        if amounts and var.type != INT:
            self.problem(fields["var"].place, f"'{var.name}' is {a(var.type)}", "an int variable")
            return None
        return tree.VariableTarget(node.place, var, player)

    def _do_setVar(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        cell = self.cell(node.entries["setVar"], fields, scope, amounts=False)
        if cell is None:
            self.value(fields.get("value"), scope)
            return None
        value = self.value(fields.get("value"), scope, cell.var.type, f"the value for '{cell.var.name}'")
        self.in_range(cell, value)
        return tree.SetVar(node.place, cell, value)

    def in_range(self, cell: tree.VariableTarget, value: Value) -> None:
        """Refuse a literal that the variable cannot hold."""
        var = cell.var
        if isinstance(value, Literal) and value.type == INT == var.type and not var.low <= int(value.value) <= var.high:
            expected = f"a number from {var.low} to {var.high}, the range of '{var.name}'"
            self.problem(value.place, f"{value.value} is out of range", expected, see=var.place)

    def _do_addVar(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        cell = self.cell(node.entries["addVar"], fields, scope)
        delta = self.value(fields.get("delta"), scope, INT, "'delta'")
        return tree.AddVar(node.place, cell, delta) if cell else None

    def _do_transferVar(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        cells = []
        for key in ("from", "to"):
            if key in fields:
                cells.append(self.cell(fields[key], self.fields(fields[key], schema.PARTS["cell"]), scope))
        amount = self.value(fields.get("amount"), scope, INT, "'amount'")
        least = self.value(fields["min"], scope, INT, "'min'") if "min" in fields else None
        most = self.value(fields["max"], scope, INT, "'max'") if "max" in fields else None
        actual = self.binder(fields["actualBind"], INT, scope) if "actualBind" in fields else None
        if len(cells) < 2 or cells[0] is None or cells[1] is None:
            return None
        return tree.TransferAmount(node.place, cells[0], cells[1], amount, least, most, actual)

    # -- tokens --------------------------------------------------------------------------------------------------

    def _do_moveAll(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        source, target = self.zone(fields.get("from"), scope), self.zone(fields.get("to"), scope)
        inner = node.entries["moveAll"]
        where = self.where(fields, inner, TOKEN, scope) if isinstance(inner, MapNode) else None
        return tree.MoveAll(node.place, source, target, where) if source and target else None

    def _do_moveToken(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        token = self.value(fields.get("token"), scope, TOKEN, "'token'")
        source, target = self.zone(fields.get("from"), scope), self.zone(fields.get("to"), scope)
        return tree.MoveToken(node.place, token, source, target) if source and target else None

    def _do_draw(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:
        source, target = self.zone(fields.get("from"), scope), self.zone(fields.get("to"), scope)
        count = self.value(fields.get("count"), scope, INT, "'count'")
        if isinstance(count, Literal) and count.type == INT and int(count.value) < 0:
            self.problem(count.place, f"{count.value} is out of range", "0 or more")
        return tree.DrawTokens(node.place, source, target, count) if source and target else None

    def _do_shuffle(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:
        zone = self.zone(fields.get("zone"), scope)
        return tree.Shuffle(node.place, zone) if zone else None

    def _do_reveal(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:
        zone, player = self.zone(fields.get("zone"), scope), self._everyone(fields.get("to"), scope)
        return tree.Reveal(node.place, zone, player) if zone else None

    def _do_conceal(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:
        zone, player = self.zone(fields.get("zone"), scope), self._everyone(fields.get("from"), scope)
        return tree.Conceal(node.place, zone, player) if zone else None

    def _everyone(self, node: Node | None, scope: Scope) -> Value | None:
        if node is None or (isinstance(node, ScalarNode) and node.value == "all"):
            return None
        return self.player(node, scope)

    def _do_setActivePlayer(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        return tree.SetActive(node.place, self.player(fields.get("player"), scope)) if "player" in fields else None

    # -- control -------------------------------------------------------------------------------------------------

    def _do_if(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:
        when = self.condition(fields.get("when"), scope, "'when'")
        yes, no = scope.child(), scope.child()
        then, orelse = self.effects(fields.get("then"), yes), self.effects(fields.get("else"), no)
        before = dict(scope.names)
        for name in {**yes.names, **no.names}:
            one, other = yes.names.get(name), no.names.get(name)
            if one is not None and one is other:
                scope.adopt(one)
                continue
            scope.names.pop(name, None)
            bound = one if one is not None and one is not before.get(name) else other
            assert bound is not None
            scope.maybe[name] = bound.place
        scope.unsure = yes.unsure or no.unsure
        return tree.If(node.place, when, then, orelse)

    def _do_forEach(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        over = self.query(fields.get("over"), scope)
        inside = scope.child()
        local = (
            self.binder(fields["bind"], over.type.element if over else UNKNOWN, inside) if "bind" in fields else None
        )
        effects = self.effects(fields.get("effects"), inside)
        return tree.ForEach(node.place, local, over, effects) if local and over else None

    def _do_let(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:
        value = self.value(fields.get("value"), scope)
        inside = scope.child()
        local = self.binder(fields["bind"], value.type, inside) if "bind" in fields else None
        effects = self.effects(fields.get("in"), inside)
        scope.unsure = inside.unsure
        for name, found in inside.names.items():
            if name.startswith("$") and found is not local and found is not scope.names.get(name):
                scope.adopt(found)
        return tree.Bind(node.place, local, value, effects) if local else None

    def _do_bindValue(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        value = self.value(fields.get("value"), scope)
        local = self.binder(fields["bind"], value.type, scope) if "bind" in fields else None
        return tree.Bind(node.place, local, value, []) if local else None

    def _do_bindQuery(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        query = self.query(fields.get("query"), scope)
        local = self.binder(fields["bind"], query.type if query else UNKNOWN, scope) if "bind" in fields else None
        return tree.Bind(node.place, local, query, []) if local and query else None

    def _do_reduce(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:
        over = self.query(fields.get("over"), scope)
        initial = self.value(fields.get("initial"), scope)
        if initial.type.kind not in ("int", "bool", "player", "unknown"):
            self.problem(initial.place, f"reduce cannot gather {a(initial.type)}", "an int or a boolean")
        kind = BOOL if initial.type == BOOL else INT
        inside = scope.child()
        item = (
            self.binder(fields["itemBind"], over.type.element if over else UNKNOWN, inside)
            if "itemBind" in fields
            else None
        )
        acc = self.binder(fields["accBind"], kind, inside) if "accBind" in fields else None
        following = self.value(fields.get("next"), inside, kind, "'next'")
        result = self.binder(fields["resultBind"], kind, scope) if "resultBind" in fields else None
        effects = self.effects(fields.get("in"), scope)
        if over is None or item is None or acc is None or result is None:
            return None
        return tree.Reduce(node.place, item, acc, over, initial, following, result, effects)

    def _do_evaluateSubset(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> tree.Effect | None:  # noqa: N802
        source = self.query(fields.get("source"), scope)
        size = self.value(fields.get("subsetSize"), scope, INT, "'subsetSize'")
        if isinstance(size, Literal) and size.type == INT and int(size.value) < 1:
            self.problem(size.place, f"{size.value} is out of range", "1 or more")
        inside = scope.child()
        kind = source.type if source else UNKNOWN
        subset = self.binder(fields["subsetBind"], kind, inside) if "subsetBind" in fields else None
        compute = self.effects(fields.get("compute"), inside)
        for effect in compute:
            self._must_be_pure(effect)
        score = self.value(fields.get("scoreExpr"), inside, INT, "'scoreExpr'")
        result = self.binder(fields["resultBind"], INT, scope) if "resultBind" in fields else None
        best = self.binder(fields["bestSubsetBind"], kind, scope) if "bestSubsetBind" in fields else None
        effects = self.effects(fields.get("in"), scope)
        if source is None or subset is None or result is None:
            return None
        return tree.EvaluateSubset(node.place, source, size, subset, compute, score, result, best, effects)

    def _must_be_pure(self, effect: tree.Effect) -> None:
        if not isinstance(effect, _PURE) or (isinstance(effect, tree.MacroCall) and not effect.macro.pure):
            what = (
                f"macro '{effect.macro.name}' changes the state"
                if isinstance(effect, tree.MacroCall)
                else "this changes the state"
            )
            self.problem(
                effect.place,
                f"{what}, and 'compute' runs once for each subset",
                "effects that only bind names: bindValue, let, if, forEach, reduce",
            )
            return
        for inner in _inside(effect):
            self._must_be_pure(inner)

    def _do_gotoPhaseExact(self, _node: MapNode, fields: dict[str, Node], _scope: Scope) -> tree.Effect | None:  # noqa: N802
        name_node = fields.get("phase")
        if name_node is None:
            return None
        name = text_of(name_node)
        if name not in self.phases:
            if not self.phases:
                return None
            self.unknown_name(name_node.place, "phase", name, self.phases, "a phase of turnStructure")
            return None
        goto = tree.Goto(name_node.place, self.phases[name], name, len(self.gotos))
        self.gotos.append(goto)
        return goto

    # -- macros --------------------------------------------------------------------------------------------------

    def _call(self, node: MapNode, scope: Scope) -> tree.Effect | None:
        fields = self.fields(node, schema.EFFECTS["macro"])
        name_node = fields.get("macro")
        if name_node is None:
            return None
        macro = self.macro(text_of(name_node), name_node)
        if macro is None:
            scope.unsure = True
            return None
        scope.unsure = scope.unsure or macro.name in self.unsure_macros
        args = self.arguments(macro.name, macro.program.params, fields.get("args"), node, scope)
        exports = [(local, scope.bind(local.name, local.type, name_node.place)) for local in macro.exports]
        return tree.MacroCall(node.place, macro, args, exports) if args is not None else None

    def macro(self, name: str, node: Node | None) -> tree.EffectMacro | None:
        """Return a macro by name, checking it on the first call."""
        if name in self.macros:
            return self.macros[name]
        declared = self._enter(name, node, self.macro_nodes, "macro", self.condition_nodes)
        if declared is None:
            return None
        try:
            fields = self.fields(declared, schema.PARTS["effectMacro"])
            home, params = self._params(fields.get("params"))
            scope = Scope(home)
            program = self.program(f"macro {name}", fields.get("effects"), declared, home, scope)
            program.params = params
            exports = self._exports(fields.get("exports"), scope)
            native = text_of(fields["native"]) if "native" in fields else None
            digest = hashlib.sha256(json.dumps(plain(declared), sort_keys=True).encode()).hexdigest()
            macro = tree.EffectMacro(declared.place, name, len(self.macros), program, exports, native, digest)
            macro.pure = all(_pure(effect) for effect in program.effects)
            macro.jumps = any(_jumps(effect) for effect in program.effects)
            macro.leaves = always_jumps(program.effects)
            macro.targets = targets(program.effects)
            self.macros[name] = macro
            if scope.unsure or len(exports) < len(self.items(fields.get("exports"), "exports")):
                self.unsure_macros.add(name)
            return macro
        finally:
            self._leave(node)

    def condition_macro(self, name: str, node: Node | None) -> tree.ConditionMacro | None:
        """Return a condition macro by name, checking it on the first call."""
        if name in self.conditions:
            return self.conditions[name]
        declared = self._enter(name, node, self.condition_nodes, "condition macro", self.macro_nodes)
        if declared is None:
            return None
        try:
            fields = self.fields(declared, schema.PARTS["conditionMacro"])
            home, params = self._params(fields.get("params"))
            condition = self.condition(fields.get("condition"), Scope(home), "the condition of a macro")
            macro = tree.ConditionMacro(declared.place, name, len(self.conditions), params, condition, len(home.locals))
            self.conditions[name] = macro
            return macro
        finally:
            self._leave(node)

    def _enter(
        self, name: str, node: Node | None, known: dict[str, MapNode], what: str, other: dict[str, MapNode]
    ) -> MapNode | None:
        declared = known.get(name)
        if declared is None:
            assert node is not None
            if name in other:
                self.problem(
                    node.place,
                    f"'{name}' is not {what if what[0] != 'm' else 'an effect macro'}",
                    "",
                    "it is the other kind of macro",
                )
            else:
                self.undefined.setdefault(name, node.place)
                self.unknown_name(node.place, what, name, known)
            return None
        if name in self.open_macros:
            assert node is not None
            cycle = " -> ".join([*self.open_macros[self.open_macros.index(name) :], name])
            self.problem(node.place, f"macro '{name}' calls itself: {cycle}", "macros without a cycle")
            return None
        if len(self.open_macros) >= _MAX_CHAIN:
            assert node is not None
            self.problem(node.place, f"macros call each other more than {_MAX_CHAIN} deep", "a shorter chain")
            return None
        self.open_macros.append(name)
        if node is not None:
            self.chain.append(MacroStep(name, node.place))
        return declared

    def _leave(self, node: Node | None) -> None:
        self.open_macros.pop()
        if node is not None:
            self.chain.pop()

    def _params(self, node: Node | None) -> tuple[Home, list[Local]]:
        home = Home({})
        assert home.params is not None
        params = []
        for item in self.items(node, "params"):
            fields = self.fields(item, schema.PARTS["macroParam"])
            name = self.name(fields.get("name"), "a parameter")
            type_ = PARAM_TYPES.get(text_of(fields.get("type")), UNKNOWN)
            if name is None:
                continue
            if name in home.params:
                self.problem(fields["name"].place, f"the parameter '{name}' appears twice", see=home.params[name].place)
                continue
            local = home.param(name, type_, fields["name"].place)
            home.params[name] = local
            params.append(local)
        return home, params

    def _exports(self, node: Node | None, scope: Scope) -> list[Local]:
        found = []
        for item in self.items(node, "exports"):
            name = text_of(item)
            if name in scope.names:
                found.append(scope.names[name])
            elif scope.unsure:
                continue
            elif name in scope.maybe:
                self.problem(
                    item.place,
                    f"the macro exports '{name}', which only one branch binds",
                    "a name bound on every path",
                    see=scope.maybe[name],
                )
            else:
                self.problem(
                    item.place,
                    f"the macro exports '{name or describe(item)}', which its effects do not bind",
                    "a name that the macro binds",
                    name_hint(name, scope.names),
                )
        return found


def _inside(effect: tree.Effect) -> list[tree.Effect]:
    if isinstance(effect, tree.If):
        return effect.then + effect.orelse
    if isinstance(effect, tree.ForEach):
        return effect.effects
    if isinstance(effect, tree.Bind | tree.Reduce):
        return effect.inside
    if isinstance(effect, tree.EvaluateSubset):
        return effect.compute + effect.inside
    return []


def _pure(effect: tree.Effect) -> bool:
    if isinstance(effect, tree.MacroCall):
        return effect.macro.pure
    return isinstance(effect, _PURE) and all(_pure(inner) for inner in _inside(effect))


def _jumps(effect: tree.Effect) -> bool:
    if isinstance(effect, tree.MacroCall):
        return effect.macro.jumps
    return isinstance(effect, tree.Goto) or any(_jumps(inner) for inner in _inside(effect))
