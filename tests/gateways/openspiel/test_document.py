"""Spec documents as OpenSpiel games: move numbers, what players see, what they win."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel: Any = pytest.importorskip("pyspiel")

import bigslick.gateways.openspiel as ours  # noqa: E402
from bigslick.gateways.openspiel.document import ROWS, Numbers  # noqa: E402
from bigslick.spec import load_game  # noqa: E402


def kuhn(*actions: int) -> Any:
    state = ours.load_document("std:kuhn").new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


@pytest.mark.parametrize("name", ["std:kuhn", "std:leduc", "std:eights", "std:five-card-draw", "std:holdem"])
def test_each_move_of_a_menu_has_a_number_of_its_own(name: str) -> None:
    game = load_game(name)
    numbers = Numbers(game.spec)
    state, rng = game.start(game.spec.least_players, 4), random.Random(4)
    for _ in range(60):
        if state.winners is not None:
            break
        found = numbers.of(state.menu)
        assert sorted(found.values()) == sorted(state.menu)
        assert [*found] == sorted(found)
        assert all(0 <= number < numbers.count for number in found)
        game.play(state, rng.choice(state.menu))


@pytest.mark.parametrize("name", ["std:kuhn", "std:leduc", "std:eights", "std:five-card-draw", "std:holdem"])
def test_the_dealt_game_is_the_shuffled_game(name: str) -> None:
    """With its deck stacked as chance dealt it, the compiled game plays the same, move by move."""
    rng = random.Random(name)
    for _ in range(1 if name in ("std:holdem", "std:five-card-draw") else 3):
        state = ours.load_document(name, max_moves=60).new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            position = state.position
            if position.state is None:
                continue
            # The compiled game accepts the state that the interpreter dealt, and offers the same moves.
            again = load_game(name).load(position.state.save(position.rules.spec))
            assert sorted(again.menu) == sorted(position.state.menu)


def test_what_a_player_wins_is_their_score_less_the_average() -> None:
    assert kuhn(0, 1, 0, 0).returns() == [-1, 1]
    assert kuhn(2, 1, 1, 3).returns() == [2, -2]
    assert kuhn(2, 1, 1, 2).returns() == [1, -1]
    assert kuhn(2, 1).returns() == [0, 0]


def test_a_player_sees_their_own_card_only() -> None:
    one, two = kuhn(0, 1), kuhn(0, 2)
    for look in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        assert getattr(one, look)(0) == getattr(two, look)(0)
        assert getattr(one, look)(1) != getattr(two, look)(1)
    assert "hand:0=J" in one.information_state_string(0)
    assert "Q" not in one.information_state_string(0)


def test_discards_are_counted_for_others_and_named_for_the_player() -> None:
    state, rng = ours.load_document("std:five-card-draw", max_moves=300).new_initial_state(), random.Random(2)
    seen = 0
    for _ in range(400):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            words = [state.action_to_string(action) for action in state.legal_actions()]
            draws = [at for at, word in enumerate(words) if word.startswith("discard") and len(word.split()[-1]) >= 2]
            if draws and not words[draws[-1]].endswith("none"):
                who, name = state.current_player(), words[draws[-1]]
                twin = state.child(state.legal_actions()[draws[-1]])
                while twin.is_chance_node():
                    twin = twin.child(twin.legal_actions()[0])
                if not twin.is_terminal():
                    assert f"p{who} {name}" in twin.information_state_string(who)
                    assert name not in twin.information_state_string(1 - who)
                    seen += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert seen


def test_variables_and_players_are_settings() -> None:
    game = ours.load_document("std:holdem", players=3, startingStack=100)
    assert game.num_players() == 3
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert "startingStack=100" in state.observation_string(0)


def test_a_long_game_ends_at_its_limit() -> None:
    game = ours.load_document("std:holdem", max_moves=5)
    rng = random.Random(6)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.position.state.moves <= 5
    assert sum(state.returns()) == pytest.approx(0)


def test_the_history_tensor_keeps_the_last_moves() -> None:
    game = ours.load_document("std:eights", max_moves=400)
    rng = random.Random(9)
    state = game.new_initial_state()
    while not state.is_terminal() and (state.position.state is None or state.position.state.moves < ROWS + 10):
        state.apply_action(rng.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    moves = observer.dict["moves"]
    assert moves.shape == (ROWS, game.num_players() + len(game.rules.spec.actions) + 1)
    assert (moves[:, : game.num_players()].sum(axis=1) == 1).all()
    base = state.position.base
    assert moves[-1, base.state.active] == 1
    assert moves[-1, game.num_players() + state.position.move[0]] == 1
    assert len(observer.tensor) == game.information_state_tensor_size()
