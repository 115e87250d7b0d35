"""Equity of hands and ranges: the scripted figures, sums over combos, samples within their error, bad input."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.cards import format_cards, parse_cards
from bigslick.odds import equity as public_equity
from bigslick.odds._equity import COMPILED
from bigslick.odds.equity import BadSpot, Equity, HandOrRange, equity, pot_shares
from bigslick.odds.ranges import Range


def rows(result: Equity) -> list[tuple[int, int, Fraction]]:
    return [(player.win, player.tie, player.fraction) for player in result.players]


def test_scripted_equities(shared: Path) -> None:
    section = json.loads((shared / "rulings" / "rulings.json").read_text())["equities"]
    assert section["matchups"]
    for case in section["matchups"]:
        result = equity(case["hands"], board=case["board"])
        assert result.exact
        assert result.boards == case["boards_enumerated"], case["id"]
        for hand, player, expected in zip(case["hands"], result.players, case["players"], strict=True):
            assert player.hand == hand
            assert (player.win, player.tie) == (expected["win"], expected["tie"]), case["id"]
            assert player.fraction == Fraction(expected["equity_exact"]), case["id"]
            assert player.equity == pytest.approx(expected["equity"], abs=section["tolerance"])


def test_rules_7_two_way_and_three_way() -> None:
    """Aces, kings and queens: rulings EQ21, and dead cards that change the number of boards."""
    result = equity(["AsAh", "KsKh", "QsQh"])
    assert result.boards == 1_370_754
    assert rows(result)[0] == (924_864, 8_186, Fraction(1391389, 2056131))
    assert sum(player.fraction for player in result.players) == 1
    assert result.error == 0.0
    assert result.samples is None
    assert equity(["AsAh", "KsKh", "QsQh"], dead="2c").boards == 1_221_759


def test_cards_in_any_form_and_order() -> None:
    plain = rows(equity(["AhKh", "QdQc"], board="Td9h2h"))
    assert rows(equity([parse_cards("KhAh"), (40, 41)], board=["Td", "9h", "2h"], dead=())) == plain
    assert rows(equity(["Kh Ah", Range("QdQc")], board="2h 9h Td")) == plain
    assert rows(equity(["QdQc", "AhKh"], board="Td9h2h")) == plain[::-1]
    assert [player.hand for player in equity(["KhAh", "QdQc"], board="Td9h2h").players] == ["KhAh", "QdQc"]
    assert public_equity is equity


@pytest.mark.parametrize("board", ["", "Td", "Td9h", "Td9h2h", "Td9h2h2s", "Td9h2h2s3c"])
def test_any_number_of_board_cards(board: str) -> None:
    result = equity(["AhKh", "QdQc", "7s6s"], board=board)
    assert result.exact
    assert sum(player.fraction for player in result.players) == 1


def test_a_dead_card_takes_its_boards() -> None:
    """With an ace gone from the deck, ace-king loses the equity of the boards with that ace."""

    plain = equity(["AhKh", "QdQc"], board="2c3d4s7h")
    dead = equity(["AhKh", "QdQc"], board="2c3d4s7h", dead="As Ad")
    assert plain.boards - dead.boards == 2
    assert plain.players[0].win - dead.players[0].win == 2


def by_combos(ranges: list[str], board: str, dead: str) -> Equity | list[tuple[Fraction, Fraction, Fraction]]:
    """Return each deal's equity computed separately, added up by weight."""
    totals = [[Fraction(0)] * 3 for _ in ranges]
    boards = Fraction(0)
    for deal in product(*(Range(text).without(board).without(dead).items() for text in ranges)):
        cards = [card for combo, _ in deal for card in combo]
        if len(set(cards)) < len(cards):
            continue
        weight = Fraction(1)
        for _, part in deal:
            weight *= part
        result = equity([format_cards(combo) for combo, _ in deal], board=board, dead=dead)
        boards += weight * result.boards
        for total, player in zip(totals, result.players, strict=True):
            total[0] += weight * player.win
            total[1] += weight * player.tie
            total[2] += weight * player.fraction * result.boards
    return [(win / boards, tie / boards, share / boards) for win, tie, share in totals]


@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (["AhKh", "QQ, JTs"], "Td9h2h", ""),
        (["TT+", "AKs, 76s"], "Td9h2h", "Tc"),
        (["AA:0.25, 99", "KK:0.3, AhKh, T9s:0.5"], "Td9h2h", "2c"),
        (["AA", "AA", "KQs"], "Td9h2h4c", ""),
        (["QQ+", "AhKh:0.123457, QJs", "22"], "Td9h2h5s8c", ""),
        (["AsKs", "87s", "66"], "Td9h2h", ""),
    ],
)
def test_ranges_are_the_sum_of_their_combos(ranges: list[str], board: str, dead: str) -> None:
    result = equity(ranges, board=board, dead=dead)
    assert result.exact
    found = [
        (Fraction(player.win, result.boards), Fraction(player.tie, result.boards), player.fraction)
        for player in result.players
    ]
    assert found == by_combos(ranges, board, dead)
    assert sum(player.fraction for player in result.players) == 1


@pytest.mark.skipif(not COMPILED, reason="minutes interpreted")
def test_ranges_before_the_flop_are_the_sum_of_their_combos() -> None:
    result = equity(["TT+", "AKs, 76s:0.5"])
    found = [
        (Fraction(player.win, result.boards), Fraction(player.tie, result.boards), player.fraction)
        for player in result.players
    ]
    assert result.exact
    assert found == by_combos(["TT+", "AKs, 76s:0.5"], "", "")


def test_weights_are_scaled_to_whole_numbers() -> None:
    assert rows(equity(["AA", "KK:0.5"], board="2c3d4s7h8h")) == rows(equity(["AA", "KK"], board="2c3d4s7h8h"))
    result = equity(["AA", "KsKh, QsQh:0.25"], board="2c3d4s7h8h")
    assert result.boards == 6 * (4 + 1)
    assert [player.hand for player in result.players] == ["AA", "KsKh, QsQh:0.25"]


def test_weights_of_many_digits_stay_exact() -> None:
    """The weights' products do not fit in 64 bits."""
    fine = "AA:0.999983, KK:0.999979, QQ:0.999961"
    result = equity([fine, fine.replace("QQ", "JJ"), "22:0.999959, 33:0.999931, 44:0.999917"], board="2c3d8s7h8h")
    assert result.exact
    assert result.boards > 2**62
    assert sum(player.fraction for player in result.players) == 1


def test_ranges_without_a_deal_in_common() -> None:
    with pytest.raises(BadSpot, match="no deal"):
        equity(["AsAh, AsAd, AhAd", "AsAh, AsAd, AhAd"])


# --- sampling ------------------------------------------------------------------------------------------------------


def agree(sample: Equity, exact: Equity) -> bool:
    assert not sample.exact
    assert exact.exact
    return all(abs(a.equity - b.equity) <= 4 * a.error for a, b in zip(sample.players, exact.players, strict=True))


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AhKh", "QdQc"], ""),
        (["AhKh", "QdQc", "7s6s"], ""),
        (["AhKh", "QdQc"], "Td9h2h"),
        (["AhKh", "QdQc"], "Td9h2h4s5s"),
        (["TT+", "AKs:0.5, 76s"], "Td9h2h"),
        (["AsAh", "random"], "Td9h2h4s"),
    ],
)
def test_samples_agree_with_the_count(hands: list[str], board: str) -> None:
    samples = 200_000 if COMPILED else 10_000
    sample = equity(hands, board=board, samples=samples, seed=11)
    assert agree(sample, equity(hands, board=board))
    assert sample.samples == sample.boards == samples
    assert sample.error == max(player.error for player in sample.players) > 0
    assert sum(player.fraction for player in sample.players) == 1


def test_a_seed_makes_a_sample_repeatable() -> None:
    one = equity(["AhKh", "QQ+"], samples=2000, seed="again")
    assert equity(["AhKh", "QQ+"], samples=2000, seed="again") == one
    assert equity(["AhKh", "QQ+"], samples=2000, seed="other") != one


def test_a_sample_does_not_claim_certainty() -> None:
    sample = equity(["AhAd", "7c2d"], board="AcAsKd3h3s", samples=100, seed=1)
    assert sample.players[0].equity == 1.0
    assert sample.players[0].error > 0


def test_ranges_too_large_to_count_are_sampled_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["bigslick.odds.equity"]  # the package has a function with that name
    monkeypatch.setattr(module, "SAMPLES", 5_000)
    result = equity(["random", "random", "random"], seed=3)
    assert not result.exact
    assert result.samples == 5_000
    assert all(abs(player.equity - 1 / 3) < 4 * player.error for player in result.players)
    monkeypatch.setattr(module, "MAX_DEALS", 10)
    assert not equity(["TT+", "AK"], seed=3).exact
    monkeypatch.setattr(module, "MAX_DEALS", 10_000)
    monkeypatch.setattr(module, "MAX_MICROSECONDS", 1)
    assert not equity(["TT+", "AK"], seed=3).exact


def test_ten_random_hands() -> None:
    sample = equity(["any2"] * 10, samples=50_000 if COMPILED else 3_000, seed=4)
    assert all(abs(player.equity - 0.1) < 5 * player.error for player in sample.players)


def test_ranges_that_always_collide_cannot_be_sampled() -> None:
    with pytest.raises(BadSpot, match="collide too often"):
        equity(["AsAh, AsAd", "AsAh, AsAd"], samples=10, seed=1)


# --- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "board", "dead", "sentence"),
    [
        (["AhKh"], "", "", "1 hand given: expected 2 to 10"),
        ([], "", "", "0 hands given"),
        (["22"] * 11, "", "", "11 hands given: expected 2 to 10"),
        ("AhKhQdQc", "", "", "is one hand: expected a list"),
        (["AhKh", "AhQd"], "", "", "Ah is in hand 1 and in hand 2: the deck has only one"),
        (["AhAh", "QdQc"], "", "", "hand 1: Ah appears twice"),
        (["AhKh", "QdQc"], "Ah", "", "Ah is in the board and in hand 1"),
        (["AhKh", "QdQc"], "", "Qd", "Qd is in the dead cards and in hand 2"),
        (["AhKh", "QdQc"], "2c", "2c", "2c is in the board and in the dead cards"),
        (["AhKh", "QdQc"], "2c3c4c5c6c7c", "", "the board has 6 cards: expected at most 5"),
        (["AhKh", "QdQc"], "2x", "", "the board: '2x' is not a card"),
        (["AhKh", "QdQc"], 7, "", "the board: 7 is not a list of cards"),
        (["AhKh", "Qd"], "", "", "hand 2: 'Qd', piece 1 of the range, at character 1: 'Qd' is not a hand"),
        (["AhKh", "AhKhQh"], "", "", "hand 2: 'AhKhQh'"),
        (["AhKh", (1, 2, 3)], "", "", "hand 2 has 3 cards: expected two, or a range"),
        (["AhKh", 5], "", "", "hand 2: 5 is not a list of cards"),
        (["AhKh", "TT+, AX"], "", "", "hand 2: 'AX', piece 2 of the range, at character 6"),
        (["AhKh", ""], "", "", "hand 2: there is nothing at character 1"),
        (["AhKh", "none"], "", "", "hand 2 is an empty range"),
        (["AhKh", "AhQh, AhJh"], "", "", "hand 2 (AhQh, AhJh) has no combo left: Ah Kh are taken"),
        (["AhKh", Range("AhKh")], "", "", "hand 2 (AhKh) has no combo left"),
        ([Range("AhKh"), Range("AhKh")], "", "", "hand 2 (AhKh) has no combo left"),
        (["AsAh, AsAd", "AsAh"], "", "AdAc", "hand 1 (AsAh, AsAd) has no combo left"),
        (["AsAh", "AdAc"], "", format_cards(range(44)), "the deck has too few cards left"),
    ],
)
def test_impossible_spots_get_a_sentence(hands: list[HandOrRange], board: str, dead: str, sentence: str) -> None:
    for samples in (None, 100):
        with pytest.raises(BadSpot) as caught:
            equity(hands, board=board, dead=dead, samples=samples)
        assert sentence in str(caught.value)


@pytest.mark.parametrize("samples", [0, -1, 1.5, True, 10**11])
def test_impossible_samples_get_a_sentence(samples: int) -> None:
    with pytest.raises(BadSpot, match="samples is"):
        equity(["AhKh", "QdQc"], samples=samples)


words = st.one_of(
    st.sampled_from(["AhKh", "QdQc", "TT+", "random", "22", "AKs:0.5", "none", "Ah", "7s6s, 7h6h", "AsAh"]),
    st.text(alphabet="23AKQhs+-:, o", max_size=8),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(words, max_size=4),
    st.sampled_from(["2c3c4c5c6c", "2c3c4c5c", "AhKh", "", "zz"]),
    st.text("AKhd", max_size=4),
)
def test_any_input_is_answered_or_gets_a_sentence(hands: list[str], board: str, dead: str) -> None:
    try:
        result = equity(hands, board=board, dead=dead, samples=50, seed=1)
    except BadSpot:
        return
    assert sum(player.fraction for player in result.players) == 1


@pytest.mark.parametrize("hands", [None, 5])
def test_what_is_not_a_list_of_hands_is_refused(hands: Any) -> None:
    with pytest.raises(BadSpot, match="is not a list of hands: expected 2 to 10"):
        equity(hands)


def test_an_error_knows_its_place() -> None:
    with pytest.raises(BadSpot) as refusal:
        equity(["AhKh", "QQ+"], board="AhXx9c")
    assert refusal.value.where == "the board"
    with pytest.raises(BadSpot) as refusal:
        equity(["AhKh", "KQ, XX+"])
    assert str(refusal.value).startswith("hand 2: 'XX+', piece 2 of the range, at character 5: ")


def test_results_are_readable() -> None:
    found = equity(["AhKh", "QdQs"])
    assert repr(found) == "<Equity: AhKh 46.21%, QdQs 53.79%; exact, 1,712,304 boards>"
    assert repr(found.players[0]) == "<PlayerEquity of AhKh: 46.21%>"
    assert "<td>AhKh</td><td>46.21%</td>" in found._repr_html_()
    sampled = equity(["AhKh", "QdQs"], samples=1000, seed=1)
    assert "1,000 deals sampled" in repr(sampled)
    assert f" ± {2 * sampled.players[0].error:.2%}" in repr(sampled.players[0])


def test_shares_of_a_pot_are_exact_and_sum_to_one() -> None:
    hands, board = [parse_cards(text) for text in ("AhKh", "QdQs", "7c2d")], parse_cards("Qh7h2h")
    dead = parse_cards("Td9d")
    shares = pot_shares([(first, second) for first, second in hands], board, dead)
    assert sum(shares) == 1
    found = equity(hands, board=board, dead=dead)
    assert [float(share) for share in shares] == [player.equity for player in found.players]
    assert pot_shares([(0, 1)], (), ()) == (Fraction(1),)
