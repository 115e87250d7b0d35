"""Static ranges contain every value, phase and action that a game really reaches."""

from __future__ import annotations

import random

import pytest

from bigslick.spec import Spec, bundled, choose, compiled, load_spec
from bigslick.spec.reach import Ranges


def in_range(spec: Spec, seats: int, seed: int) -> int:
    """Play at random, and check that the ranges contain every variable's values, every phase and every action."""
    ranges = Ranges(spec)
    game = compiled(spec, watch=lambda _, phase: None if phase in ranges.phases else pytest.fail(f"phase {phase}"))
    rng = random.Random(seed)
    state = game.start(seats, seed)
    for step in range(300):
        for var in spec.globals:
            low, high = ranges.known[var]
            assert low <= state.g[var.slot] <= high, var.name
        for var in spec.players:
            low, high = ranges.known[var]
            assert all(low <= value <= high for value in state.p[var.slot]), var.name
        if state.winners is not None:
            assert any(ranges.possible(ending.when) for ending in spec.terminal)
            return step
        assert all(ranges.legal(spec.actions[move[0]]) for move in state.menu)
        game.play(state, choose(state.menu, rng))
    return 300


@pytest.mark.parametrize("name", sorted(set(bundled()) - {"betting", "holdem-base", "poker"}))
def test_what_bundled_games_do_was_foreseen(name: str) -> None:
    spec = load_spec(f"std:{name}")
    assert sum(in_range(spec, seats, seed) for seed in range(4) for seats in (spec.least_players, spec.most_players))


def test_what_s0_does_was_foreseen(s0: Spec) -> None:
    assert sum(in_range(s0, seats, seats) for seats in (2, 4, 10)) > 30


def test_a_setting_may_have_any_value() -> None:
    """`cumulative` is read but never set, so only `--set` changes it."""
    spec = load_spec("std:holdem")
    ranges = Ranges(spec)
    known = {var.name: ranges.known[var] for var in spec.globals}
    assert known["cumulative"] == (0, 1)
    assert known["startingStack"] == (1, 100_000)
    assert known["asking"] == (0, 1)


def test_kuhn_is_foreseen_exactly() -> None:
    spec = load_spec("std:kuhn")
    ranges = Ranges(spec)
    assert {var.name: ranges.known[var] for var in (*spec.globals, *spec.players)} == {
        "pot": (0, 4), "checks": (0, 2), "done": (0, 1), "chips": (0, 4), "folded": (0, 1),
    }  # fmt: skip
