"""Which lines and branches of a spec random games reach, and why the rest is missed."""

from __future__ import annotations

from bigslick.spec import Spec, load_spec, measure

from .engine import S0_NAME

UNREACHABLE = {
    78: "a hand starts with two live players or more: with one left the game is over, and no one has folded yet",
}
"""Lines in S0 that no game can reach, and why."""


def test_every_line_of_s0_that_can_be_reached_is_reached(s0: Spec) -> None:
    coverage, tally = measure(s0, [2, 3, 6, 10], 24, 15)
    assert not tally.violations
    [document] = [part for part in coverage.report() if part.source.name.endswith(S0_NAME)]
    assert document.lines == 249
    assert {missed.line for missed in document.missed} == set(UNREACHABLE)
    [missed] = document.missed
    assert "the condition in line 76, live-hands-at-most-one(), was never true in" in missed.reason
    [base] = [part for part in coverage.report() if part.source.name == "std:holdem-base"]
    assert base.reached == base.lines


def test_coverage_names_the_branch_that_was_never_taken() -> None:
    coverage, _ = measure(load_spec("std:kuhn"), [2], 1, 1)
    [part] = coverage.report()
    assert part.reached < part.lines
    assert all(missed.reason for missed in part.missed)
