"""Days and flights: bags, the next day's draw, continuing levels, and places across all flights."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from bigslick.shuffle import Keystream
from bigslick.tournament.director.events import (
    BagForfeited,
    Bagged,
    Busted,
    Entered,
    LevelStarted,
    RegistrationClosed,
    Returned,
    Seated,
    StageStarted,
)
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.formats.days import DaysDirector
from bigslick.tournament.structure.formats import Day, Flights, NoShows
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadTournament
from bigslick.tournament.structure.structure import AddOn, Structure
from tests.tournament.chance import chi_square
from tests.tournament.saving import check_resumed

MIX = ("tag", "lag", "shark")
BY_HANDS = tuple(Level(small=10 << k, big=20 << k, hands=6) for k in range(12))
BY_TIME = tuple(Level(small=10 << k, big=20 << k, seconds=600) for k in range(12))
both_units = pytest.mark.parametrize("levels", [BY_HANDS, BY_TIME], ids=["hands", "time"])


def structure(**options: Any) -> Structure:
    given: dict[str, Any] = {"seats": 6, "starting_stack": 1000, "entrants": 30, "levels": BY_HANDS, "buy_in": 10}
    given |= {"days": (Day(until_level=3),), "payouts": Payouts(paid_percent=Decimal(20))}
    return Structure(**(given | options))


def played(seed: int = 7, **options: Any) -> Tournament:
    event = Tournament(structure(**options), seed, bots=MIX)
    event.finish()
    return event


def of_kind(event: Tournament, *kinds: type) -> list[Any]:
    return [happened for happened in event.events if isinstance(happened, kinds)]


@both_units
def test_a_day_by_level_bags_all_chips_and_goes_on_with_the_next_level(levels: tuple[Level, ...]) -> None:
    event = played(levels=levels)
    first, second = of_kind(event, StageStarted)
    bags = {bag.entry: bag.stack for bag in of_kind(event, Bagged)}
    assert (first.stage, second.stage) == ("day 1", "day 2")
    assert sum(bags.values()) == 30 * 1000
    assert {back.entry: back.stack for back in of_kind(event, Returned)} == bags
    assert second.players == len(bags)
    levels_seen = [started.level for started in of_kind(event, LevelStarted)]
    assert levels_seen == list(range(1, len(levels_seen) + 1))
    assert next(started.at for started in of_kind(event, LevelStarted) if started.level == 4) >= second.at


def test_hands_under_way_at_the_end_of_the_day_are_played_out() -> None:
    """TDA 23: a hand that began before the level ended belongs to it."""
    event = played(levels=BY_TIME)
    assert of_kind(event, StageStarted)[1].at >= 3 * 600
    assert all(bust.at <= of_kind(event, StageStarted)[1].at for bust in of_kind(event, Busted) if bust.level <= 3)


@both_units
def test_a_day_by_count_ends_when_few_enough_are_left(levels: tuple[Level, ...]) -> None:
    event = played(levels=levels, days=(Day(until_players=10), Day(until_players=4)))
    players = [stage.players for stage in of_kind(event, StageStarted)]
    assert players[0] == 30
    assert 7 <= players[1] <= 10
    assert 2 <= players[2] <= 4
    numbers = [started.level for started in of_kind(event, LevelStarted)]
    assert all(after - before in (0, 1) for before, after in pairwise(numbers)), "the level under way begins again"


@both_units
def test_flights_are_fields_of_their_own(levels: tuple[Level, ...]) -> None:
    event = played(levels=levels, flights=Flights(count=3, shares=(1, 1, 3), reenter=False))
    stages = of_kind(event, StageStarted)
    assert [(stage.stage, stage.players) for stage in stages[:3]] == [("day 1A", 6), ("day 1B", 6), ("day 1C", 18)]
    assert stages[3].stage == "day 2"
    assert [started.level for started in of_kind(event, LevelStarted)][:10] == [1, 2, 3] * 3 + [4]
    assert len(of_kind(event, RegistrationClosed)) == 1
    assert of_kind(event, RegistrationClosed)[0].pool == 300


def test_a_flight_plays_alike_however_the_flight_before_went() -> None:
    """Flight 1B has its own streams, so it draws and deals the same after any field in 1A."""
    seen = []
    for bots in (("maniac", "tag"), ("caller", "tag")):
        hands: list[Any] = []
        plan = structure(entrants=12, flights=Flights(count=2, reenter=False))
        event = Tournament(plan, 9, bots=bots, watch=hands.append)
        event.finish()
        second = [stage.at for stage in of_kind(event, StageStarted)][1]
        seats = {
            (seat.entry, seat.table, seat.seat)
            for seat in of_kind(event, Seated)
            if seat.at >= second and seat.entry > 5
        }
        first = next(hand for hand in hands if hand.table == min(table for _, table, _ in seats))
        seen.append(({seat for _, _, seat in seats}, first.dealt, first.button))
    assert seen[0] == seen[1]


def test_players_who_bust_enter_a_later_flight_if_they_may() -> None:
    again = played(flights=Flights(count=2))
    once = played(flights=Flights(count=2, reenter=False))
    assert max(entered.bullet for entered in of_kind(once, Entered)) == 1
    out = {bust.entry for bust in of_kind(again, Busted) if bust.at <= of_kind(again, StageStarted)[1].at}
    second = [entered.name for entered in of_kind(again, Entered) if entered.bullet == 2]
    assert sorted(second) == sorted(again.director.names[entry] for entry in out)
    stays = Tournament(structure(flights=Flights(count=2)), 7, bots=MIX, reentries=False)
    stays.finish()
    assert len(stays.director.names) == 30


def test_the_limit_of_re_entries_counts_in_each_flight() -> None:
    event = played(flights=Flights(count=2), late_reg_levels=3, reentry_limit=1, starting_stack=200)
    assert max(event.director.bullets) in (3, 4)
    second = of_kind(event, StageStarted)[1]
    names = [entered.name for entered in of_kind(event, Entered) if entered.at < second.at]
    assert max(Counter(names).values()) == 2


def bagged_twice(bags: str) -> DaysDirector:
    """Ann bags 700 in flight 1A and 1,300 in 1B; Bo and Cy bust to her."""
    plan = structure(
        entries=("Ann", "Bo", "Cy", "Di"),
        entrants=0,
        days=(Day(until_level=1),),
        flights=Flights(count=2, bags=bags, again_below=1000, reenter=False),  # type: ignore[arg-type]
        payouts=Payouts(percent=(Decimal(100),)),
    )
    director = DaysDirector(plan, Keystream(1), lambda _: (-1, -1, -1))
    stacks = {0: 700, 1: 1300, 4: 1300, 2: 1700, 3: 1000}
    director.stack_of = stacks.__getitem__
    director.open(["Ann", "Bo", "Cy", "Di"])
    director.end_day(6, 2)
    director.enters_again = lambda entry: entry == 0
    director.start_stage(6)
    assert director.names == ["Ann", "Bo", "Cy", "Di", "Ann"]
    return director


def test_a_day_one_that_few_enough_players_begin_ends_with_its_first_bust() -> None:
    one_table = structure(entrants=6, days=(Day(until_players=9),))
    director = DaysDirector(one_table, Keystream(1), lambda _: (-1, -1, -1), stack_of=lambda _: 1000)
    director.open(one_table.names)
    director.hands_ended([(1, ())], [1], 1)
    assert not director.bags
    director.hands_ended([(1, [Loss(director.where[0][1], 1000, 1)])], [1], 2)
    assert len(director.bags) == 5


def test_the_best_bag_counts_and_the_others_leave_play() -> None:
    director = bagged_twice("best")
    director.stack_of = {2: 900, 3: 800, 4: 1300}.__getitem__
    director.end_day(12, 2)
    director.start_stage(12)
    gone = [happened for happened in director.events if isinstance(happened, BagForfeited)]
    assert [(bag.entry, bag.stack, bag.kept, bag.added) for bag in gone] == [(0, 700, 4, False)]
    assert director.removed == 700
    assert {entry for seats in director.chairs.values() for entry in seats if entry >= 0} == {1, 2, 3, 4}
    assert director.finishes[0].place == 5


def test_bags_can_be_added_up() -> None:
    director = bagged_twice("sum")
    director.stack_of = {2: 900, 3: 800, 4: 1300}.__getitem__
    director.end_day(12, 2)
    director.start_stage(12)
    back = {happened.entry: happened.stack for happened in director.events if isinstance(happened, Returned)}
    assert back == {1: 1300, 2: 900, 3: 800, 4: 2000}
    assert director.removed == 0


@pytest.mark.parametrize(
    ("rule", "together"), [("h4h_tie", {1: (5, 2), 5: (5, 2)}), ("by_stack", {1: (6, 1), 5: (5, 1)})]
)
def test_flights_are_ranked_by_how_long_players_lasted_in_their_own(
    rule: str, together: dict[int, tuple[int, int]]
) -> None:
    """Rules 5.1: players who bust at the same moment in two flights tie, or rank by stack."""
    flights = Flights(count=2, reenter=False)
    plan = structure(
        entrants=8, flights=flights, payouts=Payouts(), days=(Day(until_level=2),), simultaneous_bust_rule=rule
    )
    director = DaysDirector(plan, Keystream(1), lambda _: (-1, -1, -1))
    director.stack_of = lambda _: 1000
    director.open(plan.names)
    for flight, times in enumerate(((3, 9), (5, 9))):
        table = next(iter(director.chairs))
        seats = {entry: seat for seat, entry in enumerate(director.chairs[table]) if entry >= 0}
        first, second, last, _ = sorted(seats)
        start = 12 * flight
        for at, entry in zip(times, (first, second), strict=True):
            director.hands_ended([(table, [Loss(seats[entry], 1000 + flight, last)])], {table}, start + at)
        director.end_day(start + 12, 3)
        director.start_stage(start + 12)
    places = {entry: (placed.place, placed.shared) for entry, placed in director.finishes.items()}
    assert places == {0: (8, 1), 4: (7, 1), **together}


@both_units
@pytest.mark.parametrize(
    "options",
    [
        {"days": (Day(until_percent=Decimal(20)),), "flights": Flights(count=2, bags="best", again_below=100)},
        {"flights": Flights(count=3, bags="sum", again_below=60), "late_reg_levels": 2, "reentry_limit": 1},
        {"days": (Day(until_players=8), Day(until_level=9))},
    ],
)
def test_a_save_on_any_day_goes_on_to_the_identical_end(options: dict[str, Any], levels: tuple[Level, ...]) -> None:
    plan = structure(**({"levels": levels} | options))
    check_resumed(plan, 3, MIX)


def test_the_seats_of_day_two_are_drawn_evenly() -> None:
    """TDA 5: seats are drawn at random. Eight players draw the eight seats of two tables in 900 real events."""
    plan = structure(
        seats=4, entrants=8, starting_stack=10_000, days=(Day(until_level=1),), final_table_size=2,
        levels=(Level(small=1, big=2, hands=1), Level(small=5000, big=10_000)),
    )  # fmt: skip
    seats: Counter[tuple[int, int, int]] = Counter()
    events = 0
    for seed in range(900):
        event = Tournament(plan, seed, bots=("rock",))
        while not of_kind(event, Returned):
            event.step()
        back = of_kind(event, Returned)
        if len(back) == 8:
            events += 1
            seats.update((returned.entry, returned.table, returned.seat) for returned in back)
    assert events > 800
    assert chi_square(seats, 64) < 100.0  # 49 degrees of freedom: p = 0.00002


def test_no_one_is_late_in_flights() -> None:
    with pytest.raises(BadTournament, match="no one can be late in an event with flights"):
        Tournament(structure(flights=Flights(count=2), late_reg_levels=2), 1, late=3)


@both_units
def test_add_ons_sold_when_a_level_ends_the_day_go_into_the_bags(levels: tuple[Level, ...]) -> None:
    addon = AddOn(until_level=1, cost=10, chips=500)
    event = played(levels=levels, addon=addon, starting_stack=60, days=(Day(until_players=29),))
    assert sum(bag.stack for bag in of_kind(event, Bagged)) == event.director.chips == event.chips


@both_units
def test_a_flight_with_one_player_left_ends_when_the_add_on_is_over(levels: tuple[Level, ...]) -> None:
    small: dict[str, Any] = {"entrants": 4, "starting_stack": 20, "levels": levels, "days": (Day(until_players=1),)}
    addon = AddOn(until_level=2, cost=10, chips=500)
    event = Tournament(structure(flights=Flights(count=2), addon=addon, **small), 7, bots=("maniac",))
    for _ in range(200):
        if event.over:
            break
        event.step()
    assert event.over


def test_a_flight_to_which_no_one_comes_leads_to_the_next() -> None:
    absent = NoShows(remove_after_level=1, players=("Player 1", "Player 2"))
    event = played(entrants=6, flights=Flights(count=3), no_shows=absent)
    assert [stage.stage for stage in of_kind(event, StageStarted)] == ["day 1A", "day 1B", "day 1C", "day 2"]
