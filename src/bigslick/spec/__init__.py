"""Card games as data: a language in which a game is written down, checked, played and explained.

`load_game("std:holdem-base", "rules.md")` gives a game to play. Nothing here knows poker, nor `bigslick.hand`.
"""

from __future__ import annotations

from .check import check
from .game import Game, IllegalMove, compiled, interpreted
from .load import bundled, load
from .problems import BadSpec, Problem, RunError
from .state import Move, State
from .tree import Spec

__all__ = [
    "BadSpec",
    "Game",
    "IllegalMove",
    "Move",
    "Problem",
    "RunError",
    "Spec",
    "State",
    "bundled",
    "check",
    "compiled",
    "interpreted",
    "load",
    "load_game",
    "load_spec",
]


def load_spec(*names: str) -> Spec:
    """The checked game that some documents make together; a name is a file or `std:NAME`."""
    return check(load(names))


def load_game(*names: str, strict: bool = False) -> Game:
    """The same, compiled and ready to play."""
    return compiled(load_spec(*names), strict=strict)
