"""The core's counts agree with dealing every board, and its samples with the counts."""

from __future__ import annotations

import random
import threading
from array import array
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from bigslick.cards import parse_cards
from bigslick.core.evaluate import strength_many
from bigslick.odds._equity import COMPILED, UNITS, Spot
from bigslick.shuffle import Keystream

Counts = list[tuple[int, int, int]]


def counted(holes: Sequence[int], board: Sequence[int], dead: Sequence[int]) -> Counts:
    hands = len(holes) // 2
    out = array("q", bytes(24 * hands))
    assert Spot(hands, board, dead).count(bytes(holes), out) == 1
    return [(out[3 * i], out[3 * i + 1], out[3 * i + 2]) for i in range(hands)]


def dealt(holes: Sequence[int], board: Sequence[int], dead: Sequence[int]) -> Counts:
    """Deal every board and evaluate every hand."""
    hands = len(holes) // 2
    left = [card for card in range(52) if card not in {*holes, *board, *dead}]
    rest = np.array(list(combinations(left, 5 - len(board))), np.uint8)
    values = np.empty((hands, len(rest)), np.uint16)
    for hand in range(hands):
        known = np.tile(np.array([*holes[2 * hand : 2 * hand + 2], *board], np.uint8), (len(rest), 1))
        strength_many(np.ascontiguousarray(np.hstack([known, rest])), values[hand])
    best = values == values.max(axis=0)
    winners = best.sum(axis=0)
    shares = UNITS // winners
    return [
        (int((mine & (winners == 1)).sum()), int((mine & (winners > 1)).sum()), int(shares[mine].sum()))
        for mine in best
    ]


def spots(seed: int, number: int, most_boards: int) -> list[tuple[list[int], list[int], list[int]]]:
    """Return random spots of every kind with few enough boards to deal them all."""
    rng = random.Random(seed)
    found: list[tuple[list[int], list[int], list[int]]] = []
    while len(found) < number:
        hands, lying, dead = rng.randint(2, 10), rng.randint(0, 5), rng.randint(0, 35)
        left = 52 - 2 * hands - lying - dead
        if left < 5 or comb(left, 5 - lying) > most_boards:
            continue
        # Half of the decks have few suits and ranks, so flushes meet full houses.
        deck = list(range(52))
        if rng.random() < 0.5:
            deck.sort(key=lambda card: (card & 3 in (1, 2)) * rng.random() + rng.random() / 2, reverse=True)
        else:
            rng.shuffle(deck)
        cut = 2 * hands
        found.append((deck[:cut], deck[cut : cut + lying], deck[cut + lying : cut + lying + dead]))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_counts_equal_dealing_every_board(seed: int) -> None:
    number, most_boards = (40, 60_000) if COMPILED else (12, 4_000)
    for holes, board, dead in spots(seed, number, most_boards):
        assert counted(holes, board, dead) == dealt(holes, board, dead), (holes, board, dead)


BOARDS = ["AhKhQh", "7c7d7h", "7c7d7h2s", "9h8h7h6h", "AhKhQhJhTh", "2c2d2h2s", "Ah", "AhKh", "8c8d"]
HANDS = ["AcAdKcKd", "9h8hAsKs", "2h3h4h5h"]


@pytest.mark.parametrize(
    ("holes", "board"),
    [(h, b) for h in HANDS for b in BOARDS if not set(parse_cards(h)) & set(parse_cards(b))],
)
def test_counts_on_boards_with_flushes_and_full_houses(holes: str, board: str) -> None:
    cards, lying = parse_cards(holes), parse_cards(board)
    # Dead low cards reduce the number of boards without removing the flushes.
    keep = 20 if COMPILED else 12
    dead = [card for card in range(52) if card not in cards and card not in lying][: 52 - 4 - len(lying) - keep]
    assert counted(cards, lying, dead) == dealt(cards, lying, dead)


@pytest.mark.skipif(not COMPILED, reason="1.7 million boards take minutes interpreted")
@pytest.mark.parametrize("holes", ["AhKhQdQc", "9s8s9h8h", "7c2dAsAh"])
def test_counts_equal_dealing_all_1_712_304_boards(holes: str) -> None:
    cards = list(parse_cards(holes))
    found = counted(cards, [], [])
    assert found == dealt(cards, [], [])
    assert Spot(2, [], []).boards() == 1_712_304 == found[0][0] + found[0][1] + found[1][0]


def test_peers_c_ace_king_against_queens() -> None:
    """The figures are from peers.md, section C."""
    assert [row[:2] for row in counted(list(parse_cards("AhKhQdQc")), [], [])] == [(787_966, 6_732), (917_606, 6_732)]


def test_hands_and_suits_may_change_places() -> None:
    holes = list(parse_cards("AhKh QdQc 7s6s"))
    plain = counted(holes, [], [])
    assert counted(holes[4:] + holes[:4], [], []) == [plain[2], plain[0], plain[1]]
    assert counted([holes[i ^ 1] for i in range(6)], [], []) == plain
    for turn in (1, 2, 3):
        assert counted([card & ~3 | (card + turn) & 3 for card in holes], [], []) == plain


def test_many_deals_in_one_call() -> None:
    rng = random.Random(3)
    board = list(parse_cards("Td9d2c"))
    rows = [rng.sample([card for card in range(52) if card not in board], 4) for _ in range(20)]
    out = array("q", bytes(8 * 6 * 20))
    assert Spot(2, board, []).count(bytes(card for row in rows for card in row), out) == 20
    for i, row in enumerate(rows):
        assert list(out[6 * i : 6 * i + 6]) == [number for hand in counted(row, board, []) for number in hand]


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (1, [], []),
        (11, [], []),
        (2, [1, 2, 3, 4, 5, 6], []),
        (2, [1, 1], []),
        (2, [1], [1]),
        (2, [52], []),
        (2, [], [-1]),
    ],
)
def test_impossible_spots_are_refused(hands: int, board: list[int], dead: list[int]) -> None:
    with pytest.raises(ValueError):
        Spot(hands, board, dead)


@pytest.mark.parametrize("holes", [[1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 52], [1, 2, 3, 255], [1, 2, 3, 9], [1, 2, 3, 10]])
def test_impossible_deals_are_refused(holes: list[int]) -> None:
    with pytest.raises(ValueError):
        Spot(2, [9], [10]).count(bytes(holes), array("q", bytes(48)))


def test_too_little_room_and_too_few_cards_are_refused() -> None:
    with pytest.raises(ValueError):
        Spot(2, [], []).count(bytes([1, 2, 3, 4]), array("q", bytes(40)))
    with pytest.raises(ValueError, match="too few cards"):
        Spot(2, [], list(range(44))).count(bytes([48, 49, 50, 51]), array("q", bytes(48)))


# --- sampling ------------------------------------------------------------------------------------------------------


def sampled(spot: Spot, combos: Sequence[int], starts: list[int], weights: list[int], samples: int, seed: int) -> int:
    upto = array("q")
    for first, last in pairwise(starts):
        upto.extend(sum(weights[first : i + 1]) for i in range(first, last))
    return spot.sample(Keystream(seed, "samples").draws, bytes(combos), starts, upto, samples, 1000 * samples)


def near(spot: Spot, expected: list[float], samples: int) -> bool:
    for (_, _, share, square), mean in zip(spot.totals(), expected, strict=True):
        found = share / UNITS / samples
        deviation = sqrt(max(square / UNITS**2 / samples - found**2, 1e-4) / samples)
        if abs(found - mean) > 4 * deviation:
            return False
    return True


def test_samples_agree_with_the_counts() -> None:
    samples = 200_000 if COMPILED else 8_000
    for seed, (holes, board, dead) in enumerate(spots(77, 12, 10**7)):
        hands = len(holes) // 2
        spot = Spot(hands, board, dead)
        assert sampled(spot, holes, list(range(hands + 1)), [1] * hands, samples, seed) == samples
        boards = spot.boards()
        assert near(spot, [share / UNITS / boards for _, _, share in counted(holes, board, dead)], samples)
        assert sum(share for _, _, share, _ in spot.totals()) == UNITS * samples


def test_samples_of_ranges_follow_the_weights() -> None:
    """Two combos with weights 3 and 1 play one that shares a card with neither, and one drawn from the rest."""
    samples = 100_000 if COMPILED else 6_000
    board = list(parse_cards("Kd7c2s"))
    one, two, three = (list(parse_cards(text)) for text in ("AhAd", "QhJh", "KsQs"))
    by_hand = [counted([*combo, *three], board, []) for combo in (one, two)]
    boards = comb(45, 2)
    spot = Spot(2, board, [])
    assert sampled(spot, [*one, *two, *three], [0, 2, 3], [3, 1, 1], samples, 5) == samples
    mean = (3 * by_hand[0][0][2] + by_hand[1][0][2]) / (4 * boards * UNITS)
    assert near(spot, [mean, 1 - mean], samples)


def test_conflicting_combos_are_drawn_again() -> None:
    """With AhAd and AhAc only two of the four deals are possible, each equally likely."""
    samples = 60_000 if COMPILED else 6_000
    board = list(parse_cards("Kd7c2s9h4d"))
    combos = list(parse_cards("AhAd") + parse_cards("QhJh")) * 2
    spot = Spot(2, board, [])
    assert sampled(spot, combos, [0, 2, 4], [1, 1, 1, 1], samples, 6) == samples
    assert near(spot, [0.5, 0.5], samples)
    assert sum(win for win, _, _, _ in spot.totals()) == samples


def test_hands_of_any_two_cards() -> None:
    samples = 100_000 if COMPILED else 6_000
    spot = Spot(3, [], [])
    assert sampled(spot, [], [0, 0, 0, 0], [], samples, 8) == samples
    assert near(spot, [1 / 3] * 3, samples)
    known = Spot(2, list(parse_cards("AhKhQhJh")), [])
    assert sampled(known, list(parse_cards("Th9h")), [0, 1, 1], [1], samples, 9) == samples
    assert known.totals()[0][0] == samples


def test_combos_that_always_conflict_end_the_draw() -> None:
    spot = Spot(2, [], [])
    same = list(parse_cards("AhAd") + parse_cards("AhAc"))
    assert sampled(spot, same * 2, [0, 2, 4], [1, 1, 1, 1], 10, 1) == 0


def test_samples_are_the_same_for_ever() -> None:
    """Golden: compiled, interpreted and in every later version, these are the counts."""
    spot = Spot(3, list(parse_cards("2c")), list(parse_cards("3c")))
    combos = list(parse_cards("AhKh QdQc 7s6s"))
    assert sampled(spot, combos, [0, 1, 3, 3], [1, 1, 2], 1000, 7) == 1000
    assert [row[:3] for row in spot.totals()] == [(446, 9, 1133580), (331, 7, 841260), (211, 12, 545160)]
    spot.clear()
    assert spot.totals() == ((0, 0, 0, 0),) * 3
    quick = Spot(3, [], [])
    assert sampled(quick, combos, [0, 1, 2, 3], [1, 1, 1], 1000, 7) == 1000
    assert [row[:3] for row in quick.totals()] == [(359, 0, 904680), (416, 0, 1048320), (225, 0, 567000)]


def test_impossible_samples_are_refused() -> None:
    deck = Keystream(1).draws
    spot = Spot(2, [9], [10])
    ones = array("q", [1, 1])
    for combos, starts in (
        ([1, 2, 3, 52], [0, 1, 2]),
        ([1, 2, 3, 9], [0, 1, 2]),
        ([1, 2, 2, 3], [0, 1, 2]),
        ([1, 1, 2, 3], [0, 1, 2]),
        ([1, 2, 3, 4], [0, 1]),
        ([1, 2, 3, 4], [0, 3, 2]),
        ([1, 2, 3, 4], [0, 1, 3]),
    ):
        with pytest.raises(ValueError):
            spot.sample(deck, bytes(combos), starts, ones, 10, 10)
    with pytest.raises(ValueError, match="running weight"):
        spot.sample(deck, bytes([1, 2, 3, 4]), [0, 1, 2], array("q", [1]), 10, 10)
    with pytest.raises(ValueError, match="too few cards"):
        Spot(2, [], list(range(44))).sample(deck, b"", [0, 0, 0], array("q"), 10, 10)
    full = Spot(2, [0, 1, 2, 3, 4], list(range(9, 52)))
    assert full.sample(deck, bytes([5, 6, 7, 8]), [0, 1, 2], ones, 10, 10) == 10


@pytest.mark.parametrize("text", ["AhKh QdQc", "AhKh QdQc 7s6s", "AhKh AdKd AsKs", "2c7d JhTh QsQd 9s8s 5c5d"])
def test_boards_for_known_hands_are_drawn_evenly(text: str) -> None:
    """The quick way for an empty board, two pairs and a card from 64 bits, agrees with counting all boards."""
    samples = 1_000_000 if COMPILED else 10_000
    holes = list(parse_cards(text))
    hands = len(holes) // 2
    for dead in ([], list(parse_cards("2h2s3h3s4h4s5h5s6h"))):
        spot = Spot(hands, [], dead)
        assert sampled(spot, holes, list(range(hands + 1)), [1] * hands, samples, 3) == samples
        exact = counted(holes, [], dead)
        assert near(spot, [share / UNITS / spot.boards() for _, _, share in exact], samples)
        for (win, tie, _, _), (exact_win, exact_tie, _) in zip(spot.totals(), exact, strict=True):
            for found, mean in ((win, exact_win / spot.boards()), (tie, exact_tie / spot.boards())):
                assert abs(found - samples * mean) <= 4.5 * sqrt(samples * mean * (1 - mean)) + 1


def test_every_card_is_drawn_equally_often() -> None:
    """Chi-square over the one card to come; the winner tells which card it was."""
    samples = 400_000 if COMPILED else 20_000
    board, holes = list(parse_cards("2c3d4h9s")), list(parse_cards("AhAd KhKd"))
    spot = Spot(2, board, [])
    assert sampled(spot, holes, [0, 1, 2], [1, 1], samples, 12) == samples
    kings = spot.totals()[1][0]  # only the two other kings help
    mean = 2 / 44
    assert abs(kings - samples * mean) < 4 * sqrt(samples * mean * (1 - mean))


# --- safety --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [None, 2.0, True, 11, 1, -2, 10**30, "2"])
def test_hands_are_two_to_ten(hands: Any) -> None:
    with pytest.raises(ValueError, match="hands cannot be compared: expected 2 to 10"):
        Spot(hands, [], [])


@pytest.mark.parametrize("card", [None, 5.0, True, 52, -1, 10**30, "As"])
def test_cards_are_whole_numbers(card: Any) -> None:
    for board, dead in (([card], []), ([], [card])):
        with pytest.raises(ValueError, match="is not in the deck: expected distinct ints from 0 to 51"):
            Spot(2, board, dead)


@pytest.mark.parametrize("number", [None, 5.0, True, -1, 10**30])
def test_samples_and_tries_are_whole_numbers(number: Any) -> None:
    draws, combos, ones = Keystream(1).draws, bytes([1, 2, 3, 4]), array("q", [1, 1])
    for samples, tries in ((number, 10), (10, number)):
        with pytest.raises(ValueError, match="expected a whole number from 0"):
            Spot(2, [], []).sample(draws, combos, [0, 1, 2], ones, samples, tries)
    with pytest.raises(ValueError, match=r"a number of starts is|starts gives"):
        Spot(2, [], []).sample(draws, combos, [0, number, 2], ones, 1, 1)
    with pytest.raises(TypeError, match="expected Draws"):
        Spot(2, [], []).sample(number, combos, [0, 1, 2], ones, 1, 1)


@pytest.mark.parametrize("weights", [[0, 1], [2, 1], [-1, 5], [1, 1], [1, 2**32 + 1]])
def test_running_weights_rise(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights of hand 0"):
        Spot(2, [], []).sample(
            Keystream(1).draws, bytes([1, 2, 5, 6, 3, 4]), [0, 2, 3], array("q", [*weights, 1]), 10, 10
        )


@pytest.mark.skipif(not COMPILED, reason="interpreted, the thread would take minutes")
def test_a_spot_counts_one_call_at_a_time() -> None:
    spot = Spot(2, [], [])
    given = (Keystream(1).draws, bytes([1, 2, 3, 4]), [0, 1, 2], array("q", [1, 1]), 20_000_000, 10**9)
    thread = threading.Thread(target=spot.sample, args=given)
    thread.start()
    while not spot.counting:
        assert thread.is_alive()
    for call in (spot.clear, lambda: Spot.__init__(spot, 2, [], []), lambda: spot.count(b"", array("q"))):
        with pytest.raises(ValueError, match="already counting"):
            call()
    thread.join()
    assert not spot.counting


@pytest.mark.skipif(not COMPILED, reason="interpreted, an object without __init__ has no attributes at all")
def test_a_spot_that_was_never_given_hands_says_so() -> None:
    empty = Spot.__new__(Spot)
    for call in (
        lambda: empty.count(b"", array("q")),
        lambda: empty.sample(Keystream(1).draws, b"", [0], array("q"), 1, 1),
        empty.clear,
    ):
        with pytest.raises(ValueError, match="never given hands"):
            call()
    assert (empty.boards(), empty.totals()) == (1, ())
