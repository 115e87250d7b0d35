"""The nodes of values: each has a place and, where it is a value or a query, a type."""

from __future__ import annotations

import inspect
from dataclasses import fields

from bigslick.spec import terms


def test_every_value_and_query_has_a_place_and_a_type() -> None:
    found = [kind for _, kind in inspect.getmembers(terms, inspect.isclass) if kind.__module__ == terms.__name__]
    for kind in found:
        names = {field.name for field in fields(kind)}
        if issubclass(kind, terms.Value | terms.Query):
            assert {"place", "type"} <= names, kind
        elif issubclass(kind, terms.Item):
            assert "place" in names, kind


def test_nodes_are_compared_by_identity() -> None:
    """Two equal texts at two places are two nodes: coverage and traces count them apart."""
    place = terms.Place(None, 1, 1)  # type: ignore[arg-type]
    assert terms.Literal(place, terms.Type("int"), 3) != terms.Literal(place, terms.Type("int"), 3)
