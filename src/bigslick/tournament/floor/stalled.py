"""Detects events that get nowhere: the blinds have stopped rising, and no one busts.

Players who only fold pass the blinds around forever. How many hands without a bust are too many depends on the depth of
the stacks: the forecast says how long the slowest events take to the next bust.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bigslick.checks import counted

from ..structure.forecast import hands_to_next_bust
from ..structure.problems import BadTournament

if TYPE_CHECKING:
    from .run import Tournament

STALL_HANDS: Final = 10_000
"""The fewest hands without a bust, across all tables at the last level, before an event can count as stalled."""
STALL_TIMES: Final = 20
"""An event is stalled at this multiple of the hands that the slowest events need until the next bust.

Chance alone takes that long once in five hundred million.
"""
LOOK_SECONDS: Final = 24 * 3600
"""With timed levels, the seconds between two stall checks at the last level."""


class Stalled(BadTournament):
    """An event that was stopped because it would never end; the sentence says where it was, and how to change that."""

    __module__ = "bigslick.tournament"


class StallWatch:
    """Counts the hands since the last bust at the last level."""

    def __init__(self) -> None:
        self._seen: tuple[int, ...] = ()
        self._since = 0

    def check(self, event: Tournament) -> None:
        """Raise `Stalled` if the event gets nowhere; this changes nothing."""
        if event.level < len(event.structure.levels):
            return
        director = event.director
        seen = director.left, director.rebought, director.stage.number, len(director.names)
        if seen != self._seen:
            self._seen, self._since = seen, event.hands
            return
        hands = event.hands - self._since
        if hands >= STALL_HANDS and hands >= STALL_TIMES * len(director.chairs) * self._to_next_bust(event):
            raise Stalled(_sentence(event, hands))

    @staticmethod
    def _to_next_bust(event: Tournament) -> float:
        return hands_to_next_bust(event.structure, event.director.playing, event.floor.chips())


def _sentence(event: Tournament, hands: int) -> str:
    director = event.director
    where = f"{director.stage.name}, level {event.level}" if director.stage.name else f"level {event.level}"
    said = (
        f"the event stalls in {where}: the blinds no longer rise ({event.schedule.level(event.level)}), and "
        f"{hands:,} hands bust no one; {counted(director.playing, 'player')} at "
        f"{counted(len(director.chairs), 'table')} have {event.floor.chips():,} chips"
    )
    later = "add levels with higher blinds"
    faulty = max(event.bot_reports(), key=lambda report: report.faults, default=None)
    if faulty is None or not faulty.faults:
        return f"{said}; {later}"
    return (
        f"{said}; {faulty.bot} was checked or folded in {faulty.faults:,} of {counted(faulty.asked, 'decision')} "
        f"({next(iter(faulty.reasons))}): mend it, or {later}"
    )
