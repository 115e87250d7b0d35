"""Positions are frozen, shared, and found again by their path."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import bigslick.gateways.openspiel as ours
from bigslick.gateways.openspiel import position as positions
from bigslick.gateways.openspiel.position import position_at


def test_an_edge_is_played_once() -> None:
    first = ours.load_document("std:kuhn").rules.first
    assert first.after(0) is first.after(0)
    assert copy.deepcopy(first) is first


def test_a_position_is_found_again_by_its_path() -> None:
    rules = ours.load_document("std:kuhn").rules
    at = position_at(rules, [0, 1, 0])
    again = pickle.loads(pickle.dumps(at))
    assert again is not at
    assert (str(again), again.player, again.legal) == (str(at), at.player, at.legal)


def test_memory_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "MOST_KEPT", 3)
    rules: Any = ours.load_document("std:kuhn").rules
    state = ours.load_document("std:kuhn").new_initial_state()
    at = rules.first
    for action in (0, 1, 0, 1):
        at = at.after(action)
        state.apply_action(action)
    assert rules.kept == 3
    assert at.legal == state.legal_actions()
