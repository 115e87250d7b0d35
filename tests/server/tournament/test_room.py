"""The card room as its tournaments use it."""

from bigslick.server.room.card_room import CardRoom
from bigslick.server.tournament.room import TournamentRoom


def test_the_card_room_is_such_a_room() -> None:
    used = [name for name in vars(TournamentRoom) if not name.startswith("_")]
    assert {"serve", "connected", "seated", "tell"} <= set(used)
    assert all(callable(getattr(CardRoom, name)) for name in used)
