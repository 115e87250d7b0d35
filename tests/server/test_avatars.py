"""The avatars that players have before they choose one."""

from __future__ import annotations

from typing import get_args

from bigslick.bots import HOUSE_BOTS
from bigslick.protocol.social import Avatar
from bigslick.server.avatars import given_avatar
from bigslick.server.bot_names import bot_id


def test_every_id_has_one_avatar_and_never_one_that_judges_the_player() -> None:
    given = {given_avatar(f"p{number}") for number in range(1000)}
    assert given == {given_avatar(f"p{number}") for number in range(1000)}
    assert given < set(get_args(Avatar))
    assert len(given) == 13
    assert not given & {"fish", "whale", "shark", "robot"}


def test_the_first_bots_of_all_styles_look_different() -> None:
    assert len({given_avatar(bot_id(style, 1)) for style in HOUSE_BOTS}) == len(HOUSE_BOTS)
