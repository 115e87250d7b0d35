"""Grid points compared pair by pair."""

import math
from pathlib import Path

import pytest

from bigslick.simulate.compare import Comparison, estimate, ratio, with_half
from bigslick.simulate.plan import make_plan
from bigslick.simulate.study import run_study
from bigslick.simulate.study_results import results
from bigslick.tournament import dumps, load

pl = pytest.importorskip("polars")


def test_a_mean_and_a_ratio_with_their_intervals() -> None:
    mean = estimate(range(1, 13))
    assert mean.value == 6.5
    assert mean.half == pytest.approx(2.2010 * math.sqrt(143 / 11 / 12), rel=1e-4)  # eleven degrees of freedom
    share = ratio([1, 3] * 6, [2] * 12, unit=100)
    assert share.value == 100
    assert share.half == pytest.approx(2.2010 * math.sqrt(12 * 50**2 / 11 / 12), rel=1e-4)
    assert math.isnan(ratio([0], [0]).value)


def test_too_few_or_too_skewed_have_no_interval() -> None:
    assert [estimate([1]).half, estimate([1, 2, 3, 4]).half, estimate([0] * 29 + [1]).half] == [None] * 3
    assert estimate([0, 1] * 6)._replace(needed=13).half is None


@pytest.mark.parametrize(
    ("value", "half", "shown"),
    [
        (0.4321, 0.05, "+0.43 ± 0.05"),
        (1234.5, 60.0, "+1,234 ± 60"),
        (-12.34, 0, "-12.3"),
        (2.0, None, "+2.00 ± ?"),
        (-0.2, 12.0, "+0 ± 12"),
    ],
)
def test_figures_for_people(value: float, half: float | None, shown: str) -> None:
    assert with_half(value, half, sign=True) == shown


def test_structure_files_are_compared_on_the_same_seats_and_decks(tmp_path: Path) -> None:
    """The two files differ only in prizes, and the bots feel no pressure, so the paired difference has no noise."""
    text = dumps(load("s0"))
    assert "[payouts]" in text
    head, _, tail = text.partition("[payouts]\n")
    rest = tail[tail.index("\n[") :] if "\n[" in tail else ""
    for name, percent in (("flat", "[40, 30, 30]"), ("steep", "[100]")):
        (tmp_path / f"{name}.toml").write_text(f"{head}[payouts]\npercent = {percent}\n{rest}")
    (tmp_path / "plan.toml").write_text(
        "tournaments = 6\nentrants = 12\nbots = {whale = 1, maniac = 1}\n"
        '[grid]\nstructure = ["flat.toml", "steep.toml"]\n"structure.buy_in" = [10]\n'
    )
    from bigslick.simulate.plan import read_plan

    run_study(read_plan(tmp_path / "plan.toml"), tmp_path / "s", workers=1)
    compared = Comparison(results(tmp_path / "s"))
    assert [point.label for point in compared.points] == ["flat, buy in 10", "steep, buy in 10"]
    rows = {row.measure: row for row in compared.differences}
    length = rows["length, hands at each table"]
    assert (length.difference, length.half, length.settled) == (0, None, False)
    assert rows["places paid"].difference == -2
    assert rows["first prize, % of the pool"].difference == pytest.approx(60)
    assert rows["first prize"].verdict == "too few"  # six pairs
    assert "up to" in compared.many_looks
    assert rows["ROI of whale, %"].difference == pytest.approx(-rows["ROI of maniac, %"].difference)


def test_pairs_make_differences_narrower_than_two_samples(tmp_path: Path) -> None:
    """Hand-for-hand and pressure start at different times, so the pairs diverge only near the money."""
    plan = {"structure": "turbo-6", "entrants": 20, "tournaments": 60, "bots": ["fish", "lag", "whale"], "seed": 5}
    grid = {"structure.payouts": {"flat": {"paid_percent": 30}, "steep": {"paid_percent": 10}}}
    run_study(make_plan({**plan, "grid": grid}), tmp_path / "s", workers=1)
    compared = Comparison(results(tmp_path / "s"))
    rows = {row.measure: row for row in compared.differences}
    assert rows["entries"].difference == 0
    assert rows["places paid"].settled
    flat, steep = (point.measures["ROI of lag, %"].half for point in compared.points)
    paired = rows["ROI of lag, %"].half
    assert flat
    assert steep
    assert paired
    assert paired < 0.9 * math.hypot(flat, steep)
    assert {row.verdict for row in compared.shown} <= {"yes", "no", "too few"}
    assert compared.many_looks.startswith(f"These are {len(compared.differences)} looks; ")


def test_hours_where_there_is_time_and_hands_where_units_differ(tmp_path: Path) -> None:
    run_study(make_plan({"structure": "turbo-6", "entrants": 6, "tournaments": 2}), tmp_path / "time", workers=1)
    timed = results(tmp_path / "time")
    [point] = Comparison(timed).points
    assert point.length.unit == "hours"
    assert point.length.mean.value == pytest.approx(timed.tournaments["length"].sum() / 2 / 3600)
    grid = {"structure": ["turbo-6", "s0"]}
    run_study(make_plan({"entrants": 6, "tournaments": 2, "grid": grid}), tmp_path / "both", workers=1)
    both = Comparison(results(tmp_path / "both"))
    assert both.unit == "hands at all tables"
    assert both.points[0].length.nine_in_ten is None
    assert both.points[0].length.sentence("take", str) == "a range takes 20 tournaments"


def test_a_range_takes_twenty_tournaments_and_equal_results_ten(tmp_path: Path) -> None:
    run_study(make_plan({"structure": "s0", "entrants": 3, "tournaments": 20}), tmp_path, workers=1)
    [point] = Comparison(results(tmp_path)).points
    assert point.length.nine_in_ten is not None
    low, high = point.length.nine_in_ten
    assert low <= point.length.median <= high
    assert point.length.text("{:.0f}".format) == f"{point.length.median:.0f} ({low:.0f} to {high:.0f})"
    assert (estimate([2.0] * 9).half, estimate([2.0] * 10).half) == (None, 0)
