"""The interpreter's functions, one for each piece of the spec, and the machines that play whole moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .state import GameState

if TYPE_CHECKING:
    from .machine._machine import Machine

Run = Callable[..., "int | None"]
"""Runs effects; returns the number of the jump that ended them, or None."""


@dataclass(frozen=True)
class Code:
    """A game's functions; each takes the state first."""

    setup: Run
    enter: Sequence[Run]
    exit: Sequence[Run]
    pre: Sequence[Callable[[GameState], bool] | None]
    menus: Sequence[Sequence[Callable[..., Sequence[int]]]]
    accepts: Sequence[Sequence[Callable[..., bool]]]
    act: Sequence[Run]
    ends: Sequence[Callable[[GameState], bool]]
    holds: Sequence[Callable[[GameState], bool]]
    score: Callable[[GameState, int], Any] | None
    machines: Mapping[int, Machine | None] = field(default_factory=lambda: defaultdict(lambda: None))
    """The machine for each number of seats; None if the functions above play."""
