"""Orders to a served table from the card room, not from a player or a host."""

from __future__ import annotations

import msgspec


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    cmd_id: str = ""


class Admit(_Order, frozen=True, kw_only=True):
    """A player has come in by the invite."""

    player: str


class CallOff(_Order, frozen=True, kw_only=True):
    """Call the hand off after a misdeal; it is dealt again."""


class Connect(_Order, frozen=True, kw_only=True):
    """A player is connected."""

    player: str


class Disconnect(_Order, frozen=True, kw_only=True):
    """A player's last connection is gone."""

    player: str


class Restart(_Order, frozen=True, kw_only=True):
    """The process has started again."""


class Delay(_Order, frozen=True, kw_only=True):
    """The card room could not serve for `ms`."""

    ms: int


Order = Admit | CallOff | Connect | Disconnect | Restart | Delay
"""Every order that a table takes."""
