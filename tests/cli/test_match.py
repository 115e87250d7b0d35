"""`bigslick match`."""

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bigslick.bots.watch import DEFAULT_SECONDS
from bigslick.cli.match import command
from bigslick.history.statistics.figures import FIGURES

from .conftest import Refused, Run


def test_a_match_for_people(run: Run) -> None:
    done = run("match", "maniac", "rock", "--hands", 400, "--duplicate", "--seats", 4, "--seed", 1)
    assert done.code == 0
    assert "400 hands (200 deals), 4 seats, 100 big blinds deep, seed 1" in done.out
    assert "95 % interval" in done.out
    assert "times as many without" in done.out


def test_a_match_as_json(run: Run) -> None:
    found = run("match", "tag", "caller", "--hands", 200, "--seed", 1, "--json").json
    assert found["hands"] == 200
    assert [bot["bot"] for bot in found["bots"]] == ["tag", "caller"]
    low, high = found["bots"][0]["interval"]
    assert low < found["bots"][0]["bb100"] < high
    assert set(found["bots"][0]["figures"]) == {"hands", *(figure.name for figure in FIGURES)}


def test_a_bot_that_never_answers_stops_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stuck.py"
    path.write_text("class Stuck:\n    def decide(self, view):\n        while True:\n            pass\n")
    done = run("match", f"{path}:Stuck", "caller", "--hands", 4, "--seconds", 0.02, "--seed", 1)
    assert done.code == 1
    assert "x too slow: more than 0.02 s for a decision" in done.out
    assert f"{path}:Stuck was at fault every time" in done.err


def test_a_bot_that_prints_does_not_break_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    path.write_text(
        "print('hello')\nfrom bigslick import Call, Check\n"
        "class Chatty:\n    def decide(self, view):\n        print('thinking')\n"
        "        return Check() if view.options.check else Call()\n"
    )
    done = run("match", f"{path}:Chatty", "caller", "--hands", 4, "--seed", 1, "--json")
    assert done.code == 0
    assert json.loads(done.out)["bots"][0]["faults"] == 0
    assert "hello" in done.err
    assert "thinking" in done.err


def test_two_runs_without_a_seed_differ_and_repeat_by_their_seed(run: Run) -> None:
    first, second = (run("match", "tag", "caller", "--hands", 50, "--json").json for _ in range(2))
    assert first["seed"] != second["seed"]
    assert first["bots"] != second["bots"]
    assert run("match", "tag", "caller", "--hands", 50, "--seed", first["seed"], "--json").json == first


def test_keeping_without_the_extra_is_refused_before_the_first_hand(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    said = refused("match", "tag", "caller", "--hands", 10**9, "--keep", tmp_path / "kept")
    hint = "pip install 'bigslick[sim]'; in a clone: pip install '.[sim]'"
    assert said == f"this needs the extra 'sim' (polars is missing): {hint}"


def test_keeping_in_a_folder_of_something_else_is_refused(refused: Refused, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    (tmp_path / "letter.txt").touch()
    assert "name another folder, or --force adds to it" in refused("match", "tag", "rock", "--keep", tmp_path)


def test_ctrl_c_says_that_nothing_was_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **options: Any) -> None:
        options["step"](40)
        raise KeyboardInterrupt

    monkeypatch.setattr("bigslick.simulate.match.play_match", interrupted)
    done = run("match", "tag", "rock", "--hands", 100)
    assert (done.code, done.err) == (
        130,
        "bigslick: stopped after 40 of 100 hands; nothing was kept: try fewer --hands\n",
    )


def test_the_limit_that_help_shows_is_the_default() -> None:
    assert inspect.signature(command).parameters["seconds"].default == DEFAULT_SECONDS


def test_an_unknown_bot(refused: Refused) -> None:
    assert "did you mean 'shark'?" in refused("match", "shrak", "tag")


def test_a_file_that_is_not_there(refused: Refused) -> None:
    assert "there is no file nowhere.py" in refused("match", "nowhere.py:Bot", "tag")


def test_positions_pots_and_hands(run: Run, refused: Refused, tmp_path: Path) -> None:
    flags = ("match", "shark", "maniac", "--hands", 200, "--seed", 1, "--phhs", tmp_path / "hands")
    out = run(*flags).out
    assert "bb/100 by position, with 95 % intervals:" in out
    assert "The biggest pots, in big blinds:" in out
    assert f"1 file of hands in {tmp_path / 'hands'}" in out
    assert "200 hands in 1 file" in run("replay", tmp_path / "hands").out
    assert "is not empty" in refused(*flags)
    found = run(*flags, "--force", "--json").json
    assert found["phhs"] == [str(tmp_path / "hands" / "hands-0000001.phhs")]
    assert [row["position"] for row in found["bots"][0]["by_position"]] == ["BTN", "BB"]
    pots = [pot["pot_bb"] for pot in found["biggest_pots"]]
    assert pots == sorted(pots, reverse=True)
    assert len(pots) == 5
    assert abs(sum(row["net_bb"] for row in found["biggest_pots"][0]["players"])) < 1e-9


def test_a_stopped_match_says_where_its_hands_are(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **options: Any) -> None:
        options["step"](40)
        raise KeyboardInterrupt

    monkeypatch.setattr("bigslick.simulate.match.play_match", interrupted)
    done = run("match", "tag", "rock", "--hands", 100, "--phhs", tmp_path / "h")
    assert f"its hands are in {tmp_path / 'h'}" in done.err
