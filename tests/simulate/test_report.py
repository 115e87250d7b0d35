"""Reports: one self-contained page, charts next to it, and matches kept for it."""

import re
from pathlib import Path

import pytest

from bigslick.simulate.folders import BadStudy
from bigslick.simulate.match import play_match
from bigslick.simulate.plan import make_plan
from bigslick.simulate.report import write_report
from bigslick.simulate.study import Progress, run_study
from bigslick.simulate.study_results import keep_match, results

pytest.importorskip("polars")
pytest.importorskip("matplotlib")

PLAN = make_plan(
    {
        "name": "<deep & shallow>",
        "structure": "turbo-6",
        "entrants": 8,
        "tournaments": 6,
        "grid": {"structure.starting_stack": [1500, 3000]},
    }
)


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    run_study(PLAN, tmp_path, workers=1)
    keep_match(play_match(["shark", "tag"], hands=200, seed=1), tmp_path)
    keep_match(play_match(["shark", "tag"], hands=200, seed=1), tmp_path)
    text = write_report(tmp_path).read_text()
    assert "&lt;deep &amp; shallow&gt;" in text
    assert "12 tournaments of" in text
    assert "Luck against skill" in text
    assert "starting stack 3,000" in text
    assert not re.search(r'(src|href)="(?!data:)', text)
    assert '<meta name="viewport"' in text
    assert "hours, median (9 in 10)" in text
    assert ".wide { overflow-x: auto;" in text
    assert text.count("<table") == text.count('<div class="wide"><table')
    assert "every buy-in, fee, bounty, rebuy and add-on" in text
    names = {path.name for path in (tmp_path / "pictures").iterdir()}
    wanted = ("finish", "roi", "length", "differences", "roi-differences", "field", "stacks", "match-1")
    assert names == {f"{name}.{kind}" for name in wanted for kind in ("png", "svg")}
    assert text.count("data:image/png;base64,") == len(wanted)
    assert results(tmp_path).matches["match"].n_unique() == 1


def test_matches_alone_make_a_report_and_a_study_may_follow(tmp_path: Path) -> None:
    keep_match(play_match(["tag", "tag"], hands=100, seed=1), tmp_path)
    assert "tag" in write_report(tmp_path).read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"matches", "pictures", "report.html"}


def test_an_unfinished_study_says_so(tmp_path: Path) -> None:
    def stop(far: Progress) -> None:
        if far.tournaments:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(PLAN, tmp_path, workers=1, chunk=4, step=stop)
    assert "not complete: 4 of 12" in write_report(tmp_path).read_text()


def test_nothing_to_draw(tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match="no study and no match"):
        write_report(tmp_path)
