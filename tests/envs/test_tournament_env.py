"""A whole tournament as an episode."""

from __future__ import annotations

import re
import threading
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from bigslick.envs import BadEnv, TournamentEnv
from bigslick.tournament import Level, Payouts, Structure

EVENT = Structure(
    seats=6,
    starting_stack=1000,
    entrants=14,
    buy_in=10,
    payouts=Payouts(amounts=(70, 42, 28)),
    levels=(Level(small=25, big=50, hands=4), Level(small=100, big=200, hands=4), Level(small=300, big=600)),
)


@pytest.mark.parametrize("reward", ["prize", "icm", "chips"])
def test_rewards_add_up_to_what_was_won(reward: str) -> None:
    env = TournamentEnv(EVENT, ["maniac", "caller"], reward=reward)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        dice = np.random.default_rng(seed)
        total, ended = 0.0, False
        while not ended:
            legal = np.flatnonzero(env.action_masks())
            _, won, ended, cut, info = env.step(dice.choice(legal))
            total += won
            assert not cut
        start = {"prize": 0.0, "icm": 1 / 14, "chips": 1.0}[reward]
        final = (14.0 if info["place"] == 1 else 0.0) if reward == "chips" else info["prize"] / 140
        assert total == pytest.approx(final - start, abs=1e-6)
        assert 1 <= info["place"] <= 14
    env.close()


def test_gymnasiums_checker_passes() -> None:
    from gymnasium.envs.registration import EnvSpec

    env = TournamentEnv(EVENT)
    env.spec = EnvSpec("bigslick/Tournament-v0", entry_point=lambda **given: TournamentEnv(EVENT, **given))
    check_env(env, skip_render_check=True)
    env.close()


def test_the_same_seed_is_the_same_tournament_and_threads_end() -> None:
    before = threading.active_count()
    rows = []
    for _ in range(2):
        env = TournamentEnv(EVENT, ["tag", "lag"], render_mode="ansi")
        seen, _ = env.reset(seed=5)
        assert "seat" in str(env.render())
        rows.append([seen.tobytes()])
        ended = False
        while not ended:
            seen, _, ended, _, _ = env.step(1)
            rows[-1].append(seen.tobytes())
        env.reset(seed=6)
        env.close()
    assert rows[0] == rows[1]
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"reward": "money"}, "reward='money': expected one of"),
        ({"structure": 3}, "3 is not a structure"),
        ({"opponents": ()}, "needs opponents"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadEnv, match=re.escape(sentence)):
        TournamentEnv(**{"structure": EVENT, **arguments})


def test_a_step_needs_a_tournament() -> None:
    env = TournamentEnv(EVENT)
    with pytest.raises(BadEnv, match="reset first"):
        env.step(1)
    with pytest.raises(BadEnv, match="reset first"):
        env.view()
    with pytest.raises(BadEnv, match="no options of reset"):
        env.reset(options={"stacks": 5})
    env.reset(seed=1)
    with pytest.raises(BadEnv, match="the action is 99"):
        env.step(99)
    env.close()
