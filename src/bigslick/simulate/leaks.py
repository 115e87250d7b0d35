"""Where a bot wins and loses: by the street on which its hand ended, and by its last decision and what it faced there.

Every hand counts once in each table, so the rows of a table add up to the win rate. The other seats of the match are
counted beside it: where the bot loses more than they do, it has a leak.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple

from bigslick.hand.events import STREETS, Called, Checked, Event, Folded, Mucked, Shown, StreetDealt, Wagered

from .match import WIDTH, MatchHand

PREFLOP = "preflop"
SHOWDOWN = "showdown"


class Leak(NamedTuple):
    """One row: a place, how often the bot was there, and its winnings there per hundred hands of all."""

    place: str
    hands: int
    bb100: float
    half: float
    """Half the width of the 95 % interval of `bb100`."""
    others: float
    """Winnings of the other seats there, per seat and hundred hands of all."""

    @property
    def difference(self) -> float:
        """How much more the bot wins there than the others."""
        return self.bb100 - self.others


class HandEnd(NamedTuple):
    """How a hand went for a seat: the street it ended on, and its last decision."""

    street: str
    decision: str


class LeakFinder:
    """Watches a match and counts the hands of one of its bots, and of the others."""

    def __init__(self, bot: int = 0) -> None:
        self.bot = bot
        self.hands = self.other_hands = 0
        self.streets: dict[str, _Sums] = defaultdict(_Sums)
        self.decisions: dict[str, _Sums] = defaultdict(_Sums)

    def watch(self, seen: MatchHand) -> None:
        """Count one hand: `play_match` takes this as its `watch`."""
        ends = ends_of(seen.played.hand.events, len(seen.bots))
        for bot, won, end in zip(seen.bots, seen.won, ends, strict=True):
            mine = bot == self.bot
            self.hands += mine
            self.other_hands += not mine
            for sums in (self.streets[end.street], self.decisions[end.decision]):
                sums.add(won / seen.played.big_blind, mine)

    def by_street(self) -> list[Leak]:
        """By the street on which the hand ended for the bot; the rows add up to its win rate."""
        found = {row.place: row for row in self._rows(self.streets)}
        return [found[street] for street in STREETS if street in found]

    def by_decision(self) -> list[Leak]:
        """By its last decision and what it faced; what costs it most against the others comes first."""
        return sorted(self._rows(self.decisions), key=lambda row: (row.difference, row.place))

    def _rows(self, counted: dict[str, _Sums]) -> list[Leak]:
        rows = []
        for place, sums in counted.items():
            mean = sums.won / max(1, self.hands)
            spread = max(0.0, sums.squares / max(1, self.hands) - mean * mean)
            half = 100 * WIDTH * math.sqrt(spread / max(1, self.hands - 1))
            others = 100 * sums.others / max(1, self.other_hands)
            rows.append(Leak(place, sums.hands, 100 * mean, half, others))
        return rows


class _Sums:
    """Winnings at a place, in big blinds: the bot's with their squares, and the others'."""

    def __init__(self) -> None:
        self.hands = 0
        self.won = self.squares = self.others = 0.0

    def add(self, won: float, mine: bool) -> None:
        if mine:
            self.hands += 1
            self.won += won
            self.squares += won * won
        else:
            self.others += won


def ends_of(events: list[Event] | tuple[Event, ...], seats: int) -> list[HandEnd]:
    """For each seat the street on which the hand ended for it, and its last decision with what it faced."""
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
    """Name what a player faces, from the bets, raises and calls of the street so far."""
    if street == PREFLOP:
        names = ("first in" if not calls else "facing a limp", "facing a raise", "facing a 3-bet")
        return names[wagers] if wagers < len(names) else "facing a 4-bet or more"
    return ("facing no bet", "facing a bet")[wagers] if wagers < 2 else "facing a raise"
