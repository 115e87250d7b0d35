"""Pressure near the money: the ICM bubble factor for equal stacks, and when it is felt."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest

from bigslick.bots.styles import MOST_PRESSURE
from bigslick.odds.icm import icm_exact
from bigslick.tournament.floor.icm_pressure import BubbleFactors
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.formats import Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

SIT_AND_GO = (50, 30, 20)
BLINDS = (300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 3000, 4000, 6000, 8000, 12_000)


def by_icm(stacks: Sequence[int], hero: int, villain: int, prizes: Sequence[int]) -> Fraction:
    """Return a stack's bubble factor when all-in against a stack that covers it, from the equities themselves."""
    paid = [*prizes, *[0] * len(stacks)][: len(stacks)]
    now = icm_exact(stacks, paid)[hero]
    won = [
        stack + stacks[hero] if seat == hero else stack - stacks[hero] if seat == villain else stack
        for seat, stack in enumerate(stacks)
    ]
    return (now - paid[-1]) / (icm_exact(won, paid)[hero] - now)


@pytest.mark.parametrize("prizes", [SIT_AND_GO, (65, 35), (40, 25, 15, 12, 8), (100, 100, 100), (30, 20, 20, 10), (7,)])
@pytest.mark.parametrize("left", [3, 4, 5, 6, 9])
def test_the_factor_is_exactly_that_of_icm(prizes: tuple[int, ...], left: int) -> None:
    lost, won = BubbleFactors(prizes).at(left)
    if len(set([*prizes, *[0] * left][:left])) == 1:  # everyone left gets the same
        assert lost == won == 0
    else:
        assert Fraction(lost, won) == by_icm([1] * left, 0, 1, prizes)


@pytest.mark.parametrize(
    ("prizes", "left", "factor"),
    [
        (SIT_AND_GO, 4, Fraction(15, 8)),  # the bubble of a sit-and-go: 25 against 13.33
        (SIT_AND_GO, 3, Fraction(4, 3)),
        (SIT_AND_GO, 2, 1),  # heads-up, only first prize is left to win
        ((100,), 5, 1),  # the winner takes all
        ((10, 10, 10, 10), 5, 4),  # four seats for five players: a double-up wins the missing fifth of a seat
    ],
)
def test_textbook_cases(prizes: tuple[int, ...], left: int, factor: Fraction) -> None:
    assert Fraction(*BubbleFactors(prizes).at(left)) == factor


def test_a_covered_medium_stack_has_the_highest_factor() -> None:
    """On a sit-and-go bubble with unequal stacks, it is higher than among equal ones while a shorter stack is left."""
    stacks = (5000, 3000, 3000, 1000)
    medium, short = by_icm(stacks, 1, 0, SIT_AND_GO), by_icm(stacks, 3, 0, SIT_AND_GO)
    assert float(medium) == pytest.approx(2.66, abs=0.005)
    assert short < Fraction(15, 8) < medium


def plan(entrants: int, prizes: Sequence[int], **more: object) -> Structure:
    fields = {
        "name": "Bubble",
        "entrants": entrants,
        "seats": 9,
        "starting_stack": 5000,
        "buy_in": 100,
        "levels": tuple(Level(small=big // 2, big=big, ante=big, hands=12) for big in BLINDS),
        "payouts": Payouts(percent=tuple(Decimal(prize) for prize in prizes)),
    }
    return Structure(**(fields | more))  # type: ignore[arg-type]


def test_it_begins_near_the_money_and_ends_heads_up() -> None:
    """Three of nine are paid: no pressure until four are left, and the most on the bubble."""
    event = Tournament(plan(9, SIT_AND_GO), 1)
    seen: dict[int, set[int]] = {}
    while not event.over:
        seen.setdefault(event.director.left, set()).add(event.floor.pressure)
        event.step()
    expected = {left: {0} for left in range(5, 10)} | {4: {875}, 3: {333}, 2: {0}}
    assert seen == {left: expected[left] for left in seen}
    assert {2, 3, 4} <= set(seen)
    assert event.floor.pressure == 0


def test_there_is_none_while_money_comes_in_or_after_a_deal() -> None:
    event = Tournament(plan(6, (40, 30, 20, 10), late_reg_levels=1, reentry_limit=1), 7)
    assert not event.director.closed
    assert event.floor.pressure == 0
    event = Tournament(plan(6, (40, 30, 20, 10)), 7)
    assert event.floor.pressure > 0
    event.make_deal(event.propose_deal("icm", 10))
    assert event.floor.pressure == 0


def test_a_shootout_has_none_before_its_last_table() -> None:
    event = Tournament(plan(8, (40, 25, 15, 10, 4, 3, 2, 1), seats=4, shootout=Shootout()), 7)
    seen: dict[int, set[int]] = {}
    while not event.over:
        seen.setdefault(len(event.director.chairs), set()).add(event.floor.pressure)
        event.step()
    assert seen[2] == {0}


def test_equal_seats_press_no_harder_than_a_bot_can_feel() -> None:
    event = Tournament(plan(9, (100,), payouts=Payouts(seats=8)), 7)
    assert event.floor.pressure == MOST_PRESSURE


def test_a_resumed_event_has_the_pressure_of_the_one_that_was_saved() -> None:
    event = Tournament(plan(9, SIT_AND_GO), 1)
    while event.director.left > 4:
        event.step()
    again = Tournament.load(event.save())
    assert again.floor.pressure == event.floor.pressure == 875
    event.finish()
    again.finish()
    assert again.events == event.events
