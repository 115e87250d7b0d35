"""Facts about a host: the host's decisions, requests to the host, and whether the host is there."""

from __future__ import annotations

import functools
import operator
from typing import Any, Literal

import msgspec

from bigslick.protocol.door import Approval, Spectators
from bigslick.protocol.host import RequestKind
from bigslick.table.seats import MissedBlinds


class StoredFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that happened at a table or in a tournament, as stored."""

    at: int
    """Milliseconds since 1970."""
    by: str = ""
    """The player who sent the command; empty if the card room or the house did it."""
    cmd_id: str = ""


class HostFact(StoredFact, frozen=True, kw_only=True):
    """A fact shared by tables and tournaments."""


class Paused(HostFact, frozen=True, kw_only=True, tag="paused"):
    """No hand starts and no level changes until play resumes."""

    why: str


class Resumed(HostFact, frozen=True, kw_only=True, tag="resumed"):
    """Hands are dealt again, and a tournament's clock resumes where it stopped."""

    why: Literal["host", "vote", "time"] = "host"
    """The host or the house resumed it, the players voted for it, or the longest pause was over."""


class ResumeWanted(HostFact, frozen=True, kw_only=True, tag="resume_wanted"):
    """A player voted to resume a paused game."""

    player: str


class HostChanged(HostFact, frozen=True, kw_only=True, tag="host_changed"):
    """Another player became the host: the last one handed over, or was away."""

    player: str
    why: Literal["handed_over", "away"] = "handed_over"


class HostWentAway(HostFact, frozen=True, kw_only=True, tag="host_went_away"):
    """The host's last connection closed."""


class HostCameBack(HostFact, frozen=True, kw_only=True, tag="host_came_back"):
    """The host is connected again."""


class DoorChanged(HostFact, frozen=True, kw_only=True, tag="door_changed"):
    """The host changed who may come in, what needs approval, who may watch, or how long they can be absent."""

    approve: Approval
    spectators: Spectators = "on"
    delay_ms: int = 0
    private: bool | None = None
    """None if it stays."""
    take_over_ms: int | None = None
    """None if it stays."""
    longest_pause_ms: int | None = None
    """None if it stays."""
    token: str = ""
    """The secret of the invite link that a game gets when it first becomes private."""


class PlayerNamed(HostFact, frozen=True, kw_only=True, tag="player_named"):
    """Viewers see a player by this name from now on; all other facts know players by id."""

    player: str
    name: str
    before: str = ""
    """The name shown until then; empty for a player who is new to this table or tournament."""


class PlayerAdmitted(HostFact, frozen=True, kw_only=True, tag="player_admitted"):
    """A player came in with the invite."""

    player: str
    arrival: str = ""
    """For a guest who got an account at the same time: the hash of the request's id, which finds the guest again."""


class InviteRenewed(HostFact, frozen=True, kw_only=True, tag="invite_renewed"):
    """A new invite link replaced the old one."""

    token: str = ""
    """The secret in it, drawn when the fact is stored."""


class Requested(HostFact, frozen=True, kw_only=True, tag="requested"):
    """A player asked the host for a seat, chips, an entry, or the host role back."""

    player: str
    kind: RequestKind
    chips: int = 0
    seat: int | None = None
    missed_blinds: MissedBlinds | None = None
    promise: str = ""


class RequestSettled(HostFact, frozen=True, kw_only=True, tag="request_settled"):
    """The host answered a request, or its player withdrew it."""

    player: str
    how: Literal["yes", "no", "withdrawn"]


class PlayerBanned(HostFact, frozen=True, kw_only=True, tag="player_banned"):
    """A player was banned."""

    player: str


class PlayerUnbanned(HostFact, frozen=True, kw_only=True, tag="player_unbanned"):
    """A banned player may come back."""

    player: str


class PlayerMuted(HostFact, frozen=True, kw_only=True, tag="player_muted"):
    """A player was muted."""

    player: str


class PlayerUnmuted(HostFact, frozen=True, kw_only=True, tag="player_unmuted"):
    """A muted player may chat again."""

    player: str


def reader(*kinds: type[StoredFact]) -> msgspec.json.Decoder[Any]:
    """Return a decoder for every fact of these kinds."""
    found: list[Any] = [fact for kind in kinds for fact in kind.__subclasses__()]
    return msgspec.json.Decoder(functools.reduce(operator.or_, found))


def changes_host_view(fact: StoredFact) -> bool:
    """Whether viewers need a new `HostNow`; they have yet to see a newcomer."""
    if isinstance(fact, PlayerNamed):
        return bool(fact.before)
    return isinstance(fact, HostFact)
