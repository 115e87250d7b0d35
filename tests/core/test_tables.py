"""The lookup tables themselves: sums are unique, rows fill the table, and the order has 7,462 places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from bigslick.core import tables

BUILT = tables.build()


def multisets(ranks: range, cards: int) -> Iterator[tuple[int, ...]]:
    return (hand for hand in combinations_with_replacement(ranks, cards) if max(Counter(hand).values(), default=0) <= 4)


@pytest.mark.parametrize("keys", [tables.LO_KEYS, tables.HI_KEYS])
def test_no_two_multisets_of_a_half_have_the_same_sum(keys: tuple[int, ...]) -> None:
    sums = [sum(keys[rank] for rank in hand) for n in range(8) for hand in multisets(range(len(keys)), n)]
    assert len(sums) == len(set(sums))


@pytest.mark.parametrize(
    ("shift", "bits", "size"), [(0, 0xFFFF, tables.LO_SIZE), (16, 0xFFFF, tables.HI_SIZE), (32, 0xF, 16 - 3)]
)
def test_the_sums_of_seven_cards_fit_their_bits_and_their_tables(shift: int, bits: int, size: int) -> None:
    numbers = sorted((key >> shift & bits for key in tables.card_keys()), reverse=True)
    assert sum(numbers[:7]) < size <= bits + 1


def test_every_rank_multiset_has_a_place_of_its_own() -> None:
    keys = tables.card_keys()
    places = set()
    for cards in (5, 6, 7):
        for hand in multisets(range(13), cards):
            key = sum(keys[4 * rank] & 0xFFFFFFFF for rank in hand)
            places.add(BUILT.hi[key >> 16] + BUILT.lo[key & 0xFFFF])
    assert places == set(range(tables.VALUE_SIZE))


def test_there_are_7462_strengths_and_each_is_reached() -> None:
    flushes = {BUILT.flush[mask] for mask in range(8192) if mask.bit_count() >= 5}
    assert flushes | {*BUILT.value} == set(range(tables.CLASSES))


def test_classes_in_each_category() -> None:
    """The class counts of rules.md part 6: 10/156/156/1277/10/858/858/2860/1277 from the best down."""
    counts = Counter(code >> 26 for code in BUILT.codes)
    assert [counts[category] for category in range(9)] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    assert BUILT.codes == sorted({*BUILT.codes})


def test_each_card_has_a_bit_of_its_own() -> None:
    masks = tables.card_masks()
    assert len(set(masks)) == 52
    assert all(mask.bit_count() == 1 and mask & 0xE000E000E000E000 == 0 for mask in masks)
