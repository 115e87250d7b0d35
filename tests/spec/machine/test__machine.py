"""The machine plays every game like the interpreter; if it gives up, nothing has changed."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import pytest

from bigslick.spec import Game, GameState, RunError, Spec, choose, compiled, interpreted, load_spec
from bigslick.spec.machine._machine import COMPILED, Machine, Words, is_listed
from bigslick.strength import COMPILED as CORE_COMPILED
from tests.spec.conftest import Write

from .machines import game_with_machines, machine_for
from .test__lists import CHOICE
from .test__lists import made as endless_lists

HERE = Path(__file__).parents[1]
OURS = ["holdem", "kuhn", "eights", "leduc", "short-deck", "five-card-draw"]


@pytest.fixture(scope="module")
def everything() -> Spec:
    return load_spec(str(HERE / "everything.yaml"))


def agree(spec: Spec, games: int, seed: int, *, native: bool = True, strict: bool = False) -> int:
    """Play the same random games in both runners: every state, menu, reveal, breach and error is equal."""
    quick = game_with_machines(spec, native=native, strict=strict)
    plain = interpreted(spec, native=native, strict=strict)
    moves = 0
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        seats = rng.randint(spec.least_players, spec.most_players)
        one, other = quick.start(seats, number), plain.start(seats, number)
        while True:
            assert one.menu == other.menu
            assert one.reveals == other.reveals
            assert one == other
            assert quick.violations(one) == plain.violations(other)
            if one.winners is not None:
                break
            move = choose(one.menu, rng)
            broken = outcome(quick, one, move)
            assert broken == outcome(plain, other, move)
            if broken is not None:
                break
            assert one.ahead, "the machine gave up on a sound move"
            moves += 1
    return moves


def outcome(game: Game, state: GameState, move: tuple[int, ...]) -> str | None:
    try:
        game.play(state, move)
    except RunError as error:
        return error.message
    return None


def test_the_machine_is_compiled_with_the_core() -> None:
    assert COMPILED == CORE_COMPILED


@pytest.mark.parametrize("name", OURS)
def test_machine_and_interpreter_agree_on_our_games(name: str) -> None:
    assert agree(load_spec(f"std:{name}"), 6, 1)


def test_machine_and_interpreter_agree_on_every_construct(everything: Spec) -> None:
    assert agree(everything, 25, 1) > 1_000
    assert agree(everything, 25, 2, strict=True)


def test_machine_and_interpreter_agree_on_s0(s0: Spec) -> None:
    assert agree(s0, 12, 1) > 100
    assert agree(s0, 1, 2, native=False)


def test_machine_and_interpreter_agree_on_variants(s0_path: str) -> None:
    assert agree(load_spec("std:holdem-base", s0_path, str(HERE / "pot-limit.yaml")), 5, 1)
    assert agree(load_spec(str(HERE / "swap.yaml")), 20, 1)


@pytest.mark.slow
def test_machine_and_interpreter_agree_on_every_state_of_many_games(s0: Spec, everything: Spec) -> None:
    assert agree(s0, 3_000, 5)
    assert agree(everything, 1_500, 5)
    for name in OURS:
        assert agree(load_spec(f"std:{name}"), 300, 5)


@pytest.mark.skipif(not COMPILED, reason="an interpreted machine is only for tests")
def test_every_game_of_ours_is_played_by_the_machine(s0: Spec, everything: Spec) -> None:
    for spec in [s0, everything, *(load_spec(f"std:{name}") for name in OURS)]:
        machines = compiled(spec).code.machines
        for seats in {spec.least_players, spec.most_players}:
            assert machines[seats] is not None


@pytest.mark.parametrize("check", [False, True])
def test_random_games_inside_the_machine_are_those_that_choose_plays(everything: Spec, check: bool) -> None:
    game = game_with_machines(everything)
    for number in range(12):
        seats = 2 + number % 5
        one, other = game.start(seats, number), game.start(seats, number)
        quick, slow = random.Random(number), random.Random(number)
        phases, broken = [0] * len(everything.phases), [0] * len(everything.invariants)
        expected, breaches = [0] * len(everything.phases), [0] * len(everything.invariants)
        most = 10**6 if number % 2 else 17
        game.play_at_random(one, quick, most, phases, broken if check else None)
        while other.winners is None and other.moves < most:
            expected[other.phase] += 1
            game.play(other, choose(other.menu, slow))
            failed = game.violations(other) if check else []
            for index, invariant in enumerate(everything.invariants):
                breaches[index] += invariant.name in failed
        assert one == other
        assert (one.menu, one.reveals, one.moves) == (other.menu, other.reveals, other.moves)
        assert (phases, broken) == (expected, breaches)
        assert quick.random() == slow.random()


def test_a_long_game_is_played_in_parts(tmp_path: Path) -> None:
    """Then an interrupt does not have to wait for the game to end."""
    spec = endless_lists(tmp_path, CHOICE)
    game = game_with_machines(spec)
    state = game.start(2, 1)
    phases = [0]
    assert game.code.machines[2].play_out(state, random.Random(1).random, 10**6, phases, None) is None  # type: ignore[union-attr]
    assert phases == [state.moves]
    assert 0 < state.moves < 10_000
    game.play_at_random(state, random.Random(2), 5_000, phases, None)
    assert phases == [state.moves]


def halved(vary: Write) -> Spec:
    """Return a game that divides by a pot of 0 when chips are put in."""
    division = "amount: { op: /, left: { param: amount }, right: { ref: gvar, var: pot } }"
    return load_spec(vary(("amount: { param: amount }", division)))


def test_a_move_that_is_given_up_changes_nothing(vary: Write) -> None:
    spec = halved(vary)
    machine, game = machine_for(spec, 3), game_with_machines(spec)
    state = game.start(3, 1)
    before, menu = state.key(), state.menu
    assert not machine.play(state, (0, 3))
    assert (state.key(), state.menu, state.moves) == (before, menu, 0)
    with pytest.raises(RunError, match="division by 0") as caught:
        game.play(state, (0, 3))
    assert [place.line for place in caught.value.places] == [54, 38]


def test_a_random_game_that_is_given_up_fails_where_it_would(vary: Write) -> None:
    """The interpreter makes the move that the machine gave up on, and reports the error."""
    spec = halved(vary)
    game = game_with_machines(spec)
    state = game.start(3, 1)
    phases = [0] * len(spec.phases)
    puts = next(seed for seed in range(99) if choose(state.menu, random.Random(seed))[0] == 0)
    with pytest.raises(RunError, match="division by 0"):
        game.play_at_random(state, random.Random(puts), 50, phases, None)
    assert state.moves == 1
    assert sum(phases) == 1


def test_lists_may_be_read_and_changed_between_moves(everything: Spec) -> None:
    quick, plain = game_with_machines(everything), interpreted(everything)
    one, other = quick.start(3, 4), plain.start(3, 4)
    for state in (one, other):
        state.p[0][1] = 25
        state.g[1] = -7
        state.z[0].reverse()
        state.active = 2
    for game, state in ((quick, one), (plain, other)):
        state.menu = game._moves(state)
        game.play(state, state.menu[-1])
    assert one == other


def test_a_state_goes_from_one_game_to_another(everything: Spec) -> None:
    """A strict game has its own machine, so a state moves between the two games as lists."""
    games = [game_with_machines(everything), game_with_machines(everything, strict=True), interpreted(everything)]
    alone = game_with_machines(everything)
    state, other = games[0].start(4, 9), alone.start(4, 9)
    rng = random.Random(2)
    for number in range(30):
        move = choose(state.menu, rng)
        broken = outcome(games[number % 3], state, move)
        if broken is not None:
            return
        alone.play(other, move)
        assert state == other


def test_copies_and_pickles_are_independent(everything: Spec) -> None:
    game = game_with_machines(everything)
    state = game.start(3, 5)
    twin, kept = state.copy(), pickle.loads(pickle.dumps(state))
    assert twin == state == kept
    game.play(state, state.menu[0])
    assert twin != state
    for other in (twin, kept):
        game.play(other, other.menu[0])
        assert other == state
        assert other.reveals == state.reveals


MOVES: list[object] = [
    (),
    (99,),
    (-1,),
    (0,),
    (0, 1),
    (0, 1, 2, 3),
    (0, 2**70, 1),
    (0, 1.5, 2),
    ("x",),
    (None,),
    (2**70,),
    None,
]


@pytest.mark.parametrize("move", MOVES, ids=repr)
def test_what_is_not_a_move_is_given_up(everything: Spec, move: tuple[int, ...]) -> None:
    machine, game = machine_for(everything, 3), game_with_machines(everything)
    state = game.start(3, 1)
    before = state.key()
    if isinstance(move, tuple):
        assert not machine.play(state, move)
    else:
        with pytest.raises((TypeError, AttributeError)):
            machine.play(state, move)
    assert state.key() == before


def break_g(state: GameState) -> None:
    state.g.append(1)


def break_p(state: GameState) -> None:
    state.p[0].pop()


def break_z(state: GameState) -> None:
    state.z[0].extend(range(27))


def break_zones(state: GameState) -> None:
    state.z.pop()


def break_number(state: GameState) -> None:
    state.g[0] = 2**80


def break_kind(state: GameState) -> None:
    state.g[0] = 1.5


def break_phase(state: GameState) -> None:
    state.phase = 99


def break_seat(state: GameState) -> None:
    state.active = -1


def break_grants(state: GameState) -> None:
    state.grants.clear()


BREAKS = [break_g, break_p, break_z, break_zones, break_number, break_kind, break_phase, break_seat, break_grants]


@pytest.mark.parametrize("damage", BREAKS)
def test_a_state_that_does_not_fit_is_given_up(everything: Spec, damage: Callable[[GameState], None]) -> None:
    machine, game = machine_for(everything, 3), game_with_machines(everything)
    state = game.start(3, 1)
    damage(state)
    assert not machine.play(state, (3,))
    assert machine.check(state) is None
    assert machine.play_out(state, random.Random(1).random, 5, [0] * 5, None) is None


def test_tokens_and_seats_that_are_not_there_are_given_up(everything: Spec) -> None:
    machine, game = machine_for(everything, 3), game_with_machines(everything)
    state = game.start(3, 1)
    state.z[1][:] = [1000, -5]
    state.menu = [(0, 1000, 0)]
    assert not machine.play(state, (0, 1000, 0))
    assert not machine.play(game.start(3, 1), (1, 77))


def test_words_belong_to_their_machine(everything: Spec) -> None:
    """Words from another game, with another size, or from no game are never read."""
    game, machine = game_with_machines(everything), machine_for(everything, 3)
    state = game.start(3, 1)
    state.words = Words(10)
    with pytest.raises(ValueError, match="these words are not of a game"):
        state.key()
    state = game.start(3, 1)
    other = machine_for(everything, 4)
    strange = GameState.without_lists(4, 1)
    assert other.start(strange, False)
    state.words = strange.words
    assert not machine.play(state, (3,))
    assert machine.check(state) is None


def test_a_machine_refuses_counts_and_numbers_that_do_not_fit(everything: Spec) -> None:
    machine = machine_for(everything, 3)
    state = GameState.without_lists(3, 1)
    assert machine.start(state, False)
    with pytest.raises(ValueError, match="a count for each phase"):
        machine.play_out(state, random.random, 5, [], None)
    with pytest.raises(ValueError, match="a count for each phase"):
        machine.play_out(state, random.random, 5, [0] * 5, [0])
    for wrong in (1.0, -0.1, float("nan")):
        with pytest.raises(ValueError, match="is not a random number"):
            machine.play_out(state, repeat(wrong).__next__, 5, [0] * 5, None)
    assert machine.play(state, (3,)), "the machine is free again after an error"


def test_a_machine_that_was_never_made_does_nothing(everything: Spec) -> None:
    state = game_with_machines(everything).start(3, 1)
    bare = Machine.__new__(Machine)
    for call in (lambda: bare.play(state, (3,)), lambda: bare.start(state, False), lambda: bare.check(state)):
        with pytest.raises(AttributeError):
            call()
    assert Words.__new__(Words) is not None


def test_a_move_is_listed_by_itself_or_by_its_ints() -> None:
    menu = [(0,), (1, 5)]
    assert is_listed(menu, menu[1])
    assert is_listed(menu, (1, int("5")))
    for wrong in ((1, 6), (True, 5), (1, 5.0), [1, 5], None, (), ((1, 5),)):
        assert not is_listed(menu, wrong)
    for strange in (None, 3, "x", ()):
        assert not is_listed(strange, (0,))


def test_counts_that_shrink_while_the_machine_draws_are_harmless() -> None:
    game = compiled(load_spec("std:kuhn"))
    state = game.start(2, seed=1)
    phases = [0] * len(game.spec.phases)

    class Clearing(random.Random):
        def random(self) -> float:
            phases.clear()
            return 0.1

    game.play_at_random(state, Clearing(1), 50, phases, None)
    assert len(phases) in (0, len(game.spec.phases))


def test_words_are_no_more_than_a_state_can_have() -> None:
    """`Words(2**31)` would ask the system for 16 GiB."""
    for size in (2**31, 50_001, -1):
        with pytest.raises(ValueError, match="expected at most 50000"):
            Words(size)


def test_a_draw_of_more_than_there_is_stops_the_game(vary: Write) -> None:
    spec = load_spec(vary(("op: min, left: 1", "op: max, left: 11")))
    for game in (game_with_machines(spec), interpreted(spec)):
        with pytest.raises(RunError, match=r"a draw of 11 tokens from .*, which holds"):
            play_on(game)


def play_on(game: Game) -> None:
    state, rng = game.start(game.spec.least_players, 1), random.Random(1)
    while state.winners is None:
        game.play(state, choose(state.menu, rng))
