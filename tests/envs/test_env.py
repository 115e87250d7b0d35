"""The single-table Gymnasium environment, checked by Gymnasium's own checker and by ours."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from bigslick import View, view
from bigslick.envs import ENV_ID, BadEnv, HoldemEnv


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"opponents": None, "seats": 3},
        {"actions": "continuous"},
        {"episode": 10, "reward": "chips"},
        {"episode": "sit-and-go", "reward": "icm", "seats": 4},
        {"opponents": lambda seen: seen.options.give_up, "seats": 3},
    ],
)
def test_gymnasiums_checker_passes(changes: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(ENV_ID, **changes).unwrapped)
    assert "preflop" in capsys.readouterr().out


def test_an_episode_by_hand() -> None:
    env = HoldemEnv(opponents="caller", seats=3, button=0)
    seen, info = env.reset(seed=1, options={"holes": {0: "AsAh"}, "board": "AdAc2s3h4d"})
    assert env.observation_space.contains(seen)
    assert info["action_mask"].tolist() == [1, 1, 1, 1, 1, 1, 1, 1]
    seen, reward, ended, cut, info = env.step(7)
    assert (reward, ended, cut, info["total"]) == (200.0, True, False, 10_000)
    assert env.view().turn is None


def test_the_named_observation_says_what_the_view_says() -> None:
    env = HoldemEnv(opponents="tag", render_mode="ansi")
    env.reset(seed=5)
    named, seen = env.named(), env.view()
    assert np.flatnonzero(named["hole"]).tolist() == sorted(map(int, seen.hole))
    assert named["pot"] == seen.pot / 100
    assert seen.options is not None
    assert named["to_call"] == seen.options.call / 100
    assert (named["min_to"], named["max_to"]) == (seen.options.wager_to[0] / 100, seen.options.wager_to[-1] / 100)
    assert named["stacks"][0] == seen.stacks[0] / 100
    assert "seat 1" in str(env.render())


def test_masks_for_maskable_ppo() -> None:
    env = HoldemEnv()
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.tolist() == [bool(legal) for legal in info["action_mask"]]


def test_what_comes_back_is_yours() -> None:
    env = HoldemEnv(opponents="caller")
    first, info = env.reset(seed=1)
    kept, mask = first.copy(), info["action_mask"].copy()
    env.step(1)
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(info["action_mask"], mask)


@pytest.mark.parametrize("action", [1, np.int64(1), np.int32(1), np.array(1), np.array([1])])
def test_an_action_is_a_whole_number_in_any_form(action: Any) -> None:
    env = HoldemEnv()
    env.reset(seed=1)
    assert env.step(action)[4]["total"] == 0


@pytest.mark.parametrize("action", [1.0, "call", None, [1, 2], float("nan"), 8, -1, 2**70])
def test_anything_else_is_refused(action: Any) -> None:
    env = HoldemEnv()
    env.reset(seed=1)
    with pytest.raises((ValueError, OverflowError), match=r"action|whole|int"):
        env.step(action)
    env.step(1)


def test_a_step_needs_an_episode() -> None:
    env = HoldemEnv()
    with pytest.raises(ValueError, match="reset first"):
        env.step(1)


def test_render_modes_are_known() -> None:
    with pytest.raises(BadEnv, match="render_mode='rgb_array': expected one of 'ansi', 'human'"):
        HoldemEnv(render_mode="rgb_array")


def test_icm_rewards_add_up_to_the_prize() -> None:
    env = HoldemEnv(episode="sit-and-go", reward="icm", seats=3, stacks=1000, opponents="maniac", payouts=(0.7, 0.3))
    for seed in range(6):
        env.reset(seed=seed)
        total, ended = 0.0, False
        while not ended:
            _, reward, ended, _, _ = env.step(1)
            total += reward
        places = env.batch.places[0].tolist()
        shared = places.count(places[0])  # two players who bust with equal stacks split both prizes
        prize = sum((0.7, 0.3, 0.0)[places[0] - 1 :][:shared]) / shared
        assert total == pytest.approx(prize - 1 / 3, abs=1e-5)


def test_a_policy_sees_only_what_its_view_shows() -> None:
    """Law: with other seats' cards changed, the observation stays the same."""
    env = HoldemEnv(opponents=None, seats=3, button=0)
    seen = []
    for other in ("2c2d", "KcKd"):
        seen.append(env.reset(seed=1, options={"holes": {0: "AsAh", 1: other}, "board": "3c4c5c6c7c"})[0])
        hidden: View = view(env.batch.hand(), 0)
        assert hidden.seat == 0
    np.testing.assert_array_equal(seen[0], seen[1])
