"""The timeline of an event, read from the director's events: players left when each level started, and who went out.

A level starts at the second that the timetable says, also in the middle of a round of hand-for-hand, which is played
out first. So a bust of that round is decided before the new level is, and comes after it: players are counted by time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .events import (
    AddedOn,
    BagForfeited,
    Bagged,
    Busted,
    Entered,
    LevelStarted,
    NoShowRemoved,
    Returned,
    StageStarted,
    TournamentEvent,
)


class LevelStart(NamedTuple):
    """A level as it starts; in an event of several rounds or days, as it starts in one of them."""

    stage: str
    """The round or day, such as `round 2` or `day 1B`; empty in an event without any."""
    level: int
    at: int
    """The second on the clock, or the hand."""
    big: int
    left: int
    """Players with chips in this stage, without survivors of other flights who wait for a later day."""


class Timeline(NamedTuple):
    """When entries went out, and the levels in the order they were played."""

    out: dict[int, int]
    """When each entry went out."""
    levels: list[LevelStart]
    addons: Counter[int]
    """Add-ons that each entry bought."""


def timeline_of(events: Iterable[TournamentEvent]) -> Timeline:
    """The timeline of an event so far."""
    out: dict[int, int] = {}
    addons: Counter[int] = Counter()
    levels: list[LevelStart] = []
    stage, left = "", 0
    bagged: set[int] = set()
    waiting: set[int] = set()  # with the bag of another flight
    recent: list[tuple[int, int]] = []  # who came and went since the last level, with the time
    for happened in events:
        change = _CHANGE.get(type(happened))
        if change is None:  # most of them are moves
            continue
        if change:
            if isinstance(happened, Busted) and not happened.out:  # rebought
                continue
            left += change
            recent.append((happened.at, change))
        match happened:
            case Busted(entry) | NoShowRemoved(entry) | BagForfeited(entry):
                out[entry] = happened.at
                waiting.discard(entry)
                bagged.discard(entry)
            case AddedOn(entry):
                addons[entry] += 1
            case StageStarted(name):
                stage, waiting = name, set(bagged)
            case Bagged(entry):
                bagged.add(entry)
            case Returned(entry):
                bagged.discard(entry)
                waiting.discard(entry)
            case LevelStarted(_, big, level=level, at=at):
                recent = [(when, change) for when, change in recent if when > at]
                later = sum(change for _, change in recent)
                levels.append(LevelStart(stage, level, at, big, left - later - len(waiting)))
    return Timeline(out, levels, addons)


_CHANGE: dict[type, int] = {
    Entered: 1,
    Busted: -1,
    NoShowRemoved: -1,
    BagForfeited: -1,
    LevelStarted: 0,
    AddedOn: 0,
    StageStarted: 0,
    Bagged: 0,
    Returned: 0,
}
