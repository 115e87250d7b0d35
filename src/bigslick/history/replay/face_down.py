"""Infers who won with a hand that was never shown, from what the record pays.

The rules can only compare tabled hands. If a record gives the cards of a player who claims a pot as `????`, only its
`winnings` or `finishing_stacks` say who won. Without them, the face-down hand loses to every tabled hand, and face-down
hands share what no tabled hand claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product
from typing import Final

from ..history_details import Number
from .run_outs import settle

MOST_TRIES: Final = 5000
"""The most rankings of hidden hands to try one by one; beyond that, they all count as equally good."""


def who_won(
    pots: Sequence[tuple[int, int]],
    boards: Sequence[Sequence[int]],
    order: Sequence[int],
    paid: Sequence[Number],
    refunds: Sequence[int],
    unit: int = 1,
) -> list[int]:
    """Return what each seat wins when the hidden hands rank in the way that best fits the record's payments.

    A board is every seat's strength on it, -1 for a face-down hand. `paid` is in chips, after rake, and can include
    returned uncalled bets (`refunds`).
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
    """Return the possible strengths of a hidden hand: equal to a tabled hand, between two of them, or beyond."""
    tabled = sorted({2 * strength for strength in strengths if strength >= 0})
    levels = sorted({-1, *tabled, *(level + 1 for level in tabled)})
    return levels + [levels[-1] + step for step in range(1, hidden)]


def _orders(levels: list[list[int]], hidden: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every combination of ranks for the hidden hands on each board, or equal ranks if there are too many."""
    tries = 1
    for row in levels:
        tries *= len(row) ** hidden
    if tries <= MOST_TRIES:
        yield from product(*[list(product(row, repeat=hidden)) for row in levels])
    else:
        for ranks in product(*levels):
            yield tuple([(rank,) * hidden for rank in ranks])
