"""No-shows: dealt in, posted for, folded and removed (rules.md 1.5, TDA 30 and 71-C)."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from bigslick import Rules
from bigslick.hand.events import Called, Checked, Folded, Posted, Wagered
from bigslick.tournament.director.events import AddedOn, Busted, Entered, HandForHandEnded, NoShowRemoved, Rebought
from bigslick.tournament.floor.no_shows import NO_SHOW, drawn_no_shows
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.formats import Day, Flights, NoShows
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure
from tests.tournament.chance import chi_square

MIX = ("tag", "lag", "shark")
BY_HANDS = tuple(Level(small=10 << k, big=20 << k, hands=8) for k in range(12))
BY_TIME = tuple(Level(small=10 << k, big=20 << k, seconds=900) for k in range(12))
both_units = pytest.mark.parametrize("levels", [BY_HANDS, BY_TIME], ids=["hands", "time"])


def structure(**options: Any) -> Structure:
    given: dict[str, Any] = {"seats": 6, "starting_stack": 2000, "entrants": 30, "levels": BY_HANDS, "buy_in": 10}
    given |= {
        "no_shows": NoShows(percent=Decimal(20), remove_after_level=2),
        "payouts": Payouts(paid_percent=Decimal(20)),
    }
    return Structure(**(given | options))


@both_units
def test_an_absent_player_is_posted_for_and_folded(levels: tuple[Level, ...]) -> None:
    plan = structure(levels=levels)
    absent = drawn_no_shows(plan, 5)
    done: Counter[str] = Counter()

    def watch(played: PlayedHand) -> None:
        for happened in played.hand.events:
            if isinstance(happened, Posted | Folded | Checked | Called | Wagered):
                done[type(happened).__name__] += (played.players[happened.seat] or "") in absent

    event = Tournament(plan, 5, bots=MIX, watch=watch)
    event.finish()
    assert len(absent) == 6
    assert {kind for kind, times in done.items() if times} == {"Posted", "Folded"}
    assert {standing.player for standing in event.standings() if standing.bot == NO_SHOW} == absent


@both_units
def test_no_shows_are_removed_when_the_level_ends_and_their_chips_leave_play(levels: tuple[Level, ...]) -> None:
    event = Tournament(structure(levels=levels), 5, bots=MIX)
    while not event.over:
        event.step()
        assert event.chips == event.director.chips
    gone = [happened for happened in event.events if isinstance(happened, NoShowRemoved)]
    assert len(gone) == 6
    assert {removed.level for removed in gone} == {3}
    assert event.director.removed == sum(removed.stack for removed in gone) < 6 * 2000
    places = {
        (event.director.finishes[removed.entry].place, event.director.finishes[removed.entry].shared)
        for removed in gone
    }
    assert len(places) == 1
    assert places.pop()[1] == 6
    assert len(event.standings()) == 30


def test_a_short_stack_may_be_blinded_off_before_it_is_removed() -> None:
    plan = structure(starting_stack=100, no_shows=NoShows(percent=Decimal(50), remove_after_level=8))
    event = Tournament(plan, 5, bots=MIX)
    event.finish()
    absent = drawn_no_shows(plan, 5)
    out = [happened for happened in event.events if isinstance(happened, Busted)]
    assert any(event.director.names[bust.entry] in absent for bust in out)


def test_where_a_free_fold_is_not_allowed_they_check() -> None:
    event = Tournament(structure(rules=Rules(open_fold=False)), 5, bots=MIX)
    event.finish()
    assert event.over


def test_they_neither_rebuy_nor_add_on_nor_enter_again() -> None:
    plan = structure(
        starting_stack=60,
        late_reg_levels=3,
        reentry_limit=2,
        rebuy=Rebuy(until_level=3, cost=5, chips=60, limit=1),
        addon=AddOn(until_level=1, cost=5, chips=500),
        no_shows=NoShows(percent=Decimal(30), remove_after_level=3),
    )
    event = Tournament(plan, 5, bots=MIX)
    event.finish()
    absent = drawn_no_shows(plan, 5)
    entered = Counter(happened.name for happened in event.events if isinstance(happened, Entered))
    assert all(entered[name] == 1 for name in absent)
    assert max(entered.values()) > 1
    bought = {happened.entry for happened in event.events if isinstance(happened, Rebought | AddedOn)}
    assert bought
    assert not {event.director.names[entry] for entry in bought} & absent


@both_units
def test_a_save_with_no_shows_goes_on_to_the_identical_end(levels: tuple[Level, ...]) -> None:
    for more in ({}, {"days": (Day(until_level=3),), "flights": Flights(count=2)}):
        plan = structure(levels=levels, **more)
        event, whole = Tournament(plan, 3, bots=MIX), Tournament(plan, 3, bots=MIX)
        while not event.over:
            event.step()
            event = Tournament.load(event.save())
        whole.finish()
        assert event.events == whole.events


def test_named_no_shows() -> None:
    plan = structure(entrants=0, entries=("Ann", "Bo", "Cy"), no_shows=NoShows(players=("Bo",), remove_after_level=1))
    assert drawn_no_shows(plan, 1) == {"Bo"}
    assert drawn_no_shows(structure(no_shows=None), 1) == frozenset()


def test_who_does_not_come_is_drawn_evenly() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(500):
        drawn.update(drawn_no_shows(structure(), seed))
    assert chi_square(drawn, 30) < 68.0  # 29 degrees of freedom: p = 0.00006


def test_a_no_show_is_named_once() -> None:
    with pytest.raises(BadStructure, match="players has 'Ann' twice: expected each once"):
        NoShows(remove_after_level=1, players=("Ann", "Bo", "Ann"))


@pytest.mark.parametrize("late_reg_levels", [0, 1, 2])
def test_if_no_one_who_came_is_left_the_largest_stack_wins(late_reg_levels: int) -> None:
    levels = tuple(Level(small=1, big=2, hands=3) for _ in range(4))
    small: dict[str, Any] = {"levels": levels, "starting_stack": 1, "entrants": 4}
    small |= {"late_reg_levels": late_reg_levels, "payouts": Payouts(percent=(Decimal(60), Decimal(40)))}
    absent = NoShows(remove_after_level=1, players=("Player 1", "Player 2"))
    won = 0
    for seed in range(60):
        event = Tournament(structure(no_shows=absent, **small), seed, bots=("maniac",))
        event.finish()
        assert sorted(event.director.finishes) == [0, 1, 2, 3]
        assert sum(placed.prize for placed in event.director.finishes.values()) == event.structure.pool(4)
        won += event.winner in absent.players
    assert won


def test_the_clock_goes_on_if_their_removal_ends_hand_for_hand() -> None:
    levels = tuple(Level(small=1, big=2, seconds=1500 if k == 0 else 30) for k in range(8))
    absent = NoShows(remove_after_level=7, percent=Decimal(50))
    small: dict[str, Any] = {"seats": 3, "entrants": 33, "starting_stack": 3, "levels": levels, "h4h_margin": 5}
    ended = 0
    for seed in range(30):
        event = Tournament(structure(no_shows=absent, payouts=Payouts(), **small), seed, bots=("maniac", "caller"))
        for _ in range(500):
            if event.over:
                break
            event.step()
        assert event.over
        removed = [place for place, found in enumerate(event.events) if isinstance(found, NoShowRemoved)]
        after = event.events[removed[-1] :] if removed else []
        ended += any(isinstance(found, HandForHandEnded) and found.at == after[0].at for found in after)
    assert ended
