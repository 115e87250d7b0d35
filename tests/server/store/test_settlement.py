"""Who pays whom after a night: everything is settled, in as few transfers as an independent search finds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bigslick.server.store.settlement import MOST_EXACT, Payment, settle


def results(most_players: int, most_chips: int) -> st.SearchStrategy[list[int]]:
    """Generate a night's results that add up to 0, many of them equal and opposite."""
    free = st.lists(st.integers(-most_chips, most_chips), max_size=most_players - 1)
    return free.map(lambda nets: [*nets, -sum(nets)])


def named(nets: Sequence[int]) -> dict[str, int]:
    return {f"player-{number:02}": net for number, net in enumerate(nets)}


def fewest_by_trying(nets: tuple[int, ...]) -> int:
    """Return the fewest transfers, found by trying every way to close the first open account."""
    if not nets:
        return 0
    first, rest = nets[0], nets[1:]
    if first == 0:
        return fewest_by_trying(rest)
    return 1 + min(
        fewest_by_trying((*rest[:place], rest[place] + first, *rest[place + 1 :]))
        for place in range(len(rest))
        if rest[place] * first < 0
    )


def after(nets: dict[str, int], payments: Sequence[Payment]) -> dict[str, int]:
    left = Counter(nets)
    for payment in payments:
        left[payment.payer] += payment.chips
        left[payment.payee] -= payment.chips
    return {name: chips for name, chips in left.items() if chips}


@given(results(7, 6))
@example([-7, -3, 10, 2, 6, -8])  # two groups of three, which share no transfer
def test_the_transfers_are_the_fewest_that_any_search_finds(nets: list[int]) -> None:
    found = settle(named(nets))
    assert found.fewest
    assert len(found.payments) == fewest_by_trying(tuple(nets))


@given(results(30, 1000))
def test_everything_is_settled_by_those_who_owe_to_those_who_are_owed(nets: list[int]) -> None:
    given_nets = named(nets)
    found = settle(given_nets)
    assert not after(given_nets, found.payments)
    for payment in found.payments:
        assert payment.chips > 0
        assert given_nets[payment.payer] < 0 < given_nets[payment.payee]
    owing = sum(net != 0 for net in nets)
    assert len(found.payments) <= max(0, owing - 1)
    assert len({(payment.payer, payment.payee) for payment in found.payments}) == len(found.payments)


def test_two_pairs_and_a_threesome_settle_apart() -> None:
    nets = {"ann": 50, "bob": -50, "cat": 70, "dan": -70, "eve": 30, "fay": -10, "gus": -20}
    assert settle(nets).payments == (
        Payment("dan", "cat", 70),
        Payment("bob", "ann", 50),
        Payment("gus", "eve", 20),
        Payment("fay", "eve", 10),
    )


def test_paying_the_largest_first_would_take_one_transfer_more() -> None:
    # 7 + 3 = 10 and 2 + 6 = 8, but paying the largest claims first would split these groups.
    nets = {"a": -7, "b": -3, "c": 10, "d": 2, "e": 6, "f": -8, "g": -9, "h": 9}
    assert len(settle(nets).payments) == 5


def test_nobody_owes_anything() -> None:
    assert settle({}) == settle({"ann": 0, "bob": 0})
    assert settle({}).payments == ()


def test_results_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 5: expected 0"):
        settle({"ann": 10, "bob": -5})


def test_a_large_group_says_that_it_may_not_be_the_fewest() -> None:
    chance = random.Random(1)
    nets = [chance.randint(-(10**6), 10**6) for _ in range(MOST_EXACT)]
    whole = settle(named([*nets, -sum(nets)]))
    assert not whole.fewest
    exact = settle(named([*nets[1:], -sum(nets[1:])]))
    assert exact.fewest


def test_the_same_night_is_settled_in_the_same_way() -> None:
    nets = named([5, -3, -2, 7, -7, 4, -4])
    assert settle(nets) == settle(dict(reversed(nets.items())))
