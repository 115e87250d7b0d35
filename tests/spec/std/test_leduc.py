"""Leduc hold'em: the whole tree, history by history, against OpenSpiel's."""

from __future__ import annotations

import importlib
import sys
from itertools import permutations
from typing import Any

import pytest

from bigslick.spec import Game, GameState, load_game

ACTIONS = {"fold": 0, "call": 1, "raise": 2}  # OpenSpiel's numbers
History = tuple[tuple[int, int, int | None], tuple[int, ...]]
"""Both players' cards, the board (None if the hand ended before it), and the actions."""


@pytest.fixture
def pyspiel() -> Any:
    """OpenSpiel, which has no wheel for Windows."""
    if sys.platform == "win32":
        pytest.skip("OpenSpiel has no wheel for Windows")
    return importlib.import_module("pyspiel")


def deal(game: Game, first: int, second: int, public: int) -> GameState:
    """Return the start with given cards."""
    state = game.start(2, 1)
    zones = {name: number for number, name in enumerate(game.spec.zone_names())}
    state.z[zones["hand:0"]], state.z[zones["hand:1"]] = [first], [second]
    state.z[zones["deck:none"]] = [public, *(card for card in range(6) if card not in (first, second, public))]
    return state


def walk(game: Game) -> tuple[dict[History, tuple[int, int]], dict[History, tuple[int, list[int]]]]:
    """Return each finished history's utility, and each unfinished one's player and legal actions."""
    ends: dict[History, tuple[int, int]] = {}
    decisions: dict[History, tuple[int, list[int]]] = {}
    chips = next(var.slot for var in game.spec.players if var.name == "chips")
    board = game.spec.zone_names().index("board:none")

    def visit(state: GameState, cards: tuple[int, int], actions: tuple[int, ...]) -> None:
        assert not game.violations(state)
        turned = state.z[board]
        history = ((*cards, turned[0] if turned else None), actions)
        if state.winners is not None:
            ends[history] = (state.p[chips][0] - 13, state.p[chips][1] - 13)
            return
        names = [game.describe(move) for move in state.menu]
        decisions[history] = (state.active, [ACTIONS[name] for name in names])
        for move, name in zip(state.menu, names, strict=True):
            following = state.copy()
            game.play(following, move)
            visit(following, cards, (*actions, ACTIONS[name]))

    for first, second, public in permutations(range(6), 3):
        visit(deal(game, first, second, public), (first, second), ())
    return ends, decisions


def test_the_tree_has_as_many_histories_as_open_spiels() -> None:
    """OpenSpiel 2.0.2 counts the same for `leduc_poker`: 30 deals, and four possible board cards in each."""
    ends, decisions = walk(load_game("std:leduc"))
    assert (len(ends), len(decisions)) == (5520, 3780)
    assert len({(cards[seat], cards[2], actions) for (cards, actions), (seat, _) in decisions.items()}) == 936


def test_every_history_and_utility_is_open_spiels(pyspiel: Any) -> None:
    ends: dict[History, tuple[int, int]] = {}
    decisions: dict[History, tuple[int, list[int]]] = {}

    def visit(state: Any, dealt: tuple[int, ...], actions: tuple[int, ...]) -> None:
        history = ((dealt[0], dealt[1], dealt[2] if len(dealt) == 3 else None), actions) if len(dealt) > 1 else None
        if state.is_terminal():
            assert history is not None
            ends[history] = tuple(map(int, state.returns()))  # type: ignore[assignment]
            return
        if not state.is_chance_node():
            assert history is not None
            decisions[history] = (state.current_player(), state.legal_actions())
        for action in state.legal_actions():
            more = (action,)
            visit(
                state.child(action), *((dealt + more, actions) if state.is_chance_node() else (dealt, actions + more))
            )

    visit(pyspiel.load_game("leduc_poker").new_initial_state(), (), ())
    ours = walk(load_game("std:leduc"))
    assert ours == (ends, decisions)


def test_kuhn_is_open_spiels_history_by_history(pyspiel: Any) -> None:
    game = load_game("std:kuhn")
    zones = {name: number for number, name in enumerate(game.spec.zone_names())}
    names = {"check": 0, "fold": 0, "bet": 1, "call": 1}
    compared = 0

    def visit(ours: GameState, theirs: Any) -> None:
        nonlocal compared
        compared += 1
        if ours.winners is not None:
            assert theirs.is_terminal()
            assert [chips - 2 for chips in ours.p[0]] == theirs.returns()
            return
        moves = {names[game.describe(move)]: move for move in ours.menu}
        assert (ours.active, list(moves)) == (theirs.current_player(), theirs.legal_actions())
        for action, move in moves.items():
            following = ours.copy()
            game.play(following, move)
            visit(following, theirs.child(action))

    for cards in permutations(range(3)):
        state = game.start(2, 1)
        for zone, card in zip(("hand:0", "hand:1", "deck:none"), cards, strict=True):
            state.z[zones[zone]] = [card]
        visit(state, pyspiel.load_game("kuhn_poker").new_initial_state().child(cards[0]).child(cards[1]))
    assert compared == 54
