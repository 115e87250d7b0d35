"""Games of random moves: who won, how many moves and turns, in which phases decisions fell, and what broke."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bigslick.checks import is_whole, must_be

from .game import Game
from .problems import RunError, SpecError
from .state import GameState, Move

Choose = Callable[[list[Move], random.Random], Move]


@dataclass
class GameTally:
    """What some games came to."""

    games: int = 0
    turns: int = 0
    moves: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    results: list[int | None] = field(default_factory=list)
    """The winner of each game; None where it was not one player."""
    shared: int = 0
    """Games without a single winner."""
    violations: Counter[str] = field(default_factory=Counter)


def choose(menu: list[Move], rng: random.Random) -> Move:
    """A random move: first the action, then its parameters, so that a menu of amounts does not crowd out the rest."""
    first = menu[0][0]
    if menu[-1][0] == first:
        return menu[int(rng.random() * len(menu))]
    starts = [0]
    for index, move in enumerate(menu):
        if move[0] != first:
            first = move[0]
            starts.append(index)
    which = int(rng.random() * len(starts))
    start = starts[which]
    end = starts[which + 1] if which + 1 < len(starts) else len(menu)
    return menu[start + int(rng.random() * (end - start))]


def play_out(
    game: Game, state: GameState, rng: random.Random, tally: GameTally, *, most_moves: int, check: bool = True
) -> None:
    """Play random moves until the game is over; more moves than allowed is an error."""
    names = [phase.name for phase in game.spec.phases]
    invariants = check and bool(game.spec.invariants)
    phases = [0] * len(names)
    begun = state.moves
    while state.winners is None:
        if state.moves - begun >= most_moves:
            raise RunError(f"{most_moves:,} moves and no end; more are allowed with a greater limit")
        phases[state.phase] += 1
        game.play(state, choose(state.menu, rng))
        if invariants:
            for name in game.violations(state):
                tally.violations[name] += 1
    tally.games += 1
    tally.turns += state.turn + 1
    tally.moves += state.moves - begun
    tally.decisions.update({name: count for name, count in zip(names, phases, strict=True) if count})
    tally.results.append(state.winners[0] if len(state.winners) == 1 else None)
    if len(state.winners) == 1:
        tally.winners[state.winners[0]] += 1
    else:
        tally.shared += 1


def simulate(
    game: Game,
    seats: int,
    games: int,
    seed: int | str,
    *,
    variables: Mapping[str, int | bool] | None = None,
    most_moves: int = 1_000_000,
    check: bool = True,
    step: Callable[[], None] | None = None,
) -> GameTally:
    """Play some games from one seed; game number k is the same whatever else is played."""
    must_be(Game, game, "a game: expected what `load_game` gives")
    for name, count in (("games", games), ("most_moves", most_moves)):
        if not is_whole(count, 0):
            raise SpecError(f"{name}={count!r}: expected a whole number")
    tally = GameTally()
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        play_out(game, game.start(seats, f"{seed}/{number}", variables), rng, tally, most_moves=most_moves, check=check)
        if step is not None:
            step()
    return tally
