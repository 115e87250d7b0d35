"""A table outside a card room."""

from bigslick.server.table.room import NoRoom, TableRoom


def test_nobody_is_shut_out_of_a_table_outside_a_card_room() -> None:
    room: TableRoom = NoRoom()
    assert not room.shuts_out("ann", "")
    assert not room.shuts_out("ann", "club1")
