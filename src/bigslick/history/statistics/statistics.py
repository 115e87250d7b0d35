"""Computes players' figures and winnings over a set of hand histories, grouped as you like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from bigslick.checks import counted, did_you_mean
from bigslick.intervals import HANDS, many_looks
from bigslick.notebook import html_table
from bigslick.table.positions import POSITIONS

from ..formats.registry import hands_of, several
from ..notation import BadFile, BadHistory
from ..replay.recorded_setup import ReplayRules
from ._tally import SeatCounts, Tally
from .counted_hand import DEPTHS, CountedHand
from .figures import FIGURES, Figures
from .where_filter import Test
from .winnings import Winnings

Values = Callable[[CountedHand], Sequence[str]]
"""A value for each player of a hand."""
MOST_SENTENCES: Final = 1000
"""How many sentences about skipped hands to keep; every skipped hand is counted."""

GROUPS: Final[dict[str, Values]] = {
    "player": lambda hand: hand.names,
    "position": lambda hand: hand.positions,
    "depth": lambda hand: [hand.band(player) for player in range(len(hand.seats))],
    "players": lambda hand: [str(len(hand.seats))] * len(hand.seats),
    "stake": lambda hand: [hand.stake] * len(hand.seats),
}
"""The groups you can count by."""


class StatisticsRow(msgspec.Struct, frozen=True):
    """One group: its values in the order of `Statistics.by`, its figures and its winnings."""

    group: tuple[str, ...]
    figures: Figures
    winnings: Winnings

    def plus(self, other: StatisticsRow) -> StatisticsRow:
        """Merge another row into this group's."""
        return StatisticsRow(self.group, self.figures + other.figures, self.winnings + other.winnings)

    def json(self, by: Sequence[str]) -> dict[str, object]:
        """Return the row as `--json` prints it."""
        return dict(zip(by, self.group, strict=True)) | self.figures.json() | self.winnings.json()


class Statistics(msgspec.Struct, frozen=True):
    """A row for each group, a total, and the hands that could not be read."""

    by: tuple[str, ...]
    rows: tuple[StatisticsRow, ...]
    all: StatisticsRow
    hands: int
    left_out: int
    """Hands that could not be read or break the rules."""
    files_left_out: int
    """Files without a readable hand."""
    bad: tuple[str, ...]
    """A sentence for each skipped hand or file, up to a thousand."""

    def __repr__(self) -> str:
        return f"<Statistics: {self.hands} hands, {len(self.rows)} rows, {self.left_out} bad hands>"

    def many_looks(self, top: int | None = None) -> str:
        """Say how many intervals the first rows show; empty if it is not several."""
        return many_looks(sum(row.winnings.half is not None for row in self.rows[:top]))

    def _repr_html_(self) -> str:
        columns = (*self.by, "hands", "bb/100", *(figure.heading for figure in FIGURES))
        rows = [
            (
                *(*row.group, str(row.figures.dealt), row.winnings.rate_text()),
                *(figure.text(row.figures) for figure in FIGURES),
            )
            for row in self.rows
        ]
        few = f"± ? means too few hands for an interval: it takes {HANDS:,}."
        return html_table(columns, rows, " ".join(filter(None, (few, self.many_looks()))))


class Refusals:
    """The skipped hands and files: how many, and the first sentences about them."""

    def __init__(self) -> None:
        self.count = 0
        self.files = 0
        self.sentences: list[str] = []

    def __repr__(self) -> str:
        return f"<Refusals: {counted(self.count, 'hand')} and {counted(self.files, 'file')} left out>"

    def add(self, refusal: BadHistory) -> None:
        if isinstance(refusal, BadFile):
            self.files += 1
        else:
            self.count += 1
        if len(self.sentences) < MOST_SENTENCES:
            self.sentences.append(str(refusal))


def statistics(
    files: Iterable[str | Path],
    *,
    by: Sequence[str] = ("player",),
    where: Test | None = None,
    rules: ReplayRules | None = None,
    watch: Callable[[CountedHand], object] | None = None,
    refuse: Callable[[BadHistory], None] | None = None,
) -> Statistics:
    """Count every hand in the files, with a row for each value of `by`; `where` selects players' hands.

    A hand that cannot be replayed under `rules` is skipped and named in `bad`. `watch` is called with each hand before
    the next is read, and `refuse` with each refusal.
    """
    names = check_groups(by)
    if where is not None and not callable(where):
        raise TypeError(f"where={where!r}: expected a test, as parse_where('pot > 50bb') gives")
    values_of = GROUPS[names[0]] if len(names) == 1 else _several_values([GROUPS[name] for name in names])
    counts: dict[str, dict[Any, SeatCounts]] = {}
    left_out = Refusals()

    def leave_out(refusal: BadHistory) -> None:
        left_out.add(refusal)
        if refuse is not None:
            refuse(refusal)

    hands = 0
    for hand in counted_hands(files, leave_out, rules):
        hands += 1
        tally, big_blind, places = hand.tally, hand.big_blind, hand.places
        rows = counts.get(hand.currency)
        if rows is None:
            rows = counts[hand.currency] = {}
        for player, (value, seat) in enumerate(zip(values_of(hand), hand.seats, strict=True)):
            if where is None or where(hand, player):
                row = rows.get(value)
                if row is None:
                    row = rows[value] = SeatCounts()
                row.add(tally, seat, big_blind, places)
        if watch is not None:
            watch(hand)
    return _summed(tuple(by), counts, hands, left_out)


def _several_values(each: Sequence[Values]) -> Callable[[CountedHand], Sequence[Any]]:
    return lambda hand: [*zip(*[values(hand) for values in each], strict=True)]


def _summed(
    by: tuple[str, ...], counts: dict[str, dict[Any, SeatCounts]], hands: int, left_out: Refusals
) -> Statistics:
    """Return each group's rows, with currencies merged, and a total row."""
    merged: dict[tuple[str, ...], StatisticsRow] = {}
    total = StatisticsRow(("all",) * len(by), Figures(), Winnings())
    for currency, rows in counts.items():
        both = SeatCounts()
        for value, row in rows.items():
            both.merge(row)
            group = (value,) if len(by) == 1 else value
            found = StatisticsRow(group, Figures(*row.columns()), Winnings.of(row, currency))
            merged[group] = merged[group].plus(found) if group in merged else found
        total = total.plus(StatisticsRow(total.group, Figures(*both.columns()), Winnings.of(both, currency)))
    rows_in_order = tuple(sorted(merged.values(), key=lambda row: _order(by, row)))
    return Statistics(by, rows_in_order, total, hands, left_out.count, left_out.files, tuple(left_out.sentences))


def check_groups(by: Sequence[str]) -> Sequence[str]:
    """Return the group names, or refuse an unknown one."""
    if not isinstance(by, Sequence):
        raise TypeError(f"by={by!r}: expected a list of {', '.join(GROUPS)}")
    for name in (by,) if isinstance(by, str) else by:
        if not isinstance(name, str) or name not in GROUPS or isinstance(by, str):
            raise ValueError(f"by={by!r}: expected a list of {', '.join(GROUPS)}{did_you_mean(name, GROUPS)}")
    return by


def counted_hands(
    files: Iterable[str | Path], refuse: Callable[[BadHistory], None], rules: ReplayRules | None = None
) -> Iterator[CountedHand]:
    """Yield every hand in the files, replayed and counted, each valid until the next; `refuse` gets the others."""
    tally = Tally()
    for file in several(files):
        for history in hands_of(file, refuse):
            try:
                hand = CountedHand(history, tally, rules)
            except BadHistory as refusal:
                refuse(refusal)
                continue
            yield hand


def _order(by: Sequence[str], row: StatisticsRow) -> tuple[object, ...]:
    """Sort players by most hands first; other groups by their own order."""
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


def in_order(stakes: Iterable[str]) -> list[str]:
    """Sort stakes, smallest first."""
    return sorted(stakes, key=lambda stake: (_size(stake), stake))


def _size(stake: str) -> float:
    """Return a stake's second number: its big blind."""
    digits = "".join(char if char.isdecimal() or char == "." else " " for char in stake.partition("/")[2]).split()
    return float(digits[0]) if digits else 0.0
