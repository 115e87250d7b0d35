"""Checks values and conditions: looks up every name and finds every type."""

from __future__ import annotations

from abc import abstractmethod

from bigslick.spec import expressions as ex
from bigslick.spec import schema
from bigslick.spec.kinds import BOOL, INT, PLAYER, STRING, TOKEN, UNKNOWN, Type, comparable, fits
from bigslick.spec.problems import name_hint
from bigslick.spec.source import ListNode, MapNode, Node, ScalarNode, describe
from bigslick.spec.tree import ConditionMacro, Variable

from .context import NOWHERE, SAFE_INT, Context, Scope, a, text_of

_HEADS = ("ref", "op", "aggregate", "if", "concat", "param", "conditionMacro")


class ValueChecks(Context):
    """The part of the checker that reads values; subclasses read queries and zones."""

    def value(self, node: Node | None, scope: Scope, wanted: Type | None = None, what: str = "this value") -> ex.Value:
        """Read a value, of the given type if there is one."""
        if node is None:
            return ex.Literal(NOWHERE, UNKNOWN, 0)
        found = self._value(node, scope)
        if wanted is not None and not fits(found.type, wanted):
            self.problem(node.place, f"{what} is {a(found.type)}", a(wanted))
            return self.wrong(node.place)
        return found

    def condition(self, node: Node | None, scope: Scope, what: str = "this condition") -> ex.Value:
        """Read a value that is true or false."""
        return self.value(node, scope, BOOL, what)

    def _value(self, node: Node, scope: Scope) -> ex.Value:
        if isinstance(node, ScalarNode):
            return self._literal(node)
        if isinstance(node, ListNode):
            self.problem(
                node.place,
                f"{describe(node)} is not a value",
                "a literal, or a mapping with ref, op, aggregate, if or concat",
            )
            return self.wrong(node.place)
        assert isinstance(node, MapNode)
        head = next((head for head in _HEADS if head in node.entries), None)
        match head:
            case "ref":
                return self._ref(node, scope)
            case "op":
                return self._op(node, scope)
            case "aggregate":
                return self._aggregate(node, scope)
            case "if":
                return self._if_value(node, scope)
            case "concat":
                self.fields(node, schema.VALUES["concat"])
                parts = [self._concat_part(part, scope) for part in self.items(node.entries["concat"], "concat")]
                return ex.Concat(node.place, STRING, parts)
            case "param":
                return self._param(node, scope)
            case "conditionMacro":
                return self._condition_call(node, scope)
        first = next(iter(node.entries), "")
        place = node.key_places[first] if first else node.place
        self.problem(
            place,
            f"{describe(node)} is not a value",
            "one of ref, op, aggregate, if, concat, param",
            name_hint(first, _HEADS) if first else "",
        )
        return self.wrong(node.place)

    def _literal(self, node: ScalarNode) -> ex.Value:
        value = node.value
        if value is None:
            self.problem(node.place, "there is nothing here", "a value")
            return self.wrong(node.place)
        if isinstance(value, bool):
            return ex.Literal(node.place, BOOL, value)
        if isinstance(value, int):
            if abs(value) > SAFE_INT:
                self.problem(node.place, f"{value} is too large", "a whole number within 2^53")
            return ex.Literal(node.place, INT, value)
        return ex.Literal(node.place, STRING, value)

    def _concat_part(self, node: Node, scope: Scope) -> ex.Value:
        part = self.value(node, scope)
        if part.type.kind in ("list", "token", "row", "zone"):
            self.problem(node.place, f"concat joins words and numbers, and this is {a(part.type)}")
        return part

    # -- references ----------------------------------------------------------------------------------------------

    def variable(self, node: Node | None, per_player: bool, *, write: bool) -> Variable | None:
        """Return a variable by name; if it exists only in the other scope, say so."""
        if node is None:
            return None
        name = text_of(node)
        known, other = (self.players, self.globals) if per_player else (self.globals, self.players)
        section = "perPlayerVars" if per_player else "globalVars"
        found = known.get(name)
        if found is None:
            if name in other:
                elsewhere = (
                    ("globalVars", "scope: global", "ref: gvar")
                    if per_player
                    else ("perPlayerVars", "scope: pvar", "ref: pvar")
                )
                hint = "it is in {}: use {} or {}".format(*elsewhere)
                self.problem(node.place, f"'{name}' is not in {section}", "", hint)
            else:
                self.unknown_name(node.place, "variable", name, known, f"a variable of {section}")
            return None
        if write:
            found.writes += 1
        else:
            found.reads += 1
        return found

    def local(self, node: Node | None, scope: Scope) -> ex.LocalRef | None:
        """Return a binding by name."""
        if node is None:
            return None
        name = node.value if isinstance(node, ScalarNode) else None
        if not isinstance(name, str):
            self.problem(node.place, f"{describe(node)} is not the name of a binding", "a name such as $player")
            return None
        found = scope.names.get(name)
        if found is None:
            if scope.unsure:
                return None
            if name in scope.maybe:
                self.problem(
                    node.place,
                    f"'{name}' may be unbound here",
                    "a name bound on every path",
                    "it is bound in one branch only",
                    scope.maybe[name],
                )
            else:
                hint = name_hint(name, scope.names) or "nothing is bound here"
                if scope.home.params and name in scope.home.params:
                    hint = f"a parameter is read as {{ param: {name} }}"
                self.problem(node.place, f"unbound name '{name}'", "a name bound before", hint)
            return None
        return ex.LocalRef(node.place, found.type, found)

    def param(self, node: Node | None, scope: Scope) -> ex.LocalRef | None:
        """Return a parameter of the macro being checked."""
        if node is None:
            return None
        name = text_of(node)
        params = scope.home.params
        if params is None:
            self.problem(
                node.place, f"'param: {name}' is outside a macro", "a binding, read as {ref: binding, name: ...}"
            )
            return None
        if name not in params:
            self.unknown_name(node.place, "parameter", name, params, "a parameter of this macro")
            return None
        return ex.LocalRef(node.place, params[name].type, params[name])

    def _param(self, node: MapNode, scope: Scope) -> ex.Value:
        fields = self.fields(node, schema.VALUES["param"])
        return self.param(fields.get("param"), scope) or self.wrong(node.place)

    def _ref(self, node: MapNode, scope: Scope) -> ex.Value:
        kind_node = node.entries["ref"]
        kind = text_of(kind_node)
        if kind not in schema.REFS:
            self.unknown_name(kind_node.place, "ref", kind or "?", schema.REFS, "one of " + ", ".join(schema.REFS))
            return self.wrong(node.place)
        fields = self.fields(node, schema.REFS[kind])
        match kind:
            case "gvar":
                var = self.variable(fields.get("var"), False, write=False)
                return ex.GlobalRef(node.place, var.type, var) if var else self.wrong(node.place)
            case "pvar":
                player = self.player(fields.get("player"), scope)
                var = self.variable(fields.get("var"), True, write=False)
                return ex.PlayerRef(node.place, var.type, var, player) if var else self.wrong(node.place)
            case "binding":
                return self.local(fields.get("name"), scope) or self.wrong(node.place)
            case "activePlayer":
                return ex.Actor(node.place, PLAYER)
            case "tokenProp":
                return self._token_prop(node, fields, scope)
            case _:
                return self._table_field(node, fields, scope)

    def _token_prop(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> ex.Value:
        holder, prop_node = fields.get("token"), fields.get("prop")
        token = self.local(holder, scope) if isinstance(holder, ScalarNode) else self.value(holder, scope)
        prop = text_of(prop_node)
        if token is not None and holder is not None and not fits(token.type, TOKEN):
            self.problem(holder.place, f"only tokens have props, and this is {a(token.type)}", "a token")
            return self.wrong(node.place)
        if prop_node is not None and prop not in self.tokens.props:
            self.unknown_name(prop_node.place, "prop", prop, self.tokens.props, "a prop of a token")
            return self.wrong(node.place)
        if token is None or prop_node is None:
            return self.wrong(node.place)
        return ex.TokenProp(node.place, INT, token, prop)

    def _table_field(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> ex.Value:
        row, field_node = self.local(fields.get("row"), scope), fields.get("field")
        if row is None or field_node is None or row.type == UNKNOWN:
            return self.wrong(node.place)
        if row.type.kind != "row":
            self.problem(row.place, f"only rows have fields, and this is {a(row.type)}", "a row of a table")
            return self.wrong(node.place)
        table = self.tables[row.type.detail]
        name = text_of(field_node)
        if name not in table.columns:
            self.unknown_name(field_node.place, "field", name, table.columns, f"a column of table '{table.name}'")
            return self.wrong(node.place)
        return ex.Field(node.place, INT, row, table, table.columns.index(name))

    # -- players -------------------------------------------------------------------------------------------------

    def player(self, node: Node | None, scope: Scope) -> ex.Value:
        if node is None:
            return ex.Literal(NOWHERE, UNKNOWN, 0)
        expected = "actor, active, {chosen: NAME}, {id: SEAT} or {param: NAME}"
        if isinstance(node, ScalarNode):
            if node.value in ("actor", "active"):
                return ex.Actor(node.place, PLAYER)
            hint = (
                f"write {{ chosen: {node.value} }}"
                if str(node.value).startswith("$")
                else name_hint(str(node.value), ("actor", "active"))
            )
            self.problem(node.place, f"{describe(node)} is not a player", expected, hint if "known" not in hint else "")
            return self.wrong(node.place)
        if isinstance(node, MapNode) and len(node.entries) == 1:
            [(head, inner)] = node.entries.items()
            found: ex.Value | None = None
            if head == "chosen":
                found = self.local(inner, scope) if isinstance(inner, ScalarNode) else self.value(inner, scope)
            elif head == "id" and isinstance(inner, ScalarNode) and type(inner.value) is int:
                if not 0 <= inner.value < self.most_players:
                    self.problem(
                        inner.place, f"there is no player {inner.value}", f"a seat from 0 to {self.most_players - 1}"
                    )
                found = ex.Literal(inner.place, INT, inner.value)
            elif head == "param":
                found = self.param(inner, scope)
            else:
                self.problem(
                    node.key_places[head],
                    f"{describe(node)} is not a player",
                    expected,
                    name_hint(head, [key.name for key in schema.SELECTORS["player"].keys]),
                )
                return self.wrong(node.place)
            if found is None:
                return self.wrong(node.place)
            if not fits(found.type, INT):
                self.problem(
                    inner.place, f"a player is chosen by {a(found.type)}", "a player, or an int that is a seat"
                )
                return self.wrong(node.place)
            return found if found.type == PLAYER else ex.SeatOf(found.place, PLAYER, found)
        self.problem(node.place, f"{describe(node)} is not a player", expected)
        return self.wrong(node.place)

    # -- operations ----------------------------------------------------------------------------------------------

    def _op(self, node: MapNode, scope: Scope) -> ex.Value:
        op_node = node.entries["op"]
        op = text_of(op_node)
        if op in schema.ARITHMETIC:
            fields = self.fields(node, schema.VALUES["op"])
            left = self.value(fields.get("left"), scope, INT, f"the left side of '{op}'")
            right = self.value(fields.get("right"), scope, INT, f"the right side of '{op}'")
            if (
                op in ("/", "floorDiv", "ceilDiv", "mod")
                and isinstance(right, ex.Literal)
                and right.type == INT
                and right.value == 0
            ):
                self.problem(right.place, f"'{op}' by 0", "a divisor that is not 0")
            return ex.Arithmetic(node.place, INT, op, left, right)
        if op in schema.COMPARISONS:
            return self._compare(node, op, scope)
        if op in ("and", "or"):
            fields = self.fields(node, schema.CONDITIONS["and / or"])
            args = [
                self.condition(arg, scope, f"an argument of '{op}'") for arg in self.items(fields.get("args"), "args")
            ]
            if not args and "args" in fields:
                self.problem(fields["args"].place, f"'{op}' of nothing", "one condition or more")
            return ex.Logic(node.place, BOOL, op, args)
        if op == "not":
            fields = self.fields(node, schema.CONDITIONS["not"])
            return ex.Not(node.place, BOOL, self.condition(fields.get("arg"), scope, "the argument of 'not'"))
        if op == "in":
            fields = self.fields(node, schema.CONDITIONS["in"])
            item, query = self.value(fields.get("item"), scope), self.query(fields.get("query"), scope)
            if query is None:
                return self.wrong(node.place)
            if not comparable(item.type, query.type.element):
                self.problem(node.place, f"{a(item.type)} is never among {query.type}")
            return ex.Among(node.place, BOOL, item, query)
        known = (*schema.ARITHMETIC, *schema.COMPARISONS, *schema.LOGIC)
        self.unknown_name(op_node.place, "op", op or describe(op_node), known, "one of " + " ".join(known))
        return self.wrong(node.place)

    def _compare(self, node: MapNode, op: str, scope: Scope) -> ex.Value:
        fields = self.fields(node, schema.CONDITIONS["comparison"])
        left, right = self.value(fields.get("left"), scope), self.value(fields.get("right"), scope)
        if op in ("==", "!="):
            if not comparable(left.type, right.type):
                self.problem(
                    node.place, f"'{op}' compares {a(left.type)} with {a(right.type)}", "two values of one type"
                )
            elif left.type.kind == "list":
                self.problem(node.place, f"'{op}' compares lists", "ints, booleans, strings, players or tokens")
        else:
            for side, value in (("left", left), ("right", right)):
                if not fits(value.type, INT):
                    self.problem(value.place, f"the {side} side of '{op}' is {a(value.type)}", a(INT))
        self._never(op, left, right)
        return ex.Compare(node.place, BOOL, op, left, right)

    def _never(self, op: str, left: ex.Value, right: ex.Value) -> None:
        """Report a variable compared with a literal outside its range."""
        for ref, literal in ((left, right), (right, left)):
            if (
                isinstance(ref, ex.GlobalRef | ex.PlayerRef)
                and isinstance(literal, ex.Literal)
                and ref.type == INT == literal.type
            ):
                low, high = ref.var.low, ref.var.high
                if op in ("==", "!=") and not low <= int(literal.value) <= high:
                    self.problem(
                        literal.place,
                        f"'{ref.var.name}' is never {literal.value}",
                        f"a number from {low} to {high}, the range of '{ref.var.name}'",
                    )

    def _aggregate(self, node: MapNode, scope: Scope) -> ex.Value:
        self.fields(node, schema.VALUES["aggregate"])
        inner = node.entries["aggregate"]
        fields = self.fields(inner, schema.AGGREGATE)
        op = text_of(fields.get("op"))
        query = self.query(fields.get("query"), scope)
        if query is None or not op:
            return self.wrong(node.place)
        if op == "count":
            for extra in ("bind", "valueExpr"):
                if extra in fields and isinstance(inner, MapNode):
                    self.problem(
                        inner.key_places[extra],
                        f"count has no '{extra}'",
                        "{op: count, query}",
                        "a query takes `where` to count some of its items",
                    )
            return ex.Aggregate(node.place, INT, op, query, None, None)
        for lacking in ("bind", "valueExpr"):
            if lacking not in fields:
                self.problem(inner.place, f"'{op}' lacks '{lacking}'", "{op, query, bind, valueExpr}")
                return self.wrong(node.place)
        inside = scope.child()
        local = self.binder(fields["bind"], query.type.element, inside)
        expression = self.value(fields["valueExpr"], inside, INT, "valueExpr")
        return ex.Aggregate(node.place, INT, op, query, local, expression) if local else self.wrong(node.place)

    def _if_value(self, node: MapNode, scope: Scope) -> ex.Value:
        self.fields(node, schema.VALUES["if"])
        fields = self.fields(node.entries["if"], schema.IF_VALUE)
        when = self.condition(fields.get("when"), scope, "'when'")
        then, orelse = self.value(fields.get("then"), scope), self.value(fields.get("else"), scope)
        if not comparable(then.type, orelse.type):
            self.problem(
                node.place, f"'then' is {a(then.type)} and 'else' is {a(orelse.type)}", "two values of one type"
            )
        wider = orelse.type if fits(then.type, orelse.type) else then.type
        return ex.IfValue(node.place, wider, when, then, orelse)

    def _condition_call(self, node: MapNode, scope: Scope) -> ex.Value:
        fields = self.fields(node, schema.CONDITIONS["conditionMacro"])
        name_node = fields.get("conditionMacro")
        if name_node is None:
            return self.wrong(node.place)
        macro = self.condition_macro(text_of(name_node), name_node)
        if macro is None:
            return self.wrong(node.place)
        args = self.arguments(macro.name, macro.params, fields.get("args"), node, scope)
        return ex.ConditionCall(node.place, BOOL, macro, args) if args is not None else self.wrong(node.place)

    # -- provided by subclasses --------------------------------------------------------------------------------------

    @abstractmethod
    def query(self, node: Node | None, scope: Scope) -> ex.Query | None:
        """Read a query."""

    @abstractmethod
    def binder(self, node: Node, type_: Type, scope: Scope) -> ex.Local | None:
        """Return a new name."""

    @abstractmethod
    def arguments(
        self, macro: str, params: list[ex.Local], node: Node | None, call: Node, scope: Scope
    ) -> list[ex.Argument] | None:
        """Read a call's arguments, in parameter order."""

    @abstractmethod
    def condition_macro(self, name: str, node: Node) -> ConditionMacro | None:
        """Return a condition macro by name."""
