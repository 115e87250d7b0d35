"""Draws unbiased random numbers from a byte stream, and shuffles the deck of 52 with them.

`bigslick.shuffle` supplies the bytes and describes this algorithm in words: the same seed must always give the same
deck.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, TypeVar

try:
    import cython
except ImportError:  # interpreted, without Cython
    from . import _cython as cython

from .codes import MOST_IN_ORDER

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

COMPILED: bool = cython.compiled

# 256 values rarely divide evenly among n: some are rejected, so that every number is equally likely.
LEFT_OVER = [0] + [256 % n for n in range(1, 257)]
# Variables, because the compiler makes literals of this size Python objects.
WORDS = 1 << 32
# SplitMix64's increment and mixing constants (Steele, Lea and Flood 2014).
WHOLE = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST_MIX = 0xBF58476D1CE4E5B9
SECOND_MIX = 0x94D049BB133111EB


if not cython.compiled:

    def PyErr_CheckSignals() -> None:  # noqa: N802  # Python's own name
        """Do nothing: the interpreter handles Ctrl-C."""


class Draws:
    """A deck of 52 and the bytes that shuffle it; one stream serves many hands, and every draw is independent.

    `more` returns the next block of random bytes, never empty. Without it the bytes come from SplitMix64, whose only
    state is the number `state`: a hundred thousand bots with independent randomness share one such deck, each with its
    own number. That is good enough for bots' decisions, never for cards. Use one thread at a time, with or without the
    GIL.
    """

    def __cinit__(self) -> None:  # only the compiled class calls this: an ordered deck, drawing from state 0
        self._small = True
        for card in range(52):
            self.cards[card] = card

    def __init__(self, more: Callable[[], bytes] | None, state: int = 0) -> None:
        if more is not None and not callable(more):
            raise TypeError("a stream is a function that gives the next bytes, or None for the small generator")
        self._more = more
        self._small = more is None
        self._busy = False
        self.state = index(state) & WHOLE
        self._block = b""
        self._bytes = self._block
        self._at = 0
        self._end = 0
        self._before = 0
        if not cython.compiled:
            self.cards = [0] * 52
        for card in range(52):
            self.cards[card] = card

    def refill(self) -> int:
        """Fetch the next block."""
        assert self._more is not None
        if self._busy:
            raise RuntimeError("the stream of random bytes draws from the deck that it is for")
        self._busy = True
        try:
            PyErr_CheckSignals()
            block = self._more()
        finally:
            self._busy = False
        if type(block) is not bytes:
            raise TypeError(f"the stream of random bytes gave a {type(block).__name__}: expected bytes")
        if len(block) == 0:
            raise ValueError("the stream of random bytes has ended: a shuffle needs an endless one")
        self._before += self._end
        self._block = block
        self._bytes = self._block  # compiled: a pointer into the block, which `_block` keeps alive
        self._at = 0
        self._end = len(block)
        return 0

    if not cython.compiled:  # the .pxd has the compiled twins, which every module inlines

        def mixed(self) -> int:
            """Return the small generator's next 64 bits."""
            self.state = (self.state + STEP) & WHOLE
            bits = self.state
            bits = ((bits ^ bits >> 30) * FIRST_MIX) & WHOLE
            bits = ((bits ^ bits >> 27) * SECOND_MIX) & WHOLE
            return bits ^ bits >> 31

        def byte(self) -> int:
            """Return the stream's next byte."""
            if self._at >= self._end:
                return self.mixed() >> 56 if self._small else self.next_block()
            self._at += 1
            return self._bytes[self._at - 1]

        def draw(self, n: int) -> int:
            """Return a number below `n`; `n` is from 1 to 256 and not checked."""
            while True:
                scaled = self.byte() * n
                if (scaled & 0xFF) >= LEFT_OVER[n]:
                    return scaled >> 8

        def word(self) -> int:
            """Return the next four bytes as one number, most significant byte first."""
            return self.mixed() >> 32 if self._small else self.read_word()

    def next_block(self) -> int:
        """Return the first byte of the next block."""
        self.refill()
        self._at = 1
        return self._bytes[0]

    def read_word(self) -> int:
        """Return the stream's next four bytes as one number."""
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
        """Return how many bytes have been read; a stream that skips this many continues from here."""
        return self._before + self._at

    def skip(self, count: int) -> int:
        """Skip `count` bytes."""
        if not cython.compiled:
            count = index(count)
        if count < 0:
            raise ValueError(f"cannot skip {count} bytes: expected 0 or more")
        if self._small:
            self.state = (self.state + STEP * count) & WHOLE
            return 0
        while count > 0:
            if self._at >= self._end:
                self.refill()
            step = self._end - self._at
            if step > count:
                step = count
            self._at += step
            count -= step
        return 0

    def below(self, n: int) -> int:
        """Return a number from 0 to `n - 1`, each equally likely; `n` is from 1 to 2**32."""
        if not cython.compiled:  # when compiled, the call itself accepts only whole numbers
            n = index(n)
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
        """Start from an ordered deck and move `k` random cards to the front: `cards[0]` to `cards[k - 1]`."""
        if not cython.compiled:
            k = index(k)
        if k < 0 or k > 52:
            raise ValueError(f"cannot deal {k} cards: a deck has 52")
        for i in range(52):
            self.cards[i] = i
        for i in range(k if k < 51 else 51):
            j = i + self.draw(52 - i)
            card = self.cards[i]
            self.cards[i] = self.cards[j]
            self.cards[j] = card
        return 0

    def first(self, k: int) -> tuple[int, ...]:
        """Return the first `k` cards of the current deck."""
        if k < 0 or k > 52:
            raise ValueError(f"cannot show {k} cards: a deck has 52")
        return tuple([self.cards[i] for i in range(k)])

    def shuffled(self, deck: tuple[T, ...]) -> tuple[T, ...]:
        """Shuffle, and return the 52 items of `deck` in the cards' order."""
        if deck is None or len(deck) != 52:
            raise ValueError(f"a deck of {0 if deck is None else len(deck)} cannot be shuffled: expected 52")
        self.shuffle_first(52)
        return tuple([deck[self.cards[i]] for i in range(52)])

    def permutation(self, n: int) -> list[int]:
        """Return the numbers from 0 to `n - 1` in random order."""
        if n < 0 or n > MOST_IN_ORDER:
            raise ValueError(f"cannot put {n} things in order: expected 0 to {MOST_IN_ORDER}")
        order = list(range(n))
        for i in range(n - 1):
            if i & 0xFFFF == 0xFFFF:
                PyErr_CheckSignals()
            j = i + self.below(n - i)
            order[i], order[j] = order[j], order[i]
        return order
