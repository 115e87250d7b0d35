"""Learning environments: many tables at once against EnvPool's Leduc, and one table against PettingZoo's hold'em."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from bigslick.envs import HoldemBatch, HoldemEnv, holdem_v0

from .rows import Row, agree, named, need
from .timing import best

TABLES = 1024
STEPS = 100
SINGLE = 5_000
PEER_STEPS = 500
PER_SECOND = 2_000_000
MICROSECONDS = 5


def environments() -> Iterable[Row]:
    leduc = envpool_leduc()
    contestants = [leduc, selfplay(None), selfplay("caller"), selfplay("tag")]
    them, us, callers, tags = [TABLES * STEPS / spent for spent in best(*contestants)]
    yield Row("environment steps, 1,024 tables of 6: all learn", "", "ns", None, 1e9 / us, 1e9 / PER_SECOND, lower=True)
    yield Row("the same, against LeducHoldem-v1", named("envpool"), "steps/s", them, us, 10)
    yield Row("the same with one learner: callers", named("envpool"), "steps/s", them, callers, 1)
    yield Row("the same with one learner: tags", named("envpool"), "steps/s", them, tags, 1)
    zoo = pettingzoo_holdem()
    them, us = best(zoo, selfplay(None), rounds=3)
    yield Row(
        "environment steps, against texas_holdem_no_limit_v6",
        named("pettingzoo"),
        "steps/s",
        PEER_STEPS / them,
        TABLES * STEPS / us,
        300,
    )
    them, us = best(zoo, in_turns(holdem_v0.env(seats=6)), rounds=3)
    yield Row("the same, one table in turns", named("pettingzoo"), "steps/s", PEER_STEPS / them, PEER_STEPS / us, 10)
    yield Row("one HoldemEnv.step", "", "µs", None, 1e6 * one_step(), MICROSECONDS, lower=True)


def uniform(actions: int) -> list[Any]:
    """Return random numbers for choosing a legal action: the largest that is not masked."""
    dice = np.random.default_rng(7)
    return [dice.random((TABLES, actions), np.float32) for _ in range(16)]


def selfplay(opponents: str | None) -> Callable[[], None]:
    batch = HoldemBatch(TABLES, opponents=opponents)
    luck = uniform(batch.masks.shape[1])
    batch.reset(seed=7)

    def run() -> None:
        for step in range(STEPS):
            batch.step((luck[step % 16] * batch.masks).argmax(axis=1))

    run()
    agree(batch.illegal.sum() == 0, "a legal action was counted as illegal")
    return run


def envpool_leduc() -> Callable[[], None]:
    envpool = need("envpool")
    env = envpool.make_gymnasium("LeducHoldem-v1", num_envs=TABLES, num_threads=1)
    mask = env.reset()[1]["legal_action_mask"]
    luck = uniform(mask.shape[1])

    def run() -> None:
        nonlocal mask
        for step in range(STEPS):
            actions = (luck[step % 16] * mask).argmax(axis=1).astype(np.int32)
            mask = env.step(actions)[4]["legal_action_mask"]

    return run


def pettingzoo_holdem() -> Callable[[], None]:
    classic = need("pettingzoo.classic")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = classic.texas_holdem_no_limit_v6.env(num_players=6)
    return in_turns(env)


def in_turns(env: Any) -> Callable[[], None]:
    env.reset(seed=7)
    dice = random.Random(7)

    def run() -> None:
        """Count the steps of players still in; steps that only remove a finished agent do not count."""
        done = 0
        while done < PEER_STEPS:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                continue
            env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            done += 1

    return run


def one_step() -> float:
    """Return the CPU seconds for one step against house bots, without resets between episodes."""
    env = HoldemEnv(opponents="tag")
    dice = random.Random(7)
    found = float("inf")
    for _ in range(7):
        spent = 0.0
        env.reset(seed=7)
        actions = [dice.randrange(8) for _ in range(SINGLE)]
        over = False
        for action in actions:
            if over:
                env.reset()
            began = time.process_time()
            over = env.step(action)[2]
            spent += time.process_time() - began
        found = min(found, spent / SINGLE)
    return found
