"""Plays every pair of bots heads-up, for bots that cannot play at a larger table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from bigslick.bots import Bot
from bigslick.intervals import Measured, average

from .interrupted import Interrupted
from .match import MatchResult, play_match


class Pair(msgspec.Struct, frozen=True):
    """Two of the bots, by number, and their match."""

    first: int
    second: int
    result: MatchResult


class PairsResult(msgspec.Struct, frozen=True, kw_only=True):
    bots: tuple[str, ...]
    pairs: tuple[Pair, ...]

    @property
    def hands(self) -> int:
        return sum(pair.result.hands for pair in self.pairs)

    def rate(self, bot: int, other: int) -> Measured | None:
        """Return one bot's win rate against another; None against itself or a bot that it has not played."""
        for pair in self.pairs:
            if (pair.first, pair.second) in ((bot, other), (other, bot)):
                return pair.result.scores[0 if pair.first == bot else 1].rate
        return None

    def total(self, bot: int) -> Measured | None:
        """Return a bot's average win rate over its opponents; None if it has not played them all."""
        found = [rate for other in range(len(self.bots)) if (rate := self.rate(bot, other)) is not None]
        return average(found) if len(found) == len(self.bots) - 1 else None


def needs_pairs(bots: Sequence[Bot], seats: int | None) -> bool:
    """Whether these bots cannot share a table because one of them plays only heads-up."""
    return seats is None and len(bots) > 2 and any(bot.game is not None and bot.game.seats == 2 for bot in bots)


def play_pairs(
    bots: Sequence[Bot], *, hands: int, step: Callable[[int], None] | None = None, **wishes: Any
) -> PairsResult:
    """Play every pair heads-up; `wishes` are passed to `play_match`.

    Ctrl-C raises `Interrupted`, which has the pairs played so far; the last of them may have played fewer hands.
    """
    pairs: list[Pair] = []
    stopped = False
    for one, two in combinations(range(len(bots)), 2):
        try:
            pairs.append(Pair(one, two, play_match([bots[one], bots[two]], hands=hands, step=step, **wishes)))
        except KeyboardInterrupt as stop:
            if isinstance(stop, Interrupted):
                pairs.append(Pair(one, two, stop.result))
            if not pairs:
                raise
            stopped = True
            break
    result = PairsResult(bots=tuple(bot.name for bot in bots), pairs=tuple(pairs))
    if stopped:
        raise Interrupted(result, result.hands)
    return result
