"""A season's table: points of the best events, what breaks ties, and events that a formula cannot be computed for."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.tournament.points import FORMULAS, BadFormula, EventResult
from bigslick.tournament.season import Outcome, PointsRules, SeasonEvent, SeasonTable, check_formula, season_table


def cup(name: str, *players: str, hits: int = 0, buyin: int = 10) -> SeasonEvent:
    """A tournament in which the players finished in this order; the first gets everything."""
    count = len(players)
    outcomes = [
        Outcome(
            player,
            EventResult(count, place, count * buyin if place == 1 else 0, buyin, buyin, hits=hits),
            shared=1,
            bounties=0,
            net=buyin * (count - 1 if place == 1 else -1),
        )
        for place, player in enumerate(players, 1)
    ]
    return SeasonEvent(name, True, None, outcomes)


def table(*events: SeasonEvent, **rules: Any) -> SeasonTable:
    return season_table(events, PointsRules(**{"formula": "n - place"} | rules))


def test_only_the_best_events_of_each_player_give_points() -> None:
    events = (cup("1", "ann", "bob", "cat"), cup("2", "bob", "ann", "cat"), cup("3", "ann", "cat"))
    assert [(row.player, row.points) for row in table(*events).places] == [("ann", 4), ("bob", 3), ("cat", 0)]
    best = table(*events, best=1).places
    assert [(row.place, row.player, row.points, row.chips) for row in best] == [
        (1, "ann", 2, 20),
        (2, "bob", 2, 10),
        (3, "cat", 0, -30),
    ], "chips break the tie"
    assert [(row.tournaments, row.nights, row.cashes, row.wins, row.hits) for row in best] == [
        (3, 0, 2, 2, 0),
        (2, 0, 1, 1, 0),
        (3, 0, 0, 0, 0),
    ], "all events count there"


def test_the_worst_of_negative_points_is_the_one_that_does_not_count() -> None:
    events = (cup("1", "ann", "bob", "cat"), cup("2", "bob", "ann"))
    found = table(*events, formula="-place", best=1).places
    assert {row.player: row.points for row in found} == {"ann": -1, "bob": -1, "cat": -3}


def test_players_tied_in_points_and_chips_share_a_place_and_the_next_one_is_left_out() -> None:
    found = table(cup("1", "ann", "bob"), cup("2", "bob", "ann"), cup("3", "cat", "dan", buyin=0)).places
    assert [(row.place, row.player) for row in found] == [(1, "ann"), (1, "bob"), (1, "cat"), (4, "dan")]


def test_a_win_needs_another_player() -> None:
    (ann,) = table(cup("1", "ann")).places
    assert (ann.wins, ann.tournaments) == (0, 1)


def test_an_event_that_the_formula_cannot_be_computed_for_gives_no_points_and_says_why() -> None:
    events = (cup("Freeroll", "bob", "ann", buyin=0), cup("Cup", "ann", "bob"))
    places, left_out = table(*events, formula="n*buyin/spent")
    assert [(event.name, str(why)) for event, why in left_out] == [
        ("Freeroll", "character 8: division by zero: expected another divisor")
    ]
    assert [(row.player, row.points, row.tournaments, row.wins) for row in places] == [
        ("ann", 2, 2, 1),
        ("bob", 2, 2, 1),
    ]


def test_hundredths_add_up_exactly() -> None:
    events = [cup(str(number), "ann", "bob", "cat") for number in range(3)]
    assert [row.points for row in table(*events, formula="0.1 + place/3").places] == [3.3, 2.31, 1.29]
    assert {row.player: row.points for row in table(*events, formula="1/3").places} == dict.fromkeys(
        ("ann", "bob", "cat"), 0.99
    )


def test_a_formula_is_tried_before_it_is_chosen() -> None:
    for text in FORMULAS.values():
        check_formula(text)
    with pytest.raises(BadFormula) as refused:
        check_formula("1/(place - 2)")
    assert str(refused.value) == "for place 2 of 9: character 2: division by zero: expected another divisor"
    with pytest.raises(BadFormula, match="found the end"):
        check_formula("1+")
