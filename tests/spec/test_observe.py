"""What one seat sees in a game."""

from __future__ import annotations

import random

import pytest

from bigslick.spec import Spec, choose, compiled, load_game, observe
from bigslick.spec.observe import describe_seen, seen_tokens


def test_players_see_their_own_cards_and_what_is_public(s0: Spec) -> None:
    game = compiled(s0)
    state = game.start(3, 1)
    for seat in (0, 1, 2, None):
        seen = observe(game, state, seat)
        assert "hand:3" not in seen["zones"]
        assert seen["zones"]["deck:none"] == {"count": 46, "tokens": None}
        for other in range(3):
            zone = seen["zones"][f"hand:{other}"]
            assert zone["count"] == 2
            assert (zone["tokens"] is not None) == (other == seat)
        assert bool(seen["moves"]) == (seat == state.active)


def test_reveal_and_conceal_change_what_is_seen() -> None:
    game = load_game("std:kuhn")
    state = game.start(2, 1)
    zone = game.spec.zone_names().index("hand:0")
    assert observe(game, state, 1)["zones"]["hand:0"]["tokens"] is None
    state.grants[zone] = 0b11
    for seat in (1, None):
        assert observe(game, state, seat)["zones"]["hand:0"]["tokens"] is not None


def test_ours_no_decision_sees_another_hand(s0: Spec) -> None:
    """A showdown's reveals are undone before the next hand is dealt, but kept on record by card."""
    game = compiled(s0)
    state = game.start(4, 9)
    rng = random.Random(9)
    shown = 0
    while state.winners is None:
        assert not any(state.grants)
        game.play(state, choose(state.menu, rng))
        shown += len(state.reveals)
    assert shown


@pytest.mark.parametrize("name", ["s0", "holdem"])
def test_a_showdown_is_shown_to_everyone_in_the_next_hand(name: str, request: pytest.FixtureRequest) -> None:
    game = compiled(request.getfixturevalue("s0")) if name == "s0" else load_game("std:holdem")
    hands = 0
    for seed in range(6):
        state, rng = game.start(3, seed), random.Random(seed)
        while state.winners is None and hands < 4:
            turn = state.turn
            game.play(state, choose(state.menu, rng))
            if state.winners is None and state.turn == turn:
                continue
            for viewer in (0, 1, 2, None):
                shown = [one for one in observe(game, state, viewer)["shown"] if one["turn"] == turn]
                boards = [one for one in shown if one["zone"] in ("community:none", "board:none")]
                hole = [one for one in shown if one["zone"].startswith("hand:")]
                assert all(len(one["tokens"]) == 2 for one in hole)
                if len(hole) > 1:
                    assert [len(one["tokens"]) for one in boards] == [5]
                    hands += viewer is None
    assert hands


def test_what_is_shown_to_one_player_is_not_shown_to_others() -> None:
    game = load_game("std:kuhn")
    state = game.start(2, 1)
    state.reveals = [(0, game.spec.zone_names().index("hand:0"), 0b10, (1,))]
    assert observe(game, state, 0)["shown"] == observe(game, state, None)["shown"] == []
    assert observe(game, state, 1)["shown"] == [{"turn": 0, "zone": "hand:0", "tokens": [game.spec.tokens.names[1]]}]


def test_a_move_names_the_tokens_that_were_seen_and_counts_the_others() -> None:
    game = load_game("std:five-card-draw")
    state = game.start(2, 1)
    for text in ("call", "check"):
        game.apply(state, game.parse(text))
    move = next(move for move in game.moves(state) if game.describe(move).count(",") == 2)
    first = game.describe(move).split()[1].split(",")[0]
    token = game.spec.tokens.names.index(first)
    assert describe_seen(game, move, {token}) == f"discard {first} and 2 cards"
    assert describe_seen(game, move, ()) == "discard 3 cards"
    assert describe_seen(game, move, seen_tokens(game, state, state.active)) == game.describe(move)
    assert describe_seen(game, move, seen_tokens(game, state, 1 - state.active)) == "discard 3 cards"
    assert describe_seen(game, game.parse("discard none"), ()) == "discard none"
    assert describe_seen(game, game.parse("raise 60"), ()) == "raise 60"
