"""Live and simulated events are one: a served tournament goes as the simulator's, event for event and hand for hand.

`both_ways` plays one event at real served tables and by the simulator. Compared are the director's events, every hand,
and the accounts at the end. The events have everything a structure file can say, house bots, late entries, re-entries,
rebuys and add-ons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bigslick.shuffle import Keystream
from bigslick.table.ranking import BUST_RULES
from bigslick.tournament.director.breaking import Breaking
from bigslick.tournament.director.seating import TableSeats
from bigslick.tournament.floor._floor import COMPILED
from bigslick.tournament.structure import payouts
from bigslick.tournament.structure.bounties import BOUNTY_KINDS
from bigslick.tournament.structure.levels import Schedule, Unit
from bigslick.tournament.structure.structure import BREAK_ORDERS, HALT_TRIGGERS, Structure

from .any_event import Field, any_event
from .both_ways import both_ways
from .strategies import law

FEW = 60 if COMPILED else 6


def _has(name: str, value: object, structure: Structure, _: Field) -> bool:
    return bool(getattr(structure, name) == value)


def _bounty(kind: str, structure: Structure, _: Field) -> bool:
    return structure.bounty is not None and structure.bounty.kind == kind


@law(FEW)
@given(st.integers(0, 1 << 40))
def test_a_live_event_goes_as_the_simulated_one(number: int) -> None:
    expected, live = both_ways(*any_event(Random(number)))
    assert live.events == expected.events
    assert live.hands == expected.hands
    assert live.balances == expected.balances


FEATURES: dict[str, Callable[[Structure, Field], object]] = {
    "late entries": lambda structure, field: field.late,
    "re-entries": lambda structure, field: structure.reentry_limit,
    "house bots": lambda structure, field: field.house,
    "people": lambda structure, field: field.people,
    "rebuys after a bust": lambda structure, field: structure.rebuy and not structure.rebuy.at_most,
    "rebuys with few chips": lambda structure, field: structure.rebuy and structure.rebuy.at_most,
    "add-ons": lambda structure, field: structure.addon,
    "guarantees": lambda structure, field: structure.guarantee > structure.paid_in(len(field.names)),
    "antes by level": lambda structure, field: len({level.ante_kind for level in structure.levels}) > 2,
    "satellites": lambda structure, field: structure.payouts.kind == "satellite" and structure.payouts.seat_name,
    "shootouts": lambda structure, field: structure.shootout,
    "brackets": lambda structure, field: structure.bracket,
    "days": lambda structure, field: structure.days and not structure.flights,
    "flights": lambda structure, field: structure.flights,
    "no-shows": lambda structure, field: structure.no_shows,
    "breaks": lambda structure, field: structure.breaks,
    "redraws before the final table": lambda structure, field: max((0, *structure.redraw_at_tables)) > 1,
    "hand for hand": lambda structure, field: structure.hand_for_hand,
    **{f"levels by {unit}": partial(_has, "unit", unit) for unit in get_args(Unit)},
    **{f"{kind} bounties": partial(_bounty, kind) for kind in BOUNTY_KINDS},
    **{f"tables break by {order}": partial(_has, "break_order", order) for order in BREAK_ORDERS},
    **{f"halts when {trigger}": partial(_has, "halt_trigger", trigger) for trigger in HALT_TRIGGERS},
    **{f"ranks busts by {rule}": partial(_has, "simultaneous_bust_rule", rule) for rule in BUST_RULES},
}


def test_the_events_have_everything_that_a_structure_file_can_say() -> None:
    events = [any_event(Random(number)) for number in range(300)]
    seen = {name: sum(bool(has(*event)) for event in events) for name, has in FEATURES.items()}
    assert min(seen.values()) > 2, seen
    assert sum(len(field.names) > 2 * structure.seats for structure, field in events) > 20, "several tables"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_live_events_go_as_the_simulated_ones(part: int) -> None:
    for number in range(part * 100, (part + 1) * 100):
        expected, live = both_ways(*any_event(Random(number)))
        assert live == expected, number


@contextmanager
def prizes_rounded_otherwise() -> Iterator[None]:
    """Give one unit of the first prize to the second place."""
    real = payouts.prizes

    def prizes(*given: Any) -> list[int]:
        found = real(*given)
        return [found[0] - 1, found[1] + 1, *found[2:]] if len(found) > 1 else found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bigslick.tournament.structure.structure.prizes", prizes)
        yield


@contextmanager
def levels_a_second_longer() -> Iterator[None]:
    """Make every level a second longer."""
    real = Schedule.__init__

    def init(schedule: Schedule, levels: Any, *given: Any) -> None:
        real(schedule, [replace(level, seconds=level.seconds + bool(level.seconds)) for level in levels], *given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Schedule, "__init__", init)
        yield


@contextmanager
def another_player_moves() -> Iterator[None]:
    """Move the lowest seat of a table to balance, instead of the next big blind."""

    def lowest(table: TableSeats, seats: int) -> int | None:
        return next((seat for seat in range(seats) if table.taken >> seat & 1), None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bigslick.tournament.director.arrangement.next_big_blind", lowest)
        yield


@contextmanager
def another_table_breaks() -> Iterator[None]:
    """Break the table that is last in the published order."""
    real = Breaking.publish

    def publish(breaking: Breaking, tables: Sequence[int], stream: Keystream) -> None:
        real(breaking, tables, stream)
        breaking._tables.reverse()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Breaking, "publish", publish)
        yield


@pytest.mark.parametrize(
    "plant", [prizes_rounded_otherwise, levels_a_second_longer, another_player_moves, another_table_breaks]
)
def test_a_planted_difference_is_found(plant: Callable[[], AbstractContextManager[None]]) -> None:
    def found(number: int) -> bool:
        expected, live = both_ways(*any_event(Random(number)), plant())
        return live != expected

    assert any(map(found, range(60)))
