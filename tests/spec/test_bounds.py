"""Bounds known before a game runs: the range of a value and the size of a query."""

from __future__ import annotations

import pytest

from bigslick.spec import Spec, load_spec
from bigslick.spec.bounds import WIDE, size, span
from bigslick.spec.expressions import Actor, Arithmetic, GlobalRef, Literal, Players, Value
from bigslick.spec.kinds import INT, PLAYER, STRING
from bigslick.spec.source import Place, Source

HERE = Place(Source.of("here", ""), 1, 1)


@pytest.fixture(scope="module")
def kuhn() -> Spec:
    return load_spec("std:kuhn")


def number(value: int) -> Value:
    return Literal(HERE, INT, value)


def test_a_variable_lies_within_its_range(kuhn: Spec) -> None:
    for var in kuhn.globals:
        assert span(GlobalRef(HERE, INT, var), kuhn) == (var.low, var.high)
    assert span(Actor(HERE, PLAYER), kuhn) == (0, 1)


@pytest.mark.parametrize(
    ("op", "left", "right", "expected"), [("+", 2, 3, (5, 5)), ("-", 2, 3, (-1, -1)), ("max", 2, 3, (3, 3))]
)
def test_arithmetic_of_known_numbers_is_known(
    kuhn: Spec, op: str, left: int, right: int, expected: tuple[int, int]
) -> None:
    assert span(Arithmetic(HERE, INT, op, number(left), number(right)), kuhn) == expected


def test_what_is_not_a_number_could_be_anything(kuhn: Spec) -> None:
    assert span(Literal(HERE, STRING, "deck"), kuhn) == WIDE


def test_players_are_at_most_the_seats(kuhn: Spec) -> None:
    assert size(Players(HERE, PLAYER, None), kuhn) == kuhn.most_players
