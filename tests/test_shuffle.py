"""The keystream: always the same, exactly as documented, and uniform over all cards and positions."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import struct
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.cards import DECK, Card, format_cards
from bigslick.core.draws import COMPILED
from bigslick.shuffle import Keystream, Seed, shuffled

GOLDEN: list[tuple[Seed, str]] = [
    (0, "8h3c8c5c5d9hJcJdQs3d9d2d4sQc9c3h3s8dJh4h6d5hAh2h4c7s7c9sTdKdKc7hTh5s6s2cAs6h4dQhKsKh7dTcQd2sJsAd6cAcTs8s"),
    (7, "2d4d4c9s7h5d7sJd5hQhKc3s7d3c6s5cAd6cQd2cKh6dTd6h8s9h7c9cTh2h8d8c4h2s5s3hJsAsKsQsJhJcAh3dTsQc4sKd9d8hTcAc"),
    (-1, "Ad5h7c9dKsTcJdThQdJh8h5c4c3hAc4d9s3d2cTdAs2hKd3s4hKh7hJs6sKc9c8s7s5dQsQh8d6dQcTs6h3c8c2s5s7dAhJc9h6c2d4s"),
    (2**64, "Js2s9sTsAh4s7cTh4d5cQdQc5hKsAsJcKd4c8s9hAcAdTcQs9cJh6c6s3c2h7h4hKc8h5s6d2c8cJd2d7d8dKh7s9d6h3s3dQh3hTd5d"),
    (
        10**60,
        "AsTdJhKcQd3hQcThJd4sKd5hAd8sQs5sTs6s7s2h6d6hAh5cJsAc3cKs7c9h6cJc5d7d8d2c9s7h3d8hQhKh2d9dTc3s4c8c9c4h2s4d",
    ),
    ("7", "QcTcAhQhAc8s5s2c8d3h6d9s7s6c7d2s8cQd7c6s9hJcTsJsJd4d3c3d3s4c7h9d4s5dKsTd5h4h5cAd9cKdJhKh2hQs6hKc8h2dAsTh"),
    ("A♥", "JcKsKc9h5h3s7h3dKdTh4s6s5c2d4dTs2s4c7d2c8h6h4h6cQhTdQsAsAdAc8c9d5d7s9sJsTc5s8s9c3hJh3cKh8dQcAh7cQdJd6d2h"),
    (b"7", "Ah8s6h6s6cTc5d3sTsJc3cTd6dAd5h9dJs4dKd9c8d2s7hAsJd7dQdKhQc5c7c8hThAc4cQs7s9h2hKs3d9sKcQh2c4s5s4h2d3h8cJh"),
    (b"", "2d3sKsJd5d6c4c6sQh7d5hQs4h9dAhKd3dJh9h6d9sAs4d5sJc2cTc8s5c7sAd3c9c8c7hTsKhQc3hAc4s2h8dKcJsThQd2s6h7c8hTd"),
]


def chacha20(key: bytes, nonce: bytes = bytes(12), counter: int = 0) -> Iterator[int]:
    """Return the keystream of RFC 8439, 2.3, byte by byte."""
    while True:
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter]
        start += struct.unpack("<3I", nonce)
        x = list(start)

        def quarter(a: int, b: int, c: int, d: int, x: list[int] = x) -> None:
            for into, other, turned, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[into] = (x[into] + x[other]) & 0xFFFFFFFF
                mixed = x[turned] ^ x[into]
                x[turned] = (mixed << by | mixed >> 32 - by) & 0xFFFFFFFF

        for _ in range(10):
            for column in range(4):
                quarter(column, 4 + column, 8 + column, 12 + column)
            for a in range(4):
                quarter(a, 4 + (a + 1) % 4, 8 + (a + 2) % 4, 12 + (a + 3) % 4)
        yield from struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, start, strict=True)))
        counter += 1


class Documented:
    """The documented algorithm, written again from its description."""

    def __init__(self, seed: Seed, *labels: Seed) -> None:
        key = hashlib.sha256(b"bigslick keystream 1" + self.encoded(seed)).digest()
        for label in labels:
            key = hashlib.sha256(b"bigslick label 1" + key + self.encoded(label)).digest()
        self.stream = chacha20(key)

    @staticmethod
    def encoded(seed: Seed) -> bytes:
        if isinstance(seed, str):
            return b"s" + seed.encode()
        if isinstance(seed, bytes):
            return b"b" + seed
        width = len(f"{abs(seed):b}") // 8 + 1
        return b"i" + (seed % (1 << 8 * width)).to_bytes(width, "little")

    def below(self, n: int) -> int:
        width = 1 if n <= 256 else 4
        size = 1 << 8 * width
        while True:
            x = int.from_bytes(bytes(next(self.stream) for _ in range(width)), "big")
            if x * n % size >= size % n:
                return x * n // size

    def permutation(self, n: int) -> tuple[int, ...]:
        order = list(range(n))
        for i in range(n - 1):
            j = i + self.below(n - i)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


def test_the_reference_is_chacha20() -> None:
    """The test vector from RFC 8439, 2.3.2."""
    stream = chacha20(bytes(range(32)), bytes.fromhex("000000090000004a00000000"), 1)
    block = bytes(next(stream) for _ in range(64))
    assert block.hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


@pytest.mark.parametrize(("seed", "deck"), GOLDEN)
def test_a_seed_gives_its_deck_for_ever(seed: Seed, deck: str) -> None:
    assert format_cards(shuffled(seed)) == deck


def test_a_stream_gives_its_decks_for_ever() -> None:
    stream = Keystream(7, "table", 3, "deck")
    assert format_cards(stream.shuffled()[:26]) == "JcQhAs6s9c7cKh4hAc3h9h6cQsJs5s8d4sTh6hAd4dKsJhTcKcQd"
    assert format_cards(stream.shuffled()[:26]) == "4cQs5s4sKd7c8d9c7d9h3s2h9d8hQh4dAs6cJhTh6hQcKc7s8s2c"
    assert Keystream("seats").permutation(10) == (9, 3, 0, 8, 7, 6, 2, 1, 4, 5)
    stream = Keystream(9)
    numbers = [stream.below(n) for n in (2, 52, 256, 257, 1000, 10**6, 2**32)]
    assert numbers == [0, 7, 158, 245, 473, 639460, 2152853549]


@given(
    st.one_of(st.integers(), st.integers(-(2**70), 2**70), st.text(), st.binary()), st.lists(st.integers(), max_size=2)
)
def test_a_deck_is_what_the_documentation_says(seed: Seed, labels: list[int]) -> None:
    expected = Documented(seed, *labels)
    stream = Keystream(seed, *labels)
    assert stream.shuffled() == expected.permutation(52)
    assert stream.below(52) == expected.below(52)
    assert stream.below(10**9) == expected.below(10**9)


def test_many_decks_of_one_stream_are_what_the_documentation_says() -> None:
    """There are enough decks to need several blocks."""
    expected, stream = Documented("blocks"), Keystream("blocks")
    for _ in range(200):
        assert stream.shuffled() == expected.permutation(52)


def test_seeds_of_different_kinds_never_meet() -> None:
    seeds: list[Seed] = [7, "7", b"7", "i7", b"i7", 55, b"\x07", "\x07", 0, "", b"", b"\x00", "\x00", 256, b"\x00\x01"]
    seeds += [-1, 255, b"\xff", 2**64, -(2**64), 128, -128]
    assert len({shuffled(seed) for seed in seeds}) == len(seeds)


def test_labels_never_meet() -> None:
    streams = [
        Keystream(7),
        Keystream(7, "deck"),
        Keystream(7, "seats"),
        Keystream(7, b"deck"),
        Keystream(7, "deck", 0),
        Keystream(7, 0, "deck"),
        Keystream(7, "de", "ck"),
        Keystream(7, "deck", 1),
        Keystream(8, "deck"),
    ]
    assert len({stream.shuffled() for stream in streams}) == len(streams)


def test_a_derived_stream_is_named_not_drawn() -> None:
    """It depends neither on how much of the parent was used, nor on whether it is derived in one step or two."""
    parent = Keystream(7)
    parent.shuffled()
    expected = Keystream(7, "deck", 3).shuffled()
    assert parent.derive("deck", 3).shuffled() == expected
    assert parent.derive("deck").derive(3).shuffled() == expected
    assert Keystream(7, "deck").derive(3).shuffled() == expected


def test_deriving_without_a_label_is_refused() -> None:
    with pytest.raises(TypeError, match="derive needs a label"):
        Keystream(7).derive()


def test_without_a_seed_the_operating_system_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shuffled() != shuffled()
    asked = []

    def entropy(n: int) -> bytes:
        asked.append(n)
        return bytes(range(n))

    monkeypatch.setattr(os, "urandom", entropy)
    first, child = Keystream(), Keystream().derive("deck")
    assert asked == [32, 32]
    assert first.shuffled() == Keystream().shuffled() != child.shuffled()


def test_cards_are_cards() -> None:
    deck = shuffled(7)
    assert sorted(deck) == list(DECK)
    assert all(type(card) is Card for card in deck)


def test_numpy_ints_and_cards_are_ints() -> None:
    assert shuffled(np.int64(7)) == shuffled(np.uint8(7)) == shuffled(DECK[7]) == shuffled(7)  # type: ignore[arg-type]


def test_any_text_is_a_seed() -> None:
    assert len(shuffled("\ud800")) == 52


@pytest.mark.parametrize("seed", [1.0, True, [7], (7,), object(), bytearray(b"7")])
def test_a_seed_of_another_kind_gets_a_sentence(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is an int, a str or bytes, not"):
        shuffled(seed)


@pytest.mark.parametrize("label", [1.0, None, False])
def test_a_label_of_another_kind_gets_a_sentence(label: Any) -> None:
    with pytest.raises(TypeError, match="a label is an int, a str or bytes, not"):
        Keystream(7, label)


@pytest.mark.parametrize("n", [1.5, True, "9", None])
def test_a_number_of_another_kind_gets_a_sentence(n: Any) -> None:
    with pytest.raises(TypeError, match="a draw is below an int, not"):
        Keystream(7).below(n)
    with pytest.raises(TypeError, match="a permutation is of an int, not"):
        Keystream(7).permutation(n)


@pytest.mark.parametrize("n", [0, -3, 2**32 + 1, 10**30])
def test_a_number_out_of_range_gets_a_sentence(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw a number below"):
        Keystream(7).below(n)


@pytest.mark.parametrize("n", [-1, 2**32 + 1, 10**30])
def test_a_permutation_out_of_range_gets_a_sentence(n: int) -> None:
    with pytest.raises(ValueError, match="cannot put"):
        Keystream(7).permutation(n)


def test_a_stream_keeps_its_key_to_itself() -> None:
    stream = Keystream(7)
    assert repr(stream) == "<Keystream>"
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot be pickled or copied"):
            leak(stream)


def chi_square(counts: np.ndarray[Any, Any], expected: float) -> float:
    return float(((counts - expected) ** 2).sum() / expected)


def test_every_card_falls_on_every_place_equally() -> None:
    """With 51 x 51 degrees of freedom the mean is 2601, the standard deviation 72; allow five of them either way."""
    hands = 50_000 if COMPILED else 10_000
    stream = Keystream("chi-square")
    decks = np.array([stream.shuffled() for _ in range(hands)])
    counts = np.stack([np.bincount(decks[:, place], minlength=52) for place in range(52)])
    assert 2241 < chi_square(counts, hands / 52) < 2961


def test_neighbours_are_independent() -> None:
    """The first two cards make 2652 pairs; the standard deviation is 73."""
    hands = 200_000 if COMPILED else 20_000
    draws = Keystream("pairs").draws
    pairs: Counter[tuple[int, ...]] = Counter()
    for _ in range(hands):
        draws.shuffle_first(2)
        pairs[draws.first(2)] += 1
    counts = np.array([pairs[a, b] for a in range(52) for b in range(52) if a != b])
    assert 2287 < chi_square(counts, hands / 2652) < 3015


@pytest.mark.parametrize("n", [3, 52, 200, 300, 1000])
def test_draws_are_even(n: int) -> None:
    draws = 40_000 if COMPILED else 20_000
    stream = Keystream("even", n)
    counts = np.bincount([stream.below(n) for _ in range(draws)], minlength=n)
    freedom = n - 1
    assert abs(chi_square(counts, draws / n) - freedom) < 5 * (2 * freedom) ** 0.5
