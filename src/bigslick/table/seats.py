"""A taken seat at a table: the player, the chips, and what is owed before the next hand."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from bigslick.errors import BigslickError

MissedBlinds = Literal["post", "wait"]
"""How a player who owes a blind comes back: posts it, or waits for the big blind."""
MISSED_BLINDS: Final[tuple[MissedBlinds, ...]] = get_args(MissedBlinds)


class BadTable(BigslickError, ValueError):
    """Something a table refuses: the sentence says why, and nothing has changed."""


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player in a seat, between hands."""

    player: str
    stack: int
    """Chips; during a hand, the stack it began with."""
    sitting_out: bool = False
    """Away from the table: not dealt in at a cash table, dealt in and blinded off in a tournament."""
    new: bool = False
    """Joined a game under way and has not been dealt in yet."""
    owes_small: bool = False
    """The small blind passed the seat while it was not dealt in."""
    owes_big: bool = False
    """The big blind passed the seat while it was not dealt in, or the player is new at a cash table."""
    missed_blinds: MissedBlinds = "wait"
    straddles: bool = False
    """Straddles whenever the seat is left of the big blind."""
    leaving: bool = False
    """Leaves as soon as the hand is over."""
    top_up: int = 0
    """Chips bought during a hand, to be added after it."""

    @property
    def owes(self) -> bool:
        """Whether the player is dealt in only with a post, or as the big blind."""
        return self.owes_small or self.owes_big
