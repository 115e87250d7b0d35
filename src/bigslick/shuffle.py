"""Shuffles with a ChaCha20 keystream, keyed by the operating system or by a seed, and unbiased draws from it.

The same seed always gives the same deck. The algorithm, exactly:

**Key.** A seed becomes 32 bytes: `SHA-256("bigslick keystream 1" + kind + payload)`, where an int is kind `i` and its
two's complement in little-endian order, in `bit_length() // 8 + 1` bytes, a str is kind `s` and its UTF-8, and bytes
are kind `b` and themselves. No seed: 32 bytes of `os.urandom`. Each label then makes a new key from the old:
`SHA-256("bigslick label 1" + key + kind + payload)`. So `Keystream(7, "deck", 3)` and
`Keystream(7).derive("draws").derive(3)` are the same stream, and streams with different labels are independent.

**Bytes.** ChaCha20 (RFC 8439) with that key, nonce zero, counter from zero; its keystream's bytes in order.

**Draws.** `below(n)` reads x: one byte for n up to 256, otherwise four bytes, the first the highest. With `size` 2**8
or 2**32, the draw is `x * n // size`, but when `x * n % size < size % n` it is rejected and a new x is read, so each
number keeps exactly `size // n` values of x.

**Decks.** The deck starts in order, 0 (2c) to 51 (As). For i = 0, 1, ..., 50 the cards at i and `i + below(52 - i)`
swap; the card at 0 is dealt first, and the first k cards need only the first k steps. `permutation(n)` does the same to
the numbers 0 to n - 1.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

from bigslick.core.codes import MOST_IN_ORDER
from bigslick.core.draws import Draws

from .cards import DECK, Card

Seed: TypeAlias = int | str | bytes
"""A stream's seed; 7, "7" and b"7" are three different seeds."""

_NONCE: Final = bytes(12)
_ZEROS: Final = bytes(4096)
_MOST: Final = 1 << 32
_KEY_DOMAIN: Final = b"bigslick keystream 1"
_LABEL_DOMAIN: Final = b"bigslick label 1"


class Keystream:
    """An endless source of unbiased draws: `Keystream(7)` to replay, `Keystream()` from the operating system.

    Labels name a seed's independent streams: `Keystream(7, "table", 3, "draws")`. Only one thread at a time can draw.
    """

    __slots__ = ("_key", "draws")

    draws: Draws
    """The stream in the core's form: `shuffle_first(k)` and `below(n)`, without the GIL when compiled."""

    def __init__(self, seed: Seed | None = None, *labels: Seed) -> None:
        self._open(key_of(seed, *labels))

    @classmethod
    def of(cls, seed: Seed | Keystream | None) -> Keystream:
        """Return the stream itself, a new one from a seed, or for None one keyed by the operating system."""
        return seed if isinstance(seed, Keystream) else cls(seed)

    def seed(self) -> bytes:
        """Return sixteen bytes of the stream, to seed another one, for example in another process."""
        return bytes([self.below(256) for _ in range(16)])

    def derive(self, *labels: Seed) -> Keystream:
        """Return a new stream named by `labels`, from its beginning, no matter how much of this one was used."""
        if not labels:
            raise TypeError("derive needs a label: without one the new stream would repeat this one")
        child = object.__new__(Keystream)
        child._open(_labelled(self._key, labels))
        return child

    def below(self, n: int) -> int:
        """Return a number from 0 to `n - 1`, each equally likely; `n` is from 1 to 2**32."""
        if not 1 <= (n if type(n) is int else _whole(n, "a draw is below")) <= _MOST:
            raise ValueError(f"cannot draw a number below {n}: expected 1 to 2**32")
        return self.draws.below(n)

    def permutation(self, n: int) -> tuple[int, ...]:
        """Return the numbers from 0 to `n - 1` in random order, as for a seat draw."""
        if not 0 <= _whole(n, "a permutation is of") <= MOST_IN_ORDER:
            raise ValueError(f"cannot put {n} things in order: expected 0 to {MOST_IN_ORDER:,}")
        return tuple(self.draws.permutation(n))

    def shuffled(self) -> tuple[Card, ...]:
        """Return the stream's next deck; its first card is dealt first."""
        return self.draws.shuffled(DECK)

    def _open(self, key: bytes) -> None:
        self._key = key
        self.draws = Draws(_chacha20(key))

    def __repr__(self) -> str:
        return "<Keystream>"  # the key reveals every card to come

    def __reduce__(self) -> str:
        raise TypeError("a Keystream cannot be pickled or copied: hand on the seed and the labels instead")


def key_of(seed: Seed | None, *labels: Seed) -> bytes:
    """Return the 32 bytes that key a stream; they reveal every card to come."""
    return _labelled(os.urandom(32) if seed is None else _sha256(_KEY_DOMAIN + _encoded(seed, "seed")), labels)


def draws_after(key: bytes, used: int) -> Draws:
    """Return a stream continued after `used` bytes; `used % 64` of them count as read by this one."""
    draws = Draws(_chacha20(key, used // 64))
    draws.skip(used % 64)
    return draws


def new_seed() -> str:
    """Draw a seed of 128 bits from the operating system, short enough to print and type."""
    return os.urandom(16).hex()


def shuffled(seed: Seed | None = None) -> tuple[Card, ...]:
    """Return a shuffled deck: secure without a seed, always the same with one."""
    return Keystream(seed).shuffled()


def _labelled(key: bytes, labels: tuple[Seed, ...]) -> bytes:
    for label in labels:
        key = _sha256(_LABEL_DOMAIN + key + _encoded(label, "label"))
    return key


def _encoded(value: Seed, what: str) -> bytes:
    """Return kind and payload, so that different seeds never hash the same bytes."""
    if isinstance(value, str):
        return b"s" + value.encode("utf-8", "surrogatepass")
    if isinstance(value, bytes):
        return b"b" + value
    number = _whole(value, f"a {what} is", "an int, a str or bytes")
    return b"i" + number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)


def _whole(value: object, where: str, expected: str = "an int") -> int:
    if not isinstance(value, bool):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"{where} {expected}, not {value!r}")


# Both libraries are imported at the first shuffle, because they take a third of the time of `import bigslick`. They are
# kept, because importing again costs as much as a hash.
@cache
def _libraries() -> tuple[Any, Any, Any]:
    from hashlib import sha256

    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

    return sha256, Cipher, algorithms.ChaCha20


def _sha256(data: bytes) -> bytes:
    digest: bytes = _libraries()[0](data).digest()
    return digest


def _chacha20(key: bytes, counter: int = 0) -> Callable[[], bytes]:
    """Return the keystream for `key`, block by block, starting at a counter."""
    _, cipher, chacha20 = _libraries()
    update = cipher(chacha20(key, counter.to_bytes(4, "little") + _NONCE), mode=None).encryptor().update
    return lambda: update(_ZEROS)
