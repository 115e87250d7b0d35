"""Cases of type `hand_rank`, `showdown` and `census`."""

from __future__ import annotations

import pytest

from bigslick.rulings import Verdict
from bigslick.strength import count_hands

from .cases import verdicts, why


def test_vectors_are_compared_by_place_and_category() -> None:
    good = {"cards": "AcAdAhAsKc", "rank_1_best_7462_worst": 11, "category": "four_of_a_kind"}
    bad = {"cards": "AcAdAhAsKc", "rank_1_best_7462_worst": 12, "category": "flush"}
    first, second, third = verdicts(hand_rank_vectors=[good, bad, {"cards": "Ac"}])
    assert first == Verdict("vectors.1", "hand_rank_vectors", True)
    assert (
        second.why == "rank of AcAdAhAsKc is 11, expected 12; category of AcAdAhAsKc is four_of_a_kind, expected flush"
    )
    assert "expected 5, 6 or 7" in third.why


def test_vectors_know_nine_categories_and_cases_ten() -> None:
    """A royal flush is its own category in a case, but not in `hand_rank_vectors`, which other programs write."""
    royal, steel = {"cards": "AsKsQsJsTs"}, {"cards": "5s4s3s2sAs"}
    nine = [cards | {"category": "straight_flush"} for cards in (royal, steel)]
    assert all(verdict.ok for verdict in verdicts(hand_rank_vectors=nine))
    (flush,) = verdicts(hand_rank_vectors=[{"cards": "As9sQsJsTs", "category": "straight_flush"}])
    assert flush.why == "category of As9sQsJsTs is flush, expected straight_flush_incl_royal"
    case = {"id": "royal", "type": "hand_rank", **royal}
    assert [verdict.ok for verdict in verdicts(case | {"category": "royal_flush"})] == [True]
    assert why(case | {"category": "straight_flush"}) == (
        "category of AsKsQsJsTs is royal_flush, expected straight_flush"
    )


def test_all_five_card_hands_are_counted() -> None:
    census = {
        "total": 2598960,
        "royal_flush": 4,
        "frequencies": {"straight_flush_incl_royal": 40, "straight_flush": 36, "full_house": 3744, "flash": 1},
        "distinct_classes": 7461,
    }
    (verdict,) = verdicts(evaluator={"five_card": census})
    assert verdict.id == "evaluator.five_card"
    assert "distinct_classes is 7462, expected 7461" in verdict.why
    assert "'flash' is not a category" in verdict.why
    before = verdict.why.split("expected one of")[0]
    assert "full_house" not in before
    assert "straight_flush" not in before


def test_the_count_is_the_same_through_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    from bigslick.core import evaluate

    expected = count_hands(5)
    monkeypatch.setattr(evaluate, "COMPILED", False)
    assert count_hands(5) == expected
