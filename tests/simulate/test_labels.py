"""Grid points in words."""

import pytest

from bigslick.simulate.labels import bot_label, point_labels
from bigslick.simulate.plan import StudyPlan


@pytest.mark.parametrize(
    ("grid", "labels"),
    [
        ({}, ["all"]),
        ({"structure.starting_stack": [2000, 10_000]}, ["starting stack 2,000", "starting stack 10,000"]),
        ({"bots.shark.margin": [60]}, ["shark margin 60"]),
        ({"structure": ["turbo-6", "plans/sunday.toml"]}, ["turbo-6", "sunday"]),
        ({"structure": ["a/day.toml", "b/day.toml"]}, ["a/day.toml", "b/day.toml"]),
        ({"bots": [{"tag": 3, "shark": 1}, {"bots/my.py:Mine": 1}]}, ["3 tag + 1 shark", "all my.py:Mine"]),
        ({"reentries": [True, False]}, ["reentries on", "reentries off"]),
        (
            {
                "structure.payouts": {"flat": {"paid_percent": 25}, "top-heavy": {"paid_percent": 10}},
                "entrants": [30, 60],
            },
            ["flat, entrants 30", "flat, entrants 60", "top-heavy, entrants 30", "top-heavy, entrants 60"],
        ),
        (
            {"structure.payouts": [{"paid_percent": 10, "first_percent": 30}, {"percent": [50, 30, 20]}]},
            ["payouts paid percent 10, first percent 30", "payouts percent 50/30/20"],
        ),
        (
            {
                "structure.levels": [[{"small": 1}, {"small": 2}], [{"small": 5}, {"small": 9}]],
                "structure.rebuy": [None],
            },
            ["levels of 2 rows (1), rebuy none", "levels of 2 rows (2), rebuy none"],
        ),
        ({"structure.payouts": [{"percent": [30, 20, 15, 12, 10, 8, 5]}]}, ["payouts percent 30/20/15/12/10/8/… (7)"]),
    ],
)
def test_labels_are_words(grid: dict[str, object], labels: list[str]) -> None:
    assert point_labels(StudyPlan(grid=grid)) == labels  # type: ignore[arg-type]


def test_a_bot_without_its_folders() -> None:
    assert bot_label("tag") == "tag"
    assert bot_label("/home/ann/my_bot.py:MyBot") == "my_bot.py:MyBot"
