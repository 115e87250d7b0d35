"""Titles, axes and legends of every chart; `test_report` puts the charts into a page."""

from pathlib import Path
from typing import Any

import pytest

from bigslick.simulate.compare import Comparison
from bigslick.simulate.pictures import MOST_PANELS, Picture, match_picture, study_pictures
from bigslick.simulate.plan import make_plan
from bigslick.simulate.study import run_study
from bigslick.simulate.study_results import StudyResults, results

pl = pytest.importorskip("polars")
pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    """Return eight points of a timed structure, two tournaments each."""
    folder = tmp_path_factory.mktemp("pictures") / "many"
    plan = {"structure": "turbo-6", "entrants": 12, "tournaments": 2, "bots": ["tag", "lag"], "seed": 4}
    run_study(
        make_plan({**plan, "grid": {"structure.starting_stack": list(range(1000, 9000, 1000))}}), folder, workers=1
    )
    return results(folder)


def drawn(found: StudyResults) -> dict[str, Picture]:
    return {picture.name: picture for picture in study_pictures(found, Comparison(found))}


def texts(picture: Picture) -> list[str]:
    figure: Any = picture.figure
    return [figure.get_suptitle(), figure.get_supxlabel()]


def test_every_picture_has_title_axes_units_and_names_its_interval(many: StudyResults) -> None:
    pictures = drawn(many)
    assert set(pictures) == {"length", "differences", "roi-differences", "field", "roi", "finish", "stacks"}
    for picture in pictures.values():
        title, note = texts(picture)
        assert title == picture.title
        assert "interval" in note or "nine tournaments in ten" in note, picture.name
        axes = picture.figure.axes
        assert axes[-1].get_xlabel(), picture.name
        assert all(axis.get_ylabel() or axis.get_yticklabels() for axis in axes), picture.name
    assert pictures["length"].figure.axes[0].get_xlabel() == "hours"
    assert pictures["roi"].figure.axes[-1].get_xlabel() == "ROI, % of what the entries cost"


def test_lengths_of_a_grid_fill_the_picture(many: StudyResults) -> None:
    """From 0 on, points that differ by minutes would lie on top of each other."""
    [axis] = drawn(many)["length"].figure.axes
    left, right = axis.get_xlim()
    values = [value for line in axis.lines for value in line.get_xdata()]
    assert left > 0
    assert max(values) - min(values) > 0.85 * (right - left)


def test_what_is_not_drawn_is_said(many: StudyResults) -> None:
    pictures = drawn(many)
    assert len(pictures["finish"].figure.axes) == MOST_PANELS
    assert pictures["finish"].sentence.endswith("The first 6 of 8 points of the grid are drawn; the tables have all.")
    assert len(pictures["length"].figure.axes[0].get_yticks()) == 8
    assert "are drawn" not in pictures["length"].sentence
    assert len(pictures["roi"].figure.axes) == 8


def test_each_round_of_a_shootout_has_a_line_of_its_own(tmp_path: Path) -> None:
    """Both rounds begin at level 1, so a single line would mix them."""
    plan = make_plan({"structure": "shootout", "entrants": 20, "tournaments": 3, "bots": ["tag", "lag"], "seed": 2})
    run_study(plan, tmp_path / "s", workers=1)
    picture = drawn(results(tmp_path / "s"))["field"]
    [axis] = picture.figure.axes
    first, second = axis.lines
    assert (first.get_label(), second.get_label()) == ("round 1", "round 2")
    assert (first.get_xydata()[0].tolist(), second.get_xydata()[0].tolist()) == ([1, 20], [1, 3])
    assert "each round or day by itself" in picture.sentence


def test_the_final_table_is_followed_from_the_first_hand(tmp_path: Path) -> None:
    """With more entries than grey lines, late players' lines start when they sat down."""
    plan = make_plan({"structure": "turbo-6", "entrants": 90, "tournaments": 1, "bots": ["tag", "lag"], "seed": 2})
    run_study(plan, tmp_path / "s", workers=1)
    found = results(tmp_path / "s")
    placed = found.entries.sort("place", "entry").head(7)
    picture = drawn(found)["stacks"]
    [axis] = picture.figure.axes
    lines = {line.get_label(): line.get_xydata() for line in axis.lines if line.get_label()[0].isdigit()}
    assert len(lines) == 7
    for row, (label, points) in zip(placed.to_dicts(), lines.items(), strict=True):
        assert label.split(" (")[0].endswith(row["player"])
        if row["bullet"] == 1:
            assert points[0].tolist() == [0, 5000]
    floor = axis.get_ylim()[0]
    ends = [line.get_ydata()[-1] for line in axis.lines]
    assert sorted(end > floor for end in ends) == [False] * (len(ends) - 1) + [True], "only the winner has chips"
    busts = {round(line.get_xdata()[-1], 3) for line in axis.lines}
    assert len(busts) > 20, "everyone falls where they bust, not when registration closes"
    assert "one tournament, so no interval" in texts(picture)[1]


def test_a_match_names_its_interval() -> None:
    curve = pl.DataFrame(
        {"hands": [100, 200], "bot": ["tag", "tag"], "bb100": [3.0, 2.0], "error": [2.0, 1.0], "half": [None, 2.0]}
    )
    picture = match_picture("tag-lag", curve)
    [axis] = picture.figure.axes
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("hands played", "won by a seat, bb/100")
    assert texts(picture) == ["Win rate as the hands add up", "tag-lag; bands: 95 % interval"]
