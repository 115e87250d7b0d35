"""Cards and ranges as JSON: a card is its two letters, a range its first and last number, and back."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from ..cards import Card, parse_card

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """What JSON has no word for: a card as "As", a range of totals as its ends, or as nothing when it is empty."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, range):
        return [value[0], value[-1]] if value else []
    raise TypeError(f"{type(value).__name__} cannot be sent")


def from_plain(kind: type, value: Any) -> Any:
    """The value of a kind from what `to_plain` made of it."""
    if kind is Card and isinstance(value, str):
        return parse_card(value)
    if kind is range and isinstance(value, list) and all(type(end) is int for end in value):
        if not value:
            return range(0)
        if len(value) == 2:
            return range(value[0], value[1] + 1)
    raise ValueError(f"{value!r} is not a {kind.__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=to_plain)
encode = _ENCODER.encode
"""Any struct of ours as JSON."""


def decode(text: bytes | str, kind: type[T]) -> T:
    """A struct from JSON; raises `msgspec.MsgspecError` for anything else."""
    return msgspec.json.decode(text, type=kind, dec_hook=from_plain)
