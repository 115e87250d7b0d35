"""Finished nights as events of a season: by default a season gives the points that clubs have always given."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bigslick.server.store.nights import HOUSE, NightResult
from bigslick.server.store.records import Stream
from bigslick.server.store.season_events import season_event
from bigslick.tournament.director.standings import PlayerResult
from bigslick.tournament.points import EventResult
from bigslick.tournament.season import Decider, PointsRules, SeasonEvent, season_table

BY_POINTS: Decider = "points"


def result(name: str, net: int, **more: Any) -> NightResult:
    """A night in which a player bought in once for 1,000."""
    usual = {"buy_ins": 1, "bought_in": 1_000, "topped_up": 0, "left_with": 1_000 + net, "sits_with": None}
    return NightResult(player=HOUSE if name == "house" else name, house=name == "house", net=net, **usual | more)


def event(kind: str, *results: NightResult, cents: int = 0, finished: Iterable[PlayerResult] = ()) -> SeasonEvent:
    stream = Stream(id="x", kind=kind, name="Friday", opened_at=0, chip_cents=cents)
    return season_event(stream, results, {one.player: one for one in finished})


def night(kind: str, cents: int = 0, **nets: int) -> SeasonEvent:
    return event(kind, *(result(name, net) for name, net in nets.items()), cents=cents)


def season(*nights: SeasonEvent, by: Decider = BY_POINTS, **rules: Any) -> list[tuple[int, str, float, int | None]]:
    table = season_table(nights, PointsRules(**rules), by)
    assert not table.left_out
    return [(row.place, row.player, row.points, row.chips) for row in table.places]


def test_a_season_gives_two_points_for_each_player_beaten_and_one_for_each_level() -> None:
    nights = (
        night("table", ann=300, bob=0, cat=-200, house=-100),
        night("tournament", bob=200, ann=-100, cat=-100),
    )
    assert season(*nights) == [(1, "bob", 6, 200), (2, "ann", 5, 200), (3, "cat", 1, -300)]
    with_dan = (*nights, night("table", ann=1, dan=-1))
    assert [(place, player, chips) for place, player, _, chips in season(*with_dan, by="chips")] == [
        (1, "ann", 201),
        (2, "bob", 200),
        (3, "dan", -1),
        (4, "cat", -300),
    ]


def test_players_who_are_level_share_a_place_and_a_night_alone_gives_no_points() -> None:
    assert season(night("table", ann=0, bob=0)) == [(1, "ann", 1, 0), (1, "bob", 1, 0)]
    assert season() == []
    assert season(night("table", ann=100, house=-100)) == [(1, "ann", 0, 100)]
    left_again = event("table", result("ann", 5), result("bob", 0, buy_ins=0, bought_in=0))
    assert season(left_again) == [(1, "ann", 0, 5)], "an entry that was returned does not count"


def test_chips_with_different_values_do_not_add_up() -> None:
    nights = (night("table", 5, ann=-70, bob=70), night("table", ann=900, bob=-900), night("table", 5, ann=1, bob=-1))
    assert season(*nights, by="chips") == [(1, "ann", 4, None), (2, "bob", 2, None)]


NETS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-2, 2), max_size=8)


@given(st.lists(NETS, max_size=5), st.sampled_from(["points", "chips"]))
def test_the_usual_formula_gives_what_clubs_gave_before_there_were_formulas(
    nights: list[dict[str, int]], by: Decider
) -> None:
    points: dict[str, int] = {}
    chips: dict[str, int] = {}
    for nets in nights:
        for player, net in nets.items():
            ahead = sum(net > other for other in nets.values())
            level = sum(net == other for other in nets.values()) - 1
            points[player] = points.get(player, 0) + 2 * ahead + level
            chips[player] = chips.get(player, 0) + net
    worth = {player: (points[player], chips[player])[:: 1 if by == "points" else -1] for player in points}
    expected = [
        (1 + sum(other > worth[player] for other in worth.values()), player, points[player], chips[player])
        for player in sorted(worth)
    ]
    assert season(*(night("table", **nets) for nets in nights), by=by) == sorted(expected)


def test_a_cash_night_is_placed_by_what_the_players_won() -> None:
    friday = event(
        "table",
        result("ann", 500, buy_ins=3, bought_in=2_000, topped_up=100, left_with=2_600),
        result("bob", 0),
        result("cat", 0),
        result("dan", -1_000),
    )
    ann, bob, cat, dan = friday.outcomes
    assert ann.result == EventResult(4, 1, 2_600, Fraction(2_000, 3), 2_100, rebuys=2, hits=0, beaten=3, tied=0)
    assert (bob.result.place, bob.shared, bob.result.beaten, bob.result.tied) == (2, 2, 1, 1)
    assert (cat.result.place, cat.shared) == (2, 2)
    assert (dan.result.place, dan.shared, dan.net) == (4, 1, -1_000)
    assert season(friday, formula="n - place + 1") == [
        (1, "ann", 4, 500),
        (2, "bob", 2.5, 0),
        (2, "cat", 2.5, 0),
        (4, "dan", 1, -1_000),
    ]


def test_a_tournament_is_placed_by_the_director() -> None:
    ended = [
        PlayerResult(
            player=player, place=place, shared=1, prize=prize, bounties=5, buyin=20, spent=44, rebuys=1, hits=hits
        )
        for player, place, prize, hits in (("ann", 1, 60, 0), ("bob", 2, 0, 2), ("cat", 3, 0, 0))
    ]
    cup = event("tournament", result("ann", 21), result("bob", -39), result("cat", -39), finished=ended)
    assert cup.outcomes[1].result == EventResult(3, 2, 0, 20, 44, rebuys=1, hits=2, beaten=0, tied=1)
    assert season(cup, formula="n - place + 1 + hits") == [(1, "bob", 4, -39), (2, "ann", 3, 21), (3, "cat", 1, -39)]
    assert season(cup, formula="n - place + 1 + hits", bounties=False)[:2] == [(1, "ann", 3, 21), (2, "bob", 2, -39)]
    assert [row[2] for row in season(cup, formula="prize")] == [65, 5, 5]
    assert [row[2] for row in season(cup, formula="prize", bounties=False)] == [60, 0, 0]
