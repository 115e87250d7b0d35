"""Lets a policy trained here play as a bot anywhere: in matches, tournaments and card rooms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bigslick.hand.actions import Action, Show
from bigslick.hand.view import View

from .menu import MENU, BadEnv, Entry, Menu
from .observation import RECENT, ObservationLayout

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], int]
"""Takes an observation and the mask of legal actions, and returns the number of a menu action."""


class PolicyBot:
    """A bot with a learner's observations: `play_match([PolicyBot(policy, seats=6), "tag"], ...)`."""

    def __init__(
        self,
        policy: Policy,
        *,
        seats: int = 6,
        actions: Sequence[Entry] = MENU,
        recent: int = RECENT,
        name: str = "policy",
    ) -> None:
        """Take the policy, and the seats, actions and recent actions of the environment it was trained in."""
        if not callable(policy):
            raise BadEnv(f"{policy!r} is not a policy: expected a function of an observation and a mask")
        self.name = name
        self.layout = ObservationLayout(seats, recent)
        self.menu = Menu(actions)
        self._policy = policy

    def decide(self, view: View) -> Action:
        if view.options is not None and view.options.show:
            return Show()
        chosen: Any = self._policy(self.layout.observe(view), self.menu.mask(view))
        return self.menu.action(view, int(chosen))
