"""The nodes of values: each has a place and, where it is a value or a query, a type."""

from __future__ import annotations

import inspect
from dataclasses import fields, is_dataclass

from bigslick.spec import expressions
from bigslick.spec.kinds import INT
from bigslick.spec.source import Place, Source


def test_every_value_and_query_has_a_place_and_a_type() -> None:
    found = [
        kind for _, kind in inspect.getmembers(expressions, inspect.isclass) if kind.__module__ == expressions.__name__
    ]
    for kind in found:
        assert is_dataclass(kind)
        names = {field.name for field in fields(kind)}
        if issubclass(kind, expressions.Value | expressions.Query):
            assert {"place", "type"} <= names, kind
        elif issubclass(kind, expressions.Item):
            assert "place" in names, kind


def test_nodes_are_compared_by_identity() -> None:
    """The same text at one place twice is two nodes: coverage and traces count them apart."""
    place = Place(Source.of("here", ""), 1, 1)
    assert expressions.Literal(place, INT, 3) != expressions.Literal(place, INT, 3)
