"""Card games as data: a language for writing, checking, playing and explaining a game.

`load_game("std:holdem-base", "rules.md")` returns a game to play. The language has no connection to poker or to
`bigslick.hand`.

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
from .policies import Policy, at_random, by_bot, by_search, choose, weighted
from .problems import BadSpec, Problems, RunError, SpecError, SpecProblem, WrongKind
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
    "by_search",
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
    """Load these documents as one game and check it; a name is a file or `std:NAME`."""
    problems = Problems()
    return check(load(names, problems), problems)


def load_game(*names: str | Path, strict: bool = False) -> Game:
    """Load a spec, ready to play."""
    return compiled(load_spec(*names), strict=strict)
