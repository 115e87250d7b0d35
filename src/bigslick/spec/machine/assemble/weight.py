"""Estimates how much code a piece of the tree becomes, because loops over players are unrolled for each seat."""

from __future__ import annotations

from typing import Final

from bigslick.spec.bounds import written_out
from bigslick.spec.expressions import ConditionCall, Players, Query, Value, Where, ZoneRef
from bigslick.spec.tree import Effect, VariableTarget

MOST: Final = 1_000
"""A loop over players is unrolled up to this weight."""


def weight(item: object, seats: int) -> int:
    """Estimate how many instructions a piece of the tree needs, counting about one per value."""
    if isinstance(item, list):
        return sum(weight(inner, seats) for inner in item)
    if isinstance(item, ConditionCall):
        return written_out(item.macro) * seats + weight(item.args, seats)
    if not isinstance(item, Value | Query | Where | Effect | VariableTarget | ZoneRef):
        return 0
    inside = 1
    for kind in type(item).__mro__:
        for name in getattr(kind, "__slots__", ()):
            inside += weight(getattr(item, name), seats)
    return inside * seats if isinstance(item, Players) else inside
