"""The standard's fields: exact numbers, and fields beyond the standard."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from bigslick.history.formats.ohh.fields import OhhAction, OhhDocument, take_unknown

from .ohh_hands import hand, read_one


@pytest.mark.parametrize(
    ("number", "value"), [(b"2.50", Decimal("2.50")), (b"3", 3), (b'"0.10"', Decimal("0.10")), (b"null", None)]
)
def test_numbers_keep_their_digits(number: bytes, value: object) -> None:
    action = msgspec.json.decode(b'{"action": "Call", "amount": %b}' % number, type=OhhAction)
    assert action.amount == value
    assert type(action.amount) is type(value)
    assert str(action.amount) == str(value)


def test_fields_beyond_the_standard_are_taken_out_by_their_place() -> None:
    unknown: dict[str, Any] = {}
    fields = hand(mood="good", nothing=None)
    fields["players"][1]["rank"] = {"stars": 3, "empty": None}
    fields["rounds"][0]["actions"][0]["time"] = 5
    known = take_unknown({"ohh": fields}, OhhDocument, "", unknown)
    assert unknown == {"mood": "good", "players[1].rank": {"stars": 3}, "rounds[0].actions[0].time": 5}
    assert msgspec.convert(known, OhhDocument).ohh.table_name == "Oak"


def test_such_fields_are_kept_in_the_details() -> None:
    history = read_one(hand(mood=[1.5, None, "x"]))
    assert history.details is not None
    assert history.details.extra["ohh"]["mood"] == [Decimal("1.5"), "x"]
