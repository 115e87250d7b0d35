"""Rewards in prize money."""

from __future__ import annotations

import numpy as np
import pytest

from bigslick.envs import HoldemBatch
from bigslick.envs.prize_equity import equities
from bigslick.odds import icm


def test_players_who_are_out_have_their_prize_and_the_rest_their_equity() -> None:
    found = equities((6000, 0, 3000, 0), (0, 4, 0, 3), (50.0, 30.0, 20.0))
    assert found.tolist() == pytest.approx([*icm([6000, 3000], [50, 30]).equities[:1], 0, found[2], 20])
    assert found.sum() == pytest.approx(100)


def test_a_shared_place_shares_its_prizes() -> None:
    assert equities((9000, 0, 0), (1, 2, 2), (50.0, 30.0, 20.0)).tolist() == pytest.approx([50, 25, 25])


def test_the_change_of_all_seats_adds_up_to_nothing() -> None:
    batch = HoldemBatch(4, seats=4, episode="sit-and-go", reward="icm", opponents=None, stacks=800, payouts=(6, 3, 1))
    batch.reset(seed=1)
    dice = np.random.default_rng(1)
    won = np.zeros((4, 4))
    ended = moved = 0
    for _ in range(800):
        luck = dice.random(batch.masks.shape) * batch.masks
        batch.step(luck.argmax(axis=1))
        np.testing.assert_allclose(batch.rewards.sum(axis=1), 0, atol=1e-4)
        moved += int((batch.rewards != 0).any(axis=1).sum())
        won += batch.rewards
        for table in np.flatnonzero(batch.terminated):
            places = batch.places[table].tolist()
            prizes = [sum((6, 3, 1, 0)[place - 1 :][: places.count(place)]) / places.count(place) for place in places]
            assert won[table].tolist() == pytest.approx([prize - 2.5 for prize in prizes], abs=1e-4)
            won[table] = 0
            ended += 1
    assert ended > 3
    assert moved > ended
