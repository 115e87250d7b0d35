"""The other players in `bigslick spec play`."""

from __future__ import annotations

import json

import pytest

from bigslick.cli.support.spec_table import Opponents, show_table, zone_name
from bigslick.spec import load_game, observe
from tests.cli.conftest import Refused, Run


@pytest.mark.parametrize(
    ("document", "against"), [("std:kuhn", "random"), ("std:leduc", "search"), ("std:holdem", "tag")]
)
def test_opponents_play_whole_games(document: str, against: str) -> None:
    game = load_game(document)
    opponents, state = Opponents(game, against, 1), game.start(2, 1)
    while state.winners is None and state.turn < 3:
        move = opponents.move(state)
        opponents.follow(state, move)
        game.apply(state, move)
    assert state.moves


def test_play_against_a_bot(run: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["fold"] * 3)
    monkeypatch.setattr("builtins.input", lambda _: next(answers, "q"))
    lines = run("spec", "play", "std:holdem", "--seed", 1, "--against", "tag", "--json").lines
    assert any(line.get("seat") == 1 and "move" in line for line in lines)
    said = refused("spec", "play", "std:eights", "--against", "tag")
    assert "'crazy-eights' is not hold'em: its actions are" in said
    assert "did you mean 'shark'?" in refused("spec", "play", "std:holdem", "--against", "shrak")


def test_zones_are_named_as_people_say_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert (zone_name("hand:0"), zone_name("deck:none")) == ("hand of seat 1", "deck:none")
    game = load_game("std:kuhn")
    seen = json.loads(json.dumps(observe(game, game.start(2, 1), 0)))
    show_table(seen, "here")
    assert "hand of seat 2: 1 hidden" in capsys.readouterr().out
