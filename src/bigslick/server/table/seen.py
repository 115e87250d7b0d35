"""The part of a table that one viewer has been shown.

Everything a viewer can fetch about a table's hands, chips and chat comes from here, whatever they ask and however.
"""

from __future__ import annotations

import msgspec

from bigslick.hand.status import Status

from .script import ShownTable, seat_in
from .state import LiveTable


class Seen(msgspec.Struct, frozen=True):
    """A table as one viewer knows it."""

    shown: ShownTable
    until: int
    """They know everything that players at the table saw up to this time; 0 if they see no hands."""
    fact: int | None
    """The last fact they have seen in full, so money that moved later is hidden; None if they see no chips."""

    @property
    def chips(self) -> dict[str, int]:
        """Each player's chips by id, bought ones included; house bots' are counted together, under ""."""
        found: dict[str, int] = {}
        for seat in self.shown.seats:
            player = "" if seat.bot else self.shown.sitting[seat.seat]
            found[player] = found.get(player, 0) + (seat.stack or 0) + seat.bought
        return found


def seat_as_shown(live: LiveTable, player: str) -> int | None:
    """Return a player's seat, or the last one that viewers saw them in."""
    seat = live.seat_of(player)
    return seat_in(live.shown.sitting, player) if seat is None else seat


def chips_as_shown(live: LiveTable, player: str) -> int:
    """Return the chips that viewers see for a seated player, plus any bought during the hand and not yet added."""
    seat = live.seat_of(player)
    bought = 0 if seat is None else live.taken(seat).top_up
    at = seat_in(live.shown.sitting, player)
    return bought + sum(taken.stack or 0 for taken in live.shown.seats if taken.seat == at)


def shows_all_in(live: LiveTable) -> bool:
    """Whether viewers see a player all-in, and not yet how the hand ends."""
    view = live.shown.view
    return view is not None and Status.ALL_IN in view.statuses


def awaited(live: LiveTable) -> str | None:
    """Return the person to act, as far as viewers know."""
    turn = live.shown.turn
    occupant = None if turn is None else live.occupants[turn.seat]
    return None if occupant is None or occupant.bot else occupant.player
