"""Plays many games: winners, moves and turns, decisions by phase, and broken invariants."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bigslick.checks import is_whole
from bigslick.intervals import share_interval

from .game import Game
from .policies import Policy, at_random
from .problems import RunError, SpecError, must_be
from .state import GameState

MOST: Final = 10**12
"""The most games, and the most moves in one game, that you can request."""
LAST_MOVES: Final = 6
"""How many last moves to show for a game that does not end."""


@dataclass
class GameTally:
    """The results of some games."""

    games: int = 0
    turns: int = 0
    moves: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    results: list[int | None] = field(default_factory=list)
    """The winner of each game; None for a tie."""
    shared: int = 0
    """Tied games: several winners, or no winner."""
    violations: Counter[str] = field(default_factory=Counter)

    def win_rate(self, seat: int) -> tuple[float, float, float]:
        """Return the share of games that a seat won, and its 95% interval."""
        won = self.winners[seat]
        return (won / self.games if self.games else 0.0, *share_interval(won, self.games))


def play_out(
    game: Game,
    state: GameState,
    rng: random.Random,
    tally: GameTally,
    *,
    most_moves: int,
    check: bool = True,
    policies: Sequence[Policy] | None = None,
) -> None:
    """Play until the game is over, at random or with each seat's policy; exceeding the move limit is an error."""
    names = [phase.name for phase in game.spec.phases]
    invariants = check and bool(game.spec.invariants)
    phases = [0] * len(names)
    begun = state.moves
    seats = policies or [at_random] * state.seats
    last: list[str] = []
    if policies is None:
        broken = [0] * len(game.spec.invariants) if invariants else None
        game.play_at_random(state, rng, most_moves - LAST_MOVES, phases, broken)
        for invariant, count in zip(game.spec.invariants, broken or [], strict=False):
            if count:
                tally.violations[invariant.name] += count
    while state.winners is None:
        left = begun + most_moves - state.moves
        move = seats[state.active](game, state, rng)
        if left <= LAST_MOVES:
            if left <= 0:
                raise no_end(game, state, most_moves, last)
            last.append(f"seat {state.active + 1} {game.describe(move)}")
        phases[state.phase] += 1
        game.play(state, move)
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


def no_end(game: Game, state: GameState, most_moves: int, last: Sequence[str]) -> RunError:
    """Return the error for a game that does not end: its phase, and its last moves."""
    phase = game.spec.phases[state.phase]
    recent = f"; the last moves: {', '.join(last)}" if last else ""
    return RunError(
        f"no end after {most_moves:,} moves: phase '{phase.name}' of turn {state.turn + 1:,}, "
        f"seat {state.active + 1} to move{recent}",
        [phase.place],
    )


def simulate(
    game: Game,
    seats: int,
    games: int,
    seed: int | str,
    *,
    variables: Mapping[str, int | bool] | None = None,
    most_moves: int = 1_000_000,
    check: bool = True,
    policies: Sequence[Policy] | None = None,
    step: Callable[[], None] | None = None,
) -> GameTally:
    """Play some games from one seed; game number k does not depend on the others.

    `policies` has one for each seat; without them every move is random.
    """
    must_be(Game, game, "a game: expected what `load_game` gives")
    for name, count in (("games", games), ("most_moves", most_moves)):
        if not is_whole(count, 0, MOST):
            raise SpecError(f"{name}={count!r}: expected a whole number up to {MOST:,}")
    if policies is not None and (
        not isinstance(policies, Sequence) or len(policies) != seats or not all(map(callable, policies))
    ):
        raise SpecError(f"policies={policies!r}: expected one for each of the {seats!r} seats")
    tally = GameTally()
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        state = game.start(seats, f"{seed}/{number}", variables)
        play_out(game, state, rng, tally, most_moves=most_moves, check=check, policies=policies)
        if step is not None:
            step()
    return tally
