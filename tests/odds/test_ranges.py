"""Ranges as players write them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.cards import Card, parse_cards
from bigslick.errors import BadCards
from bigslick.odds.ranges import COMBOS, BadRange, Range, to_combo


@pytest.mark.parametrize(
    ("text", "size", "written"),
    [
        ("TT+", 30, "TT+"),
        ("AA", 6, "AA"),
        ("AA+", 6, "AA"),
        ("22", 6, "22"),
        ("22+", 78, "22+"),
        ("77-55", 18, "77-55"),
        ("55-77", 18, "77-55"),
        ("77 - 55", 18, "77-55"),
        ("AKs", 4, "AKs"),
        ("AKo", 12, "AKo"),
        ("AK", 16, "AKs, AKo"),
        ("KTs+", 12, "KTs+"),
        ("KT+", 48, "KTs+, KTo+"),
        ("76s+", 4, "76s"),
        ("A5s-A2s", 16, "A5s-A2s"),
        ("A2s-A5s", 16, "A5s-A2s"),
        ("A5-A4", 32, "A5s-A4s, A5o-A4o"),
        ("T9s-76s", 16, "T9s, 98s, 87s, 76s"),
        ("AhKh", 1, "AhKh"),
        ("KhAh", 1, "AhKh"),
        ("K♥ A♥", 1, "AhKh"),
        ("Ah Kh:0.5, QQ Td 9d", 8, "QQ, Td9d, AhKh:0.5"),
        ("AsKs AhKh AdKd AcKc", 4, "AKs"),
        ("random", 1326, "random"),
        ("any2", 1326, "random"),
        ("TT+, AKs, 76s", 38, "TT+, AKs, 76s"),
        ("76s AKs  TT+", 38, "TT+, AKs, 76s"),
        ("AA, AsAh", 6, "AA"),
        ("AKs:0.5, AA", 10, "AA, AKs:0.5"),
        ("AKs:.25", 4, "AKs:0.25"),
        ("77-55:0.5", 18, "77-55:0.5"),
        ("random:0.000001", 1326, "random:0.000001"),
        ("AA, KK:0, QQ:1.0", 12, "AA, QQ"),
        ("none", 0, "none"),
    ],
)
def test_pieces(text: str, size: int, written: str) -> None:
    found = Range(text)
    assert len(found) == size
    assert str(found) == written
    assert Range(str(found)) == found
    assert repr(found) == f"Range({written!r})"


def test_every_class_together_is_every_hand() -> None:
    assert len(set(COMBOS)) == 1326
    assert all(high > low for high, low in COMBOS)
    assert Range("22+, 32s+, 42s+, 52s+, 62s+, 72s+, 82s+, 92s+, T2s+, J2s+, Q2s+, K2s+, A2s+") | Range(
        "32o+, 42o+, 52o+, 62o+, 72o+, 82o+, 92o+, T2o+, J2o+, Q2o+, K2o+, A2o+"
    ) == Range("random")


def test_members_weights_and_percent() -> None:
    found = Range("AKs:0.5, QQ")
    assert "AhKh" in found
    assert (parse_cards("Kh")[0], parse_cards("Ah")[0]) in found
    assert "AhKd" not in found
    assert "nonsense" not in found
    assert 7 not in found
    assert found.weight("KhAh") == Fraction(1, 2)
    assert found.weight("AhKd") == 0
    assert dict(found.items())[to_combo("QsQh")] == 1
    assert all(isinstance(card, Card) for combo in found for card in combo)
    assert found.percent == pytest.approx(100 * (6 + 4 / 2) / 1326)
    assert Range("random").percent == 100


def test_union_takes_the_larger_weight() -> None:
    assert str(Range("AA:0.5, KK") | Range("AA:0.75, QQ:0.1")) == "KK, AA:0.75, QQ:0.1"


def test_dead_cards_leave() -> None:
    assert str(Range("AA, AhKh").without("Ah")) == "AsAd, AsAc, AdAc"
    assert len(Range("random").without("AhKd")) == 1225
    assert str(Range("AhKh").without([parse_cards("Ah")[0]])) == "none"
    with pytest.raises(BadCards):
        Range("AA").without("AhAh")


def test_a_range_never_changes() -> None:
    found = Range("AA")
    with pytest.raises(AttributeError, match="never changes"):
        found._weights = {}
    assert {found: 1}[Range("AsAh, AsAd, AsAc, AhAd, AhAc, AdAc")] == 1


def test_made_from_combos_and_from_weights() -> None:
    assert Range(["AhKh", (51, 47)]) == Range("AhKh, AsKs")
    assert Range({"AhKh": 0.1, "AsKs": Decimal("0.2"), "AdKd": Fraction(1, 4), "AcKc": 0}) == Range(
        "AhKh:0.1, AsKs:0.2, AdKd:0.25"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is nothing at character 1"),
        ("Ah Kh Qh", "'Qh', piece 2 of the range, at character 7: 'Qh' is not a hand"),
        ("TT+,,AKs", "there is nothing at character 5"),
        ("TT+, AXs", "'AXs', piece 2 of the range, at character 6: 'AXs' is not a hand: expected hands such as"),
        ("TTs", "a pair is neither suited nor offsuit: expected TT"),
        ("KAs", "the higher card comes first: expected AKs"),
        ("AhAh", "Ah appears twice"),
        ("AKs:2", "the weight 2 is out of bounds: expected 0 to 1"),
        ("AKs:x", "'x' is not a weight: expected a number from 0 to 1"),
        ("AKs:", "'' is not a weight"),
        ("AKs:0.1234567", "at most 6 decimals"),
        ("AA, AsAh:0.5", "AsAh has the weight 1 above and 0.5 here"),
        ("A5s-K2s", "the two ends share neither the higher card nor the gap"),
        ("A5s-A2o", "the two ends are of different kinds"),
        ("AA-AK", "the two ends are of different kinds"),
        ("TT+-88", "'TT+' is not a hand"),
        ("AhK", "'AhK' is not a hand"),
        ("15%", "'15%' is not a hand"),
        ("none, AA", "'none' is not a hand"),
        ("A" * 500, "A...', piece 1"),
    ],
)
def test_bad_ranges_get_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRange) as caught:
        Range(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "hands", [[7], ["AhKhQh"], [(51, 51)], [(1.5, 2)], [None], {"AhKh": "x"}, {"AhKh": float("nan")}]
)
def test_bad_combos_get_a_sentence(hands: list[object]) -> None:
    with pytest.raises(BadRange):
        Range(hands)


def test_a_weight_too_fine_is_refused() -> None:
    with pytest.raises(BadRange, match=r"at most 6 decimals, as in 0\.333333"):
        Range({"AhKh": Fraction(1, 3)})


pieces = st.from_regex(r"\A[2-9TJQKA]{2}[so]?(\+|-[2-9TJQKA]{2}[so]?)?(:0?\.[0-9]{1,3})?\Z")
noise = st.text(alphabet="23456789TJQKAcdhso+-:,. x%\n", max_size=30)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=40), noise, st.lists(st.one_of(pieces, noise), max_size=6).map(", ".join)))
def test_any_text_is_a_range_or_gets_a_sentence(text: str) -> None:
    try:
        found = Range(text)
    except BadRange:
        return
    assert Range(str(found)) == found


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(COMBOS), st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 10**6)])))
def test_any_set_of_combos_round_trips(weights: dict[object, object]) -> None:
    found = Range(weights)
    assert Range(str(found)) == found
    assert dict(found.items()) == weights


@given(st.sets(st.integers(0, 168)))
def test_any_set_of_classes_is_written_without_single_combos(classes: set[int]) -> None:
    ranks = "23456789TJQKA"
    names = [
        ranks[i] * 2 if i == j else ranks[max(i, j)] + ranks[min(i, j)] + ("s" if i > j else "o")
        for i, j in (divmod(number, 13) for number in sorted(classes))
    ]
    written = str(Range(", ".join(names) or "none"))
    assert Range(written) == Range(", ".join(names) or "none")
    assert not any(suit in written.replace("random", "") for suit in "cdh")


@pytest.mark.parametrize("wrong", [None, 5])
def test_what_is_not_a_range_is_refused_with_a_sentence(wrong: Any) -> None:
    with pytest.raises(BadRange, match=f"{wrong} is not a range: expected hands such as"):
        Range(wrong)
