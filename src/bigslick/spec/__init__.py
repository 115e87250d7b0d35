"""Card games as data: a language in which a game is written down, checked, played and explained.

`load_game("std:holdem-base", "rules.md")` gives a game to play. The language knows nothing of poker or `bigslick.hand`.

>>> from bigslick.spec import load_game
>>> game = load_game("std:kuhn")
>>> state = game.start(2, seed=1)
>>> [game.describe(move) for move in game.moves(state)]
['check', 'bet']
"""

from __future__ import annotations

from pathlib import Path

from .check import check
from .coverage import measure
from .explain import game_text
from .game import Game, IllegalMove, compiled, interpreted
from .load import bundled, load
from .observe import observe
from .policies import Policy, at_random, by_bot, choose, weighted
from .problems import BadSpec, RunError, SpecError, SpecProblem, WrongKind
from .reach import find_warnings
from .simulate import GameTally, simulate
from .state import GameState, Move
from .trace import Tracer
from .tree import Spec
from .why import Obstacle, why_not

__all__ = [
    "BadSpec",
    "Game",
    "GameState",
    "GameTally",
    "IllegalMove",
    "Move",
    "Obstacle",
    "Policy",
    "RunError",
    "Spec",
    "SpecError",
    "SpecProblem",
    "Tracer",
    "WrongKind",
    "at_random",
    "bundled",
    "by_bot",
    "check",
    "choose",
    "compiled",
    "find_warnings",
    "game_text",
    "interpreted",
    "load",
    "load_game",
    "load_spec",
    "measure",
    "observe",
    "simulate",
    "weighted",
    "why_not",
]


def load_spec(*names: str | Path) -> Spec:
    """The checked game that some documents make together; a name is a file or `std:NAME`."""
    return check(load(names))


def load_game(*names: str | Path, strict: bool = False) -> Game:
    """Load a spec and make it ready to play."""
    return compiled(load_spec(*names), strict=strict)
