"""The figures and winnings of the players in a set of hand histories, grouped as you like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from bigslick.checks import did_you_mean
from bigslick.notebook import html_table
from bigslick.table.positions import POSITIONS

from ._tally import SeatCounts, Tally
from .counted_hand import DEPTHS, CountedHand
from .figures import FIGURES, Figures
from .formats import read, several
from .history import History
from .notation import BadHistory
from .where import Test
from .winnings import Winnings

Key = Callable[[CountedHand, int], str]
MOST_SENTENCES: Final = 1000
"""Sentences about hands left out that are kept; all are counted."""

GROUPS: Final[dict[str, Key]] = {
    "player": lambda hand, player: hand.names[player],
    "position": lambda hand, player: hand.positions[player],
    "depth": lambda hand, player: hand.band(player),
    "players": lambda hand, _player: str(len(hand.seats)),
    "stake": lambda hand, _player: hand.stake,
}
"""By what hands are grouped."""


class StatisticsRow(msgspec.Struct, frozen=True):
    """One group: its values in the order of `Statistics.by`, its figures and its winnings."""

    group: tuple[str, ...]
    figures: Figures
    winnings: Winnings

    def json(self, by: Sequence[str]) -> dict[str, object]:
        """The row as `--json` prints it."""
        return dict(zip(by, self.group, strict=True)) | self.figures.json() | self.winnings.json()


class Statistics(msgspec.Struct, frozen=True):
    """A row for each group, all of them together, and the hands that could not be read."""

    by: tuple[str, ...]
    rows: tuple[StatisticsRow, ...]
    all: StatisticsRow
    hands: int
    left_out: int
    """Hands that could not be read or break the rules."""
    bad: tuple[str, ...]
    """A sentence for each of them, up to a thousand."""

    def __repr__(self) -> str:
        return f"<Statistics: {self.hands} hands, {len(self.rows)} rows, {self.left_out} bad hands>"

    def _repr_html_(self) -> str:
        columns = (*self.by, "hands", "bb/100", *(figure.heading for figure in FIGURES))
        rows = [
            (
                *(*row.group, str(row.figures.dealt), row.winnings.rate_text()),
                *(figure.text(row.figures) for figure in FIGURES),
            )
            for row in self.rows
        ]
        return html_table(columns, rows)


class LeftOut:
    """Hands that were left out: how many, and the first sentences."""

    def __init__(self) -> None:
        self.count = 0
        self.sentences: list[str] = []

    def add(self, error: BadHistory) -> None:
        """Note a hand."""
        self.count += 1
        if len(self.sentences) < MOST_SENTENCES:
            self.sentences.append(str(error))


def statistics(
    files: Iterable[str | Path],
    *,
    by: Sequence[str] = ("player",),
    where: Test | None = None,
    watch: Callable[[CountedHand], object] | None = None,
) -> Statistics:
    """Count over every hand of the files, a row for each value of `by`; `where` chooses which players' hands count.

    A hand that cannot be replayed is left out and named in `bad`. `watch` is called with each hand before the next is
    read.
    """
    keys = [GROUPS[name] for name in check_groups(by)]
    counts: dict[tuple[str, ...], SeatCounts] = {}
    left_out = LeftOut()
    hands = 0
    first = keys[0] if len(keys) == 1 else None
    for hand in counted_hands(files, left_out):
        hands += 1
        currency, tally, big_blind, places = hand.currency, hand.tally, hand.big_blind, hand.places
        for player, seat in enumerate(hand.seats):
            if where is not None and not where(hand, player):
                continue
            if first is not None:
                group = (currency, first(hand, player))
            else:
                group = (currency, *[key(hand, player) for key in keys])
            row = counts.get(group)
            if row is None:
                row = counts[group] = SeatCounts()
            row.add(tally, seat, big_blind, places)
        if watch is not None:
            watch(hand)
    merged: dict[tuple[str, ...], StatisticsRow] = {}
    for (currency, *values), row in counts.items():
        found = StatisticsRow(tuple(values), Figures(*row.columns()), Winnings.of(row, currency))
        merged[found.group] = add_rows(found.group, [merged[found.group], found]) if found.group in merged else found
    rows = tuple(sorted(merged.values(), key=lambda row: _order(by, row)))
    return Statistics(
        tuple(by), rows, add_rows(("all",) * len(by), rows), hands, left_out.count, tuple(left_out.sentences)
    )


def check_groups(by: Sequence[str]) -> Sequence[str]:
    """The names by which hands are grouped, refused if one is unknown."""
    for name in (by,) if isinstance(by, str) else by:
        if name not in GROUPS or isinstance(by, str):
            raise ValueError(f"by={by!r}: expected a list of {', '.join(GROUPS)}{did_you_mean(name, GROUPS)}")
    return by


def add_rows(group: tuple[str, ...], rows: Iterable[StatisticsRow]) -> StatisticsRow:
    """Several rows as one."""
    figures, winnings = Figures(), Winnings()
    for row in rows:
        figures += row.figures
        winnings += row.winnings
    return StatisticsRow(group, figures, winnings)


def counted_hands(files: Iterable[str | Path], left_out: LeftOut) -> Iterator[CountedHand]:
    """Every hand of the files, replayed and counted; each is good until the next is read."""
    tally = Tally()
    for history in _histories(files, left_out):
        try:
            hand = CountedHand(history, tally)
        except BadHistory as error:
            left_out.add(error)
            continue
        yield hand


def _histories(files: Iterable[str | Path], left_out: LeftOut) -> Iterator[History]:
    for file in several(files):
        try:
            hands = read(file)
        except BadHistory as error:
            left_out.add(error)
            continue
        while True:
            try:
                history = next(hands)
            except StopIteration:
                break
            except BadHistory as error:
                left_out.add(error)
                continue
            yield history


def _order(by: Sequence[str], row: StatisticsRow) -> tuple[object, ...]:
    """Players with most hands first; other groups in their own order."""
    order: list[object] = []
    for name, value in zip(by, row.group, strict=True):
        if name == "player":
            order += [-row.figures.dealt, value]
        elif name == "stake":
            order += [_size(value), value]
        else:
            known = POSITIONS if name == "position" else DEPTHS if name == "depth" else ()
            order += [known.index(value) if value in known else int(value) if value.isdecimal() else len(known), value]
    return tuple(order)


def _size(stake: str) -> float:
    """The second number of a stake: its big blind."""
    digits = "".join(char if char.isdecimal() or char == "." else " " for char in stake.partition("/")[2]).split()
    return float(digits[0]) if digits else 0.0
