"""One table as a Gymnasium environment: `gymnasium.make("bigslick/Holdem-v0")`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bigslick.hand.view import View

from .batch import HoldemBatch
from .menu import BadEnv
from .observation import describe
from .render import RENDER_MODES, table_text
from .settings import Settings, make_settings


def spaces_of(settings: Settings) -> tuple[Any, spaces.Space[Any]]:
    low, high = settings.layout.bounds()
    menu = settings.menu
    actions = spaces.Box(0.0, 1.0, (2,), np.float32) if menu is None else spaces.Discrete(len(menu))
    return spaces.Box(low, high, dtype=np.float32), actions


def check_render_mode(mode: object) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadEnv(f"render_mode={mode!r}: expected one of {', '.join(map(repr, RENDER_MODES))}, or None")


class HoldemEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """A learner at one table: against house bots or your own, or in every seat in turn (`opponents=None`).

    The arguments are those of `Settings`. `info` has the `action_mask`, the `total` that was played, the observation's
    `seat` and the number of `illegal` actions in the episode so far.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 4}  # noqa: RUF012 - Gymnasium's own type

    def __init__(self, render_mode: str | None = None, **changes: Any) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.settings = make_settings(changes)
        observations, self.action_space = spaces_of(self.settings)
        self.observation_space = observations
        self.batch = HoldemBatch(1, autoreset="disabled", settings=self.settings)
        self._menu = self.settings.menu is not None
        self._selfplay = self.settings.opponents is None
        self._learner = self.settings.learner
        batch = self.batch
        self._row, self._mask, self._seats = batch.observations[0], batch.masks[0], batch.seats
        self._rewards, self._ends, self._totals = batch.rewards, batch.terminated, batch.totals
        self._illegal = batch.illegal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin an episode; `options` change stacks, blinds, cards and more for this episode."""
        super().reset(seed=seed)
        self.batch.reset(seed=seed, options=options)
        if self.render_mode == "human":
            self.render()
        return self._row.copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play one learner action, then the others up to its next turn or the end of the episode."""
        seat = self._seats.item(0) if self._selfplay else self._learner
        if self._menu:
            self.batch.step_one(index_of(action))
        else:
            self.batch.step(np.asarray(action, np.float64).reshape(1, -1))
        if self.render_mode == "human":
            self.render()
        return self._row.copy(), self._rewards.item(0, seat), self._ends.item(0), False, self._info()

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._mask.copy(),
            "total": self._totals.item(0),
            "seat": self._seats.item(0),
            "illegal": self._illegal.item(0),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, under the name that sb3-contrib's MaskablePPO expects."""
        return np.asarray(self._mask, np.bool_)

    def named(self) -> Mapping[str, Any]:
        """Return the observation by name."""
        return describe(self.batch.layout, self._row.copy())

    def view(self) -> View:
        """Return the exact view behind the observation."""
        return self.batch.view()

    def render(self) -> Any:
        """Render the table as text: printed for "human", returned for "ansi"."""
        text = table_text(self.view())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
        self.batch.close()


def index_of(action: Any) -> int:
    """Return a menu action as a plain int: 3, np.int64(3) or an array of one."""
    if type(action) is int or isinstance(action, np.integer):
        return int(action)
    array = np.asarray(action)
    if array.dtype.kind not in "iu" or array.size != 1:
        raise BadEnv(f"the action is {action!r}: expected a whole number")
    return int(array.reshape(()) if array.ndim == 0 else array.reshape(-1)[0])
