"""A sight over a hand's setup shows what the view shows, and serves a bot as a view."""

import pytest

from bigslick import Hand, SeatView, view
from bigslick.bots import HouseBot
from tests.bots.running import Running


@pytest.mark.parametrize("seed", range(8))
def test_every_name_of_a_view_says_the_same(seed: int) -> None:
    hand = Hand.start([1000, 700, 50, 1000], (10, 20), button=seed % 4, ante=seed, seed=seed)
    bot = HouseBot("maniac", seed)
    running = Running(hand)
    sight = running.sight
    while hand.turn is not None:
        sight._look()
        whole = view(hand, hand.turn)
        for name in SeatView.names:
            assert getattr(sight, name) == getattr(whole, name), name
        running.act(bot.decide(whole))


def test_a_bot_may_be_given_a_sight_for_a_view() -> None:
    hand = Hand.start([1000] * 4, (10, 20), seed=4)
    sight = Running(hand).sight
    found = HouseBot("tag", 1).decide(sight)
    assert found == HouseBot("tag", 1).decide(view(hand, hand.turn))
