"""The quick view shows what the view shows, and nothing of the others."""

import pytest

from bigslick import Hand, Raise, view
from bigslick.bots import HouseBot, Sight

NAMES = (
    *("seat", "street", "turn", "hole", "board", "stacks", "bets", "committed", "pot", "pots", "live", "button"),
    *("small_blind", "big_blind", "ante", "shown", "options", "events"),
)


@pytest.mark.parametrize("seed", range(8))
def test_every_name_of_a_view_says_the_same(seed: int) -> None:
    hand = Hand.start([1000, 700, 50, 1000], (10, 20), button=seed % 4, seed=seed)
    bot = HouseBot("maniac", seed)
    while hand.turn is not None:
        whole, sight = view(hand, hand.turn), Sight(hand.state, lambda: hand)
        for name in NAMES:
            assert getattr(sight, name) == getattr(whole, name), name
        assert sight.view() == whole
        hand.act(bot.decide(whole))


def test_it_shows_the_moment_and_its_view_is_kept() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=1)
    sight = Sight(hand.state, lambda: hand)
    kept = sight.view()
    assert sight.view() is kept
    hand.act(Raise(to=60))
    assert sight.bets == (60, 10, 20)
    assert kept.bets == (0, 10, 20)
    assert sight.view() == view(hand, 1)
