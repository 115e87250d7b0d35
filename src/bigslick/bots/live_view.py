"""A view that computes what a bot reads: for bots that are asked a million times and read a few things each time."""

from __future__ import annotations

from collections.abc import Callable

from bigslick.cards import DECK
from bigslick.hand.codec import State
from bigslick.hand.events import STREETS
from bigslick.hand.hand import OPTIONS, Hand
from bigslick.hand.view import SeatView, view

from ._live_view import LiveView


def live_view(state: State, blinds: tuple[int, int, int], whole: Callable[[], Hand]) -> LiveView:
    """What one player sees of a running state while it is asked; at other times, what spectators see.

    `blinds` are the small blind, the big blind and the ante of its hands; `whole` gives the hand up to here, for what
    follows from its events.
    """

    def frozen(seat: int | None) -> SeatView:
        return view(whole(), seat)

    return LiveView(state, OPTIONS, DECK, STREETS, blinds, frozen)
