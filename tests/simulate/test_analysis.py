"""Figures computed from tables, checked by hand."""

from typing import Any

import pytest

from bigslick.simulate.analysis import by_bot, luck_and_skill

pl = pytest.importorskip("polars")


def frames() -> tuple[Any, Any]:
    places = [("a", 1, 30), ("b", 2, 0), ("a", 3, 0), ("a", 1, 30), ("b", 2, 0), ("b", 3, 0)]
    rows = [
        {
            "tournament": n // 3,
            "cell": 0,
            "bot": bot,
            "place": place,
            "shared": 1,
            "prize": prize,
            "bounties": 0,
            "cost": 10,
        }
        for n, (bot, place, prize) in enumerate(places)
    ]
    return pl.DataFrame(rows), pl.DataFrame({"tournament": [0, 1], "entries": [3, 3]})


def test_by_bot() -> None:
    best, worst = by_bot(*frames()).to_dicts()
    assert (best["bot"], best["entries"], best["win_share"], best["roi"]) == ("a", 3, pytest.approx(2 / 3), 1.0)
    assert best["mean_place"] == pytest.approx(1 / 3)
    assert (worst["roi"], worst["roi_error"]) == (-1.0, 0.0)


def test_without_a_price_there_is_no_return() -> None:
    entries, events = frames()
    assert by_bot(entries.with_columns(cost=pl.lit(0)), events)["roi"].to_list() == [None, None]


def test_luck_and_skill_are_judged_by_money() -> None:
    """In units of the entry cost, a's results are +2, -1, +2, and b's are -1, -1, -1."""
    [row] = luck_and_skill(frames()[0]).to_dicts()
    assert (row["best"], row["worst"]) == ("a", "b")
    assert row["gap"] == pytest.approx(2)
    within = (3 * 2 + 0) / 4  # six squares around two means
    between = 1 - within / 6
    assert row["deviation"] == pytest.approx(within**0.5)
    assert row["skill"] == pytest.approx(between / (between + within))
    assert row["needed"] == pytest.approx(2 * 1.96**2 * within / 4, rel=1e-4)


def test_equal_bots_have_no_skill_and_free_entries_no_money() -> None:
    entries, _ = frames()
    equal = entries.with_columns(bot=pl.lit("a"))
    assert luck_and_skill(equal)["skill"].to_list() == [0.0]
    assert luck_and_skill(entries.with_columns(cost=pl.lit(0))).is_empty()
