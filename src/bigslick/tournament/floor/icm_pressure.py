"""Pressure: the extra cost of a bust near the money, for house bots.

The measure is ICM's bubble factor: what a player with an average stack loses in prize money by busting, for each unit
they win by doubling up. For equal stacks ICM has a closed form. With `left` players, a player who doubles up through
another finishes in place k with a probability proportional to left - k, so two sums over the prizes give the factor for
any number of players left. In a winner-take-all event a chip lost costs as much as a chip won, so there is no pressure.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bigslick.bots.styles import MOST_PRESSURE

from ..director.director import Director
from ..formats.days import DaysDirector
from ..formats.rounds import StagedDirector


class BubbleFactors:
    """The bubble factors for equal stacks, given the prizes from first place down, by number of players left."""

    def __init__(self, prizes: Sequence[int]) -> None:
        self.prizes = prizes
        self._sums = [0, *accumulate(prizes)]
        self._sums_of_sums = list(accumulate(self._sums))

    def at(self, left: int) -> tuple[int, int]:
        """Return the cost of a bust and the gain from a double-up, in the same unit, with this many players left."""
        paid = len(self.prizes)
        total = self._sums[min(left, paid)]
        last = self.prizes[left - 1] if left <= paid else 0
        above = self._sums_of_sums[min(left - 1, paid)] + max(0, left - 1 - paid) * self._sums[paid]
        # Multiplied by left * (left - 1): now total / left, busted the last prize, doubled up 2 * above / (left * (left
        # - 1)).
        return (left - 1) * (total - left * last), 2 * above - (left - 1) * total


class Pressure:
    """The pressure on an event's players near the money, from the director's public figures."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._factors = BubbleFactors(director.prizes)

    def now(self) -> int:
        """Return how much more losing a stack costs than winning it gains, in thousandths; 0 without pressure.

        It starts when one and a half times the paid places are left. There is none before the prizes are fixed, after a
        deal, or when a bust at one table does not help the other tables, as in rounds of a shootout or a bracket.
        """
        director = self._director
        left = director.left
        if director.over or not director.closed or director.agreed or left < 3 or 2 * left > 3 * director.paid:
            return 0
        apart = isinstance(director, StagedDirector) and not isinstance(director, DaysDirector)
        if apart and len(director.chairs) > 1:
            return 0
        if self._factors.prizes is not director.prizes:  # fixed once, when registration closes
            self._factors = BubbleFactors(director.prizes)
        lost, won = self._factors.at(left)
        return min(MOST_PRESSURE, max(0, 1000 * lost // won - 1000)) if won > 0 else 0
