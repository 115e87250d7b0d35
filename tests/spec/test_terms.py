"""The nodes of values: each has a place and, where it is a value or a query, a type."""

from __future__ import annotations

import inspect
from dataclasses import fields, is_dataclass

from bigslick.spec import terms
from bigslick.spec.kinds import INT
from bigslick.spec.source import Place, Source


def test_every_value_and_query_has_a_place_and_a_type() -> None:
    found = [kind for _, kind in inspect.getmembers(terms, inspect.isclass) if kind.__module__ == terms.__name__]
    for kind in found:
        assert is_dataclass(kind)
        names = {field.name for field in fields(kind)}
        if issubclass(kind, terms.Value | terms.Query):
            assert {"place", "type"} <= names, kind
        elif issubclass(kind, terms.Item):
            assert "place" in names, kind


def test_nodes_are_compared_by_identity() -> None:
    """The same text at one place twice is two nodes: coverage and traces count them apart."""
    place = Place(Source.of("here", ""), 1, 1)
    assert terms.Literal(place, INT, 3) != terms.Literal(place, INT, 3)
