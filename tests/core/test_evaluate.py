"""The evaluator against published counts and orders; every test runs compiled and interpreted."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations, combinations_with_replacement, count, cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.cards import DECK, format_cards, parse_cards
from bigslick.core import evaluate
from bigslick.core.evaluate import COMPILED, count_strengths, strength, strength_many
from bigslick.errors import BadCards
from tests.stopping import stopped

FIRST_OF_CATEGORY = (0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452)

# rules.md part 6, from high card to straight flush: hands, classes, and royal flushes.
CENSUS = {
    5: (
        [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40],
        [1277, 2860, 858, 858, 10, 1277, 156, 156, 10],
        4,
    ),
    6: (
        [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844],
        [770, 2135, 846, 715, 10, 1277, 156, 156, 10],
        188,
    ),
    7: (
        [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584],
        [407, 1470, 763, 575, 10, 1277, 156, 156, 10],
        4_324,
    ),
}
LONG_INTERPRETED = () if COMPILED else (pytest.mark.slow,)


def naive(five: tuple[int, ...]) -> tuple[Any, ...]:
    """Return five cards as a tuple that compares like the hand, straight from the rules."""
    ranks = sorted((card >> 2 for card in five), reverse=True)
    flush = len({card & 3 for card in five}) == 1
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = [n for n, _ in groups]
    order = [rank for _, rank in groups]
    top = None
    if len(order) == 5 and ranks[0] - ranks[4] == 4:
        top = ranks[0]
    elif ranks == [12, 3, 2, 1, 0]:
        top = 3
    if top is not None:
        return (8 if flush else 4, top)
    if flush:
        return (5, ranks)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (kinds[tuple(shape)], order)


def unsuited(ranks: tuple[int, ...]) -> list[int]:
    """Return cards of these ranks without five of a suit."""
    suits: dict[int, int] = {}
    hand = []
    for rank, start in zip(ranks, cycle((0, 1, 2, 3)), strict=False):
        suit = suits.get(rank, start)
        hand.append(4 * rank + suit)
        suits[rank] = (suit + 1) % 4
    assert len(set(hand)) == len(hand)
    assert max(Counter(card & 3 for card in hand).values()) < 5
    return hand


def rank_multisets(cards: int) -> list[tuple[int, ...]]:
    hands = combinations_with_replacement(range(13), cards)
    return [hand for hand in hands if max(Counter(hand).values()) <= 4]


@pytest.mark.parametrize("size", [5, pytest.param(6, marks=LONG_INTERPRETED), pytest.param(7, marks=LONG_INTERPRETED)])
def test_every_hand_counted(size: int) -> None:
    counts = np.zeros(7462, np.uint64)
    count_strengths(size, counts)
    hands, classes, royal = CENSUS[size]
    assert np.add.reduceat(counts, FIRST_OF_CATEGORY).tolist() == hands
    assert np.add.reduceat(counts > 0, FIRST_OF_CATEGORY, dtype=np.int64).tolist() == classes
    assert counts[-1] == royal


@pytest.mark.slow
def test_all_133_784_560_seven_card_hands() -> None:
    """Rules.md part 6; takes about a third of a second compiled, some minutes interpreted."""
    counts = np.zeros(7462, np.uint64)
    count_strengths(7, counts)
    assert counts.sum() == 133_784_560
    assert np.add.reduceat(counts, FIRST_OF_CATEGORY).tolist() == CENSUS[7][0]
    assert np.count_nonzero(counts) == 4824


def test_all_five_card_hands_in_one_batch() -> None:
    """All 2,598,960 rows compiled; every 50th interpreted."""
    deals = chain.from_iterable(combinations(range(52), 5))
    rows = np.fromiter(deals, np.uint8, count=5 * 2_598_960).reshape(-1, 5)
    if not COMPILED:
        rows = rows[::50].copy()
    out = np.empty(len(rows), np.uint16)
    assert strength_many(rows, out) == len(rows)
    found = np.add.reduceat(np.bincount(out, minlength=7462), FIRST_OF_CATEGORY)
    if COMPILED:
        assert found.tolist() == CENSUS[5][0]
    else:
        assert np.allclose(found[:4] * 50, CENSUS[5][0][:4], rtol=0.05)


def test_all_7462_classes_stand_in_the_order_of_the_rules() -> None:
    hands = [unsuited(ranks) for ranks in rank_multisets(5)]
    hands += [[4 * rank for rank in ranks] for ranks in combinations(range(13), 5)]
    hands.sort(key=lambda hand: naive(tuple(hand)))
    assert [strength(hand) for hand in hands] == list(range(7462))


@pytest.mark.parametrize("size", [6, 7])
def test_every_rank_multiset_is_as_strong_as_its_best_five(size: int) -> None:
    hands = rank_multisets(size)
    if not COMPILED:
        hands = random.Random(size).sample(hands, 2000)
    for ranks in hands:
        hand = unsuited(ranks)
        assert strength(hand) == max(strength(five) for five in combinations(hand, 5))


@pytest.mark.parametrize("size", [6, 7])
def test_every_flush_is_as_strong_as_its_best_five(size: int) -> None:
    dice = random.Random(size)
    for suited in range(5, size + 1):
        for ranks in combinations(range(13), suited):
            suit = dice.randrange(4)
            others = dice.sample([card for card in range(52) if card & 3 != suit], size - suited)
            hand = [4 * rank + suit for rank in ranks] + others
            dice.shuffle(hand)
            if COMPILED or dice.random() < 0.2:
                assert strength(hand) == max(strength(five) for five in combinations(hand, 5))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_against_all_their_subsets_by_the_rules(size: int) -> None:
    dice = random.Random(100 + size)
    pairs = set()
    for _ in range(2000):
        hand = dice.sample(range(52), size)
        best = max(naive(five) for five in combinations(hand, 5))
        pairs.add((strength(hand), (best[0], tuple(best[1]) if isinstance(best[1], list) else best[1])))
    ordered = sorted(pairs)
    assert [best for _, best in ordered] == sorted(best for _, best in pairs)
    assert len({found for found, _ in pairs}) == len({best for _, best in pairs}) == len(pairs)


def test_vectors_of_the_rulings(shared: Path) -> None:
    vectors = json.loads((shared / "rulings" / "rulings.json").read_text())["hand_rank_vectors"]
    assert vectors
    for vector in vectors:
        assert 7462 - strength(vector["cards"]) == vector["rank_1_best_7462_worst"], vector


@pytest.mark.skipif(COMPILED, reason="a C function: its users test it compiled")
def test_rank_lookup_knows_no_flush() -> None:
    suited = parse_cards("AhKhQhJhTh")
    key = sum(evaluate.KEY[card] for card in suited)
    assert evaluate.rank_lookup(key) == strength("AhKhQhJhTd")


@pytest.mark.parametrize("size", [5, 6, 7])
def test_one_hand_means_the_same_in_every_form(size: int) -> None:
    dice = random.Random(size)
    for _ in range(200):
        cards = [DECK[card] for card in dice.sample(range(52), size)]
        text = format_cards(cards)
        array = np.array(cards, np.uint8)
        forms: list[Any] = [cards, tuple(cards), [int(card) for card in cards], text, format_cards(cards, " ")]
        forms += [format_cards(cards, ", "), [str(card) for card in cards], array, array.astype(np.int64), iter(cards)]
        forms += [list(array), set(cards), type("Text", (str,), {})(text)]
        assert len({strength(form) for form in forms}) == 1


@given(st.permutations(range(52)), st.integers(5, 7), st.permutations(range(4)))
def test_neither_order_nor_the_names_of_suits_matter(pack: list[int], size: int, suits: list[int]) -> None:
    hand = pack[:size]
    renamed = [card & ~3 | suits[card & 3] for card in hand]
    assert strength(hand) == strength(sorted(hand)) == strength(renamed)


@given(st.permutations(range(52)), st.integers(5, 6))
def test_one_more_card_never_hurts(pack: list[int], size: int) -> None:
    assert strength(pack[: size + 1]) >= strength(pack[:size])


BAD: list[tuple[Any, str]] = [
    ("", "0 cards are not a hand to evaluate: expected 5, 6 or 7"),
    ("Ah", "1 card is not a hand to evaluate: expected 5, 6 or 7"),
    ("AhKhQhJh", "4 cards are not a hand"),
    ("AhKhQhJhTh9h8h7h", "8 cards are not a hand"),
    ("AhKhQhJhAh", "Ah appears twice"),
    ("AhKhQhJhT", "'T' is not a card"),
    ("AhKhQhJhTx", "'Tx' is not a card: a card is a rank of 23456789TJQKA and a suit of cdhs, as in 'As' or 'Td'"),
    ("ahkhqhjhth", "'ah' is not a card"),
    ("AhKhQhJh10h", "'10' is not a card"),
    ("AhKhQhJhT\u2661", "is not a card"),
    ("AhKhQhJh\x00h", "is not a card"),
    ([1, 2, 3, 4], "4 cards are not a hand"),
    (list(range(8)), "8 cards are not a hand"),
    ((), "0 cards are not a hand"),
    ([1, 2, 3, 4, 4], "3c appears twice"),
    ((1, 2, 3, 4, 5, 6, 1), "2d appears twice"),
    ([0, 1, 2, 3, 52], "52 is not a card: expected an int from 0 (2c) to 51 (As)"),
    ([0, 1, 2, 3, -1], "-1 is not a card"),
    ([0, 1, 2, 3, 255], "255 is not a card"),
    ([0, 1, 2, 3, 256], "256 is not a card"),
    ([0, 1, 2, 3, 2**30], "1073741824 is not a card"),
    ([0, 1, 2, 3, -(2**30)], "-1073741824 is not a card"),
    ([0, 1, 2, 3, 2**32], "4294967296 is not a card"),
    ([0, 1, 2, 3, 2**64 + 7], "18446744073709551623 is not a card"),
    ([0, 1, 2, 3, 10**5000], "a huge int is not a card"),
    ([0, 1, 2, 3, 4.0], "4.0 is not a card"),
    ([4, 5, 2, 3, True], "True is not a card"),
    ([4, 5, 2, 3, False], "False is not a card"),
    ([4, 5, 2, 3, np.True_], "is not a card"),
    ([0, 1, 2, 3, None], "None is not a card"),
    ([0, 1, 2, 3, "As", "Ax"], "'Ax' is not a card"),
    (np.array([0.0, 1, 2, 3, 4]), "is not a card"),
    (7, "7 is not a hand: expected text such as 'AhKdQs7c2d', or 5 to 7 ints"),
    (None, "None is not a hand"),
]


@pytest.mark.parametrize(("cards", "sentence"), BAD)
def test_what_is_no_hand_gets_a_sentence(cards: Any, sentence: str) -> None:
    with pytest.raises(BadCards) as refusal:
        strength(cards)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("wrong", [52, 255, 13, -1, 1.0])
@pytest.mark.parametrize("kind", [list, tuple])
def test_a_wrong_card_is_found_at_every_place(place: int, wrong: Any, kind: Callable[[Any], Any]) -> None:
    hand: list[Any] = [0, 5, 10, 15, 20, 25, 30]
    hand[place] = wrong
    if wrong == 13:
        hand[place - 1] = 13
    with pytest.raises(BadCards):
        strength(kind(hand))


anything = st.one_of(
    st.integers(),
    st.integers(-2, 60),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(max_size=3),
    st.binary(max_size=2),
)


@given(st.one_of(st.lists(anything, max_size=9), st.lists(anything, max_size=9).map(tuple), st.text(), anything))
def test_nothing_breaks_the_evaluator(cards: Any) -> None:
    try:
        found = strength(cards)
    except BadCards:
        return
    assert 0 <= found <= 7461


@given(st.text(alphabet="23456789TJQKAcdhs ,x\u2665", max_size=20))
def test_text_means_what_parse_cards_says(text: str) -> None:
    try:
        cards = parse_cards(text)
        expected: int | None = strength(cards)
    except BadCards:
        expected = None
    if expected is None:
        with pytest.raises(BadCards):
            strength(text)
    else:
        assert strength(text) == expected


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_batch_is_the_same_as_one_by_one(size: int) -> None:
    dice = random.Random(size)
    hands = [dice.sample(range(52), size) for _ in range(1000)]
    out = np.zeros(1000, np.uint16)
    assert strength_many(np.array(hands, np.uint8), out) == 1000
    assert out.tolist() == [strength(hand) for hand in hands]


@given(st.integers(5, 7).flatmap(lambda n: st.lists(st.lists(st.integers(0, 60), min_size=n, max_size=n), min_size=1)))
def test_a_batch_refuses_the_rows_that_one_by_one_are_refused(hands: list[list[int]]) -> None:
    out = np.zeros(len(hands), np.uint16)
    expected: list[int] = []
    sentence = None
    for row, hand in enumerate(hands):
        try:
            expected.append(strength(hand))
        except BadCards as refusal:
            sentence = f"row {row} of the hands: {refusal}"
            break
    if sentence is None:
        assert strength_many(np.array(hands, np.uint8), out) == len(hands)
    else:
        with pytest.raises(BadCards) as refused:
            strength_many(np.array(hands, np.uint8), out)
        assert str(refused.value) == sentence
    assert out[: len(expected)].tolist() == expected


@pytest.mark.parametrize("width", [1, 4, 8])
def test_a_batch_of_another_width_is_refused(width: int) -> None:
    with pytest.raises(BadCards, match=f"hands of {width} cards"):
        strength_many(np.zeros((2, width), np.uint8), np.zeros(2, np.uint16))


def test_a_batch_needs_room() -> None:
    with pytest.raises(ValueError, match="2 hands do not fit in an out array of 1"):
        strength_many(np.array([[0, 1, 2, 3, 4]] * 2, np.uint8), np.zeros(1, np.uint16))


def test_an_empty_batch_is_no_work() -> None:
    assert strength_many(np.zeros((0, 7), np.uint8), np.zeros(0, np.uint16)) == 0


def test_a_read_only_batch_can_be_read() -> None:
    hands = np.array([[0, 1, 2, 3, 4]], np.uint8)
    hands.flags.writeable = False
    out = np.zeros(1, np.uint16)
    strength_many(hands, out)
    assert out[0] == strength([0, 1, 2, 3, 4])


def test_threads_share_the_tables() -> None:
    dice = random.Random(3)
    hands = np.array([dice.sample(range(52), 7) for _ in range(2000)], np.uint8)

    def work(_: int) -> list[int]:
        out = np.zeros(len(hands), np.uint16)
        strength_many(hands, out)
        return out.tolist()

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(work, range(4)))
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("size", [4, 8, -1])
def test_only_hands_can_be_counted(size: int) -> None:
    with pytest.raises(ValueError, match="cannot be counted: expected 5, 6 or 7"):
        count_strengths(size, np.zeros(7462, np.uint64))


def test_counting_needs_a_place_for_each_strength() -> None:
    with pytest.raises(ValueError, match="expected one for each of the 7462 strengths"):
        count_strengths(5, np.zeros(100, np.uint64))


# --- refusals and interrupts ------------------------------------------------------------------------------------


def test_an_endless_hand_is_refused() -> None:
    with pytest.raises(BadCards, match="is not a card"):
        strength(count(40))
    with pytest.raises(BadCards, match="appears twice"):
        strength(cycle(range(5)))


def test_no_array_is_no_hands() -> None:
    hands, out = np.zeros((1, 7), np.uint8), np.zeros(1, np.uint16)
    nothing: Any = None
    for wrong in ((nothing, out), (hands, nothing), (nothing, nothing)):
        with pytest.raises(TypeError):
            strength_many(*wrong)
    with pytest.raises(TypeError):
        count_strengths(5, nothing)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timers of processor time")
def test_ctrl_c_stops_a_long_count() -> None:
    """There are 134 million seven-card hands; an interrupt stops the count within half a second."""
    code = """
import numpy as np
from bigslick.core.evaluate import count_strengths
interrupt_soon()
while True:
    count_strengths(7, np.zeros(7462, np.uint64))
"""
    assert "KeyboardInterrupt" in stopped(code).said
