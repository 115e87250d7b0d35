"""A structure's outlook as data: how long the event takes, who is left at each level, and where the money goes."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from .explain import explain
from .forecast import estimate, forecast, never_ends, seconds_per_hand, warnings
from .levels import Level, Unit
from .structure import Structure
from .table_counts import tables_needed


class LevelOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """The field as it probably is when a level starts."""

    level: int
    start: int
    """Hands played before it, or seconds on the clock."""
    players: int
    average: float
    """The average stack in this level's big blinds."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it will probably go; without the number of entrants, only the structure itself."""

    name: str
    seats: int
    starting_stack: int
    final_table_size: int
    levels_by: Unit
    levels: tuple[Level, ...]
    entrants: int | None
    tables: int | UnsetType = UNSET
    chips_in_play: int | UnsetType = UNSET
    prize_pool: int | UnsetType = UNSET
    """Before late entries, re-entries, rebuys and add-ons."""
    overlay: int | UnsetType = UNSET
    """The part of the prize pool that the house adds."""
    fees: int | UnsetType = UNSET
    bounties: int | UnsetType = UNSET
    prizes: tuple[int, ...] | UnsetType = UNSET
    players_left_at_the_end: int | UnsetType = UNSET
    ends: bool | UnsetType = UNSET
    """Whether the blinds rise far enough for it to end."""
    ends_in_levels: tuple[int, int] | UnsetType = UNSET
    ends_after_hands: tuple[int, int] | UnsetType = UNSET
    """Hands at each table."""
    ends_after_seconds: tuple[int, int] | UnsetType = UNSET
    forecast: tuple[LevelOutlook, ...] | UnsetType = UNSET
    """The levels that are probably played; none for a shootout or a bracket."""
    warnings: tuple[str, ...] | UnsetType = UNSET
    explanation: tuple[str, ...]
    """The same in plain words."""


def outlook(structure: Structure) -> Outlook:
    """Return what will probably happen."""
    field = structure.field
    known = Outlook(
        name=structure.name,
        seats=structure.seats,
        starting_stack=structure.starting_stack,
        final_table_size=structure.final_table,
        levels_by=structure.unit,
        levels=structure.levels,
        entrants=field or None,
        explanation=tuple(explain(structure)),
    )
    return _with_field(known, structure, field) if field else known


def _with_field(known: Outlook, structure: Structure, field: int) -> Outlook:
    guess = estimate(structure, field)
    hand = seconds_per_hand(structure, field) if structure.unit == "hands" else 1
    return msgspec.structs.replace(
        known,
        tables=tables_needed(field, structure.seats, structure.final_table),
        chips_in_play=field * structure.starting_stack,
        prize_pool=structure.pool(field),
        overlay=structure.overlay(field),
        fees=structure.fee * field,
        bounties=structure.bounty.amount * field if structure.bounty else 0,
        prizes=tuple(structure.prizes(field)),
        players_left_at_the_end=structure.ends_at(field),
        ends=not never_ends(structure, field),
        ends_in_levels=(guess.first_level, guess.last_level),
        ends_after_hands=(guess.first_hands, guess.last_hands),
        ends_after_seconds=(guess.first * hand, guess.last * hand),
        forecast=tuple(LevelOutlook(**row._asdict()) for row in forecast(structure, field)),
        warnings=tuple(warnings(structure, field)),
    )
