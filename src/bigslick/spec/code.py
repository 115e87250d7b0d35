"""What a runner offers to the game: one function for each piece of the spec."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .state import GameState, Move

if TYPE_CHECKING:
    from ._machine import Machine

Run = Callable[..., "int | None"]
"""Runs effects; gives the number of the jump that ended them, or None."""


@dataclass(frozen=True)
class Code:
    """The functions of a game; each takes the state first."""

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
    listings: Sequence[Callable[[GameState], list[Move]] | None] = ()
    """For each phase the whole menu at once, where no action has limits or several parameters; may be left out."""
    machines: Mapping[int, Machine | None] = field(default_factory=lambda: defaultdict(lambda: None))
    """What plays whole moves, by the number of seats; None: nothing does, and the functions above play them."""
