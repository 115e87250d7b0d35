from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from math import comb

import pytest

from bigslick.spec import Spec, load_spec
from bigslick.spec.frame import Frame
from bigslick.spec.interpret import Interpreter
from bigslick.spec.natives import PROVEN, twin_of, twins_of
from bigslick.spec.state import GameState

from .conftest import Write


def both(spec: Spec) -> tuple[Callable[[tuple[int, ...]], int], Callable[[tuple[int, ...]], int]]:
    """Return hand-rank-score as the document writes it, and its native twin."""
    macro = next(macro for macro in spec.macros if macro.name == "hand-rank-score")
    runner = Interpreter(spec, native=False)
    frame = Frame(GameState(spec, 2, 0), 0, macro.program.slots)
    frame.state.budget = 10**15
    [hand_in], [score_out] = macro.program.params, macro.exports
    twin = twin_of(macro, spec.tokens, proven=False)
    assert twin is not None

    def written(hand: tuple[int, ...]) -> int:
        frame.values[hand_in.slot] = hand
        runner.run(macro.program.effects, frame)
        return int(frame.values[score_out.slot])

    return written, twin.one


def compare(hands: Iterable[tuple[int, ...]], game: str = "std:holdem") -> Counter[int]:
    written, native = both(load_spec(game))
    categories: Counter[int] = Counter()
    for hand in hands:
        score = written(hand)
        assert score == native(hand), hand
        categories[score // 10**10] += 1
    return categories


@pytest.mark.slow
def test_the_twin_equals_the_macro_over_all_2_598_960_hands() -> None:
    """This is the proof behind PROVEN; the category counts are in rules 6."""
    counts = compare(combinations(range(52), 5))
    wanted = {9: 40, 8: 624, 7: 3744, 6: 5108, 5: 10200, 4: 54912, 3: 123552, 2: 1098240, 1: 1302540}
    assert counts == wanted


@pytest.mark.slow
def test_the_short_deck_twin_equals_the_macro_over_all_376_992_hands() -> None:
    """The proof behind PROVEN for short-deck. Here category 7 is the flush and 6 the full house."""
    assert compare(combinations(range(36), 5), "std:short-deck") == SHORT_DECK_COUNTS


SHORT_DECK_COUNTS = {
    9: 6 * 4,
    8: 9 * 32,
    7: 4 * (comb(9, 5) - 6),
    6: 9 * 4 * 8 * 6,
    5: 6 * (4**5 - 4),
    4: 9 * 4 * comb(8, 2) * 16,
    3: comb(9, 2) * 36 * 7 * 4,
    2: 9 * 6 * comb(8, 3) * 4**3,
    1: (comb(9, 5) - 6) * (4**5 - 4),
}
"""The number of hands in each category with 36 cards, counted by hand; they add up to C(36, 5)."""


def test_the_counts_of_short_deck_are_every_hand() -> None:
    assert sum(SHORT_DECK_COUNTS.values()) == comb(36, 5) == 376_992


@pytest.mark.parametrize(("game", "cards"), [("std:holdem", 52), ("std:short-deck", 36)])
def test_the_twin_equals_the_macro_on_a_sample(game: str, cards: int) -> None:
    rng = random.Random(5)
    compare((tuple(rng.sample(range(cards), 5)) for _ in range(3000)), game)


def test_the_twin_equals_the_macro_on_every_straight_flush_and_four_of_a_kind() -> None:
    straights = [
        tuple(4 * ((low + step) % 13) + suit for step in range(5)) for low in (12, *range(9)) for suit in range(4)
    ]
    fours = [
        (*(4 * rank + suit for suit in range(4)), other)
        for rank in range(13)
        for other in range(52)
        if other >> 2 != rank
    ]
    assert compare([*straights, *fours]) == {9: 40, 8: 624}


@pytest.mark.parametrize(("game", "cards"), [("std:holdem", 52), ("std:short-deck", 36)])
def test_the_best_of_seven_is_the_best_of_its_subsets(game: str, cards: int) -> None:
    spec = load_spec(game)
    written, _ = both(spec)
    macro = next(macro for macro in spec.macros if macro.name == "hand-rank-score")
    twin = twin_of(macro, spec.tokens)
    assert twin is not None
    rng = random.Random(6)
    for _ in range(120):
        seven = rng.sample(range(cards), 7)
        assert twin.best(seven) == max(written(five) for five in combinations(seven, 5))


def test_the_proof_on_record_is_for_the_macro_as_it_stands() -> None:
    for name, twin in (("std:holdem", "five-card-score"), ("std:short-deck", "six-plus-score")):
        [macro] = [macro for macro in load_spec(name).macros if macro.native]
        assert macro.native == twin
        assert macro.digest in PROVEN[twin]


def test_without_a_proof_the_macro_runs_as_it_is_written(vary: Write) -> None:
    path = vary(("    exports: [$paid]\n", "    exports: [$paid]\n    native: five-card-score\n"))
    assert not twins_of(load_spec(path))
