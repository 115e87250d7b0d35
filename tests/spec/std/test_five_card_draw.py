"""Five-card draw: the draw in one move, known chances of improving, and laws over random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from bigslick.spec import Game, GameState, IllegalMove, load_game, observe, simulate
from bigslick.spec.natives import plain_score
from bigslick.spec.policies import choose


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("std:five-card-draw")


def cards(game: Game, text: str) -> list[int]:
    return [game.spec.tokens.names.index(word) for word in text.split()]


def at_the_draw(game: Game, hand: str) -> GameState:
    """Return two players who called before the draw; the first to draw holds the given hand."""
    state = game.start(2, 1)
    game.apply(state, game.parse("call"))
    game.apply(state, game.parse("check"))
    assert game.spec.phases[state.phase].name == "draw"
    held = cards(game, hand)
    zones = game.spec.zone_names()
    mine = zones.index(f"hand:{state.active}")
    state.z[zones.index("deck:none")] = [card for card in range(52) if card not in held]
    for name in ("hand:0", "hand:1", "muck:none"):
        state.z[zones.index(name)] = []
    state.z[mine] = held
    state.menu = game.load(state.save(game.spec)).menu
    return state


def after(game: Game, state: GameState, discards: str, drawn: tuple[int, ...]) -> int:
    """Return the hand's category after a discard, with given cards on top of the deck."""
    following = state.copy()
    zones = game.spec.zone_names()
    deck = following.z[zones.index("deck:none")]
    following.z[zones.index("deck:none")] = [*drawn, *(card for card in deck if card not in drawn)]
    seat = following.active
    game.apply(following, game.parse(f"discard {discards}"))
    hand = following.z[zones.index(f"hand:{seat}")]
    assert len(hand) == 5
    return plain_score(hand) // 10**10


def test_a_flush_draw_comes_in_nine_times_in_47(game: Game) -> None:
    state = at_the_draw(game, "2s 6s 9s Ks Jd")
    deck = state.z[game.spec.zone_names().index("deck:none")]
    made = Counter(after(game, state, "Jd", (card,)) for card in deck)
    assert sum(made.values()) == 47
    assert made[6] == 9


def test_an_open_straight_draw_comes_in_eight_times_in_47(game: Game) -> None:
    state = at_the_draw(game, "7c 8d 9s Th 2c")
    deck = state.z[game.spec.zone_names().index("deck:none")]
    assert Counter(after(game, state, "2c", (card,)) for card in deck)[5] == 8


def test_a_pair_that_draws_three_improves_as_often_as_it_should(game: Game) -> None:
    """C(47, 3) = 16,215 draws: 2,592 make two pair, 1,854 trips, 165 a full house and 45 quads."""
    state = at_the_draw(game, "Qs Qd 8c 5h 2s")
    names = game.spec.zone_names()
    rest = state.z[names.index("deck:none")]
    seat = state.active
    following = state.copy()
    game.apply(following, game.parse("discard 8c,5h,2s"))
    drawn = following.z[names.index(f"hand:{seat}")]
    assert set(drawn) == {*cards(game, "Qs Qd"), *rest[:3]}
    # The game moves whatever is on top, so each draw of three cards completes a hand with the pair.
    made = Counter(plain_score([*cards(game, "Qs Qd"), *three]) // 10**10 for three in combinations(rest, 3))
    assert sum(made.values()) == comb(47, 3)
    assert (made[3], made[4], made[7], made[8]) == (2592, 1854, 165, 45)
    rng = random.Random(1)
    for _ in range(200):
        three = tuple(rng.sample(rest, 3))
        assert after(game, state, "8c,5h,2s", three) == plain_score([*cards(game, "Qs Qd"), *three]) // 10**10


def test_a_player_draws_none_to_three(game: Game) -> None:
    state = at_the_draw(game, "Qs Qd 8c 5h 2s")
    assert len(state.menu) == sum(comb(5, size) for size in range(4))
    for text in ("discard 8c,5h,2s,Qd", "discard Ks"):
        with pytest.raises(IllegalMove, match="is not legal now"):
            game.apply(state, game.parse(text))
    game.apply(state, game.parse("discard none"))


def test_discards_are_seen_by_nobody_and_do_not_come_back(game: Game) -> None:
    rng = random.Random(3)
    for number in range(15):
        state = game.start(6, number)
        names = game.spec.zone_names()
        mucked: set[int] = set()
        turn = state.turn
        while state.winners is None and state.moves < 400:
            if state.turn != turn:
                turn, mucked = state.turn, set()
            mucked |= set(state.z[names.index("muck:none")])
            assert not mucked & {card for seat in range(6) for card in state.z[names.index(f"hand:{seat}")]}
            for seat in range(6):
                seen = observe(game, state, seat)["zones"]
                assert seen["muck:none"]["tokens"] is None
                assert all(seen[f"hand:{other}"]["tokens"] is None for other in range(6) if other != seat)
            game.play(state, choose(state.menu, rng))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_random_games_keep_every_law_and_end(game: Game, seats: int) -> None:
    tally = simulate(game, seats, 25, seats)
    assert (tally.shared, tally.violations) == (0, {})
    assert set(tally.decisions) == {"first-bets", "draw", "second-bets"}


def test_all_in_players_draw_too(game: Game) -> None:
    state = game.start(2, 2)
    game.apply(state, game.parse("raise 1000"))
    game.apply(state, game.parse("call"))
    assert game.spec.phases[state.phase].name == "draw"
    game.apply(state, state.menu[0])
    assert game.spec.phases[state.phase].name == "draw"
    game.apply(state, state.menu[0])
    assert state.winners is not None or state.turn == 1
