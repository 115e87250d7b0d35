"""A whole tournament as one episode: the learner plays one entry in a field of bots, from the first hand to its finish.

The tournament runs as it does for any Python bot, in its own thread, which stops whenever the learner is to act. The
observation and the menu are the same as in every other environment.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bigslick.bots import POPULATION, BotLike
from bigslick.checks import did_you_mean
from bigslick.hand.actions import Action, Show
from bigslick.hand.view import View
from bigslick.odds.icm import icm
from bigslick.tournament import Structure, Tournament, load

from .env import check_render_mode, index_of
from .menu import MENU, BadEnv, Entry, Menu
from .observation import RECENT, ObservationLayout
from .render import RENDER_MODES, table_text

TOURNAMENT_REWARDS: Final = ("prize", "icm", "chips")


class _Stopped(KeyboardInterrupt):
    """Ends an abandoned tournament: the guard around a bot lets nothing else through."""


class _Learner:
    """The bot that plays the learner's entry: it passes its view on and waits for the answer."""

    name = "learner"

    def __init__(self) -> None:
        self.views: queue.SimpleQueue[View | BaseException | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[Action | None] = queue.SimpleQueue()

    def decide(self, view: View) -> Action:
        """Wait for the learner's action."""
        if view.options is not None and view.options.show:
            return Show()
        self.views.put(view)
        answer = self.answers.get()
        if answer is None:
            raise _Stopped
        return answer


class TournamentEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """One entry in a tournament: an episode lasts until the learner busts or has every chip.

    `structure` is a `Structure` or a preset's name, and `opponents` are assigned to the other entrants in turn.
    Rewards: "prize" pays the prize at the end, as a share of all prizes; "icm" the change in the stack's equity from
    decision to decision, as the same share; "chips" the chips won, in starting stacks. `info` has `place` and `prize`
    at the end.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 4}  # noqa: RUF012 - Gymnasium's own type

    def __init__(
        self,
        structure: Structure | str = "turbo-6",
        opponents: Sequence[BotLike] = POPULATION,
        *,
        reward: str = "icm",
        actions: Sequence[Entry] = MENU,
        recent: int = RECENT,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if reward not in TOURNAMENT_REWARDS:
            raise BadEnv(
                f"reward={reward!r}: expected one of {TOURNAMENT_REWARDS}{did_you_mean(reward, TOURNAMENT_REWARDS)}"
            )
        self.structure = load(structure) if isinstance(structure, str) else structure
        if not isinstance(self.structure, Structure):
            raise BadEnv(f"{structure!r} is not a structure: expected a Structure, or the name of a preset")
        self.opponents = tuple(opponents)
        if not self.opponents:
            raise BadEnv("a tournament needs opponents: expected at least one bot")
        self.reward = reward
        self.render_mode = render_mode
        self.menu = Menu(actions)
        self.layout = ObservationLayout(max(self.structure.seats, self.structure.final_table or 0), recent)
        low, high = self.layout.bounds()
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(len(self.menu))
        self._learner: _Learner | None = None
        self._thread: threading.Thread | None = None
        self._view: View | None = None
        self._row = np.zeros(self.layout.width, np.float32)
        self._mask = np.zeros(len(self.menu), np.int8)
        self._worth = 0.0
        self._illegal = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Draw the seats and play up to the learner's first decision."""
        super().reset(seed=seed)
        if options:
            raise BadEnv(f"a tournament has no options of reset, but found {next(iter(options))!r}")
        self._stop()
        self._learner = learner = _Learner()
        others = [self.opponents[place % len(self.opponents)] for place in range(len(self.structure.names) - 1)]
        number = int(self.np_random.integers(1 << 62))
        self.event = Tournament(self.structure, number, bots=[learner, *others], reentries=False, seconds=0)
        self._entry = self.event.director.names.index(self.structure.names[0])
        self._thread = threading.Thread(target=self._run, args=(self.event, learner), daemon=True)
        self._thread.start()
        self._illegal = 0
        self._look()
        self._worth = self._value()
        return self._row.copy(), self._info(0)

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play one action, and advance to the learner's next decision or to its finish."""
        if self._view is None or self._learner is None:
            raise BadEnv("there is no tournament under way: reset first")
        chosen = index_of(action)
        played = self.menu.action(self._view, chosen)
        self._illegal += not self._mask[chosen]
        total = getattr(played, "to", None)
        self._learner.answers.put(played)
        self._look()
        worth, before = self._value(), self._worth
        self._worth = worth
        total = total if total is not None else -1 if type(played).__name__ == "Fold" else 0
        return self._row.copy(), worth - before, self._view is None, False, self._info(total)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, under the name that sb3-contrib's MaskablePPO expects."""
        return self._mask.astype(np.bool_)

    def view(self) -> View:
        """Return the learner's exact view."""
        if self._view is None:
            raise BadEnv("the learner has no hand: reset first")
        return self._view

    def render(self) -> Any:
        """Return the learner's table as text."""
        text = "the tournament is over" if self._view is None else table_text(self._view)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        self._stop()

    def _run(self, event: Tournament, learner: _Learner) -> None:
        ended: BaseException | None = None
        try:
            while not event.over and self._entry not in event.director.finishes:
                event.step()
        except _Stopped:
            pass
        except BaseException as error:
            ended = error
        learner.views.put(ended)

    def _stop(self) -> None:
        if self._learner is not None and self._thread is not None and self._thread.is_alive():
            self._learner.answers.put(None)
            self._thread.join()
        self._learner = self._thread = self._view = None

    def _look(self) -> None:
        """Wait for the learner's next decision, or for the end."""
        assert self._learner is not None
        found = self._learner.views.get()
        if isinstance(found, BaseException):
            self._stop()
            raise found
        self._view = found
        if found is None:
            assert self._thread is not None
            self._thread.join()
        else:
            self._row = self.layout.observe(found)
            self._mask = self.menu.mask(found)

    def _value(self) -> float:
        """Return the value of the learner's entry, in the reward's unit; its chips in the pot still count."""
        director = self.event.director
        placed = director.finishes.get(self._entry)
        pool = float(sum(director.prizes)) or 1.0
        if self.reward == "chips":
            chips = 0 if placed is not None and placed.place > 1 else self.event.stack_of(self._entry)
            return chips / self.structure.starting_stack
        if placed is not None:
            return placed.prize / pool
        if self.reward == "prize" or not director.prizes:
            return 0.0
        stacks = [self.event.stack_of(entry) for entry in range(len(director.names)) if entry not in director.finishes]
        mine = [entry for entry in range(len(director.names)) if entry not in director.finishes].index(self._entry)
        return icm(stacks, director.prizes[: len(stacks)]).equities[mine] / pool

    def _info(self, total: int) -> dict[str, Any]:
        found: dict[str, Any] = {
            "action_mask": self._mask.copy(),
            "total": total,
            "left": self.event.director.left,
            "illegal": self._illegal,
        }
        placed = self.event.director.finishes.get(self._entry)
        if placed is not None:
            found.update(place=placed.place, prize=placed.prize)
        return found
