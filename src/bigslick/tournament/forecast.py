"""How an event will probably go: when it ends, how deep the stacks are at each level, and whether it ends at all.

Chips change hands in proportion to what is posted, and the shorter the average stack, the more players bust: each hand
adds a share of (posted in a hand / all chips) to 1/players. The share was measured on tournaments of the house bots
with every preset and 2 to 500 entrants: most end between `QUICK` and `SLOW`, fewer where much is played at the last
level.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .explain_formats import single_tables
from .levels import Level
from .structure import Structure

QUICK: Final = 12
MIDDLE: Final = 6
SLOW: Final = 3
"""Shares, in tenths."""

MOST_ROUNDS: Final = 100_000_000
"""Hands at a table after which an event counts as one without an end: live, they take three hundred years."""
DEEP: Final = 100
"""Big blinds in play at the last level from which its end is slow: two players then have 50 each."""
LONG: Final = 3


class Estimate(NamedTuple):
    """The levels between which a tournament probably ends, and after how many hands at a table or seconds."""

    first_level: int
    last_level: int
    first: int
    last: int
    first_hands: int
    """Hands at a table; the same as `first` where levels change by hands."""
    last_hands: int


class LevelForecast(NamedTuple):
    """What to expect when a level starts."""

    level: int
    start: int
    """Hands played before it, or seconds on the clock."""
    players: int
    average: float
    """The average stack in big blinds of this level."""


def estimate(structure: Structure, entrants: int) -> Estimate:
    """When the tournament probably ends: in hands for levels by hands, in seconds with breaks for levels by time."""
    early, soonest, fewest = expected_end(structure, entrants, QUICK)
    late, latest, most = expected_end(structure, entrants, SLOW)
    return Estimate(early, late, soonest, latest, fewest, most)


def expected_end(structure: Structure, entrants: int, tenths: int = MIDDLE) -> tuple[int, int, int]:
    """The level in which enough has been posted to end the tournament, the hand or second, and the hands at a table."""
    if structure.in_rounds:
        ends = [expected_end(table, table.entrants, tenths) for table in single_tables(structure, entrants)]
        return max(level for level, _, _ in ends), sum(at for _, at, _ in ends), sum(hands for _, _, hands in ends)
    left = structure.ends_at(entrants)
    timed, hand = structure.unit == "time", seconds_per_hand(structure, entrants)
    unit = hand if timed else 1
    due = structure.starting_stack * max(0, entrants - left) * 10 * unit // (left * tenths)
    schedule = structure.schedule()
    played = 0
    for number, level in enumerate(structure.levels, 1):
        posted = _posted(structure, entrants, level)
        lasts = level.seconds if timed else level.hands
        if number == len(structure.levels) or due <= posted * lasts:
            start = schedule.start(number) if timed else schedule.first_hand(number) - 1
            rest = -(-due // posted)
            return number, start + rest, (played + rest) // unit
        due -= posted * lasts
        played += lasts
    raise AssertionError("the last level never ends")


def forecast(structure: Structure, entrants: int) -> list[LevelForecast]:
    """What to expect at the start of each level that is probably played; empty where each round starts over."""
    if structure.in_rounds:
        return []
    end, _, _ = expected_end(structure, entrants)
    left = structure.ends_at(entrants)
    chips = structure.starting_stack * entrants
    timed = structure.unit == "time"
    unit = seconds_per_hand(structure, entrants) if timed else 1
    schedule = structure.schedule()
    rows = []
    posted = 0
    for number, level in enumerate(structure.levels[:end], 1):
        # 1/players has grown by MIDDLE tenths of (posted / chips).
        players = chips * entrants * 10 * unit // (chips * 10 * unit + MIDDLE * posted * entrants)
        players = max(2, left, players)
        start = schedule.start(number) if timed else schedule.first_hand(number) - 1
        rows.append(LevelForecast(number, start, players, chips / players / level.big))
        posted += _posted(structure, entrants, level) * (level.seconds if timed else level.hands)
    return rows


def seconds_per_hand(structure: Structure, entrants: int) -> int:
    """What a hand takes at a table of average size."""
    return structure.pace.hand(_at_table(structure, entrants) + 2)


def warnings(structure: Structure, entrants: int) -> list[str]:
    """A sentence for each thing about the levels that a director would not want."""
    if structure.in_rounds:
        *_, final = single_tables(structure, entrants)
        return warnings(final, final.entrants)
    found = []
    guess = estimate(structure, entrants)
    last = structure.levels[-1]
    chips = structure.starting_stack * entrants
    deep = chips // last.big
    if never_ends(structure, entrants):
        sentence = never_ends_sentence(structure, entrants)
        found.append(f"{sentence[:1].upper()}{sentence[1:]}.")
    elif guess.last_level == len(structure.levels) and structure.ends_at(entrants) == 1 and deep >= DEEP:
        duel = structure.starting_stack * entrants * 10 // (2 * MIDDLE * _posted(structure, 2, last))
        found.append(
            f"The blinds stop rising at {last.small:,}/{last.big:,} with {chips:,} chips in play: the last two players "
            f"will have {deep // 2:,} big blinds each and need about {duel:,} hands. Add levels up to a big blind of "
            f"about {chips * 2 // DEEP:,}."
        )
    for number, level in enumerate(structure.levels[:-1], 1):
        lasts = level.seconds or level.hands
        if number == guess.last_level and lasts > LONG * guess.last:
            rest = len(structure.levels) - number
            span = f"{level.hands:,} hands" if level.hands else f"{level.seconds // 60:,} minutes"
            found.append(
                f"Level {number} lasts {span}, far longer than the whole event: the "
                f"{'level' if rest == 1 else f'{rest:,} levels'} after it will not be played."
            )
    return found


def never_ends(structure: Structure, entrants: int) -> bool:
    """Whether the blinds are so small that the event has no end in sight."""
    return expected_end(structure, entrants)[2] > MOST_ROUNDS


def never_ends_sentence(structure: Structure, entrants: int) -> str:
    """Why an event without an end has none, and what would give it one."""
    last, chips = structure.levels[-1], structure.starting_stack * entrants
    return (
        f"this event cannot end: the last level is {last.small:,}/{last.big:,} with {chips:,} chips in play, "
        f"{chips // last.big:,} big blinds; add levels up to a big blind of about {max(1, chips * 2 // DEEP):,}, or "
        "start with fewer chips"
    )


def _posted(structure: Structure, entrants: int, level: Level) -> int:
    """Blinds and antes of a hand."""
    players = _at_table(structure, entrants)
    return level.small + level.big + level.ante * (players if structure.rules.ante == "per_player" else 1)


def _at_table(structure: Structure, entrants: int) -> int:
    """Players at a table, on average."""
    return max(2, min(structure.seats, entrants) * 2 // 3)
