"""When an event ends, how deep the stacks are along the way, and whether it ends at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec
import pytest

from bigslick.tournament.director.timeline import timeline_of
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure import forecast as forecasts
from bigslick.tournament.structure.drafts import draft_structure
from bigslick.tournament.structure.files import load, loads, presets
from bigslick.tournament.structure.forecast import (
    estimate,
    expected_chips,
    expected_end,
    forecast,
    never_ends,
    warnings,
)
from bigslick.tournament.structure.formats import Day, Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure
from tests.documents import ROOT, blocks


@pytest.mark.parametrize("name", presets())
@pytest.mark.parametrize("entrants", [20, 57, 1000, 100_000])
def test_every_preset_has_an_end(name: str, entrants: int) -> None:
    structure = load(name)
    guess = estimate(structure, entrants)
    level, at, hands = expected_end(structure, entrants)
    assert 1 <= guess.first_level <= level <= guess.last_level <= len(structure.levels)
    assert 0 < guess.first <= at <= guess.last
    assert 0 < guess.first_hands <= hands <= guess.last_hands
    if structure.unit == "hands":
        assert (guess.first, guess.last) == (guess.first_hands, guess.last_hands)
    assert not never_ends(structure, entrants)


@pytest.mark.parametrize("name", [name for name in presets() if not load(name).in_rounds])
def test_the_field_shrinks_level_by_level_and_no_chip_is_lost(name: str) -> None:
    structure, entrants = load(name), 100
    rows = forecast(structure, entrants)
    assert [row.level for row in rows] == list(range(1, expected_end(structure, entrants)[0] + 1))
    assert rows[0].players == entrants
    players = [row.players for row in rows]
    assert players == sorted(players, reverse=True)
    for row in rows:
        big = structure.levels[row.level - 1].big
        chips = structure.starting_stack * entrants
        assert row.average * big * row.players >= chips * (1 - 1e-9)
        if not structure.open_field:
            assert row.average * big * row.players == pytest.approx(chips)
    starts = [row.start for row in rows]
    schedule = structure.schedule()
    if structure.unit == "time":
        assert starts == [schedule.start(row.level) for row in rows]
    else:
        assert starts == [schedule.first_hand(row.level) - 1 for row in rows]


@pytest.mark.parametrize(("name", "entrants"), [("turbo-6", 60), ("s0", 40), ("heads-up", 2)])
def test_real_events_end_near_the_estimate(name: str, entrants: int) -> None:
    """The mean of 12 events is in the displayed range, widened by a quarter at both ends."""
    structure = msgspec.structs.replace(load(name), late_reg_levels=0, reentry_limit=0).with_entrants(entrants)
    ends = []
    for seed in range(12):
        event = Tournament(structure, seed)
        event.finish()
        ends.append(event.now)
    guess = estimate(structure, entrants)
    assert 0.75 * guess.first <= sum(ends) / len(ends) <= 1.25 * guess.last


@pytest.mark.parametrize(
    ("written", "entrants", "events"),
    [
        (partial(draft_structure, 14, 10_000, 4), 14, 40),
        (partial(draft_structure, 60, 20_000, 5), 60, 12),
        (partial(load, "turbo-6"), 60, 12),
        (partial(load, "s0"), 40, 12),
        (partial(load, "deep-9"), 60, 6),
    ],
)
def test_players_left_are_what_the_default_field_makes_of_it(
    written: Callable[[], Structure], entrants: int, events: int
) -> None:
    """At each level, the mean over real events, re-entries included, is within 15 percent of the entrants."""
    structure = written().with_entrants(entrants)
    left: Counter[int] = Counter()
    for seed in range(events):
        event = Tournament(structure, seed)
        event.finish()
        left.update({start.level: start.left for start in timeline_of(event.events).levels})
    for row in forecast(structure, entrants)[1:]:
        mean = left[row.level] / events
        assert row.players == pytest.approx(max(2, mean), abs=0.15 * entrants), row.level


@pytest.mark.parametrize("name", ["shootout", "heads-up-bracket"])
def test_rounds_add_up_and_have_no_forecast_by_level(name: str) -> None:
    """Each round starts over at level 1, so the level does not say how many players are left."""
    structure = load(name)
    assert forecast(structure, 64) == []
    few, many = (expected_end(structure, entrants) for entrants in (8, 64))
    assert few[1] < many[1]
    assert few[2] < many[2]
    assert warnings(structure, 64) == []


def test_a_satellite_ends_with_its_seats() -> None:
    structure = load("satellite")
    assert forecast(structure, 57)[-1].players >= structure.ends_at(57) == 5


def _one_level(stack: int, **more: int) -> Structure:
    return Structure(seats=6, starting_stack=stack, entrants=12, levels=(Level(small=1, big=2), *_more(more)))


def _more(levels: dict[str, int]) -> tuple[Level, ...]:
    return (Level(small=levels["big"] // 2, big=levels["big"]),) if levels else ()


def test_an_event_whose_blinds_stop_rising_is_warned_of_once() -> None:
    assert warnings(_one_level(16), 12) == []
    (said,) = warnings(_one_level(17), 12)
    assert said.startswith("The blinds stop rising at 1/2 with 204 chips in play: the last two players will have 51 ")


def test_the_advice_helps() -> None:
    structure = _one_level(1000)
    (said,) = warnings(structure, 12)
    advice = int(said.rstrip(".").rpartition(" ")[2].replace(",", ""))
    levels = (Level(small=1, big=2, hands=20), Level(small=advice // 2, big=advice))
    assert warnings(msgspec.structs.replace(structure, levels=levels), 12) == []


def test_an_event_without_an_end_is_known_by_its_big_blinds() -> None:
    assert not never_ends(_one_level(100_000_000), 12)
    assert never_ends(_one_level(200_000_000), 12)
    (said,) = warnings(_one_level(1_000_000_000), 12)
    assert said.startswith("This event cannot end: ")


def test_flights_that_end_with_players_are_played_one_after_another() -> None:
    structure = msgspec.structs.replace(load("flights"), late_reg_levels=0, reentry_limit=0)
    one = estimate(msgspec.structs.replace(structure, flights=None), 90)
    three = msgspec.structs.replace(structure, days=(Day(until_percent=Decimal(20)),))
    assert estimate(three, 90).first > 1.5 * one.first
    same = msgspec.structs.replace(three, days=(Day(until_players=90),))
    assert estimate(same, 90).first == one.first


def test_a_shootout_that_pays_crumbs_is_pointed_out() -> None:
    structure = msgspec.structs.replace(load("shootout"), payouts=Payouts(paid_percent=Decimal(15)))
    [said] = warnings(structure, 60)
    assert said == (
        "53 players go out in round 1 and share what is paid for places 8 to 9: about 11 each, less than the buy-in. "
        "Pay 7 places, or rank the players of a round with `places`."
    )
    assert warnings(msgspec.structs.replace(structure, payouts=Payouts(percent=(Decimal(60), Decimal(40)))), 60) == []
    assert warnings(msgspec.structs.replace(structure, shootout=Shootout(places="table")), 60) == []
    [said] = warnings(msgspec.structs.replace(load("heads-up-bracket"), payouts=Payouts(amounts=(90, 5, 5))), 8)
    assert said.endswith("share what is paid for place 3: about 2 each, less than the buy-in. Pay 2 places.")


@pytest.mark.parametrize(
    ("page", "entrants"), [("reference/structure-file.md", 100), ("how-to/how-long-will-my-event-take.md", 80)]
)
def test_the_example_of_a_document_has_no_warning(page: str, entrants: int) -> None:
    [example] = [block.text for block in blocks(ROOT / "docs" / page) if block.file == "sunday.toml"]
    assert warnings(loads(example), entrants) == []


def test_a_forecast_counts_the_re_entries_that_a_simulation_plays() -> None:
    """With one re-entry each, 80 entrants in turbo-6 make about 118 entries, and the forecast length includes them."""
    plan = load("turbo-6").with_entrants(80)
    events = [Tournament(plan, seed) for seed in range(12)]
    for event in events:
        event.finish()
    entries = sum(len(event.director.names) for event in events) / len(events)
    length = sum(event.now for event in events) / len(events)
    assert expected_chips(plan, 80) == pytest.approx(entries * plan.starting_stack, rel=0.08)
    assert expected_end(plan, 80)[1] == pytest.approx(length, rel=0.06)
    assert estimate(plan, 80).first < length < estimate(plan, 80).last


def test_add_ons_and_rebuys_count_as_often_as_they_are_expected_to_be_taken() -> None:
    plan = Structure(
        seats=6,
        starting_stack=100,
        entrants=30,
        levels=(Level(small=1, big=2, hands=1), Level(small=1, big=2)),
        addon=AddOn(until_level=1, cost=1, chips=50, take_up_percent=Decimal(40)),
    )
    assert expected_chips(plan, 30) == pytest.approx(30 * (100 + 0.4 * 50), rel=0.001)


def test_no_structure_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels of a week with short stacks that come back again and again: every step is counted."""
    steps = 0
    rate = forecasts._bust_rate

    def counted(depth: float) -> float:
        nonlocal steps
        steps += 1
        return rate(depth)

    monkeypatch.setattr(forecasts, "_bust_rate", counted)
    levels = tuple(Level(small=500 + number, big=1000 + number, seconds=7 * 24 * 3600) for number in range(400))
    again = Rebuy(until_level=399, cost=1, chips=1)
    played = Structure(
        entrants=1000, seats=2, starting_stack=1000, levels=levels, late_reg_levels=399, reentry_limit=1000, rebuy=again
    )
    estimate(played, 1000)
    assert 1_000 < steps < 100_000


def test_many_re_entries_are_as_good_as_a_few() -> None:
    levels = tuple(Level(small=50 << step, big=100 << step, seconds=1200) for step in range(12))
    known: dict[str, Any] = {"seats": 9, "starting_stack": 10_000, "levels": levels, "late_reg_levels": 6}
    few = Structure(entrants=100, reentry_limit=forecasts.COUNTED, **known)
    many = Structure(entrants=100, reentry_limit=1000, **known)
    assert expected_chips(many, 100) == pytest.approx(expected_chips(few, 100), rel=1e-6)
