"""Values, conditions, queries and selectors in the table."""

from __future__ import annotations

from bigslick.spec.schema.values import ARITHMETIC, COMPARISONS, CONDITION_LIST, LOGIC, QUERY_LIST, VALUE_LIST


def test_each_list_has_one_group() -> None:
    assert {construct.group for construct in VALUE_LIST} == {"value"}
    assert {construct.group for construct in CONDITION_LIST} == {"condition"}
    assert {construct.group for construct in QUERY_LIST} == {"query"}


def test_no_operator_means_two_things() -> None:
    words = [*ARITHMETIC, *COMPARISONS, *LOGIC]
    assert len(words) == len(set(words))
