"""Settings: the values an environment accepts, and a sentence for each it refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bigslick import Rules
from bigslick.envs import BadEnv, Settings
from bigslick.envs.settings import make_settings
from bigslick.errors import BigslickError
from bigslick.tournament import Level


def test_opponents_take_the_seats_that_do_not_learn() -> None:
    def mine(view: object) -> Any: ...

    bots = Settings(seats=4, learner=1, opponents=["tag", mine, "caller"]).bots()
    assert [bot.name if bot is not None else None for bot in bots] == ["tag", None, "mine", "caller"]
    assert Settings(opponents=None).learners == (0, 1, 2, 3, 4, 5)
    assert Settings(learner=4).learners == (4,)


def test_stacks_are_one_number_or_one_for_each_seat() -> None:
    assert Settings(seats=3, stacks=500).chips() == (500,) * 3
    assert Settings(seats=3, stacks=(500, 600, 0)).chips() == (500, 600, 0)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seats": 11}, "seats=11: expected a whole number from 2 to 10"),
        ({"seats": 2.0}, "seats=2.0"),
        ({"learner": 6}, "learner=6"),
        ({"button": 6}, "button=6"),
        ({"recent": 40}, "recent=40"),
        ({"ante": -1}, "ante=-1"),
        ({"rules": "cash"}, "rules='cash'"),
        ({"reward": "money"}, "reward='money'"),
        ({"episode": "week"}, "episode='week'"),
        ({"episode": 0}, "episode=0"),
        ({"reward": "icm"}, "only a sit-and-go has"),
        ({"street": "showdown"}, "street='showdown'"),
        ({"stacks": "many"}, "stacks='many'"),
        ({"stacks": (1,) * 7}, "the chips of each of 6 seats"),
        ({"stacks": (5,) * 5 + (5.5,)}, "stacks=5.5"),
        ({"blinds": (100, 50)}, "big blind=50: expected a whole number from 100"),
        ({"blinds": (0, 0)}, "big blind=0"),
        ({"opponents": "nobody"}, "'nobody' is not a house bot"),
        ({"actions": ("fold",)}, "expected 2 to 64 actions"),
        ({"holes": "AsKs"}, "holes='AsKs': expected cards by seat"),
        ({"holes": {0: "As"}}, "expected two hole cards, found 1"),
        ({"holes": {7: "AsKs"}}, "the seat of hole cards=7"),
        ({"board": "2c3c4c5c6c7c"}, "the board has 6 cards"),
        ({"episode": "sit-and-go", "levels": ((1, 2),)}, "expected levels, as in Level"),
        ({"opponets": "tag"}, "did you mean 'opponents'?"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BigslickError, match=re.escape(sentence)):
        make_settings(changes).deal()


def test_options_change_a_copy() -> None:
    settings = Settings(seats=6)
    assert settings.changed({}) is settings
    changed = settings.changed({"seats": 3, "rules": Rules(limit="pot")})
    assert changed.chips() == (10_000, 10_000, 10_000, 0, 0, 0)
    assert (changed.rules.limit, settings.rules.limit) == ("pot", "none")
    with pytest.raises(BadEnv, match="seats=1: expected a whole number from 2 to 6"):
        settings.changed({"seats": 1})


def test_a_sit_and_go_has_levels() -> None:
    levels = (Level(small=5, big=10, hands=3), Level(small=10, big=20))
    deal = Settings(episode="sit-and-go", levels=levels, stacks=100).deal()
    assert (deal.seats, deal.hands) == (6, 0)
    assert Settings(actions="continuous").menu is None
    assert Settings(actions="continuous").continuous


def test_one_stack_too_few_is_refused() -> None:
    with pytest.raises(BadEnv, match="the chips of each of 3 seats, 0 for an empty one"):
        Settings(seats=3, stacks=[100, 200]).chips()
    assert Settings(seats=3, stacks=[100, 200, 0]).chips() == (100, 200, 0)
