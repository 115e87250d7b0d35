"""Late registration, rebuys and the add-on each end with their own level (rules 5.3)."""

from __future__ import annotations

import pytest

from bigslick.tournament.structure.entry_periods import may_enter, may_rebuy, pool_open
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure

LEVELS = tuple(Level(small=big // 2, big=big, hands=10) for big in (2, 4, 8, 16, 32))
EACH = Structure(
    seats=6,
    starting_stack=100,
    levels=LEVELS,
    late_reg_levels=1,
    rebuy=Rebuy(until_level=2, cost=5, chips=100),
    addon=AddOn(until_level=3, cost=5, chips=100),
)


@pytest.mark.parametrize(
    ("ended", "enter", "rebuy", "add_on"),
    [(0, True, True, True), (1, False, True, True), (2, False, False, True), (3, False, False, False)],
)
def test_each_period_is_its_own(ended: int, enter: bool, rebuy: bool, add_on: bool) -> None:
    assert (may_enter(EACH, ended), may_rebuy(EACH, ended)) == (enter, rebuy)
    assert pool_open(EACH, ended) == (enter or rebuy or add_on)


def test_a_freezeout_sells_nothing() -> None:
    assert not pool_open(Structure(seats=6, starting_stack=100, levels=LEVELS), 0)
