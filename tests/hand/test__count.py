"""Counting trees in the core: leaves and other counts, with the state unchanged."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import Hand, Rules
from bigslick.core.hand import State
from bigslick.hand._count import COMPILED, Counter
from bigslick.hand.hand import state_of
from tests.playing import do


def breathe() -> None:
    pass


def shorten(counter: Counter) -> None:
    """Make an interpreted counter pause early, because a million leaves take it half a minute."""
    if not COMPILED:
        counter.leaves = 0xFFFF0


def state(stacks: list[int], blinds: tuple[int, int] = (1, 2), streets: int = 4) -> State:
    begun = State(Hand.start(stacks, blinds, deck=range(52)).setup.terms(streets=streets, settle=False))
    begun.begin()
    return begun


def test_counting_leaves_the_state_as_it_was() -> None:
    root = state([6, 6])
    before = root.dump()
    assert Counter(breathe).walk(root) == 178
    assert root.dump() == before


def test_a_long_count_can_be_stopped() -> None:
    def ctrl_c() -> None:
        raise KeyboardInterrupt

    counter = Counter(ctrl_c)
    shorten(counter)
    with pytest.raises(KeyboardInterrupt):
        counter.walk(state([30, 30]))
    assert counter.leaves == 2**20


def test_a_counter_counts_on() -> None:
    counter = Counter(breathe)
    counter.walk(state([5, 5]))
    counter.walk(state([5, 5]))
    assert counter.leaves == 196
    assert counter.by_street() == ((16, 42), (32, 72), (48, 104), (64, 136))


def test_a_hand_that_is_all_in_from_the_start_is_one_leaf() -> None:
    counter = Counter(breathe)
    assert counter.walk(state([1, 2])) == 1
    assert counter.by_street() == ((0, 0),) * 4


def test_a_tree_by_hand() -> None:
    """Counted by hand: with stacks of 2 and blinds 1/2, the button folds or calls all-in."""
    counter = Counter(breathe)
    assert counter.walk(state([2, 2])) == 2
    assert counter.by_street()[0] == (1, 2)


def test_no_fold_is_counted_when_checking_is_free() -> None:
    """Stacks 3, one street: fold; call, then check or all-in answered by fold or call; all-in answered by both."""
    counter = Counter(breathe)
    assert counter.walk(state([3, 3], streets=1)) == 6
    assert counter.by_street()[0] == (4, 9)


def test_fewer_streets_end_the_tree() -> None:
    sizes = [Counter(breathe).walk(state([6, 6], streets=streets)) for streets in (1, 2, 3, 4)]
    assert sizes == sorted(sizes)
    assert sizes[-1] == 178


def test_a_showdown_is_no_tree() -> None:
    hand = do(Hand.start([100] * 2, (1, 2), seed=1, rules=Rules(reveal="ask")), "0 all-in, 1 call")
    with pytest.raises(ValueError, match="nothing to count at the showdown"):
        Counter(breathe).walk(state_of(hand))
    with pytest.raises(ValueError, match="the rules ask for a showdown"):
        Counter(breathe).walk(state_of(Hand.start([5] * 2, (1, 2), seed=1, rules=Rules(reveal="ask"))))
    nothing: Any = None
    with pytest.raises((TypeError, AttributeError)):
        Counter(breathe).walk(nothing)


def test_lines_without_end_are_refused() -> None:
    """A tree of one-chip raises would overflow the thread's stack long before it is counted."""
    with pytest.raises((ValueError, RecursionError), match=r"more than 2000 actions|recursion"):
        Counter(breathe).walk(state([1 << 50] * 2))


def test_a_counter_that_counts_is_not_asked_again() -> None:
    def again() -> None:
        counter.walk(state([5, 5]))

    counter = Counter(again)
    shorten(counter)
    with pytest.raises(RuntimeError, match="use another one"):
        counter.walk(state([30, 30]))
    assert counter.walk(state([5, 5])) == 98
