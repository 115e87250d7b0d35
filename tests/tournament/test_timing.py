"""When things begin and end in events played to their end: registration, rebuys, add-ons, hand-for-hand, the event.

This computes each from the structure and the public events, and checks it to the level and the player.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import Any

import pytest

from bigslick.tournament.director.events import (
    AddedOn,
    BreakStarted,
    Busted,
    Entered,
    HandForHandEnded,
    HandForHandStarted,
    LevelStarted,
    Moved,
    Placed,
    Rebought,
    RegistrationClosed,
    Won,
)
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, HandPace, Rebuy, Structure

LENGTHS: dict[str, dict[str, Any]] = {"by hands": {"hands": 4}, "by time": {"seconds": 400}}


def event(length: str, seed: int = 1, late: int = 0, **options: Any) -> Tournament:
    """Return an event where half of the field busts early."""
    levels = tuple(Level(small=10 << k, big=20 << k, **LENGTHS[length]) for k in range(12))
    given: dict[str, Any] = {"seats": 6, "starting_stack": 400, "entrants": 40, "buy_in": 97, "levels": levels}
    bots = ("maniac", "random", "rock", "caller")
    return Tournament(Structure(**(given | options)), seed, bots=bots, late=late)


def by_level(played: Tournament) -> Iterator[tuple[int, Any]]:
    """Yield everything that happened after the start, with its level."""
    played.finish()
    level = 0
    for happened in played.events:
        if isinstance(happened, LevelStarted):
            level = happened.level
        if level:
            yield level, happened


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("last", [1, 3])
def test_registration_closes_with_its_last_level(length: str, last: int) -> None:
    played = event(length, late=10, late_reg_levels=last, reentry_limit=3)
    events = list(by_level(played))
    entered = {level for level, happened in events if isinstance(happened, Entered)}
    assert entered == set(range(1, last + 1))
    (closed,) = [at for at, (_, happened) in enumerate(events) if isinstance(happened, RegistrationClosed)]
    assert events[closed][0] == last
    after = next(happened for _, happened in events[closed:] if isinstance(happened, LevelStarted))
    # A level counted in hands starts with its first hand, a timed one when the previous one ends.
    assert (after.level, after.at) == (last + 1, events[closed][1].at + (length == "by hands"))
    assert events[closed][1].entries == len(played.director.names) > 40


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("last", [1, 3])
def test_tda_27_rebuys_are_sold_in_every_level_up_to_their_last(length: str, last: int) -> None:
    played = event(length, late_reg_levels=last + 2, rebuy=Rebuy(until_level=last, cost=10, chips=1500, limit=2))
    bought = [(level, happened.entry) for level, happened in by_level(played) if isinstance(happened, Rebought)]
    assert {level for level, _ in bought} == set(range(1, last + 1))
    times = [entry for _, entry in bought]
    assert max(times.count(entry) for entry in times) <= 2


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("last", [1, 3])
def test_the_add_on_is_sold_at_the_end_of_its_level_to_everyone_with_chips(length: str, last: int) -> None:
    played = event(length, addon=AddOn(until_level=last, cost=10, chips=1500))
    events = list(by_level(played))
    sold = [(at, level) for at, (level, happened) in enumerate(events) if isinstance(happened, AddedOn)]
    assert {level for _, level in sold} == {last}
    after = [happened for _, happened in events[sold[-1][0] + 1 :] if not isinstance(happened, Placed)]
    assert isinstance(after[0], RegistrationClosed)
    assert isinstance(after[1], LevelStarted)
    out = sum(isinstance(happened, Busted) for _, happened in events[: sold[0][0]])
    assert len(sold) == 40 - out or length == "by time"  # with timed levels, hands are in progress


@pytest.mark.parametrize("margin", [1, 3])
def test_tda_rp_8_hand_for_hand_is_on_from_the_margin_to_the_money(margin: int) -> None:
    on = 0
    for seed in range(6):
        played = event("by hands", seed, payouts=Payouts(paid_percent=Decimal(25)), h4h_margin=margin)
        while not played.over:
            played.step()
            director = played.director
            near = director.paid < director.left <= director.paid + margin
            assert director.hand_for_hand == (near and len(director.chairs) > 1 and not played.over)
            on += director.hand_for_hand
    assert on


@pytest.mark.parametrize("length", LENGTHS)
def test_a_satellite_ends_when_its_seats_are_won(length: str) -> None:
    for seed in range(6):
        played = event(length, seed, payouts=Payouts(seats=5))
        left, last = 40, -1
        for _, happened in by_level(played):
            if isinstance(happened, Busted):
                assert left > 5 or happened.at == last, "a satellite that is decided goes on"
                left, last = left - 1, happened.at
        assert isinstance(happened, Won)
        assert len(happened.entries) == left <= 5


def test_every_place_is_paid_its_prize_and_every_entry_pays_into_the_pool() -> None:
    shares = (Decimal(50), Decimal(25), Decimal(15), Decimal(10))
    for seed in range(6):
        played = event("by hands", seed, late_reg_levels=2, reentry_limit=1, payouts=Payouts(percent=shares))
        played.finish()
        pool = 97 * len(played.director.names)
        paid = {happened.place: happened for happened in played.events if isinstance(happened, Placed)}
        for place, share in enumerate(shares, 1):
            if place in paid and paid[place].shared == 1:
                assert paid[place].prize - int(pool * share / 100) in (0, 1)
        assert sum(happened.prize for happened in played.events if isinstance(happened, Placed)) == pool


class Watched(Tournament):
    """An event that checks which tables count as between hands, by the end of each table's last hand."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.ends: dict[int, int] = {}
        self.checked = 0
        super().__init__(*given, watch=self.see, **more)

    def see(self, played: PlayedHand) -> None:
        self.ends[played.table] = played.at + self.structure.pace.hand(len(played.codes))

    def _free_tables(self, rows: list[int]) -> Collection[int]:
        found = super()._free_tables(rows)
        if rows and not self.director.hand_for_hand:
            resting = {table for table in self.director.chairs if self.ends.get(table, 0) <= self.now}
            assert {table for table in self.director.chairs if table in found} == resting
            self.checked += len(resting) > len(rows)
        return found


@pytest.mark.parametrize("seed", range(6))
def test_ours_a_table_is_between_hands_unless_it_plays_one(seed: int) -> None:
    """Also at the second when a hand ends, during a break, and with no one to play against."""
    levels = tuple(Level(small=10 << k, big=20 << k, seconds=100) for k in range(12))
    breaks = tuple(Break(after=level, seconds=150) for level in (1, 3, 5))
    plan = Structure(
        seats=3,
        starting_stack=400,
        entrants=40,
        levels=levels,
        breaks=breaks,
        balance_max_diff=2,
        halt_deficit=0,
        hand_for_hand=False,
        pace=HandPace(seconds_per_hand=20, seconds_per_action=5),
    )
    played = Watched(plan, seed, bots=("maniac", "random", "rock"))
    played.finish()
    assert played.checked


def test_ours_a_table_with_one_player_starts_when_another_sits_down() -> None:
    """Table 1 breaks first, and its last player joins the one who has no opponent at table 3."""
    levels = tuple(Level(small=10 << k, big=20 << k, seconds=1000) for k in range(12))
    given: dict[str, Any] = {"seats": 2, "starting_stack": 400, "entrants": 5, "halt_deficit": 0}
    plan = Structure(**given, levels=levels, break_order="list", break_list=(1,), pace=HandPace(seconds_per_hand=997))
    began: dict[int, int] = {}

    def see(hand: PlayedHand) -> None:
        began.setdefault(hand.table, hand.at)

    for seed in range(20):
        played = Tournament(plan, seed, watch=see)
        lone = next(table for table, row in played.director.chairs.items() if sum(entry >= 0 for entry in row) == 1)
        played.finish()
        arrived = [event.at for event in played.events if isinstance(event, Moved) and event.to_table == lone]
        if arrived and lone in began:
            assert began[lone] == arrived[0]
            break
        began.clear()
    else:
        raise AssertionError("no one joined the lone player")


def test_ours_a_break_begins_before_a_hand_for_hand_round_waits_for_its_end() -> None:
    levels = tuple(Level(small=10 << k, big=20 << k, seconds=600) for k in range(12))
    breaks = tuple(Break(after=level, seconds=3000) for level in range(1, 12))
    payouts = Payouts(paid_percent=Decimal(40))
    given: dict[str, Any] = {"seats": 6, "starting_stack": 1000, "entrants": 30, "h4h_margin": 12}
    plan = Structure(**given, levels=levels, breaks=breaks, payouts=payouts)
    found = 0
    for seed in range(3):
        played = Tournament(plan, seed, bots=("tag", "rock"))
        played.finish()
        in_rounds = False
        began = None
        for happened in played.events:
            in_rounds = isinstance(happened, HandForHandStarted) or (
                in_rounds and not isinstance(happened, HandForHandEnded)
            )
            if isinstance(happened, BreakStarted):
                began = happened.at
            elif isinstance(happened, LevelStarted) and began is not None:
                assert began < happened.at
                found += in_rounds
                began = None
    assert found
