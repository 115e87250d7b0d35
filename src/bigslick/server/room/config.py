"""A card room's tables and tournaments: the defaults, or a file's."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from bigslick.bots import UnknownBot, style_number
from bigslick.checks import must_be
from bigslick.decoding import explain
from bigslick.protocol.opening import SPEEDS
from bigslick.protocol.settings import BadSettings, TablePace, TableSettings
from bigslick.rules import Rules
from bigslick.server.operations.limits import Limits
from bigslick.server.store.retention import HandRetention
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

FAST: Final = TablePace(
    action_ms=SPEEDS["fast"].action_ms,
    newcomer_ms=0,
    bank_ms=5_000,
    grace_ms=4_000,
    disconnect_bank_ms=5_000,
    deal_animation_delay_ms=30,
    inter_round_delay_ms=300,
    bot_ms=60,
)
"""Short clocks, for trying things out."""

TABLES: Final[tuple[TableSettings, ...]] = tuple(
    msgspec.structs.replace(table, dead_blind_rule="choice")
    for table in (
        TableSettings(name="Cedar", seats=6, small_blind=1, big_blind=2, bots=("tag", "lag", "fish", "rock")),
        TableSettings(name="Birch", seats=6, small_blind=5, big_blind=10, bots=("shark", "tag", "lag", "whale")),
        TableSettings(name="Duel", seats=2, small_blind=5, big_blind=10, bots=("shark",)),
        TableSettings(
            name="Oak", seats=9, small_blind=5, big_blind=10, bots=("tag", "lag", "rock", "fish", "whale", "shark")
        ),
        TableSettings(name="Ash", seats=6, small_blind=25, big_blind=50, bots=("shark", "tag", "shark", "lag")),
        TableSettings(name="Willow", seats=6, small_blind=5, big_blind=10, limit="fixed", bots=("tag", "fish", "rock")),
    )
)
"""The default tables: newcomers can post and play at once, or wait."""


def levels(minutes: int, *blinds: tuple[int, int, int]) -> tuple[Level, ...]:
    """Return levels of `minutes` each, from (small blind, big blind, ante)."""
    return tuple(Level(small=small, big=big, ante=ante, seconds=60 * minutes) for small, big, ante in blinds)


SIT_AND_GO_BLINDS: Final = (
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


def _sit_and_go(name: str, entrants: int, seats: int, buy_in: int, percent: tuple[int, ...]) -> Structure:
    return Structure(
        name=name,
        entrants=entrants,
        seats=seats,
        starting_stack=1500,
        buy_in=buy_in,
        fee=buy_in // 10,
        levels=levels(3, *SIT_AND_GO_BLINDS),
        rules=Rules.tournament(),
        payouts=Payouts(percent=tuple(map(Decimal, percent))),
    )


TOURNAMENTS: Final[tuple[TournamentSettings, ...]] = (
    TournamentSettings(structure=_sit_and_go("Sit-and-go, six-handed", 6, 6, 500, (65, 35)), fill_ms=10_000),
    TournamentSettings(
        structure=_sit_and_go("Two tables, eighteen players", 18, 9, 200, (45, 27, 18, 10)), fill_ms=20_000
    ),
)
"""The default tournaments. One of each is always open, and house bots fill it after the first entry."""


class RoomConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card room's tables and tournaments as listed in a file, its limits, and how long it keeps hands."""

    table: tuple[TableSettings, ...] = ()
    tournament: tuple[TournamentSettings, ...] = ()
    limits: Limits = Limits()
    hands: HandRetention = HandRetention()


def read_config(path: Path) -> RoomConfig:
    """Read a TOML file: `[[table]]` with the keys of `TableSettings`, `[[tournament]]`, `[limits]` and `[hands]`.

    A file without tables or tournaments gets the default ones.
    """
    must_be(Path, path, "a file of tables: expected a Path")
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=RoomConfig)
    except (msgspec.MsgspecError, BadSettings) as error:
        raise ValueError(f"{path}: {explain(error)}") from None
    for table in found.table:
        for style in table.bots:
            try:
                style_number(style)
            except UnknownBot as error:
                raise UnknownBot(error.sentence, f"{path}, table {table.name!r}") from None
    names = [table.name for table in found.table]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{path}: two tables are called {doubled[0]!r}: give each its own name")
    about_the_rest = found.hands != HandRetention() or found.limits != Limits()
    if about_the_rest and not (names or found.tournament):
        return msgspec.structs.replace(found, table=TABLES, tournament=TOURNAMENTS)
    return found


Settings = TypeVar("Settings", TableSettings, TournamentSettings)


def at_pace(settings: tuple[Settings, ...], pace: TablePace) -> tuple[Settings, ...]:
    """Return the same tables or tournaments with different clocks."""
    return tuple(msgspec.structs.replace(each, pace=pace) for each in settings)
