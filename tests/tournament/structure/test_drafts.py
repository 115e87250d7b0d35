"""Structures drafted from a few requirements."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.drafts import LADDER, draft_structure, steepest_jump, usual_rounding
from bigslick.tournament.structure.files import dumps, loads
from bigslick.tournament.structure.forecast import expected_end, warnings
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import Structure

WISHES = [(9, 1500, 2), (30, 5000, 4), (100, 10_000, 6), (100, 100, 3), (1000, 60_000, 20), (20, 10_000, 8)]


@pytest.mark.parametrize(("entrants", "stack", "hours"), WISHES)
def test_a_draft_is_a_structure_that_should_end_on_time(entrants: int, stack: int, hours: float) -> None:
    made = draft_structure(entrants, stack, hours)
    assert (made.field, made.starting_stack) == (entrants, stack)
    assert loads(dumps(made)) == made
    level, seconds, _ = expected_end(made, entrants)
    assert seconds == pytest.approx(3600 * hours, rel=0.15)
    assert level < len(made.levels)
    assert warnings(made, entrants) == []
    smalls = [level.small for level in made.levels]
    assert smalls == sorted(set(smalls))
    assert stack // made.levels[0].big in range(50, 201)


@pytest.mark.parametrize(("entrants", "stack", "hours"), [*WISHES, (60, 20_000, 5), (60, 10_000, 4), (8, 1500, 2)])
def test_blinds_grow_at_a_steady_rate(entrants: int, stack: int, hours: float) -> None:
    """From 20 up there are enough round numbers, so no jump is much larger than another."""
    smalls = [level.small for level in draft_structure(entrants, stack, hours).levels if level.small >= 20]
    jumps = [after / before for before, after in pairwise(smalls)]
    assert max(jumps) / min(jumps) < 1.3
    assert max(jumps) < 1.7
    assert set(smalls) <= set(LADDER)


@pytest.mark.parametrize(("entrants", "stack", "hours"), [(9, 1500, 2), (60, 10_000, 4)])
def test_events_do_end_after_about_that_many_hours(entrants: int, stack: int, hours: float) -> None:
    made = draft_structure(entrants, stack, hours)
    lengths = []
    for seed in range(8):
        event = Tournament(made, seed)
        event.finish()
        lengths.append(event.now / 3600)
    assert sum(lengths) / len(lengths) == pytest.approx(hours, rel=0.3)


@pytest.mark.parametrize("levels", [8, 12, 20, 30])
def test_it_has_as_many_levels_as_you_say(levels: int) -> None:
    made = draft_structure(50, 10_000, 4, levels=levels)
    assert len(made.levels) == levels
    level, seconds, _ = expected_end(made, 50)
    assert seconds == pytest.approx(4 * 3600, rel=0.15)
    assert level < levels


def test_long_events_have_breaks_and_a_buy_in_has_prizes() -> None:
    made = draft_structure(100, 10_000, 6, buy_in=100)
    assert made.breaks
    assert len(made.prizes(100)) > 1
    assert not draft_structure(9, 1500, 0.75).breaks


@pytest.mark.parametrize(("entrants", "places"), [(5, 1), (6, 2), (9, 2), (10, 3), (14, 3), (19, 3), (20, 3), (60, 9)])
def test_a_buy_in_pays_the_usual_share_of_the_field(entrants: int, places: int) -> None:
    prizes = draft_structure(entrants, 10_000, 4, buy_in=20).prizes(entrants)
    assert len(prizes) == places
    assert sum(prizes) == 20 * entrants
    assert draft_structure(entrants, 10_000, 4).prizes(entrants) == []


@pytest.mark.parametrize(
    ("buy_in", "step"), [(1, 1), (5, 1), (10, 5), (20, 10), (25, 5), (27, 10), (50, 10), (100, 50), (110, 10)]
)
def test_prizes_are_rounded_to_the_largest_note_up_to_half_a_buy_in(buy_in: int, step: int) -> None:
    assert usual_rounding(buy_in) == step
    prizes = draft_structure(60, 20_000, 5, buy_in=buy_in).prizes(60)
    assert sum(prizes) == 60 * buy_in
    assert all(prize % step == 0 for prize in prizes)


def test_round_to_is_yours_to_set() -> None:
    made = draft_structure(60, 20_000, 5, buy_in=20, round_to=25)
    assert made.payouts.round_to == 25
    assert made.prizes(60)[:4] == [375, 225, 175, 125]
    assert sum(made.prizes(60)) == 1200


def test_a_draft_with_everything_for_sale_can_be_played() -> None:
    made = draft_structure(
        30,
        5000,
        3,
        buy_in=50,
        fee=5,
        bounty=Bounty(amount=25, kind="progressive"),
        late_reg_levels=3,
        reentry_limit=2,
        reentry_take_up_percent=Decimal(60),
    )
    assert loads(dumps(made)) == made
    assert (made.entry_cost, made.late_reg_levels, made.reentry_limit) == (80, 3, 2)
    level, seconds, _ = expected_end(made, 30)
    assert seconds == pytest.approx(3 * 3600, rel=0.15)
    assert 3 < level < len(made.levels)
    event = Tournament(made, 1)
    event.finish()
    entries = len(event.director.names)
    assert sum(s.prize + s.bounties for s in event.standings()) == 75 * entries
    assert all(s.prize % 10 == 0 for s in event.standings() if s.places == str(s.place))


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"round_to": 5}, "round_to rounds prizes: expected a buy_in too"),
        ({"buy_in": 10, "round_to": 0}, "round_to is 0: expected the unit of prizes, a whole number from 1"),
        ({"fee": -1}, "fee is -1: expected what an entrant pays the house, a whole number from 0"),
        ({"reentry_limit": 1}, "reentry_limit needs late registration: expected late_reg_levels of at least 1 too"),
        ({"late_reg_levels": 150}, "late_reg_levels is 150: expected levels with late registration"),
        ({"late_reg_levels": 8, "levels": 8}, "registration would never close; expected at most 7"),
        ({"late_reg_levels": 40}, "about 5 hours after late registration through level 40: try other chips"),
    ],
)
def test_terms_that_do_not_fit_are_refused(wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadStructure) as refusal:
        draft_structure(60, 20_000, 5, **wishes)
    assert sentence in str(refusal.value)


def test_the_steepest_jump_is_among_blinds_that_could_be_rounder() -> None:
    levels = tuple(Level(small=small, big=2 * small, hands=10) for small in (5, 10, 20, 30, 75, 100))
    assert steepest_jump(Structure(seats=9, starting_stack=1000, levels=levels)) == 2.5
    assert steepest_jump(Structure(seats=9, starting_stack=1000, levels=levels[:3])) == 1


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ((1, 1000, 2), "expected how many enter, a whole number from 2 to 1,000,000"),
        ((10, 19, 2), "expected the chips everyone starts with, a whole number from 20"),
        ((10, 1000, 0), "hours is 0: expected more than 0, at most 100"),
        ((10, 1000, -1.0), "hours is -1.0: expected more than 0"),
        ((10, 1000, float("nan")), "hours is nan: expected more than 0"),
        ((10, 1000, 101), "hours is 101: expected more than 0, at most 100"),
        ((10, 200, 50), "10 entrants with 200 chips cannot be played in about 50 hours: try other chips"),
    ],
)
def test_wishes_that_cannot_be_met(wishes: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(BadStructure) as refusal:
        draft_structure(*wishes)
    assert sentence in str(refusal.value)


def test_too_few_levels_are_refused() -> None:
    with pytest.raises(BadStructure, match="expected how many levels there are, a whole number from 3 to 100"):
        draft_structure(10, 1000, 2, levels=2)
