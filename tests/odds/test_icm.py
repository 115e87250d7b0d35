"""ICM against exact recursion over finishing orders, the scripted cases, and random races."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.odds.icm import MAX_STACK, BadField, Money, icm, icm_exact


def by_orders(stacks: list[int], payouts: list[Fraction]) -> tuple[Fraction, ...]:
    """Compute Malmuth-Harville by its definition: every finishing order with its probability."""
    pays = payouts + [Fraction(0)] * len(stacks)
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for seat in order:
            chance *= Fraction(stacks[seat], left)
            left -= stacks[seat]
        for place, seat in enumerate(order):
            worth[seat] += chance * pays[place]
    return tuple(worth)


def close(found: tuple[float, ...], expected: tuple[Fraction, ...], tolerance: float) -> bool:
    return all(abs(a - float(b)) <= tolerance for a, b in zip(found, expected, strict=True))


def test_ours_three_players() -> None:
    assert icm_exact([5000, 3000, 2000], [50, 30, 20]) == (Fraction(1075, 28), Fraction(131, 4), Fraction(202, 7))
    assert icm([5000, 3000, 2000], [50, 30, 20]).equities == pytest.approx([38.392857, 32.75, 28.857143], abs=1e-6)


def test_scripted_cases(shared: Path) -> None:
    cases = [c for c in json.loads((shared / "rulings" / "rulings.json").read_text())["cases"] if c["type"] == "icm"]
    assert cases
    for case in cases:
        assert icm(case["stacks"], case["payouts"]).equities == pytest.approx(case["expected"], abs=1e-6), case["id"]
        exact = icm_exact(case["stacks"], case["payouts"])
        assert [float(value) for value in exact] == pytest.approx(case["expected"], abs=1e-6), case["id"]
        if case["expected_exact"]:
            assert exact == tuple(map(Fraction, case["expected_exact"])), case["id"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=6),
    st.lists(st.fractions(0, 100, max_denominator=9), min_size=1, max_size=6),
)
def test_exact_equals_the_sum_over_orders(stacks: list[int], payouts: list[Fraction]) -> None:
    assert icm_exact(stacks, payouts) == by_orders(stacks, payouts)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.one_of(st.integers(1, 10), st.integers(1, 10**9)), min_size=1, max_size=9),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=9),
)
def test_floats_stay_within_the_stated_error_of_the_exact_ones(stacks: list[int], payouts: list[int]) -> None:
    result = icm(stacks, payouts)
    exact = icm_exact(stacks, payouts)
    assert close(result.equities, exact, result.error)
    assert result.error <= 1e-11 * max(1, *payouts)
    assert sum(exact) == sum(payouts[: len(stacks)])


@pytest.mark.parametrize("players", [2, 10, 12])
def test_floats_equal_exact_fractions_up_to_twelve_players(players: int) -> None:
    stacks = [1 + 7919 * seat * seat for seat in range(players)]
    payouts = [10_000 // (place * place) for place in range(1, players + 1)]
    result = icm(stacks, payouts)
    assert close(result.equities, icm_exact(stacks, payouts), result.error)
    assert result.error < 1e-9


def test_one_chip_against_a_billion() -> None:
    stacks, payouts = [1, 10**9, 1, 10**9, 7], [100, 50, 25, 12, 6]
    result = icm(stacks, payouts)
    exact = icm_exact(stacks, payouts)
    assert all(abs(a / float(b) - 1) < 1e-13 for a, b in zip(result.equities, exact, strict=True))


def test_a_thousand_players_of_two_sizes_equal_exact_fractions() -> None:
    """Few paid places keep the exact sum short only when nearly all stacks are equal."""
    stacks = [20_000] * 997 + [90_000, 1, 3_000_000]
    payouts = [Fraction(1000, place) for place in range(1, 151)]
    result = icm(stacks, payouts)
    assert close(result.equities, icm_exact(stacks, payouts), result.error)
    assert result.error < 1e-8


def test_a_thousand_different_stacks() -> None:
    rng = np.random.default_rng(5)
    stacks = [int(s) for s in np.maximum(1, 20_000 * rng.lognormal(0, 1, 1000))]
    payouts = [100_000 / place for place in range(1, 151)]
    result = icm(stacks, payouts)
    assert result.error < 1e-8
    assert math.fsum(result.equities) == pytest.approx(sum(payouts), rel=1e-12)
    ranked = sorted(zip(stacks, result.equities, strict=True))
    assert all(a[1] <= b[1] + result.error for a, b in pairwise(ranked))
    assert icm(stacks, payouts) == result


def test_a_large_field_agrees_with_races_run_at_random() -> None:
    rng = np.random.default_rng(11)
    stacks = [int(s) for s in rng.integers(20, 100, 200) ** 2]
    payouts = np.zeros(200)
    payouts[:30] = 1000 / np.arange(1, 31)
    races = 20_000
    order = np.argsort(rng.exponential(size=(races, 200)) / np.array(stacks), axis=1)
    won = np.zeros((races, 200))
    np.put_along_axis(won, order, np.broadcast_to(payouts, won.shape), axis=1)
    deviation = won.std(axis=0) / math.sqrt(races)
    assert np.all(np.abs(won.mean(axis=0) - icm(stacks, payouts.tolist()).equities) < 5 * deviation)


def test_every_place_paid_alike_gives_everyone_that_prize() -> None:
    result = icm([5, 900, 31, 2], [10, 10, 10, 10])
    assert result.equities == pytest.approx([10] * 4, abs=result.error)


def test_prizes_need_not_fall() -> None:
    stacks, payouts = [9, 5, 3, 1], [0, 10, 0, 40]
    result = icm(stacks, payouts)
    assert close(result.equities, icm_exact(stacks, payouts), result.error)


def test_players_without_chips_share_the_last_places() -> None:
    assert list(icm_exact([0, 30, 10, 0], [50, 30, 15, 5])) == [10, 45, 35, 10]
    assert icm([0, 30, 10, 0], [50, 30, 15, 5]).equities == pytest.approx([10, 45, 35, 10], abs=1e-12)
    assert list(icm_exact([0, 7], [100])) == [0, 100]


def test_payouts_beyond_the_players_are_left_out_and_named() -> None:
    found = icm([3, 1], [8, 4, 2, 1])
    assert found.equities == icm([3, 1], [8, 4]).equities
    assert found.left_out == (2.0, 1.0)
    assert found.left_out_text == "3.00 for places 3 to 4 left out: those players are gone"
    assert repr(found).endswith(" (3.00 for places 3 to 4 left out: those players are gone)>")
    assert icm([3, 1], [8, 4, 2]).left_out_text == "2.00 for place 3 left out: those players are gone"
    assert icm_exact([3, 1], [8, 4, 2]) == icm_exact([3, 1], [8, 4])
    plain = icm([3, 1], [8])
    assert (plain.left_out, plain.left_out_text) == ((), "")


def test_money_may_be_fractions_decimals_and_floats() -> None:
    money: list[Money] = [Fraction(1, 3), Decimal("0.2"), 0.1]
    result = icm([3, 2, 1], money)
    assert close(result.equities, icm_exact([3, 2, 1], money), result.error)


def test_nothing_to_win() -> None:
    assert icm([3, 2], [0, 0]).equities == (0.0, 0.0)
    assert list(icm_exact([3, 2], [0])) == [0, 0]


@pytest.mark.parametrize(
    ("stacks", "payouts", "sentence"),
    [
        ([], [1], "no stacks given"),
        ([1, 2], [], "no payouts given"),
        ([0, 0], [1], "no player has chips"),
        ([1, -5], [1], "stack 2 is -5"),
        ([1, 1.5], [1], "stack 2 is 1.5: chips are whole numbers"),
        ([True, 2], [1], "stack 1 is True: chips are whole numbers"),
        ([MAX_STACK + 1, 2], [1], "stack 1 is"),
        ([1, 2], [1, -1], "the payout of place 2 is -1"),
        ([1, 2], [math.nan], "the payout of place 1 is nan"),
        ([1, 2], [Decimal("sNaN")], "the payout of place 1 is sNaN"),
        ([1, 2], [2, 10**400], "the payout of place 2 is above"),
        ([1, 2], ["50"], "the payout of place 1 is '50': expected a number"),
    ],
)
def test_bad_fields_get_a_sentence(stacks: list[int], payouts: list[Money], sentence: str) -> None:
    for function in (icm, icm_exact):
        with pytest.raises(BadField) as caught:
            function(stacks, payouts)
        assert sentence in str(caught.value)


def test_exact_fractions_refuse_a_field_too_large_for_them() -> None:
    with pytest.raises(BadField, match="use icm"):
        icm_exact(range(1, 20), [3, 2, 1])


@pytest.mark.parametrize("wrong", [None, 5, "5000", {1: 5000}])
def test_what_is_not_a_list_is_refused_with_a_sentence(wrong: Any) -> None:
    with pytest.raises(BadField, match=r"the stacks are .*: expected a list, as in \[5000, 3000\]"):
        icm(wrong, [50])
    with pytest.raises(BadField, match=r"the payouts are .*: expected a list, as in \[50, 30\]"):
        icm([5000], wrong)


def test_results_are_readable() -> None:
    found = icm([5000, 3000, 2000], [50, 30, 20])
    assert repr(found) == f"<IcmResult: {' '.join(f'{value:.2f}' for value in found.equities)}>"
    assert repr(icm([1] * 12, [12])) == f"<IcmResult: {'1.00 ' * 10}… (12 players)>"
    assert "<th>stack</th><th>equity</th>" in found._repr_html_()
    assert "<tr><td>2,000</td><td>28.86</td></tr>" in found._repr_html_()
