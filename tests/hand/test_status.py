"""The statuses in S3 §1, and the state of the betting in the terms of S4 §3 and §5."""

from __future__ import annotations

import pytest

from bigslick import AllIn, Call, Check, Fold, Hand, Muck, Raise, Rules, Show, Status, view
from bigslick.rules import Reopening

ACTIVE, FOLDED, ALL_IN, BUSTED, EMPTY = Status


def test_s3_1_the_four_statuses_and_the_empty_seat() -> None:
    assert [status.name for status in Status] == ["ACTIVE", "FOLDED", "ALL_IN", "BUSTED", "EMPTY"]
    hand = Hand.start(
        stacks=[300, None, 100, 200],
        blinds=(10, 20),
        holes={0: "AsAh", 2: "KsKh", 3: "7c2d"},
        board="2c 3d 8h 9s Jc",
    )
    assert hand.statuses == (ACTIVE, EMPTY, ACTIVE, ACTIVE)
    hand.act(Raise(to=60))
    hand.act(AllIn())
    assert hand.statuses == (ACTIVE, EMPTY, ALL_IN, ACTIVE)
    hand.act(Fold())
    assert hand.statuses == (ACTIVE, EMPTY, ALL_IN, FOLDED)
    hand.act(Call())
    assert hand.over
    assert hand.statuses == (ACTIVE, EMPTY, BUSTED, FOLDED)


def test_an_all_in_seat_that_wins_is_active_again_when_the_hand_is_over() -> None:
    hand = Hand.start(stacks=[100, 200], blinds=(10, 20), holes={0: "AsAh", 1: "KsKh"}, board="2c 3d 8h 9s Jc")
    hand.act(AllIn())
    assert hand.statuses == (ALL_IN, ACTIVE)
    hand.act(Call())
    assert hand.statuses == (ACTIVE, ACTIVE)
    assert hand.stacks == (200, 100)


def test_a_mucked_hand_is_folded() -> None:
    hand = Hand.start(stacks=[100, 100], blinds=(10, 20), seed=1, rules=Rules.cash(reveal="ask"))
    hand.act(Call())
    for _ in range(7):
        hand.act(Check())
    hand.act(Show())
    hand.act(Muck())
    assert hand.statuses == (FOLDED, ACTIVE)


@pytest.mark.parametrize("reopening", ["single", "cumulative"])
def test_s4_8_example_a_a_short_all_in_does_not_reopen_betting(reopening: Reopening) -> None:
    hand = Hand.start(stacks=[1000, 1000, 30, 1000], blinds=(10, 20), button=2, rules=Rules(reopening=reopening))
    assert (hand.current_bet, hand.last_full_raise, hand.acted, hand.may_raise) == (20, 20, (), (0, 1, 2, 3))
    hand.act(Call())
    hand.act(AllIn())
    assert (hand.current_bet, hand.last_full_raise, hand.acted, hand.may_raise) == (30, 20, (1, 2), (0, 3))
    hand.act(Call())
    hand.act(Call())
    assert (hand.acted, hand.may_raise) == ((0, 1, 2, 3), ())
    assert hand.options is not None
    assert not hand.options.wager_to


@pytest.mark.parametrize("reopening", ["single", "cumulative"])
def test_s4_8_example_b_a_full_raise_reopens_betting(reopening: Reopening) -> None:
    hand = Hand.start(stacks=[1000, 1000, 40, 1000], blinds=(10, 20), button=2, rules=Rules(reopening=reopening))
    hand.act(Call())
    hand.act(AllIn())
    assert (hand.current_bet, hand.last_full_raise, hand.acted, hand.may_raise) == (40, 20, (2,), (0, 1, 3))


@pytest.mark.parametrize(("reopening", "reopened"), [("single", ()), ("cumulative", (1,))])
def test_tda_47_short_all_ins_that_add_up_may_reopen_betting(reopening: Reopening, reopened: tuple[int, ...]) -> None:
    rules = Rules(reopening=reopening)
    hand = Hand.start(stacks=[1000, 1000, 32, 45, 1000, 1000], blinds=(10, 20), button=4, rules=rules)
    hand.act(Call())
    hand.act(AllIn())
    hand.act(AllIn())
    assert (hand.current_bet, hand.last_full_raise) == (45, 20)
    assert (hand.acted, hand.may_raise) == ((1, 2, 3), tuple(sorted((0, *reopened, 4, 5))))
    hand.act(Fold())
    hand.act(Call())
    hand.act(Call())
    assert (hand.turn, hand.acted, hand.may_raise) == (1, (0, 1, 2, 3, 5), reopened)
    assert hand.options is not None
    assert bool(hand.options.raise_to) == bool(reopened)


def test_in_fixed_limit_the_full_raise_is_the_bet_of_the_street() -> None:
    rules = Rules(limit="fixed", bets_per_street=2)
    hand = Hand.start(stacks=[1000] * 3, blinds=(10, 20), seed=1, rules=rules)
    hand.act(Raise(to=40))
    assert (hand.last_full_raise, hand.may_raise) == (20, ())  # the street already has its two bets
    hand.act(Call())
    hand.act(Call())
    for _ in range(3):
        hand.act(Check())
    assert (hand.street, hand.last_full_raise) == ("turn", 40)


def test_when_betting_is_over_nothing_is_to_match_and_no_seat_may_raise() -> None:
    hand = Hand.start(stacks=[1000] * 3, blinds=(10, 20), seed=1)
    hand.act(Fold())
    hand.act(Fold())
    assert (hand.current_bet, hand.last_full_raise, hand.acted, hand.may_raise) == (0, 0, (), ())
    seen = view(hand, 0)
    assert seen.statuses == hand.statuses == (FOLDED, FOLDED, ACTIVE)
    assert (seen.current_bet, seen.last_full_raise, seen.acted, seen.may_raise) == (0, 0, (), ())
