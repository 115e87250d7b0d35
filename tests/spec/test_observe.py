"""What one seat sees of a game."""

from __future__ import annotations

import random

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
    """Reveals of a showdown are taken back before the next hand is dealt, and kept on record by card."""
    game = compiled(s0)
    state = game.start(4, 9)
    rng = random.Random(9)
    shown = 0
    while state.winners is None:
        assert not any(state.grants)
        game.play(state, choose(state.menu, rng))
        shown += len(state.reveals)
    assert shown


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
