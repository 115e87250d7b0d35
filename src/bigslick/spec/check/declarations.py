"""Checks a game's declarations: its players, variables, zones, tokens and tables."""

from __future__ import annotations

import itertools
from typing import Final

from bigslick.spec import schema
from bigslick.spec.expressions import FixedZone
from bigslick.spec.kinds import BOOL, INT
from bigslick.spec.source import ListNode, MapNode, Node, ScalarNode, describe
from bigslick.spec.tree import DataTable, Variable, Zone

from .context import SAFE_INT, Home, Scope, int_of, text_of
from .effects import EffectChecks

MAX_PLAYERS: Final = 32
MAX_TOKENS: Final = 2000


class DeclarationChecks(EffectChecks):
    """The part of the checker that reads declarations."""

    def players_range(self, node: Node | None) -> tuple[int, int]:
        if node is None:
            return 1, 1
        fields = self.fields(node, schema.PARTS["players"])
        least, most = int_of(fields.get("min"), 1), int_of(fields.get("max"), 1)
        if not 1 <= least <= most <= MAX_PLAYERS:
            self.problem(node.place, f"{least} to {most} players", f"1 <= min <= max <= {MAX_PLAYERS}")
            return 1, min(max(least, most, 1), MAX_PLAYERS)
        return least, most

    def variables(self, nodes: list[Node], per_player: bool) -> None:
        known = self.players if per_player else self.globals
        for node in nodes:
            fields = self.fields(node, schema.PARTS["variable"])
            name = self.name(fields.get("name"), "a variable")
            if name is None or self._twice("variable", name, fields["name"], known):
                continue
            known[name] = self._variable(name, node, fields, len(known), per_player)

    def _variable(self, name: str, node: Node, fields: dict[str, Node], slot: int, per_player: bool) -> Variable:
        init = fields.get("init")
        value = init.value if isinstance(init, ScalarNode) and isinstance(init.value, int) else 0
        place = fields["name"].place
        if text_of(fields.get("type")) == "boolean":
            if init is not None and not isinstance(value, bool):
                self.problem(init.place, f"the boolean '{name}' starts as {describe(init)}", "true or false")
            for extra in ("min", "max"):
                if extra in fields and isinstance(node, MapNode):
                    self.problem(
                        node.key_places[extra],
                        f"the boolean '{name}' has a '{extra}'",
                        "min and max with type int only",
                    )
            return Variable(place, name, slot, BOOL, bool(value), 0, 1, per_player)
        for lacking in ("min", "max"):
            if lacking not in fields and "type" in fields:
                self.problem(
                    place, f"the int '{name}' lacks '{lacking}'", "the least and the greatest value it may have"
                )
        low, high = int_of(fields.get("min"), -SAFE_INT), int_of(fields.get("max"), SAFE_INT)
        if low > high:
            self.problem(fields["min"].place, f"the least value of '{name}' is above its greatest", f"min <= {high}")
        elif init is not None and isinstance(value, bool):
            self.problem(init.place, f"the int '{name}' starts as {describe(init)}", "a whole number")
        elif not low <= value <= high:
            where = init.place if init is not None else place
            self.problem(where, f"{value} is out of range", f"a number from {low} to {high}, the range of '{name}'")
        return Variable(place, name, slot, INT, int(value), low, high, per_player)

    def zone_list(self, nodes: list[Node]) -> None:
        """Read the zones and number them in order; an owned zone takes one number per player."""
        first = 0
        for node in nodes:
            fields = self.fields(node, schema.PARTS["zone"])
            name = self.name(fields.get("id"), "a zone")
            if name is None or self._twice("zone", name, fields["id"], self.zones):
                continue
            owned = text_of(fields.get("owner")) == "player"
            visibility = text_of(fields.get("visibility"))
            if visibility == "owner" and not owned and "owner" in fields:
                self.problem(
                    fields["visibility"].place,
                    f"zone '{name}' has no owner who could see it",
                    "public or hidden, or owner: player",
                )
            self.zones[name] = Zone(fields["id"].place, name, first, owned, visibility)
            first += self.most_players if owned else 1

    def token_list(self, nodes: list[Node]) -> None:
        """Read the catalogues: every combination of the ranges, and the columns derived from them."""
        seen: dict[str, Node] = {}
        for node in nodes:
            fields = self.fields(node, schema.PARTS["token"])
            name = self.name(fields.get("id"), "a catalogue")
            if name is None:
                continue
            if name in seen:
                self.problem(fields["id"].place, f"the catalogue '{name}' appears twice", see=seen[name].place)
                continue
            seen[name] = fields["id"]
            zone = self.zone(fields.get("zone"), Scope(Home()))
            first = len(self.tokens.names)
            self._props(name, fields.get("props"), first)
            if zone is not None and not isinstance(zone, FixedZone):
                place = fields["zone"].place
                self.problem(place, f"the catalogue '{name}' starts in a zone that is not named", "such as deck:none")
            elif zone is not None:
                self.tokens.starts.append((zone, list(range(first, len(self.tokens.names)))))

    def _props(self, catalogue: str, node: Node | None, first: int) -> None:
        ranges: list[tuple[str, range, str]] = []
        follows: list[tuple[str, str, list[int], Node]] = []
        for item in self.items(node, "props"):
            fields = self.fields(item, schema.PARTS["prop"])
            name = self.name(fields.get("name"), "a prop")
            if name is None:
                continue
            if name in [known for known, *_ in (*ranges, *follows)]:
                self.problem(fields["name"].place, f"the prop '{name}' appears twice")
                continue
            if "by" in fields or "values" in fields:
                column = [
                    int_of(value, 0) for value in self.items(fields.get("values"), "values") if self._whole(value)
                ]
                follows.append((name, text_of(fields.get("by")), column, fields.get("by", item)))
                continue
            low, high = int_of(fields.get("from")), int_of(fields.get("to"))
            if "from" not in fields or "to" not in fields or low > high:
                self.problem(
                    fields["name"].place,
                    f"the prop '{name}' has no range",
                    "from and to, with from <= to; or by and values",
                )
                continue
            letters = text_of(fields.get("names"))
            if letters and len(letters) != high - low + 1:
                self.problem(
                    fields["names"].place,
                    f"'{name}' has {high - low + 1} values and {len(letters)} names",
                    "one letter for each value",
                )
                letters = ""
            ranges.append((name, range(low, high + 1), letters))
        count = 1
        for _, values, _ in ranges:
            count *= len(values)
        if count + first > MAX_TOKENS:
            place = node.place if node is not None else self.zones[catalogue].place
            self.problem(place, f"{count + first:,} tokens", f"no more than {MAX_TOKENS:,}")
            return
        columns: dict[str, list[int]] = {name: [] for name, *_ in ranges}
        for chosen in itertools.product(*(values for _, values, _ in ranges)):
            parts = []
            for (name, span, letters), value in zip(ranges, chosen, strict=True):
                columns[name].append(value)
                parts.append(letters[value - span.start] if letters else f"{name}{value}")
            self.tokens.names.append("".join(parts) or catalogue)
        for name, by, column, where in follows:
            source = next((span for known, span, _ in ranges if known == by), None)
            if source is None:
                self.unknown_name(
                    where.place, "prop", by, [known for known, *_ in ranges], "a prop with a range, in this catalogue"
                )
                continue
            if len(column) != len(source):
                self.problem(
                    where.place, f"'{by}' has {len(source)} values and '{name}' gives {len(column)}", "one int for each"
                )
                continue
            columns[name] = [column[value - source.start] for value in columns[by]]
        for name in {*columns, *self.tokens.props}:
            known = self.tokens.props.setdefault(name, [None] * first)
            known += columns[name] if name in columns else [None] * count

    def _whole(self, node: Node) -> bool:
        if isinstance(node, ScalarNode) and type(node.value) is int:
            return True
        self.problem(node.place, f"this is {describe(node)}", "a whole number")
        return False

    def table_list(self, nodes: list[Node]) -> None:
        """Read the tables; every row must have the first row's columns."""
        for node in nodes:
            fields = self.fields(node, schema.PARTS["table"])
            name = self.name(fields.get("id"), "a table")
            if name is None or self._twice("table", name, fields["id"], self.tables):
                continue
            columns: list[str] = []
            rows: list[list[int]] = []
            for row in self.items(fields.get("rows"), "rows"):
                if not isinstance(row, MapNode) or not row.entries:
                    self.problem(row.place, f"a row is {describe(row)}", "a mapping from column to int")
                    continue
                columns = columns or list(row.entries)
                for column in row.entries:
                    if column not in columns:
                        self.unknown_name(
                            row.key_places[column], "column", column, columns, "the columns of the first row"
                        )
                for column in columns:
                    if column not in row.entries:
                        self.problem(row.place, f"this row lacks the column '{column}'", "the columns of the first row")
                if all(self._whole(row.entries[column]) for column in columns if column in row.entries):
                    rows.append([int_of(row.entries.get(column)) for column in columns])
            if not rows and isinstance(fields.get("rows"), ListNode) and not self.items(fields["rows"], "rows"):
                self.problem(fields["rows"].place, f"the table '{name}' has no rows", "one row or more")
            self.tables[name] = DataTable(fields["id"].place, name, columns, rows)

    def _twice(
        self, what: str, name: str, node: Node, known: dict[str, Variable] | dict[str, Zone] | dict[str, DataTable]
    ) -> bool:
        if name in known:
            self.twice(what, name, node.place, known[name].place)
            return True
        return False
