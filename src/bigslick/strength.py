"""How strong 5, 6 or 7 cards are: a strength from 0 to 7461 for comparing hands, and its display name.

The names say the category and the ranks that make it, never the kickers; each is one of:

    royal flush                         straight, five high
    straight flush, king high           three of a kind, queens
    four of a kind, sevens              two pair, kings and sevens
    full house, kings over sevens       pair of aces
    flush, ace high                     ace high
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from itertools import combinations
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final

from .cards import Card, to_cards
from .core.evaluate import CODES, strength_many
from .core.evaluate import COMPILED as COMPILED
from .core.evaluate import strength as evaluate
from .errors import BadCards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["BEST", "Category", "best_five", "category", "describe", "describe_hole", "evaluate", "evaluate_many"]

BEST: Final = 7461
"""The strength of a royal flush; 0 is the weakest, seven high."""


class Category(IntEnum):
    """The ten kinds of hands, higher is better."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


_CATEGORIES: Final = tuple(Category)
_EACH: Final = (1, 2, 2, 3, 1, 1, 3, 4)
"""How many cards of each main rank a category has, up to four of a kind."""
_WEAKEST: Final = (0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, BEST)
"""The lowest strength of each category."""

_ONE: Final = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_MANY: Final = tuple(f"{name}es" if name == "six" else f"{name}s" for name in _ONE)


def evaluate_many(hands: ArrayLike, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """Evaluate the rows of an (n, 7) array of cards (5 and 6 columns too), into `out` if it is given.

    A contiguous uint8 array is read in place, and with `out` nothing is allocated. Every row is checked, and BadCards
    names the first bad one.
    """
    import numpy as np  # here, because importing it takes longer than the rest of this module

    rows = _rows(hands)
    if out is None:
        out = np.empty(len(rows), np.uint16)
    elif not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.shape != (len(rows),):
        raise ValueError(f"out is {_kind(out)}: expected an array of uint16 with shape ({len(rows)},)")
    elif not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("out is read-only or a strided view: expected an array whose places lie side by side")
    strength_many(rows, out)
    return out


def category(strength: int) -> Category:
    """Return the kind of hand with this strength."""
    return _CATEGORIES[bisect_right(_WEAKEST, _checked(strength)) - 1]


def best_five(cards: str | Iterable[int]) -> tuple[Card, ...]:
    """Return the five cards that play, starting with the ranks that make the hand.

    Among equal cards the higher suit (s h d c) plays.
    """
    held = sorted(to_cards(cards), reverse=True)
    strength = evaluate(held)
    if category(strength) in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        suits = [card.suit for card in held]
        held = [card for card in held if suits.count(card.suit) >= 5]
    five = []
    for rank in _ranks(strength):
        card = next(card for card in held if card.rank == rank)
        held.remove(card)
        five.append(card)
    return tuple(five)


def describe(hand: int | str | Iterable[int]) -> str:
    """Name a strength or 5 to 7 cards for display: "two pair, kings and sevens"."""
    if isinstance(hand, Card):
        raise BadCards(f"{hand} is one card: expected 5, 6 or 7 cards, or a strength from 0 to {BEST}")
    strength = _checked(hand) if isinstance(hand, int | Integral) else evaluate(hand)  # NumPy's ints are Integral
    kind = category(strength)
    ranks = _ranks(strength)
    one, many = _ONE[ranks[0]], _MANY[ranks[0]]
    if kind == Category.ROYAL_FLUSH:
        return str(kind)
    if kind == Category.HIGH_CARD:
        return f"{one} high"
    if kind == Category.ONE_PAIR:
        return f"pair of {many}"
    if kind in (Category.FOUR_OF_A_KIND, Category.THREE_OF_A_KIND):
        return f"{kind}, {many}"
    if kind in (Category.FULL_HOUSE, Category.TWO_PAIR):
        second = _MANY[ranks[3]]
        return f"{kind}, {many} {'over' if kind == Category.FULL_HOUSE else 'and'} {second}"
    return f"{kind}, {one} high"


def describe_hole(cards: str | Iterable[int]) -> str:
    """Name two hole cards for display: "pair of aces", "ace and king, suited"."""
    held = sorted(to_cards(cards), reverse=True)
    if len(held) != 2:
        raise BadCards(f"{len(held)} cards are not a starting hand: expected 2")
    high, low = held
    if high.rank == low.rank:
        return f"pair of {_MANY[high.rank]}"
    return f"{_ONE[high.rank]} and {_ONE[low.rank]}{', suited' if high.suit == low.suit else ''}"


@cache
def _ranks(strength: int) -> tuple[int, ...]:
    """Return the ranks of the five cards that make a strength, in the order people say them."""
    code = CODES[strength]  # here a royal flush is the straight flush to the ace
    kind, main, kickers = code >> 26, _members(code >> 13 & 0x1FFF), _members(code & 0x1FFF)
    if kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return tuple((main[0] - i) % 13 for i in range(5))  # the ace comes below the deuce
    if kind == Category.FULL_HOUSE:
        return main * 3 + kickers * 2
    return tuple(rank for rank in main for _ in range(_EACH[kind])) + kickers


def _members(bits: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(12, -1, -1) if bits >> rank & 1)


def _checked(strength: int) -> int:
    if isinstance(strength, bool) or not isinstance(strength, Integral):
        raise TypeError(f"{strength!r} is not a strength: expected an int from 0 to {BEST}, as evaluate() gives it")
    if not 0 <= strength <= BEST:
        raise ValueError(f"{strength} is not a strength: expected 0 (seven high) to {BEST} (royal flush)")
    return int(strength)


def _rows(hands: ArrayLike) -> NDArray[np.uint8]:
    """Convert any array of whole numbers to a contiguous one of uint8; 256 must not become 0."""
    import numpy as np

    try:
        array = np.asarray(hands)
    except ValueError:
        raise BadCards(
            "the hands are of different lengths: expected one array, a row of 5, 6 or 7 cards for each"
        ) from None
    if array.ndim != 2:
        raise BadCards(f"hands is {_kind(array)}: expected two dimensions, a row of 5, 6 or 7 cards for each hand")
    if array.dtype != np.uint8:
        if not np.issubdtype(array.dtype, np.integer):
            raise BadCards(f"hands is {_kind(array)}: expected cards as whole numbers from 0 to 51, best as uint8")
        wrong = np.argwhere((array < 0) | (array > 51))
        if len(wrong):
            row, column = wrong[0]
            raise BadCards(
                f"row {row} of the hands: {array[row, column]} is not a card: expected an int from 0 (2c) to 51 (As)"
            )
    return np.ascontiguousarray(array, np.uint8)


def _kind(value: Any) -> str:
    import numpy as np

    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with shape {value.shape}"
    return f"a {type(value).__name__}"


def count_hands(size: int) -> list[int]:
    """Count how many hands of `size` cards have each of the 7,462 strengths; every hand is counted, none sampled."""
    import numpy as np

    from .core.evaluate import COMPILED, count_strengths

    counts = np.zeros(BEST + 1, np.uint64)
    if COMPILED:
        count_strengths(size, counts)
    else:
        _count_with_numpy(size, counts)
    return [int(count) for count in counts]


def _count_with_numpy(size: int, counts: NDArray[Any]) -> None:
    """Do the same count over the same tables, many hands at a time.

    A Python loop over 133,784,560 hands takes minutes.
    """
    import numpy as np

    from .core import tables

    table = tables.build()
    hi, lo, value, of_suit = (np.array(part) for part in (table.hi, table.lo, table.value, table.flush))
    key, mask = np.array(tables.card_keys(), np.uint64), np.array(tables.card_masks(), np.uint64)
    low, three, eights = np.uint64(0xFFFF), np.uint64(0x3333), np.uint64(0x8888)
    tails = np.array(list(combinations(range(52), 4)), np.uint8)
    tail_key, tail_mask = key[tails].sum(axis=1), np.bitwise_or.reduce(mask[tails], axis=1)
    start = np.searchsorted(tails[:, 0], np.arange(53))
    for head in combinations(range(52), size - 4):
        first = start[head[-1] + 1]
        chosen = list(head)
        keys = tail_key[first:] + key[chosen].sum()
        found = value[hi[keys >> np.uint64(16) & low] + lo[keys & low]]
        suited = ((keys >> np.uint64(32)) + three) & eights
        flush = np.flatnonzero(suited)
        masks, suits = tail_mask[first:][flush] | np.bitwise_or.reduce(mask[chosen]), suited[flush]
        masks = np.where(suits & np.uint64(0x8800), masks >> np.uint64(32), masks)
        masks = np.where(suits & np.uint64(0x8080), masks >> np.uint64(16), masks)
        found[flush] = of_suit[masks & np.uint64(0x1FFF)]
        counts += np.bincount(found, minlength=BEST + 1).astype(np.uint64)
