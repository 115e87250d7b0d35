from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

import pytest

from bigslick.spec import Spec, load_spec
from bigslick.spec.compile import Compiled
from bigslick.spec.compile.statements import macro_name
from bigslick.spec.natives import PROVEN, twin_of
from bigslick.spec.state import GameState

from .conftest import Write


def both(spec: Spec) -> tuple[Callable[[tuple[int, ...]], int], Callable[[tuple[int, ...]], int]]:
    """hand-rank-score as the document writes it, and its native twin."""
    macro = next(macro for macro in spec.macros if macro.name == "hand-rank-score")
    written = Compiled(spec, native=False).namespace[macro_name(macro)]
    state = GameState(spec, 2, 0)
    state.budget = 10**15
    twin = twin_of(macro, spec.tokens, proven=False)
    assert twin is not None
    return (lambda hand: int(written(state, 0, hand)[0])), twin.one


def compare(hands: Iterable[tuple[int, ...]]) -> Counter[int]:
    written, native = both(load_spec("std:holdem"))
    categories: Counter[int] = Counter()
    for hand in hands:
        score = written(hand)
        assert score == native(hand), hand
        categories[score // 10**10] += 1
    return categories


@pytest.mark.slow
def test_the_twin_equals_the_macro_over_all_2_598_960_hands() -> None:
    """This is the proof behind PROVEN; rules 6 gives the counts of the categories."""
    counts = compare(combinations(range(52), 5))
    wanted = {9: 40, 8: 624, 7: 3744, 6: 5108, 5: 10200, 4: 54912, 3: 123552, 2: 1098240, 1: 1302540}
    assert counts == wanted


def test_the_twin_equals_the_macro_on_a_sample() -> None:
    rng = random.Random(5)
    compare(tuple(rng.sample(range(52), 5)) for _ in range(3000))


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


def test_the_best_of_seven_is_the_best_of_its_subsets() -> None:
    spec = load_spec("std:holdem")
    written, _ = both(spec)
    macro = next(macro for macro in spec.macros if macro.name == "hand-rank-score")
    twin = twin_of(macro, spec.tokens)
    assert twin is not None
    rng = random.Random(6)
    for _ in range(120):
        seven = rng.sample(range(52), 7)
        assert twin.best(seven) == max(written(five) for five in combinations(seven, 5))


def test_the_proof_on_record_is_for_the_macro_as_it_stands() -> None:
    for name in ("std:holdem",):
        macro = next(macro for macro in load_spec(name).macros if macro.native)
        assert macro.digest in PROVEN["five-card-score"]


def test_without_a_proof_the_macro_runs_as_it_is_written(vary: Write) -> None:
    path = vary(("    exports: [$paid]\n", "    exports: [$paid]\n    native: five-card-score\n"))
    assert not Compiled(load_spec(path)).twins
