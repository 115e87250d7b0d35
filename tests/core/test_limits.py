"""Pot limit and fixed limit: the largest raise, the bet sizes, the cap."""

from __future__ import annotations

import pytest

from bigslick import Hand, Rules
from tests.playing import do, options, start, wager_range

# --- pot limit ----------------------------------------------------------------------------------------------


def test_s2_5_3_the_first_raise_of_pot_limit() -> None:
    """Blinds 100/200: with 300 in and 200 to call, raise to 200 + 300 + 200 = 700; then to 700 + 1,000 + 700."""
    hand = Hand.start([10_000] * 4, (100, 200), seed=7, rules=Rules(limit="pot"))
    assert wager_range(hand) == (400, 700)
    do(hand, "3 raise 700")
    assert wager_range(hand) == (1200, 2400)


def test_s2_5_3_what_is_in_front_already_is_not_called_again() -> None:
    """Heads-up, blinds 10/20, the button with 10 in front: raise to 20 + 30 + 10 = 60; then to 60 + 80 + 40."""
    hand = start([1000] * 2, rules=Rules(limit="pot"))
    assert wager_range(hand) == (40, 60)
    do(hand, "0 raise 60")
    assert wager_range(hand) == (100, 180)


def test_tda_54_b_a_dead_small_blind_counts_as_posted_before_the_flop() -> None:
    hand = Hand.start([10_000, 0, 10_000, 10_000], (100, 200), seed=7, small_blind_seat=None, rules=Rules(limit="pot"))
    assert hand.turn == 3
    assert wager_range(hand) == (400, 700)


def test_tda_54_b_a_short_big_blind_counts_as_full_before_the_flop() -> None:
    hand = Hand.start([10_000, 10_000, 150, 10_000], (100, 200), seed=7, rules=Rules(limit="pot"))
    assert wager_range(hand) == (400, 700)
    posted = Rules(limit="pot", pot_full_blinds=False)
    hand = Hand.start([10_000, 10_000, 150, 10_000], (100, 200), seed=7, rules=posted)
    assert wager_range(hand) == (400, 650)


def test_tda_54_c_after_the_flop_the_actual_pot_counts() -> None:
    hand = Hand.start([10_000, 0, 10_000, 10_000], (100, 200), seed=7, small_blind_seat=None, rules=Rules(limit="pot"))
    do(hand, "3 call, 0 call, 2 check")
    assert wager_range(hand) == (200, 600)
    do(hand, "2 bet 600")
    assert wager_range(hand) == (1200, 2400)


def test_ours_antes_count_before_the_flop_or_not() -> None:
    for counts, most in ((True, 800), (False, 700)):
        rules = Rules(limit="pot", ante="big_blind", pot_counts_antes=counts)
        hand = Hand.start([10_000] * 4, (100, 200), seed=7, ante=100, rules=rules)
        assert wager_range(hand) == (400, most)
        do(hand, "3 call, 0 call, 1 call, 2 check")
        assert wager_range(hand) == (200, 900), "after the flop every chip counts"


def test_ours_a_dead_small_blind_counts_also_where_antes_do_not() -> None:
    rules = Rules(limit="pot", ante="big_blind", pot_counts_antes=False)
    hand = Hand.start([10_000, 0, 10_000, 10_000], (100, 200), seed=7, ante=100, small_blind_seat=None, rules=rules)
    assert wager_range(hand) == (400, 700)


def test_ours_a_pot_below_the_minimum_bet_still_allows_the_minimum() -> None:
    hand = Hand.start([100, 100], (0, 1), seed=7, min_bet=20, rules=Rules(limit="pot"))
    assert wager_range(hand) == (21, 21)


# --- fixed limit --------------------------------------------------------------------------------------------

FIXED = Rules(limit="fixed")


def test_fixed_limit_small_bets_then_big_bets() -> None:
    hand = start([1000] * 3, rules=FIXED)
    assert wager_range(hand) == (40, 40)
    do(hand, "0 raise 40, 1 fold, 2 call")
    assert wager_range(hand) == (20, 20)
    do(hand, "2 check, 0 check")
    assert wager_range(hand) == (40, 40)
    do(hand, "2 check, 0 check")
    assert wager_range(hand) == (40, 40)


def test_fixed_limit_bets_of_its_own() -> None:
    hand = start([1000] * 2, rules=FIXED, small_bet=30, big_bet=50)
    assert wager_range(hand) == (50, 50)
    do(hand, "0 call, 1 check")
    assert wager_range(hand) == (30, 30)
    do(hand, "1 check, 0 check")
    assert wager_range(hand) == (50, 50)


def test_robert_a_bet_and_three_raises_the_big_blind_among_them() -> None:
    hand = do(start([1000] * 3, rules=FIXED), "0 raise 40, 1 raise 60, 2 raise 80")
    assert wager_range(hand) is None
    do(hand, "0 call, 1 call")
    assert hand.street == "flop"
    do(hand, "1 bet 20, 2 raise 40, 0 raise 60, 1 raise 80")
    assert wager_range(hand) is None


@pytest.mark.parametrize(("cap", "last"), [(2, 40), (3, 60), (0, 200)])
def test_fixed_limit_the_cap_is_a_rule(cap: int, last: int) -> None:
    hand = start([1000] * 2, rules=Rules(limit="fixed", bets_per_street=cap))
    total = 20
    while options(hand).raise_to and total < 200:
        total += 20
        do(hand, f"{hand.turn} raise {total}")
    assert total == last


def test_tda_47_b_an_all_in_of_half_a_bet_counts_as_a_raise() -> None:
    """With bets of 20, an all-in to 30 over 20 can be raised to 50, and a player who called 20 may raise again."""
    hand = do(start([1000, 1000, 30, 1000], rules=FIXED), "3 call, 0 call, 1 call, 2 all-in")
    assert wager_range(hand) == (50, 50)
    do(hand, "3 raise 50")
    assert wager_range(hand) == (70, 70)


def test_robert_less_than_half_a_bet_is_completed_and_does_not_reopen() -> None:
    """When bets are 20, all-in to 28 over 20: players yet to act may complete to 40; the others may only call."""
    hand = do(start([1000, 1000, 1000, 28], rules=FIXED), "3 all-in")
    assert wager_range(hand) == (40, 40)
    hand = do(start([1000, 1000, 28, 1000], rules=FIXED), "3 call, 0 call, 1 call, 2 all-in")
    assert wager_range(hand) is None
    assert options(hand).call == 8


def test_fixed_limit_short_all_ins_that_add_up_to_half_a_bet_reopen_only_by_the_cumulative_rule() -> None:
    """When bets are 20: a call, all-in to 26, all-in to 32. Together they add 12, but neither is half a bet."""
    for rules, reopened in ((FIXED, (52, 52)), (Rules(limit="fixed", reopening="single"), None)):
        hand = do(start([26, 32, 1000, 1000], rules=rules), "3 call, 0 all-in, 1 all-in, 2 call")
        assert options(hand).call == 12
        assert wager_range(hand) == reopened


def test_robert_15_all_in_on_a_20_round_is_raised_to_35() -> None:
    hand = do(start([1000, 35, 1000], rules=FIXED), "0 call, 1 call, 2 check, 1 all-in")
    assert hand.bets[1] == 15
    assert wager_range(hand) == (35, 35)


def test_fixed_limit_an_all_in_of_less_than_half_does_not_count_against_the_cap() -> None:
    hand = do(start([1000, 1000, 1000, 28], rules=FIXED), "3 all-in, 0 raise 40, 1 raise 60, 2 raise 80")
    assert wager_range(hand) is None
    hand = do(start([1000, 1000, 1000, 30], rules=FIXED), "3 all-in, 0 raise 50, 1 raise 70")
    assert wager_range(hand) is None


def test_fixed_limit_a_stack_below_the_bet_may_go_all_in() -> None:
    hand = start([1000, 1000, 1000, 33], rules=FIXED)
    assert wager_range(hand) == (33, 33)
