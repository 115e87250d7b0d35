"""Tests whether draws are even."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Return how far the counts are from even over all cells, including those never drawn."""
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + expected * (cells - len(counts))


def by_chance(statistic: float, freedom: int) -> float:
    """Return how likely even draws are to give this statistic or a larger one, with this many degrees of freedom."""
    half = statistic / 2
    if half <= 0:
        return 1.0
    at = 0.5 if freedom % 2 else 1.0
    found = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while at < freedom / 2:
        found += math.exp(at * math.log(half) - half - math.lgamma(at + 1))
        at += 1
    return found


def evenness(draws: Iterable[tuple[int, int]], expected: int = 5) -> tuple[float, int]:
    """Return how likely even draws are to differ this much, from pairs (choices, chosen), and how many there were.

    Draws among the same number of choices are grouped; groups too small to expect five draws of each choice are left
    out.
    """
    by_choices: dict[int, Counter[int]] = defaultdict(Counter)
    for choices, chosen in draws:
        assert 0 <= chosen < choices
        by_choices[choices][chosen] += 1
    statistic, freedom, counted = 0.0, 0, 0
    for choices, counts in by_choices.items():
        if choices > 1 and counts.total() >= expected * choices:
            statistic += chi_square(counts, choices)
            freedom += choices - 1
            counted += counts.total()
    return by_chance(statistic, freedom), counted
