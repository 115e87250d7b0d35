"""What the house itself tells a live table: commands that come from no player."""

from __future__ import annotations

import msgspec


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    cmd_id: str = ""


class Pause(_Order):
    """Start no new hand."""

    why: str = "paused by the house"


class Resume(_Order):
    """Go on."""


class Close(_Order):
    """Close the table, after the hand if one is being played."""

    why: str = "closed by the house"


class Kick(_Order):
    """Make a player leave; in a hand he is checked or folded and goes when it is over."""

    player: str


class Connect(_Order):
    """A player's connection is there."""

    player: str


class Disconnect(_Order):
    """A player's last connection is gone."""

    player: str


class Restart(_Order):
    """The process has started again."""


Order = Pause | Resume | Close | Kick | Connect | Disconnect | Restart
"""Everything the house may tell a table."""
