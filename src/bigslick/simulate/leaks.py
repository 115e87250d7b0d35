"""Finds where a bot wins and loses: by the street on which its hand ended, and by its last decision and what it faced.

Every hand counts once in each table, so a table's rows add up to the win rate. We count the match's other seats too:
where the bot loses more than they do, it has a leak.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from bigslick.hand.events import STREETS, Called, Checked, Event, Folded, Mucked, Shown, StreetDealt, Wagered
from bigslick.intervals import FEWEST_FOR_A_VERDICT, HANDS, from_sums, trials_needed

from .match import MatchHand

PREFLOP = "preflop"
SHOWDOWN = "showdown"


class Leak(NamedTuple):
    """One row: a spot, how often the bot was there, and its winnings there per hundred hands overall."""

    place: str
    hands: int
    bb100: float
    half: float | None
    """Half the width of the 95% interval around `bb100`; None if there are too few hands for one."""
    others: float
    """The other seats' winnings there, per seat and hundred hands overall."""

    @property
    def difference(self) -> float:
        """How much more the bot wins there than the others."""
        return self.bb100 - self.others


class HandEnd(NamedTuple):
    """How a hand went for a seat: the street it ended on, and its last decision."""

    street: str
    decision: str


class LeakFinder:
    """Watches a match and counts one bot's hands and the others' hands."""

    def __init__(self, bot: int = 0) -> None:
        self.bot = bot
        self.hands = self.other_hands = 0
        self.streets: dict[str, _Sums] = defaultdict(_Sums)
        self.decisions: dict[str, _Sums] = defaultdict(_Sums)

    def watch(self, seen: MatchHand) -> None:
        """Count one hand; pass this to `play_match` as `watch`."""
        ends = ends_of(seen.played.hand.events, len(seen.bots))
        for bot, won, end in zip(seen.bots, seen.won, ends, strict=True):
            mine = bot == self.bot
            self.hands += mine
            self.other_hands += not mine
            for sums in (self.streets[end.street], self.decisions[end.decision]):
                sums.add(won / seen.played.big_blind, mine)

    def by_street(self) -> list[Leak]:
        """Group by the street on which the bot's hand ended; the rows add up to its win rate."""
        found = {row.place: row for row in self._rows(self.streets)}
        return [found[street] for street in STREETS if street in found]

    def by_decision(self) -> list[Leak]:
        """Group by its last decision and what it faced, costliest first compared with the others."""
        return sorted(self._rows(self.decisions), key=lambda row: (row.difference, row.place))

    def _rows(self, counted: dict[str, _Sums]) -> list[Leak]:
        rows = []
        for place, sums in counted.items():
            # A hand that ended elsewhere won nothing here, so rare spots are skewed.
            needed = max(HANDS, trials_needed(sums.skewness(self.hands)))
            rate = from_sums(self.hands, sums.won, sums.squares, needed, unit=100)
            half = rate.half if sums.hands >= FEWEST_FOR_A_VERDICT else None
            others = 100 * sums.others / max(1, self.other_hands)
            rows.append(Leak(place, sums.hands, rate.value, half, others))
        return rows


class _Sums:
    """Winnings in one spot, in big blinds: the bot's with their squares and cubes, and the others'."""

    def __init__(self) -> None:
        self.hands = 0
        self.won = self.squares = self.cubes = self.others = 0.0

    def add(self, won: float, mine: bool) -> None:
        if mine:
            self.hands += 1
            self.won += won
            self.squares += won * won
            self.cubes += won * won * won
        else:
            self.others += won

    def skewness(self, hands: int) -> float:
        """Return the skewness of the bot's winnings here over all its hands."""
        mean = self.won / max(1, hands)
        square = self.squares / max(1, hands) - mean * mean
        cube = self.cubes / max(1, hands) - 3 * mean * square - mean**3
        return cube / square**1.5 if square > 0 else 0.0


def ends_of(events: list[Event] | tuple[Event, ...], seats: int) -> list[HandEnd]:
    """Return the street on which each seat's hand ended, and its last decision with what it faced."""
    street, wagers, calls = PREFLOP, 0, 0
    ended: dict[int, str] = {}
    last = dict.fromkeys(range(seats), "no decision: all the others folded")
    for event in events:
        if isinstance(event, StreetDealt):
            street, wagers, calls = event.street, 0, 0
        elif isinstance(event, Shown | Mucked):
            ended[event.seat] = SHOWDOWN
        elif isinstance(event, Folded | Checked | Called | Wagered):
            word = _WORDS[type(event)]
            last[event.seat] = f"{street}, {_facing(street, wagers, calls)}: {word}"
            if isinstance(event, Folded):
                ended[event.seat] = street
            elif isinstance(event, Wagered):
                wagers += 1
            elif isinstance(event, Called):
                calls += 1
    return [HandEnd(ended.get(seat, street), last[seat]) for seat in range(seats)]


_WORDS: dict[type, str] = {Folded: "fold", Checked: "check", Called: "call", Wagered: "bet or raise"}


def _facing(street: str, wagers: int, calls: int) -> str:
    """Describe what a player faces, from the street's bets, raises and calls so far."""
    if street == PREFLOP:
        names = ("first in" if not calls else "facing a limp", "facing a raise", "facing a 3-bet")
        return names[wagers] if wagers < len(names) else "facing a 4-bet or more"
    return ("facing no bet", "facing a bet")[wagers] if wagers < 2 else "facing a raise"
