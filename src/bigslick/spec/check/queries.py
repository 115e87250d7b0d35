"""Checks queries, zones and arguments."""

from __future__ import annotations

from bigslick.checks import nearest
from bigslick.spec import expressions as ex
from bigslick.spec import schema
from bigslick.spec.kinds import INT, PLAYER, STRING, TOKEN, ZONE, Type, comparable, fits, list_of
from bigslick.spec.problems import name_hint
from bigslick.spec.source import MapNode, Node, Place, ScalarNode, describe

from .context import BINDER, Scope, a, text_of
from .values import ValueChecks


class QueryChecks(ValueChecks):
    """The part of the checker that reads queries and zones."""

    def binder(self, node: Node, type_: Type, scope: Scope) -> ex.Local | None:
        name = self.name(node, "a binding", BINDER)
        return scope.bind(name, type_, node.place) if name is not None else None

    def query(self, node: Node | None, scope: Scope) -> ex.Query | None:
        """Read a query; None if that fails."""
        if node is None:
            return None
        known = ", ".join(schema.QUERIES)
        if not isinstance(node, MapNode) or "query" not in node.entries:
            hint = name_hint(next(iter(node.entries)), ("query",)) if isinstance(node, MapNode) and node.entries else ""
            self.problem(
                node.place,
                f"{describe(node)} is not a query",
                f"a mapping with query: one of {known}",
                hint if hint.startswith("did") else "",
            )
            return None
        kind_node = node.entries["query"]
        kind = text_of(kind_node)
        if kind not in schema.QUERIES:
            self.unknown_name(kind_node.place, "query", kind or describe(kind_node), schema.QUERIES, f"one of {known}")
            return None
        fields = self.fields(node, schema.QUERIES[kind])
        match kind:
            case "players":
                return ex.Players(node.place, list_of(PLAYER), self.where(fields, node, PLAYER, scope))
            case "tokensInZone":
                zone = self.zone(fields.get("zone"), scope)
                where = self.where(fields, node, TOKEN, scope)
                return ex.TokensInZone(node.place, list_of(TOKEN), zone, where) if zone else None
            case "concat":
                return self._concat(node, fields, scope)
            case "binding" | "param":
                find = self.local if kind == "binding" else self.param
                ref = find(fields.get("name"), scope)
                if ref is None:
                    return None
                if ref.type.kind != "list":
                    self.problem(ref.place, f"'{ref.local.name}' is {a(ref.type)}", "a name bound to a list")
                    return None
                return ex.ListRef(node.place, ref.type, ref.local, self.where(fields, node, ref.type.element, scope))
            case "intsInRange":
                return self._ints(node, fields, scope)
            case "nextInOrderByCondition":
                return self._next(node, fields, scope)
            case _:
                return self._rows(node, fields, scope)

    def where(self, fields: dict[str, Node], node: MapNode, item: Type, scope: Scope) -> ex.Where | None:
        """Read a query's optional filter: `bind` and `where` together."""
        if "bind" not in fields and "where" not in fields:
            return None
        for present, lacking in (("bind", "where"), ("where", "bind")):
            if lacking not in fields:
                self.problem(node.key_places[present], f"'{present}' is given without '{lacking}'", "both, or neither")
                return None
        inside = scope.child()
        local = self.binder(fields["bind"], item, inside)
        condition = self.condition(fields["where"], inside, "'where'")
        return ex.Where(local, condition) if local else None

    def _concat(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> ex.Query | None:
        nodes = self.items(fields.get("sources"), "sources")
        found = [self.query(source, scope) for source in nodes]
        sources = [source for source in found if source is not None]
        if len(sources) < len(found) or not sources:
            if not nodes and "sources" in fields:
                self.problem(fields["sources"].place, "concat of no queries", "one query or more")
            return None
        for source in sources[1:]:
            if not comparable(source.type.element, sources[0].type.element):
                self.problem(
                    source.place,
                    f"this is {a(source.type)}, and the first source is {a(sources[0].type)}",
                    "sources of one type",
                )
        return ex.ConcatQuery(node.place, sources[0].type, sources)

    def _ints(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> ex.Query:
        low = self.value(fields.get("min"), scope, INT, "'min'")
        high = self.value(fields.get("max"), scope, INT, "'max'")
        step = self.value(fields["step"], scope, INT, "'step'") if "step" in fields else None
        most = self.value(fields["maxResults"], scope, INT, "'maxResults'") if "maxResults" in fields else None
        always = [
            self.value(item, scope, INT, "alwaysInclude")
            for item in self.items(fields.get("alwaysInclude"), "alwaysInclude")
        ]
        if isinstance(step, ex.Literal) and step.type == INT and int(step.value) < 1:
            self.problem(step.place, f"a step of {step.value} leads nowhere", "1 or more")
        return ex.IntsInRange(node.place, list_of(INT), low, high, step, always, most)

    def _next(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> ex.Query | None:
        source = self.query(fields.get("source"), scope)
        start = self.value(fields.get("from"), scope)
        if source is None or "bind" not in fields or "where" not in fields:
            return None
        if not comparable(start.type, source.type.element):
            self.problem(
                start.place,
                f"'from' is {a(start.type)}, and the items are {source.type.item}s",
                f"a {source.type.item}",
            )
        where = self.where(fields, node, source.type.element, scope)
        flag = fields.get("includeFrom")
        include = isinstance(flag, ScalarNode) and flag.value is True
        return ex.NextInOrder(node.place, source.type, source, start, where, include) if where else None

    def _rows(self, node: MapNode, fields: dict[str, Node], scope: Scope) -> ex.Query | None:
        table_node = fields.get("table")
        if table_node is None:
            return None
        table = self.tables.get(text_of(table_node))
        if table is None:
            self.unknown_name(table_node.place, "table", text_of(table_node), self.tables, "a table of 'tables'")
            return None
        row = Type("row", "", table.name)
        return ex.TableRows(node.place, list_of(row), table, self.where(fields, node, row, scope))

    def combinations(self, source: ex.Query, node: Node, scope: Scope) -> ex.Query | None:
        """Read a parameter that is a choice of several items."""
        fields = self.fields(node, schema.PARTS["choose"])
        least = self.value(fields.get("min"), scope, INT, "'min'")
        most = self.value(fields.get("max"), scope, INT, "'max'")
        if source.type.item not in ("token", "player"):
            self.problem(node.place, f"choose picks from a {source.type}", "a domain of tokens or players")
            return None
        return ex.Combinations(source.place, source.type, source, least, most)

    # -- zones ---------------------------------------------------------------------------------------------------

    def zone(self, node: Node | None, scope: Scope) -> ex.ZoneRef | None:
        """Read a zone; None if that fails."""
        if node is None:
            return None
        if isinstance(node, ScalarNode) and isinstance(node.value, str):
            return self._spelt(node.value, node.place, scope)
        if isinstance(node, MapNode) and len(node.entries) == 1:
            [(head, inner)] = node.entries.items()
            if head == "param":
                ref = self.param(inner, scope)
                if ref is not None and not fits(ref.type, ZONE):
                    self.problem(node.place, f"'{ref.local.name}' is {a(ref.type)}", "a zone")
                    return None
                return ex.NamedZone(node.place, ref) if ref else None
            if head == "zoneExpr":
                value = self.value(inner, scope, STRING, "zoneExpr")
                return self._expression(value, inner, scope)
        self.problem(node.place, f"{describe(node)} is not a zone", "a name such as deck:none, or {zoneExpr: VALUE}")
        return None

    def _expression(self, value: ex.Value, node: Node, scope: Scope) -> ex.ZoneRef | None:
        """Read a zone given by a value: a literal, which is known now, or a zone's name and a player."""
        if isinstance(value, ex.Literal):
            return self._spelt(value.value, value.place, scope) if isinstance(value.value, str) else None
        if isinstance(value, ex.Concat) and len(value.parts) == 2 and isinstance(value.parts[0], ex.Literal):
            head, seat = value.parts
            assert isinstance(head, ex.Literal)
            base = str(head.value)
            if base.endswith(":") and fits(seat.type, INT):
                zone = self.zones.get(base[:-1])
                if zone is None:
                    self.unknown_name(head.place, "zone", base[:-1], self.zones, "a zone of 'zones'")
                    return None
                if not zone.owned:
                    self.problem(head.place, f"'{zone.name}' belongs to no player", f"{zone.name}:none")
                    return None
                player = seat if seat.type == PLAYER else ex.SeatOf(seat.place, PLAYER, seat)
                return ex.OwnedZone(node.place, zone, player)
        return ex.NamedZone(node.place, value)

    def _spelt(self, text: str, place: Place, scope: Scope) -> ex.ZoneRef | None:
        base, colon, owner = text.partition(":")
        zone = self.zones.get(base)
        if zone is None:
            known = [f"{zone.name}:{'actor' if zone.owned else 'none'}" for zone in self.zones.values()]
            close = nearest(base, self.zones)
            self.problem(
                place,
                f"unknown zone '{text}'",
                "a zone of 'zones', such as " + ", ".join(known[:3]) if known else "a zone of 'zones'",
                f"did you mean '{close}{colon}{owner}'?" if close else "",
            )
            return None
        if not zone.owned:
            if owner != "none":
                self.problem(place, f"'{base}' belongs to no player, and this is '{text}'", f"{base}:none")
                return None
            return ex.FixedZone(place, zone, zone.first)
        if owner in ("actor", "active"):
            return ex.OwnedZone(place, zone, ex.Actor(place, PLAYER))
        if owner.startswith("$"):
            ref = self.local(ScalarNode(place, owner), scope)
            if ref is None:
                return None
            if not fits(ref.type, INT):
                self.problem(place, f"'{owner}' is {a(ref.type)}", "a player")
                return None
            return ex.OwnedZone(place, zone, ref if ref.type == PLAYER else ex.SeatOf(place, PLAYER, ref))
        if owner.isascii() and owner.isdigit() and len(owner) < 4 and int(owner) < self.most_players:
            return ex.FixedZone(place, zone, zone.first + int(owner))
        self.problem(
            place,
            f"'{text}' names no zone: '{base}' has one for each player",
            f"{base}:actor, {base}:$player or {base}:0 to {base}:{self.most_players - 1}" if colon else f"{base}:actor",
        )
        return None

    # -- arguments -----------------------------------------------------------------------------------------------

    def arguments(
        self, macro: str, params: list[ex.Local], node: Node | None, call: Node, scope: Scope
    ) -> list[ex.Argument] | None:
        """Read a call's arguments, in parameter order; report missing and extra ones."""
        given: dict[str, Node] = {}
        if node is not None:
            if not isinstance(node, MapNode):
                self.problem(node.place, f"args is {describe(node)}", "a mapping from parameter to value")
                return None
            given = node.entries
            known = [param.name for param in params]
            for name in given:
                if name not in known:
                    self.problem(
                        node.key_places[name],
                        f"macro '{macro}' has no parameter '{name}'",
                        ", ".join(known) or "no arguments",
                        name_hint(name, known) if known else "",
                    )
        found: list[ex.Argument] = []
        for param in params:
            if param.name not in given:
                self.problem(
                    call.place,
                    f"macro '{macro}' lacks the argument '{param.name}'",
                    f"{param.name}: {a(param.type)}",
                    see=param.place,
                )
                continue
            argument = self._argument(given[param.name], param, scope)
            if argument is not None:
                found.append(argument)
        return found if len(found) == len(params) else None

    def _argument(self, node: Node, param: ex.Local, scope: Scope) -> ex.Argument | None:
        if param.type == ZONE:
            return self.zone(node, scope)
        if param.type.kind == "list":
            query = self.query(node, scope)
            if query is not None and not fits(query.type, param.type):
                self.problem(node.place, f"'{param.name}' is {a(query.type)}", a(param.type), see=param.place)
                return None
            return query
        value = self.value(node, scope)
        if not fits(value.type, param.type):
            self.problem(node.place, f"the argument '{param.name}' is {a(value.type)}", a(param.type), see=param.place)
            return None
        return value
