"""A deal that cannot be played is refused, each number with its sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bigslick import Rules
from bigslick.envs._table import EnvDeal, EnvTable, width_of
from bigslick.envs.observation import ObservationLayout
from bigslick.hand.setup import rule_numbers

GOOD: dict[str, Any] = {
    "stacks": (1000,) * 3,
    "styles": (-1, 0, -2),
    "levels": ((10, 20, 0, 0),),
    "rules": rule_numbers(Rules()),
    "episode": (1, -1, 0, 0),
    "menu": (-1, -2, 500, -4),
    "recent": 4,
    "in_blinds": 1,
}


def test_a_deal_says_how_wide_it_is() -> None:
    deal = EnvDeal(**GOOD)
    assert (deal.seats, deal.actions, deal.continuous, deal.learners) == (3, 4, 0, 1)
    assert deal.width == width_of(3, 4) == ObservationLayout(3, 4).width


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("stacks", (1000,), "the number of seats is 1"),
        ("stacks", (1000, 0, 0), "1 of 3 seats have chips"),
        ("stacks", (0, 1000, 1000), "no seat with chips learns"),
        ("styles", (-1, 0), "2 styles for 3 seats"),
        ("styles", (-1, 0, 99), "the style of a seat is 99"),
        ("styles", (0, 0, 0), "no seat with chips learns"),
        ("levels", (), "expected 1 to 64 levels"),
        ("levels", ((10, 20, 0),), "four numbers"),
        ("levels", ((10, 0, 0, 0),), "a big blind is 0"),
        ("episode", (1, 3, 0, 0), "the button's seat is 3"),
        ("episode", (1, -1, 0, 4), "the street to start from is 4"),
        ("episode", (1, -1, 0), "expected the hands of an episode"),
        ("menu", (-2, 500), "no fold or no call"),
        ("menu", (-1, -2, -5), "an action of the menu is -5"),
        ("menu", (-1, -2) * 40, "80 actions"),
        ("recent", 33, "the number of recent actions is 33"),
        ("placed", (1,), "1 placed cards"),
        ("placed", (1, 1, *[-1] * 9), "a card is placed twice"),
    ],
)
def test_a_deal_that_cannot_be_played_is_refused(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        EnvDeal(**{**GOOD, name: value})


def test_the_chips_of_an_episode_stay_countable() -> None:
    EnvDeal(**{**GOOD, "stacks": (1 << 50,) * 3})
    for hands in (0, 10**6):
        with pytest.raises(ValueError, match="the chips of an episode may come to"):
            EnvDeal(**{**GOOD, "stacks": (1 << 50,) * 3, "episode": (hands, -1, 0, 0)})


def test_environments_run_one_board() -> None:
    with pytest.raises(ValueError, match="environments run one"):
        EnvDeal(**{**GOOD, "rules": rule_numbers(Rules(run_outs=2))})


def test_deals_and_tables_never_change() -> None:
    deal = EnvDeal(**GOOD)
    with pytest.raises(ValueError, match="never changes"):
        deal.__init__(**GOOD)  # type: ignore[misc]
    table = EnvTable(deal)
    with pytest.raises(ValueError, match="has its deal"):
        table.__init__(deal)  # type: ignore[misc]
