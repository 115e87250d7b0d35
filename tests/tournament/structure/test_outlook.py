"""A structure's outlook as data agrees with what it says in words."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import UNSET

from bigslick.tournament.structure.explain import explain
from bigslick.tournament.structure.files import load, presets
from bigslick.tournament.structure.outlook import outlook


@pytest.mark.parametrize("name", presets())
def test_the_money_of_a_field_adds_up(name: str) -> None:
    structure = load(name).with_entrants(40)
    ahead = outlook(structure)
    assert ahead.entrants == 40
    assert ahead.prizes is not UNSET
    assert sum(ahead.prizes) == ahead.prize_pool
    paid_in = [ahead.prize_pool, ahead.fees, ahead.bounties]
    assert sum(part for part in paid_in if part is not UNSET) - 40 * structure.entry_cost == ahead.overlay
    assert list(ahead.explanation) == explain(structure)
    assert msgspec.convert(msgspec.to_builtins(ahead), type(ahead)) == ahead


def test_an_open_field_leaves_out_what_depends_on_it() -> None:
    told = msgspec.to_builtins(outlook(load("deep-9")))
    assert told["entrants"] is None
    assert {"prizes", "tables", "ends_after_seconds", "forecast"}.isdisjoint(told)
