"""Card room options."""

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
    assert options.is_house_name(house)
    assert options.is_house_name(house.upper())
    assert options.is_house_name(TOURNAMENTS[0].structure.name)
    assert not options.is_house_name("Friday night")
