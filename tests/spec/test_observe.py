"""What one seat sees of a game."""

from __future__ import annotations

import random

from bigslick.spec import Spec, choose, compiled, load_game, observe


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


def test_spec_language_1_7_no_decision_sees_another_hand(s0: Spec) -> None:
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
