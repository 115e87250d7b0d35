"""Builds lists of values without trying each one: ranges of ints, choices of several items, subsets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from .limits import MAX_ITEMS
from .problems import Fault


def menu(low: int, high: int, step: int, always: Sequence[int], most: int | None) -> list[int]:
    """List the values of intsInRange: grid and required values, or a sample of them, without building the grid."""
    if low > high or step <= 0:
        return []
    required = sorted({low, high, *(value for value in always if low <= value <= high)})
    off_grid = sum((value - low) % step != 0 for value in required)
    total = (high - low) // step + 1 + off_grid
    if most is None:
        if total > MAX_ITEMS:
            raise Fault(f"a range of more than {MAX_ITEMS:,} numbers; maxResults lists a sample")
        return sorted({*range(low, high + 1, step), *required})
    if most < 1 or (most < 2 and low < high):
        return []
    if most > MAX_ITEMS:
        raise Fault(f"maxResults of more than {MAX_ITEMS:,}")
    if total <= most:
        return sorted({*range(low, high + 1, step), *required})
    if len(required) >= most:
        return required[:most]
    slots = most - len(required)
    spare = total - len(required)
    places = [(value - low) // step for value in required if (value - low) % step == 0]
    chosen = []
    for slot in range(slots):
        index = slot * spare // slots
        for place in places:  # ascending, so each required value at or before the index shifts it by one
            if place <= index:
                index += 1
        chosen.append(low + index * step)
    return sorted([*required, *chosen])


def on_grid(value: int, low: int, high: int, step: int, always: Sequence[int]) -> bool:
    """Whether intsInRange accepts a value: one on the grid, listed or not, or a required one."""
    if step <= 0 or not low <= value <= high:
        return False
    return (value - low) % step == 0 or value == high or value in always


def subsets(items: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Return all subsets of a size, in index order."""
    if not 1 <= size <= len(items):
        raise Fault(f"subsets of {size} from {len(items)} items")
    count = math.comb(len(items), size)
    if count > MAX_ITEMS:
        raise Fault(f"{count:,} subsets, more than {MAX_ITEMS:,}")
    return list(combinations(items, size))


def choices(source: Sequence[int], least: int, most: int) -> list[int]:
    """Return every choice of `least` to `most` items, each as bits: small choices first, then in item order."""
    items = dict.fromkeys(source)
    low, high = max(0, least), min(most, len(items))
    count = sum(math.comb(len(items), size) for size in range(low, high + 1))
    if count > MAX_ITEMS:
        amount = f"{low}" if low == high else f"{low} to {high}"
        raise Fault(
            f"a choice of {amount} from {len(items)} has {count:,} combinations, more than {MAX_ITEMS:,}; lower its max"
        )
    bits = [1 << item for item in items]
    return [sum(chosen) for size in range(low, high + 1) for chosen in combinations(bits, size)]
