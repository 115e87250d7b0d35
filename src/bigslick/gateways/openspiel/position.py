"""A game position in OpenSpiel's terms: who decides, their legal actions, and what each player has seen.

Positions are frozen and cache the positions after them. OpenSpiel's algorithms copy a state for every edge of the tree
they walk, and walk it again in every iteration; here a copy costs nothing, and an edge is played once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

CHANCE: Final = -1
"""It is the deck's turn: `pyspiel.PlayerId.CHANCE`."""
TERMINAL: Final = -4
"""The game is over: `pyspiel.PlayerId.TERMINAL`."""
MOST_KEPT: Final = 200_000
"""The most positions cached for a game; others are played again each time."""

Array = npt.NDArray[np.float32]


class Piece:
    """A named part of a tensor, and its shape."""

    __slots__ = ("name", "shape")

    def __init__(self, name: str, *shape: int) -> None:
        self.name = name
        self.shape = shape


class SpielRules(ABC):
    """A game with its settings: its first position, its dimensions, and its tensors."""

    players: int
    actions: int
    """How many different actions there are."""
    outcomes: int
    """How many different cards or tokens can be dealt."""
    least: float
    most: float
    """The most a player can lose and win."""
    longest: int
    """The most decisions."""
    longest_chance: int
    """The most cards dealt by chance."""

    def __init__(self, *settings: Any) -> None:
        self.settings = settings
        """Settings that rebuild the same rules."""
        self.kept = 0
        self._first: SpielPosition | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.settings

    @property
    def first(self) -> SpielPosition:
        if self._first is None:
            self._first = self.start()
        return self._first

    @abstractmethod
    def start(self) -> SpielPosition:
        """Return a new first position."""

    @abstractmethod
    def private(self) -> list[Piece]:
        """Return the tensor pieces that only one player sees."""

    @abstractmethod
    def public(self) -> list[Piece]:
        """Return the tensor pieces that everyone sees."""

    @abstractmethod
    def history(self) -> list[Piece]:
        """Return the tensor pieces for the history."""


class SpielPosition(ABC):
    """One position; it never changes."""

    __slots__ = ("_last", "_next", "legal", "player", "rules")

    def __init__(self, rules: SpielRules) -> None:
        self.rules = rules
        self._last: tuple[SpielPosition, int] | None = None
        self.player = TERMINAL
        """The seat that decides, or CHANCE, or TERMINAL."""
        self.legal: list[int] = []
        """The legal actions; for chance, the cards that can be dealt, all equally likely."""
        self._next: dict[int, SpielPosition] = {}

    def __deepcopy__(self, memo: Any) -> SpielPosition:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        path: list[int] = []
        at = self
        while at._last is not None:
            at, action = at._last
            path.append(action)
        return position_at, (self.rules, path[::-1])

    def after(self, action: int) -> SpielPosition:
        found = self._next.get(action)
        if found is None:
            found = self.play(action)
            found._last = (self, action)
            if self.rules.kept < MOST_KEPT:
                self.rules.kept += 1
                self._next[action] = found
        return found

    @abstractmethod
    def play(self, action: int) -> SpielPosition:
        """Play an action: like `after`, without the cache."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Return winnings by player; zeros before the end."""

    @abstractmethod
    def say(self, action: int) -> str:
        """Describe an action in words."""

    @abstractmethod
    def say_private(self, player: int) -> str:
        """Describe what only this player sees now."""

    @abstractmethod
    def say_public(self) -> str:
        """Describe what everyone sees now."""

    @abstractmethod
    def say_history(self, player: int | None) -> str:
        """Describe everything a player has seen; None is a spectator."""

    @abstractmethod
    def fill_private(self, player: int, into: dict[str, Array]) -> None:
        """Write what only this player sees."""

    @abstractmethod
    def fill_public(self, into: dict[str, Array]) -> None:
        """Write what everyone sees."""

    @abstractmethod
    def fill_history(self, player: int | None, into: dict[str, Array]) -> None:
        """Write everything a player has seen; None is a spectator."""

    @abstractmethod
    def __str__(self) -> str:
        """Describe the whole position, for debugging."""


def position_at(rules: SpielRules, path: list[int]) -> SpielPosition:
    """Return the position after some actions from the start."""
    at = rules.first
    for action in path:
        at = at.after(action)
    return at
