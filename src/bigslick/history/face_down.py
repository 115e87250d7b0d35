"""Hands that stay face down at the showdown: what the record pays says whose they were.

The rules can compare tabled hands only. Where a record names the cards of a player who claims a pot `????`, its
`winnings` or `finishing_stacks` are the only witness of who won; without them such a hand loses to every hand that is
tabled, and hands face down share what no tabled hand claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import product
from typing import Final

from .details import Number
from .run_outs import settle

MOST_WINNERS: Final = 4
"""Hands face down that may have won something: with more of them, every order that is possible is too much to try."""


def who_won(
    pots: Sequence[tuple[int, int]],
    strengths: Sequence[int],
    order: Sequence[int],
    paid: Sequence[Number],
    refunds: Sequence[int],
    unit: int = 1,
) -> list[int] | None:
    """What each seat wins if the hands lie in the order that explains the record's payments best.

    A strength of -1 is a hand face down. `paid` is in chips, after rake, and may include the uncalled bets that came
    back (`refunds`). None if there are too many orders to try.
    """
    hidden = [seat for seat in order if strengths[seat] < 0 and paid[seat] > refunds[seat]]
    if len(hidden) > MOST_WINNERS:
        return None
    tabled = sorted({2 * strength for strength in strengths if strength >= 0})
    levels = sorted({-1, *tabled, *(level + 1 for level in tabled)})
    levels += [levels[-1] + step for step in range(1, len(hidden))]
    best: tuple[Decimal, list[int]] | None = None
    for ranks in product(levels, repeat=len(hidden)):
        tried = [2 * strength if strength >= 0 else -2 for strength in strengths]
        for seat, rank in zip(hidden, ranks, strict=True):
            tried[seat] = rank
        won = settle(pots, [tried], order, unit)
        apart = Decimal(0)
        for chips, noted, back in zip(won, paid, refunds, strict=True):
            apart += min(abs(Decimal(chips) - noted), abs(Decimal(chips + back) - noted))
        if best is None or apart < best[0]:
            best = apart, won
    return None if best is None else best[1]
