from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from bigslick.shuffle import Keystream
from bigslick.spec import Spec, compiled, load_game
from bigslick.spec.policies import choose
from bigslick.spec.state import GameState, shuffle


def test_shuffles_are_even() -> None:
    state = GameState(load_game("std:kuhn").spec, 2, 7)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        items = [0, 1, 2, 3]
        shuffle(state, items)
        seen[tuple(items)] += 1
    assert set(seen) == set(permutations(range(4)))
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 60  # chi-square, 23 degrees: beyond 1 in 10,000


def test_a_shuffle_keeps_every_item_and_follows_the_seed() -> None:
    spec = load_game("std:kuhn").spec
    decks = []
    for seed in (1, 1, 2, "1"):
        items = list(range(52))
        shuffle(GameState(spec, 2, seed), items)
        assert tuple(items) == Keystream(seed, "spec").permutation(52)
        decks.append(tuple(items))
    assert decks[0] == decks[1]
    assert len(set(decks)) == 3


def test_a_shuffle_goes_on_where_the_last_one_ended() -> None:
    state = GameState(load_game("std:kuhn").spec, 2, 1)
    stream = Keystream(1, "spec")
    for length in (52, 7, 300, 1, 52, 2000, 52):
        items = list(range(length))
        shuffle(state, items)
        assert tuple(items) == stream.permutation(length)


def test_without_a_seed_no_two_games_are_dealt_alike() -> None:
    game = load_game("std:holdem")
    assert game.start(3).stream != game.start(3).stream
    assert game.start(3).z != game.start(3).z
    assert game.start(3, 0) == game.start(3, 0)


def test_one_item_costs_no_randomness() -> None:
    state = GameState(load_game("std:kuhn").spec, 2, 7)
    before = state.drawn
    shuffle(state, [3])
    shuffle(state, [])
    assert state.drawn == before


def test_copies_are_independent_and_replay_equally(s0: Spec) -> None:
    game = compiled(s0)
    rng = random.Random(3)
    state = game.start(4, 3)
    for _ in range(25):
        if state.winners is not None:
            break
        twin, saved = state.copy(), game.load(state.save(s0))
        assert twin == state == saved
        assert twin.digest() == state.digest() == saved.digest()
        assert saved.menu == state.menu
        move = choose(state.menu, rng)
        before = twin.digest()
        game.play(state, move)
        assert twin.digest() == before != state.digest()
        for other in (twin, saved):
            game.play(other, move)
            assert other == state
            assert other.reveals == state.reveals


def test_a_state_changes_and_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(load_game("std:kuhn").start(2, 1))
