"""The vector environment, tested with Gymnasium's own loop, wrappers and single environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import (
    DictInfoToList,
    NormalizeObservation,
    NormalizeReward,
    RecordEpisodeStatistics,
)

from bigslick.envs import ENV_ID, BadEnv, HoldemEnv, HoldemVectorEnv


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasiums_loop_runs(mode: AutoresetMode) -> None:
    assert benchmark_vector_step(HoldemVectorEnv(32, autoreset_mode=mode), target_duration=1, seed=1) > 0


def test_make_vec_finds_it() -> None:
    envs = gymnasium.make_vec(ENV_ID, num_envs=3, opponents="caller")
    assert isinstance(envs, HoldemVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert infos["action_mask"].shape == (3, 8)


@pytest.mark.parametrize("mode", [*AutoresetMode])
def test_it_plays_what_gymnasiums_own_vector_of_single_environments_plays(mode: AutoresetMode) -> None:
    """The same seeds and actions give the same steps as `SyncVectorEnv` over `HoldemEnv`, in every mode."""
    changes: dict[str, Any] = {"opponents": ["tag", "random"], "seats": 3}
    ours = HoldemVectorEnv(4, autoreset_mode=mode, **changes)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: HoldemEnv(**changes)] * 4, autoreset_mode=mode)
    np.testing.assert_array_equal(ours.reset(seed=3)[0], theirs.reset(seed=3)[0])
    dice = np.random.default_rng(1)
    ends = 0
    for _ in range(80):
        actions = dice.integers(8, size=4)
        mine, other = ours.step(actions), theirs.step(actions)
        for one, two in zip(mine[:4], other[:4], strict=True):
            np.testing.assert_array_equal(one, two)
        assert [array.dtype.name for array in mine[1:4]] == ["float64", "bool", "bool"]
        assert ("final_obs" in mine[4]) == ("final_obs" in other[4])
        if "final_obs" in mine[4]:
            np.testing.assert_array_equal(mine[4]["_final_obs"], other[4]["_final_obs"])
            for table in np.flatnonzero(mine[4]["_final_obs"]):
                np.testing.assert_array_equal(mine[4]["final_obs"][table], other[4]["final_obs"][table])
                assert mine[4]["final_info"]["total"][table] == other[4]["final_info"]["total"][table]
        ends += int(mine[2].sum())
        if mode is AutoresetMode.DISABLED and mine[2].any():
            one, _ = ours.reset(options={"reset_mask": mine[2].copy()})
            two, _ = theirs.reset(options={"reset_mask": mine[2].copy()})
            np.testing.assert_array_equal(one, two)
    assert ends > 20


def test_gymnasiums_wrappers_wrap_it() -> None:
    envs: Any = RecordEpisodeStatistics(HoldemVectorEnv(8, opponents="caller"))
    envs = NormalizeReward(NormalizeObservation(envs))
    envs.reset(seed=1)
    lengths = []
    for _ in range(60):
        infos = envs.step(np.full(8, 1))[4]
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths
    assert all(length == 4 for length in lengths), "against callers a hand has four streets"


def test_infos_become_a_list() -> None:
    envs: Any = DictInfoToList(HoldemVectorEnv(2))
    _, infos = envs.reset(seed=1)
    assert [sorted(info) for info in infos] == [["action_mask", "illegal", "seat", "total"]] * 2


def test_torch_gets_tensors() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed: bigslick does not need it")
    pytest.importorskip("array_api_compat", reason="Gymnasium's wrapper needs it, and it is not installed")
    from gymnasium.wrappers.vector import NumpyToTorch

    envs: Any = NumpyToTorch(HoldemVectorEnv(2))
    assert isinstance(envs.reset(seed=1)[0], torch.Tensor)


def test_self_play_rewards_the_seat_that_acted() -> None:
    envs = HoldemVectorEnv(16, opponents=None, seats=2)
    _, infos = envs.reset(seed=1)
    for _ in range(30):
        seats = infos["seat"]
        _, rewards, _, _, infos = envs.step(np.ones(16, np.int64))
        np.testing.assert_array_equal(rewards, infos["rewards"][np.arange(16), seats].astype(np.float64))
        np.testing.assert_allclose(infos["rewards"].sum(axis=1), 0, atol=1e-4)


def test_copies_unless_told_otherwise() -> None:
    kept, shared = HoldemVectorEnv(2), HoldemVectorEnv(2, copy=False)
    assert kept.reset(seed=1)[0] is not kept.batch.observations
    assert shared.reset(seed=1)[0] is shared.batch.observations
    assert kept.action_masks().dtype == np.bool_
    shared.close()


def test_tables_are_rendered_one_by_one() -> None:
    envs = HoldemVectorEnv(2, render_mode="ansi")
    envs.reset(seed=1)
    texts = envs.render()
    assert texts is not None
    assert len(texts) == 2
    assert envs.view(1).seat == 0


def test_a_mode_that_is_none_is_refused() -> None:
    with pytest.raises(BadEnv, match="autoreset_mode='Sometimes': expected one of 'NextStep'"):
        HoldemVectorEnv(2, autoreset_mode="Sometimes")


def test_maskable_ppo_learns_from_it() -> None:
    sb3 = pytest.importorskip("sb3_contrib", reason="sb3-contrib and torch are not installed")
    model = sb3.MaskablePPO("MlpPolicy", HoldemEnv(opponents="caller"), n_steps=256, batch_size=64, seed=1)
    model.learn(total_timesteps=4096)
    env = HoldemEnv(opponents="caller")
    seen, _ = env.reset(seed=1)
    action, _ = model.predict(seen, action_masks=env.action_masks())
    assert env.action_masks()[action]
