"""The figures of every player in a set of hand histories, overall and by position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from bigslick.notebook import html_table
from bigslick.table.positions import positions

from .figures import HEADINGS, Figures, figures_of
from .formats import read, several
from .history import History
from .notation import BadHistory


class PlayerStatistics(msgspec.Struct, frozen=True):
    """One player's figures, overall and by position."""

    player: str
    all: Figures
    by_position: dict[str, Figures]


class Statistics(msgspec.Struct, frozen=True):
    """The figures of every player in some files, most hands first, and the hands that could not be read."""

    players: tuple[PlayerStatistics, ...]
    hands: int
    bad: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Statistics: {self.hands} hands, {len(self.players)} players, {len(self.bad)} bad hands>"

    def _repr_html_(self) -> str:
        rows = [(row.player, str(row.all.dealt), *row.all.row()) for row in self.players]
        return html_table(("player", "hands", *HEADINGS), rows)


def statistics(files: Iterable[str | Path]) -> Statistics:
    """Count over every hand of the files; a hand that cannot be replayed is left out and named in `bad`."""
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
        PlayerStatistics(name, sum(rows.values(), Figures()), dict(sorted(rows.items(), key=_by_seat)))
        for name, rows in counted.items()
    ]
    players.sort(key=lambda player: (-player.all.dealt, player.player))
    return Statistics(tuple(players), hands, tuple(bad))


def _histories(files: Iterable[str | Path], bad: list[str]) -> Iterator[History]:
    for file in several(files):
        try:
            hands = read(file)
        except BadHistory as error:
            bad.append(str(error))
            continue
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
