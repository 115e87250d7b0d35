"""Hands that stay face down at the showdown: what the record pays says whose they were.

The rules can compare tabled hands only. Where a record names the cards of a player who claims a pot `????`, its
`winnings` or `finishing_stacks` are the only witness of who won; without them such a hand loses to every hand that is
tabled, and hands face down share what no tabled hand claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product
from typing import Final

from ..history_details import Number
from .run_outs import settle

MOST_TRIES: Final = 5000
"""Orders of hands face down that are tried one by one; beyond that all of them are taken to be equally good."""


def who_won(
    pots: Sequence[tuple[int, int]],
    boards: Sequence[Sequence[int]],
    order: Sequence[int],
    paid: Sequence[Number],
    refunds: Sequence[int],
    unit: int = 1,
) -> list[int]:
    """What each seat wins if the hands lie in the order that explains the record's payments best.

    A board is the strength of every seat on it, -1 for a hand face down. `paid` is in chips, after rake, and may
    include the uncalled bets that came back (`refunds`).
    """
    hidden = [seat for seat in order if boards[0][seat] < 0 and paid[seat] > refunds[seat]]
    best: tuple[Decimal, list[int]] | None = None
    for ranks in _orders([_levels(strengths, len(hidden)) for strengths in boards], len(hidden)):
        tried = []
        for strengths, on_board in zip(boards, ranks, strict=True):
            row = [2 * strength if strength >= 0 else -2 for strength in strengths]
            for seat, rank in zip(hidden, on_board, strict=True):
                row[seat] = rank
            tried.append(row)
        won = settle(pots, tried, order, unit)
        apart = Decimal(0)
        for chips, noted, back in zip(won, paid, refunds, strict=True):
            apart += min(abs(Decimal(chips) - noted), abs(Decimal(chips + back) - noted))
        if best is None or apart < best[0]:
            best = apart, won
    assert best is not None
    return best[1]


def _levels(strengths: Sequence[int], hidden: int) -> list[int]:
    """How good a hand face down may be: as good as a tabled hand, between two of them, or beyond, in some order."""
    tabled = sorted({2 * strength for strength in strengths if strength >= 0})
    levels = sorted({-1, *tabled, *(level + 1 for level in tabled)})
    return levels + [levels[-1] + step for step in range(1, hidden)]


def _orders(levels: list[list[int]], hidden: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The ranks of the hands face down on each board, in every way, or all alike where there are too many ways."""
    tries = 1
    for row in levels:
        tries *= len(row) ** hidden
    if tries <= MOST_TRIES:
        yield from product(*[list(product(row, repeat=hidden)) for row in levels])
    else:
        for ranks in product(*levels):
            yield tuple([(rank,) * hidden for rank in ranks])
