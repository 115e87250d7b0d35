"""The tables of the house: those that are open when nobody says otherwise, and those of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from ..bots import style_number
from .spec import BadSpec, Pace, TableSpec

FAST: Final = Pace(
    action_ms=5_000, bank_ms=5_000, deal_animation_delay_ms=30, inter_round_delay_ms=300, bot_ms=60, grace_ms=4_000
)
"""For trying things out: nobody waits."""

TABLES: Final = (
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


class _File(msgspec.Struct, forbid_unknown_fields=True):
    table: list[TableSpec]


def read_tables(path: Path) -> tuple[TableSpec, ...]:
    """The tables of a TOML file: one `[[table]]` for each, with the settings of `TableSpec`."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=_File).table
    except (msgspec.MsgspecError, BadSpec) as error:
        raise ValueError(f"{path}: {error}") from None
    for style in (style for spec in found for style in spec.bots):
        style_number(style)
    names = [spec.name for spec in found]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{path}: two tables are called {doubled[0]!r}: expected a name of its own for each")
    return tuple(found)


def at_pace(tables: tuple[TableSpec, ...], pace: Pace) -> tuple[TableSpec, ...]:
    """The same tables with other clocks."""
    return tuple(msgspec.structs.replace(spec, pace=pace) for spec in tables)
