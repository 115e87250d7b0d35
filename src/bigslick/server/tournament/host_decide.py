"""What a command of the host leads to in a served tournament: facts, or a refusal. Nothing changes here."""

from __future__ import annotations

from typing import Final

from bigslick.protocol import host
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.server.taking_over import check_asks_back, check_takes_over

from . import facts
from .facts import FloorReport, TournamentFact
from .settings import MOST_FIELD
from .state import LiveTournament

Facts = tuple[TournamentFact, ...]

_ONLY_THE_HOST: Final[dict[type, Sentence]] = {
    host.PauseGame: say("Only the host can pause this tournament."),
    host.ResumeGame: say("Only the host can resume this tournament."),
    host.CloseGame: say("Only the host can call off this tournament."),
    host.KickPlayer: say("Only the host can take players out of this tournament."),
    host.Ban: say("Only the host can ban players from this tournament."),
    host.Unban: say("Only the host can unban players at this tournament."),
    host.Mute: say("Only the host can mute players at this tournament."),
    host.Unmute: say("Only the host can unmute players at this tournament."),
    host.MoveOn: say("Only the host can move on this tournament."),
    host.HandOverGame: say("Only the host can hand over this tournament."),
    host.ChangeDoor: say("Only the host can change the door of this tournament."),
    host.AnswerRequest: say("Only the host can answer requests at this tournament."),
}


def decide_for_host(
    live: LiveTournament, command: host.HostCommand, player: str, now: int, floor: FloorReport
) -> Facts:
    """The facts that a command of the host makes true; raises `CommandRefused`."""
    live.hosting.check_host(player, _ONLY_THE_HOST[type(command)])
    name, cmd_id = live.structure.name, command.cmd_id
    match command:
        case host.PauseGame(why=why):
            if live.status != "running":
                raise CommandRefused(say("{name} is not being played: there is nothing to pause", name=name))
            if live.paused:
                raise CommandRefused(say("{name} is already paused: {paused}", name=name, paused=live.paused))
            return (facts.TournamentPaused(at=now, by=player, cmd_id=cmd_id, why=why),)
        case host.ResumeGame():
            if not live.paused:
                raise CommandRefused(say("{name} is not paused", name=name))
            return (facts.TournamentResumed(at=now, by=player, cmd_id=cmd_id),)
        case host.CloseGame(why=why):
            return cancel(live, why, now, player, cmd_id)
        case host.KickPlayer(player=named) | host.Ban(player=named):
            return _out(live, command, named, player, now)
        case host.Unban(player=named):
            if named not in live.hosting.banned:
                raise CommandRefused(say("{player} is not banned from {name}", player=named, name=name))
            return (facts.EntrantReadmitted(at=now, by=player, cmd_id=cmd_id, player=named),)
        case host.HandOverGame(player=named):
            return _hand_over(live, command, named, player, now)
        case host.ChangeDoor(approve=approve, spectators=spectators):
            if spectators != "on" or command.delay_ms:
                raise CommandRefused("a tournament shows its tables to all its viewers: leave spectators out")
            return (facts.EntryDoorChanged(at=now, by=player, cmd_id=cmd_id, approve=approve),)
        case host.AnswerRequest(player=named, yes=yes):
            return _answer(live, command, named, yes=yes, player=player, now=now, floor=floor)
        case _:
            raise CommandRefused(say("you can do that only at a table of {name}: go to the table", name=name))


def cancel(live: LiveTournament, why: str, now: int, by: str = "", cmd_id: str = "") -> Facts:
    """The facts of calling a tournament off, which its host and the operator may do before it starts."""
    if live.status != "registering":
        raise CommandRefused(say("{name} has started: you can only pause it", name=live.structure.name))
    return (facts.TournamentCancelled(at=now, by=by, cmd_id=cmd_id, why=why),)


def check_enters(live: LiveTournament, player: str) -> None:
    """Refuse an entry that cannot be."""
    name, field = live.structure.name, live.structure.entrants
    live.hosting.check_not_banned(player, "tournament")
    if player in live.entered:
        raise CommandRefused(say("you have already entered {name}", name=name))
    if live.over or (live.status == "running" and not live.late):
        raise CommandRefused(say("registration for {name} is closed", name=name))
    if live.status == "registering" and len(live.entered) >= field:
        raise CommandRefused(say("{name} is full: all {field} places are taken", name=name, field=field))
    if live.status == "running" and len(live.entered) >= MOST_FIELD:
        raise CommandRefused(say("{name} is full: {most} players have entered", name=name, most=MOST_FIELD))


def withdraw(live: LiveTournament, command: host.WithdrawRequest, player: str, now: int) -> Facts:
    """A player takes a request back."""
    if live.hosting.request_of(player) is None:
        raise CommandRefused(say("you are not waiting for the host of {name}", name=live.structure.name))
    return (facts.EntryRequestSettled(at=now, by=player, cmd_id=command.cmd_id, player=player, how="withdrawn"),)


def take_over(live: LiveTournament, command: host.TakeOver, player: str, now: int) -> Facts:
    """A player takes over from a host who has been away for a while."""
    check_takes_over(live.hosting, player, live.still_in, now)
    return (facts.TournamentHandedOver(at=now, by=player, cmd_id=command.cmd_id, player=player, why="away"),)


def ask_back(live: LiveTournament, command: host.AskBack, player: str, now: int) -> Facts:
    """The host who was away asks to be the host again."""
    check_asks_back(live.hosting, player)
    return (facts.TournamentHostAskedBack(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def _out(live: LiveTournament, command: host.KickPlayer | host.Ban, named: str, player: str, now: int) -> Facts:
    if named == player:
        raise CommandRefused("you cannot take yourself out: take your entry back instead")
    bans = isinstance(command, host.Ban)
    if bans and named in live.hosting.banned:
        raise CommandRefused(say("{player} is already banned", player=named))
    if bans and named == live.hosting.former:
        raise CommandRefused(say("{player} was the host until you took over: you cannot ban them", player=named))
    entered = named in live.entered
    if live.entered.get(named):
        raise CommandRefused(say("{player} is a house bot: it fills a free place", player=named))
    if entered and live.status != "registering":
        raise CommandRefused(
            say("{name} has started: its chips are in play, and nobody is taken out", name=live.structure.name)
        )
    if not entered and not bans:
        raise CommandRefused(say("{player} has not entered {name}", player=named, name=live.structure.name))
    found: list[TournamentFact] = []
    if bans:
        live.hosting.check_may_ban()
        found.append(facts.EntrantBanned(at=now, by=player, cmd_id=command.cmd_id, player=named))
    if entered:
        cmd_id = "" if bans else command.cmd_id
        found.append(facts.PlayerWithdrew(at=now, by=player, cmd_id=cmd_id, player=named, why="kicked"))
    return tuple(found)


def _hand_over(live: LiveTournament, command: host.HandOverGame, named: str, player: str, now: int) -> Facts:
    if named == player:
        raise CommandRefused("you cannot hand over to yourself: you are the host")
    live.hosting.check_new_host(named)
    if named not in live.hosting.admitted and live.entered.get(named, "bot"):
        raise CommandRefused(
            say("{player} is not in {name}: hand it over to a player who is", player=named, name=live.structure.name)
        )
    return (facts.TournamentHandedOver(at=now, by=player, cmd_id=command.cmd_id, player=named),)


def _answer(
    live: LiveTournament,
    command: host.AnswerRequest,
    named: str,
    *,
    yes: bool,
    player: str,
    now: int,
    floor: FloorReport,
) -> Facts:
    request = live.hosting.request_of(named)
    if request is None:
        raise CommandRefused(say("{player} asks for nothing any more", player=named), "stale")
    settled = facts.EntryRequestSettled(
        at=now, by=player, cmd_id=command.cmd_id, player=named, how="yes" if yes else "no"
    )
    if not yes:
        return (settled,)
    if request.kind == "host":
        return (settled, facts.TournamentHandedOver(at=now, player=named))
    check_enters(live, named)
    return (settled, facts.PlayerEntered(at=now, player=named, floor=floor))
