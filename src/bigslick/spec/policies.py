"""Ways to choose a move: at random, at random with weights, or by asking a function."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bigslick.checks import did_you_mean, is_whole

from .game import Game, IllegalMove
from .observe import observe
from .problems import SpecError, WrongKind, must_be
from .state import GameState, Move

Policy = Callable[[Game, GameState, random.Random], Move]
"""Chooses a move for the player whose turn it is."""
Decide = Callable[[dict[str, Any]], str]
"""A bot: takes what `observe` shows one player and returns a move as text, such as one of `seen["moves"]`."""


def choose(menu: Sequence[Move], rng: random.Random) -> Move:
    """Choose at random: first the action, then its parameters, so that many amounts do not crowd out the rest."""
    try:
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
    except (TypeError, IndexError, AttributeError, KeyError):
        raise _no_choice(menu, rng) from None


def _no_choice(menu: object, rng: object) -> SpecError:
    if not isinstance(rng, random.Random):
        return WrongKind(f"{rng!r} is not a random.Random: expected one to choose with")
    if isinstance(menu, Sequence) and not len(menu):
        return SpecError("there is no move to choose: the menu is empty, as it is when the game is over")
    return WrongKind(f"{menu!r} is not a menu: expected what `game.moves(state)` gives")


def at_random(game: Game, state: GameState, rng: random.Random) -> Move:
    """Every action that is legal is equally likely."""
    must_be(GameState, state, "a state of a game: expected what `game.start` gives")
    del game
    return choose(state.menu, rng)


def weighted(game: Game, weights: Mapping[str, int]) -> Policy:
    """Choose actions by weight, 1 by default; an action of weight 0 is taken only if nothing else is legal."""
    must_be(Game, game, "a game: expected what `load_game` gives")
    must_be(Mapping, weights, "a mapping of weights: expected actions and their weights, such as {'fold': 1}")
    names = [action.name for action in game.spec.actions]
    for name, weight in weights.items():
        if name not in names:
            hint = did_you_mean(name, names) or f"; the actions are {', '.join(names)}"
            raise SpecError(f"there is no action {name!r} to weigh{hint}")
        if not is_whole(weight, 0, 10**6):
            raise SpecError(f"{name}={weight!r}: expected a weight from 0 to 1,000,000")
    weight_of = [weights.get(name, 1) for name in names]

    def policy(game: Game, state: GameState, rng: random.Random) -> Move:
        del game
        actions = list(dict.fromkeys(move[0] for move in state.menu))
        given = [weight_of[action] for action in actions]
        [action] = rng.choices(actions, given if any(given) else None)
        moves = [move for move in state.menu if move[0] == action]
        return moves[int(rng.random() * len(moves))]

    return policy


def by_bot(decide: Decide, name: str) -> Policy:
    """Play by a bot that answers with a legal move as text."""
    if not callable(decide):
        raise WrongKind(f"{decide!r} is not a bot: expected a function of what a player sees")

    def policy(game: Game, state: GameState, rng: random.Random) -> Move:
        del rng
        who = f"seat {state.active + 1} ({name})"
        try:
            answer = decide(observe(game, state, state.active))
        except Exception as error:
            raise SpecError(f"{who} failed: {type(error).__name__}: {error}") from error
        if not isinstance(answer, str):
            raise WrongKind(f"{who} answered {answer!r}: expected a move as text, such as {_example(game, state)!r}")
        try:
            move = game.parse(answer)
        except SpecError as error:
            raise IllegalMove(f"{who} answered {answer!r}: {error}") from None
        if not game.legal(state, move):
            raise IllegalMove(f"{who} answered {answer!r}, which is not legal now: try {_example(game, state)!r}")
        return move

    return policy


def _example(game: Game, state: GameState) -> str:
    return game.describe(state.menu[0])
