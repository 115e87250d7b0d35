"""`bigslick report`."""

from pathlib import Path

import pytest

from .conftest import Refused, Run

pytest.importorskip("polars")
pytest.importorskip("matplotlib")


def test_a_match_that_was_kept(run: Run, tmp_path: Path) -> None:
    assert run("match", "tag", "rock", "--hands", 100, "--seed", 1, "--keep", tmp_path).code == 0
    found = run("report", tmp_path, "--json").json
    assert Path(found["page"]).is_file()
    assert len(found["pictures"]) == 2
    assert "report.html, and 1 picture as PNG and SVG in" in run("report", tmp_path).out


def test_a_folder_without_a_study(refused: Refused, tmp_path: Path) -> None:
    assert "has no study" in refused("report", tmp_path)
