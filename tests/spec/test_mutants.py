"""Mutants of sound games: either refused with problems, or played the same way by both runners."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import bigslick.spec
from bigslick.spec import BadSpec, Game, GameState, RunError, Spec, check, compiled, interpreted
from bigslick.spec.load import load_source
from bigslick.spec.policies import choose
from bigslick.spec.problems import Problems
from bigslick.spec.source import Source

from .conftest import SOUND

EVERYTHING = (Path(__file__).parent / "everything.yaml").read_text()
STD = Path(bigslick.spec.__file__).parent / "std"
WORDS = ["true", "3", "-1", "[]", "{}", "$p", "pot", "actor", "null", "deck:none", "{ query: players }", "99999999999"]


def mutant(rng: random.Random, text: str) -> str:
    for _ in range(rng.randint(1, 3)):
        words = list(re.finditer(r"[A-Za-z$][\w-]*|\d+|\{[^{}]*\}", text))
        at = rng.choice(words)
        new = rng.choice([rng.choice(WORDS), rng.choice(words).group(), ""])
        text = text[: at.start()] + new + text[at.end() :]
    return text


def started(game: Game, seats: int) -> GameState | str:
    try:
        return game.start(seats, 1)
    except RunError as error:
        return error.message


def played(game: Game, state: GameState, move: tuple[int, ...]) -> str | None:
    try:
        game.play(state, move)
    except RunError as error:
        return error.message
    return None


def play_both(spec: Spec, rng: random.Random) -> None:
    quick, plain = compiled(spec), interpreted(spec)
    seats = rng.randint(spec.least_players, max(spec.least_players, min(spec.most_players, 5)))
    one, other = started(quick, seats), started(plain, seats)
    for _ in range(20):
        assert one == other
        if not isinstance(one, GameState) or not isinstance(other, GameState) or one.winners is not None:
            return
        assert one.menu == other.menu
        move = choose(one.menu, rng)
        broken = played(quick, one, move)
        assert broken == played(plain, other, move)
        if broken:
            return


@pytest.mark.parametrize("seed", range(3))
def test_a_mutant_is_refused_or_plays_alike(seed: int) -> None:
    rng = random.Random(seed)
    texts = [SOUND, EVERYTHING, (STD / "kuhn.yaml").read_text(), (STD / "eights.yaml").read_text()]
    sound = 0
    sentences: list[str] = []
    for _ in range(120):
        problems = Problems()
        try:
            document = load_source(Source.of("mutant", mutant(rng, rng.choice(texts))), problems)
            problems.raise_if_any()
            spec = check([document])
        except BadSpec as error:
            sentences.append(str(error))
            continue
        sound += 1
        play_both(spec, rng)
    assert sound
    assert all(sentences)
