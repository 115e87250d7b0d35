"""Cases of type `levels_by_hands` and `levels_by_time`: the level of a hand."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.tournament.structure.levels import Break, Level, Schedule

from .case import Ruling, differ, listed


class HandLevel(msgspec.Struct, forbid_unknown_fields=True):
    hand: int
    level: int


class LevelsByHandsCase(Ruling, kw_only=True):
    """The level for some hands when all levels are equally long, or from a list whose last level never ends."""

    hands_per_level: int | list[int]
    expected: list[HandLevel]


def check_levels_by_hands(case: LevelsByHandsCase) -> Iterator[str]:
    """Check every row of the truth table."""
    lengths = case.hands_per_level
    if isinstance(lengths, int):
        lengths = [lengths] * (max([row.hand for row in case.expected], default=1) // max(1, lengths) + 1)
    schedule = Schedule([Level(small=1, big=2, hands=length) for length in lengths])
    for row in case.expected:
        yield from differ(f"level of hand {row.hand}", schedule.at_hand(row.hand), row.level)


def tell_levels_by_hands(case: LevelsByHandsCase) -> Iterator[str]:
    """Yield the lengths, and the level of each hand."""
    lengths = case.hands_per_level
    yield f"Hands per level: {lengths if isinstance(lengths, int) else listed(lengths)}."
    for row in case.expected:
        yield f"- hand {row.hand} is played at level {row.level}"


class ClockLevel(msgspec.Struct, forbid_unknown_fields=True):
    hand_start_clock_s: int
    level: int
    on_break: bool | UnsetType = UNSET


class LevelBreak(msgspec.Struct, forbid_unknown_fields=True):
    after: int
    seconds: int


class LevelsByTimeCase(Ruling, kw_only=True):
    """Which level applies to hands that start at given times."""

    level_durations_s: list[int]
    expected: list[ClockLevel]
    breaks: list[LevelBreak] = msgspec.field(default_factory=list)


def check_levels_by_time(case: LevelsByTimeCase) -> Iterator[str]:
    """Check every row of the truth table."""
    schedule = Schedule(
        [Level(small=1, big=2, seconds=length) for length in case.level_durations_s],
        [Break(after=pause.after, seconds=pause.seconds) for pause in case.breaks],
    )
    for row in case.expected:
        moment = schedule.at_time(row.hand_start_clock_s)
        yield from differ(f"level of a hand that starts at {row.hand_start_clock_s} s", moment.level, row.level)
        if row.on_break is not UNSET:
            yield from differ(f"on break at {row.hand_start_clock_s} s", moment.on_break, row.on_break)


def tell_levels_by_time(case: LevelsByTimeCase) -> Iterator[str]:
    """Yield the lengths and breaks, and the level at each time."""
    yield f"Levels last {listed(case.level_durations_s)} seconds."
    for pause in case.breaks:
        yield f"After level {pause.after} there is a break of {pause.seconds} seconds."
    for row in case.expected:
        pausing = ", during the break" if row.on_break is True else ""
        yield f"- at {row.hand_start_clock_s} s: level {row.level}{pausing}"
