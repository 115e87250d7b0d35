"""A player's winnings over their hands, in few enough points for a chart."""

from __future__ import annotations

from typing import Final, NamedTuple

from .count_columns import SHOWDOWNS
from .counted_hand import CountedHand
from .where_filter import Test

MOST_POINTS: Final = 2000


class CoursePoint(NamedTuple):
    """Winnings in big blinds after this many of the player's hands."""

    hands: int
    won: float
    adjusted: float
    """With all-ins at their expectation."""
    at_showdown: float
    before_showdown: float


class WinningsCourse:
    """Adds up one player's hands; when there are too many points, every other one is dropped."""

    def __init__(self, player: str, where: Test | None = None) -> None:
        self.player = player
        self.where = where
        self.unknown = 0
        """Hands with unknown winnings, which are not in the points."""
        self.last = CoursePoint(0, 0.0, 0.0, 0.0, 0.0)
        self._points = [self.last]
        self._step = 1

    @property
    def points(self) -> list[CoursePoint]:
        """The points of the graph, from zero hands to the last hand."""
        return self._points if self._points[-1] == self.last else [*self._points, self.last]

    def add(self, hand: CountedHand) -> None:
        """Add a hand, if the player is in it and it passes the filter."""
        if self.player not in hand.names:
            return
        player = hand.names.index(self.player)
        if self.where is not None and not self.where(hand, player):
            return
        net, fair = hand.net(player), hand.fair(player)
        if net is None or fair is None:
            self.unknown += 1
            return
        hands, won, adjusted, shown, quiet = self.last
        blinds = net / hand.big_blind
        if hand.tally.did(SHOWDOWNS, hand.seats[player]):
            shown += blinds
        else:
            quiet += blinds
        self.last = CoursePoint(hands + 1, won + blinds, adjusted + fair / hand.big_blind, shown, quiet)
        if self.last.hands % self._step == 0:
            self._points.append(self.last)
            if len(self._points) > MOST_POINTS:
                self._points = self._points[::2]
                self._step *= 2
