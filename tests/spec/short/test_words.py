"""The short form has a way to write every operation and query of the language."""

from __future__ import annotations

from bigslick.spec.schema import ARITHMETIC, COMPARISONS, QUERIES
from bigslick.spec.short import words


def test_every_operation_has_a_sign_or_is_a_function() -> None:
    assert set(ARITHMETIC) == {"+", "-", "*", "/", *words.TWO_SIDED}
    assert set(COMPARISONS) == set(words.COMPARISONS)
    assert set(words.FILTERED) == {
        name
        for name, query in QUERIES.items()
        if {"bind", "where"} <= {key.name for key in query.keys if not key.required}
    }
    assert set(words.RANGE_KEYS) == {key.name for key in QUERIES["intsInRange"].keys if not key.required}
