"""Names of hands, the five cards that play, and arrays."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.cards import DECK, format_cards
from bigslick.core.evaluate import COMPILED
from bigslick.errors import BadCards
from bigslick.strength import (
    BEST,
    Category,
    best_five,
    category,
    count_hands,
    describe,
    describe_hole,
    evaluate,
    evaluate_many,
)

NAMED = [
    ("AhKhQhJhTh2c3d", Category.ROYAL_FLUSH, "royal flush", "AhKhQhJhTh"),
    ("2c3d9sTsJsQsKs", Category.STRAIGHT_FLUSH, "straight flush, king high", "KsQsJsTs9s"),
    ("Ac2c3c4c5c6d7d", Category.STRAIGHT_FLUSH, "straight flush, five high", "5c4c3c2cAc"),
    ("7h7c7d7sKh2s", Category.FOUR_OF_A_KIND, "four of a kind, sevens", "7s7h7d7cKh"),
    ("KhKd7s7d7cKs2s", Category.FULL_HOUSE, "full house, kings over sevens", "KsKhKd7s7d"),
    ("2h2d2sAdAcKsQs", Category.FULL_HOUSE, "full house, deuces over aces", "2s2h2dAdAc"),
    ("6h6d6s3d3c2s2c", Category.FULL_HOUSE, "full house, sixes over threes", "6s6h6d3d3c"),
    ("AhJh9h3h2h3d3c", Category.FLUSH, "flush, ace high", "AhJh9h3h2h"),
    ("AhJh9h8h7h3h2h", Category.FLUSH, "flush, ace high", "AhJh9h8h7h"),
    ("Ah2d3c4s5h5d5c", Category.STRAIGHT, "straight, five high", "5h4s3c2dAh"),
    ("AsKdQhJcTs2d3d", Category.STRAIGHT, "straight, ace high", "AsKdQhJcTs"),
    ("TcTd9h8s7c6d5h", Category.STRAIGHT, "straight, ten high", "Td9h8s7c6d"),
    ("QhQd2s3dQc7c9h", Category.THREE_OF_A_KIND, "three of a kind, queens", "QhQdQc9h7c"),
    ("KhKd7s7d2c", Category.TWO_PAIR, "two pair, kings and sevens", "KhKd7s7d2c"),
    ("KhKd7s7d2cQcQs", Category.TWO_PAIR, "two pair, kings and queens", "KhKdQsQc7s"),
    ("9s9c8s8dAhKdJc", Category.TWO_PAIR, "two pair, nines and eights", "9s9c8s8dAh"),
    ("AhAd2c3c9h", Category.ONE_PAIR, "pair of aces", "AhAd9h3c2c"),
    ("2hTd2c3cJh4d", Category.ONE_PAIR, "pair of deuces", "2h2cJhTd4d"),
    ("Ah9d2c3cJh", Category.HIGH_CARD, "ace high", "AhJh9d3c2c"),
    ("7h5d4c3s2s", Category.HIGH_CARD, "seven high", "7h5d4c3s2s"),
]


@pytest.mark.parametrize(("cards", "kind", "name", "five"), NAMED)
def test_hands_have_names(cards: str, kind: Category, name: str, five: str) -> None:
    strength = evaluate(cards)
    assert category(strength) is kind
    assert describe(cards) == describe(strength) == name
    assert format_cards(best_five(cards)) == five


def test_a_category_reads_as_words() -> None:
    assert [str(kind) for kind in Category] == [
        "high card",
        "one pair",
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
        "royal flush",
    ]
    assert f"{Category.TWO_PAIR}" == "two pair"
    assert Category.FLUSH > Category.STRAIGHT


def test_every_strength_has_a_category_in_order() -> None:
    """The class counts of rules.md part 6."""
    kinds = [category(strength) for strength in range(BEST + 1)]
    assert kinds == sorted(kinds)
    assert [kinds.count(kind) for kind in Category] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]


@pytest.mark.parametrize(("size", "straight_flushes", "royal_flushes"), [(5, 36, 4), (6, 1_656, 188)])
def test_s2_6_2_royal_flushes_are_counted_apart(size: int, straight_flushes: int, royal_flushes: int) -> None:
    """S2 6.2.1, S3 §6: ten categories. Four suits have ten straight flushes each, one of them royal."""
    counts = dict.fromkeys(Category, 0)
    for strength, count in enumerate(count_hands(size)):
        counts[category(strength)] += count
    assert counts[Category.STRAIGHT_FLUSH] == straight_flushes
    assert counts[Category.ROYAL_FLUSH] == royal_flushes


def test_every_strength_has_a_name() -> None:
    names = {describe(strength) for strength in range(BEST + 1)}
    assert len(names) == 1 + 9 + 13 + 156 + 8 + 10 + 13 + 78 + 13 + 8
    assert [
        name for name in names if "high" in name and name.startswith(("deuce", "three", "four", "five", "six"))
    ] == []


@given(st.permutations(DECK), st.integers(5, 7))
def test_the_best_five_are_worth_as_much_as_all(pack: list[Any], size: int) -> None:
    hand = pack[:size]
    five = best_five(hand)
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert evaluate(five) == evaluate(hand) == max(evaluate(other) for other in combinations(hand, 5))
    assert best_five(sorted(hand)) == five
    assert best_five(five) == five


@pytest.mark.parametrize("strength", [-1, 7462, 10**30])
def test_a_strength_out_of_range_gets_a_sentence(strength: int) -> None:
    for function in (category, describe):
        with pytest.raises(ValueError, match="is not a strength: expected 0"):
            function(strength)


@pytest.mark.parametrize("strength", [True, 1.0, "7", None])
def test_a_strength_of_another_kind_gets_a_sentence(strength: Any) -> None:
    with pytest.raises(TypeError, match="is not a strength: expected an int from 0 to 7461"):
        category(strength)


def test_numpy_strengths_are_strengths() -> None:
    strengths = evaluate_many([[0, 5, 10, 15, 20]])
    assert describe(strengths[0]) == describe(int(strengths[0]))
    assert category(strengths[0]) is category(int(strengths[0]))


@pytest.mark.parametrize("hand", ["", "Ah", "AhAh", [1, 2, 3, 4, 4], [1, 2, 3, 4, 5.0], None])
def test_what_is_no_hand_has_no_name(hand: Any) -> None:
    with pytest.raises(BadCards):
        describe(hand)


def test_one_card_is_not_a_strength() -> None:
    with pytest.raises(BadCards, match="As is one card: expected 5, 6 or 7 cards, or a strength"):
        describe(DECK[51])


@pytest.mark.parametrize("hand", ["AhKhQhJh", "AhKhQhJhTh9h8h7h", "AhKhQhJhJh"])
def test_the_best_five_of_no_hand(hand: str) -> None:
    with pytest.raises(BadCards):
        best_five(hand)


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int64, np.uint16])
def test_arrays_of_every_kind(size: int, kind: Any) -> None:
    dice = random.Random(size)
    hands = [dice.sample(range(52), size) for _ in range(300 if COMPILED else 50)]
    expected = [evaluate(hand) for hand in hands]
    array = np.array(hands, kind)
    found = evaluate_many(array)
    assert found.dtype == np.uint16
    assert found.tolist() == evaluate_many(hands).tolist() == expected
    assert evaluate_many(np.asfortranarray(array)).tolist() == expected
    assert evaluate_many(array[::2]).tolist() == expected[::2]


def test_no_hands_have_no_strengths() -> None:
    assert evaluate_many(np.zeros((0, 7), np.uint8)).tolist() == []


def test_strengths_go_where_they_are_wanted() -> None:
    out = np.zeros(2, np.uint16)
    assert evaluate_many([[0, 4, 8, 13, 20], [48, 44, 40, 36, 32]], out) is out
    assert out.tolist() == [0, BEST]


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        ([[0, 1, 2, 3, 256]], "row 0 of the hands: 256 is not a card: expected an int from 0 (2c) to 51 (As)"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, -1]], "row 1 of the hands: -1 is not a card"),
        ([[0, 1, 2, 3, 52]], "row 0 of the hands: 52 is not a card"),
        (np.array([[0, 1, 2, 3, 52]], np.uint8), "row 0 of the hands: 52 is not a card"),
        (np.array([[0, 1, 2, 3, 3]], np.uint8), "row 0 of the hands: 2s appears twice"),
        ([[0, 1, 2, 3, 4.0]], "hands is an array of float64 with shape (1, 5): expected cards as whole numbers"),
        ([[True] * 5], "hands is an array of bool with shape (1, 5): expected cards as whole numbers"),
        ([["As", "Ks", "Qs", "Js", "Ts"]], "expected cards as whole numbers from 0 to 51"),
        ([0, 1, 2, 3, 4], "hands is an array of int64 with shape (5,): expected two dimensions"),
        ("AsKsQsJsTs", "expected two dimensions"),
        (None, "expected two dimensions"),
        ([[0, 1, 2, 3, 4], [0, 1]], "the hands are of different lengths"),
        ([[0, 1, 2, 3]], "hands of 4 cards"),
        (np.zeros((1, 8), np.uint8), "hands of 8 cards"),
    ],
)
def test_arrays_that_are_no_hands_get_a_sentence(hands: Any, sentence: str) -> None:
    with pytest.raises(BadCards) as refusal:
        evaluate_many(hands)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    "out",
    [[0], np.zeros(1, np.int64), np.zeros(2, np.uint16), np.zeros((1, 1), np.uint16), 5],
)
def test_a_wrong_place_for_strengths_gets_a_sentence(out: Any) -> None:
    with pytest.raises(ValueError, match=r"expected an array of uint16 with shape \(1,\)"):
        evaluate_many([[0, 1, 2, 3, 4]], out)


def test_a_place_that_cannot_be_written_gets_a_sentence() -> None:
    locked = np.zeros(1, np.uint16)
    locked.flags.writeable = False
    hands = [[0, 1, 2, 3, 4]]
    with pytest.raises(ValueError, match="read-only or a strided view"):
        evaluate_many(hands, locked)
    with pytest.raises(ValueError, match="read-only or a strided view"):
        evaluate_many(hands * 2, np.zeros(4, np.uint16)[::2])


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AhAd", "pair of aces"),
        ("6c6s", "pair of sixes"),
        ("KhAh", "ace and king, suited"),
        ("2c7d", "seven and deuce"),
    ],
)
def test_two_hole_cards_have_a_name(cards: str, name: str) -> None:
    assert describe_hole(cards) == name


@pytest.mark.parametrize("cards", ["Ah", "AhKd2c", ""])
def test_only_two_cards_are_a_starting_hand(cards: str) -> None:
    with pytest.raises(BadCards, match="expected 2"):
        describe_hole(cards)
