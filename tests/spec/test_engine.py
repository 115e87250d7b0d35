"""The differential test: a spec and the engine play the same cards and choices, and are compared at every decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.rules import Limit
from tests.laws.strategies import scaled

from .engine import HoldemDuel, S0Duel


def test_s0_agrees_with_the_engine_but_for_what_is_predicted(shared: Path) -> None:
    duel = S0Duel(shared)
    duel.play(700, 1)
    frequent = {"343-349, 384-390", "390", "98-109, 127-138, 156-167", "189-203"}
    assert frequent <= set(duel.seen) <= set(duel.PREDICTED)


@pytest.mark.parametrize("limit", ["none", "pot", "fixed"])
@pytest.mark.parametrize("cumulative", [True, False])
def test_our_holdem_agrees_with_the_engine(cumulative: bool, limit: Limit) -> None:
    duel = HoldemDuel(cumulative=cumulative, limit=limit)
    hands = scaled(500)
    duel.play(hands, 2)
    assert duel.decisions > 6 * hands


@pytest.mark.slow
def test_s0_agrees_with_the_engine_over_100_000_hands(shared: Path) -> None:
    duel = S0Duel(shared)
    duel.play(100_000, 11)
    assert set(duel.seen) == set(duel.PREDICTED)


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["none", "pot", "fixed"])
@pytest.mark.parametrize("cumulative", [True, False])
def test_our_holdem_agrees_with_the_engine_over_100_000_hands(cumulative: bool, limit: Limit) -> None:
    HoldemDuel(cumulative=cumulative, limit=limit).play(50_000, 11)
