"""How the facts of a host change a served table; viewers hear of them beside the script, not in it."""

from __future__ import annotations

from typing import Final, cast

from msgspec.structs import replace

from bigslick.server.hosting import WaitingRequest

from . import facts
from .state import LiveTable

HOSTING: Final = frozenset(
    {
        facts.HostChanged,
        facts.HostWentAway,
        facts.HostCameBack,
        facts.HostAskedBack,
        facts.DoorChanged,
        facts.PlayerAdmitted,
        facts.BuyInRequested,
        facts.RequestSettled,
        facts.PlayerBanned,
        facts.PlayerReadmitted,
        facts.PlayerMuted,
        facts.PlayerUnmuted,
    }
)
"""The facts that change nothing but what the host has decided."""


def decided(live: LiveTable, fact: facts.Fact) -> None:
    """Make a fact of the host true."""
    hosting = live.hosting
    match fact:
        case facts.HostChanged(player=player, why=why):
            hosting.hand_to(player, taken=why == "away")
        case facts.HostWentAway():
            hosting.away_since = fact.at
        case facts.HostCameBack():
            hosting.away_since = None
        case facts.HostAskedBack(player=player):
            hosting.ask(WaitingRequest(player=player, kind="host", chips=0, asked_at=fact.at))
        case facts.DoorChanged():
            changes = {"approve": fact.approve, "spectators": fact.spectators, "delay_ms": fact.delay_ms}
            hosting.door = replace(hosting.door, **changes)
        case facts.PlayerAdmitted(player=player):
            hosting.admit(player)
        case facts.BuyInRequested():
            hosting.ask(_waiting(fact))
        case facts.RequestSettled(player=player, how=how):
            hosting.drop(player)
            if how == "yes":
                hosting.approve(player)
        case facts.PlayerBanned(player=player):
            hosting.ban(player)
            if player == hosting.host and hosting.away_since is None:  # the operator's order: they cannot come in
                hosting.away_since = fact.at
        case facts.PlayerReadmitted(player=player):
            hosting.banned.remove(player)
        case facts.PlayerMuted(player=player):
            hosting.muted.append(player)
        case _:
            hosting.muted.remove(cast("facts.PlayerUnmuted", fact).player)


def _waiting(fact: facts.BuyInRequested) -> WaitingRequest:
    return WaitingRequest(
        player=fact.player,
        kind=fact.kind,
        chips=fact.chips,
        asked_at=fact.at,
        seat=fact.seat,
        missed_blinds=fact.missed_blinds,
        promise=fact.promise,
    )
