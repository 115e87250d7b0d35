"""Laws of a tournament, over random structures with every option; `auditor` says what is checked.

Chips, seats, sizes, buttons, blinds, levels, clocks, places and prizes are checked after every step and every hand. The
slow version tries thousands; BIGSLICK_LAWS=10 tries ten times as many in the suite.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament import load
from bigslick.tournament.floor._floor import COMPILED
from bigslick.tournament.floor.run import Tournament

from .auditor import Auditor
from .strategies import law
from .tournaments import Case, any_case

# The interpreted source runs a hundred times slower, so it gets fewer and smaller fields.
FEW, SMALL, LARGE = (160, 40, 500) if COMPILED else (48, 12, 24)

cases = st.integers(0, 1 << 40).map(lambda number: any_case(Random(number), SMALL))


@law(4 * FEW)
@given(cases)
def test_a_tournament_keeps_its_books(case: Case) -> None:
    """This covers chips, seats, button and blinds, levels, places and prizes, whatever the options."""
    Auditor(case).finish()


@law(FEW // 8)
@given(st.integers(0, 1 << 40).map(lambda number: any_case(Random(number), LARGE)))
def test_a_large_tournament_keeps_its_books(case: Case) -> None:
    Auditor(case).finish()


@law(FEW)
@given(cases)
def test_the_same_seed_gives_the_same_tournament_watched_or_not(case: Case) -> None:
    watched, unwatched = Auditor(case).finish(), case.start()
    unwatched.finish()
    assert summary(watched) == summary(unwatched)


@law(FEW)
@given(cases, st.randoms(use_true_random=False))
def test_saving_and_loading_anywhere_changes_nothing(case: Case, random: Random) -> None:
    saved_and_loaded(case, random)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_thousands_of_tournaments(part: int) -> None:
    for number in range(part * 250, (part + 1) * 250):
        most = LARGE if number % 25 == 0 else SMALL
        Auditor(any_case(Random(number), most)).finish()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_hundreds_of_tournaments_saved_and_loaded(part: int) -> None:
    for number in range(part * 50, (part + 1) * 50):
        saved_and_loaded(any_case(Random(number), SMALL), Random(number))


def saved_and_loaded(case: Case, random: Random) -> None:
    """Continue from saves made at random steps, and compare with the same tournament played straight through."""
    through, event = case.start(), case.start()
    through.finish()
    while not event.over:
        if random.random() < 0.3:
            data = event.save()
            event = Tournament.load(data)
            assert event.save() == data
        event.step()
    assert summary(event) == summary(through)
    assert summary(Tournament.load(event.save())) == summary(through)


def summary(event: Tournament) -> object:
    """Return everything that a tournament leaves behind."""
    return event.events, event.standings(), event.hands, event.rounds, event.now, event.level, event.floor.freeze()


def test_tda_11_d_a_short_table_stops_when_its_own_button_leaves_the_big_blind_empty() -> None:
    """The preset deep-9 uses the 2024 rule: a short table keeps playing until the big blind is due at an empty seat."""
    Auditor(Case(load("deep-9").with_entrants(40), 1, ("tag", "lag", "rock"), 0, True)).finish()
