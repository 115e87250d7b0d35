"""Compares a grid's points: length, size, payouts, and which differences are beyond chance.

Pair n starts with the same seats, bots and decks at every point, and the decks stay the same until play differs. So
points are compared pair by pair: luck that both share does not count as a difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bigslick.intervals import (
    FEWEST,
    FEWEST_FOR_A_VERDICT,
    Measured,
    many_looks,
    plus_minus,
    settled,
    skewness,
    trials_needed,
)

from .analysis import events_needed
from .labels import bot_label, point_labels
from .plan import cells

if TYPE_CHECKING:
    from .study_results import StudyResults

HOURS = "hours"
ROUNDS = "hands at each table"
HANDS = "hands at all tables"
EVENT = ("entries", "places paid", "prize pool", "first prize")
"""The measures of an event beside its length, in the order of every table."""


class Mean(NamedTuple):
    """A mean, or a ratio of two means, over tournaments, with each tournament's deviation."""

    value: float
    residuals: tuple[float, ...]
    needed: int | None = None
    """The tournaments needed for an interval, if that is known without the results."""

    @property
    def measured(self) -> Measured:
        """The mean with its standard error."""
        count = len(self.residuals)
        error = math.sqrt(math.fsum(value * value for value in self.residuals) / max(1, count - 1) / max(1, count))
        needed = trials_needed(skewness(self.residuals)) if self.needed is None else self.needed
        return Measured(self.value, error, count, needed)

    @property
    def half(self) -> float | None:
        """Half the width of the 95% interval; 0 if all are the same, None if there are too few for one."""
        found = self.measured
        same = self.needed is None and not found.error and found.trials >= FEWEST
        return 0.0 if same else found.half

    def __str__(self) -> str:
        return with_half(self.value, self.half)


FEWEST_FOR_A_RANGE: Final = 20
"""The fewest tournaments that show where nine in ten lie: with fewer, both ends are just the extremes."""


class Spread(NamedTuple):
    """The lengths of one point's tournaments: the median, and the range that holds nine in ten."""

    unit: str
    mean: Mean
    median: float
    nine_in_ten: tuple[float, float] | None
    """The fifth and the ninety-fifth percentile; None with fewer than `FEWEST_FOR_A_RANGE` tournaments."""

    def __str__(self) -> str:
        return self.text(_amount)

    def text(self, form: Callable[[float], str]) -> str:
        """Return the median and the range: "6.1 (5.6 to 6.4)", or "6.1 (?)" if there are too few for a range."""
        between = "?" if self.nine_in_ten is None else " to ".join(map(form, self.nine_in_ten))
        return f"{form(self.median)} ({between})"

    def sentence(self, words: str, form: Callable[[float], str]) -> str:
        """Return "nine in ten take 5.6 to 6.4", or how many tournaments a range takes."""
        if self.nine_in_ten is None:
            return f"a range takes {FEWEST_FOR_A_RANGE} tournaments"
        return f"{words} {' to '.join(map(form, self.nine_in_ten))}"


class Point(NamedTuple):
    """One grid point: its label, settings, and figures over its tournaments."""

    label: str
    settings: dict[str, Any]
    tournaments: int
    length: Spread
    last_level: Spread
    measures: dict[str, Mean]


class Difference(NamedTuple):
    """How a point differs from the first in one measure, over the pairs that both have played."""

    label: str
    measure: str
    here: float
    first: float
    change: Mean
    settled: bool = False
    """Whether it is beyond chance, allowing for all differences in the study."""

    @property
    def difference(self) -> float:
        """How much larger the measure is here than at the first point."""
        return self.change.value

    @property
    def half(self) -> float | None:
        """Half the width of the 95% interval; None if there are too few pairs for one."""
        return self.change.half

    @property
    def verdict(self) -> str:
        """Whether it is beyond chance, as text for a table."""
        few = self.half is None or self.change.measured.trials < FEWEST_FOR_A_VERDICT
        return "too few" if few else "yes" if self.settled else "no"


class Comparison:
    """A study's points, and their differences from the first."""

    def __init__(self, found: StudyResults) -> None:
        self.unit = length_unit(found)
        labels, settings = point_labels(found.plan), found.plan.points()
        measured = _measures(found, self.unit)
        self.points = [
            Point(
                labels[cell],
                settings[cell],
                rows["pair"].len(),
                _spread(self.unit, _lengths(rows, self.unit)),
                _spread("level", rows["levels"].to_list()),
                {name: measure(rows["pair"].to_list()) for name, measure in measured[cell].items()},
            )
            for cell, rows in _by_cell(found)
        ]
        found_differences = [
            difference
            for cell, rows in _by_cell(found)
            if cell and 0 in measured  # every tournament at the first point may have stalled
            for difference in _differences(
                labels[cell], measured[cell], measured[0], _pairs_of(found, 0) & set(rows["pair"].to_list())
            )
        ]
        sure = settled([row.change.measured for row in found_differences])
        self.differences = [row._replace(settled=one) for row, one in zip(found_differences, sure, strict=True)]

    @property
    def shown(self) -> list[Difference]:
        """The differences that are not always 0; at each point, the ones beyond chance come first."""
        rows = [row for row in self.differences if row.difference or row.half != 0]
        order = [point.label for point in self.points]
        return sorted(rows, key=lambda row: (order.index(row.label), not row.settled))

    @property
    def many_means(self) -> str:
        """A sentence that says how many means are shown with an interval, for length and the measures of an event."""
        shown = (point.length.mean.half for point in self.points)
        more = (point.measures[name].half for point in self.points for name in EVENT if name in point.measures)
        return many_looks(sum(bool(half) for half in (*shown, *more)))

    @property
    def many_looks(self) -> str:
        """A sentence with the number of differences tested, and how many more pairs the undecided ones need."""
        text = f"These are {len(self.differences)} looks; beyond chance allows for all of them."
        found = [row.change.measured for row in self.shown]
        more = max((max(one.needed, FEWEST_FOR_A_VERDICT) - one.trials for one in found), default=0)
        return (
            text if more <= 0 else f"{text} Too few: up to {more:,} more pairs are needed for an interval or a verdict."
        )


Measure = Callable[[Sequence[int]], Mean]


def length_unit(found: StudyResults) -> str:
    """Return the unit for lengths: hours if every structure runs by the clock, hands otherwise."""
    units = {cell.structure.unit for cell in cells(found.plan, found.manifest.structures)}
    return HANDS if len(units) > 1 else HOURS if units == {"time"} else ROUNDS


def _by_cell(found: StudyResults) -> list[tuple[int, Any]]:
    """Return the tournaments at each point that has any, in pair order."""
    played = found.tournaments.sort("cell", "pair")
    return [(int(cell), rows) for (cell,), rows in played.group_by("cell", maintain_order=True)]


def _pairs_of(found: StudyResults, cell: int) -> set[int]:
    played = found.tournaments
    return set(played.filter(played["cell"] == cell)["pair"].to_list())


def _lengths(rows: Any, unit: str) -> list[float]:
    if unit == HANDS:
        return [float(hands) for hands in rows["hands"].to_list()]
    return [length / 3600 if unit == HOURS else float(length) for length in rows["length"].to_list()]


def _spread(unit: str, values: Sequence[float]) -> Spread:
    found = sorted(map(float, values))
    cuts = quantiles(found, n=20, method="inclusive") if len(found) >= FEWEST_FOR_A_RANGE else None
    return Spread(unit, estimate(found), median(found), None if cuts is None else (cuts[0], cuts[18]))


def _measures(found: StudyResults, unit: str) -> dict[int, dict[str, Measure]]:
    """Return the measures at each point: functions from pairs to an estimate."""
    from .polars_library import pl

    measured: dict[int, dict[str, Measure]] = {}
    for cell, rows in _by_cell(found):
        pairs = rows["pair"].to_list()
        columns = {f"length, {unit}": _lengths(rows, unit)}
        if unit != HANDS:
            columns[HANDS] = rows["hands"].to_list()
        columns |= {"entries": rows["entries"].to_list(), "places paid": rows["paid"].to_list()}
        if rows["pool"].sum():
            columns |= {"prize pool": rows["pool"].to_list(), "first prize": rows["first"].to_list()}
        measured[cell] = {name: _column(pairs, values) for name, values in columns.items()}
        if rows["pool"].sum():
            first, pool = (dict(zip(pairs, rows[name].to_list(), strict=True)) for name in ("first", "pool"))
            measured[cell]["first prize, % of the pool"] = _ratio(first, pool, 100, 0)
    money = (
        found.entries.join(found.tournaments.select("tournament", "pair"), on="tournament")
        .group_by("cell", "bot", "pair")
        .agg((pl.col("prize") + pl.col("bounties")).sum().alias("prize"), pl.col("cost").sum())
        .sort("cell", "bot", "pair")
    )
    needed = events_needed(found.entries)
    for (cell, bot), rows in money.group_by("cell", "bot", maintain_order=True):
        if rows["cost"].sum():
            pairs = rows["pair"].to_list()
            prize, cost = (dict(zip(pairs, rows[name].to_list(), strict=True)) for name in ("prize", "cost"))
            measured[int(cell)][f"ROI of {bot_label(bot)}, %"] = _ratio(prize, cost, 100, -100, needed[cell, bot])
    return measured


def _column(pairs: Sequence[int], values: Sequence[float]) -> Measure:
    by_pair = dict(zip(pairs, map(float, values), strict=True))
    return lambda wanted: estimate([by_pair[pair] for pair in wanted])


def _ratio(top: dict[int, int], bottom: dict[int, int], unit: float, plus: float, needed: int | None = None) -> Measure:
    """Return a bot's ratio; a tournament without the bot counts as nothing paid and nothing won."""

    def measure(pairs: Sequence[int]) -> Mean:
        found = ratio([top.get(pair, 0) for pair in pairs], [bottom.get(pair, 0) for pair in pairs], unit, plus)
        return found._replace(needed=needed)

    return measure


def estimate(values: Sequence[float]) -> Mean:
    mean = math.fsum(values) / len(values)
    return Mean(mean, tuple(value - mean for value in values))


def ratio(top: Sequence[float], bottom: Sequence[float], unit: float = 1, plus: float = 0) -> Mean:
    """Return the ratio of two sums over tournaments, times a unit and shifted; results within one are dependent."""
    below = math.fsum(bottom)
    if not below:
        return Mean(math.nan, ())
    value, mean = math.fsum(top) / below, below / len(bottom)
    residuals = tuple(unit * (one - value * two) / mean for one, two in zip(top, bottom, strict=True))
    return Mean(unit * value + plus, residuals)


def _differences(label: str, here: dict[str, Measure], first: dict[str, Measure], both: set[int]) -> list[Difference]:
    pairs = sorted(both)
    found = []
    for name, measure in here.items():
        if name not in first or not pairs:
            continue
        one, two = measure(pairs), first[name](pairs)
        if math.isnan(one.value) or math.isnan(two.value):
            continue
        each = tuple(a - b for a, b in zip(one.residuals, two.residuals, strict=True))
        needed = None if one.needed is None or two.needed is None else max(one.needed, two.needed)
        change = Mean(one.value - two.value, each, needed)
        found.append(Difference(label, name, one.value, two.value, change))
    return found


def with_half(value: float, half: float | None, sign: bool = False) -> str:
    """Format a figure with its interval, to the digits that the interval allows; "± ?" if there is none yet."""
    scale = half if half else abs(value) / 10
    digits = 0 if scale >= 9.5 else 1 if scale >= 0.95 else 2
    shown = f"{round(value, digits) + 0.0:{'+' if sign else ''},.{digits}f}"  # adding 0.0 turns -0 into 0
    return shown if half == 0 else plus_minus(shown, half, digits)


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.1f}"
