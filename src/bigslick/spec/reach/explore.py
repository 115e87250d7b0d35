"""Plays random games and records the phases entered, the endings that held, and the first error."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from bigslick.spec.game import Game, compiled
from bigslick.spec.policies import choose
from bigslick.spec.problems import RunError
from bigslick.spec.state import GameState
from bigslick.spec.tree import Spec

MOST_MOVES: Final = 20_000
"""How many moves an exploration makes by default."""
MOST_EXPLORED: Final = 10**9
"""The most moves you can request."""
_LONGEST: Final = 4
"""A game takes at most this share of the remaining moves."""


@dataclass
class Reached:
    """The phases, endings and errors in random games."""

    games: int = 0
    finished: int = 0
    moves: int = 0
    phases: set[int] = field(default_factory=set)
    endings: set[int] = field(default_factory=set)
    at_once: set[int] = field(default_factory=set)
    """The numbers of seats for which the game is over before the first move."""
    broken: Counter[str] = field(default_factory=Counter)
    fault: RunError | None = None
    """The error that stopped a game, if any."""

    def everything(self, spec: Spec) -> bool:
        """Whether every phase was entered and every ending held."""
        return len(self.phases) == len(spec.phases) and len(self.endings) == len(spec.terminal)


def explore(spec: Spec, most_moves: int = MOST_MOVES, seed: int | str = 0) -> Reached:
    """Play random games with few, some and many seats until everything was reached or the moves run out."""
    found = Reached()
    game = compiled(spec, watch=lambda _, phase: found.phases.add(phase))
    sizes = sorted({spec.least_players, (spec.least_players + spec.most_players) // 2, spec.most_players})
    number = 0
    while found.fault is None and (number < len(sizes) or (found.moves < most_moves and not found.everything(spec))):
        _play(game, sizes[number % len(sizes)], f"{seed}/{number}", most_moves, found)
        number += 1
        if number >= len(sizes) and not found.moves:
            break
    return found


def _play(game: Game, seats: int, seed: str, most_moves: int, found: Reached) -> None:
    rng = random.Random(seed)
    found.games += 1
    try:
        state = game.start(seats, seed)
        if state.winners is not None:
            found.at_once.add(seats)
        limit = found.moves + max(1, (most_moves - found.moves) // _LONGEST)
        while state.winners is None and found.moves < limit:
            found.broken.update(game.violations(state))
            game.play(state, choose(state.menu, rng))
            found.moves += 1
        if state.winners is not None:
            found.finished += 1
            found.endings.add(_ending(game, state))
    except RunError as error:
        found.fault = error


def _ending(game: Game, state: GameState) -> int:
    return next(number for number, ends in enumerate(game.code.ends) if ends(state))
