"""OpenSpiel's own tests and algorithms on our games: OpenSpiel judges, and we only supply the games."""

from __future__ import annotations

import pickle
import unittest
from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel")

import bigslick.gateways.openspiel as ours  # noqa: E402

LONG = ("std:five-card-draw", "std:holdem", "std:short-deck")
DOCUMENTS = ("std:kuhn", "std:leduc", "std:eights", *(pytest.param(name, marks=pytest.mark.slow) for name in LONG))


def load(name: str) -> Any:
    return ours.load_document(name, max_moves=200) if name.startswith("std:") else pyspiel.load_game(name)


@pytest.mark.parametrize("name", [*ours.GAMES, *DOCUMENTS])
def test_random_simulations_with_serialisation(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


def api_cases() -> Any:
    """Return OpenSpiel's api_test; importing it declares an absl flag, which must be parsed once."""
    from absl import flags
    from open_spiel.integration_tests import api_test

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["bigslick"])
    return api_test


def passes(base: type, game: Any, name: str) -> None:
    case = type("Case", (base,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.failures + result.errors, "\n".join(text for _, text in result.failures + result.errors)


@pytest.mark.parametrize("name", [*ours.GAMES, *DOCUMENTS])
def test_openspiels_api_test(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    passes(api_cases().EnforceAPIOnPartialTreeBase, load(name), name)


@pytest.mark.parametrize(("document", "twin"), [("std:kuhn", "kuhn_poker"), ("std:leduc", "leduc_poker")])
def test_the_whole_tree_has_the_counts_of_openspiels_own_game(
    document: str, twin: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Check all kinds of nodes, information sets and perfect recall against OpenSpiel's own numbers."""
    passes(api_cases().EnforceAPIOnFullTreeBase, load(document), twin)


def solved(game: Any, iterations: int) -> tuple[float, float]:
    """Return the first player's value under CFR+ and how far the two policies are from an equilibrium."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    return value, exploitability.nash_conv(game, policy)


def test_cfr_plus_solves_our_kuhn() -> None:
    """Kuhn 1950: the first player loses one chip in eighteen hands."""
    value, distance = solved(load("std:kuhn"), 300)
    assert value == pytest.approx(-1 / 18, abs=1e-4)
    assert distance < 2.5e-3


def test_cfr_plus_learns_the_same_on_our_leduc_as_on_openspiels() -> None:
    assert solved(load("std:leduc"), 2) == pytest.approx(solved(pyspiel.load_game("leduc_poker"), 2), abs=1e-9)


@pytest.mark.slow
def test_cfr_plus_solves_our_leduc() -> None:
    """Leduc is worth -0.0856 to the first player (OpenSpiel, 2,000 iterations of CFR+ on its own game)."""
    value, distance = solved(load("std:leduc"), 500)
    assert value == pytest.approx(-0.0856, abs=1e-4)
    assert distance < 2.5e-3


def mapped(theirs: Any, mine: Any, pairs: dict[tuple[int, str], tuple[str, list[int], list[int]]]) -> None:
    """Walk both trees together, mapping their information states and actions to ours.

    Kuhn's pass and bet are check and bet, or fold and call: in both games the smallest action comes first.
    """
    assert theirs.is_terminal() == mine.is_terminal()
    assert theirs.returns() == mine.returns()
    if mine.is_terminal():
        return
    assert theirs.current_player() == mine.current_player()
    other, own = theirs.legal_actions(), mine.legal_actions()
    assert len(other) == len(own)
    if not mine.is_chance_node():
        met = (theirs.information_state_string(), other, own)
        assert pairs.setdefault((mine.current_player(), mine.information_state_string()), met) == met
    for a, b in zip(other, own, strict=True):
        mapped(theirs.child(a), mine.child(b), pairs)


@pytest.mark.parametrize(("document", "twin"), [("std:kuhn", "kuhn_poker"), ("std:leduc", "leduc_poker")])
def test_a_policy_is_as_exploitable_here_as_in_openspiels_own_game(document: str, twin: str) -> None:
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    theirs, mine = pyspiel.load_game(twin), load(document)
    pairs: dict[tuple[int, str], tuple[str, list[int], list[int]]] = {}
    mapped(theirs.new_initial_state(), mine.new_initial_state(), pairs)
    first, second = policies.TabularPolicy(theirs), policies.TabularPolicy(mine)
    assert len(pairs) == len(first.state_lookup) == len(second.state_lookup)
    rng = np.random.default_rng(15)
    for (_, name), (other, theirs_legal, mine_legal) in pairs.items():
        chances = rng.dirichlet(np.ones(len(mine_legal)))
        first.policy_for_key(other)[theirs_legal] = chances
        second.policy_for_key(name)[mine_legal] = chances
    measured = exploitability.exploitability(mine, second)
    assert measured > 0.1
    assert measured == pytest.approx(exploitability.exploitability(theirs, first), abs=1e-12)


@pytest.mark.parametrize("name", ["bigslick_nolimit_holdem", "std:leduc"])
def test_monte_carlo_tree_search_plays(name: str) -> None:
    from open_spiel.python.algorithms import mcts

    game = load(name)
    rng = np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 1.5, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", [*ours.GAMES, "std:leduc"])
def test_a_state_and_its_game_survive_a_pickle(name: str) -> None:
    state = load(name).new_initial_state()
    rng = np.random.default_rng(1)
    for _ in range(6):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(
    ("name", "settings", "sentence"),
    [
        ("bigslick_nolimit_holdem", {"stack": -1}, "expected an amount"),
        ("bigslick_nolimit_holdem", {"stack": 0}, "a stack is 0: expected chips for every player"),
        ("bigslick_nolimit_holdem", {"players": 11}, "the number of seats is more than 10: expected 2 to 10"),
        ("bigslick_nolimit_holdem", {"players": -2}, "the number of seats is 0: expected 2 to 10"),
        ("bigslick_nolimit_holdem", {"stacks": "200 x"}, 'expected 2 amounts, as in "200 150"'),
        ("bigslick_nolimit_holdem", {"big_blind": 0}, "big_blind=0: expected at least 1"),
        ("bigslick_nolimit_holdem", {"stack": 20_000_000}, "too many wagers to number"),
        ("bigslick_nolimit_holdem", {"button": 2}, "button=2: expected a seat from 0 to 1"),
        ("bigslick_spec", {"documents": ""}, "expected a file or std:NAME"),
        ("bigslick_spec", {"documents": "std:kuhnn"}, "did you mean 'kuhn'"),
        ("bigslick_spec", {"players": 3}, "'kuhn' is for 2 players"),
        ("bigslick_spec", {"max_moves": 0}, "max_moves=0: expected 1 to 1,000,000"),
        ("bigslick_spec", {"variables": "x"}, 'as in "ante=5 cumulative=false"'),
        ("bigslick_spec", {"variables": "antee=1"}, "there is no global variable 'antee'"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_in_a_sentence(name: str, settings: Any, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        pyspiel.load_game(name, settings).new_initial_state()
    assert sentence in str(refused.value)


def test_an_unknown_setting_is_refused_with_those_that_exist() -> None:
    with pytest.raises(pyspiel.SpielError) as refused:
        pyspiel.load_game("bigslick_limit_holdem", {"stak": 100})
    assert "Available parameters are: ante, big_blind" in str(refused.value)


def test_observers_take_no_parameters() -> None:
    with pytest.raises(ValueError, match="take no parameters"):
        load("bigslick_nolimit_holdem").make_py_observer(params={"x": 1})
