"""PufferLib's layout of buffers."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bigslick.envs import BadEnv, HoldemBatch, PufferHoldem


def test_tables_are_agents_and_write_into_given_buffers() -> None:
    width = HoldemBatch(1).layout.width
    buf = SimpleNamespace(
        observations=np.zeros((5, width), np.float32),
        rewards=np.zeros(5, np.float32),
        terminals=np.zeros(5, np.bool_),
        truncations=np.zeros(5, np.bool_),
        masks=np.zeros(5, np.bool_),
        actions=np.zeros(5, np.int32),
    )
    env = PufferHoldem(5, buf, opponents="caller", seed=3)
    assert (env.num_agents, env.single_observation_space.shape) == (5, (width,))
    seen, infos = env.reset()
    assert (infos, seen is buf.observations) == ([], True)
    ends = 0
    for _ in range(8):
        seen, rewards, terminals, _, infos = env.step(np.ones(5, np.int32))
        assert rewards is buf.rewards
        ends += int(terminals.sum())
    assert ends == 10, "against callers every hand has four decisions"
    assert buf.masks.all()
    env.close()


def test_in_self_play_every_seat_is_an_agent() -> None:
    env = PufferHoldem(3, seats=4, opponents=None)
    env.reset(seed=1)
    assert env.num_agents == 12
    for _ in range(60):
        assert env.masks.reshape(3, 4).sum(axis=1).tolist() == [1, 1, 1]
        acting = np.flatnonzero(env.masks)
        np.testing.assert_array_equal(env.observations[acting], env.batch.observations)
        actions = env.action_masks.argmax(axis=1)
        _, rewards, terminals, _, _ = env.step(actions)
        assert (terminals.reshape(3, 4).all(axis=1) == terminals.reshape(3, 4).any(axis=1)).all()
        np.testing.assert_allclose(rewards.reshape(3, 4).sum(axis=1), 0, atol=1e-4)


@pytest.mark.parametrize(
    ("name", "array", "sentence"),
    [
        ("rewards", np.zeros(2, np.float64), "the buffer rewards is float64 of (2,): expected float32 of (2,)"),
        ("actions", np.zeros(3, np.int32), "expected int32 of (2,)"),
        ("masks", [True, True], "the buffer masks is list"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(name: str, array: Any, sentence: str) -> None:
    with pytest.raises(BadEnv, match=re.escape(sentence)):
        PufferHoldem(2, {name: array})


def test_read_only_buffers_and_wrong_actions_are_refused() -> None:
    fixed = np.zeros(2, np.float32)
    fixed.flags.writeable = False
    with pytest.raises(BadEnv, match="the buffer rewards is read-only"):
        PufferHoldem(2, {"rewards": fixed})
    env = PufferHoldem(2)
    env.reset()
    with pytest.raises(BadEnv, match="the actions are float64"):
        env.step(np.zeros(2))
    with pytest.raises(BadEnv, match="int32 here: use a menu"):
        PufferHoldem(2, actions="continuous")
