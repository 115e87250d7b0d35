"""Many tables as one Gymnasium vector environment, stepped in the core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bigslick.hand.view import View

from .batch import HoldemBatch
from .env import check_render_mode, spaces_of
from .menu import BadEnv
from .render import RENDER_MODES, table_text
from .settings import make_settings

_MODES: Final = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class HoldemVectorEnv(VectorEnv[NDArray[np.float32], Any, NDArray[Any]]):
    """`num_envs` tables, each with one learner, or with a learner in every seat (`opponents=None`), one at a time.

    `infos` has `action_mask`, `seat`, `total` and `illegal` for each table, and in self-play the `rewards` by seat: a
    step's reward goes to the seat that acted. With `copy=False` you get the arrays themselves, which the next step
    overwrites. The other arguments are those of `Settings`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own type
        "render_modes": [*RENDER_MODES],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        buffers: dict[str, NDArray[Any]] | None = None,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        check_render_mode(render_mode)
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(repr(one.value) for one in AutoresetMode)
            raise BadEnv(f"autoreset_mode={autoreset_mode!r}: expected one of {known}") from None
        self.settings = make_settings(changes)
        self.batch = HoldemBatch(
            num_envs,
            threads=threads,
            autoreset=_MODES[mode],  # type: ignore[arg-type]
            buffers=buffers,
            settings=self.settings,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.copy = copy
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.single_observation_space, self.single_action_space = spaces_of(self.settings)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._all = np.ones(num_envs, np.bool_)
        self._rows = np.arange(num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin new episodes: at all tables, or where `options["reset_mask"]` is True.

        Table i has the seed `seed + i`, so it plays exactly like `HoldemEnv` with that seed. Other options apply to
        these tables' episodes until you reset them.
        """
        asked = dict(options or {})
        chosen = asked.pop("reset_mask", None)
        if isinstance(seed, int):
            super().reset(seed=seed)
        self.batch.reset(seed=seed, options=asked, chosen=chosen)
        return self._given(self.batch.observations), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one action at every table."""
        batch = self.batch
        seats = batch.seats.copy() if self.settings.opponents is None else self.settings.learner
        batch.step(actions)
        rewards = batch.rewards[self._rows, seats].astype(np.float64)
        infos = self._infos()
        if self._same_step and batch.terminated.any():
            self._add_final(infos)
        return (
            self._given(batch.observations),
            rewards,
            self._given(batch.terminated),
            self._given(batch.truncated),
            infos,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return every table's legal actions."""
        return self.batch.masks.astype(np.bool_)

    def view(self, table: int = 0) -> View:
        """Return the exact view behind a table's observation."""
        return self.batch.view(table)

    def render(self) -> Any:
        """Render every table as text: printed for "human", returned for "ansi"."""
        texts = tuple([table_text(self.view(table)) for table in range(self.num_envs)])
        if self.render_mode == "human":
            print("\n\n".join(texts))
            return None
        return texts

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 - as Gymnasium calls it
        self.batch.close()

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        found: dict[str, Any] = {
            "action_mask": self._given(batch.masks),
            "seat": self._given(batch.seats),
            "total": self._given(batch.totals),
            "illegal": self._given(batch.illegal),
        }
        if self.settings.opponents is None:
            found["rewards"] = self._given(batch.rewards)
        return {**found, **{f"_{name}": self._all for name in found}}

    def _add_final(self, infos: dict[str, Any]) -> None:
        """Add the last observation and info for the episodes that ended, as in `SyncVectorEnv`."""
        ended = self.batch.terminated.copy()
        last = np.full(self.num_envs, None, dtype=object)
        for table in np.flatnonzero(ended):
            last[table] = self.batch.final_observations[table].copy()
        infos["final_obs"], infos["_final_obs"] = last, ended
        totals, illegal = self.batch.totals.copy(), self.batch.illegal.copy()
        infos["final_info"] = {"total": totals, "_total": ended, "illegal": illegal, "_illegal": ended}
        infos["_final_info"] = ended.copy()
