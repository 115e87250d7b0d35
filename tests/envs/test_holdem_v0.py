"""PettingZoo's own tests on both forms of the environment."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from bigslick.envs import BadEnv, holdem_v0


@contextmanager
def dict_observations() -> Iterator[None]:
    """PettingZoo lists its own environments with dict observations by name, and warns about all others."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        yield


@pytest.mark.parametrize(
    "changes", [{}, {"seats": 2}, {"episode": 3, "seats": 10}, {"episode": "sit-and-go", "seats": 3}]
)
def test_pettingzoos_api_test(changes: dict[str, Any]) -> None:
    with dict_observations():
        api_test(holdem_v0.env(**changes), num_cycles=500)


def test_pettingzoos_seed_test() -> None:
    seed_test(holdem_v0.env, num_cycles=300)


@pytest.mark.parametrize("changes", [{}, {"seats": 2, "actions": "continuous"}])
def test_pettingzoos_parallel_api_test(changes: dict[str, Any]) -> None:
    parallel_api_test(holdem_v0.parallel_env(**changes), num_cycles=500)


def test_pettingzoos_parallel_seed_test() -> None:
    parallel_seed_test(holdem_v0.parallel_env)


def test_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(holdem_v0.env)
    assert "to act" in capsys.readouterr().out


def test_rewards_are_zero_sum_and_told_to_every_agent() -> None:
    env = holdem_v0.env(seats=4, reward="chips")
    env.reset(seed=1)
    won = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        won[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if ended or cut else int(legal[-1]))
    assert sum(won.values()) == 0
    assert any(won.values())


def test_both_forms_play_the_same_hand() -> None:
    turns, together = holdem_v0.env(seats=3), holdem_v0.parallel_env(seats=3)
    turns.reset(seed=4)
    seen, told = together.reset(seed=4)
    while together.agents:
        acting = turns.agent_selection
        assert told[acting]["active"]
        for agent in together.agents:
            np.testing.assert_array_equal(seen[agent]["observation"], turns.observe(agent)["observation"])
            np.testing.assert_array_equal(seen[agent]["action_mask"], turns.observe(agent)["action_mask"])
        turns.step(1)
        seen, rewards, ended, _, told = together.step(dict.fromkeys(together.agents, 1))
        assert turns.rewards == rewards
        assert turns.terminations == ended


def test_the_acting_agent_must_be_among_the_actions() -> None:
    env = holdem_v0.parallel_env(seats=2)
    env.reset(seed=1)
    with pytest.raises(BadEnv, match="turn, and the actions have none for it"):
        env.step({})
    with pytest.raises(BadEnv, match="the episode is over: reset first"):
        holdem_v0.parallel_env().step({})


def test_every_seat_is_an_agent() -> None:
    with pytest.raises(BadEnv, match="every seat is an agent here"):
        holdem_v0.env(opponents="tag")
    with pytest.raises(BadEnv, match="there is no agent 'player_9'"):
        holdem_v0.parallel_env().observation_space("player_9")


def test_a_view_is_the_exact_one() -> None:
    env = holdem_v0.env(seats=2)
    env.reset(seed=1, options={"holes": {0: "AsAh"}, "somebody's": 1})
    assert env.view().turn is not None
    assert "".join(map(str, env._table.batch.hand().hole(0))) == "AsAh"


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions of the environment and of PettingZoo run: overhead that no busy machine changes."""
    count = 0

    def look(frame: FrameType, event: str, _what: object) -> None:
        nonlocal count
        file = frame.f_code.co_filename
        count += event == "call" and ("holdem_v0" in file or "pettingzoo" in file)

    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("seats", [2, 10])
def test_a_turn_costs_a_few_python_calls_however_many_agents_there_are(seats: int) -> None:
    env = holdem_v0.env(seats=seats)
    env.reset(seed=1)
    assert calls_of(env.last) < 5
    assert calls_of(lambda: env.step(np.int64(1))) < 5


def test_calls_before_the_first_reset_are_refused() -> None:
    env = holdem_v0.env(seats=2)
    for call in (env.last, lambda: env.step(1), lambda: next(env.agent_iter()), lambda: env.rewards):
        with pytest.raises(AttributeError, match=r"there is no episode yet.*: reset first"):
            call()
    with pytest.raises(AttributeError, match="'HoldemAEC' object has no attribute 'nothing'"):
        _ = env.nothing


def test_a_loop_that_never_steps_is_refused() -> None:
    env = holdem_v0.env(seats=2)
    env.reset(seed=1)
    with pytest.raises(BadEnv, match=r"has not acted: expected step\(\) or reset\(\)"):
        list(env.agent_iter())


def test_a_step_after_every_agent_has_left_is_refused() -> None:
    env = holdem_v0.env(seats=2)
    env.reset(seed=1)
    for _ in env.agent_iter():
        env.step(None if env.last()[2] else 0)
    assert env.infos == {}
    with pytest.raises(BadEnv, match="the episode is over: reset first"):
        env.step(None)


def test_an_observation_is_the_callers_own() -> None:
    turns, together = holdem_v0.env(seats=2), holdem_v0.parallel_env(seats=2)
    turns.reset(seed=4)
    kept = [turns.last()[0], *together.reset(seed=4)[0].values()]
    copies = [{name: array.copy() for name, array in seen.items()} for seen in kept]
    turns.step(1)
    together.step(dict.fromkeys(together.agents, 1))
    for seen, copy in zip(kept, copies, strict=True):
        for name, array in seen.items():
            np.testing.assert_array_equal(array, copy[name])
