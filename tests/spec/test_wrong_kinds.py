"""Arguments of the wrong type get a sentence from every public function of the spec language."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bigslick import BigslickError, spec
from bigslick.spec import GameState, load_game

GAME = load_game("std:kuhn")
WRONG: list[Any] = [
    None, 3, -1, 1.5, float("nan"), "x", b"x", [], {}, (), object(), [None], {"a": None}, True, lambda *_: None,
]  # fmt: skip
RNG = random.Random(1)


def state() -> GameState:
    return GAME.start(2, 1)


CALLS: dict[str, Callable[[Any], object]] = {
    "by_bot": lambda it: spec.by_bot(it, "mine"),
    "at_random, its state": lambda it: spec.at_random(GAME, it, RNG),
    "at_random, its random": lambda it: spec.at_random(GAME, state(), it),
    "check": lambda it: spec.check(it),
    "choose, its menu": lambda it: spec.choose(it, RNG),
    "choose, its random": lambda it: spec.choose(state().menu, it),
    "compiled": lambda it: spec.compiled(it),
    "find_warnings": lambda it: spec.find_warnings(it),
    "find_warnings, its moves": lambda it: spec.find_warnings(GAME.spec, most_moves=it),
    "game_text": lambda it: list(spec.game_text(it)),
    "interpreted": lambda it: spec.interpreted(it),
    "load": lambda it: spec.load(it),
    "measure": lambda it: spec.measure(it, [2], 1, 1),
    "measure, its seats": lambda it: spec.measure(GAME.spec, it, 1, 1),
    "measure, its games": lambda it: spec.measure(GAME.spec, [2], it, 1),
    "observe": lambda it: spec.observe(it, state(), 0),
    "observe, its state": lambda it: spec.observe(GAME, it, 0),
    "observe, its player": lambda it: spec.observe(GAME, state(), it),
    "simulate": lambda it: spec.simulate(it, 2, 1, 1),
    "simulate, its seats": lambda it: spec.simulate(GAME, it, 1, 1),
    "simulate, its games": lambda it: spec.simulate(GAME, 2, it, 1),
    "simulate, its variables": lambda it: spec.simulate(GAME, 2, 1, 1, variables=it),
    "simulate, its moves": lambda it: spec.simulate(GAME, 2, 1, 1, most_moves=it),
    "simulate, its policies": lambda it: spec.simulate(GAME, 2, 1, 1, policies=it),
    "weighted": lambda it: spec.weighted(it, {}),
    "weighted, its weights": lambda it: spec.weighted(GAME, it),
    "why_not": lambda it: spec.why_not(GAME, state(), it),
    "Game.apply": lambda it: GAME.apply(state(), it),
    "Game.describe": lambda it: GAME.describe(it),
    "Game.legal": lambda it: GAME.legal(state(), it),
    "Game.load": lambda it: GAME.load(it),
    "Game.moves": lambda it: GAME.moves(it),
    "Game.parse": lambda it: GAME.parse(it),
    "Game.play": lambda it: GAME.play(state(), it),
    "Game.play, its state": lambda it: GAME.play(it, (0,)),
    "Game.set_global": lambda it: GAME.set_global(it, "pot", 1),
    "Game.set_global, its name": lambda it: GAME.set_global(state(), it, 1),
    "Game.set_global, its value": lambda it: GAME.set_global(state(), "pot", it),
    "Game.start": lambda it: GAME.start(it),
    "Game.start, its variables": lambda it: GAME.start(2, 1, it),
    "Game.violations": lambda it: GAME.violations(it),
    "GameState.save": lambda it: state().save(it),
    "Tracer": lambda it: spec.Tracer(it, print),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_wrong_kind_gets_a_sentence_or_an_answer(name: str) -> None:
    refused = 0
    for thing in WRONG:
        try:
            CALLS[name](thing)
        except (BigslickError, FileNotFoundError) as error:
            assert len(str(error)) > 10  # noqa: PT017
            refused += 1
    assert refused
