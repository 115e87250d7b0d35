"""Says how certain a figure is: its 95% interval, how many trials that takes, and whether it is beyond chance.

A mean has Student's t interval. It covers too little while rare big results decide the mean, so we show it only above a
number of trials that is known before the results: for a win rate from the table's size, for money from the skewness of
the prizes. A share has the interval of Clopper and Pearson (1934), which covers at every share and every count.
docs/explanation/intervals.md measures what each covers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Final, NamedTuple

DOUBT: Final = 0.05
"""The share of intervals that may miss."""
FEWEST: Final = 10
"""The fewest trials for an interval."""
FEWEST_FOR_A_VERDICT: Final = 30
"""The fewest trials before we call something beyond chance."""
HANDS_HEADS_UP: Final = 1500
"""The hands or deals that a heads-up win rate needs for an interval."""
HANDS: Final = 3000
"""The same for larger tables, where a seat folds most hands and wins a big pot now and then."""
TRIALS_BY_SKEWNESS: Final = 25
"""Trials for a skewness of 1; they grow with its square (Cochran 1977, 2.15)."""
NORMAL: Final = NormalDist().inv_cdf(1 - DOUBT / 2)
"""Standard errors on either side of a 95 % interval with very many trials."""
_MANY: Final = 5000
"""Degrees of freedom beyond which Student's t is computed from the normal distribution."""


class Measured(NamedTuple):
    """A mean with its standard error, its number of trials, and the trials needed for an interval."""

    value: float
    error: float
    trials: int
    needed: int = FEWEST

    @property
    def missing(self) -> int:
        """How many more trials an interval needs."""
        return max(0, self.needed - self.trials)

    @property
    def half(self) -> float | None:
        """Half the width of the 95 % interval; None if there are too few trials for one."""
        return None if self.missing else width(self.trials) * self.error

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval; None if there are too few trials for one."""
        half = self.half
        return None if half is None else (self.value - half, self.value + half)

    @property
    def chance(self) -> float:
        """How likely chance alone is to put the mean this far from 0, in either direction."""
        if not self.error:
            return 0.0 if self.value else 1.0
        return _both_tails(abs(self.value) / self.error, self.trials - 1)

    def is_settled(self, looks: int = 1) -> bool:
        """Whether 0 is outside the interval, which is wider for one of several looks (Bonferroni)."""
        enough = not self.missing and self.trials >= FEWEST_FOR_A_VERDICT
        return enough and self.chance * looks < DOUBT

    def trials_to_settle(self, looks: int = 1) -> int | None:
        """Return how many more trials would settle the sign of the mean, if it stays; None if no number would."""
        if self.is_settled(looks):
            return 0
        least = max(self.missing, FEWEST_FOR_A_VERDICT - self.trials, 0)
        if least or not self.error:
            return least or None
        half = NormalDist().inv_cdf(1 - DOUBT / looks / 2) * self.error
        if abs(self.value) < half * 1e-5:
            return None
        return max(1, math.ceil(self.trials * ((half / self.value) ** 2 - 1)))


def from_sums(trials: int, total: float, squares: float, needed: int, unit: float = 1) -> Measured:
    """Return the mean of some trials, times a unit, from their sum and the sum of their squares."""
    mean = total / max(1, trials)
    spread = max(0.0, squares / max(1, trials) - mean * mean)
    return Measured(unit * mean, unit * math.sqrt(spread / max(1, trials - 1)), trials, needed)


def average(rates: Sequence[Measured]) -> Measured:
    """Return the mean of independent means, each counting the same."""
    count = max(1, len(rates))
    return Measured(
        math.fsum(one.value for one in rates) / count,
        math.sqrt(math.fsum(one.error**2 for one in rates)) / count,
        min((one.trials for one in rates), default=0),
        max((one.needed for one in rates), default=FEWEST),
    )


def settled(rows: Sequence[Measured]) -> list[bool]:
    """Return which of several means are beyond chance, allowing for all of these looks (Holm 1979)."""
    found = [False] * len(rows)
    # Rows with too few trials come last: they count as looks, but settle nothing.
    order = sorted(range(len(rows)), key=lambda place: (not rows[place].is_settled(), rows[place].chance))
    for left, place in zip(range(len(rows), 0, -1), order, strict=True):
        if not rows[place].is_settled(looks=left):
            break
        found[place] = True
    return found


def hands_needed(seats: int) -> int:
    """Return how many hands or deals a win rate at a table of this size needs for an interval."""
    return HANDS_HEADS_UP if seats == 2 else HANDS


def trials_needed(skewness: float) -> int:
    """Return how many trials a mean needs for an interval when single results are this skewed."""
    return max(FEWEST, math.ceil(TRIALS_BY_SKEWNESS * skewness * skewness))


def skewness(values: Sequence[float]) -> float:
    """Return the skewness of some values, 0 if all are the same."""
    count = max(1, len(values))
    mean = math.fsum(values) / count
    square = math.fsum((value - mean) ** 2 for value in values) / count
    cube = math.fsum((value - mean) ** 3 for value in values) / count
    return cube / square**1.5 if square > 1e-18 * mean * mean else 0.0


def share_interval(won: float, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share; a tie can count in part. From 0 to 1 without trials."""
    low = _beta_quantile(DOUBT / 2, won, trials - won + 1) if won > 0 else 0.0
    high = _beta_quantile(1 - DOUBT / 2, won + 1, trials - won) if won < trials else 1.0
    return low, high


def plus_minus(value: str, half: float | None, digits: int = 1) -> str:
    """Format a figure with its interval, "+4.2 ± 11.0"; "+4.2 ± ?" if there are too few trials for one."""
    return f"{value} ± {'?' if half is None else f'{half:,.{digits}f}'}"


def too_few(missing: int, noun: str) -> str:
    """Return the sentence for a figure without an interval."""
    return f"± ? means too few {noun}s for an interval: {missing:,} more {'are' if missing > 1 else 'is'} needed."


def many_looks(count: int) -> str:
    """Return the sentence for several intervals without a verdict; empty for one."""
    return f"These are {count:,} looks: about one interval in twenty misses by chance." if count > 1 else ""


@lru_cache(1024)
def width(trials: int) -> float:
    """Return the number of standard errors on either side of a mean's 95 % interval (Student 1908)."""
    degrees = trials - 1
    if degrees < 1:
        return math.inf
    if degrees > _MANY:  # Cornish and Fisher 1938
        return NORMAL + (NORMAL**3 + NORMAL) / (4 * degrees)
    x = _beta_quantile(DOUBT, degrees / 2, 0.5)
    return math.sqrt(degrees * (1 / x - 1))


def _both_tails(distance: float, degrees: int) -> float:
    """Return the probability that Student's t is further than a distance from 0, on either side."""
    if degrees < 1:
        return 1.0
    if degrees > _MANY:
        return math.erfc(distance / math.sqrt(2))
    return _beta(degrees / (degrees + distance * distance), degrees / 2, 0.5)


def _beta_quantile(share: float, a: float, b: float) -> float:
    """Return where the regularized incomplete beta function reaches a share, by Newton's steps within bounds."""
    low, high, mean = 0.0, 1.0, a / (a + b)
    near = mean + NormalDist().inv_cdf(share) * math.sqrt(mean * (1 - mean) / (a + b + 1))
    x = near if 0 < near < 1 else mean
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    for _ in range(200):
        above = _beta(x, a, b) - share
        low, high = (low, x) if above > 0 else (x, high)
        slope = math.exp((a - 1) * math.log(x) + (b - 1) * math.log1p(-x) + scale)
        last, x = x, x - above / slope if slope else 0.0
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - last) <= 1e-12 * x or x == 1:
            break
    return x


def _beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    total, c, d = 1.0, 1.0, 1 / (1 - (a + b) * x / (a + 1))
    total = d
    for m in range(1, 10_000):
        for part in (
            m * (b - m) / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + part * x * d)
            c = 1 + part * x / c
            total *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return math.exp(front) * total / a
