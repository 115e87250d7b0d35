"""The figures of one hand."""

from __future__ import annotations

from bigslick import Call, Check, Fold, Hand, Raise
from bigslick.history.figures import figures_of


def test_one_hand_by_seat() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=7)
    for action in (Raise(to=60), Raise(to=180), Fold(), Call()):
        hand.act(action)
    while hand.turn is not None:
        hand.act(Check())
    button, small, big = figures_of(hand)[0], figures_of(hand)[1], figures_of(hand)[2]
    assert (button.vpip, button.pfr, button.chances) == (100, 100, 0)
    assert (small.three_bet, small.flops, small.showdowns) == (100, 1, 1)
    assert (big.entered, big.chances, big.flops, big.wtsd) == (0, 0, 0, None)
