"""Every draw is even: chi-square over real events, played to their end by the director, the floor and the clock.

The seeds are fixed, so a test always passes or always fails. Even draws fall below the significance level once in ten
thousand tests; a stream that takes its first choice too often fails every one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from bigslick.core import draws as core
from bigslick.shuffle import Keystream, Seed
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.table_sizes import TableSizes
from bigslick.tournament.floor import run
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import HandPace, Structure

from .chance import by_chance, evenness
from .draws import Draws, draws_of

SIGNIFICANCE = 1e-4
EVENTS, BIASED = 500, 250

BY_HANDS = tuple(Level(small=10 << k, big=20 << k, hands=5) for k in range(9))
BY_TIME = tuple(Level(small=10 << k, big=20 << k, seconds=600) for k in range(9))
FIELDS: dict[str, dict[str, Any]] = {
    "a closed field": {"entrants": 19, "levels": BY_HANDS, "redraw_at_tables": (2, 1)},
    "an open field": {"entrants": 26, "levels": BY_HANDS, "late_reg_levels": 2, "reentry_limit": 1},
    "a closed field by time": {"entrants": 19, "levels": BY_TIME},
    "an open field by time": {"entrants": 26, "levels": BY_TIME, "late_reg_levels": 2, "reentry_limit": 1},
}
EVERYWHERE = (
    "the seats of the field",
    "the players of the field",
    "the first button of the field",
    "the seats of the final table",
    "the players of the final table",
    "the first button of the final table",
    "the table that breaks",
    "the player of a broken table",
    "the table after a break",
    "the seat after a break",
)
REDRAWN = ("the seats of a redraw", "the players of a redraw", "the first button of a redraw")
OPEN = (
    "the table of a late entry",
    "the seat of a late entry",
    "the table of a re-entry",
    "the seat of a re-entry",
    "the seat of a table's first player",
    "the first button of a table that opens later",
)
DRAWN = {
    "a closed field": (*EVERYWHERE, *REDRAWN),
    "an open field": (*EVERYWHERE, *OPEN),
    "a closed field by time": EVERYWHERE,
    "an open field by time": (*EVERYWHERE, *OPEN),
}
EACH = [(field, what) for field, drawn in DRAWN.items() for what in drawn]


def played(field: str, count: int) -> Iterator[Tournament]:
    """Play one event of a kind for each seed; hands are decided by chance alone, which is quick."""
    structure = Structure(
        seats=6,
        starting_stack=400,
        break_order="random",
        payouts=Payouts(paid_percent=Decimal(10)),
        pace=HandPace(seconds_per_hand=60, seconds_per_action=5),
        **FIELDS[field],
    )
    late = 6 if structure.late_reg_levels else 0
    return (Tournament(structure, seed, bots=("random", "maniac"), late=late) for seed in range(count))


@pytest.fixture(scope="module")
def even() -> dict[str, Draws]:
    return {field: draws_of(played(field, EVENTS)) for field in FIELDS}


def loaded(seed: Seed, label: str) -> Keystream:
    """Return a stream that takes the first seat half of the time, and draws otherwise."""
    stream, fair = Keystream(seed, label), Keystream(seed, label, "fair")
    if label == "seats":  # with 1 to 255 choices, a byte of 1 picks the first
        stream.draws = core.Draws(lambda: bytes([1 if fair.below(2) else fair.below(256) for _ in range(64)]))
    return stream


class OftenTheLowest(TableSizes):
    """Draws the lowest-numbered table too often; the first in the list would not do, because its order is arbitrary."""

    def drawn(self, size: int, draws: core.Draws) -> int:
        return self.lowest(size) if draws.below(2) else super().drawn(size, draws)


class Partial(Director):
    """A director that prefers some tables to others."""

    def __init__(self, *given: Any, **asked: Any) -> None:
        super().__init__(*given, **asked)
        self._sizes = OftenTheLowest()


@pytest.fixture(scope="module")
def biased() -> Iterator[dict[str, Draws]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "Keystream", loaded)
        patch.setattr(run, "director_for", lambda _: Partial)
        yield {field: draws_of(played(field, BIASED)) for field in FIELDS}


@pytest.mark.parametrize(("field", "what"), EACH)
def test_s2_2_1_every_draw_is_even(even: dict[str, Draws], field: str, what: str) -> None:
    likely, counted = evenness(even[field][what])
    assert counted >= EVENTS / 4, f"{what}: only {counted} draws"
    assert likely > SIGNIFICANCE, f"{what}: {counted} draws as uneven as these come once in {1 / likely:,.0f}"


@pytest.mark.parametrize(("field", "what"), EACH)
def test_a_planted_bias_is_found_in_every_draw(biased: dict[str, Draws], field: str, what: str) -> None:
    likely, _ = evenness(biased[field][what])
    assert likely < SIGNIFICANCE, f"{what}: the bias passes for chance, {likely:.2g}"


def test_no_draw_goes_unproved(even: dict[str, Draws]) -> None:
    for field, drawn in DRAWN.items():
        assert {what for what, draws in even[field].items() if max(draws)[0] > 1} == set(drawn)


def test_the_tail_of_chi_square() -> None:
    """The values are in any textbook."""
    for freedom, statistic in ((1, 3.841), (2, 5.991), (9, 16.919), (30, 43.773)):
        assert by_chance(statistic, freedom) == pytest.approx(0.05, abs=1e-4)
    assert by_chance(0, 3) == 1
