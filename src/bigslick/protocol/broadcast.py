"""Messages about a table's broadcast: a delayed view for an audience, with the hole cards of players who agree."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

LEAST_BROADCAST_MS: Final = 300_000
"""No card is broadcast sooner after the end of its hand; a room can ask for more, and a host for more than the room."""
MOST_BROADCAST_MS: Final = 1_800_000

BroadcastDelay = Annotated[int, Meta(ge=LEAST_BROADCAST_MS, le=MOST_BROADCAST_MS)]
Secret = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+(?!\n)$")]


class BroadcastNow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="broadcast"):
    """A table is broadcast, or no longer; sent after a snapshot, and whenever that or your answer changes."""

    table: str
    on: bool
    delay_ms: int = 0
    """How long after its end a hand is broadcast, at least."""
    agrees: bool | None = None
    """Whether you agreed that your hole cards appear; None until you answer, and without a seat."""
    secret: str = ""
    """The secret in the address, for the host only."""
