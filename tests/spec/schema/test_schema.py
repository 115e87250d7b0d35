"""The language's table: complete, without duplicate names, and shared by the checker and the reference page."""

from __future__ import annotations

from collections import Counter

import pytest
import yaml

from bigslick.spec.check import Checker
from bigslick.spec.problems import Problems
from bigslick.spec.schema import EFFECTS, MERGED, SECTIONS, TABLE, Construct


def test_no_construct_is_in_the_table_twice() -> None:
    assert [title for title, count in Counter(construct.title for construct in TABLE).items() if count > 1] == []


def test_lists_that_grow_are_sections() -> None:
    assert set(MERGED) <= set(SECTIONS)


@pytest.mark.parametrize("construct", [c for c in TABLE if c.example], ids=lambda c: c.title)
def test_examples_are_yaml(construct: Construct) -> None:
    assert yaml.safe_load(construct.example) is not None


def test_the_checker_knows_every_effect() -> None:
    checker = Checker(Problems())
    for name in EFFECTS:
        assert name == "macro" or hasattr(checker, f"_do_{name}")
