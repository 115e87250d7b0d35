"""One hand's figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick import Call, Check, Fold, Hand, Raise
from bigslick.history.statistics.figures import FIGURES, HEADINGS, Figures, figures_of

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "statistics.md"


def test_one_hand_by_seat() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=7)
    for action in (Raise(to=60), Raise(to=180), Fold(), Call()):
        hand.act(action)
    while hand.turn is not None:
        hand.act(Check())
    button, small, big = figures_of(hand)[0], figures_of(hand)[1], figures_of(hand)[2]
    assert (button.vpip, button.pfr, button.chances) == (100, 100, 0)
    assert (small.three_bet, small.flops, small.showdowns) == (100, 1, 1)
    assert (big.entered, big.chances, big.flops, big.wtsd) == (0, 0, 0, None)


def test_every_figure_is_defined_in_the_reference() -> None:
    text = REFERENCE.read_text()
    for figure in FIGURES:
        assert f"`{figure.name}`" in text, figure.name
    assert set(HEADINGS) <= {figure.heading for figure in FIGURES}
    assert len(Figures().row()) == len(HEADINGS)


def test_figures_are_shares_of_their_chances() -> None:
    counts = Figures(
        dealt=200,
        steal_chances=10,
        steals=3,
        turn_c_bet_chances=4,
        turn_c_bets=1,
        river_c_bets_faced=5,
        river_c_bets_folded=2,
        wagers=6,
        calls=3,
        folds=3,
        settled_flops=8,
        won_flops=2,
    )
    found = counts.json()
    assert (found["steal"], found["turn_c_bet"], found["fold_to_river_c_bet"]) == (30, 25, 40)
    assert (found["aggression"], found["aggression_frequency"], found["wwsf"]) == (2, 50, 25)
    assert found["fold_to_steal"] is None
    assert [figure.text(counts) for figure in FIGURES if figure.name in ("aggression", "steal", "wsd")] == [
        "30.0",
        "2.00",
        "-",
    ]


def test_a_figure_has_the_number_of_its_chances_and_an_interval_around_it() -> None:
    for name in Figures.__struct_fields__:
        one = Figures(**{name: 7})
        for figure in FIGURES:
            never_called = (figure.name, name) == ("aggression", "wagers")
            assert (figure.of(one) is None) == (not figure.chances(one) or never_called)
            if figure.of(one) == 0 and figure.by_hand:
                assert figure.interval(one) == pytest.approx((0, 40.96), abs=0.01), "none of seven"
    counts = Figures(chances=1, three_bets=1, wagers=3, calls=1)
    (three_bet,) = (figure for figure in FIGURES if figure.name == "three_bet")
    assert three_bet.of(counts) == 100
    assert three_bet.interval(counts) == pytest.approx((2.5, 100))
    assert [figure.interval(counts) for figure in FIGURES if not figure.by_hand] == [None, None]
