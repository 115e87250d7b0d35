"""How the facts of a host change a served tournament."""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.server.hosting import WaitingRequest

from . import facts
from .state import LiveTournament


def decided(live: LiveTournament, fact: facts.TournamentFact) -> None:
    """Make a fact of the host true."""
    hosting = live.hosting
    match fact:
        case facts.TournamentHandedOver(player=player, why=why):
            hosting.hand_to(player, taken=why == "away")
        case facts.TournamentHostWentAway():
            hosting.away_since = fact.at
        case facts.TournamentHostCameBack():
            hosting.away_since = None
        case facts.TournamentHostAskedBack(player=player):
            hosting.ask(WaitingRequest(player=player, kind="host", chips=0, asked_at=fact.at))
        case facts.EntryDoorChanged(approve=approve):
            hosting.door = replace(hosting.door, approve=approve)
        case facts.EntrantAdmitted(player=player):
            hosting.admit(player)
        case facts.EntryRequested(player=player):
            cost = live.structure.buy_in + live.structure.fee
            hosting.ask(WaitingRequest(player=player, kind="entry", chips=cost, asked_at=fact.at))
        case facts.EntryRequestSettled(player=player, how=how):
            hosting.drop(player)
            if how == "yes":
                hosting.approve(player)
        case facts.EntrantBanned(player=player):
            hosting.ban(player)
        case facts.EntrantReadmitted(player=player):
            hosting.banned.remove(player)
