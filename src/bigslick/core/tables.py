"""The evaluator's tables, computed with NumPy when the core is imported (a few milliseconds, no file to ship).

Three facts shape them:

* A hand without a flush is a multiset of ranks. The ranks are split in two halves, deuce to eight and nine to ace, and
  each rank has a number such that no two multisets of one half (at most four of a rank, at most seven cards) have the
  same sum. Adding the numbers of the cards therefore names the multiset, whatever the order of the cards.
* `LO` turns the sum of the low half into a column and `HI` the sum of the high half into the start of a row. Columns
  are sorted by how many cards they hold, and a row keeps only the columns that complete it to 5, 6 or 7 cards, so
  that `VALUE[HI[high sum] + LO[low sum]]` has one entry for each of the 73,775 multisets and none to spare.
* With five cards of a suit the hand is a flush or a straight flush, since seven cards have no room left for a full
  house or four of a kind: `FLUSH` is indexed by the 13-bit set of ranks in that suit.

The order of hands is written once, in `_codes`: category, then the ranks that make the category, then the kickers.
A strength is the place of its code among the 7,462 that five cards can have.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

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


class Tables(NamedTuple):
    """Everything `evaluate` looks up, as NumPy arrays."""

    lo: NDArray[Any]
    hi: NDArray[Any]
    value: NDArray[Any]
    flush: NDArray[Any]
    codes: NDArray[Any]
    """By strength, what it is: category in bits 26-29, main ranks in 13-25, kickers in 0-12."""


class _Multisets(NamedTuple):
    """All multisets of some ranks, sorted by how many cards they hold."""

    key: Ints
    total: Ints
    ranks: Ints  # four 13-bit sets side by side: the ranks held at least once, twice, three and four times

    def start(self, total: int) -> int:
        """Where the multisets of `total` cards begin."""
        return int(np.searchsorted(self.total, total))


def card_keys() -> list[int]:
    """Per card, what it adds: bits 0-15 the low half, 16-31 the high half, 32-47 one 4-bit counter for each suit."""
    keys = []
    for card in range(52):
        rank, suit = card >> 2, card & 3
        half = LO_KEYS[rank] if rank < 7 else HI_KEYS[rank - 7] << 16
        keys.append(half | 1 << 32 + 4 * suit)
    return keys


def card_masks() -> list[int]:
    """Per card, one bit: rank within the 16 bits of its suit."""
    return [1 << 16 * (card & 3) + (card >> 2) for card in range(52)]


def build() -> Tables:
    """Compute all four tables."""
    top = _highest_bits()
    straight = _straights(top[1])

    suited = np.arange(_ALL + 1)
    flush_codes = np.where(straight > 0, STRAIGHT_FLUSH << 26 | straight << 13, FLUSH << 26 | top[5] << 13)
    flush_codes[suited == top[4]] = 0  # fewer than five ranks: no flush, below every hand
    order = [flush_codes[(suited == top[5]) & (flush_codes > 0)]]

    low = _multisets(LO_KEYS, 0)
    high = _multisets(HI_KEYS, 7)
    lo = np.zeros(LO_SIZE, np.uint16)
    lo[low.key] = np.arange(len(low.key))
    hi = np.zeros(HI_SIZE, np.uint32)
    codes, filled = [], 0
    for held in range(LARGEST, -1, -1):
        here = slice(high.start(held), high.start(held + 1))
        first, end = low.start(SMALLEST - held), low.start(LARGEST - held + 1)
        block = _codes(high.ranks[here, None] | low.ranks[first:end], top, straight)
        hi[high.key[here]] = filled - first + (end - first) * np.arange(len(block))
        filled += block.size
        codes.append(block.ravel())
        order.append(block[:, : low.start(SMALLEST - held + 1) - first].ravel())

    places: Ints = np.sort(np.concatenate(order))
    return Tables(
        lo=lo,
        hi=hi,
        value=np.searchsorted(places, np.concatenate(codes)).astype(np.uint16),
        flush=np.searchsorted(places, flush_codes).astype(np.uint16),
        codes=places,
    )


def _multisets(keys: tuple[int, ...], shift: int) -> _Multisets:
    """Every choice of at most seven cards with ranks `shift`, `shift + 1`, ..., at most four of each."""
    key = total = ranks = np.zeros(1, np.int64)
    for rank, number in enumerate(keys):
        more = [(key, total, ranks)]
        bit, held = 1 << rank + shift, 0
        for count in range(1, 5):
            held |= bit << 13 * (count - 1)
            fits = total <= LARGEST - count
            more.append((key[fits] + count * number, total[fits] + count, ranks[fits] | held))
        key, total, ranks = (np.concatenate(column) for column in zip(*more, strict=True))
    by_total = np.argsort(total, kind="stable")
    return _Multisets(key[by_total], total[by_total], ranks[by_total])


def _highest_bits() -> list[Ints]:
    """`table[n][x]`: the n highest bits of the 13-bit set x (all of x when it has no more)."""
    sets = np.arange(_ALL + 1)
    table = [np.zeros_like(sets)]
    for _ in range(5):
        rest = sets ^ table[-1]
        for shift in (1, 2, 4, 8):
            rest = rest | rest >> shift
        table.append(table[-1] | (rest ^ rest >> 1))
    return table


def _straights(highest: Ints) -> Ints:
    """Per 13-bit set, the bit of the highest card of its best straight, or 0; the ace also plays below the deuce."""
    sets = np.arange(_ALL + 1)
    runs = sets << 1 | sets >> 12
    best: Ints = highest[runs & runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4]
    return best << 3


def _codes(ranks: Ints, top: list[Ints], straight: Ints) -> Ints:
    """A number for each multiset that orders hands without a flush as poker does: category, main ranks, kickers."""
    once, twice = ranks & _ALL, ranks >> 13 & _ALL
    thrice, quad = ranks >> 26 & _ALL, ranks >> 39
    trip = top[1][thrice]
    pairs = top[2][twice]
    full_of = top[1][twice ^ trip]
    run = straight[once]

    def code(category: int, main: Ints, kickers: int) -> Ints:
        kept: Ints = top[kickers][once & ~main]
        return category << 26 | main << 13 | kept

    return np.select(
        [quad > 0, (trip > 0) & (full_of > 0), run > 0, trip > 0, pairs != top[1][pairs], pairs > 0],
        [
            code(QUADS, quad, 1),
            FULL_HOUSE << 26 | trip << 13 | full_of,
            STRAIGHT << 26 | run << 13,
            code(TRIPS, trip, 2),
            code(TWO_PAIR, pairs, 1),
            code(PAIR, pairs, 3),
        ],
        default=top[5][once] << 13,
    )
