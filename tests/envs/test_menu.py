"""The menu of actions: totals, duplicates, and the nearest legal action."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bigslick import Call, Check, Fold, Hand, Raise, Rules, view
from bigslick.envs import BadEnv, Menu
from tests.playing import do


def test_parts_of_the_pot_are_totals_after_a_call() -> None:
    """The small blind on the button has 50 in and faces 100: a call makes the pot 200, so a pot raise is to 300."""
    seen = view(Hand.start([10_000] * 2, (50, 100), seed=1), 0)
    menu = Menu(("fold", "call", "min", 0.5, 1.0, 2.0, "all-in"))
    assert menu.totals(seen) == [-1, 0, 200, None, 300, 500, 10_000]
    assert menu.mask(seen).tolist() == [1, 1, 1, 0, 1, 1, 1]
    assert menu.action(seen, 4) == Raise(to=300)


def test_of_actions_that_come_to_one_total_one_is_legal() -> None:
    seen = view(Hand.start([150] * 2, (50, 100), seed=1), 0)
    assert Menu(("fold", "call", "min", 0.5, 1.0, "all-in")).totals(seen) == [-1, 0, None, None, None, 150]
    assert Menu(("fold", "call", "min", 0.5)).totals(seen) == [-1, 0, 150, None]
    assert Menu(("fold", "call", 0.5, 1.0)).totals(seen) == [-1, 0, 150, None]


def test_nothing_to_call_is_nothing_to_fold_to() -> None:
    hand = do(Hand.start([10_000] * 2, (50, 100), seed=1), "0 call")
    seen = view(hand, 1)
    menu = Menu()
    assert menu.totals(seen)[0] is None
    assert menu.action(seen, 0) == Check()


def test_where_no_wager_is_legal_it_becomes_a_call() -> None:
    hand = do(Hand.start([500, 10_000], (50, 100), seed=1), "0 all-in")
    seen = view(hand, 1)
    assert Menu().totals(seen) == [-1, 0, None, None, None, None, None, None]
    assert Menu().action(seen, 7) == Call()
    assert Menu().action(seen, 0) == Fold()


def test_fixed_limit_has_one_wager() -> None:
    seen = view(Hand.start([10_000] * 2, (50, 100), seed=1, rules=Rules(limit="fixed")), 0)
    assert [total for total in Menu().totals(seen) if total is not None] == [-1, 0, 200]


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (("call", "all-in"), "the actions have no 'fold'"),
        (("fold", "min"), "the actions have no 'call'"),
        (("fold", "call", "jam"), "'jam' is not an action of a menu"),
        (("fold", "call", 0.0), "0.0 is not an action"),
        (("fold", "call", 0.33333), "in thousandths"),
        (("fold", "call", float("nan")), "nan is not an action"),
        (("fold", "call", 1.0, 0.5), "in rising order"),
        (("fold", "call", 0.5, 0.5), "appears twice"),
        ("fold", "expected 2 to 64 actions"),
        (3, "expected 2 to 64 actions"),
    ],
)
def test_a_menu_that_cannot_be_is_refused(entries: Any, sentence: str) -> None:
    with pytest.raises(BadEnv, match=re.escape(sentence)):
        Menu(entries)


def test_a_menu_is_for_the_seat_to_act() -> None:
    hand = Hand.start([10_000] * 2, (50, 100), seed=1)
    with pytest.raises(BadEnv, match="not this seat's turn"):
        Menu().mask(view(hand, 1))
    with pytest.raises(BadEnv, match="the action is 9: expected 0 to 7"):
        Menu().action(view(hand, 0), 9)
    assert len(Menu()) == 8
