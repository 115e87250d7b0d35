"""`bigslick match`."""

import inspect
from pathlib import Path

from bigslick.bots.watch import DEFAULT_SECONDS
from bigslick.cli.match import command

from .conftest import Refused, Run


def test_a_match_for_people(run: Run) -> None:
    done = run("match", "maniac", "rock", "--hands", 400, "--duplicate", "--seats", 4, "--seed", 1)
    assert done.code == 0
    assert "400 hands (200 deals), 4 seats, 100 big blinds, seed 1" in done.out
    assert "95 % interval" in done.out
    assert "times smaller" in done.out


def test_a_match_as_json(run: Run) -> None:
    found = run("match", "tag", "caller", "--hands", 200, "--seed", 1, "--json").json
    assert found["hands"] == 200
    assert [bot["bot"] for bot in found["bots"]] == ["tag", "caller"]
    low, high = found["bots"][0]["interval"]
    assert low < found["bots"][0]["bb100"] < high
    assert set(found["bots"][0]["figures"]) == {"hands", "vpip", "pfr", "three_bet", "aggression", "wtsd", "wsd"}


def test_a_bot_that_never_answers_stops_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stuck.py"
    path.write_text("class Stuck:\n    def decide(self, view):\n        while True:\n            pass\n")
    done = run("match", f"{path}:Stuck", "caller", "--hands", 4, "--seconds", 0.02, "--seed", 1)
    assert done.code == 0
    assert "x too slow: more than 0.02 s for a decision" in done.out


def test_the_limit_that_help_shows_is_the_default() -> None:
    assert inspect.signature(command).parameters["seconds"].default == DEFAULT_SECONDS


def test_an_unknown_bot(refused: Refused) -> None:
    assert "did you mean 'shark'?" in refused("match", "shrak", "tag")


def test_a_file_that_is_not_there(refused: Refused) -> None:
    assert "there is no file nowhere.py" in refused("match", "nowhere.py:Bot", "tag")
