"""Who runs a table or tournament whose host is away.

A host without a connection is away. Once they have been for as long as the door says, another player may take over: for
a minute only the one who has been there longest, then everyone with a seat. The host who was away may ask to have it
back, and the new one says yes or no.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from bigslick.protocol.refusal import CommandRefused

from .hosting import Hosting

FIRST_MS: Final = 60_000
"""For so long only the player who has been there longest may take over."""

Place = Literal["table", "tournament"]


def check_takes_over(hosting: Hosting, player: str, order: Sequence[str], now: int, place: Place) -> None:
    """Refuse a player who may not take over; `order` has those who could, the one who has been there longest first."""
    if not hosting.host:
        raise CommandRefused(f"The house runs this {place}: it needs no host.")
    if player == hosting.host:
        raise CommandRefused(f"You are the host of this {place} already.")
    if player not in order:
        raise CommandRefused(f"Only players of this {place} can take over from its host.")
    if hosting.away_since is None:
        raise CommandRefused(f"{hosting.host} is here: ask them to hand the {place} over.")
    if not hosting.door.take_over_ms:
        raise CommandRefused(f"{hosting.host} lets nobody take over this {place}.")
    since = hosting.away_since + hosting.door.take_over_ms
    if now < since:
        wait = _clock(since - now)
        raise CommandRefused(f"{hosting.host} is not away for long: you can take over in {wait}.", "stale")
    first = hosting.former if hosting.former in order else order[0]
    if player != first and now < since + FIRST_MS:
        wait = _clock(since + FIRST_MS - now)
        raise CommandRefused(f"{first} has been here longest and may take over first: you can in {wait}.", "stale")


def check_asks_back(hosting: Hosting, player: str, place: Place) -> None:
    """Refuse a player who was not the host until someone else took over."""
    if player != hosting.former:
        raise CommandRefused(f"Only the host from whom this {place} was taken over can ask to have it back.")
    request = hosting.request_of(player)
    if request is not None and request.kind == "host":
        raise CommandRefused(f"You have asked already: {hosting.host} has yet to answer.")


def _clock(ms: int) -> str:
    """A time to wait, as a clock shows it."""
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
