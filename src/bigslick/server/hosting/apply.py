"""How a fact about the host changes what tables and tournaments know about their host."""

from __future__ import annotations

from msgspec.structs import replace

from .facts import (
    DoorChanged,
    HostCameBack,
    HostChanged,
    HostFact,
    HostWentAway,
    Paused,
    PlayerAdmitted,
    PlayerBanned,
    PlayerMuted,
    PlayerUnbanned,
    PlayerUnmuted,
    Requested,
    RequestSettled,
    Resumed,
)
from .state import Hosting


def apply_host_fact(hosting: Hosting, fact: HostFact) -> None:
    """Make a fact about the host true."""
    match fact:
        case Paused(why=why):
            hosting.paused, hosting.paused_at = why, fact.at
        case Resumed():
            hosting.paused = ""
        case HostChanged(player=player, why=why):
            hosting.hand_to(player, taken=why == "away")
        case HostWentAway():
            hosting.away_since = fact.at
        case HostCameBack():
            hosting.away_since = None
        case DoorChanged():
            changes = {"approve": fact.approve, "spectators": fact.spectators, "delay_ms": fact.delay_ms}
            hosting.door = replace(hosting.door, **changes)
        case PlayerAdmitted(player=player):
            hosting.admit(player)
        case Requested():
            hosting.ask(fact)
        case RequestSettled(player=player, how=how):
            hosting.drop(player)
            if how == "yes":
                hosting.approve(player)
        case PlayerBanned(player=player):
            hosting.ban(player)
            if player == hosting.host and hosting.away_since is None:  # the house banned the host, who cannot come in
                hosting.away_since = fact.at
        case PlayerUnbanned(player=player):
            hosting.banned.remove(player)
        case PlayerMuted(player=player):
            hosting.muted.append(player)
        case PlayerUnmuted(player=player):
            hosting.muted.remove(player)
