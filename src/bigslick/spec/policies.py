"""Ways to choose a move: at random, at random with weights, or with a function."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bigslick.checks import did_you_mean, is_whole

from .game import Game, IllegalMove
from .observe import observe, visible
from .problems import SpecError, WrongKind, must_be
from .state import GameState, Move

Policy = Callable[[Game, GameState, random.Random], Move]
"""Chooses a move for the player whose turn it is."""
Decide = Callable[[dict[str, Any]], str]
"""A bot: takes one player's `observe` and returns a move as text, such as one of `seen["moves"]`."""


def choose(menu: Sequence[Move], rng: random.Random) -> Move:
    """Choose at random: first the action, then its parameters, so an action with many amounts is not more likely."""
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
    """Choose among the legal actions with equal probability."""
    must_be(GameState, state, "a state of a game: expected what `game.start` gives")
    del game
    return choose(state.menu, rng)


def weighted(game: Game, weights: Mapping[str, int]) -> Policy:
    """Choose actions by weight, 1 by default; an action with weight 0 is taken only if no other is legal."""
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


def by_search(playouts: int = 300) -> Policy:
    """Choose the move that does best in random games from the player's view, with hidden tokens dealt again for each.

    The score decides, or the winner in a game without scores; a long game is judged after some moves.
    """
    if not is_whole(playouts, 1, 10**6):
        raise SpecError(f"playouts={playouts!r}: expected 1 to 1,000,000")

    def policy(game: Game, state: GameState, rng: random.Random) -> Move:
        must_be(GameState, state, "a state of a game: expected what `game.start` gives")
        menu = state.menu if len(state.menu) <= _TRIED else rng.sample(state.menu, _TRIED)
        worth = dict.fromkeys(menu, 0.0)
        for move in menu if len(menu) > 1 else ():
            for _ in range(max(1, playouts // len(menu))):
                twin = imagined(game, state, state.active, rng)
                try:
                    game.play(twin, move)
                    _play_on(game, twin, rng)
                except SpecError:  # impossible deal: the move reveals something about the tokens
                    continue
                worth[move] += _worth(game, twin, state.active)
        return max(menu, key=lambda move: worth[move])

    return policy


_TRIED: Final = 20
"""The most moves that a search tries."""
_AHEAD: Final = 80
"""How many moves a search looks ahead."""


def imagined(game: Game, state: GameState, player: int, rng: random.Random) -> GameState:
    """Return a state that looks the same to a player, with unseen tokens and the future dealt at random."""
    twin = state.copy()
    twin.stream, twin.drawn = rng.randbytes(32), 0
    hidden = [zone for zone in range(len(twin.z)) if not visible(game, state, zone, player)]
    tokens = [token for zone in hidden for token in twin.z[zone]]
    rng.shuffle(tokens)
    for zone in hidden:
        count = len(twin.z[zone])
        twin.z[zone][:], tokens = tokens[:count], tokens[count:]
    return twin


def _play_on(game: Game, state: GameState, rng: random.Random) -> None:
    last = state.moves + _AHEAD
    game.play_at_random(state, rng, _AHEAD, [0] * len(game.spec.phases), None)
    while state.winners is None and state.moves < last:
        game.play(state, choose(state.menu, rng))


def _worth(game: Game, state: GameState, player: int) -> float:
    """Return a state's value to a player: their score less the others', or whether they won."""
    scoring = game.spec.scoring
    if scoring is None or game.code.score is None:
        return float(player in state.winners) / len(state.winners) if state.winners else 0.0
    scores = [float(game.code.score(state, seat)) for seat in range(state.seats)]
    gain = scores[player] - sum(scores) / len(scores)
    return gain if scoring.highest else -gain


def by_bot(decide: Decide, name: str) -> Policy:
    """Play a bot that answers with a legal move as text."""
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
