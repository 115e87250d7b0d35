"""The population plays like people, judging by the figures in docs/explanation/population.md."""

from __future__ import annotations

import math

import pytest

from bigslick.bots import TOURNAMENT_STYLES
from bigslick.simulate import play_match
from tools.population import (
    AGGRESSION,
    BY_POSITION,
    FOR_CHIPS,
    MATCHES,
    OVERALL,
    Bubble,
    count_cash,
    document,
    final_table_depth,
    half_interval,
    left_after_levels,
    main_event,
    returns_by_kind,
)


def check_fit(hands: int, slack: float) -> None:
    """Check that overall figures are in people's middle half, and those by position within two points of their mean."""
    counts = count_cash(hands)
    for figure, (name, _, low, high) in OVERALL.items():
        assert low <= counts.per_cent(figure) <= high, name
    assert AGGRESSION[1] <= counts.aggression() <= AGGRESSION[2]
    for (table, place), real in BY_POSITION.items():
        for figure, mean in zip(("vpip", "pfr", "3-bet"), real, strict=True):
            if mean is not None:
                chance = slack * half_interval(*counts.share(figure, table, place))
                found = counts.per_cent(figure, table, place)
                assert abs(found - mean) <= 2 + chance, (table, place, figure, found, mean)
    assert counts.deep_hands == counts.hands
    chance = slack * half_interval(counts.deep_hands, counts.deep_all_ins)
    assert 100 * counts.deep_all_ins / counts.deep_hands <= 0.6 + chance


def test_the_population_plays_as_people_do() -> None:
    check_fit(15_000, 1.5)


@pytest.mark.slow
def test_the_population_plays_as_people_do_over_many_hands() -> None:
    check_fit(400_000, 0)


def test_in_tournaments_it_limps_less_and_reraises_more() -> None:
    cash, tournament = count_cash(6_000), count_cash(6_000, styles=TOURNAMENT_STYLES)
    assert tournament.per_cent("limp") < 0.7 * cash.per_cent("limp")
    assert tournament.per_cent("3-bet") > 1.1 * cash.per_cent("3-bet")
    opens = tournament.size_shares("first raise")
    assert opens[0] + opens[1] > 60  # up to 2.5 big blinds


def test_a_deep_field_is_still_there_after_five_levels() -> None:
    """In the 2015 WSOP Main Event 68 % were left after five two-hour levels, from 300 big blinds."""
    left = left_after_levels(main_event(300), 1, 5)
    assert left == sorted(left, reverse=True)
    assert 60 <= left[4] <= 80


def test_on_the_bubble_fewer_all_ins_are_called_and_it_lasts_longer() -> None:
    """Play the same seeds with and without pressure; the shares are on the page."""
    felt, for_chips = Bubble(TOURNAMENT_STYLES, 120), Bubble(FOR_CHIPS, 120)
    assert min(felt.faced, for_chips.faced) > 80
    assert felt.called / felt.faced < for_chips.called / for_chips.faced - 0.1
    assert sum(felt.hands) > 1.15 * sum(for_chips.hands)


@pytest.mark.slow
def test_a_deep_field_decays_as_real_ones_do() -> None:
    for seed in range(5):
        assert 60 <= left_after_levels(main_event(1000), seed, 5)[4] <= 80
    assert 40 <= sum(final_table_depth(500, seed) for seed in range(10)) / 10 <= 80


@pytest.mark.slow
def test_strong_players_beat_regular_and_these_recreational_ones() -> None:
    for one, two in MATCHES:
        score = play_match([one, two], hands=100_000, seats=6, duplicate=True, seed=3).scores[0]
        assert score.bb100 > (score.rate.half or math.inf), (one, two)
    found = returns_by_kind(600, 54)
    for better, worse in (("strong", "regular"), ("regular", "recreational")):
        (high, above), (low_one, below) = found[better], found[worse]
        assert high - low_one > (above**2 + below**2) ** 0.5, (better, worse)


def test_the_page_shows_every_figure() -> None:
    page = "\n".join(document(600, 3))
    for heading in ("All hands", "By position", "The styles", "Sizes", "Tournaments", "Near the money", "Strength"):
        assert f"## {heading}" in page
