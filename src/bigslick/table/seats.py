"""A chair that somebody has taken at a table: his chips, and what he owes before he is dealt in."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from bigslick.errors import BigslickError

ComesIn = Literal["post", "wait"]
"""How somebody who owes a blind comes in: he posts it, or waits until he is the big blind."""
COMES_IN: Final[tuple[ComesIn, ...]] = get_args(ComesIn)


class BadTable(BigslickError, ValueError):
    """Something that a table refuses: the sentence says why, and nothing has changed."""


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player on his chair, between hands."""

    player: str
    stack: int
    """Chips; during a hand what he had when it began."""
    sitting_out: bool = False
    """Away from the table: not dealt in at a cash table, dealt in and blinded off in a tournament."""
    new: bool = False
    """Came to a game under way and has not been dealt in yet."""
    owes_small: bool = False
    """The small blind passed him while he was not dealt in."""
    owes_big: bool = False
    """The big blind passed him while he was not dealt in, or he is new at a cash table."""
    comes_in: ComesIn = "wait"
    leaving: bool = False
    """Goes as soon as the hand is over."""
    top_up: int = 0
    """Chips asked for during a hand, for after it."""

    @property
    def owes(self) -> bool:
        """Whether he may be dealt in only with a post, or as the big blind."""
        return self.owes_small or self.owes_big
