"""Reads an event's timeline from the director's events: players left at each level, and who went out when.

A level starts on schedule, even in the middle of a hand-for-hand round, which is played out first. A bust in that round
is decided before the new level but comes after it, so we count players by time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from . import events as ev


class LevelStart(NamedTuple):
    """The start of a level; in an event with several rounds or days, its start in one of them."""

    stage: str
    """The round or day, such as `round 2` or `day 1B`; empty in an event without stages."""
    level: int
    at: int
    """The second on the clock, or the hand."""
    big: int
    left: int
    """Players with chips in this stage, excluding survivors of other flights who wait for a later day."""


class Timeline(NamedTuple):
    """When entries went out, and the levels in playing order."""

    out: dict[int, int]
    """When each entry went out."""
    levels: list[LevelStart]
    addons: Counter[int]
    """How many add-ons each entry bought."""


def timeline_of(events: Iterable[ev.TournamentEvent]) -> Timeline:
    out: dict[int, int] = {}
    addons: Counter[int] = Counter()
    levels: list[LevelStart] = []
    stage, left = "", 0
    bagged: set[int] = set()
    waiting: set[int] = set()  # with a bag from another flight
    recent: list[tuple[int, int]] = []  # arrivals and departures since the last level, with the time
    for happened in events:
        change = _CHANGE.get(type(happened))
        if change is None:  # most are moves
            continue
        if change:
            if isinstance(happened, ev.Busted) and not happened.out:  # rebought
                continue
            left += change
            recent.append((happened.at, change))
        match happened:
            case ev.Entered():
                pass
            case ev.Busted() | ev.TakenOut() | ev.BagForfeited():
                out[happened.entry] = happened.at
                waiting.discard(happened.entry)
                bagged.discard(happened.entry)
            case ev.AddedOn(entry):
                addons[entry] += 1
            case ev.StageStarted(name):
                stage, waiting = name, set(bagged)
            case ev.Bagged(entry):
                bagged.add(entry)
            case ev.Returned(entry):
                bagged.discard(entry)
                waiting.discard(entry)
            case ev.LevelStarted(_, big, level=level, at=at):
                recent = [(when, change) for when, change in recent if when > at]
                later = sum(change for _, change in recent)
                levels.append(LevelStart(stage, level, at, big, left - later - len(waiting)))
    return Timeline(out, levels, addons)


_CHANGE: dict[type, int] = {
    ev.Entered: 1,
    ev.Busted: -1,
    ev.NoShowRemoved: -1,
    ev.Removed: -1,
    ev.BagForfeited: -1,
    ev.LevelStarted: 0,
    ev.AddedOn: 0,
    ev.StageStarted: 0,
    ev.Bagged: 0,
    ev.Returned: 0,
}
