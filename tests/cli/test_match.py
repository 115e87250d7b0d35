"""`bigslick match`."""

import inspect
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bigslick import bots
from bigslick.bots import Bot, FixedGame
from bigslick.bots.watch import DEFAULT_SECONDS
from bigslick.cli.match import command
from bigslick.history.statistics.figures import FIGURES

from .conftest import Refused, Run


def test_a_match_for_people(run: Run) -> None:
    done = run("match", "maniac", "rock", "--hands", 6000, "--duplicate", "--seats", 4, "--seed", 1)
    assert done.code == 0
    assert "6,000 hands (3,000 deals), 4 seats, 100 big blinds deep, seed 1" in done.out
    assert "95 % interval" in done.out
    assert "times as many without" in done.out
    assert "rock loses: 0 is outside the 95 % interval." in done.out
    assert "These are 8 looks: about one interval in twenty misses by chance." in done.out


def test_a_handful_of_hands_has_no_verdict(run: Run) -> None:
    told = run("match", "shark", "tag", "--hands", 2, "--seed", 3).out
    assert "shark: too few hands for an interval or a verdict; 1,498 more are needed." in told
    assert "± ? means too few hands for an interval: 1,499 more are needed at a position." in told
    assert "wins" not in told
    assert "± 0.0" not in told


def test_many_bots_are_many_looks(run: Run) -> None:
    told = run("match", "shark", "tag", "caller", "--hands", 3000, "--seed", 3).out
    assert "caller loses: 0 is outside the 95 % interval, allowing for 3 bots." in told


def test_a_match_as_json(run: Run) -> None:
    found = run("match", "tag", "caller", "--hands", 200, "--seed", 1, "--json").json
    assert found["hands"] == 200
    assert [bot["bot"] for bot in found["bots"]] == ["tag", "caller"]
    assert (found["bots"][0]["interval"], found["bots"][0]["hands_to_an_interval"]) == (None, 1300)
    low, high = run("match", "tag", "caller", "--hands", 1500, "--seed", 1, "--json").json["bots"][0]["interval"]
    assert low < high
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


STOPS = """
class Bot:
    asked = 0

    def decide(self, view):
        Bot.asked += 1
        if Bot.asked > {answers}:
            raise KeyboardInterrupt
        return view.options.give_up
"""


@pytest.mark.parametrize(("line", "answers"), [("match tag", 40), ("bots", 40), ("exploit", 6000)])
def test_ctrl_c_shows_what_was_played(run: Run, tmp_path: Path, line: str, answers: int) -> None:
    (tmp_path / "stops.py").write_text(STOPS.format(answers=answers))
    done = run(*line.split(), f"{tmp_path / 'stops.py'}:Bot", "--hands", 2000, "--json")
    assert done.code == 130
    found = re.search(r"stopped after (\d+) of 2,000 hands: these are the results of the hands played", done.err)
    assert found is not None
    assert json.loads(done.out)["hands"] == int(found[1]) > 0


def test_ctrl_c_before_the_first_deal_has_nothing_to_show(run: Run, tmp_path: Path) -> None:
    (tmp_path / "stops.py").write_text(STOPS.format(answers=0))
    done = run("match", "caller", f"{tmp_path / 'stops.py'}:Bot", "--hands", 100)
    assert (done.code, done.out, done.err) == (130, "", "bigslick: stopped; nothing was kept\n")


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[int], list[str]]:
    """Return three bots that play by pairs, one of which stops the match after some answers."""
    found = bots.as_bot

    def as_bot(bot: str) -> Bot:
        own = found(bot)
        return own if own.style is not None else msgspec.structs.replace(own, game=FixedGame(2, 200, 2))

    monkeypatch.setattr(bots, "as_bot", as_bot)

    def names(answers: int) -> list[str]:
        (tmp_path / "stops.py").write_text(STOPS.format(answers=answers))
        return [f"{tmp_path / 'stops.py'}:Bot", "tag", "caller"]

    return names


@pytest.mark.parametrize(("answers", "played"), [(40, 1), (3000, 2)])
def test_ctrl_c_shows_the_pairs_that_played(
    run: Run, pairs: Callable[[int], list[str]], answers: int, played: int
) -> None:
    done = run("match", *pairs(answers), "--hands", 2000, "--seed", 1, "--json")
    assert done.code == 130
    found = re.search(r"stopped after ([\d,]+) of 6,000 hands: these are the results of the hands played", done.err)
    assert found is not None
    shown = json.loads(done.out)
    assert len(shown["pairs"]) == played
    assert shown["hands"] == int(found[1].replace(",", "")) == sum(pair["hands"] for pair in shown["pairs"])
    first, last = shown["pairs"][0]["bots"], shown["pairs"][-1]["bots"]
    assert last[0]["interval"] is None
    assert played == 1 or first[0]["interval"] is not None
    assert [bot["bb100"] is None for bot in shown["bots"]] == [played == 1, True, True]


def test_ctrl_c_marks_what_pairs_left_open(run: Run, pairs: Callable[[int], list[str]]) -> None:
    done = run("match", *pairs(40), "--hands", 2000, "--seed", 1)
    assert done.code == 130
    assert re.search(r"plays heads-up only, so 1 pair played \d+ hands,\n", done.out)
    assert "Only bots that have played every other have an average." in done.out
    assert "look" not in done.out
    assert done.out.count("± ?") == 3


def test_ctrl_c_before_the_first_pair_has_nothing_to_show(run: Run, pairs: Callable[[int], list[str]]) -> None:
    done = run("match", *pairs(0), "--hands", 100)
    assert (done.code, done.out, done.err) == (130, "", "bigslick: stopped; nothing was kept\n")


def test_each_of_the_biggest_pots_names_its_players(run: Run) -> None:
    """Even a pot of nothing but blinds has players."""
    pots = run("match", "rock", "rock", "--hands", 20, "--seed", 3, "--depth", 2, "--json").json["biggest_pots"]
    for pot in pots + run("match", "rock", "maniac", "--hands", 1, "--seed", 5, "--json").json["biggest_pots"]:
        assert pot["players"], pot


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
