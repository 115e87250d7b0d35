"""A taken seat at a table: the player, the chips, and what is owed before the next hand."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from bigslick.errors import BigslickError
from bigslick.sentence import say

MissedBlinds = Literal["post", "wait"]
"""How a player who owes a blind comes back: posts it, or waits for the big blind."""
MISSED_BLINDS: Final[tuple[MissedBlinds, ...]] = get_args(MissedBlinds)
DeadBlindRule = Literal["post", "wait", "choice"]
"""Which of the two the table requires; "choice" leaves it to the player."""
DEAD_BLIND_RULES: Final[tuple[DeadBlindRule, ...]] = get_args(DeadBlindRule)


class BadTable(BigslickError, ValueError):
    """A request that a table refuses; the sentence says why, and nothing has changed."""

    __module__ = "bigslick"


def way_in(rule: DeadBlindRule, wish: MissedBlinds | None = None) -> MissedBlinds:
    """Return how a player who owes a blind comes in: as the rule says (S1 edge 7), or as they choose."""
    if wish is not None and wish not in MISSED_BLINDS:
        raise BadTable(
            f"{wish!r} is not a way to make up missed blinds: expected {' or '.join(map(repr, MISSED_BLINDS))}"
        )
    if rule == "choice":
        return "wait" if wish is None else wish
    if wish in (None, rule):
        return rule
    if rule == "post":
        raise BadTable(say("at this table a player who owes a blind posts it: waiting is not an option"))
    raise BadTable(say("at this table a player who owes a blind waits for the big blind: posting is not an option"))


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player in a seat, between hands."""

    player: str
    stack: int
    """Chips; during a hand, the starting stack."""
    sitting_out: bool = False
    """Away from the table: not dealt in at a cash table, dealt in and blinded off in a tournament."""
    new: bool = False
    """Joined a game in progress and has not been dealt in yet."""
    owes_small: bool = False
    """The small blind passed the seat while the player was not dealt in."""
    owes_big: bool = False
    """The big blind passed the seat while the player was not dealt in, or the player is new at a cash table."""
    missed_blinds: MissedBlinds = "wait"
    straddles: bool = False
    """Straddles whenever the seat is left of the big blind."""
    leaving: bool = False
    """Leaves as soon as the hand is over."""
    top_up: int = 0
    """Chips bought during a hand, to be added after it."""
    take: int = 0
    """Chips to be taken off the stack after the hand, as far as it goes."""

    @property
    def owes(self) -> bool:
        """Whether the player is dealt in only after posting, or as the big blind."""
        return self.owes_small or self.owes_big
