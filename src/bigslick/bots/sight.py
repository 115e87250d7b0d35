"""A view that works out what is looked at: for bots that are asked a million times and read a few things each time."""

from __future__ import annotations

from collections.abc import Callable

from bigslick.cards import DECK
from bigslick.core.hand import State
from bigslick.hand.events import STREETS
from bigslick.hand.hand import OFFERS, Hand
from bigslick.hand.view import View, view

from ._sight import Sight


def new_sight(state: State, blinds: tuple[int, int, int], whole: Callable[[], Hand]) -> Sight:
    """What one player sees of a state while he is asked; else, what spectators see.

    `blinds` are the small blind, the big blind and the ante of its hands; `whole` gives the hand up to here, should
    somebody ask for what is told from its events.
    """

    def tell(seat: int | None) -> View:
        return view(whole(), seat)

    return Sight(state, OFFERS, DECK, STREETS, blinds, tell)
