from __future__ import annotations

import random

import pytest

from bigslick.spec import RunError, load_game
from bigslick.spec.policies import choose
from bigslick.spec.simulate import LAST_MOVES, GameTally, simulate


def test_a_game_that_is_too_long_is_an_error_not_a_cut() -> None:
    with pytest.raises(RunError, match="no end after 3 moves") as caught:
        simulate(load_game("std:eights"), 2, 1, 1, most_moves=3)
    message = caught.value.message
    assert "phase 'play' of turn" in message
    assert message.count("seat") == 4  # who is to move, and the last three moves
    assert "std:eights:" in str(caught.value)


def test_the_last_moves_of_a_long_game_are_the_last() -> None:
    game = load_game("std:holdem")
    with pytest.raises(RunError, match="no end after 20 moves") as caught:
        simulate(game, 6, 1, 1, most_moves=20)
    shown = caught.value.message.rpartition("the last moves: ")[2].split(", ")
    assert len(shown) == LAST_MOVES
    rng = random.Random("1/0")
    state = game.start(6, "1/0")
    said = []
    for _ in range(20):
        move = choose(state.menu, rng)
        said.append(f"seat {state.active + 1} {game.describe(move)}")
        game.play(state, move)
    assert shown == said[-LAST_MOVES:]


def test_win_rates_have_intervals() -> None:
    tally = GameTally(games=10)
    tally.winners[0] = 5
    assert tally.win_rate(0) == pytest.approx((0.5, 0.1871, 0.8129), abs=1e-4)
    assert GameTally().win_rate(0) == (0, 0, 1)


def test_a_game_is_the_same_whatever_else_is_played() -> None:
    game = load_game("std:eights")
    assert simulate(game, 3, 5, 1).results == simulate(game, 3, 9, 1).results[:5]


def test_broken_invariants_are_counted(tmp_path: object) -> None:
    from pathlib import Path

    import bigslick.spec

    text = (Path(bigslick.spec.__file__).parent / "std" / "kuhn.yaml").read_text()
    path = Path(str(tmp_path)) / "kuhn.yaml"
    path.write_text(text.replace("      right: 4\n", "      right: 3\n"))
    tally = simulate(load_game(str(path)), 2, 10, 1)
    assert tally.violations == {"four chips": tally.moves}
