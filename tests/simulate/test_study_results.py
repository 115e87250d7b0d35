"""A study's results, read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.simulate.folders import BadStudy, finished
from bigslick.simulate.match import play_match
from bigslick.simulate.plan import make_plan
from bigslick.simulate.study import run_study
from bigslick.simulate.study_results import keep_match, match_curves, results

pytest.importorskip("polars")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("results") / "study"
    plan = make_plan({"name": "small", "tournaments": 3, "structure": "s0", "grid": {"entrants": [6, 7]}})
    run_study(plan, made, workers=1, chunk=2)
    return made


def test_the_tables_of_a_study(folder: Path) -> None:
    found = results(folder)
    assert repr(found) == "<StudyResults 'small': 6 of 6 tournaments>"
    assert found.complete
    assert found.tournaments["tournament"].to_list() == list(range(6))
    assert found.tournaments["entries"].to_list() == [6, 7, 6, 7, 6, 7]
    assert found.entries.height == 39
    assert found.cells.to_dicts() == [{"cell": 0, "entrants": 6}, {"cell": 1, "entrants": 7}]
    assert found.levels["level"].min() == 1
    assert found.hands.is_empty()
    assert found.bots.is_empty()


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"grid": {"structure.reentry_limit": [0, 1]}}, "Of the players who can, 100 % re-enter, unless"),
        ({"reentries": False}, ""),
        ({"grid": {"structure.reentry_take_up_percent": [30, 60]}}, "reentry take up percent 60: Of the players who"),
    ],
)
def test_the_take_up_is_said(tmp_path: Path, plan: dict[str, object], said: str) -> None:
    run_study(make_plan({"tournaments": 1, "structure": "turbo-6", "entrants": 6, **plan}), tmp_path, workers=1)
    assert (said in results(tmp_path).take_up) if said else results(tmp_path).take_up == ""


def test_only_finished_chunks_count(folder: Path) -> None:
    whole = folder / "tournaments" / "000000000-000000006.parquet"
    assert finished(folder) == [(0, 6)], "the chunks of a finished study are joined"
    data = whole.read_bytes()
    whole.unlink()
    try:
        found = results(folder)
        assert not found.complete
        assert found.entries.is_empty()
        assert repr(found) == "<StudyResults 'small': 0 of 6 tournaments>"
    finally:
        whole.write_bytes(data)


def test_matches_are_kept_beside_it(folder: Path) -> None:
    assert results(folder).matches.is_empty()
    result = play_match(["tag", "tag"], hands=50, seed=3)
    assert keep_match(result, folder) == keep_match(result, folder)
    [(name, curve)] = match_curves(folder)
    assert name == "tag-tag-2-seats-plain-seed-3"
    assert curve["bot"].unique().sort().to_list() == ["tag (1)", "tag (2)"]
    assert results(folder).matches.height == curve.height


def test_a_folder_without_a_study(tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match="has no study: expected a folder from `bigslick simulate`"):
        results(tmp_path)
