"""Problems with keys' words, and the slots that names are bound to."""

from __future__ import annotations

import pytest

from bigslick.spec.check.context import NOWHERE, Home, Scope
from bigslick.spec.kinds import BOOL, INT
from tests.spec.conftest import Write, messages


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("type: int, init: 10", "type: float, init: 10", "'type' of part variable cannot be 'float'"),
        ("result: score", "result: scare", "'result' of part ending cannot be 'scare'"),
    ],
)  # fmt: skip
def test_a_mistake_in_context_is_named(vary: Write, old: str, new: str, message: str) -> None:
    assert message in messages(vary((old, new)))


def test_a_name_that_nothing_reads_any_more_gives_back_its_slot() -> None:
    home = Home()
    outer = Scope(home)
    first = outer.child().bind("$p", INT, NOWHERE)
    again = outer.child().bind("$p", INT, NOWHERE)
    assert again.slot == first.slot
    assert outer.child().bind("$p", BOOL, NOWHERE).slot != first.slot


def test_an_inner_name_leaves_the_outer_one_alone() -> None:
    outer = Scope(Home())
    first = outer.bind("$p", INT, NOWHERE)
    inner = outer.child()
    assert inner.bind("$p", INT, NOWHERE).slot != first.slot
    assert outer.names["$p"] is first
