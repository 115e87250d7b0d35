"""Finds the places in a document for a condition, value or query, and changes the form of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from bigslick.spec import schema
from bigslick.spec.problems import Problems, SpecProblem
from bigslick.spec.source import ListNode, MapNode, Node, Place, ScalarNode, Source, plain

from .reading import ParseError, parse
from .words import MARK, Kind
from .writing import Unwritten, write

Act = Callable[[Node, Kind], Node | None]
"""Takes a node and its kind; returns its replacement, or None to look inside."""

_PARTS: Final = {
    "actions": "action", "effectMacros": "effectMacro", "conditionMacros": "conditionMacro", "terminal": "ending",
    "invariants": "invariant", "phases": "phase", "params": "actionParam",
}  # fmt: skip
"""The lists of parts, by key, and the construct of each part."""
_LISTS: Final[dict[str, Kind]] = {"args": "condition", "concat": "value", "alwaysInclude": "value", "sources": "query"}
"""The lists of values, conditions and queries, by key."""


def visit(block: MapNode, act: Act) -> None:
    """Call `act` for every condition, value and query in a block, and make its replacements."""
    for name, node in block.entries.items():
        if name == "override" and isinstance(node, MapNode):
            visit(node, act)
        elif isinstance(node, ListNode) and name in _PARTS:
            for part in node.items:
                _construct(part, schema.PARTS[_PARTS[name]], act)
        elif isinstance(node, ListNode) and name == "setup":
            for effect in node.items:
                _effect(effect, act)
        elif name in schema.SECTIONS:
            _construct(node, schema.SECTIONS[name], act)


def _construct(node: Node, construct: schema.Construct, act: Act) -> None:
    for key in construct.keys if isinstance(node, MapNode) else ():
        assert isinstance(node, MapNode)
        inner = node.entries.get(key.name)
        if inner is None:
            continue
        if key.kind in ("value", "condition", "query"):
            node.entries[key.name] = _spot(inner, key.kind, act)
        elif key.kind == "effects" and isinstance(inner, ListNode):
            for effect in inner.items:
                _effect(effect, act)
        elif isinstance(inner, ListNode) and key.name in _PARTS:
            for part in inner.items:
                _construct(part, schema.PARTS[_PARTS[key.name]], act)
        elif isinstance(inner, ListNode) and key.name in _LISTS:
            inner.items[:] = [_spot(item, _LISTS[key.name], act) for item in inner.items]
        elif isinstance(inner, MapNode) and key.name == "args":
            for name, argument in inner.entries.items():
                inner.entries[name] = _spot(argument, "value", act)
        elif isinstance(inner, MapNode):
            _construct(inner, _INNER.get(key.name, _NOTHING), act)


_NOTHING: Final = schema.Construct("part", "", "")
_INNER: Final = {"choose": schema.PARTS["choose"], "aggregate": schema.AGGREGATE, "if": schema.IF_VALUE}


def _effect(node: Node, act: Act) -> None:
    if not isinstance(node, MapNode) or not node.entries:
        return
    if "macro" in node.entries:
        _construct(node, schema.EFFECTS["macro"], act)
        return
    name, inner = next(iter(node.entries.items()))
    if name in schema.EFFECTS:
        _construct(inner, schema.EFFECTS[name], act)


def _spot(node: Node, kind: Kind, act: Act) -> Node:
    """Change one condition, value or query, or what is inside it."""
    changed = act(node, kind)
    if changed is not None:
        return changed
    if isinstance(node, MapNode):
        for construct in _expressions(node):
            _construct(node, construct, act)
    return node


def _expressions(node: MapNode) -> list[schema.Construct]:
    """Return the constructs that a mapping in place of a value or a query can be."""
    query, op = node.entries.get("query"), node.entries.get("op")
    if isinstance(op, ScalarNode):
        logic = {"and": "and / or", "or": "and / or", "not": "not", "in": "in"}.get(str(op.value))
        return [schema.CONDITIONS[logic]] if logic else [schema.VALUES["op"]]
    if isinstance(query, ScalarNode):
        found = schema.QUERIES.get(str(query.value))
        return [found] if found else []
    heads = ("aggregate", "if", "concat", "conditionMacro")
    return [{**schema.VALUES, **schema.CONDITIONS}[head] for head in heads if head in node.entries]


# -- reading -----------------------------------------------------------------------------------------------------------


def is_short(node: Node, kind: Kind) -> bool:
    """Whether a node is in the short form: text where a string makes no sense, or a value that begins with `=`."""
    return (
        isinstance(node, ScalarNode)
        and isinstance(node.value, str)
        and (kind != "value" or node.value.lstrip().startswith(MARK))
    )


def long_node(node: ScalarNode, kind: Kind) -> Node:
    """Return the long form of a short one, or raise ParseError."""
    text = str(node.value)
    column = node.place.column
    if node.place.source.line(node.place.line)[column - 1 : column] in ("'", '"'):
        column += 1
    if kind == "value":
        mark = text.index(MARK) + 1
        text, column = text[mark:], column + mark
    return parse(text, kind, Place(node.place.source, node.place.line, column))


def expand(block: MapNode, problems: Problems) -> None:
    """Turn every short form in a block into the long one, adding any problems to the list."""

    def lengthen(node: Node, kind: Kind) -> Node | None:
        if not is_short(node, kind):
            return None
        assert isinstance(node, ScalarNode)
        try:
            return long_node(node, kind)
        except ParseError as error:
            problems.misread(SpecProblem(error.place, error.message, error.expected), node.place)
            return node

    visit(block, lengthen)


# -- rewriting ---------------------------------------------------------------------------------------------------------


def rewrite(source: Source, blocks: list[MapNode], *, short: bool) -> str:
    """Return a document's text with every condition, value and query in one form; the rest stays as it is.

    A part with a comment inside stays unchanged, and so does one that the short form cannot express.
    """
    changes: list[tuple[tuple[int, int], tuple[int, int], str]] = []

    def change(node: Node, kind: Kind) -> Node | None:
        new = _shortened(node, kind) if short else _lengthened(node, kind)
        if new is None or node.end is None or _has_comments(source.lines, node):
            return None
        changes.append(((node.place.line, node.place.column), node.end, new))
        return node

    for block in blocks:
        visit(block, change)
    lines = [*source.lines]
    for begin, end, new in sorted(changes, reverse=True):
        _replace(lines, begin, end, new)
    return "\n".join(lines)


def _shortened(node: Node, kind: Kind) -> str | None:
    if not isinstance(node, MapNode):
        return None
    try:
        text = write(
            plain(_long(node, kind)), "query" if "query" in node.entries and "op" not in node.entries else kind
        )
    except (Unwritten, ParseError):
        return None
    if kind == "value":
        text = f"{MARK} [{text}]" if "query" in node.entries and "op" not in node.entries else f"{MARK} {text}"
    return f'"{text}"'


def _long(node: MapNode, kind: Kind) -> Node:
    """Return a node with the short forms inside it expanded."""

    def lengthen(inner: Node, inner_kind: Kind) -> Node | None:
        return long_node(cast("ScalarNode", inner), inner_kind) if is_short(inner, inner_kind) else None

    return _spot(_copied(node), kind, lengthen)


def _lengthened(node: Node, kind: Kind) -> str | None:
    if not is_short(node, kind) or (isinstance(node, ScalarNode) and node.value == "original"):
        return None
    assert isinstance(node, ScalarNode)
    return flow(plain(long_node(node, kind)))


def _replace(lines: list[str], begin: tuple[int, int], end: tuple[int, int], new: str) -> None:
    """Replace a part of the text between two places; a part on its own lines moves up to its key."""
    (first, column), (last, stop) = begin, end
    head, tail = lines[first - 1][: column - 1], lines[last - 1][stop - 1 :]
    if not head.strip():  # a block under its key
        first -= 1
        head = lines[first - 1].rstrip() + " "
    lines[first - 1 : last] = [head + new + tail]


def _has_comments(lines: Sequence[str], node: Node) -> bool:
    """Whether there is a comment or an empty line between a node's key and its end."""
    assert node.end is not None
    first, column, last = node.place.line, node.place.column, node.end[0]
    inside = [lines[first - 1][column - 1 :], *lines[first : last - 1]] if first < last else []
    if not lines[first - 1][: column - 1].strip():
        inside.append(lines[first - 2])
    return any(not line.strip() or re.search(r"(^|\s)#", line) for line in inside)


def _copied(node: Node) -> Node:
    if isinstance(node, ListNode):
        return ListNode(node.place, [_copied(item) for item in node.items])
    if isinstance(node, MapNode):
        return MapNode(node.place, {key: _copied(value) for key, value in node.entries.items()}, node.key_places)
    return node


_TWISTED: Final = frozenset(("true", "false", "yes", "no", "on", "off", "y", "n", "null"))
_PLAIN: Final = re.compile(r"[A-Za-z_$][\w$-]*(:[\w$]+)?")


def flow(data: Any) -> str:
    """Write plain data as one line of YAML."""
    if isinstance(data, dict):
        return "{ " + ", ".join(f"{key}: {flow(value)}" for key, value in data.items()) + " }" if data else "{}"
    if isinstance(data, list):
        return f"[{', '.join(map(flow, data))}]"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, int) or (_PLAIN.fullmatch(data) and data.lower() not in _TWISTED):
        return str(data)
    return "'" + str(data).replace("'", "''") + "'"
