# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False, infer_types=False
"""The evaluator's tables, computed on import in milliseconds, without NumPy or a data file.

Three facts shape them:

* A hand without a flush is a multiset of ranks. The ranks are split into two halves, deuce to eight and nine to ace,
  and each rank has a number such that no two multisets of one half (at most four of a rank, at most seven cards) have
  the same sum. So the sum of the cards' numbers identifies the multiset, in any order.
* `LO` turns the low half's sum into a column and `HI` turns the high half's sum into the start of a row. Columns are
  sorted by number of cards, and a row keeps only the columns that complete it to 5, 6 or 7 cards, so
  `VALUE[HI[high sum] + LO[low sum]]` has exactly one entry for each of the 73,775 multisets.
* With five cards of a suit the hand is a flush or a straight flush, since seven cards leave no room for a full
  house or four of a kind: `FLUSH` is indexed by the 13-bit set of ranks in that suit.

Hands are ordered in one place, `_codes`: category, then the ranks that make the category, then the kickers.
A strength is the position of its code among the 7,462 that five cards can have.
"""

from __future__ import annotations

from typing import Final, NamedTuple

COMPILED = not __file__.endswith(".py")

LO_KEYS: Final = (1, 5, 24, 112, 521, 2247, 9244)
HI_KEYS: Final = LO_KEYS[:6]
LO_SIZE: Final = 4 * LO_KEYS[6] + 3 * LO_KEYS[5] + 1
HI_SIZE: Final = 4 * HI_KEYS[5] + 3 * HI_KEYS[4] + 1
VALUE_SIZE: Final = 73_775
CLASSES: Final = 7_462
SMALLEST: Final = 5
LARGEST: Final = 7

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

_RANKS: Final = 13
_ALL: Final = (1 << _RANKS) - 1

Multiset = tuple[int, int, int]
"""Number of cards, their sum, and four 13-bit sets: the ranks held at least once, twice, three and four times."""


class Tables(NamedTuple):
    """The tables that `evaluate` looks up."""

    lo: list[int]
    hi: list[int]
    value: list[int]
    flush: list[int]
    codes: list[int]
    """Each strength's meaning: category in bits 26-29, main ranks in 13-25, kickers in 0-12."""


def card_keys() -> list[int]:
    """Return each card's key: the low half in bits 0-15, the high half in 16-31, a 4-bit counter per suit in 32-47."""
    keys = []
    for card in range(52):
        rank, suit = card >> 2, card & 3
        half = LO_KEYS[rank] if rank < 7 else HI_KEYS[rank - 7] << 16
        keys.append(half | 1 << 32 + 4 * suit)
    return keys


def card_masks() -> list[int]:
    """Return each card's bit: its rank within its suit's 16 bits."""
    return [1 << 16 * (card & 3) + (card >> 2) for card in range(52)]


def build() -> Tables:
    """Compute all four tables."""
    top = _highest_bits()
    straight = _straights(top[1])

    flush_codes = [0] * (_ALL + 1)  # with fewer than five ranks there is no flush: below every hand
    order = []
    for suited in range(_ALL + 1):
        if suited != top[4][suited]:
            run = straight[suited]
            flush_codes[suited] = STRAIGHT_FLUSH << 26 | run << 13 if run else FLUSH << 26 | top[5][suited] << 13
            if suited == top[5][suited]:
                order.append(flush_codes[suited])

    low = _multisets(LO_KEYS, 0)
    high = _multisets(HI_KEYS, 7)
    totals = [total for total, _, _ in low]
    start = [totals.index(total) for total in range(LARGEST + 1)] + [len(low)]  # by number of cards
    lo = [0] * LO_SIZE
    for column, (_, key, _) in enumerate(low):
        lo[key] = column
    hi = [0] * HI_SIZE
    codes: list[int] = []
    for held, key, ranks in reversed(high):
        first, end = start[max(0, SMALLEST - held)], start[LARGEST - held + 1]
        hi[key] = len(codes) - first
        row = _codes(ranks, low[first:end], top, straight)
        codes += row
        if held <= SMALLEST:
            order += row[: start[SMALLEST - held + 1] - first]

    order.sort()
    place = {code: strength for strength, code in enumerate(order)}
    return Tables(
        lo=lo,
        hi=hi,
        value=[place[code] for code in codes],
        flush=[place.get(code, 0) for code in flush_codes],
        codes=order,
    )


def _multisets(keys: tuple[int, ...], shift: int) -> list[Multiset]:
    """Return every multiset of up to seven cards, at most four of each rank from `shift` up, by number of cards."""
    found: list[Multiset] = [(0, 0, 0)]
    for rank, number in enumerate(keys):
        more, held = [*found], 0
        for count in range(1, 5):
            held |= 1 << rank + shift + 13 * (count - 1)
            more += [
                (total + count, key + count * number, ranks | held)
                for total, key, ranks in found
                if total <= LARGEST - count
            ]
        found = more
    found.sort()
    return found


def _highest_bits() -> list[list[int]]:
    """Return `table[n][x]`: the n highest bits of the 13-bit set x (all of x if it has no more)."""
    highest = [0] + [1 << x.bit_length() - 1 for x in range(1, _ALL + 1)]
    table = [[0] * (_ALL + 1)]
    for _ in range(5):
        table.append([kept | highest[x ^ kept] for x, kept in enumerate(table[-1])])
    return table


def _straights(highest: list[int]) -> list[int]:
    """Return the bit of the best straight's top card for each 13-bit set, or 0; the ace also plays low."""
    best = []
    for held in range(_ALL + 1):
        runs = held << 1 | held >> 12
        best.append(highest[runs & runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4] << 3)
    return best


def _codes(high: int, low: list[Multiset], top: list[list[int]], straight: list[int]) -> list[int]:
    """Return a number for each multiset of one high half and some low halves that orders hands without a flush.

    The order is poker's: category, main ranks, kickers.
    """
    one, two, three, five = top[1], top[2], top[3], top[5]
    found = []
    for _, _, half in low:
        ranks = high | half
        once, twice = ranks & _ALL, ranks >> 13 & _ALL
        trip, quad = one[ranks >> 26 & _ALL], ranks >> 39
        if quad:
            code = QUADS << 26 | quad << 13 | one[once & ~quad]
        elif trip and twice != trip:
            code = FULL_HOUSE << 26 | trip << 13 | one[twice ^ trip]
        elif straight[once]:
            code = STRAIGHT << 26 | straight[once] << 13
        elif trip:
            code = TRIPS << 26 | trip << 13 | two[once & ~trip]
        elif twice:
            pairs = two[twice]
            code = TWO_PAIR << 26 | pairs << 13 | one[once & ~pairs]
            if pairs == one[pairs]:
                code = PAIR << 26 | pairs << 13 | three[once & ~pairs]
        else:
            code = five[once] << 13
        found.append(code)
    return found
