"""Shootouts: tables play to their winners, winners draw again, and a round's losers finish as the structure says."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from bigslick.shuffle import Keystream
from bigslick.tournament.director.events import (
    Bagged,
    Busted,
    LevelStarted,
    Moved,
    Returned,
    Seated,
    StageStarted,
    TableOpened,
)
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.formats.shootouts import ShootoutDirector
from bigslick.tournament.structure.formats import Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure
from tests.tournament.chance import chi_square
from tests.tournament.saving import check_resumed

MIX = ("tag", "lag", "shark")
BY_HANDS = tuple(Level(small=10 << k, big=20 << k, hands=6) for k in range(12))
BY_TIME = tuple(Level(small=10 << k, big=20 << k, seconds=300) for k in range(12))


def structure(**options: Any) -> Structure:
    given: dict[str, Any] = {"seats": 4, "starting_stack": 500, "entrants": 16, "levels": BY_HANDS, "buy_in": 10}
    given |= {"payouts": Payouts(percent=(Decimal(40), Decimal(30), Decimal(20), Decimal(10)))}
    shootout = Shootout(**options.pop("shootout", {}))
    return Structure(**(given | options), shootout=shootout)


def played(seed: int = 7, **options: Any) -> Tournament:
    event = Tournament(structure(**options), seed, bots=MIX)
    event.finish()
    return event


def of_kind(event: Tournament, *kinds: type) -> list[Any]:
    return [happened for happened in event.events if isinstance(happened, kinds)]


def lone_busts(event: Tournament) -> bool:
    """Whether no two players busted in one hand."""
    busts = of_kind(event, Busted)
    return len({(bust.table, bust.at) for bust in busts}) == len(busts)


def test_one_winner_from_each_table_plays_the_next_round() -> None:
    event = played()
    assert [(stage.stage, stage.players) for stage in of_kind(event, StageStarted)] == [("round 1", 16), ("round 2", 4)]
    assert Counter(bag.table for bag in of_kind(event, Bagged)) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert {back.entry for back in of_kind(event, Returned)} == {bag.entry for bag in of_kind(event, Bagged)}
    assert not of_kind(event, Moved), "no one changes tables within a round"


def test_two_winners_from_each_table() -> None:
    events = (played(seed, shootout={"winners": 2}) for seed in range(100))
    event = next(event for event in events if lone_busts(event))
    assert [stage.players for stage in of_kind(event, StageStarted)] == [16, 8, 4]
    assert set(Counter(bag.table for bag in of_kind(event, Bagged)).values()) == {2}


def test_never_all_of_a_table_go_through() -> None:
    event = played(entrants=5, shootout={"winners": 3})
    assert [stage.players for stage in of_kind(event, StageStarted)] == [5, 3]


@pytest.mark.parametrize("levels", [BY_HANDS, BY_TIME], ids=["hands", "time"])
def test_fresh_stacks_and_levels_that_restart(levels: tuple[Level, ...]) -> None:
    event = played(levels=levels)
    began = of_kind(event, StageStarted)[1].at
    assert {back.stack for back in of_kind(event, Returned)} == {500}
    assert event.chips == event.director.chips == 4 * 500
    restarts = [started for started in of_kind(event, LevelStarted) if started.level == 1]
    assert [started.at for started in restarts] == ([1, began + 1] if levels is BY_HANDS else [0, began])


@pytest.mark.parametrize("levels", [BY_HANDS, BY_TIME], ids=["hands", "time"])
def test_carried_stacks_and_levels_that_go_on(levels: tuple[Level, ...]) -> None:
    event = played(levels=levels, shootout={"stacks": "carried", "levels": "continue"})
    assert {back.stack for back in of_kind(event, Returned)} == {4 * 500}
    assert event.chips == event.director.chips == 16 * 500
    numbers = [started.level for started in of_kind(event, LevelStarted)]
    assert numbers == sorted(set(numbers)), "no level twice"


def test_players_who_go_out_in_one_round_share_their_places_and_prizes() -> None:
    places = [(standing.place, standing.places_shared, standing.prize) for standing in played().standings()]
    assert [place for place, _, _ in places] == [1, 2, 3, 4] + [5] * 12
    assert places[4][1] == tuple(range(5, 17))
    assert [prize for _, _, prize in places[:4]] == [64, 48, 32, 16]


def test_a_round_that_is_partly_paid_shares_what_is_paid() -> None:
    event = played(payouts=Payouts(paid_percent=Decimal(50)))
    shared = [standing.prize for standing in event.standings() if standing.place == 5]
    assert len(shared) == 12
    assert max(shared) - min(shared) <= 1
    assert sum(shared) == sum(event.director.prizes[4:])


def test_places_by_table_rank_each_round_by_the_place_at_the_table() -> None:
    events = (played(seed, shootout={"places": "table"}) for seed in range(100))
    event = next(event for event in events if lone_busts(event))
    at_table: dict[int, list[int]] = {}
    for bust in of_kind(event, Busted):
        at_table.setdefault(bust.table, []).append(bust.entry)
    places = {placed.entry: (placed.place, placed.shared) for placed in event.director.finishes.values()}
    for table in (1, 2, 3, 4):
        assert [places[entry] for entry in at_table[table]] == [(13, 4), (9, 4), (5, 4)]


def test_two_who_bust_in_one_hand_are_ranked_by_stack_at_their_table() -> None:
    director = ShootoutDirector(structure(shootout={"places": "table"}), Keystream(1), lambda _: (-1, -1, -1))
    director.open([f"P{number}" for number in range(8)])
    one, two = (list(director.chairs[table]) for table in (1, 2))
    director.hands_ended([(1, [Loss(0, 300, one[1]), Loss(2, 400, one[1])])], {1, 2}, 5)
    director.hands_ended([(2, [Loss(3, 500, two[0])]), (1, [Loss(3, 500, one[1])])], {1, 2}, 6)
    director.hands_ended([(2, [Loss(1, 500, two[0])]), (2, [Loss(2, 500, two[0])])], {1, 2}, 7, moments=(1, 2))
    assert director.stage_over
    places = {entry: (placed.place, placed.shared) for entry, placed in director.finishes.items()}
    assert places[one[0]] == places[two[3]] == (7, 2)
    assert places[one[2]] == places[two[1]] == (5, 2)
    assert places[one[3]] == places[two[2]] == (3, 2)


def test_places_by_time_follow_the_order_of_going() -> None:
    events = (played(seed, shootout={"places": "time"}) for seed in range(100))
    event = next(event for event in events if lone_busts(event))
    first, second = of_kind(event, StageStarted)
    out = [bust for bust in of_kind(event, Busted) if bust.at <= second.at]
    places = [event.director.finishes[bust.entry].place for bust in out]
    assert places == sorted(places, reverse=True)
    assert places[0] == 16
    assert places[-1] == 5
    assert first.at == 0


@pytest.mark.parametrize("levels", [BY_HANDS, BY_TIME], ids=["hands", "time"])
def test_a_save_in_any_round_goes_on_to_the_identical_end(levels: tuple[Level, ...]) -> None:
    plan = structure(levels=levels, shootout={"winners": 2, "stacks": "carried"})
    check_resumed(plan, 3, MIX)


def test_every_seat_of_a_later_round_is_drawn() -> None:
    """TDA 5: seats are drawn at random. In 900 real events, four winners draw the four seats of the last table."""
    rows = tuple(Level(small=50 << k, big=100 << k, hands=2) for k in range(8))
    plan = structure(levels=rows)
    seats: Counter[tuple[int, int]] = Counter()
    buttons: Counter[int] = Counter()
    for seed in range(900):
        event = Tournament(plan, seed, bots=("maniac",))
        event.finish()
        back = sorted(of_kind(event, Returned), key=lambda event: event.entry)
        seats.update((order, returned.seat) for order, returned in enumerate(back))
        buttons[next(opened.button for opened in of_kind(event, TableOpened) if opened.table == 5)] += 1
    assert chi_square(seats, 16) < 32.0  # 9 degrees of freedom: p = 0.0002
    assert chi_square(buttons, 4) < 20.5  # 3 degrees: p = 0.0001


def test_every_table_of_the_first_round_is_drawn() -> None:
    tables: Counter[tuple[int, int]] = Counter()
    for seed in range(600):
        event = Tournament(structure(), seed, bots=("maniac",))
        tables.update((seat.entry, seat.table) for seat in of_kind(event, Seated))
    assert chi_square(tables, 64) < 95.0  # 45 degrees: p = 0.00002
