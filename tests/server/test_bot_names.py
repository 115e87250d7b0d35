"""House bots' ids, and the names and styles that follow from them."""

from __future__ import annotations

import pytest

from bigslick.bots import HOUSE_BOTS
from bigslick.server.bot_names import USUAL_BOTS, bot_id, bot_name, bot_style
from bigslick.server.words import is_official, read_name, skeleton

SEVEN = range(1, 8)


@pytest.mark.parametrize("style", HOUSE_BOTS)
def test_an_id_says_the_style_and_the_name_does_not(style: str) -> None:
    assert bot_style(bot_id(style, 12)) == style
    for number in SEVEN:
        name = bot_name(bot_id(style, number))
        assert name == read_name(name), "a name that a person could have"
        assert not is_official(name)


def test_names_of_all_styles_look_different() -> None:
    names = [bot_name(bot_id(style, number)) for style in HOUSE_BOTS for number in SEVEN]
    assert len({skeleton(name) for name in names}) == len(HOUSE_BOTS) * len(SEVEN)
    assert max(map(len, names)) <= 8, "a seat on a phone shows it whole"


def test_a_big_field_of_bots_uses_every_name() -> None:
    field = {bot_name(bot_id(USUAL_BOTS[number % 4], number)) for number in range(1, 29)}
    assert len(field) == 28


def test_no_account_is_taken_for_a_bot() -> None:
    for player in ("guest-4711", "tag_2", "Ada 2", "tag two"):
        assert (bot_style(player) in HOUSE_BOTS, bot_name(player)) == (False, "")
