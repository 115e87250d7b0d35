"""The interpreter is the second opinion on the compiler: both play every game the same way."""

from __future__ import annotations

import random

import pytest

from bigslick.spec import Spec, choose, compiled, interpreted, load_spec


def agree(spec: Spec, games: int, seed: int, *, native: bool) -> int:
    """Play the same random games compiled and interpreted; every state, menu and reveal must be the same."""
    quick, plain = compiled(spec, native=native), interpreted(spec, native=native)
    moves = 0
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        seats = rng.randint(spec.least_players, spec.most_players)
        one, other = quick.start(seats, number), plain.start(seats, number)
        while True:
            assert one == other
            assert one.menu == other.menu
            assert one.reveals == other.reveals
            if one.winners is not None:
                break
            move = choose(one.menu, rng)
            assert quick.legal(one, move)
            assert plain.legal(other, move)
            quick.play(one, move)
            plain.play(other, move)
            moves += 1
    return moves


def test_compiled_and_interpreted_agree_on_s0(s0: Spec) -> None:
    assert agree(s0, 25, 1, native=True) > 300
    assert agree(s0, 2, 2, native=False)


@pytest.mark.parametrize(("name", "games"), [("holdem", 15), ("kuhn", 40), ("eights", 15)])
def test_compiled_and_interpreted_agree_on_our_games(name: str, games: int) -> None:
    assert agree(load_spec(f"std:{name}"), games, 1, native=True)


@pytest.mark.slow
def test_compiled_and_interpreted_agree_on_every_state_of_10_000_games(s0: Spec) -> None:
    assert agree(s0, 7_000, 3, native=True)
    assert agree(load_spec("std:holdem"), 1_500, 3, native=True)
    assert agree(load_spec("std:kuhn"), 1_000, 3, native=True)
    assert agree(load_spec("std:eights"), 500, 3, native=True)
    assert agree(s0, 40, 4, native=False)
