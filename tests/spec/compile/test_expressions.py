"""Values as Python expressions."""

from __future__ import annotations

import pytest

from bigslick.spec import load_spec
from bigslick.spec.compile.expressions import Expressions, identifier
from bigslick.spec.kinds import BOOL, INT
from bigslick.spec.source import Place, Source
from bigslick.spec.terms import Compare, GlobalRef, Literal, Not

HERE = Place(Source.of("here", ""), 1, 1)


@pytest.fixture(scope="module")
def expressions() -> Expressions:
    return Expressions(load_spec("std:kuhn"), charged=False)


def test_a_variable_is_read_by_its_slot(expressions: Expressions) -> None:
    for var in expressions.spec.globals:
        assert f"[{var.slot}]" in expressions.value(GlobalRef(HERE, INT, var)) or var.name in expressions.value(
            GlobalRef(HERE, INT, var)
        )


def test_an_expression_computes_what_it_says(expressions: Expressions) -> None:
    three, four = Literal(HERE, INT, 3), Literal(HERE, INT, 4)
    less = Compare(HERE, BOOL, "<", three, four)
    assert eval(expressions.value(less), {}) is True  # the text is ours
    assert eval(expressions.value(Not(HERE, BOOL, less)), {}) is False


def test_an_identifier_is_one_whatever_the_name() -> None:
    for name in ("pot", "$p", "find-next-to-act", "import", "é"):
        assert identifier("v", 3, name).isidentifier()
