"""A hand and a state of the core that go the same way: what a live view shows is the running state."""

from __future__ import annotations

from bigslick import Action, Hand
from bigslick.bots import live_view
from bigslick.bots._live_view import LiveView
from bigslick.hand.codec import encode, step
from bigslick.hand.hand import state_of


class Running:
    """A hand, its state, and the live view of that state."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.state = state_of(hand)
        self.sight: LiveView = live_view(
            self.state, (hand.setup.small_blind, hand.setup.big_blind, hand.setup.ante), lambda: hand
        )
        self.sight._look()

    def act(self, action: Action) -> None:
        assert step(self.state, encode(self.state, action)) == 0
        self.hand.act(action)
