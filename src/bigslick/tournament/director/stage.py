"""A stage of an event: a round of a shootout or bracket, or a day, as data."""

from __future__ import annotations

import msgspec


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """The stage that is being played; an event without stages stays in number 0."""

    number: int = 0
    """Counts the stages of the event from 1, each flight as one."""
    name: str = ""
    """For people, such as `round 2` or `day 1B`."""
    began: int = 0
    """The hand or the second of the event when it began."""
    level: int = 1
    """The level it began with."""
    schedule_from: int = 0
    """The hand or the second at which level 1 began, or would have begun."""
    players: int = 0
    """Players who began it."""
    first_table: int = 1
    """The number of its first table."""
    day: int = 0
    """The index of its day in the structure, from 0; beyond them, the last day."""
    slots: tuple[int, ...] = ()
    """In a bracket: the entries in the order of their matches; -1 is a bye."""
    reached: int = 1
    """The level with which the next day begins: the highest that a flight of this day has reached."""
    entries: int = 0
    """Entries before it began: in a flight, those with this number and up are its own."""
