"""The betting library: fixed limit has its known tree, pot limit follows its rule, and missing parts are named."""

from __future__ import annotations

import random
from pathlib import Path

from bigslick.spec import Game, GameState, load_game
from bigslick.spec.policies import choose
from tests.spec.conftest import messages

FIXED = Path(__file__).parents[1] / "fixed-limit.yaml"


def slots(game: Game) -> dict[str, int]:
    return {var.name: var.slot for var in (*game.spec.globals, *game.spec.players)}


def perft(game: Game, state: GameState) -> tuple[int, int, int]:
    """Return one hand's leaves, decisions and actions, not counting folds when checking is free."""
    if state.turn or state.winners is not None:
        return 1, 0, 0
    moves = state.menu
    names = [game.spec.actions[move[0]].name for move in moves]
    if "check" in names:
        moves = [move for move, name in zip(moves, names, strict=True) if name != "fold"]
    leaves, decisions, actions = 0, 1, len(moves)
    for move in moves:
        following = state.copy()
        game.play(following, move)
        below = perft(game, following)
        leaves, decisions, actions = leaves + below[0], decisions + below[1], actions + below[2]
    return leaves, decisions, actions


def test_fixed_limit_heads_up_has_the_known_tree() -> None:
    """Four bets a street: 10,206 leaves, 6,378 decisions, 16,583 actions, as `bigslick perft` counts them too."""
    game = load_game(FIXED)
    assert perft(game, game.start(2, 1, {"startingStack": 10_000})) == (10_206, 6_378, 16_583)


def test_fixed_limit_bets_are_one_and_two_big_blinds() -> None:
    game = load_game(FIXED)
    at = slots(game)
    rng = random.Random(2)
    seen = set()
    for number in range(20):
        state = game.start(3, number, {"startingStack": 10_000})
        for _ in range(30):
            if state.winners is not None:
                break
            phase = game.spec.phases[state.phase].name
            for move in state.menu:
                if len(move) == 2 and state.p[at["stack"]][state.active] > 100:
                    seen.add((phase, move[1] - state.g[at["price"]]))
            game.play(state, choose(state.menu, rng))
    assert seen == {("preflop", 20), ("flop", 20), ("turn", 40), ("river", 40)}


def test_pot_limit_wagers_come_to_the_pot_at_most() -> None:
    """Robert's Rules of Poker: a raise can be the size of the pot after the player has called."""
    game = load_game("std:holdem")
    at = slots(game)
    rng = random.Random(5)
    full = 0
    for number in range(20):
        state = game.start(4, number, {"potLimit": True})
        assert max(move[1] for move in state.menu if len(move) == 2) == 70
        while state.winners is None:
            price, pot = state.g[at["price"]], state.g[at["pot"]]
            bet, stack = state.p[at["bet"]][state.active], state.p[at["stack"]][state.active]
            most = max([move[1] for move in state.menu if len(move) == 2], default=0)
            if most:
                assert most == min(price + pot + price - bet, bet + stack) or (price == 0 and most <= bet + stack)
                full += most < bet + stack
                assert not game.legal(state, (*next(move for move in state.menu if len(move) == 2)[:1], most + 1))
            game.play(state, choose(state.menu, rng))
    assert full > 100


def test_a_game_without_score_hands_is_told_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(
        "imports: [std:betting]\nmetadata: { id: bare, players: { min: 2, max: 2 } }\nsetup: [{ macro: take-seats }]\n"
        "turnStructure: { phases: [{ id: bets, onEnter: [{ macro: begin-hand }, { macro: post-antes-and-blinds }, "
        "{ macro: open-blinds }] }, { id: showdown, onEnter: [{ macro: showdown }, { macro: end-hand }] }] }\n"
    )
    assert messages(str(path)) == ["unknown macro 'score-hands'"]
