"""Live and simulated events are one: a served tournament goes as the simulator's, event for event and hand for hand.

`both_ways` plays one event at real served tables and by the simulator. Compared are the director's events, every hand,
and the accounts at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bigslick.shuffle import Keystream
from bigslick.tournament.director.breaking import Breaking
from bigslick.tournament.director.seating import TableSeats
from bigslick.tournament.floor._floor import COMPILED
from bigslick.tournament.structure import payouts
from bigslick.tournament.structure.levels import Schedule

from .both_ways import any_event, both_ways
from .strategies import law

FEW = 60 if COMPILED else 6


@law(FEW)
@given(st.integers(0, 1 << 40))
def test_a_live_event_goes_as_the_simulated_one(number: int) -> None:
    expected, live = both_ways(*any_event(Random(number)))
    assert live.events == expected.events
    assert live.hands == expected.hands
    assert live.balances == expected.balances


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
