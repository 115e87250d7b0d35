"""Drafts a structure from a few requirements: the entrants, their starting chips, and the expected length."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise
from typing import Final

import msgspec

from .bounties import Bounty
from .forecast import expected_end
from .levels import Break, Level
from .payouts import Payouts
from .problems import BadStructure, shown, whole
from .structure import ALL, MOST_ENTRANTS, MOST_STACK, Structure

FIRST_RUNGS: Final = (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80)
RUNGS: Final = (100, 125, 150, 200, 250, 300, 400, 500, 600, 800)
LADDER: Final = (*FIRST_RUNGS, *(rung * 10**power for power in range(12) for rung in RUNGS))
"""Small blinds that standard chips can post; those above 100 rise by 20 to 33 percent each."""
MINUTES: Final = (5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 75, 90, 120)
USUAL_LEVELS: Final = 20
MOST_LEVELS: Final = 100
GENTLEST: Final = 104
"""The smallest percentage of the previous blinds that is tried."""
USUAL_DEPTH: Final = 100
"""The starting stack in big blinds."""
FEWEST_DEPTH: Final = 10
SPARE: Final = 5
"""One in this many levels comes after the expected end, in case an event runs long."""
LEVELS_TO_A_BREAK: Final = 4
BREAK_SECONDS: Final = 600
SHORTEST_WITH_BREAKS: Final = 10
MOST_HOURS: Final = 100
FIRST_ROUND: Final = 20
STEEPEST: Final = 170
"""Blinds above this percentage of the previous ones are a jump."""
SMALL_PRIZES: Final = ((6, ()), (10, (65, 35)), (20, (50, 30, 20)))
"""Payouts in percent for small fields, each with the number of entrants that it stays below."""
PAID_PERCENT: Final = 15
NOTES: Final[tuple[int, ...]] = tuple(note * 10**power for power in range(9) for note in (1, 5))
"""Steps that prizes are rounded to."""
NEAR: Final = 0.15
"""The largest accepted difference between a draft's requested and expected length."""


def draft_structure(
    entrants: int,
    stack: int,
    hours: float,
    *,
    levels: int | None = None,
    seats: int = 9,
    buy_in: int = 0,
    fee: int = 0,
    bounty: Bounty | None = None,
    late_reg_levels: int = 0,
    reentry_limit: int = 0,
    reentry_take_up_percent: Decimal = ALL,
    round_to: int | None = None,
    name: str = "Tournament",
) -> Structure:
    """Draft a timed structure that is expected to end after about this many hours, including breaks.

    It has `levels` levels if you say so; about the last fifth of them is spare, for an event that runs long. Refused if
    no levels that rise from 100 big blinds would work. Prizes are multiples of `round_to`, by default the step that
    `usual_rounding` names for the buy-in.
    """
    whole("entrants", entrants, "how many enter", 2, MOST_ENTRANTS)
    whole("stack", stack, "the chips everyone starts with", 2 * FEWEST_DEPTH, MOST_STACK)
    if isinstance(hours, bool) or not isinstance(hours, int | float) or not 0 < hours <= MOST_HOURS:
        raise BadStructure(f"hours is {shown(hours)}: expected more than 0, at most {MOST_HOURS}", field="hours")
    if levels is not None:
        whole("levels", levels, "how many levels there are", 3, MOST_LEVELS)
    if round_to is not None and not buy_in:
        raise BadStructure("round_to rounds prizes: expected a buy_in too", field="round_to")
    wanted = Structure(
        name=name,
        entrants=entrants,
        seats=seats,
        starting_stack=stack,
        buy_in=buy_in,
        fee=fee,
        bounty=bounty,
        late_reg_levels=late_reg_levels,
        reentry_limit=reentry_limit,
        reentry_take_up_percent=reentry_take_up_percent,
        levels=_levels(_blinds(stack, GENTLEST, levels or MOST_LEVELS), 1),
        payouts=_payouts(entrants, buy_in, round_to),
    )
    count = levels or USUAL_LEVELS
    played = count - max(1, count // SPARE)
    best: tuple[float, Structure] | None = None
    for minutes in _lengths(hours, None if levels is None else played):
        for growth in range(GENTLEST, 300, 4):
            ladder = _blinds(stack, growth, 3 * count if levels is None else levels)
            if late_reg_levels >= len(ladder):
                continue
            timed = _levels(ladder, minutes)
            made = msgspec.structs.replace(wanted, levels=timed, breaks=_breaks(len(timed), minutes))
            number, seconds, _ = expected_end(made, entrants)
            off = abs(seconds / (3600 * hours) - 1)
            spare = len(ladder) - number
            if off > NEAR or number <= late_reg_levels or spare < max(1, number // SPARE // 2):
                continue
            # Unless requested, the number of levels hardly matters, as long as it is usual.
            score = (
                off
                + abs(number - played) / played * (0.5 if levels else 0.02)
                + max(0.0, steepest_jump(made) - STEEPEST / 100)
            )
            if best is None or score < best[0]:
                best = score, made if levels else _cut(made, number + max(2, number // (SPARE - 1)))
    if best is None:
        late = f" after late registration through level {late_reg_levels}" if late_reg_levels else ""
        raise BadStructure(
            f"{entrants:,} entrants with {stack:,} chips cannot be played in about {hours:g} hours"
            f"{f' with {levels} levels' if levels else ''}{late}: try other chips, another number of levels"
            f"{', shorter late registration' if late else ''} or other hours",
            field="hours",
        )
    return best[1]


def _lengths(hours: float, played: int | None) -> Iterable[int]:
    if played is None:
        return MINUTES
    return sorted({max(1, round(60 * hours / played * part / 100)) for part in range(60, 141, 4)})


def _blinds(stack: int, growth: int, levels: int) -> list[int]:
    """Return `levels` small blinds, each as near as the ladder allows to `growth` percent of the previous one."""
    at = max(0, bisect_right(LADDER, stack // (2 * USUAL_DEPTH)) - 1)
    found = [LADDER[at]]
    while len(found) < levels and at + 1 < len(LADDER):
        wish = LADDER[at] * growth / 100
        above = min(max(at + 1, bisect_right(LADDER, wish)), len(LADDER) - 1)
        # Nearest by ratio: nearest by distance would pick the lower rung too often.
        below = above > at + 1 and LADDER[above] * LADDER[above - 1] > wish * wish
        at = above - below
        found.append(LADDER[at])
    return found


def _levels(ladder: list[int], minutes: int) -> tuple[Level, ...]:
    return tuple(
        Level(small=small, big=2 * small, ante=2 * small if number > 1 else 0, seconds=60 * minutes)
        for number, small in enumerate(ladder, 1)
    )


def _breaks(levels: int, minutes: int) -> tuple[Break, ...]:
    if minutes < SHORTEST_WITH_BREAKS:
        return ()
    return tuple(
        Break(after=number, seconds=BREAK_SECONDS) for number in range(LEVELS_TO_A_BREAK, levels, LEVELS_TO_A_BREAK)
    )


def _payouts(entrants: int, buy_in: int, round_to: int | None) -> Payouts:
    if not buy_in:
        return Payouts()
    unit = usual_rounding(buy_in) if round_to is None else round_to
    for below, shares in SMALL_PRIZES:
        if entrants < below:
            return Payouts(percent=tuple(map(Decimal, shares)), round_to=unit)
    return Payouts(paid_percent=Decimal(PAID_PERCENT), round_to=unit)


def usual_rounding(buy_in: int) -> int:
    """Return the step that a director rounds prizes to: the largest of 1, 5, 10, 50, ... up to half a buy-in.

    One that divides the buy-in is better, since first place then takes no odd money.
    """
    steps = [note for note in NOTES if 1 < note <= buy_in // 2]
    return max([step for step in steps if buy_in % step == 0] or steps or [1])


def steepest_jump(structure: Structure) -> float:
    """Return the largest ratio between consecutive blinds, from a small blind of 20; few lower ones are round."""
    jumps = (after.small / before.small for before, after in pairwise(structure.levels) if before.small >= FIRST_ROUND)
    return max(jumps, default=1.0)


def _cut(made: Structure, levels: int) -> Structure:
    """Drop the levels after this many, and their breaks."""
    kept = made.levels[:levels]
    breaks = tuple(pause for pause in made.breaks if pause.after < len(kept))
    return msgspec.structs.replace(made, levels=kept, breaks=breaks)
