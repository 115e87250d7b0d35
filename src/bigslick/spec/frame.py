"""The interpreter's working data: a frame for each running program, and an observer of every step."""

from __future__ import annotations

from typing import Any

from .expressions import Query, Value
from .state import GameState
from .tree import Effect


class Observer:
    """Sees every step of the interpreter; override the methods you need."""

    def value(self, item: Value | Query, found: object) -> None:
        """Called after a value or a query (passed as None) was evaluated."""

    def enter(self, effect: Effect, frame: Frame) -> None:
        """Called before an effect runs."""

    def leave(self, effect: Effect, frame: Frame) -> None:
        """Called after an effect and everything inside it has run."""


class Frame:
    """A running program: the state, the active player, and the bindings by slot."""

    __slots__ = ("actor", "state", "values")

    def __init__(self, state: GameState, actor: int, slots: int) -> None:
        self.state = state
        self.actor = actor
        self.values: list[Any] = [None] * slots
