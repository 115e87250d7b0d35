from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.spec import BadSpec, IllegalMove, RunError, Spec, compiled, interpreted, load_game, load_spec
from bigslick.spec.policies import choose
from bigslick.spec.simulate import simulate

from .conftest import Write


def column(spec: Spec, state: object, name: str) -> list[int]:
    slot = next(var.slot for var in spec.players if var.name == name)
    return list(state.p[slot])  # type: ignore[attr-defined]


def glob(spec: Spec, state: object, name: str) -> int:
    slot = next(var.slot for var in spec.globals if var.name == name)
    return int(state.g[slot])  # type: ignore[attr-defined]


def test_ours_a_jump_drops_what_follows(s0: Spec) -> None:
    """Three calls and the option close the preflop round: the next decision is on the flop, not at the showdown."""
    game = compiled(s0)
    state = game.start(4, 1)
    for text in ("call", "call", "call", "check"):
        assert s0.phases[state.phase].name == "preflop"
        game.apply(state, game.parse(text))
    assert s0.phases[state.phase].name == "flop"
    assert state.active == 1  # left of the button


def test_ours_amounts_off_the_menu_are_accepted(s0: Spec) -> None:
    game = compiled(s0)
    state = game.start(4, 1)
    assert [move[1] for move in state.menu if len(move) == 2] == [40, 41, 60, 80, 120, 235, 426, 617, 808, 1000]
    assert game.legal(state, game.parse("raise 250"))
    for text in ("raise 39", "raise 1001", "check"):
        before = state.digest()
        with pytest.raises(IllegalMove, match=f"{text} is not legal now"):
            game.apply(state, game.parse(text))
        assert state.digest() == before
    for move in ((), (9,), (-1,), (0, 1), (3,), (3, 40, 2)):
        assert not game.legal(state, move)
    game.apply(state, game.parse("raise 250"))
    assert glob(s0, state, "currentBet") == 250


def test_ours_a_lone_player_is_not_asked(s0: Spec) -> None:
    """The small blind is all-in and called, so the board runs out, and the next decision is in the next hand."""
    game = compiled(s0)
    state = game.start(2, 5)
    game.apply(state, game.parse("allIn"))
    game.apply(state, game.parse("call"))
    assert state.winners is not None or state.turn == 1


def test_ours_the_least_bet_after_the_flop_is_the_big_blind(s0: Spec) -> None:
    game = compiled(s0)
    state = game.start(3, 1)
    for text in ("raise 300", "call", "call"):
        game.apply(state, game.parse(text))
    assert s0.phases[state.phase].name == "flop"
    assert min(move[1] for move in state.menu if len(move) == 2) == 20


def test_blinds_rise_at_the_hands_of_the_schedule(s0: Spec) -> None:
    """Check that levels change after 10, 20, 30, 38, 46, 52, 58, 63 and 68 hands."""
    changes = []
    game = compiled(s0)
    state = game.start(2, 8)
    level = 0
    while state.turn < 80:
        # Folding every hand moves only blinds; topping up chips makes the game long enough to see every level.
        state.p[next(var.slot for var in s0.players if var.name == "chipStack")][:] = [100_000, 100_000]
        game.apply(state, game.parse("fold"))
        if glob(s0, state, "blindLevel") != level:
            level = glob(s0, state, "blindLevel")
            changes.append(glob(s0, state, "handsPlayed"))
    assert changes == [10, 20, 30, 38, 46, 52, 58, 63, 68]
    assert (glob(s0, state, "smallBlind"), glob(s0, state, "bigBlind"), glob(s0, state, "ante")) == (500, 1000, 100)


def test_one_seed_one_game(s0: Spec) -> None:
    logs = []
    for _ in range(2):
        tally = simulate(compiled(s0), 5, 4, "seed")
        logs.append((tally.moves, tally.turns, tally.results))
    assert logs[0] == logs[1]
    other = simulate(compiled(s0), 5, 4, "other")
    assert (other.moves, other.turns, other.results) != logs[0]


@pytest.mark.parametrize("seats", [1, 11, 0, -1])
def test_seats_are_checked(s0: Spec, seats: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 10 players"):
        compiled(s0).start(seats)
    with pytest.raises(ValueError, match="'kuhn' is for 2 players"):
        load_game("std:kuhn").start(seats)


def test_variables_can_be_set_within_their_range() -> None:
    game = load_game("std:holdem")
    state = game.start(3, 1, {"startingStack": 50, "cumulative": False})
    assert sum(column(game.spec, state, "stack")) + glob(game.spec, state, "pot") == 150
    for name, value in (("nobody", 1), ("startingStack", 0), ("cumulative", 1), ("startingStack", True)):
        with pytest.raises(ValueError, match=name):
            game.start(3, 1, {name: value})


@pytest.mark.parametrize("make", [compiled, interpreted])
def test_a_jump_back_that_only_play_can_find_is_an_error(vary: Write, make: object) -> None:
    """A macro jumps to a phase that is ahead for one caller and behind for another."""
    jump = "effectMacros:\n  - { id: hop, params: [], exports: [], effects: [{ gotoPhaseExact: { phase: bet } }] }\n"
    path = vary(
        (
            "        - draw:",
            "        - if: { when: { ref: gvar, var: over }, then: [{ macro: hop }] }\n        - draw:",
        ),
        ("    - id: done\n", "    - id: done\n      onEnter:\n        - macro: hop\n"),
        ("effectMacros:\n", jump),
    )
    game = make(load_spec(path))  # type: ignore[operator]
    with pytest.raises(RunError, match="back to 'bet' crosses the end of the turn") as caught:
        game.play(game.start(2, 1), (0, 1))
    assert "gotoPhaseExact" in str(caught.value)


def test_a_game_that_is_stuck_is_an_error(vary: Write) -> None:
    never = "    pre: { ref: gvar, var: over }"
    path = vary(
        ("    pre: { op: not, arg: { ref: pvar, player: actor, var: folded } }", never),
        ("    phase: [bet]\n    effects:\n      - setVar", f"    phase: [bet]\n{never}\n    effects:\n      - setVar"),
    )
    with pytest.raises(RunError, match="the game is stuck"):
        compiled(load_spec(path)).start(2, 1)


def test_limits_count_by_phase_turn_and_game(vary: Write) -> None:
    for scope, left in (("turn", ["stop"]), ("phase", ["stop"]), ("game", ["stop"])):
        path = vary(
            ("      - gotoPhaseExact: { phase: done }\n", f"    limits: [{{ scope: {scope}, max: 1 }}]\n"),
            ("max: { ref: pvar, player: actor, var: chips } }", "max: 1 }"),
        )
        game = load_game(path)
        state = game.start(2, 1)
        assert [game.describe(move) for move in state.menu] == ["put 1", "stop"]
        game.play(state, state.menu[0])
        assert [game.describe(move) for move in state.menu] == left


def test_moves_are_said_and_read_alike() -> None:
    game = load_game("std:eights")
    state = game.start(3, 1)
    for move in state.menu:
        assert game.parse(game.describe(move)) == move
    for text in ("", "dance", "play", "play XX 1", "draw 3", "play 8h x"):
        with pytest.raises(ValueError, match="is not a"):
            game.parse(text)


def test_nothing_but_a_spec_is_read(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("")
    with pytest.raises(BadSpec, match="a game needs one"):
        load_spec(str(path))


def test_choose_takes_from_the_menu() -> None:
    import random

    menu = [(0,), (1,), (3, 5), (3, 6), (3, 9), (4,)]
    rng = random.Random(1)
    picked = [choose(menu, rng) for _ in range(2000)]
    assert set(picked) == set(menu)
    assert 300 < sum(move[0] == 3 for move in picked) < 700  # one action in four
