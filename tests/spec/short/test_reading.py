"""A mistake in the short form is reported with its location."""

from __future__ import annotations

import pytest

from bigslick.spec.short.reading import ParseError, parse
from bigslick.spec.source import MapNode, Place, Source

from .test_writing import read


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("pot >", 6, "the text ends too soon"),
        ("pot > > 3", 7, "'>' cannot come here"),
        ("pot = 3", 5, "'=' cannot come here"),
        ("pot 3", 5, "'3' cannot come here"),
        ("count(player)", 7, "'player' cannot come here"),
        ("sum(bet[$p])", 12, "')' cannot come here"),
        ("(pot", 5, "the text ends too soon"),
        ("is-live(seat $p)", 14, "'$p' cannot come here"),
        ("a < b < c", 7, "'<' cannot come here"),
        ("$row:", 6, "the text ends too soon"),
        ("pot:level", 1, "only a name bound to a row has fields"),
        ("1 in $p in ints(1, 2) where true", 12, "these items take no 'where'"),
        ("not " * 100 + "true", 237, "nested too deeply"),
        ("(" * 100 + "1" + ")" * 100, 61, "nested too deeply"),
        ("- pot", 3, "'pot' cannot come here"),
        ("count(tokens(deck))", 14, "'deck' cannot come here"),
        ("1" + " + 1" * 200, 1, "nested too deeply"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text, "value", Place(Source.of("test", text), 1, 1))
    assert (caught.value.message, caught.value.place.column) == (message, column)
    assert caught.value.expected


def test_every_part_knows_its_place() -> None:
    text = "pot > 0 and stack[$p] == count(players)"
    node = parse(text, "condition", Place(Source.of("test", text), 7, 11))
    assert isinstance(node, MapNode)
    found: dict[str, int] = {}
    open_nodes = [node]
    while open_nodes:
        one = open_nodes.pop()
        if isinstance(one, MapNode):
            found.setdefault(text[one.place.column - 11 :][: one.place.width], one.place.line)
            open_nodes += [inner for inner in one.entries.values() if isinstance(inner, MapNode)]
            open_nodes += [item for inner in one.entries.values() for item in getattr(inner, "items", ())]
    assert {"pot > 0", "stack[$p] == count(players)", "stack[$p]", "count(players)"} <= found.keys()
    assert set(found.values()) == {7}


def test_precedence_is_that_of_python() -> None:
    assert read("not a == b and c or d") == read("((not (a == b)) and c) or d")
    assert read("a + b * c - d") == read("(a + (b * c)) - d")
    assert read("a and b and c") != read("(a and b) and c")
