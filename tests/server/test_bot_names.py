"""House bots' names, and the styles in them."""

from __future__ import annotations

import pytest

from bigslick.bots import HOUSE_BOTS
from bigslick.server.bot_names import bot_name, bot_style


@pytest.mark.parametrize("style", HOUSE_BOTS)
def test_a_name_says_the_style(style: str) -> None:
    assert bot_style(bot_name(style, 12)) == style


def test_no_account_is_taken_for_a_bot() -> None:
    assert bot_style("guest-4711") == ""
    assert bot_style("tag_2") == ""
