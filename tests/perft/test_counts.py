"""The core counts the trees in the files next to this one."""

from __future__ import annotations

import pytest

from bigslick import perft
from bigslick.core.hand import COMPILED
from bigslick.hand.perft import divide
from tests.perft.counts import Line, counted

LINES = [line for name in ("heads_up.txt", "several_seats.txt", "unequal.txt") for line in counted(name)]
SLOW_INTERPRETED = 100_000  # actions; more takes minutes without the compiled core


@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_tree_has_the_published_size(line: Line) -> None:
    if line.actions > SLOW_INTERPRETED and not COMPILED:
        pytest.skip("a tree of this size takes minutes without the compiled core")
    found = perft(line.stacks, line.blinds, limit=line.limit, streets=line.streets)
    assert (found.leaves, found.decisions, found.actions) == (line.leaves, line.decisions, line.actions)
    if line.by_street:
        assert tuple((street.decisions, street.actions) for street in found.by_street) == line.by_street


@pytest.mark.parametrize("line", [line for line in LINES if line.actions <= SLOW_INTERPRETED], ids=str)
def test_the_leaves_below_each_first_action_add_up(line: Line) -> None:
    parts = list(divide(line.stacks, line.blinds, limit=line.limit, streets=line.streets))
    assert sum(part.leaves for part in parts) == line.leaves


@pytest.mark.parametrize("line", [line for line in LINES if line.streets == 4], ids=str)
def test_each_tree_has_one_leaf_more_than_its_branches_explain(line: Line) -> None:
    """Every action leads to a decision or a leaf, and only the first decision follows no action."""
    assert line.actions == line.leaves + line.decisions - 1
