"""PufferLib's buffers: the same arrays and calls as its environments, without depending on it.

With opponents, each table is one agent. In self-play every seat is an agent, table by table: each observes the table
now, and `masks` says whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .batch import HoldemBatch
from .env import spaces_of
from .menu import BadEnv
from .settings import make_settings

BUFFERS = {
    "observations": np.float32,
    "rewards": np.float32,
    "terminals": np.bool_,
    "truncations": np.bool_,
    "masks": np.bool_,
    "actions": np.int32,
}


class PufferHoldem:
    """Tables as agents that write into PufferLib's buffers; when an episode ends, the next one starts immediately."""

    def __init__(self, tables: int = 1, buf: Any = None, seed: int = 0, *, threads: int = 1, **changes: Any) -> None:
        """Use the buffers in `buf` by name, as attributes or as items, or create them."""
        self.settings = make_settings(changes)
        if self.settings.continuous:
            raise BadEnv("PufferLib's actions are int32 here: use a menu, not continuous amounts")
        self.batch = HoldemBatch(tables, threads=threads, autoreset="same_step", settings=self.settings)
        self._selfplay = self.settings.opponents is None
        each = self.settings.seats if self._selfplay else 1
        self.num_agents = tables * each
        self.agents_per_batch = self.num_agents
        self.single_observation_space, self.single_action_space = spaces_of(self.settings)
        self._seed = seed
        for name, dtype in BUFFERS.items():
            shape = (self.num_agents, self.batch.layout.width) if name == "observations" else (self.num_agents,)
            setattr(self, name, _buffer(buf, name, dtype, shape))
        self.action_masks = np.zeros((self.num_agents, self.batch.masks.shape[1]), np.int8)
        self._first = np.arange(tables) * each

    observations: NDArray[np.float32]
    rewards: NDArray[np.float32]
    terminals: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int32]

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], list[dict[str, Any]]]:
        """Begin an episode at every table."""
        self.batch.reset(seed=self._seed if seed is None else seed)
        self.rewards[:] = 0
        self.terminals[:] = False
        self.truncations[:] = False
        self._write()
        return self.observations, []

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play one action for each agent; at each table only the action of the seat to act counts."""
        given = np.asarray(actions)
        if given.shape != (self.num_agents,) or given.dtype.kind not in "iu":
            raise BadEnv(
                f"the actions are {given.dtype} of {given.shape}: expected whole numbers of ({self.num_agents},)"
            )
        self.actions[:] = given
        batch = self.batch
        if self._selfplay:
            batch.step(self.actions[self._first + batch.seats])
            self.rewards[:] = batch.rewards.reshape(-1)
            self.terminals[:] = np.repeat(batch.terminated, self.settings.seats)
        else:
            batch.step(self.actions)
            self.rewards[:] = batch.rewards[:, self.settings.learner]
            self.terminals[:] = batch.terminated
        self._write()
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        self.batch.close()

    def _write(self) -> None:
        batch = self.batch
        if not self._selfplay:
            self.observations[:] = batch.observations
            self.action_masks[:] = batch.masks
            self.masks[:] = True
            return
        batch.observe_all(self.observations)
        acting = self._first + batch.seats
        self.masks[:] = False
        self.masks[acting] = True
        self.action_masks[:] = 0
        self.action_masks[acting] = batch.masks


def _buffer(buf: Any, name: str, dtype: type[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    found = None
    if buf is not None:
        found = buf.get(name) if isinstance(buf, Mapping) else getattr(buf, name, None)
    if found is None:
        return np.zeros(shape, dtype)
    if not isinstance(found, np.ndarray) or found.dtype != np.dtype(dtype) or found.shape != shape:
        what = f"{found.dtype} of {found.shape}" if isinstance(found, np.ndarray) else type(found).__name__
        raise BadEnv(f"the buffer {name} is {what}: expected {np.dtype(dtype)} of {shape}")
    if not found.flags.writeable or not found.flags.c_contiguous:
        raise BadEnv(f"the buffer {name} is read-only or not in one piece: expected one that can be written to")
    return found
