"""OptionsCache: options are made once for decisions that look alike, whatever the rules."""

import random
from typing import Any

import pytest

from bigslick import Call, Hand, Options, Rules
from bigslick.hand._options import OptionsCache, all_in_total
from bigslick.hand.hand import state_of
from tests.playing import do

FORBIDDEN = -1


def test_equal_decisions_share_one_offer() -> None:
    offers = OptionsCache(Options)
    one, two = (Hand.start([1000] * 3, (10, 20), seed=seed) for seed in range(2))
    assert offers.of(state_of(one)) is offers.of(state_of(two))
    two.act(Call())
    assert offers.of(state_of(one)) is not offers.of(state_of(two))


def test_it_says_what_the_rules_say() -> None:
    offer = OptionsCache(Options).of(state_of(Hand.start([1000] * 3, (10, 20), seed=1)))
    assert offer == Options(seat=0, fold=True, call=20, raise_to=range(40, 1001), all_in=1000)
    hand = do(Hand.start([1000] * 2, (10, 20), seed=1), "0 call, 1 check")
    assert OptionsCache(Options).of(state_of(hand)) == Options(
        seat=1, fold=True, check=True, bet_to=range(20, 981), all_in=980
    )


def test_offers_that_fall_on_one_place_are_told_apart() -> None:
    """With many more offers than slots, and old ones coming back, none is mistaken for another."""
    dice, offers = random.Random(1), OptionsCache(Options)
    for _ in range(3000):
        stacks = [dice.randint(21, 60) for _ in range(3)]
        rules = Rules(open_fold=dice.random() < 0.5, limit=dice.choice(["none", "pot"]))
        hand = Hand.start(stacks, (10, 20), seed=1, rules=rules)
        assert offers.of(state_of(hand)) == OptionsCache(Options).of(state_of(hand))


def test_nobody_is_offered_anything_outside_a_betting_round() -> None:
    hand = do(Hand.start([20, 20], (10, 20), seed=1), "0 call")
    with pytest.raises(ValueError, match="whose turn"):
        OptionsCache(Options).of(state_of(hand))


def test_all_in_totals() -> None:
    assert all_in_total(state_of(Hand.start([1000] * 3, (10, 20), seed=1))) == 1000
    assert all_in_total(state_of(Hand.start([15, 1000, 1000], (10, 20), seed=1))) == 15  # a call for less
    covered = do(Hand.start([1000, 300], (10, 20), seed=1, button=1), "1 all-in")
    assert all_in_total(state_of(covered)) == 300  # no one could answer more
    limited = Hand.start([1000] * 3, (10, 20), seed=1, rules=Rules(limit="fixed"))
    assert all_in_total(state_of(limited)) == FORBIDDEN


def test_a_hand_that_is_over_has_no_all_in() -> None:
    over = do(Hand.start([20, 20], (10, 20), seed=1), "0 call")
    with pytest.raises(ValueError, match="no seat is to act"):
        all_in_total(state_of(over))
    nothing: Any = None
    for ask in (OptionsCache(Options).of, all_in_total):
        with pytest.raises((TypeError, ValueError)):
            ask(nothing)
