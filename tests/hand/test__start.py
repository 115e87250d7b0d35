"""The quick way to start a hand; `tests/laws/test_starting.py` compares it with the long way."""

from __future__ import annotations

import pytest

from bigslick import BadSetup, Card, Hand, Rules, shuffled
from bigslick.hand.setup import Setup


def test_a_plain_hand_has_the_setup_that_the_same_words_make() -> None:
    hand = Hand.start([1000, 0, 300, None, 80], 25, 3, seed=7, ante=2, rules=Rules.cash())
    assert hand.setup == Hand.start([1000, 0, 300, None, 80], 25, 3, seed=7, ante=2, rules=Rules.cash(), posts=[]).setup
    assert hand.setup is hand.setup
    assert hand.copy().setup is hand.setup
    assert hand.setup.deck == shuffled(7)
    assert all(type(card) is Card for card in hand.setup.deck)


def test_heads_up_the_button_posts_the_small_blind() -> None:
    hand = Hand.start([0, 500, 0, 500], (10, 20), 3, seed=1)
    assert (hand.setup.small_blind_seat, hand.setup.big_blind_seat, hand.turn) == (3, 1, 3)
    with pytest.raises(BadSetup, match="heads-up it is at one of the two players"):
        Hand.start([0, 500, 0, 500], (10, 20), 0, seed=1)


def test_what_it_is_given_is_not_kept() -> None:
    stacks, deck = [1000, 1000], list(range(52))
    hand = Hand.start(stacks, (10, 20), deck=deck)
    stacks[0] = 5
    deck.reverse()
    assert hand.setup.stacks == (1000, 1000)
    assert hand.hole(1) == (Card(0), Card(2))


def test_rules_that_are_equal_play_alike() -> None:
    one = Hand.start([1000] * 3, (10, 20), seed=1, rules=Rules(reopening="single"))
    other = Hand.start([1000] * 3, (10, 20), seed=1, rules=Rules(reopening="single"))
    assert one == other
    assert one != Hand.start([1000] * 3, (10, 20), seed=1, rules=Rules())


def test_a_setup_of_your_own_plays_on_its_numbers() -> None:
    class Blank(Setup, frozen=True):
        def terms(self, *, streets: int = 4, settle: bool = True) -> None:  # type: ignore[override]
            return None

    plain = Hand.start([100, 100], (1, 2), seed=1).setup
    hand = Hand(Blank(**{name: getattr(plain, name) for name in Setup.__struct_fields__}))
    assert hand.stacks == Hand(plain).stacks == (99, 98)
