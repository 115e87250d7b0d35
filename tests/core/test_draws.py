"""Draws from known bytes: unbiased to the last value, the same for any block size, and never past the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bigslick.core.draws import Draws
from bigslick.shuffle import Keystream


def blocks(stream: bytes, size: int = 4096) -> Callable[[], bytes]:
    """Yield `stream` in blocks of `size`, then nothing."""
    parts = iter([stream[i : i + size] for i in range(0, len(stream), size)])
    return lambda: next(parts, b"")


def for_ever(stream: bytes, size: int) -> Callable[[], bytes]:
    at = 0

    def more() -> bytes:
        nonlocal at
        block = bytes(stream[(at + i) % len(stream)] for i in range(size))
        at += size
        return block

    return more


def draws(stream: Iterator[int], n: int) -> int:
    """Draw as the bigslick.shuffle documentation describes `below`, written independently."""
    width, size = (1, 2**8) if n <= 256 else (4, 2**32)
    while True:
        read = bytes(islice(stream, width))
        assume(len(read) == width)
        x = int.from_bytes(read, "big")
        if x * n % size >= size % n:
            return x * n // size


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 51, 52, 100, 128, 129, 200, 255, 256])
def test_each_number_keeps_equally_many_bytes(n: int) -> None:
    """Use every byte once: the bytes that are not rejected give each number equally often."""
    deck = Draws(blocks(bytes(range(256))))
    found: Counter[int] = Counter()
    for _ in range(256 // n * n):
        found[deck.below(n)] += 1
    assert found == dict.fromkeys(range(n), 256 // n)
    with pytest.raises(ValueError, match="the stream of random bytes has ended"):
        deck.below(n)  # only rejected bytes are left, if any


@given(
    st.binary(min_size=400, max_size=400),
    st.lists(st.one_of(st.integers(1, 256), st.integers(1, 2**32)), max_size=40),
    st.integers(1, 9),
)
def test_draws_are_what_the_documentation_says_for_any_blocks(stream: bytes, numbers: list[int], size: int) -> None:
    bytes_left = iter(stream)
    expected = [draws(bytes_left, n) for n in numbers]
    deck = Draws(blocks(stream, size))
    assert [deck.below(n) for n in numbers] == expected


@pytest.mark.parametrize(
    ("stream", "n", "number"),
    [
        (b"\x00\x01", 3, 0),  # 0 is rejected (256 % 3 = 1); 1 * 3 // 256 = 0
        (b"\xff", 3, 2),
        (b"\xff", 256, 255),
        (b"\x80\x00\x00\x00", 257, 128),
        (b"\xff\xff\xff\xff", 2**32, 2**32 - 1),
        (b"\xff\xff\xff\xff", 1000, 999),
        (b"\x00\x00\x00\x00\xff\xff\xff\xff", 3_000_000_000, 2_999_999_999),
    ],
)
def test_single_draws(stream: bytes, n: int, number: int) -> None:
    assert Draws(blocks(stream)).below(n) == number


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, -(2**40)])
def test_a_draw_needs_something_to_draw_from(n: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw a number below {n}"):
        Draws(for_ever(b"\x07", 8)).below(n)


def test_the_highest_byte_takes_the_last_card() -> None:
    deck = Draws(for_ever(b"\xff", 16))
    deck.shuffle_first(3)
    assert deck.first(5) == (51, 0, 1, 3, 4)


def test_a_new_deck_lies_in_order() -> None:
    assert Draws(for_ever(b"\xff", 16)).first(52) == tuple(range(52))


@given(st.binary(min_size=97, max_size=97).filter(lambda stream: len(set(stream)) > 40), st.integers(0, 52))
def test_the_first_cards_are_those_of_the_whole_shuffle(stream: bytes, k: int) -> None:
    part, whole = Draws(for_ever(stream, 64)), Draws(for_ever(stream, 5))
    part.shuffle_first(k)
    whole.shuffle_first(52)
    assert part.first(k) == whole.first(k)
    assert sorted(part.first(52)) == sorted(whole.first(52)) == list(range(52))


@given(st.binary(min_size=97, max_size=97).filter(lambda stream: len(set(stream)) > 40))
def test_a_shuffle_is_what_the_documentation_says(stream: bytes) -> None:
    more = for_ever(stream, 1)
    endless = (more()[0] for _ in iter(int, 1))
    pack = list(range(52))
    for i in range(51):
        j = i + draws(endless, 52 - i)
        pack[i], pack[j] = pack[j], pack[i]
    deck = Draws(for_ever(stream, 7))
    assert deck.shuffled(tuple(range(52))) == tuple(pack)


def test_one_hand_knows_nothing_of_the_last() -> None:
    deck = Draws(for_ever(b"\xff", 9))
    deck.shuffle_first(5)
    first = deck.first(52)
    deck.shuffle_first(5)
    assert deck.first(52) == first


def test_a_pack_of_anything_can_be_shuffled() -> None:
    names = tuple(f"card {i}" for i in range(52))
    stream = bytes(range(256))
    order = Draws(for_ever(stream, 100)).shuffled(tuple(range(52)))
    assert Draws(for_ever(stream, 100)).shuffled(names) == tuple(names[i] for i in order)


@pytest.mark.parametrize("size", [0, 51, 53])
def test_a_deck_has_52(size: int) -> None:
    with pytest.raises(ValueError, match=f"a deck of {size} cannot be shuffled: expected 52"):
        Draws(for_ever(b"\x09", 3)).shuffled(tuple(range(size)))


@pytest.mark.parametrize("k", [-1, 53])
def test_no_more_cards_than_the_deck_has(k: int) -> None:
    deck = Draws(for_ever(b"\x09", 3))
    with pytest.raises(ValueError, match="a deck has 52"):
        deck.shuffle_first(k)
    with pytest.raises(ValueError, match="a deck has 52"):
        deck.first(k)


@pytest.mark.parametrize("n", [0, 1, 2, 52, 256, 257, 1000])
def test_a_permutation_holds_everything_once(n: int) -> None:
    stream = bytes((7 * i * i + 3 * i) % 251 for i in range(5000))
    assert sorted(Draws(for_ever(stream, 999)).permutation(n)) == list(range(n))


def test_a_permutation_of_less_than_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot put -1 things in order"):
        Draws(for_ever(b"\x09", 3)).permutation(-1)


def test_a_failing_source_is_heard() -> None:
    def broken() -> bytes:
        raise OSError("no entropy")

    with pytest.raises(OSError, match="no entropy"):
        Draws(broken).shuffle_first(1)


def test_a_stream_that_skips_goes_on_where_another_is() -> None:
    first, second = Keystream(7).draws, Keystream(7).draws
    assert first.used() == 0
    for _ in range(500):
        first.shuffle_first(52)
    assert first.used() > 4096
    second.skip(first.used())
    assert second.used() == first.used()
    assert [second.below(52) for _ in range(100)] == [first.below(52) for _ in range(100)]


def test_steele_lea_flood_2014_the_small_generator_gives_its_known_numbers() -> None:
    deck = Draws(None)
    for high in (0xE220A839, 0x6E789E6A, 0x06C45D18, 0xF88BB8A8):
        assert deck.below(1 << 32) == high
    assert Draws(None).below(256) == 0xE2


def test_the_small_generator_goes_on_from_its_state_and_draws_evenly() -> None:
    one, other = Draws(None, (1 << 64) - 5), Draws(None, (1 << 64) - 5)
    drawn = [one.below(n) for n in (10, 1000, 52)]
    assert [other.below(n) for n in (10, 1000, 52)] == drawn
    assert other.state == one.state < 1 << 64
    found = Counter(one.below(10) for _ in range(20_000))
    assert sum((count - 2000) ** 2 / 2000 for count in found.values()) < 27.9  # one in a thousand is above


# --- refusals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", [None, "text", 7, bytearray(5), [1, 2]])
def test_a_stream_gives_bytes(block: object) -> None:
    deck = Draws(lambda: block)  # type: ignore[arg-type,return-value]
    for _ in range(2):
        with pytest.raises(TypeError, match="expected bytes"):
            deck.below(10)


def test_a_stream_is_a_function() -> None:
    with pytest.raises(TypeError, match="a function that gives the next bytes"):
        Draws(7)  # type: ignore[arg-type]


def test_a_stream_that_draws_from_its_own_deck_is_refused() -> None:
    def more() -> bytes:
        deck.below(10)
        return b"\x01"

    deck = Draws(more)
    with pytest.raises(RuntimeError, match="draws from the deck that it is for"):
        deck.below(10)


def test_a_stream_that_fails_may_be_asked_again() -> None:
    answers: list[bytes | Exception] = [OSError("not yet"), b"\xff"]

    def more() -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    deck = Draws(more)
    with pytest.raises(OSError, match="not yet"):
        deck.below(256)
    assert deck.below(256) == 255
    assert deck.used() == 1


def test_the_small_generator_skips_any_number_of_bytes_at_once() -> None:
    walked, skipped = Draws(None, 7), Draws(None, 7)
    for _ in range(1000):
        walked.below(256)
    skipped.skip(1000)
    assert skipped.state == walked.state
    skipped.skip(10**18)
    with pytest.raises(ValueError, match="expected 0 or more"):
        skipped.skip(-1)


@pytest.mark.parametrize("n", [10**12, 2**31, (1 << 24) + 1])
def test_more_things_than_memory_are_not_put_in_order(n: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 16777216"):
        Draws(None).permutation(n)


@pytest.mark.parametrize("number", [2.5, None, "7"])
def test_draws_take_whole_numbers(number: Any) -> None:
    deck = Draws(None)
    for ask in (deck.below, deck.shuffle_first, deck.first, deck.permutation, deck.skip):
        with pytest.raises(TypeError):
            ask(number)
