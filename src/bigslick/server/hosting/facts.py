"""Facts about a host: decisions of the host, requests to the host, and whether the host is there."""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.protocol.host import Approval, Request, RequestKind, Spectators
from bigslick.table.seats import MissedBlinds


class StoredFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that happened at a table or in a tournament, as it is stored."""

    at: int
    """Milliseconds since 1970."""
    by: str = ""
    """The player whose command it was; empty if the card room or the house did it."""
    cmd_id: str = ""


class HostFact(StoredFact, frozen=True, kw_only=True):
    """A fact that tables and tournaments share."""


class Paused(HostFact, frozen=True, kw_only=True, tag="paused"):
    """No hand starts, and no level changes, until the game is resumed."""

    why: str


class Resumed(HostFact, frozen=True, kw_only=True, tag="resumed"):
    """Hands are dealt again, and the clock of a tournament runs on from where it stopped."""


class HostChanged(HostFact, frozen=True, kw_only=True, tag="host_changed"):
    """Another player became the host: the last one handed over, or was away."""

    player: str
    why: Literal["handed_over", "away"] = "handed_over"


class HostWentAway(HostFact, frozen=True, kw_only=True, tag="host_went_away"):
    """The host lost the last connection."""


class HostCameBack(HostFact, frozen=True, kw_only=True, tag="host_came_back"):
    """The host is connected again."""


class DoorChanged(HostFact, frozen=True, kw_only=True, tag="door_changed"):
    """The host changed what waits for a yes, and who may watch."""

    approve: Approval
    spectators: Spectators = "on"
    delay_ms: int = 0


class PlayerAdmitted(HostFact, frozen=True, kw_only=True, tag="player_admitted"):
    """A player came in by the invite."""

    player: str


class Requested(HostFact, frozen=True, kw_only=True, tag="requested"):
    """A player asked the host for a seat, for chips, for an entry, or to be the host again."""

    player: str
    kind: RequestKind
    chips: int = 0
    seat: int | None = None
    missed_blinds: MissedBlinds | None = None
    promise: str = ""

    @property
    def shown(self) -> Request:
        """The request as its player and the host see it."""
        return Request(player=self.player, kind=self.kind, chips=self.chips, asked_at=self.at)


class RequestSettled(HostFact, frozen=True, kw_only=True, tag="request_settled"):
    """The host said yes or no to a request, or its player took it back."""

    player: str
    how: Literal["yes", "no", "withdrawn"]


class PlayerBanned(HostFact, frozen=True, kw_only=True, tag="player_banned"):
    """A player must stay out."""

    player: str


class PlayerUnbanned(HostFact, frozen=True, kw_only=True, tag="player_unbanned"):
    """A banned player may come in again."""

    player: str


class PlayerMuted(HostFact, frozen=True, kw_only=True, tag="player_muted"):
    """A player may not talk any more."""

    player: str


class PlayerUnmuted(HostFact, frozen=True, kw_only=True, tag="player_unmuted"):
    """A muted player may talk again."""

    player: str


AnyHostFact = (
    Paused
    | Resumed
    | HostChanged
    | HostWentAway
    | HostCameBack
    | DoorChanged
    | PlayerAdmitted
    | Requested
    | RequestSettled
    | PlayerBanned
    | PlayerUnbanned
    | PlayerMuted
    | PlayerUnmuted
)
"""Every fact about a host, for the readers of stored facts."""


def changes_host_view(fact: StoredFact) -> bool:
    """Whether viewers need a new `HostNow`; they see a pause in the game itself."""
    return isinstance(fact, HostFact) and not isinstance(fact, Paused | Resumed)
