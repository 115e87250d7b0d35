"""Chips on offer are taken at the structure's rate, and the same question has the same answer."""

from __future__ import annotations

from decimal import Decimal

from bigslick.tournament.director.take_up import takes_up


def test_the_answer_follows_the_rate_and_the_seed() -> None:
    asked = [takes_up(7, "rebuy", Decimal("12.5"), f"p{number}", 1, 0, 0) for number in range(4000)]
    assert 400 < sum(asked) < 600
    assert asked == [takes_up(7, "rebuy", Decimal("12.5"), f"p{number}", 1, 0, 0) for number in range(4000)]
    assert asked != [takes_up(8, "rebuy", Decimal("12.5"), f"p{number}", 1, 0, 0) for number in range(4000)]


def test_everyone_or_no_one_needs_no_draw() -> None:
    assert takes_up(1, "addon", Decimal(100), "ann", 1, 0, 0)
    assert not takes_up(1, "addon", Decimal(0), "ann", 1, 0, 0)


def test_a_bust_and_a_short_stack_are_two_questions_and_how_short_does_not_matter() -> None:
    rate = Decimal(50)
    names = [f"p{number}" for number in range(200)]
    short = [takes_up(1, "rebuy", rate, name, 1, 0, 300) for name in names]
    assert short == [takes_up(1, "rebuy", rate, name, 1, 0, 5) for name in names]
    assert short != [takes_up(1, "rebuy", rate, name, 1, 0, 0) for name in names]
