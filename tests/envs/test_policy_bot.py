"""A policy as a bot: it sees and does the same in a match as in its environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bigslick import Rules
from bigslick.envs import BadEnv, HoldemBatch, PolicyBot
from bigslick.simulate import play_match


def calls(observation: Any, mask: Any) -> int:
    assert mask[1] == 1
    return 1


def test_a_policy_that_calls_plays_like_the_caller() -> None:
    result = play_match([PolicyBot(calls, seats=2), "caller"], hands=200, duplicate=True, seconds=0)
    assert [score.bb100 for score in result.scores] == [0, 0]
    assert result.scores[0].faults == 0


def test_the_bot_sees_what_the_environment_shows() -> None:
    """A policy in the environment and a copy of it playing as a bot see the same rows."""
    shown: list[bytes] = []

    def keep(observation: Any, mask: Any) -> int:
        shown.append(observation.tobytes() + mask.tobytes())
        return int(np.flatnonzero(mask)[-1 if len(shown) % 3 else 0])

    batch = HoldemBatch(1, seats=2, opponents=PolicyBot(keep, seats=2), button=0, autoreset="disabled")
    twin = HoldemBatch(1, seats=2, opponents=None, button=0, autoreset="disabled")
    for seed in range(20):
        batch.reset(seed=seed)
        twin.reset(seed=seed)
        while not batch.terminated[0]:
            asked = len(shown)
            batch.step([1])
            twin.step([1])
            while not twin.terminated[0] and twin.seats[0] == 1:
                row = twin.observations[0].tobytes() + twin.masks[0].tobytes()
                assert shown[asked] == row
                asked += 1
                twin.step([int(np.flatnonzero(twin.masks[0])[-1 if asked % 3 else 0])])
            assert asked == len(shown)


def test_a_bot_shows_where_it_is_asked() -> None:
    batch = HoldemBatch(1, seats=2, opponents=PolicyBot(calls, seats=2), rules=Rules(reveal="ask"))
    batch.reset(seed=1)
    for _ in range(8):
        batch.step([1])
    assert batch.faults() == {}


def test_a_policy_is_a_function() -> None:
    with pytest.raises(BadEnv, match="is not a policy"):
        PolicyBot("tag")  # type: ignore[arg-type]
