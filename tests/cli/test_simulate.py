"""`bigslick simulate`."""

import json
from pathlib import Path
from typing import Any

import pytest

from bigslick.simulate.plan import StudyPlan
from bigslick.simulate.study import Progress

from .conftest import Refused, Run

pytest.importorskip("polars")


def test_a_study_by_flags_and_again_from_its_plan(run: Run, tmp_path: Path) -> None:
    flags = ["--structure", "turbo-6", "--entrants", 6, "--tournaments", 5, "--seed", 2, "--workers", 1]
    found = run("simulate", *flags, "--bots", "tag,shark", "--out", tmp_path / "a", "--json").json
    assert found["tournaments"] == 5
    assert found["complete"]
    assert {row["bot"] for row in found["bots"]} == {"tag", "shark"}
    (tmp_path / "plan.toml").write_text(
        'structure = "turbo-6"\nentrants = 6\ntournaments = 3\nseed = 2\nbots = {tag = 1, shark = 1}\n'
        '[grid]\n"bots.shark.margin" = [0, 100]\n'
    )
    done = run("simulate", tmp_path / "plan.toml", "--out", tmp_path / "b", "--workers", 1)
    assert done.code == 0
    assert "6 tournaments" in done.out
    assert "margin 100" in done.out


def test_late_entrants_and_no_re_entries_are_options(run: Run, tmp_path: Path) -> None:
    flags = ["--structure", "turbo-6", "--entrants", 6, "--tournaments", 2, "--seed", 2, "--workers", 1]
    assert run("simulate", *flags, "--late", 2, "--no-reentries", "--out", tmp_path / "a").code == 0
    kept = json.loads(next((tmp_path / "a").glob("*.json")).read_text())
    assert (kept["plan"]["late"], kept["plan"]["reentries"]) == (2, False)


def test_a_study_without_a_seed_goes_on_with_the_one_it_drew(run: Run, tmp_path: Path) -> None:
    flags = ["--structure", "turbo-6", "--entrants", 6, "--tournaments", 2, "--workers", 1, "--json"]
    first = run("simulate", *flags, "--out", tmp_path / "a").json
    assert run("simulate", *flags, "--out", tmp_path / "a").json == first
    other = run("simulate", *flags, "--out", tmp_path / "b").json
    assert other["seed"] != first["seed"]
    again = run("simulate", *flags, "--out", tmp_path / "c", "--seed", first["seed"]).json
    assert again == {**first, "folder": str(tmp_path / "c")}


def test_ctrl_c_says_what_was_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(plan: StudyPlan, folder: Path, **options: Any) -> None:
        options["step"](Progress(tournaments=3, total=5, seconds=1.0, left=1.0))
        raise KeyboardInterrupt

    monkeypatch.setattr("bigslick.simulate.study.run_study", interrupted)
    done = run("simulate", "--tournaments", 5, "--out", tmp_path / "a")
    assert done.code == 130
    assert done.err == (
        f"bigslick: stopped; 3 of 5 tournaments are kept in {tmp_path / 'a'}: the same command with --out "
        f"{tmp_path / 'a'} goes on\n"
    )


def test_bad_input(refused: Refused, tmp_path: Path) -> None:
    assert "did you mean 'shark'?" in refused("simulate", "--bots", "shrak", "--out", tmp_path / "a")
    assert "cannot be read" in refused("simulate", tmp_path / "none.toml")
    assert "--yes" in refused("simulate", "--tournaments", 10**9, "--workers", 1, "--out", tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_a_study_with_a_bot_of_ones_own_that_keeps_its_hands(run: Run, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text("class MyBot:\n    def decide(self, view):\n        raise RuntimeError('no idea')\n")
    flags = ["--structure", "turbo-6", "--entrants", 6, "--tournaments", 3, "--seed", 2, "--workers", 1]
    command = ["simulate", *flags, "--bots", f"tag,{path}:MyBot", "--keep-hands", "--out", tmp_path / "a"]
    done = run(*command, "--json")
    assert done.code == 1
    assert "was at fault every time" in done.err
    found = json.loads(done.out)
    (report,) = found["python_bots"]
    assert report["asked"] == report["faults"] > 0
    told = run(*command).out  # the study is done, and is reported again
    assert f"{path}:MyBot was checked or folded" in told
    assert "x RuntimeError: no idea" in told
    files = run("report", tmp_path / "a", "--phhs", tmp_path / "hands", "--json").json["hands"]
    assert len(files) == 3
    assert run("replay", tmp_path / "hands").code == 0
    assert "is not empty" in refused("report", tmp_path / "a", "--phhs", tmp_path / "hands")
    assert "3 files in" in run("report", tmp_path / "a", "--phhs", tmp_path / "hands", "--force").out
    path.write_text("1 / 0\n")
    other = tmp_path / "other_bot.py"
    other.write_text("1 / 0\n")
    assert f"{other} does not import: ZeroDivisionError: division by zero ({other}, line 1)" in refused(
        "simulate", *flags, "--bots", f"{other}:MyBot", "--out", tmp_path / "b"
    )


BAD = "class Bad:\n    def decide(self, view):\n        raise ValueError('no idea')\n"


def test_tournaments_that_stall_are_counted_and_reported(run: Run, refused: Refused, tmp_path: Path) -> None:
    """Bots that only fold pass the last level's blinds around forever."""
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    flags = ["--structure", "heads-up-bracket", "--tournaments", 8, "--seed", 1, "--workers", 1]
    mixed = ["simulate", *flags, "--entrants", 5, "--bots", f"{path}:Bad,tag", "--out", tmp_path / "a"]
    said = run(*mixed)
    found = json.loads(run(*mixed, "--json").out)
    assert 0 < found["stalled"] < 8
    assert found["tournaments"] + found["stalled"] == 8
    assert found["points"][0]["tournaments"] == found["tournaments"]
    assert f"{found['stalled']} of 8 tournaments stalled and count in no figure" in said.out
    assert run("report", tmp_path / "a").code == 0
    assert f"{found['stalled']} of 8 tournaments stalled" in (tmp_path / "a" / "report.html").read_text("utf-8")


def test_a_study_in_which_every_tournament_stalls(run: Run, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    only = ["--structure", "heads-up-bracket", "--entrants", 2, "--tournaments", 1, "--seed", 1, "--workers", 1]
    command = ["simulate", *only, "--bots", f"{path}:Bad", "--out", tmp_path / "a"]
    done = run(*command)
    assert done.code == 1
    assert "1 of 1 tournament stalled" in done.out
    assert f"{path}:Bad was checked or folded" in done.out
    assert json.loads(run(*command, "--json").out)["points"] == []
    assert "has nothing to draw: 1 of 1 tournament stalled" in refused("report", tmp_path / "a")


def test_a_grid_whose_first_point_stalls(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    only = ["--structure", "heads-up-bracket", "--entrants", 2, "--tournaments", 2, "--seed", 1, "--workers", 1]
    done = run("simulate", *only, "--vary", f"bots={path}:Bad,tag", "--out", tmp_path / "a")
    assert "(2 at all bad.py:Bad)" in done.out
    assert run("report", tmp_path / "a").code == 0


def test_vary_compares_and_a_study_grows(run: Run, refused: Refused, tmp_path: Path) -> None:
    flags = [
        "--structure",
        "turbo-6",
        "--entrants",
        8,
        "--seed",
        2,
        "--workers",
        1,
        "--vary",
        "structure.reentry_limit=0,1",
    ]
    flags += ["--vary", "bots=tag+lag,shark"]
    grown = run("simulate", *flags, "--tournaments", 2, "--out", tmp_path / "a", "--json").json
    labels = [f"reentry limit {limit}, {field}" for limit in (0, 1) for field in ("1 tag + 1 lag", "all shark")]
    assert [point["point"] for point in grown["points"]] == labels
    assert {row["point"] for row in grown["differences"]} == set(labels[1:])
    assert grown["points"][0]["length"]["unit"] == "hours"
    assert grown["points"][0]["length"]["nine_in_ten"] is None
    grown = run("simulate", *flags, "--tournaments", 3, "--out", tmp_path / "a", "--json").json
    fresh = run("simulate", *flags, "--tournaments", 3, "--out", tmp_path / "b", "--json").json
    assert grown["tournaments"] == 12
    assert grown == {**fresh, "folder": grown["folder"]}
    printed = run("simulate", *flags, "--tournaments", 3, "--out", tmp_path / "a").out
    assert "Against reentry limit 0, 1 tag + 1 lag, pair by pair" in printed
    assert "Luck against skill" not in printed  # three tournaments are too few to tell
    assert " yes\n" not in printed
    assert "too few" in printed
    assert "± ? means too few tournaments for an interval: up to" in printed
    assert "can grow, but not shrink" in refused("simulate", *flags, "--tournaments", 2, "--out", tmp_path / "a")


@pytest.mark.parametrize(
    ("vary", "sentence"),
    [
        ("entrants", "expected one, as in entrants=50,100"),
        ("entrants=", "expected one, as in entrants=50,100"),
        ("entrants=[1", "is not a TOML value"),
        ("entrants=5,5", "has 5 twice"),
        ("structure.startin_stack=5", "did you mean 'starting_stack'?"),
        ("structure.rebuy.cost=5", "has no rebuy to change: give the whole rebuy"),
        ("structure=turbo-7", "turbo-6"),
        ("structure=5", "5"),
        ("bots=shrak", "did you mean 'shark'?"),
        ("bots=[5]", "is not a field"),
        ("late=many", "cannot be late"),
        ("reentries=2", "expected true or false"),
        ("weather=fine", "unknown setting 'weather'"),
    ],
)
def test_values_that_cannot_be_compared(refused: Refused, tmp_path: Path, vary: str, sentence: str) -> None:
    assert sentence in refused("simulate", "--entrants", 6, "--vary", vary, "--out", tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_a_setting_is_varied_once(refused: Refused, tmp_path: Path) -> None:
    twice = ["--vary", "entrants=5", "--vary", "entrants=6"]
    assert "entrants appears twice" in refused("simulate", *twice, "--out", tmp_path / "a")


def test_alone_it_says_what_it_needs(refused: Refused) -> None:
    pytest.importorskip("polars")
    assert "this needs a plan, or options that say what to play" in refused("simulate")
