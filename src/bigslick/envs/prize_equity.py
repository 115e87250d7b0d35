"""Rewards in prize money: the change in a sit-and-go's ICM equity after each hand."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bigslick.odds.icm import icm

from .settings import Settings


class PrizeEquity:
    """Every seat's equity at every table after the last hand."""

    def __init__(self, settings: Settings, tables: int) -> None:
        self.payouts = tuple(settings.payouts)
        self._start = np.zeros((tables, settings.seats), np.float64)
        self._now = np.zeros((tables, settings.seats), np.float64)
        self._stacks = np.zeros((tables, settings.seats), np.int64)
        self.reset(None, settings.chips())

    def reset(self, chosen: NDArray[np.bool_] | None, stacks: tuple[int, ...]) -> None:
        """Begin a sit-and-go at all tables or the chosen ones."""
        rows = slice(None) if chosen is None else chosen
        self._stacks[rows] = stacks
        self._start[rows] = self._now[rows] = equities(stacks, (0,) * len(stacks), self.payouts)

    def reward(
        self,
        stacks: NDArray[np.int64],
        places: NDArray[np.int64],
        ended: NDArray[np.bool_],
        rewards: NDArray[np.float32],
    ) -> None:
        """Replace chip rewards with the change in equity; an unfinished hand changes nothing."""
        moved = (stacks != self._stacks).any(axis=1)
        had_rewards = (rewards != 0).any(axis=1)
        rewards[:] = 0
        for table in np.flatnonzero(moved & (had_rewards | ended)):
            row = tuple(stacks[table].tolist())
            found = equities(row, tuple(places[table].tolist()), self.payouts)
            rewards[table] = found - self._now[table]
            self._now[table], self._stacks[table] = found, row
        if ended.any():
            # The next episode starts from scratch, in this step or the next.
            self._now[ended] = self._start[ended]
            self._stacks[ended] = -1


@lru_cache(maxsize=65536)
def equities(stacks: tuple[int, ...], places: tuple[int, ...], payouts: tuple[float, ...]) -> NDArray[np.float64]:
    """Return each seat's value: its equity while it plays, and its prize once it is out.

    Players who bust in one hand with equal stacks share the prizes for their places.
    """
    found = np.zeros(len(stacks))
    left = [seat for seat, chips in enumerate(stacks) if chips > 0]
    prizes = [*payouts, *[0.0] * len(stacks)]
    found[left] = icm([stacks[seat] for seat in left], prizes[: len(left)]).equities
    for seat, place in enumerate(places):
        if place and not stacks[seat]:
            sharing = places.count(place)
            found[seat] = sum(prizes[place - 1 : place - 1 + sharing]) / sharing
    return found
