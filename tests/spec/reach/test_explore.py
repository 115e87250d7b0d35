"""Exploring: random games from one seed, until everything has been seen."""

from __future__ import annotations

from bigslick.spec import load_spec
from bigslick.spec.reach import explore


def test_an_exploration_stops_when_it_has_seen_everything() -> None:
    spec = load_spec("std:kuhn")
    found = explore(spec)
    assert found.everything(spec)
    assert found.moves < 10


def test_one_seed_one_exploration() -> None:
    spec = load_spec("std:eights")
    assert explore(spec, seed=3) == explore(spec, seed=3)
    assert explore(spec, seed=3).moves != explore(spec, seed=4).moves


def test_every_size_of_table_is_tried_once() -> None:
    assert explore(load_spec("std:five-card-draw")).games >= 3


def test_an_exploration_keeps_to_its_moves() -> None:
    found = explore(load_spec("std:holdem"), most_moves=5)
    assert found.moves <= 8
    assert not found.finished
