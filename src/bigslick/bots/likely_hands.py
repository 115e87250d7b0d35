"""The hands an opponent is likely to hold, represented by a few."""

from __future__ import annotations

from functools import cache
from typing import Final

LIKELY: Final = 64
"""How many hands stand for an opponent's range, best first."""
IN_RAISED: Final = 48
"""How many of them to use in a raised pot."""
IN_RERAISED: Final = 24
"""How many of them to use in a re-raised pot."""


def starting_hand(one: int, two: int) -> int:
    """Return a starting hand's number from 0 to 168: 13 * high + low if suited, 13 * low + high if not."""
    high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
    return 13 * high + low if one & 3 == two & 3 else 13 * low + high


@cache
def ranked_by_worth(worth: tuple[int, ...]) -> list[int]:
    """Return each hand's worth against a raise: the share of hands that do better against the best 15 percent."""
    order = sorted(range(169), key=lambda hand: (-worth[8 * hand + 2], hand))
    share, better = [0] * 169, 0
    for hand in order:
        share[hand] = 1000 * better // 1326
        high, low = hand // 13, hand % 13
        better += 6 if high == low else 4 if high > low else 12
    return share


@cache
def likely_hands(shares: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the hands that stand for an opponent's range, best first; better starting hands have more of them.

    Of the 64, 24 are from the best eighth of all hands, 24 from the rest of the best third, 16 from the next.
    """
    pairs = []
    for two in range(52):
        for one in range(two):
            pairs.append((shares[starting_hand(one, two)], (one * 29 + two * 17) % 53, one, two))
    pairs.sort()
    chosen = []
    for number in range(LIKELY):
        if number < IN_RERAISED:
            at = number * 160 // IN_RERAISED
        elif number < IN_RAISED:
            at = 160 + (number - IN_RERAISED) * 300 // (IN_RAISED - IN_RERAISED)
        else:
            at = 460 + (number - IN_RAISED) * 500 // (LIKELY - IN_RAISED)
        chosen.append((pairs[at][2], pairs[at][3]))
    return chosen
