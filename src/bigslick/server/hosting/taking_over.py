"""Taking over from an absent host.

A host without a connection is away. After the time the host set, another player may take over: for the first minute
only the player who has been there longest, then anyone with a seat. Even if the host allows no takeover, a paused game
can be taken over after the longest time a host can set. The absent host can ask for the role back, and the new host
decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bigslick.protocol.door import MOST_AWAY_MS
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say

from .state import Hosting

FIRST_MS: Final = 60_000
"""For this long, only the player who has been there longest may take over."""


def check_takes_over(hosting: Hosting, player: str, order: Sequence[str], now: int) -> None:
    """Refuse a player who may not take over; `order` lists the candidates, longest there first."""
    if not hosting.host:
        raise CommandRefused(say("The house runs this game: it needs no host."))
    if player == hosting.host:
        raise CommandRefused(say("You are the host already."))
    if player not in order:
        raise CommandRefused(say("Only players with a seat can take over from the host."))
    if hosting.away_since is None:
        raise CommandRefused(say("{host} is here: ask them to hand it over.", host=hosting.host))
    away_ms = hosting.door.take_over_ms or (MOST_AWAY_MS if hosting.paused else 0)
    if not away_ms:
        raise CommandRefused(say("{host} lets nobody take over.", host=hosting.host))
    since = hosting.away_since + away_ms
    if now < since:
        wait = countdown(since - now)
        raise CommandRefused(
            say("{host} has not been away long: you can take over in {wait}.", host=hosting.host, wait=wait), "stale"
        )
    first = hosting.former if hosting.former in order else order[0]
    if player != first and now < since + FIRST_MS:
        wait = countdown(since + FIRST_MS - now)
        raise CommandRefused(
            say("{player} has been here longest and goes first. You can take over in {wait}.", player=first, wait=wait),
            "stale",
        )


def check_asks_back(hosting: Hosting, player: str) -> None:
    """Refuse everyone but the replaced host."""
    if player != hosting.former or player in hosting.banned:
        raise CommandRefused(say("Only the host who was replaced can ask for it back."))
    request = hosting.request_of(player)
    if request is not None and request.kind == "host":
        raise CommandRefused(say("You have asked already: {host} has yet to answer.", host=hosting.host))


def countdown(ms: int) -> str:
    """Format a wait like a clock, rounded up to seconds."""
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
