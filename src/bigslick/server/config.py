"""The tables of the house: those that are open when nobody says otherwise, and those of a file."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from ..bots import style_number
from ..history.rulings import explain
from ..protocol.settings import BadSpec, Pace, TableSpec
from ..rules import Rules
from ..tournament.levels import Level
from ..tournament.payouts import Payouts
from ..tournament.structure import Structure
from .tournament.contest import TournamentSpec

FAST: Final = Pace(
    action_ms=5_000, bank_ms=5_000, deal_animation_delay_ms=30, inter_round_delay_ms=300, bot_ms=60, grace_ms=4_000
)
"""For trying things out: nobody waits."""

TABLES: Final[tuple[TableSpec, ...]] = (
    TableSpec(name="Cedar", seats=6, small_blind=1, big_blind=2, bots=("tag", "lag", "caller", "rock")),
    TableSpec(name="Birch", seats=6, small_blind=5, big_blind=10, bots=("shark", "tag", "lag", "maniac")),
    TableSpec(name="Duel", seats=2, small_blind=5, big_blind=10, bots=("shark",)),
    TableSpec(
        name="Oak", seats=9, small_blind=5, big_blind=10, bots=("tag", "lag", "rock", "caller", "maniac", "shark")
    ),
    TableSpec(name="Ash", seats=6, small_blind=25, big_blind=50, bots=("shark", "tag", "shark", "lag")),
    TableSpec(name="Willow", seats=6, small_blind=5, big_blind=10, limit="fixed", bots=("tag", "caller", "rock")),
)
"""What a room opens with."""


def _levels(minutes: int, *blinds: tuple[int, int, int]) -> tuple[Level, ...]:
    return tuple(Level(small=small, big=big, ante=ante, seconds=60 * minutes) for small, big, ante in blinds)


_SHORT: Final = _levels(
    3,
    (10, 20, 0),
    (15, 30, 0),
    (25, 50, 0),
    (50, 100, 0),
    (75, 150, 15),
    (100, 200, 20),
    (150, 300, 30),
    (200, 400, 40),
    (300, 600, 60),
    (500, 1000, 100),
    (1000, 2000, 200),
)
TOURNAMENTS: Final[tuple[TournamentSpec, ...]] = (
    TournamentSpec(
        structure=Structure(
            name="Sit-and-go, six-handed",
            entrants=6,
            seats=6,
            starting_stack=1500,
            buy_in=500,
            fee=50,
            levels=_SHORT,
            rules=Rules.tournament(),
            payouts=Payouts(percent=(Decimal(65), Decimal(35))),
        ),
        fill_ms=10_000,
    ),
    TournamentSpec(
        structure=Structure(
            name="Two tables, eighteen players",
            entrants=18,
            seats=9,
            starting_stack=1500,
            buy_in=200,
            fee=20,
            levels=_SHORT,
            rules=Rules.tournament(),
            payouts=Payouts(percent=(Decimal(45), Decimal(27), Decimal(18), Decimal(10))),
        ),
        fill_ms=20_000,
    ),
)
"""Of each of these one is open for entries; house bots fill it when somebody has entered."""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a room opens with, as a file says it."""

    table: tuple[TableSpec, ...] = ()
    tournament: tuple[TournamentSpec, ...] = ()


def read_house(path: Path) -> House:
    """The tables and tournaments of a TOML file: `[[table]]` with the settings of `TableSpec`, and `[[tournament]]`."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=House)
    except (msgspec.MsgspecError, BadSpec) as error:
        raise ValueError(f"{path}: {explain(error)}") from None
    for style in (style for spec in found.table for style in spec.bots):
        style_number(style)
    names = [spec.name for spec in found.table]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{path}: two tables are called {doubled[0]!r}: expected a name of its own for each")
    return found


Spec = TypeVar("Spec", TableSpec, TournamentSpec)


def at_pace(specs: tuple[Spec, ...], pace: Pace) -> tuple[Spec, ...]:
    """The same tables or tournaments with other clocks."""
    return tuple(msgspec.structs.replace(spec, pace=pace) for spec in specs)
