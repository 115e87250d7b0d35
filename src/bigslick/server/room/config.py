"""A card room's tables and tournaments: the defaults, or a file's."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from bigslick.bots import UnknownBot, style_number
from bigslick.checks import did_you_mean, must_be
from bigslick.decoding import explain
from bigslick.protocol.opening import SPEEDS
from bigslick.protocol.settings import BadSettings, TablePace, TableSettings
from bigslick.rules import Rules
from bigslick.server.operations.limits import Limits
from bigslick.server.store.retention import HandRetention
from bigslick.server.store.series import SeriesSettings
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.files import from_keys, keys_of, read_text
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
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
    series: tuple[SeriesSettings, ...] = ()
    limits: Limits = Limits()
    hands: HandRetention = HandRetention()


def read_config(path: Path) -> RoomConfig:
    """Read a TOML file: `[[table]]` with the keys of `TableSettings`, `[[tournament]]`, `[[series]]`, `[limits]` and
    `[hands]`.

    A file without tables or tournaments gets the default ones.
    """
    must_be(Path, path, "a file of tables: expected a Path")
    try:
        raw = keys_of(path.read_bytes().decode(), source=str(path))
        raw |= {"tournament": _tournaments(raw.get("tournament", []), path)} if "tournament" in raw else {}
        found = msgspec.convert(raw, RoomConfig, builtin_types=(Decimal,))
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
    series = [each.name for each in found.series]
    if doubled := sorted({name for name in series if series.count(name) > 1}):
        raise ValueError(f"{path}: two series are called {doubled[0]!r}: give each its own name")
    for each in found.tournament:
        if each.series and each.series not in series:
            raise ValueError(
                f"{path}, tournament {each.structure.name!r}: there is no series {each.series!r}: expected the name of "
                f"a [[series]]{did_you_mean(each.series, series)}"
            )
    about_the_rest = found.hands != HandRetention() or found.limits != Limits() or bool(found.series)
    if about_the_rest and not (names or found.tournament):
        return msgspec.structs.replace(found, table=TABLES, tournament=TOURNAMENTS)
    return found


_OWN_KEYS: Final = frozenset(TournamentSettings.__struct_fields__)
_STRUCTURE_KEYS: Final = frozenset(Structure.__struct_fields__) - _OWN_KEYS


def _tournaments(listed: object, path: Path) -> object:
    """Return the tournaments of a file, with their structures as the keys of `Structure` and times as numbers."""
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        return listed  # refused later, by its place
    return [_tournament(each, f"{path}, tournament {number}", path.parent) for number, each in enumerate(listed, 1)]


def _tournament(raw: dict[str, Any], where: str, folder: Path) -> dict[str, Any]:
    """Return a tournament whose structure is a preset, a file or a table, with the keys beside it in its place."""
    beside = {name: value for name, value in raw.items() if name in _STRUCTURE_KEYS}
    named = {name: value for name, value in raw.items() if name not in beside}
    base = raw.get("structure", {})
    try:
        if isinstance(base, str):
            base = keys_of(read_text(folder / base if (folder / base).is_file() else base), source=base)
        if isinstance(base, dict):
            named["structure"] = msgspec.to_builtins(from_keys({**base, **beside}), builtin_types=(Decimal,))
    except BadStructure as bad:
        raise ValueError(f"{where}: {bad.sentence}") from None
    for name in ("start_time", "stage_times"):
        if name in named:
            named[name] = _milliseconds(named[name], f"{where}: {name}")
    return named


def _milliseconds(value: object, where: str) -> object:
    """Return times with their zones in milliseconds since 1970."""
    if isinstance(value, list):
        return [_milliseconds(each, where) for each in value]
    if not isinstance(value, datetime):
        return value
    if value.tzinfo is None:
        raise ValueError(f"{where} is {value}, without a zone: expected one, as in {value.isoformat()}Z")
    return round(value.timestamp() * 1000)


Settings = TypeVar("Settings", TableSettings, TournamentSettings)


def at_pace(settings: tuple[Settings, ...], pace: TablePace) -> tuple[Settings, ...]:
    """Return the same tables or tournaments with different clocks."""
    return tuple(msgspec.structs.replace(each, pace=pace) for each in settings)
