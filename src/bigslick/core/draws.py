"""Unbiased draws from a stream of random bytes, and the deck of 52 that they shuffle.

Where the bytes come from is decided in `bigslick.shuffle`, which also says in words what is done here: the same seed
must always give the same deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

try:
    import cython
except ImportError:  # interpreted, where Cython is not installed
    from . import _cython as cython

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

COMPILED: bool = cython.compiled

# 256 values do not divide evenly among n: so many of them are refused, and each number keeps equally many.
LEFT_OVER = [0] + [256 % n for n in range(1, 257)]
# Variables, since literals of this size are Python objects to the compiler.
WORDS = 1 << 32
# SplitMix64: what its state goes on by, and what mixes it (Steele, Lea and Flood 2014).
WHOLE = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST_MIX = 0xBF58476D1CE4E5B9
SECOND_MIX = 0x94D049BB133111EB


class Draws:
    """A deck of 52 and the bytes that shuffle it: one stream serves many hands, and no draw knows the one before.

    `more` gives the next block of random bytes, never empty. Without it the bytes come from SplitMix64, whose whole
    being is the number `state`: a hundred thousand bots with chance of their own share one such deck, each with its
    number. Good enough for whims, never for cards. One thread at a time, with or without the GIL.
    """

    def __init__(self, more: Callable[[], bytes] | None) -> None:
        self._more = more
        self._small = more is None
        self.state = 0
        self._block = b""
        self._bytes = self._block
        self._at = 0
        self._end = 0
        self._before = 0
        self.cards = list(range(52))

    def refill(self) -> int:
        """Fetch the next block."""
        assert self._more is not None
        self._before += self._end
        self._block = self._more()
        self._bytes = self._block  # compiled: a pointer into the block, which `_block` keeps alive
        self._at = 0
        self._end = len(self._block)
        if self._end == 0:
            raise ValueError("the stream of random bytes has ended: a shuffle needs an endless one")
        return 0

    def mixed(self) -> int:
        """The next 64 bits of the small generator."""
        self.state = (self.state + STEP) & WHOLE
        bits = self.state
        bits = ((bits ^ bits >> 30) * FIRST_MIX) & WHOLE
        bits = ((bits ^ bits >> 27) * SECOND_MIX) & WHOLE
        return bits ^ bits >> 31

    def byte(self) -> int:
        """The next byte of the stream."""
        if self._small:
            return self.mixed() >> 56
        if self._at >= self._end:
            self.refill()
        self._at += 1
        return self._bytes[self._at - 1]

    def word(self) -> int:
        """The next four bytes as one number, the first the highest."""
        if self._small:
            return self.mixed() >> 32
        word = 0
        if self._at + 4 <= self._end:
            at = self._at
            self._at += 4
            for i in range(4):
                word = word << 8 | self._bytes[at + i]
        else:
            for _ in range(4):
                word = word << 8 | self.byte()
        return word

    def used(self) -> int:
        """How many bytes of the stream were read: a stream that skips as many goes on where this one is."""
        return self._before + self._at

    def skip(self, count: int) -> int:
        """Read so many bytes and forget them."""
        for _ in range(count):
            self.byte()
        return 0

    def draw(self, n: int) -> int:
        """A number below `n`, which is from 1 to 256, unchecked."""
        left_over = LEFT_OVER[n]
        while True:
            scaled = self.byte() * n
            if (scaled & 0xFF) >= left_over:
                return scaled >> 8

    def below(self, n: int) -> int:
        """A number from 0 to `n - 1`, each equally likely; `n` is from 1 to 2**32."""
        if n < 1 or n > WORDS:
            raise ValueError(f"cannot draw a number below {n}: expected 1 to 2**32")
        if n <= 256:
            return self.draw(n)
        left_over = WORDS % n
        while True:
            scaled = self.word() * n
            if (scaled & (WORDS - 1)) >= left_over:
                return scaled >> 32

    def shuffle_first(self, k: int) -> int:
        """Take a new deck in order and put `k` random cards in front: `cards[0]` to `cards[k - 1]`."""
        if k < 0 or k > 52:
            raise ValueError(f"cannot deal {k} cards: a deck has 52")
        for i in range(52):
            self.cards[i] = i
        for i in range(k):
            if i == 51:
                break
            j = i + self.draw(52 - i)
            card = self.cards[i]
            self.cards[i] = self.cards[j]
            self.cards[j] = card
        return 0

    def first(self, k: int) -> tuple[int, ...]:
        """The first `k` cards of the deck as it is now."""
        if k < 0 or k > 52:
            raise ValueError(f"cannot show {k} cards: a deck has 52")
        return tuple([self.cards[i] for i in range(k)])

    def shuffled(self, deck: tuple[T, ...]) -> tuple[T, ...]:
        """Shuffle, and give the 52 things of `deck` in the order of the cards."""
        if len(deck) != 52:
            raise ValueError(f"a deck of {len(deck)} cannot be shuffled: expected 52")
        self.shuffle_first(52)
        return tuple([deck[self.cards[i]] for i in range(52)])

    def permutation(self, n: int) -> list[int]:
        """The numbers from 0 to `n - 1` in random order."""
        if n < 0:
            raise ValueError(f"cannot put {n} things in order: expected 0 or more")
        order = list(range(n))
        for i in range(n - 1):
            j = i + self.below(n - i)
            order[i], order[j] = order[j], order[i]
        return order
