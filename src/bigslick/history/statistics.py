"""The figures of every player in a pile of hand histories, in all and by position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from bigslick.history import BadHistory, History, read
from bigslick.table.positions import positions

from .figures import Figures, figures_of


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
