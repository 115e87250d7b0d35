"""Sources: a text, a location in it, and the tree of YAML nodes with their locations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, eq=False)
class Source:
    """One document: its display name, and its lines."""

    name: str
    text: str
    lines: tuple[str, ...] = field(repr=False, default=())

    @classmethod
    def of(cls, name: str, text: str) -> Source:
        """Make a source; lines are counted as YAML counts them."""
        return cls(name, text, tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))

    def line(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


class Place(NamedTuple):
    """A position in a source: line and column count from 1; the caret underlines `width` characters."""

    source: Source
    line: int
    column: int
    width: int = 1

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


Scalar = int | bool | str | None


class Node:
    """One YAML node and its location."""

    __slots__ = ("end", "place")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.end: tuple[int, int] | None = None
        """The line and column after its last character, if it was read from text."""


class ScalarNode(Node):
    """An int, a boolean, a string, or nothing at all (None)."""

    __slots__ = ("value",)

    def __init__(self, place: Place, value: Scalar) -> None:
        super().__init__(place)
        self.value = value


class ListNode(Node):
    __slots__ = ("items",)

    def __init__(self, place: Place, items: list[Node]) -> None:
        super().__init__(place)
        self.items = items


class MapNode(Node):
    """A mapping with string keys, each with its own location."""

    __slots__ = ("entries", "key_places")

    def __init__(self, place: Place, entries: dict[str, Node], key_places: dict[str, Place]) -> None:
        super().__init__(place)
        self.entries = entries
        self.key_places = key_places


def describe(node: Node) -> str:
    """Describe a node: `the int 3`, `a list`."""
    if isinstance(node, ScalarNode):
        if node.value is None:
            return "nothing"
        if isinstance(node.value, bool):
            return f"the boolean {str(node.value).lower()}"
        if isinstance(node.value, int):
            return f"the int {node.value}"
        return f"the string {node.value!r}"
    if isinstance(node, ListNode):
        return "a list" if node.items else "an empty list"
    assert isinstance(node, MapNode)
    if not node.entries:
        return "an empty mapping"
    return "a mapping with " + ", ".join(f"'{key}'" for key in list(node.entries)[:4])


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it."""
    yield node
    below = node.items if isinstance(node, ListNode) else node.entries.values() if isinstance(node, MapNode) else ()
    for child in below:
        yield from walk(child)


def plain(node: Node) -> object:
    """Return a node as plain Python data, for digests and tests."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    assert isinstance(node, MapNode)
    return {key: plain(value) for key, value in node.entries.items()}
