"""A director between two calls, as data for a save."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.table.ranking import Bust

from .bounties import BountyState
from .events import Placed, TournamentEvent
from .losses import Loss
from .stage import Stage


class DirectorState(msgspec.Struct, frozen=True, kw_only=True):
    """A director between two calls, as data."""

    names: list[str]
    bullets: list[int]
    rebuys: list[int]
    where: list[tuple[int, int]]
    chairs: dict[int, list[int]]
    finishes: list[Placed]
    busted_by: dict[int, int]
    events: list[TournamentEvent]
    left: int
    """Players still in."""
    addons: int
    level: int
    now: int
    """The time of the last call."""
    paid: int
    """Paid places."""
    ends_at: int
    """Players left when the tournament ends."""
    next_table: int
    """The number of the next table to open."""
    ended: int
    """The last level that has ended."""
    closed: bool
    """Whether no more money comes in."""
    hand_for_hand: bool
    met: list[int]
    """In hand-for-hand, the tables that have played this round."""
    round: list[tuple[int, Sequence[Loss]]]
    """In hand-for-hand, this round's hands so far."""
    over: bool
    prizes: list[int]
    halted: list[int]
    watched: list[int]
    """Short tables that report their next hand."""
    held: list[int]
    reports: list[int]
    sizes: list[list[int]]
    unplaced: list[list[Bust]]
    breaking: list[int]
    """Tables in breaking order."""
    no_button: list[int]
    """Tables that opened with one player and get a button when a second sits down."""
    first_buttons: dict[int, int]
    """The seat of each table's first button."""
    redraws: list[int]
    bags: dict[int, int]
    removed: int
    stage: Stage
    bounties: BountyState | None
    agreed: dict[int, int]
    """Each entry's amount in a deal."""
    for_first: int
    """The money that a deal leaves for first place."""
