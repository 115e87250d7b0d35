"""Card room options."""

import pytest

from bigslick.protocol.refusal import CommandRefused
from bigslick.server.room.config import TABLES, TOURNAMENTS
from bigslick.server.room.options import RoomOptions


def test_each_room_has_its_own_admin_token() -> None:
    first, second = RoomOptions(url="room.db"), RoomOptions(url="room.db")
    assert first.admin_token != second.admin_token
    assert len(first.admin_token) >= 24
    assert len(first.draw()) == 32


def test_a_name_that_looks_like_one_of_the_house_is_known() -> None:
    options = RoomOptions(url="room.db", tables=TABLES, tournaments=TOURNAMENTS)
    house = TABLES[0].name
    for name in (house, house.upper(), TOURNAMENTS[0].structure.name):
        with pytest.raises(CommandRefused, match="looks like the name of one of the house's tables"):
            options.check_name(name)
    options.check_name("Friday night")
