from __future__ import annotations

import pytest

from bigslick.spec import RunError, load_game
from bigslick.spec.simulate import simulate


def test_a_game_that_is_too_long_is_an_error_not_a_cut() -> None:
    with pytest.raises(RunError, match="3 moves and no end"):
        simulate(load_game("std:eights"), 2, 1, 1, most_moves=3)


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
