"""Saved games: read back unchanged, and refused with a sentence if they were edited."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bigslick.spec import RunError, SpecError, WrongKind, load_game, observe
from bigslick.spec.policies import choose

HOSTILE: list[Any] = [None, True, -1, 10**30, 2**63, 1.5, "", "x", "1", [], {}, [[]], [None], [1, 2, 3], {"a": 1}]


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("seats", 1, "'seats' has 1; expected a whole number from 2 to 2"),
        ("seats", True, "'seats' has True"),
        ("phase", 99, "'phase' has 99; expected a whole number from 0 to 2"),
        ("active", -1, "'active' has -1"),
        ("g", [], "'g' has 0 entries; expected 3"),
        ("g", [9, 0, False], "'pot' has 9; expected a whole number from 0 to 4"),
        ("g", [2, 0, 1], "'done' is 1; expected true or false"),
        ("p", [[1, 1], [False]], "'folded' has 1 entries; expected 2"),
        ("z", [[]], "'z' has 1 entries; expected 3"),
        ("z", [[0], [1], [1]], "Q appears twice"),
        ("z", [[0], [1], []], "K is missing"),
        ("winners", [9], "'winners' has 9"),
        ("winners", [1, 0], "its winners are"),
        ("reveals", [[0, 99, 1, []]], "'reveals' has 99"),
        ("drawn", -1, "'drawn' has -1"),
        ("stream", "00", "'stream' is '00'"),
        ("moves", None, "'moves' has None"),
    ],
)
def test_an_edited_save_is_refused_with_what_is_wrong(key: str, value: object, sentence: str) -> None:
    game = load_game("std:kuhn")
    data = json.loads(game.start(2, 1).save(game.spec))
    data[key] = value
    with pytest.raises(SpecError) as caught:
        game.load(json.dumps(data))
    assert str(caught.value).startswith("this save is damaged: ")
    assert sentence in str(caught.value)


def test_a_save_without_an_entry_names_it() -> None:
    game = load_game("std:kuhn")
    data = json.loads(game.start(2, 1).save(game.spec))
    for key in data:
        rest = {name: value for name, value in data.items() if name != key}
        with pytest.raises(SpecError, match=r"this (save|is not a saved|game was saved)"):
            game.load(json.dumps(rest))


def test_a_position_without_a_move_is_refused() -> None:
    game = load_game("std:kuhn")
    data = json.loads(game.start(2, 1).save(game.spec))
    data["phase"] = 2
    with pytest.raises(SpecError, match="this save is inconsistent: seat 1 has no move in phase 'showdown'"):
        game.load(json.dumps(data))


def test_the_save_of_another_game_is_refused() -> None:
    kuhn, leduc = load_game("std:kuhn"), load_game("std:leduc")
    with pytest.raises(SpecError, match="another version of the spec"):
        leduc.load(kuhn.start(2, 1).save(kuhn.spec))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '"x"', "[" * 100_000])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="this is not a saved game"):
        load_game("std:kuhn").load(text)


@pytest.mark.parametrize("thing", [None, 3, [], object()])
def test_what_is_no_text_is_refused(thing: Any) -> None:
    with pytest.raises(WrongKind, match="is not a saved game"):
        load_game("std:kuhn").load(thing)


def edit(rng: random.Random, data: Any) -> None:
    """Change one entry somewhere in a save."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = rng.choice(keys)
        if isinstance(data[key], dict | list) and data[key] and rng.random() < 0.7:
            data = data[key]
            continue
        if rng.random() < 0.15:
            del data[key]
        elif type(data[key]) is int and rng.random() < 0.5:
            data[key] += rng.choice([-1, 1, 5, 100])
        else:
            data[key] = rng.choice(HOSTILE)
        return


@pytest.mark.parametrize("name", ["std:kuhn", "std:eights", "std:holdem", "std:five-card-draw"])
def test_an_edited_save_plays_or_is_refused_and_nothing_else(name: str) -> None:
    game = load_game(name)
    rng = random.Random(name)
    played = refused = 0
    for number in range(150):
        state = game.start(max(2, game.spec.least_players), number)
        for _ in range(rng.randint(0, 12)):
            if state.winners is None:
                game.play(state, choose(state.menu, rng))
        data = json.loads(state.save(game.spec))
        edit(rng, data)
        try:
            loaded = game.load(json.dumps(data))
        except SpecError:
            refused += 1
            continue
        for _ in range(10):
            if loaded.winners is not None:
                break
            observe(game, loaded, 0)
            try:
                game.play(loaded, choose(loaded.menu, rng))
            except RunError:
                break
        played += 1
    assert played > 5
    assert refused > 50
