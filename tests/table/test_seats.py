"""A taken seat: the blinds it owes, and the values that are valid in JSON."""

from __future__ import annotations

import msgspec
import pytest

from bigslick import Seat


@pytest.mark.parametrize(("small", "big", "owes"), [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)])
def test_a_seat_owes_if_either_blind_is_missed(small: int, big: int, owes: int) -> None:
    seat = Seat(player="ann", stack=100, owes_small=bool(small), owes_big=bool(big))
    assert seat.owes is bool(owes)


def test_an_unknown_field_of_a_saved_seat_is_refused() -> None:
    good = msgspec.json.encode(Seat(player="ann", stack=100))
    assert msgspec.json.decode(good, type=Seat) == Seat(player="ann", stack=100)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(good[:-1] + b',"chips":5}', type=Seat)
