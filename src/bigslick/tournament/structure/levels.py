"""Levels and breaks: a hand's blinds, by its number or by its starting time.

Levels are numbered from 1. A hand keeps the level it starts at; a hand that starts at the exact second of a change
plays the new level (TDA 23). The last level never ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from copy import copy
from itertools import accumulate
from typing import Final, Literal, NamedTuple

import msgspec

from bigslick.rules import ANTE_KINDS, AnteKind

from .problems import BadStructure, one_of, whole

Unit = Literal["hands", "time"]

MOST_CHIPS: Final = 1 << 50
MOST_LEVELS: Final = 1000
MOST_HANDS: Final = 1_000_000
MOST_SECONDS: Final = 7 * 24 * 3600


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Blinds and ante, and how long they last in hands or in seconds; the last level may give neither."""

    small: int
    big: int
    ante: int = 0
    """The amount; 0 = no ante."""
    ante_kind: AnteKind | None = None
    """Paid by every player, the big blind or the button; None follows the rules."""
    hands: int = 0
    """Hands each table plays at this level; 0 if the clock decides."""
    seconds: int = 0
    """The length of the level; 0 if hands decide."""

    def __post_init__(self) -> None:
        whole("big", self.big, "the big blind in chips", 1, MOST_CHIPS)
        whole("small", self.small, "the small blind in chips", 0, MOST_CHIPS)
        whole("ante", self.ante, "the ante in chips", 0, MOST_CHIPS)
        whole("hands", self.hands, "how many hands the level lasts", 0, MOST_HANDS)
        whole("seconds", self.seconds, "how many seconds the level lasts", 0, MOST_SECONDS)
        if self.ante_kind is not None:
            one_of("ante_kind", self.ante_kind, ANTE_KINDS)
            if not self.ante:
                raise BadStructure(
                    f"ante_kind is {self.ante_kind!r} without an ante: expected an ante too", field="ante_kind"
                )
        if self.small > self.big:
            raise BadStructure(
                f"small is {self.small:,}: expected at most the big blind, which is {self.big:,}", field="small"
            )
        if self.hands and self.seconds:
            raise BadStructure("the level has both hands and a time: give hands or minutes, not both", field="hands")

    def __str__(self) -> str:
        ante = f", ante {self.ante:,}" if self.ante else ""
        return f"{self.small:,}/{self.big:,}{ante}"


class Break(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A break for all tables at the end of a level."""

    after: int
    """The number of the level before it."""
    seconds: int

    def __post_init__(self) -> None:
        whole("after", self.after, "the number of the level before the break", 1, MOST_LEVELS)
        whole("seconds", self.seconds, "how many seconds the break lasts", 1, MOST_SECONDS)


class Moment(NamedTuple):
    """A moment on the clock: the level of a hand that starts now, and whether one may start."""

    level: int
    """The level's number; during a break, the next level's."""
    on_break: bool
    until: int | None
    """When the level or the break ends, in seconds from the start; None for the last level."""


class Schedule:
    """A structure's levels with their ends added up, so a level is found without walking the list."""

    __slots__ = ("_begins", "_ends", "_times", "_what", "levels", "unit")

    def __init__(self, levels: Sequence[Level], breaks: Sequence[Break] = (), begins: int = 0) -> None:
        """Take levels and breaks; `begins` is the event's hands or seconds before the first level."""
        check_levels(levels, breaks)
        self._begins = begins
        self.levels = tuple(levels)
        self.unit: Unit = unit_of(levels)
        self._ends = list(accumulate(level.hands for level in levels[:-1]))
        pauses = {pause.after: pause.seconds for pause in breaks}
        self._times: list[int] = []
        self._what: list[tuple[int, bool]] = [(1, False)]
        now = 0
        for number, level in enumerate(levels[:-1], 1):
            now += level.seconds
            self._times.append(now)
            if number in pauses:
                self._what.append((number + 1, True))
                now += pauses[number]
                self._times.append(now)
            self._what.append((number + 1, False))

    def level(self, number: int) -> Level:
        """Return the level with this number, or the last level beyond that."""
        return self.levels[min(number, len(self.levels)) - 1]

    def at_hand(self, hand: int) -> int:
        """Return a hand's level number, counted from 1, in a schedule counted in hands."""
        if hand < 1:
            raise ValueError(f"hand {hand} does not exist: hands count from 1")
        return bisect_right(self._ends, hand - 1 - self._begins) + 1  # S2 1.2.2

    def at_time(self, seconds: int) -> Moment:
        """Return the moment this many seconds after the start of a timed schedule."""
        if seconds < 0:
            raise ValueError(f"the clock cannot show {seconds} seconds: expected 0 or more")
        place = bisect_right(self._times, seconds - self._begins)  # TDA 23: at the change, the new level
        number, on_break = self._what[place]
        return Moment(number, on_break, self._begins + self._times[place] if place < len(self._times) else None)

    def first_hand(self, number: int) -> int:
        return 1 + self._begins + (self._ends[number - 2] if number > 1 else 0)

    def start(self, number: int) -> int:
        """Return the second at which this level starts, after any break."""
        return self._begins + (0 if number == 1 else self._times[self._what.index((number, False)) - 1])

    def end(self, number: int) -> int:
        """Return the hands or seconds played when this level ends, before any break; the last level never ends."""
        if self.unit == "hands":
            return self._begins + self._ends[number - 1]
        following = (number + 1, True), (number + 1, False)
        return self._begins + self._times[next(place for place, what in enumerate(self._what) if what in following) - 1]

    # -- as the floor changes it -----------------------------------------------------------------------------------

    def lasting(self, at: int, by: int) -> Schedule:
        """Return the schedule with the level or break of a time (after that many hands) longer by this much."""
        return self._changed(self._period(at), self._period(at), by)

    def skipping(self, at: int, level: int, now: int) -> Schedule:
        """Return the schedule with everything from the level or break of a time up to a later level over now."""
        index = level - 1 if self.unit == "hands" else self._what.index((level, False))
        ends = self._ends if self.unit == "hands" else self._times
        return self._changed(self._period(at), index - 1, now - self._begins - ends[index - 1], now - self._begins)

    def _period(self, at: int) -> int:
        return bisect_right(self._ends if self.unit == "hands" else self._times, at - self._begins)

    def _changed(self, first: int, last: int, by: int, now: int | None = None) -> Schedule:
        """Return the schedule with all ends moved from the last of some periods on; those before it end now."""
        changed = copy(self)
        name = "_ends" if self.unit == "hands" else "_times"
        ends = getattr(self, name)
        over = [now] * (last - first) if now is not None else []
        setattr(changed, name, [*ends[:first], *over, *(end + by for end in ends[last:])])
        return changed


def unit_of(levels: Sequence[Level]) -> Unit:
    """Return whether levels change by hands or by the clock."""
    return "time" if any(level.seconds for level in levels) else "hands"


def check_levels(levels: Sequence[Level], breaks: Sequence[Break] = ()) -> None:
    """Refuse levels that fall, mix hands and time, or never end before the last one."""
    if not levels:
        raise BadStructure("no levels: expected at least one [[levels]]", field="levels")
    if len(levels) > MOST_LEVELS:
        raise BadStructure(f"{len(levels):,} levels are too many: expected at most {MOST_LEVELS:,}", field="levels")
    unit = unit_of(levels)
    for place in range(1, len(levels)):
        _check_rise(levels[place - 1], levels[place], place)
    for place, level in enumerate(levels):
        where, last = f"levels[{place}]", place == len(levels) - 1
        if level.hands and unit == "time":
            raise BadStructure(
                f"level {place + 1} lasts {level.hands} hands and other levels last minutes: use one kind for all",
                field=f"{where}.hands",
            )
        if not (last or level.hands or level.seconds):
            raise BadStructure(
                f"level {place + 1} has no length: expected hands or minutes (only the last level may leave it out)",
                field=where,
            )
    _check_breaks(levels, breaks)


def _check_rise(before: Level, level: Level, place: int) -> None:
    for name, name_of in (("big", "big blind"), ("small", "small blind")):
        last, now = getattr(before, name), getattr(level, name)
        if now < last:
            raise BadStructure(
                f"level {place + 1} is out of order: its {name_of} of {now:,} is below the {last:,} of level "
                f"{place}, and blinds never go down",
                field=f"levels[{place}].{name}",
            )


def _check_breaks(levels: Sequence[Level], breaks: Sequence[Break]) -> None:
    seen: set[int] = set()
    for place, pause in enumerate(breaks):
        where = f"breaks[{place}].after"
        if pause.after >= len(levels):
            raise BadStructure(
                f"a break after level {pause.after} never comes, since level {len(levels)} is the last and never ends: "
                f"expected a level from 1 to {len(levels) - 1}",
                field=where,
            )
        if pause.after in seen:
            raise BadStructure(f"two breaks follow level {pause.after}: expected at most one", field=where)
        seen.add(pause.after)
