from __future__ import annotations

import json
from pathlib import Path

import pytest

from bigslick.cli.app import run


def test_a_ladder_of_house_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", str(tmp_path), "--with", "tag,caller,rock", "--hands", "60", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {row["bot"] for row in told["ratings"]} == {"tag", "caller", "rock"}
    assert len(told["pairings"]) == 3
    assert Path(told["page"]).read_text().startswith("<!doctype html>")


def test_a_ladder_goes_on_with_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for more in ([], [], ["--seed", "monday"], []):
        assert run(["ladder", str(tmp_path), "--with", "tag,rock", "--hands", "20", "--json", *more]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["seed"] != told[2]["seed"] == told[3]["seed"] == "monday"


def test_a_ladder_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.py").write_text("")
    assert run(["ladder", str(tmp_path), "--with", "tag,caller", "--hands", "20", "--seed", "3"]) == 1
    told = capsys.readouterr()
    assert "1  tag" in told.out
    assert "broken could not play" in told.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "is not a folder"),
        (["."], "two bots that a ladder needs"),
        ([".", "--with", "tgg"], "did you mean 'tag'"),
        ([".", "--hands", "1"], "hands"),
    ],
)
def test_bad_ladders(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["ladder", *arguments]) == 2
    assert sentence in capsys.readouterr().err
