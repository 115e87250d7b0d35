"""Orders to a served table from the card room, not from a player or a host."""

from __future__ import annotations

import msgspec


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    cmd_id: str = ""


class Admit(_Order, frozen=True, kw_only=True):
    """A player came in with the invite."""

    player: str
    arrival: str = ""


class CallOff(_Order, frozen=True, kw_only=True):
    """Call off a misdealt hand; it will be dealt again."""


class Connect(_Order, frozen=True, kw_only=True):
    player: str


class Disconnect(_Order, frozen=True, kw_only=True):
    """A player's last connection closed."""

    player: str


class Restart(_Order, frozen=True, kw_only=True):
    """The process has started again."""


class Delay(_Order, frozen=True, kw_only=True):
    """The card room was out of service for `ms`."""

    ms: int


Order = Admit | CallOff | Connect | Disconnect | Restart | Delay
"""Every order a table takes."""
