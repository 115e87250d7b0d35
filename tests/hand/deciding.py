"""A running state and its view, which is open only while a player decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bigslick import Action, Bet, Call, Check, Fold, Hand, Raise, SeatView
from bigslick.bots._prompt import Prompt
from bigslick.hand.codec import encode, step
from bigslick.hand.hand import state_of
from bigslick.hand.view import live_view


class Deciding:
    """A hand, a state that follows it, and a view that borrows the state."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.state = state_of(hand)
        posted = (hand.setup.small_blind, hand.setup.big_blind, hand.setup.ante)
        self.view: SeatView = live_view(self.state, posted, lambda: hand)

    def ask(self, read: Callable[[SeatView], Any]) -> Any:
        """Return what `read` finds in the view while its player decides."""
        found: list[Any] = []

        def decide(seen: SeatView) -> Action:
            found.append(read(seen))
            return Fold()

        def fail(_: object, error: BaseException | None) -> int:
            assert error is not None
            raise error

        Prompt(decide, (Fold, Check, Call, Bet, Raise), lambda _state, _action: 0, fail).ask(self.view, self.state)
        return found[0]

    def act(self, action: Action) -> None:
        """Act in the hand and in the state."""
        assert step(self.state, encode(self.state, action)) == 0
        self.hand.act(action)
