"""What a runner offers to the game: one function for each piece of the spec."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .state import Move, State

Run = Callable[..., "int | None"]
"""Runs effects; gives the number of the jump that ended them, or None."""


@dataclass(frozen=True)
class Code:
    """The functions of a game; each takes the state first."""

    setup: Run
    enter: Sequence[Run]
    exit: Sequence[Run]
    pre: Sequence[Callable[[State], bool] | None]
    menus: Sequence[Sequence[Callable[..., Sequence[int]]]]
    accepts: Sequence[Sequence[Callable[..., bool]]]
    act: Sequence[Run]
    ends: Sequence[Callable[[State], bool]]
    holds: Sequence[Callable[[State], bool]]
    score: Callable[[State, int], Any] | None
    listings: Sequence[Callable[[State], list[Move]] | None] = ()
    """For each phase the whole menu at once, where no action has limits or several parameters; may be left out."""
