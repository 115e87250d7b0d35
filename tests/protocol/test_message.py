"""What every command has in common: its fields are strict, and shared values have bounds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.message import Chips, Hash, Id, Message, SeatNumber, Text


class Order(Message, frozen=True, kw_only=True, tag="order"):
    """A command with every kind of shared value."""

    id: Id = "x"
    chips: Chips = 1
    seat: SeatNumber = 0
    text: Text = "x"
    hash: Hash = "0" * 64


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "t1"),
        ("id", "Az09_.:-"),
        ("id", "x" * 64),
        ("chips", 2),
        ("chips", 10**15),
        ("seat", 9),
        ("text", "♠" * 300),
        ("hash", "0123456789abcdef" * 4),
    ],
)
def test_a_value_within_its_bounds_goes_over_the_wire_and_back(field: str, value: Any) -> None:
    order = decode(encode({"type": "order", field: value}), Order)
    assert getattr(order, field) == value
    assert decode(encode(order), Order) == order


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", ""),
        ("id", "x" * 65),
        ("id", "a b"),
        ("id", "../t1"),
        ("id", "é"),
        ("id", 1),
        ("chips", 0),
        ("chips", -1),
        ("chips", 10**15 + 1),
        ("chips", 1.5),
        ("chips", True),
        ("chips", "5"),
        ("seat", -1),
        ("seat", 10),
        ("text", ""),
        ("text", "x" * 301),
        ("text", None),
        ("hash", "0" * 63),
        ("hash", "0" * 65),
        ("hash", "A" * 64),
        ("hash", "g" * 64),
    ],
)
def test_a_value_out_of_its_bounds_is_refused_and_its_field_named(field: str, value: Any) -> None:
    with pytest.raises(msgspec.ValidationError, match=rf"`\$\.{field}`"):
        decode(encode({"type": "order", field: value}), Order)


@pytest.mark.parametrize(("field", "value"), [("id", "t1\n"), ("hash", "0" * 64 + "\n")])
def test_a_newline_at_the_end_is_refused(field: str, value: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=rf"`\$\.{field}`"):
        decode(encode({"type": "order", field: value}), Order)


def test_an_unknown_field_is_refused_rather_than_overlooked() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `player`"):
        decode('{"type": "order", "player": "bob"}', Order)


def test_a_message_says_only_what_is_not_the_default_and_never_changes() -> None:
    order = Order(chips=5)
    assert encode(order) == b'{"type":"order","chips":5}'
    with pytest.raises(AttributeError, match="immutable"):
        order.chips = 6  # type: ignore[misc]
