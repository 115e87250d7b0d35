"""Ladders: which bots a folder has, ratings that fit the results, and resuming where the last run stopped."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick.simulate import ladder as ladders
from bigslick.simulate.ladder import BadLadder, Pairing, find_entries, play_ladder, rate, read_pairings

FOLDER = """
from bigslick import Check, Fold

class Folder:
    def decide(self, view):
        return Check() if view.options.check else Fold()
"""


def pairing(one: str, two: str, won: float, error: float = 1.0) -> Pairing:
    return Pairing(
        bots=(one, two), digests=("", ""), hands=3000, depth=100, seed=0, bb100=won, error=error, faults=(0, 0)
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folder.py").write_text(FOLDER)
    (tmp_path / "bots.txt").write_text("caller  # it never folds\n\n# nothing\n")
    return tmp_path


def test_what_is_a_bot_in_a_folder(folder: Path) -> None:
    (folder / "skeleton").mkdir()
    (folder / "skeleton" / "commands.json").write_text("{}")
    program = folder / "program.sh"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (folder / "notes.md").write_text("no bot")
    (folder / "_helper.py").write_text("")
    found = {entry.name: entry.spelling for entry in find_entries(folder, ["tag"])}
    assert found == {
        "tag": "tag",
        "caller": "caller",
        "folder": str(folder / "folder.py"),
        "program.sh": f"process:{program}",
        "skeleton": f"pokerbots:{folder / 'skeleton'}",
    }


def test_a_rating_is_the_average_over_opponents() -> None:
    ladder = rate([pairing("a", "b", 10, 3), pairing("b", "c", 20, 4), pairing("a", "c", 31, 4)], ["c", "a", "b"])
    assert [(rung.bot, rung.rating.value) for rung in ladder.rungs] == [("a", 20.5), ("b", 5.0), ("c", -25.5)]
    assert [rung.rating.error for rung in ladder.rungs] == [2.5, 2.5, pytest.approx(32**0.5 / 2)]
    assert [rung.beaten for rung in ladder.rungs] == [2, 1, 0]
    assert ladder.rungs[0].rating.interval == pytest.approx((20.5 - 1.9615 * 2.5, 20.5 + 1.9615 * 2.5), abs=0.001)
    found = ladder.pairing("c", "a")
    assert found is not None
    assert (found.value, found.error) == (-31, 4)
    assert ladder.pairing("a", "nobody") is None


def test_all_pairings_are_looked_at_together() -> None:
    """Two standard errors are beyond chance in one pairing alone, but not in one of three; short ones prove nothing."""
    assert rate([pairing("a", "b", 2.1)], ["a", "b"]).rungs[0].beaten == 1
    others = [pairing("b", "c", 0.1), pairing("a", "c", 0.1)]
    assert rate([pairing("a", "b", 2.1), *others], ["a", "b", "c"]).settled == set()
    short = msgspec.structs.replace(pairing("a", "b", 50), hands=40)
    ladder = rate([short], ["a", "b"])
    assert (ladder.rungs[0].beaten, ladder.rungs[0].rating.half) == (0, None)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, inside = random.Random(4), 0
    truth = {("a", "b"): 12.0, ("a", "c"): -3.0, ("b", "c"): 5.0}
    rating = {"a": 4.5, "b": -3.5, "c": -1.0}
    for _ in range(400):
        results = [pairing(one, two, won + rng.gauss(0, 2), 2.0) for (one, two), won in truth.items()]
        for rung in rate(results, list("abc")).rungs:
            assert rung.rating.interval is not None
            low, high = rung.rating.interval
            inside += low <= rating[rung.bot] <= high
    assert 0.93 < inside / 1200 < 0.97


def test_a_second_run_plays_only_what_is_new(folder: Path) -> None:
    heard: list[tuple[int, int]] = []
    first = play_ladder(folder, hands=40, house=["tag"], begin=lambda *told: heard.append(told))
    again = play_ladder(folder, hands=40, house=["tag"], begin=lambda *told: heard.append(told))
    (folder / "folder.py").write_text(FOLDER + "\n# better now\n")
    play_ladder(folder, hands=40, house=["tag"], begin=lambda *told: heard.append(told))
    assert heard == [(120, 0), (0, 120), (80, 40)]
    assert first.rungs == again.rungs
    assert first.rungs[0].bot == "tag"


def test_a_run_that_is_stopped_keeps_its_pairings(folder: Path) -> None:
    done: list[int] = []

    def stop(hands: int) -> None:
        done.append(hands)
        if sum(done) >= 60:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_ladder(folder, hands=40, house=["tag"], step=stop)
    assert len(read_pairings(folder)) == 1


def test_a_bot_that_cannot_play_is_left_out(folder: Path) -> None:
    (folder / "broken.py").write_text("1 / 0")
    (folder / "empty.py").write_text("")
    ladder = play_ladder(folder, hands=10)
    assert {rung.bot for rung in ladder.rungs} == {"caller", "folder"}
    assert "ZeroDivisionError" in ladder.left_out["broken"]
    assert "has no bot: a bot is a class with a method decide(view)" in ladder.left_out["empty"]


def test_faults_are_counted(folder: Path) -> None:
    (folder / "wrong.py").write_text("class Wrong:\n    def decide(self, view):\n        raise ValueError('no')\n")
    rungs = {rung.bot: rung for rung in play_ladder(folder, hands=20).rungs}
    assert rungs["wrong"].faults > 0
    assert rungs["folder"].faults == 0


def test_folders_without_a_ladder(tmp_path: Path) -> None:
    with pytest.raises(BadLadder, match="is not a folder"):
        play_ladder(tmp_path / "none", hands=10)
    with pytest.raises(BadLadder, match="has 0 of the two bots"):
        play_ladder(tmp_path, hands=10)
    with pytest.raises(BadLadder, match="hands=1: expected a whole number, at least 2"):
        play_ladder(tmp_path, hands=1)
    (tmp_path / "bots.txt").write_text("tag\ntag\n")
    with pytest.raises(BadLadder, match="two bots are called 'tag'"):
        play_ladder(tmp_path, hands=10)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "x", "pairings": []}', "\x00"])
def test_a_damaged_file_is_refused_and_kept(folder: Path, text: str) -> None:
    path = folder / ladders.RESULTS
    path.write_text(text)
    with pytest.raises(BadLadder, match=r"ladder\.json"):
        play_ladder(folder, hands=10)
    assert path.read_text() == text


def test_what_is_kept_is_readable(folder: Path) -> None:
    play_ladder(folder, hands=10)
    kept: Any = json.loads((folder / ladders.RESULTS).read_text())
    assert kept["pairings"][0]["bots"] == ["caller", "folder"]
