"""Decides a host's command in a served tournament, for commands that depend on entries and the clock."""

from __future__ import annotations

from typing import Final

from bigslick.protocol import host
from bigslick.protocol.opening import chosen
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.hosting import decide
from bigslick.server.hosting.state import ALREADY_SO

from . import facts
from .facts import FloorReport, TournamentFact
from .settings import MOST_FIELD
from .state import LiveTournament

Facts = tuple[TournamentFact, ...]
_CHANGEABLE: Final = frozenset({"approve", "take_over_ms", "longest_pause_ms"})
"""The settings that a tournament's host can change."""

_AT_A_TABLE: Final = (
    host.Mute,
    host.Unmute,
    host.MoveOn,
    host.CorrectChips,
    host.SitOutPlayer,
    host.StartBroadcast,
    host.RenewBroadcast,
    host.StopBroadcast,
    host.MovePlayer,
    host.RedrawSeats,
)


def decide_for_host(
    live: LiveTournament, command: host.HostCommand, player: str, now: int, floor: FloorReport
) -> Facts:
    """Return the facts for a host's command; raises `CommandRefused`."""
    live.hosting.check_host(player)
    name = live.structure.name
    if isinstance(command, _AT_A_TABLE):
        raise CommandRefused(say("you can do that only at a table of {name}: go to the table", name=name))
    if isinstance(command, host.Pause) and live.status != "running":
        raise CommandRefused(say("{name} is not being played: there is nothing to pause", name=name))
    if isinstance(command, host.ChangeSettings) and (fixed := [*chosen(command.changes).keys() - _CHANGEABLE]):
        raise CommandRefused(
            say("{setting} is fixed when a tournament opens: leave it out", setting=", ".join(sorted(fixed)))
        )
    found = decide.decide_for_host(live.hosting, command, player, now)
    if isinstance(command, host.ChangeSettings) and not found:
        raise CommandRefused(ALREADY_SO)
    match command:
        case host.Close(why=why):
            if live.status != "registering":
                raise CommandRefused(say("{name} has started: you can only pause it", name=name))
            return (facts.TournamentCancelled(at=now, by=player, cmd_id=command.cmd_id, why=why),)
        case host.Kick(player=named):
            if named == player:
                raise CommandRefused("you cannot take yourself out: take your entry back instead")
            if named not in live.entered:
                raise CommandRefused(say("{player} has not entered {name}", player=named, name=name))
            return (_out(live, named, now, player, command.cmd_id),)
        case host.Ban(player=named) if named in live.entered:
            return (*found, _out(live, named, now))
        case host.HandOverHost(player=named):
            if named not in live.hosting.admitted and live.entered.get(named, "bot"):
                raise CommandRefused(
                    say("{player} is not in {name}: hand it over to a player who is", player=named, name=name)
                )
        case host.AnswerRequest(player=named, yes=True):
            request = live.hosting.request_of(named)
            if request is not None and request.kind == "entry":
                check_enters(live, named)
                return (*found, facts.PlayerEntered(at=now, player=named, floor=floor))
    return found


def check_enters(live: LiveTournament, player: str) -> None:
    """Refuse banned players, players already in, and entries to a full or closed field."""
    name, field = live.structure.name, live.structure.entrants
    live.hosting.check_not_banned(player)
    if player in live.entered:
        raise CommandRefused(say("you have already entered {name}", name=name))
    if live.over or (live.status == "running" and not live.late):
        raise CommandRefused(say("registration for {name} is closed", name=name))
    if live.status == "registering" and len(live.entered) >= field:
        raise CommandRefused(say("{name} is full: all {field} places are taken", name=name, field=field))
    if live.status == "running" and len(live.entered) >= MOST_FIELD:
        raise CommandRefused(say("{name} is full: {most} players have entered", name=name, most=MOST_FIELD))


def _out(live: LiveTournament, player: str, now: int, by: str = "", cmd_id: str = "") -> TournamentFact:
    """Remove a player's entry from the field."""
    if live.entered[player]:
        raise CommandRefused(say("{player} is a house bot: it fills a free place", player=player))
    if live.status != "registering":
        raise CommandRefused(
            say("{name} has started: its chips are in play, and nobody is taken out", name=live.structure.name)
        )
    return facts.PlayerWithdrew(at=now, by=by, cmd_id=cmd_id, player=player, why="kicked")
