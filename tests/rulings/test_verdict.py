"""Verdicts: anything that a checker finds or raises becomes a reason."""

from __future__ import annotations

from collections.abc import Iterator

from bigslick.rulings import Verdict
from bigslick.rulings.verdict import judge


def raising(error: Exception) -> Iterator[str]:
    yield "first"
    raise error


def test_a_verdict_passes_without_differences() -> None:
    assert judge("a", "b", []) == Verdict("a", "b", True)


def test_a_verdict_shows_four_differences_and_counts_the_rest() -> None:
    assert judge("a", "b", "uvwxyz").why == "u; v; w; x; and 2 more"


def test_what_a_checker_raises_is_a_reason() -> None:
    assert judge("a", "b", raising(ValueError("second"))).why == "first; second"
    assert "unexpected KeyError" in judge("a", "b", raising(KeyError("k"))).why
