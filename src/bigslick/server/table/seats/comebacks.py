"""Coming back to a cash table with the chips one left with, so that no player takes winnings off the table.

Leaving and coming back short is called rat-holing. For as long as the table's `comeback_hours` say, a player who left
comes back with at least the chips they left with, even above the largest buy-in. The table remembers this by player,
for as long as it is open.
"""

from __future__ import annotations

from typing import Final

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say

from ..script import seat_in
from ..state import HOUR_MS, Departure, LiveTable

MOST_DEPARTED: Final = 200
"""How many players who left a table remembers; the earliest are forgotten first."""


def remember(live: LiveTable, player: str, chips: int, at: int) -> None:
    """Note that a player left, with these chips."""
    live.departed.pop(player, None)
    if chips:
        live.departed[player] = Departure(chips, at)
    while len(live.departed) > MOST_DEPARTED:
        del live.departed[next(iter(live.departed))]


def check_comes_back(live: LiveTable, player: str, chips: int, now: int) -> int:
    """Refuse a player who comes back with less than they left with; return what that was."""
    least = live.left_with(player, now)
    if least and seat_in(live.shown.sitting, player) is not None:
        raise CommandRefused(say("you are still leaving: try again in a moment"), "stale")
    if chips >= least:
        return least
    until = live.departed[player].at + live.settings.comeback_hours * HOUR_MS
    minutes = -(-(until - now) // 60_000)
    raise CommandRefused(
        say(
            "you left this table with {chips, chips}: come back with at least that, or in {hours} h {minutes} min with "
            "any buy-in",
            chips=least,
            hours=minutes // 60,
            minutes=minutes % 60,
        )
    )
