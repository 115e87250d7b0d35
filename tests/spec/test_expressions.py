"""Value nodes: each has a location and, if it is a value or a query, a type."""

from __future__ import annotations

import inspect

import msgspec

from bigslick.spec import expressions
from bigslick.spec.kinds import INT
from bigslick.spec.source import Place, Source


def test_every_value_and_query_has_a_place_and_a_type() -> None:
    found = [
        kind for _, kind in inspect.getmembers(expressions, inspect.isclass) if kind.__module__ == expressions.__name__
    ]
    for kind in found:
        assert issubclass(kind, msgspec.Struct)
        names = set(kind.__struct_fields__)
        if issubclass(kind, expressions.Value | expressions.Query):
            assert {"place", "type"} <= names, kind
        elif issubclass(kind, expressions.Item):
            assert "place" in names, kind


def test_nodes_are_compared_by_identity() -> None:
    """The same text appearing twice makes two nodes, which coverage and traces count separately."""
    place = Place(Source.of("here", ""), 1, 1)
    assert expressions.Literal(place, INT, 3) != expressions.Literal(place, INT, 3)
