"""Whether draws are even."""

from __future__ import annotations

from collections import Counter
from typing import Any


def chi_square(counts: Counter[Any], cells: int) -> float:
    """How far the counts are from even over all cells, those never drawn included."""
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + expected * (cells - len(counts))
