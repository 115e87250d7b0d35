"""A stage of an event, as data: a day, or a round of a shootout or bracket."""

from __future__ import annotations

import msgspec


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """The stage being played; an event without stages stays in number 0."""

    number: int = 0
    """The stage's number from 1; each flight counts."""
    name: str = ""
    """A display name, such as `round 2` or `day 1B`."""
    began: int = 0
    """The event's hand or second at its start."""
    level: int = 1
    """The level at its start."""
    schedule_from: int = 0
    """The hand or second when level 1 began, or would have begun."""
    players: int = 0
    """Players who started it."""
    first_table: int = 1
    """The number of its first table."""
    day: int = 0
    """The index of its day in the structure, from 0; the final day comes after all of them."""
    slots: tuple[int, ...] = ()
    """In a bracket: the entries in match order; -1 is a bye."""
    reached: int = 1
    """The level that starts the next day: the highest that a flight of this day has reached."""
    entries: int = 0
    """Entries before it began; a flight's own entries start at this number."""
