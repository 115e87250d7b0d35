"""The figures of every player in a pile of hand histories, in all and by position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from bigslick.events import Called, Event, Mucked, PotAwarded, Shown, StreetDealt, Wagered
from bigslick.events import Folded as FoldedEvent
from bigslick.hand import Hand
from bigslick.history import BadHistory, History, read
from bigslick.positions import positions

from .figures import Figures


class PlayerStats(msgspec.Struct, frozen=True):
    """One player's figures, and the same for each position he sat in."""

    player: str
    all: Figures
    by_position: dict[str, Figures]


class Stats(msgspec.Struct, frozen=True):
    """The figures of all players of some files, the most hands first, and the hands that could not be read."""

    players: tuple[PlayerStats, ...]
    hands: int
    bad: tuple[str, ...]


def stats(files: Iterable[str | Path]) -> Stats:
    """Count over every hand of the files; a hand that cannot be replayed is left out and named."""
    counted: dict[str, dict[str, Figures]] = {}
    hands = 0
    bad: list[str] = []
    for history in _histories(files, bad):
        try:
            played = history.replay()
            hand = played.hand
        except BadHistory as error:
            bad.append(str(error))
            continue
        hands += 1
        where = positions(hand.setup)
        names = history.players or tuple(f"p{number + 1}" for number in range(len(played.seats)))
        found = figures_of(hand)
        for name, seat in zip(names, played.seats, strict=True):
            if seat in found:
                row = counted.setdefault(str(name), {})
                row[where[seat]] = row.get(where[seat], Figures()) + found[seat]
    players = [
        PlayerStats(name, sum(rows.values(), Figures()), dict(sorted(rows.items(), key=_by_seat)))
        for name, rows in counted.items()
    ]
    players.sort(key=lambda player: (-player.all.dealt, player.player))
    return Stats(tuple(players), hands, tuple(bad))


def figures_of(hand: Hand) -> dict[int, Figures]:
    """The figures of one hand, by seat."""
    return _Count(hand).figures


class _Count:
    """One pass over the events of a hand."""

    def __init__(self, hand: Hand) -> None:
        self.rows = {seat: dict.fromkeys(Figures.__struct_fields__, 0) for seat in hand.setup.dealt}
        self.raises = 0
        self.preflop = True
        self.live = set(self.rows)
        for row in self.rows.values():
            row["dealt"] = 1
        for event in hand.events:
            self.see(event)
        self.figures = {seat: Figures(**row) for seat, row in self.rows.items()}

    def see(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, StreetDealt):
            if event.street == "flop":
                for seat in self.live:
                    self.rows[seat]["flops"] = 1
            self.preflop = False
        elif isinstance(event, FoldedEvent):
            self.face(event.seat)
            self.live.discard(event.seat)
        elif isinstance(event, Called | Wagered):
            row = self.rows[event.seat]
            wager = isinstance(event, Wagered)
            if not self.preflop:
                row["wagers" if wager else "calls"] += 1
                return
            chance = self.face(event.seat)
            row["entered"] = 1
            if wager:
                row["three_bets"] += chance
                row["raised"] = 1
                self.raises += 1
        elif isinstance(event, Shown | Mucked):  # who mucks at the showdown has gone to it
            self.rows[event.seat]["showdowns"] = 1
        elif isinstance(event, PotAwarded):
            row = self.rows[event.seat]
            if row["showdowns"]:
                row["won"] = 1

    def face(self, seat: int) -> bool:
        """Note a decision before the flop; whether it was the chance for a third bet."""
        row = self.rows[seat]
        chance = self.preflop and self.raises == 1 and not row["raised"]
        if chance:
            row["chances"] = 1
        return chance


def _histories(files: Iterable[str | Path], bad: list[str]) -> Iterator[History]:
    for file in files:
        hands = read(file)
        while True:
            try:
                history = next(hands)
            except StopIteration:
                break
            except BadHistory as error:
                bad.append(str(error))
                continue
            yield history


_ORDER = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN")


def _by_seat(item: tuple[str, Figures]) -> int:
    return _ORDER.index(item[0]) if item[0] in _ORDER else len(_ORDER)
