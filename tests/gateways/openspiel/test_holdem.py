"""Hold'em for OpenSpiel, compared with OpenSpiel's universal_poker and with the same hand played through Hand."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel")

import bigslick.gateways.openspiel  # noqa: E402, F401
from bigslick import Hand  # noqa: E402
from bigslick.cards import DECK  # noqa: E402

HOLDEM = ("bigslick_nolimit_holdem", "bigslick_potlimit_holdem", "bigslick_limit_holdem")


def play(state: Any, rng: random.Random) -> None:
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", HOLDEM)
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_every_hand_is_the_hand_of_the_rules_core(name: str, players: int) -> None:
    game = pyspiel.load_game(name, {"players": players, "stack": 40, "ante": 1})
    rng = random.Random(players)
    for _ in range(12):
        state = game.new_initial_state()
        play(state, rng)
        hand = state.position.hand
        again = Hand(hand.setup)
        for action in hand.actions:
            again.act(action)
        assert again.over
        assert [float(chips - 40) for chips in again.stacks] == state.returns()
        dealt = [action for player, action in map(pair, state.full_history()) if player == pyspiel.PlayerId.CHANCE]
        assert dealt[: 2 * players] == [int(card) for card in hand.setup.deck[: 2 * players]]
        assert dealt[2 * players :] == [int(card) for card in again.board]
        assert len(state.full_history()) <= game.max_history_length()
        assert all(game.min_utility() <= won <= game.max_utility() for won in state.returns())


def pair(entry: Any) -> tuple[int, int]:
    return entry.player, entry.action


@pytest.mark.parametrize(("betting", "name"), [("nolimit", HOLDEM[0]), ("limit", HOLDEM[2])])
def test_heads_up_hands_agree_with_universal_poker(betting: str, name: str) -> None:
    """The same cards give the same legal actions and payoffs; its wagers are totals for the hand, ours per street."""
    limits = {"raiseSize": "2 2 4 4", "maxRaises": "3 4 4 4"} if betting == "limit" else {"stack": "60 60"}
    theirs = pyspiel.load_game(
        "universal_poker",
        {
            "betting": betting,
            "numPlayers": 2,
            "numRounds": 4,
            "blind": "2 1",
            "firstPlayer": "2 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            **({"bettingAbstraction": "fullgame"} if betting == "nolimit" else {}),
            **limits,
        },
    )
    # Its fixed-limit game has no stacks, so ours are deep enough for every raise.
    mine = pyspiel.load_game(name, {"stack": 60 if betting == "nolimit" else 200, "button": 1})
    rng = random.Random(8)
    for _ in range(60):
        state, twin = mine.new_initial_state(), theirs.new_initial_state()
        deck = rng.sample(range(52), 9)
        for at in (0, 2, 1, 3):  # we deal one card at a time, universal_poker both of a player's cards together
            state.apply_action(deck[at])
        for card in deck[:4]:
            twin.apply_action(_acpc(card))
        board = iter(deck[4:])
        while not state.is_terminal():
            if state.is_chance_node():
                card = next(board)
                state.apply_action(card)
                twin.apply_action(_acpc(card))
                continue
            assert state.current_player() == twin.current_player()
            hand = state.position.hand
            seat = hand.turn
            before = hand.committed[seat] - hand.bets[seat]
            legal = {
                action: action if action < 2 else 2 if betting == "limit" else action - 1 + before
                for action in state.legal_actions()
            }
            assert sorted(legal.values()) == twin.legal_actions()
            action = rng.choice([*legal][:2] * 3 + [*legal])
            state.apply_action(action)
            twin.apply_action(legal[action])
        assert twin.is_terminal()
        assert state.returns() == twin.returns()


def _acpc(card: int) -> int:
    """Return a card as universal_poker numbers it: the rank, then clubs, diamonds, hearts, spades."""
    name = str(DECK[card])
    return "23456789TJQKA".index(name[0]) * 4 + "cdhs".index(name[1])


def test_a_player_sees_their_own_cards_only() -> None:
    game = pyspiel.load_game("bigslick_nolimit_holdem", {"players": 3})
    first, second = game.new_initial_state(), game.new_initial_state()
    order = game.rules.setup.dealt
    for at, (a, b) in enumerate(zip([0, 4, 8, 12, 16, 20], [0, 25, 29, 12, 33, 37], strict=True)):
        assert (a == b) == (order[at % 3] == order[0])
        first.apply_action(a)
        second.apply_action(b)
    me, other = order[0], order[1]
    for observe in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        assert getattr(first, observe)(me) == getattr(second, observe)(me)
        assert getattr(first, observe)(other) != getattr(second, observe)(other)


def test_observation_tensor_by_name() -> None:
    game = pyspiel.load_game("bigslick_nolimit_holdem", {"stack": 100})
    state = game.new_initial_state()
    for card in (0, 13, 26, 39):
        state.apply_action(card)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["player"].tolist() == [1, 0]
    assert set(np.flatnonzero(observer.dict["hole"])) == {int(card) for card in state.position.hand.hole(0)}
    assert observer.dict["pot"][0] == pytest.approx(3 / 200)
    assert observer.dict["turn"].tolist() == [1, 0]
    assert observer.string_from(state, 0).startswith("p0 [")


def test_actions_in_words() -> None:
    state = pyspiel.load_game("bigslick_nolimit_holdem").new_initial_state()
    assert state.action_to_string(0).startswith("deal ")
    for card in (0, 13, 26, 39):
        state.apply_action(card)
    assert [state.action_to_string(action) for action in state.legal_actions()[:3]] == ["fold", "call", "raise to 4"]
    state.apply_action(1)
    assert [state.action_to_string(action) for action in state.legal_actions()[:2]] == ["check", "raise to 4"]


def test_stacks_may_differ() -> None:
    game = pyspiel.load_game("bigslick_nolimit_holdem", {"stacks": "100 30"})
    assert (game.min_utility(), game.max_utility()) == (-100, 30)
    state = game.new_initial_state()
    play(state, random.Random(1))
    assert max(state.returns()) <= 30
