"""The fast count of figures agrees with a slow, plain one on every seat of every recorded hand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bigslick import Hand
from bigslick.history import Figures, figures_of, read
from bigslick.history.statistics._tally import COMPILED, SeatCounts, Tally
from bigslick.history.statistics.count_columns import COLUMNS
from bigslick.history.statistics.counted_hand import CountedHand
from bigslick.history.statistics.statistics import counted_hands
from bigslick.simulate import play_match
from bigslick.simulate.match import MatchHand
from tests.playing import do

from .plain_count import PlainHand


def recorded(shared: Path, pattern: str) -> Iterator[tuple[dict[str, Any], CountedHand]]:
    tally = Tally()
    for file in sorted((shared / "hands").glob(pattern)):
        plain = tomllib.loads(file.read_text(), parse_float=Decimal)
        for history in read(file):
            yield plain[str(history.number)], CountedHand(history, tally)


@pytest.mark.parametrize("pattern", ["pluribus.phhs", "handhq/*.phhs"])
def test_every_recorded_hand_has_the_figures_of_a_plain_count(shared: Path, pattern: str) -> None:
    hands = 0
    for fields, hand in recorded(shared, pattern):
        hands += 1
        if not COMPILED and hands % 5:  # a fifth of them is enough to compare two builds
            continue
        plain = PlainHand(fields)
        for player, seat in enumerate(hand.seats):
            counted = dict(zip(Figures.__struct_fields__, hand.tally.counts(seat), strict=True))
            expected = plain.figures(player)
            found = {name: counted[name] for name in expected}
            assert found == expected, (hand.history.place, player)
    assert hands == (5360 if pattern == "pluribus.phhs" else 5400)


@pytest.mark.parametrize(("pattern", "least"), [("ohh/*.ohh", 1300), ("pokernow/*.csv", 1200)])
def test_the_hands_of_other_formats_too(shared: Path, pattern: str, least: int) -> None:
    hands = 0
    for hand in counted_hands(sorted((shared / "hands").glob(pattern)), lambda _refusal: None):
        hands += 1
        plain = PlainHand(hand.history.fields())
        for player, seat in enumerate(hand.seats):
            counted = dict(zip(Figures.__struct_fields__, hand.tally.counts(seat), strict=True))
            expected = plain.figures(player)
            assert {name: counted[name] for name in expected} == expected, (hand.history.place, player)
    assert hands > least


def test_the_columns_are_the_fields_of_figures() -> None:
    assert len(Figures.__struct_fields__) == COLUMNS


def test_a_tally_serves_one_hand_after_another() -> None:
    tally, counts = Tally(), SeatCounts()
    for script in ("0 raise 60, 1 fold, 2 fold", "0 fold, 1 fold"):
        hand = do(Hand.start([1000] * 3, (10, 20), seed=7), script)
        found = figures_of(hand)
        assert sum(figures.dealt for figures in found.values()) == 3
        assert found[0].raised == (script[2] == "r")
    assert tally.seats == 0
    assert counts.columns() == (0,) * COLUMNS


def test_steals_and_their_defence() -> None:
    found = figures_of(
        do(Hand.start([1000] * 6, (10, 20), seed=7), "3 fold, 4 fold, 5 fold, 0 raise 50, 1 fold, 2 call")
    )
    assert (found[5].steal_chances, found[5].steals) == (1, 0)
    assert (found[0].steal_chances, found[0].steals) == (1, 1)
    assert (found[1].steals_faced, found[1].steals_folded) == (1, 1)
    assert (found[2].steals_faced, found[2].steals_folded) == (1, 0)
    assert found[4].steal_chances == 0


def test_continuation_bets_go_on_street_by_street() -> None:
    script = "0 raise 60, 1 fold, 2 call, 2 check, 0 bet 60, 2 call, 2 check, 0 bet 100, 2 call, 2 bet 100, 0 fold"
    button, big = (figures_of(do(Hand.start([1000] * 3, (10, 20), seed=7), script))[seat] for seat in (0, 2))
    assert (button.flop_c_bets, button.turn_c_bets) == (1, 1)
    assert button.river_c_bet_chances == 0  # the big blind bets first
    assert (big.flop_c_bets_faced, big.turn_c_bets_faced, big.turn_c_bets_folded) == (1, 1, 0)
    assert (button.wagers, button.calls, button.folds) == (2, 0, 1)


def test_a_match_counts_what_its_hands_say() -> None:
    summed = dict.fromkeys(range(3), Figures())

    def watch(seen: MatchHand) -> None:
        for seat, figures in figures_of(seen.played.hand).items():
            summed[seen.bots[seat]] += figures

    found = play_match(["tag", "fish", "lag"], hands=90, seed=5, watch=watch)
    for bot, score in enumerate(found.scores):
        assert score.figures == summed[bot]


def test_what_does_not_fit_is_refused() -> None:
    tally = Tally()
    with pytest.raises(ValueError, match="there is no seat 0"):
        tally.counts(0)
    with pytest.raises(ValueError, match="expected a seat of the hand"):
        tally.see(0, 0, 0, 0, 0)
    with pytest.raises(TypeError, match="expected a Tally"):
        SeatCounts().add(None, 0, 1, 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected the State"):
        tally.begin(None, 0, 0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected one for each"):
        tally.collect((1, 2))
