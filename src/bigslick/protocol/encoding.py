"""Encodes messages as JSON and decodes them: a card is two letters, a range of totals its first and last number."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from bigslick.cards import Card

T = TypeVar("T")


def to_json_value(value: Any) -> Any:
    """Encode types that JSON lacks: a card as "As", a range as its two ends."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, str):
        return str(value)  # a sentence with its template
    if isinstance(value, range):
        return [value[0], value[-1]] if value else []
    raise TypeError(f"cannot encode {type(value).__name__}: expected a struct of cards, ranges and plain values")


def from_json_value(kind: type, value: Any) -> Any:
    """Decode a value that `to_json_value` encoded."""
    if kind is Card and isinstance(value, str):
        return Card(value)
    if kind is range and isinstance(value, list) and all(type(end) is int for end in value):
        if not value:  # in tables saved by version 0.2
            return range(0)
        if len(value) == 2:
            return range(value[0], value[1] + 1)
    raise ValueError(f"{value!r} is not a {kind.__name__.lower()}")


_ENCODER = msgspec.json.Encoder(enc_hook=to_json_value)
encode = _ENCODER.encode
"""Encodes any of our structs as JSON."""


def decode(text: bytes | str, kind: type[T]) -> T:
    """Decode a struct from JSON; anything else raises `msgspec.MsgspecError`."""
    return msgspec.json.decode(text, type=kind, dec_hook=from_json_value)
