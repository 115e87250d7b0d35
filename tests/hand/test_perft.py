"""The Python functions for perft; the counts themselves are tested in tests/perft."""

from __future__ import annotations

import pytest

from bigslick import BadSetup, Call, Fold, Raise, Rules, perft
from bigslick.hand.perft import Division, StreetCount, divide, estimate
from bigslick.rules import Limit


def test_a_count_has_totals_and_streets() -> None:
    found = perft([5, 5], (1, 2))
    assert (found.leaves, found.decisions, found.actions) == (98, 80, 177)
    assert found.by_street[0] == StreetCount(8, 21)
    assert len(found.by_street) == 4
    assert len(perft([5, 5], (1, 2), streets=2).by_street) == 2


def test_dividing_names_each_first_action() -> None:
    parts = list(divide([5, 5], (1, 2)))
    assert [part.action for part in parts] == [Fold(), Call(), Raise(to=4), Raise(to=5)]
    assert parts[0] == Division(Fold(), 1)
    assert sum(part.leaves for part in parts) == 98


def test_the_button_makes_a_difference_with_unequal_stacks() -> None:
    assert perft([3, 6, 4], (1, 2), 0) != perft([3, 6, 4], (1, 2), 1)
    assert perft([5, 5, 5], (1, 2), 0) == perft([5, 5, 5], (1, 2), 2)


def test_reopening_makes_a_difference_with_unequal_stacks() -> None:
    stacks = [12, 12, 5, 6, 7]
    cumulative = perft(stacks, (1, 2), streets=1, rules=Rules(reopening="cumulative"))
    single = perft(stacks, (1, 2), streets=1, rules=Rules(reopening="single"))
    assert cumulative.leaves > single.leaves


@pytest.mark.parametrize(("limit", "leaves"), [("fixed", 66), ("none", 178)])
def test_the_limit_in_the_rules_counts_unless_another_is_given(limit: Limit, leaves: int) -> None:
    for options in ({"limit": limit}, {"rules": Rules(limit=limit)}, {"limit": limit, "rules": Rules(limit="pot")}):
        assert perft([6, 6], (1, 2), **options).leaves == leaves
        assert sum(part.leaves for part in divide([6, 6], (1, 2), **options)) == leaves
    assert estimate([100, 100], (1, 2), rules=Rules(limit="fixed")) < 10**6 < estimate([100, 100], (1, 2))


def test_the_pot_limit_is_a_smaller_tree() -> None:
    assert perft([10, 10], (1, 2), limit="pot").leaves < perft([10, 10], (1, 2)).leaves


def test_a_hand_without_a_decision_is_one_leaf() -> None:
    assert perft([1, 5], (1, 2)).leaves == 1
    assert perft([1, 5], (1, 2)).decisions == 0
    assert list(divide([1, 5], (1, 2))) == []


@pytest.mark.parametrize("streets", [0, 5, True, 1.0])
def test_streets_are_one_to_four(streets: int) -> None:
    with pytest.raises(BadSetup, match="expected 1 to 4"):
        perft([5, 5], (1, 2), streets=streets)


def test_a_bad_table_is_refused_like_a_hand() -> None:
    with pytest.raises(BadSetup, match="the number of seats is 1"):
        perft([5], (1, 2))


@pytest.mark.parametrize("stacks", [[5, 5], [8, 8], [10, 10], [16, 16], [5, 5, 5]])
def test_an_estimate_is_of_the_right_size(stacks: list[int]) -> None:
    leaves = perft(stacks, (1, 2)).leaves
    assert leaves / 4 < estimate(stacks, (1, 2)) < 4 * leaves


def test_an_estimate_tells_what_cannot_be_counted() -> None:
    assert estimate([400, 400], (1, 2)) > 10**20
    assert estimate([1 << 50] * 10, (1, 2)) > 10**30
    assert estimate([1, 5], (1, 2)) == 1
