"""Orders to a served table from the operator or the server itself, not from a player."""

from __future__ import annotations

import msgspec


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    cmd_id: str = ""


class Pause(_Order, frozen=True, kw_only=True):
    """Start no new hand."""

    why: str = "paused by the host"


class Resume(_Order, frozen=True, kw_only=True):
    """Deal again."""


class Close(_Order, frozen=True, kw_only=True):
    """Close the table, after the hand if one is being played."""

    why: str = "closed by the host"


class Kick(_Order, frozen=True, kw_only=True):
    """Make a player leave and stay out; in a hand they play it out, and leave when it is over."""

    player: str


class Admit(_Order, frozen=True, kw_only=True):
    """A player has come in by the invite."""

    player: str


class Readmit(_Order, frozen=True, kw_only=True):
    """Let a player who was kicked sit down again."""

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
    """The card room could not serve for so long."""

    ms: int


Order = Pause | Resume | Close | Kick | Admit | Readmit | CallOff | Connect | Disconnect | Restart | Delay
"""Every order that a table takes."""
