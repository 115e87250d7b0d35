"""Applies facts about the host to the state of a table or tournament."""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.protocol.door import GameDoor

from . import facts
from .state import Hosting


def apply_host_fact(hosting: Hosting, fact: facts.HostFact) -> None:
    match fact:
        case facts.Paused(why=why):
            hosting.pause(why, fact.at, by_host=bool(fact.by))
        case facts.Resumed(why=why):
            hosting.resume(fact.at, by_host=why == "host")
        case facts.ResumeWanted(player=player):
            hosting.votes.append(player)
        case facts.HostChanged(player=player, why=why):
            hosting.hand_to(player, taken=why == "away")
        case facts.HostWentAway():
            hosting.away_since = fact.at
        case facts.HostCameBack():
            hosting.away_since = None
        case facts.DoorChanged():
            found = {name: getattr(fact, name) for name in GameDoor.__struct_fields__}
            hosting.door = replace(hosting.door, **{name: each for name, each in found.items() if each is not None})
            hosting.token = fact.token or hosting.token
        case facts.PlayerNamed(player=player, name=name):
            hosting.names[player] = name
        case facts.PlayerAdmitted(player=player, arrival=arrival):
            hosting.admit(player, arrival)
        case facts.InviteRenewed(token=token):
            hosting.token = token
        case facts.Requested():
            hosting.ask(fact)
        case facts.RequestSettled(player=player, how=how):
            hosting.drop(player)
            if how == "yes":
                hosting.approve(player)
        case facts.PlayerBanned(player=player):
            hosting.ban(player)
            if player == hosting.host and hosting.away_since is None:  # the house banned the host, who cannot come in
                hosting.away_since = fact.at
        case facts.PlayerUnbanned(player=player):
            hosting.banned.remove(player)
        case facts.PlayerMuted(player=player):
            hosting.muted.append(player)
        case facts.PlayerUnmuted(player=player):
            hosting.muted.remove(player)
