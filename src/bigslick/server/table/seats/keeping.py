"""Seats that a club's table keeps for the members who said yes to the evening, until they come or the time is up.

Seats are kept by number, not by place: a member with one takes any free seat, and everyone else may sit down as long as
enough free seats are left.
"""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say

from ..state import LiveTable

_MINUTE_MS = 60_000


def keep_no_more(live: LiveTable, player: str) -> None:
    """Keep no seat for a player who has one now, or may not come."""
    if player in live.kept.players:
        left = tuple([other for other in live.kept.players if other != player])
        live.kept = replace(live.kept, players=left)


def keep_longer(live: LiveTable, ms: int) -> None:
    """Give players the time back in which they could not come."""
    if live.kept.players:
        live.kept = replace(live.kept, until=live.kept.until + ms)


def check_not_all_kept(live: LiveTable, player: str, now: int) -> None:
    """Refuse a player without a kept seat, if all free seats are kept."""
    if live.kept.players and not live.free_seats(player):
        raise CommandRefused(
            say(
                "{count, plural, one {# seat is} other {# seats are}} kept for members who said yes, for "
                "{minutes, plural, one {# more minute} other {# more minutes}}: join the queue",
                count=len(live.kept.players),
                minutes=max(1, -(-(live.kept.until - now) // _MINUTE_MS)),
            )
        )
