"""Hold'em for PettingZoo: `env()` in turns (AEC) and `parallel_env()` for trainers that step everyone at once.

Every seat is an agent, `player_0` to `player_9`. An observation is a dict with the row of numbers and the mask of legal
actions (`legal_kinds` for continuous amounts). A player who is not to act can only choose "call", which does nothing:
in the parallel form only the action of the agent to act counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from bigslick.hand.view import View

from .batch import HoldemBatch
from .env import check_render_mode, index_of, spaces_of
from .menu import BadEnv
from .render import RENDER_MODES, table_text
from .settings import OPTIONS, make_settings

Observation = dict[str, NDArray[Any]]

METADATA: Final = {"render_modes": [*RENDER_MODES], "name": "holdem_v0", "is_parallelizable": True, "render_fps": 4}


class _Table:
    """One table with an agent in every seat, used by both forms of the environment."""

    def __init__(self, changes: Mapping[str, Any]) -> None:
        if "opponents" in changes:
            raise BadEnv("every seat is an agent here: leave out opponents, or use HoldemEnv")
        self.settings = make_settings({**changes, "opponents": None})
        self.batch = HoldemBatch(1, autoreset="disabled", settings=self.settings)
        self.names = [f"player_{seat}" for seat in range(self.settings.seats)]
        row, action = spaces_of(self.settings)
        count = self.batch.masks.shape[1]
        mask = spaces.Box(0, 1, (count,), np.int8)
        # PettingZoo samples a space using the key `action_mask`, which a space of amounts cannot use.
        self.mask_name = "legal_kinds" if self.settings.continuous else "action_mask"
        self.observation_space = spaces.Dict({"observation": row, self.mask_name: mask})
        self.action_spaces = [action, *[spaces_of(self.settings)[1] for _ in self.names[1:]]]
        menu = self.settings.menu
        self.idle = np.zeros(count, np.int8)
        self.idle[menu.entries.index("call") if menu is not None else 1] = 1

    def reset(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin an episode; unknown options are ignored, because they may be meant for others."""
        known = {name: value for name, value in (options or {}).items() if name in OPTIONS}
        self.batch.reset(seed=seed, options=known)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self.batch.seats[0])

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return bool(self.batch.terminated[0])

    def step(self, action: Any) -> None:
        """Act for the seat to act."""
        if self.settings.continuous:
            self.batch.step(np.asarray(action, np.float64).reshape(1, -1))
        else:
            self.batch.step_one(index_of(action))

    def observe(self, seat: int) -> Observation:
        """Return a seat's observation and its legal actions."""
        acts = seat == self.turn and not self.over
        mask = self.batch.masks[0] if acts else self.idle
        return {"observation": self.batch.observe(0, seat), self.mask_name: mask.copy()}

    def info(self, seat: int) -> dict[str, Any]:
        """Return whether it is the seat's turn, and the last action played."""
        return {
            "active": seat == self.turn and not self.over,
            "total": int(self.batch.totals[0]),
            "illegal": int(self.batch.illegal[0]),
        }

    def render(self, mode: str | None) -> str | None:
        text = table_text(self.batch.view())
        if mode == "human":
            print(text)
            return None
        return text


class _Environment:
    """The common part of both forms: the table, its agents, their spaces, and rendering."""

    metadata = METADATA

    def __init__(self, render_mode: str | None = None, **changes: Any) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._table = _Table(changes)
        self.possible_agents = self._table.names[:]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        self._seat(agent)
        return self._table.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's action space, always the same object for one agent."""
        return self._table.action_spaces[self._seat(agent)]

    def view(self) -> View:
        """Return the exact view of the agent to act."""
        return self._table.batch.view()

    def render(self) -> str | None:
        """Return the table as text, as the agent to act sees it."""
        return self._table.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise BadEnv(f"there is no agent {agent!r}: expected one of {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)


class HoldemAEC(_Environment, AECEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """Hold'em in turns."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode."""
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()
        self.agent_selection = self.agents[self._table.turn]

    def step(self, action: Any) -> None:
        """Act for the agent to act; a finished agent leaves with None."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._table.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {
            name: float(reward) for name, reward in zip(self.agents, self._table.batch.rewards[0], strict=True)
        }
        if self._table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self.agent_selection = self.agents[0 if self._table.over else self._table.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent now."""
        return self._table.observe(self._seat(agent))

    def _tell(self) -> None:
        self.infos = {name: self._table.info(seat) for seat, name in enumerate(self.agents)}


class HoldemParallel(_Environment, ParallelEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """Hold'em for trainers that step every agent at once: only the action of the agent to act counts."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin an episode."""
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._seen(), self._told()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the action of the agent to act."""
        if not self.agents:
            raise BadEnv("the episode is over: reset first")
        acting = self.agents[self._table.turn]
        if acting not in actions:
            raise BadEnv(f"it is {acting}'s turn, and the actions have none for it: expected one")
        self._table.step(actions[acting])
        rewards = self._table.batch.rewards[0]
        seen, told = self._seen(), self._told()
        found = {name: float(reward) for name, reward in zip(self.agents, rewards, strict=True)}
        ended = dict.fromkeys(self.agents, self._table.over)
        cut = dict.fromkeys(self.agents, False)
        if self._table.over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, found, ended, cut, told

    def _seen(self) -> dict[str, Observation]:
        return {name: self._table.observe(seat) for seat, name in enumerate(self.agents)}

    def _told(self) -> dict[str, dict[str, Any]]:
        return {name: self._table.info(seat) for seat, name in enumerate(self.agents)}


def raw_env(render_mode: str | None = None, **changes: Any) -> HoldemAEC:
    """Return the turn-based environment, without PettingZoo's check that it is reset before it is stepped."""
    return HoldemAEC(render_mode, **changes)


def env(render_mode: str | None = None, **changes: Any) -> AECEnv[str, Observation, Any]:
    """Make turn-based hold'em; the arguments are those of `Settings`, except that every seat is an agent."""
    return OrderEnforcingWrapper(raw_env(render_mode, **changes))


def parallel_env(render_mode: str | None = None, **changes: Any) -> HoldemParallel:
    """Make hold'em for trainers that step every agent at once."""
    return HoldemParallel(render_mode, **changes)
