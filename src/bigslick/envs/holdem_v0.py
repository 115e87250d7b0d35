"""Hold'em for PettingZoo: `env()` in turns (AEC) and `parallel_env()` for trainers that step everyone at once.

Every seat is an agent, `player_0` to `player_9`. An observation is a dict with the row of numbers and the mask of legal
actions (`legal_kinds` for continuous amounts). A player who is not to act can only choose "call", which does nothing:
in the parallel form only the action of the agent to act counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from bigslick.hand.view import View

from .batch import HoldemBatch
from .env import check_render_mode, index_of, spaces_of
from .menu import BadEnv
from .render import RENDER_MODES, table_text
from .settings import OPTIONS, make_settings

Observation = dict[str, NDArray[Any]]

OVER: Final = "the episode is over: reset first"
METADATA: Final = {"render_modes": [*RENDER_MODES], "name": "holdem_v0", "is_parallelizable": True, "render_fps": 4}


class _Table:
    """One table with an agent in every seat, used by both forms of the environment."""

    def __init__(self, changes: Mapping[str, Any]) -> None:
        if "opponents" in changes:
            raise BadEnv("every seat is an agent here: leave out opponents, or use HoldemEnv")
        self.settings = make_settings({**changes, "opponents": None})
        self.batch = HoldemBatch(1, autoreset="disabled", settings=self.settings)
        self.row, self.mask, self.won = self.batch.observations[0], self.batch.masks[0], self.batch.rewards[0]
        self.names = [f"player_{seat}" for seat in range(self.settings.seats)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
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
        """Begin an episode; unknown options are ignored, because other wrappers may use them."""
        known = {name: value for name, value in (options or {}).items() if name in OPTIONS}
        self.batch.reset(seed=seed, options=known)
        self._look()

    def step(self, action: Any) -> None:
        if self.batch.menu is None:
            self.batch.step(np.asarray(action, np.float64).reshape(1, -1))
        else:
            self.batch.step_one(index_of(action))
        self._look()

    def _look(self) -> None:
        """Keep whose turn it is, -1 when the episode is over: each is read several times in a step."""
        self.over: bool = self.batch.terminated.item(0)
        self.turn: int = -1 if self.over else self.batch.seats.item(0)

    def rewards(self) -> dict[str, float]:
        """Return what each agent won with the last action."""
        return dict(zip(self.names, self.won.tolist(), strict=True))

    def observe(self, seat: int) -> Observation:
        """Return a seat's observation and its legal actions."""
        if seat == self.turn:
            return {"observation": self.row.copy(), self.mask_name: self.mask.copy()}
        return {"observation": self.batch.observe(0, seat), self.mask_name: self.idle.copy()}

    def observe_all(self) -> dict[str, Observation]:
        """Return every agent's observation and legal actions."""
        rows = np.empty((len(self.names), self.batch.layout.width), np.float32)
        self.batch.observe_all(rows)
        masks = np.tile(self.idle, (len(rows), 1))
        if not self.over:
            masks[self.turn] = self.mask
        return {
            name: {"observation": row, self.mask_name: mask}
            for name, row, mask in zip(self.names, rows, masks, strict=True)
        }

    def info(self, seat: int) -> dict[str, Any]:
        """Return whether it is the seat's turn, and the last action played."""
        return {
            "active": seat == self.turn,
            "total": self.batch.totals.item(0),
            "illegal": self.batch.illegal.item(0),
        }

    def infos(self, agents: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Return the same for some agents."""
        return {name: self.info(self.seats[name]) for name in agents}

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
        seat = self._table.seats.get(agent)
        if seat is None:
            raise BadEnv(f"there is no agent {agent!r}: expected one of {', '.join(self.possible_agents)}")
        return seat


class HoldemAEC(_Environment, AECEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """Hold'em in turns. It checks the order of calls itself: PettingZoo's wrapper takes longer than the game."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self._table.turn]
        self._moved = True

    def __getattr__(self, name: str) -> Any:
        # Python looks here only for what the first reset has yet to set.
        if name in ("rewards", "terminations", "truncations", "agent_selection"):
            raise AttributeError(f"there is no episode yet, so there are no {name}: reset first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The info of each agent; made when asked for, since most callers want only that of the agent to act."""
        return self._table.infos(self.agents)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the observation of the agent to act, its reward since it last acted, whether it is done, and its
        info.
        """
        agent = self.agent_selection
        seat = self._table.seats[agent]
        return (
            self._table.observe(seat) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self._table.info(seat),
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the agent to act until the episode is over and every agent has left; step once for each."""
        for _ in range(max_iter):
            agent = self.agent_selection
            if not self.agents:
                return
            if not self._moved:
                raise BadEnv(f"{agent} has not acted: expected step() or reset() in each round of agent_iter()")
            self._moved = False
            yield agent

    def step(self, action: Any) -> None:
        """Act for the agent to act; a finished agent leaves with None."""
        agent = self.agent_selection
        table = self._table
        if table.over:
            self._leave(action)
            return
        table.step(action)
        self._moved = True
        self._cumulative_rewards[agent] = 0.0
        if any(table.won.tolist()) or any(self.rewards.values()):
            self.rewards = table.rewards()
            self._accumulate_rewards()
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0 if table.over else table.turn]
        if self.render_mode == "human":
            self.render()

    def _leave(self, action: Any) -> None:
        if not self.agents:
            raise BadEnv(OVER)
        self._was_dead_step(action)
        self._moved = True

    def observe(self, agent: str) -> Observation:
        return self._table.observe(self._seat(agent))


class HoldemParallel(_Environment, ParallelEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """Hold'em for trainers that step every agent at once: only the action of the agent to act counts."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._table.observe_all(), self._table.infos(self.agents)

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
            raise BadEnv(OVER)
        acting = self.agents[self._table.turn]
        if acting not in actions:
            raise BadEnv(f"it is {acting}'s turn, and the actions have none for it: expected one")
        self._table.step(actions[acting])
        seen, found, told = self._table.observe_all(), self._table.rewards(), self._table.infos(self.agents)
        ended = dict.fromkeys(self.agents, self._table.over)
        cut = dict.fromkeys(self.agents, False)
        if self._table.over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, found, ended, cut, told


def env(render_mode: str | None = None, **changes: Any) -> HoldemAEC:
    """Make turn-based hold'em; the arguments are the same as for `Settings`, except that every seat is an agent."""
    return HoldemAEC(render_mode, **changes)


def parallel_env(render_mode: str | None = None, **changes: Any) -> HoldemParallel:
    """Make hold'em for trainers that step every agent at once."""
    return HoldemParallel(render_mode, **changes)
