"""Reads the short form into nodes of the long form, each with its location."""

from __future__ import annotations

import re
from typing import Final

from bigslick.spec.limits import MAX_DEPTH
from bigslick.spec.source import ListNode, MapNode, Node, Place, Scalar, ScalarNode

from .words import (
    ACTIVE,
    COMPARISONS,
    FILTERED,
    GATHERED,
    KEYWORDS,
    NAME,
    RANGE_KEYS,
    TWO_SIDED,
    ZONE,
    Kind,
)

_SPACE: Final = re.compile(r"\s*")
_INT: Final = re.compile(r"[0-9]{1,17}")
_STRING: Final = re.compile(r"'((?:[^']|'')*)'")
_LOCAL: Final = re.compile(rf"[$&@]{NAME.pattern}")
_DEEPEST: Final = 60
_SHORTER: Final = "a shorter expression, or a macro"


class ParseError(Exception):
    """A place where the short form stops making sense."""

    def __init__(self, place: Place, message: str, expected: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message
        self.expected = expected


def parse(text: str, kind: Kind, place: Place) -> Node:
    """Return the long form of a text that begins at `place`, or raise ParseError; a value `[...]` is a query."""
    reader = _ShortReader(text, place)
    listed = kind == "value" and reader.take("[")
    node = reader.query() if kind == "query" or listed else reader.expression()
    if listed:
        reader.need("]")
    if not reader.ended():
        raise reader.error("an operator, or nothing more")
    if _depth(node) > MAX_DEPTH:
        raise ParseError(place, "nested too deeply", _SHORTER)
    return node


def _depth(node: Node) -> int:
    """Return a tree's depth, which for a long sum equals its length."""
    level, depth = [node], 0
    while level:
        depth += 1
        lists = [one.items for one in level if isinstance(one, ListNode)]
        lists += [list(one.entries.values()) for one in level if isinstance(one, MapNode)]
        level = [inner for listed in lists for inner in listed]
    return depth


class _ShortReader:
    """Reads one text from left to right."""

    def __init__(self, text: str, place: Place) -> None:
        self.text = text
        self.start = place
        self.at = 0
        self.depth = 0

    # -- words ---------------------------------------------------------------------------------------------------

    def place(self, begin: int) -> Place:
        end = max(begin + 1, len(self.text[: self.at].rstrip()))
        lines = self.text.count("\n", 0, begin)
        if lines:  # in a block of text, columns count within the block
            return Place(self.start.source, self.start.line + lines, 1)
        return Place(self.start.source, self.start.line, self.start.column + begin, end - begin)

    def error(self, expected: str) -> ParseError:
        self.skip()
        begin, found = self.at, self.match(re.compile(r"[$&@]?\w[\w-]*|\S"))
        what = f"'{found[0]}' cannot come here" if found else "the text ends too soon"
        if found and found[0] == "=":
            expected = "== to compare"
        return ParseError(self.place(begin), what, expected)

    def skip(self) -> int:
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.at

    def ended(self) -> bool:
        return self.skip() == len(self.text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self.skip()
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def sees(self, token: str) -> bool:
        """Whether a sign or a whole word comes next."""
        at = self.skip()
        if not self.text.startswith(token, at):
            return False
        return not token[-1].isalpha() or not re.match(r"[\w-]", self.text[at + len(token) : at + len(token) + 1])

    def take(self, *tokens: str) -> str:
        """Take one of these signs or words if it comes next; otherwise return an empty string."""
        for token in tokens:
            if self.sees(token):
                self.at += len(token)
                return token
        return ""

    def need(self, token: str) -> None:
        if not self.take(token):
            raise self.error(f"'{token}'")

    def name(self, what: str, reserved: frozenset[str] = frozenset()) -> tuple[str, Place]:
        begin = self.skip()
        found = self.match(NAME)
        if found is None or found[0] in reserved:
            self.at = begin
            raise self.error(what)
        return found[0], self.place(begin)

    def local(self) -> tuple[str, str] | None:
        """Take a local name: its sign and its name; `$p` keeps its sign."""
        found = self.match(_LOCAL)
        if found is None:
            return None
        return found[0][0], found[0] if found[0][0] == "$" else found[0][1:]

    def binder(self) -> Node:
        begin = self.skip()
        found = self.local()
        if found is None or found[0] == "@":
            self.at = begin
            raise self.error("a new name, such as $p")
        return ScalarNode(self.place(begin), found[1])

    # -- nodes ---------------------------------------------------------------------------------------------------

    def scalar(self, begin: int, value: Scalar) -> ScalarNode:
        return ScalarNode(self.place(begin), value)

    def node(self, begin: int, **entries: Node | str) -> MapNode:
        place = self.place(begin)
        nodes = {
            key.rstrip("_"): ScalarNode(place, entry) if isinstance(entry, str) else entry
            for key, entry in entries.items()
        }
        return MapNode(place, nodes, dict.fromkeys(nodes, place))

    # -- expressions ---------------------------------------------------------------------------------------------

    def expression(self) -> Node:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ParseError(self.place(self.at), "nested too deeply", _SHORTER)
        begin = self.skip()
        node = self.either()
        if self.take("if"):
            when = self.either()
            self.need("else")
            inner = {"when": when, "then": node, "else_": self.expression()}
            node = self.node(begin, if_=self.node(begin, **inner))
        self.depth -= 1
        return node

    def either(self) -> Node:
        return self.joined("or", self.both)

    def both(self) -> Node:
        return self.joined("and", self.negated)

    def joined(self, word: str, inner: object) -> Node:
        begin = self.skip()
        assert callable(inner)
        found: list[Node] = [inner()]
        while self.take(word):
            found.append(inner())
        if len(found) == 1:
            return found[0]
        return self.node(begin, op=word, args=ListNode(self.place(begin), found))

    def negated(self) -> Node:
        begin = self.skip()
        if not self.take("not"):
            return self.comparison()
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ParseError(self.place(begin), "nested too deeply", _SHORTER)
        node = self.node(begin, op="not", arg=self.negated())
        self.depth -= 1
        return node

    def comparison(self) -> Node:
        begin = self.skip()
        left = self.sum()
        if self.take("in"):
            query = self.query()
            return self.node(begin, op="in", item=left, query=query)
        op = self.take(*COMPARISONS)
        if not op:
            return left
        right = self.sum()
        return self.node(begin, op=op, left=left, right=right)

    def sum(self) -> Node:
        begin = self.skip()
        node = self.product()
        while op := self.take("+", "-"):
            right = self.product()
            node = self.node(begin, op=op, left=node, right=right)
        return node

    def product(self) -> Node:
        begin = self.skip()
        node = self.postfix()
        while op := self.take("*", "/"):
            right = self.postfix()
            node = self.node(begin, op=op, left=node, right=right)
        return node

    def postfix(self) -> Node:
        begin = self.skip()
        bare = self.text[begin : begin + 1] in ("$", "&")
        node = self.primary()
        name = node.entries.get("name") if bare and isinstance(node, MapNode) else None
        if self.take(":"):
            if name is None:
                raise ParseError(self.place(begin), "only a name bound to a row has fields", "such as $row:level")
            field, place = self.name("the name of a field")
            return self.node(begin, ref="tableField", row=name, field=ScalarNode(place, field))
        if self.take("."):
            prop, place = self.name("the name of a property")
            return self.node(begin, ref="tokenProp", token=name or node, prop=ScalarNode(place, prop))
        return node

    def primary(self) -> Node:
        begin = self.skip()
        negative = bool(self.take("-"))
        number = self.match(_INT)
        if number is not None:
            return self.scalar(begin, -int(number[0]) if negative else int(number[0]))
        if negative:
            raise self.error("a whole number after '-'")
        text = self.match(_STRING)
        if text is not None:
            return self.scalar(begin, text[1].replace("''", "'"))
        if self.take("("):
            node = self.expression()
            self.need(")")
            return node
        local = self.local()
        if local is not None:
            sign, name = local
            inner = self.scalar(begin, name)
            return self.node(begin, param=inner) if sign == "@" else self.node(begin, ref="binding", name=inner)
        for word in ("true", "false"):
            if self.take(word):
                return self.scalar(begin, word == "true")
        if self.take("original"):
            return self.scalar(begin, "original")
        for word in ("and", "or"):
            if self.take(word):
                self.need("(")
                only = self.expression()
                self.need(")")
                return self.node(begin, op=word, args=ListNode(self.place(begin), [only]))
        name, place = self.name("a value, such as pot, bet[actor], $p or 3", KEYWORDS)
        if self.take("["):
            player = self.selector()
            self.need("]")
            return self.node(begin, ref="pvar", player=player, var=ScalarNode(place, name))
        if self.take("("):
            return self.call(begin, name, place)
        if name == ACTIVE:
            return self.node(begin, ref=ACTIVE)
        return self.node(begin, ref="gvar", var=ScalarNode(place, name))

    def selector(self) -> Node:
        begin = self.skip()
        for word in ("actor", "active"):
            if self.take(word):
                if self.sees("]"):
                    return self.scalar(begin, word)
                self.at = begin
        local = self.local()
        if local is not None and self.sees("]"):
            inner = self.scalar(begin, local[1])
            return self.node(begin, param=inner) if local[0] == "@" else self.node(begin, chosen=inner)
        self.at = begin
        value = self.expression()
        plain = isinstance(value, ScalarNode) and type(value.value) is int
        return self.node(begin, id=value) if plain else self.node(begin, chosen=value)

    def call(self, begin: int, name: str, place: Place) -> Node:
        """Read the contents of the parentheses after a function or a condition macro."""
        if name == "count":
            query = self.query()
            self.need(")")
            return self.node(begin, aggregate=self.node(begin, op=name, query=query))
        if name == "concat":
            parts = self.listed(self.expression)
            return self.node(begin, concat=parts)
        if name in TWO_SIDED or name in GATHERED:
            first = self.expression()
            if name in GATHERED and self.take("for"):
                bind = self.binder()
                self.need("in")
                query = self.source()
                if self.take("where"):
                    query = self.filtered(query, bind)
                self.need(")")
                inner = self.node(begin, op=name, query=query, bind=bind, valueExpr=first)
                return self.node(begin, aggregate=inner)
            if name not in TWO_SIDED:
                raise self.error("for: sum(bet[$p] for $p in players)")
            self.need(",")
            second = self.expression()
            self.need(")")
            return self.node(begin, op=name, left=first, right=second)
        args: dict[str, Node] = {}
        places: dict[str, Place] = {}
        while not self.take(")"):
            if args:
                self.need(",")
            key, key_place = self.name("an argument, such as seat: $p")
            self.need(":")
            if self.take("["):
                args[key] = self.query()
                self.need("]")
            else:
                args[key] = self.expression()
            places[key] = key_place
        return self.node(begin, conditionMacro=ScalarNode(place, name), args=MapNode(self.place(begin), args, places))

    def listed(self, inner: object, end: str = ")") -> ListNode:
        begin = self.skip()
        assert callable(inner)
        found: list[Node] = []
        while not self.take(end):
            if found:
                self.need(",")
            found.append(inner())
        return ListNode(self.place(begin), found)

    # -- queries -------------------------------------------------------------------------------------------------

    def query(self) -> Node:
        begin = self.skip()
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ParseError(self.place(begin), "nested too deeply", _SHORTER)
        found = self.local()
        filtered = found is not None and found[0] != "@" and self.sees("in")
        self.at = begin
        if filtered:
            bind = self.binder()
            self.need("in")
            source = self.source()
            self.need("where")
            node = self.filtered(source, bind)
        else:
            node = self.source()
        self.depth -= 1
        return node

    def filtered(self, source: Node, bind: Node) -> Node:
        kind = source.entries["query"] if isinstance(source, MapNode) else source
        if not isinstance(source, MapNode) or not isinstance(kind, ScalarNode) or kind.value not in FILTERED:
            raise ParseError(source.place, "these items take no 'where'", "players, tokens, rows or a bound list")
        if "bind" in source.entries:
            raise ParseError(source.place, "these items have a 'where' already", "one of them")
        added = {"bind": bind, "where": self.expression()}
        places = source.key_places | {key: node.place for key, node in added.items()}
        return MapNode(source.place, source.entries | added, places)

    def source(self) -> Node:
        begin = self.skip()
        if self.take("("):
            node = self.query()
            self.need(")")
            return node
        local = self.local()
        if local is not None:
            kind = "param" if local[0] == "@" else "binding"
            return self.node(begin, query=kind, name=self.scalar(begin, local[1]))
        if self.take("players"):
            return self.node(begin, query="players")
        if self.take("tokens"):
            self.need("(")
            zone = self.zone()
            self.need(")")
            return self.node(begin, query="tokensInZone", zone=zone)
        if self.take("rows"):
            self.need("(")
            table, place = self.name("the name of a table")
            self.need(")")
            return self.node(begin, query="tableRows", table=ScalarNode(place, table))
        if self.take("concat"):
            self.need("(")
            return self.node(begin, query="concat", sources=self.listed(self.query))
        if self.take("ints"):
            return self.ints(begin)
        if self.take("next"):
            return self.next(begin)
        raise self.error("a query: players, tokens(ZONE), rows(TABLE), ints(1, 9), next(...), concat(...) or $list")

    def ints(self, begin: int) -> Node:
        self.need("(")
        low = self.expression()
        self.need(",")
        entries: dict[str, Node | str] = {"query": "intsInRange", "min": low, "max": self.expression()}
        while self.take(","):
            key = self.take(*RANGE_KEYS)
            if not key or key in entries:
                raise self.error("one of " + ", ".join(key for key in RANGE_KEYS if key not in entries))
            self.need(":")
            if key == "alwaysInclude":
                self.need("[")
                entries[key] = self.listed(self.expression, "]")
            else:
                entries[key] = self.expression()
        self.need(")")
        return self.node(begin, **entries)

    def next(self, begin: int) -> Node:
        self.need("(")
        bind = self.binder()
        self.need("in")
        source = self.source()
        entries: dict[str, Node | str] = {"query": "nextInOrderByCondition", "source": source, "bind": bind}
        where = self.skip()
        word = self.take("after", "from")
        if not word:
            raise self.error("after or from, and where to start")
        if word == "from":
            entries["includeFrom"] = self.scalar(where, True)
        entries["from_"] = self.expression()
        self.need("where")
        entries["where"] = self.expression()
        self.need(")")
        return self.node(begin, **entries)

    def zone(self) -> Node:
        begin = self.skip()
        if self.take("zone"):
            self.need("(")
            value = self.expression()
            self.need(")")
            return self.node(begin, zoneExpr=value)
        if self.sees("@"):
            local = self.local()
            assert local is not None
            return self.node(begin, param=self.scalar(begin, local[1]))
        found = self.match(ZONE)
        if found is None:
            raise self.error("a zone, such as deck:none, hand:$p or zone(concat('hand:', $p))")
        return self.scalar(begin, found[0])
