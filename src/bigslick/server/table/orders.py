"""What the house itself tells a live table: commands that come from no player."""

from __future__ import annotations

import msgspec


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    cmd_id: str = ""


class Pause(_Order, frozen=True, kw_only=True):
    """Start no new hand."""

    why: str = "paused by the house"


class Resume(_Order, frozen=True, kw_only=True):
    """Go on."""


class Close(_Order, frozen=True, kw_only=True):
    """Close the table, after the hand if one is being played."""

    why: str = "closed by the house"


class Kick(_Order, frozen=True, kw_only=True):
    """Make a player leave; in a hand he is checked or folded and goes when it is over."""

    player: str


class Connect(_Order, frozen=True, kw_only=True):
    """A player's connection is there."""

    player: str


class Disconnect(_Order, frozen=True, kw_only=True):
    """A player's last connection is gone."""

    player: str


class Restart(_Order, frozen=True, kw_only=True):
    """The process has started again."""


Order = Pause | Resume | Close | Kick | Connect | Disconnect | Restart
"""Everything the house may tell a table."""
