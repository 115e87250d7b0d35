# cython: binding=False
"""Strength of 5, 6 or 7 cards: an int from 0 (seven high) to 7461 (royal flush); higher is better, equal hands split.

Compiled modules `cimport` this: add `KEY[card]` and combine `MASK[card]` over the cards, then call `lookup(key, mask)`.
A board's sum can be computed once and extended with each hand's hole cards. `tables` describes the arrays.

The directive in the first line makes plain built-in functions, which Python calls 15 ns faster than Cython's own kind;
a positional-only argument saves another 2 ns.
"""

from __future__ import annotations

import operator
from itertools import islice
from typing import TYPE_CHECKING, Any

from . import tables
from .errors import BadCards

try:
    import cython
except ImportError:  # interpreted, without Cython
    from . import _cython as cython

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

COMPILED: bool = cython.compiled

_tables = tables.build()
KEY = tables.card_keys()
MASK = tables.card_masks()
LO = _tables.lo
HI = _tables.hi
VALUE = _tables.value
FLUSH = _tables.flush
CODES = _tables.codes
del _tables

_RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_LETTERS = str.maketrans("♣♦♥♠", _SUITS, "\ufe0f")  # phones put U+FE0F after a suit sign to colour it
RANK_OF = [_RANKS.find(chr(i)) for i in range(128)]
SUIT_OF = [_SUITS.find(chr(i)) for i in range(128)]

# A byte that is not a card must not read past the end of KEY and MASK: it maps to bit 13 of clubs, which no card has.
BYTE_KEY = KEY + [0] * 204
BYTE_MASK = MASK + [1 << 13] * 204

AT_ONCE = 1 << 22  # rows between two checks for Ctrl-C: a hundredth of a second


if not cython.compiled:  # when compiled, these are in the .pxd, and every module inlines them

    def lookup(key: int, mask: int) -> int:
        """Return the strength of 5, 6 or 7 distinct cards from their summed KEY and combined MASK, unchecked."""
        # Adding 3 to each suit counter sets bit 3 of its four bits if there are five or more cards of the suit.
        suited = ((key >> 32) + 0x3333) & 0x8888
        if suited:
            if suited & 0x8800:
                mask >>= 32
            if suited & 0x8080:
                mask >>= 16
            return FLUSH[mask & 0x1FFF]
        return VALUE[HI[(key >> 16) & 0xFFFF] + LO[key & 0xFFFF]]

    def rank_lookup(key: int) -> int:
        """Return the strength of 5, 6 or 7 cards from their ranks alone, ignoring flushes, unchecked."""
        return VALUE[HI[(key >> 16) & 0xFFFF] + LO[key & 0xFFFF]]

    def PyErr_CheckSignals() -> None:  # noqa: N802  # Python's own name
        """Do nothing: the interpreter handles Ctrl-C."""

    def card_at(row: list[int] | tuple[int, ...], i: int) -> int:
        """Return the row's card as an int, or 255 for anything but a small int; the .pxd has the compiled twin."""
        value = row[i]
        return int(value) if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 255 else 255


def strength(cards: str | Iterable[int], /) -> int:
    """Return the strength of 5 to 7 cards, given as text ("AhKd...") or as ints from 0 to 51.

    Raises BadCards for anything else.
    """
    found = -1
    # Two names, because the compiler picks the twin of quick_strength by the variable's declared type.
    if type(cards) is list:
        row = cards
        found = quick_strength(row)
    elif type(cards) is tuple:
        fixed = cards
        found = quick_strength(fixed)
    elif type(cards) is str:
        found = text_strength(cards)
    if found < 0:
        row = checked(cards)
        found = quick_strength(row)
    return found


def quick_strength(cards: list[int] | tuple[int, ...]) -> int:
    """Return the strength of a list of cards, or -1 if something is wrong with it."""
    key = mask = total = 0
    n = len(cards)
    if n < 5 or n > 7:
        return -1
    for i in range(n):
        card = card_at(cards, i)
        if card > 51:
            return -1
        bit = MASK[card]
        key += KEY[card]
        mask |= bit
        total += bit
    # A duplicate card makes the sum of the bits greater than their union.
    if total != mask:
        return -1
    return lookup(key, mask)


def text_strength(text: str) -> int:
    """Return the strength of cards written as rank and suit letters, or -1; spaces and commas are ignored."""
    key = mask = 0
    n = 0
    rank = -1
    for character in text:
        letter = ord(character)
        if letter == 32 or letter == 44:
            continue
        if letter > 127:
            return -1
        if rank < 0:
            rank = RANK_OF[letter]
            if rank < 0:
                return -1
        else:
            number = SUIT_OF[letter]
            if number < 0:
                return -1
            number += 4 * rank
            rank = -1
            bit = MASK[number]
            if mask & bit:
                return -1
            mask |= bit
            key += KEY[number]
            n += 1
    if rank >= 0 or n < 5 or n > 7:
        return -1
    return lookup(key, mask)


def strength_many(hands: NDArray[Any], out: NDArray[Any]) -> int:
    """Write the strength of each row of `hands` (uint8, 5 to 7 columns) to `out` (uint16); return the number of rows.

    It refuses the first row that is not a hand; the rows before it are then already in `out`.
    """
    if hands is None or out is None:
        raise TypeError("expected an array of hands and an array for their strengths")
    rows: int = hands.shape[0]
    width: int = hands.shape[1]
    if width < 5 or width > 7:
        raise BadCards(
            f"hands of {width} cards: a hand to evaluate has 5, 6 or 7 cards, so the array needs as many columns"
        )
    if out.shape[0] < rows:
        raise ValueError(f"{rows} hands do not fit in an out array of {out.shape[0]}: it needs one place for each hand")
    done = 0
    while done < rows:
        start = done
        end = min(rows, start + AT_ONCE)
        with cython.nogil:
            # The compiler unrolls the row for a constant: 270 M hands/s instead of 195 M.
            if width == 7:
                done = fill(hands, out, start, end, 7)
            elif width == 6:
                done = fill(hands, out, start, end, 6)
            else:
                done = fill(hands, out, start, end, 5)
        if done < end:
            break
        PyErr_CheckSignals()
    if done < rows:
        try:
            checked([int(hands[done, j]) for j in range(width)])
        except BadCards as error:
            raise BadCards(f"row {done} of the hands: {error}") from None
    return rows


def fill(hands: NDArray[Any], out: NDArray[Any], start: int, end: int, width: int) -> int:
    """Evaluate rows until one is not a hand; return that row's number, or `end`."""
    for i in range(start, end):
        key = mask = total = 0
        for j in range(width):
            card = hands[i, j]
            bit = BYTE_MASK[card]
            key += BYTE_KEY[card]
            mask |= bit
            total += bit
        if total != mask or mask & 0x2000:
            return i
        out[i] = lookup(key, mask)
    return end


def count_strengths(cards: int, counts: NDArray[Any]) -> int:
    """Add every hand of `cards` cards (5, 6 or 7) to `counts`, 7,462 uint64 indexed by strength."""
    if counts is None:
        raise TypeError("expected an array to count in")
    if not cython.compiled:
        cards = operator.index(cards)
    if cards < 5 or cards > 7:
        raise ValueError(f"hands of {cards} cards cannot be counted: expected 5, 6 or 7")
    if counts.shape[0] != 7462:
        raise ValueError(f"counts has {counts.shape[0]} places: expected one for each of the 7462 strengths")
    for first in range(53 - cards):
        PyErr_CheckSignals()
        with cython.nogil:
            count(first + 1, cards - 1, KEY[first], MASK[first], counts)
    return 0


def count(first: int, left: int, key: int, mask: int, counts: NDArray[Any]) -> None:
    """Add `left` more cards in every possible way, none below `first`."""
    if left == 1:
        for card in range(first, 52):
            counts[lookup(key + KEY[card], mask | MASK[card])] += 1
    else:
        for card in range(first, 53 - left):
            count(card + 1, left - 1, key + KEY[card], mask | MASK[card], counts)


def checked(cards: str | Iterable[object]) -> list[int]:
    """Return the cards as plain ints, or a sentence that says why they are not a hand."""
    values: list[object]
    if isinstance(cards, str):
        letters = cards.translate(_LETTERS).replace(" ", "").replace(",", "")
        values = [letters[i : i + 2] for i in range(0, len(letters), 2)]
    else:
        try:
            if isinstance(cards, bytes | bytearray | memoryview):  # a forgotten decode(): its items are ints
                raise TypeError
            values = list(islice(cards, 53))  # 53 cards must contain a duplicate
        except TypeError:
            raise BadCards(
                f"{shown(cards)} is not a hand: expected text such as 'AhKdQs7c2d', or 5 to 7 ints"
            ) from None
    found: list[int] = []
    for value in values:
        card = checked_card(value)
        if card in found:
            raise BadCards(f"{_RANKS[card >> 2]}{_SUITS[card & 3]} appears twice: a deck has one of each card")
        found.append(card)
    if not 5 <= len(found) <= 7:
        cards_are = "1 card is" if len(found) == 1 else f"{len(found)} cards are"
        raise BadCards(f"{cards_are} not a hand to evaluate: expected 5, 6 or 7")
    return found


def checked_card(value: object) -> int:
    """Return the card as a plain int, or a sentence that says why it is not a card."""
    if isinstance(value, str):
        name = value.translate(_LETTERS)
        if len(name) == 2 and name[0] in _RANKS and name[1] in _SUITS:
            return 4 * _RANKS.index(name[0]) + _SUITS.index(name[1])
        raise BadCards(
            f"{shown(value)} is not a card: a card is a rank of {_RANKS} and a suit of {_SUITS}, as in 'As' or 'Td'"
        )
    try:
        card = -1 if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        card = -1
    if 0 <= card <= 51:
        return card
    raise BadCards(f"{shown(value)} is not a card: expected an int from 0 (2c) to 51 (As)")


def shown(value: object) -> str:
    """Return the argument as text short enough for a sentence; Python cannot print an int of 5,000 digits."""
    try:
        text = repr(value)
    except ValueError:
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
