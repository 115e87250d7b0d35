"""The part of a table that one viewer has been shown.

Everything a viewer can fetch about a table's hands, chips and chat comes from here, whatever they ask and however.
"""

from __future__ import annotations

import msgspec

from .script import ShownTable


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
