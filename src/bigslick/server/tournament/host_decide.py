"""What a command of the host leads to in a served tournament: facts, or a refusal. Nothing changes here."""

from __future__ import annotations

from typing import Final

from bigslick.protocol import host
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.taking_over import check_asks_back, check_takes_over

from . import facts
from .facts import FloorReport, TournamentFact
from .settings import MOST_FIELD
from .state import LiveTournament

Facts = tuple[TournamentFact, ...]

_VERBS: Final[dict[type, str]] = {
    host.PauseGame: "pause",
    host.ResumeGame: "resume",
    host.CloseGame: "call off",
    host.KickPlayer: "take players out of",
    host.Ban: "ban players from",
    host.Unban: "unban players at",
    host.Mute: "mute players at",
    host.Unmute: "unmute players at",
    host.MoveOn: "move on",
    host.HandOverGame: "hand over",
    host.ChangeDoor: "change the door of",
    host.AnswerRequest: "answer requests at",
}


def decide_for_host(
    live: LiveTournament, command: host.HostCommand, player: str, now: int, floor: FloorReport
) -> Facts:
    """The facts that a command of the host makes true; raises `CommandRefused`."""
    live.hosting.check_host(player, _VERBS[type(command)], "tournament")
    name, cmd_id = live.structure.name, command.cmd_id
    match command:
        case host.PauseGame(why=why):
            if live.status != "running":
                raise CommandRefused(f"{name} is not being played: there is nothing to pause")
            if live.paused:
                raise CommandRefused(f"{name} is already paused: {live.paused}")
            return (facts.TournamentPaused(at=now, by=player, cmd_id=cmd_id, why=why),)
        case host.ResumeGame():
            if not live.paused:
                raise CommandRefused(f"{name} is not paused")
            return (facts.TournamentResumed(at=now, by=player, cmd_id=cmd_id),)
        case host.CloseGame(why=why):
            return cancel(live, why, now, player, cmd_id)
        case host.KickPlayer(player=named) | host.Ban(player=named):
            return _out(live, command, named, player, now)
        case host.Unban(player=named):
            if named not in live.hosting.banned:
                raise CommandRefused(f"{named} is not banned from {name}")
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
            raise CommandRefused(f"you can do that only at a table of {name}: go to the table")


def cancel(live: LiveTournament, why: str, now: int, by: str = "", cmd_id: str = "") -> Facts:
    """The facts of calling a tournament off, which its host and the operator may do before it starts."""
    if live.status != "registering":
        raise CommandRefused(f"{live.structure.name} has started: you can only pause it")
    return (facts.TournamentCancelled(at=now, by=by, cmd_id=cmd_id, why=why),)


def check_enters(live: LiveTournament, player: str) -> None:
    """Refuse an entry that cannot be."""
    name, field = live.structure.name, live.structure.entrants
    live.hosting.check_not_banned(player, "tournament")
    if player in live.entered:
        raise CommandRefused(f"you have already entered {name}")
    if live.over or (live.status == "running" and not live.late):
        raise CommandRefused(f"registration for {name} is closed")
    if live.status == "registering" and len(live.entered) >= field:
        raise CommandRefused(f"{name} is full: all {field} places are taken")
    if live.status == "running" and len(live.entered) >= MOST_FIELD:
        raise CommandRefused(f"{name} is full: {MOST_FIELD} players have entered")


def withdraw(live: LiveTournament, command: host.WithdrawRequest, player: str, now: int) -> Facts:
    """A player takes a request back."""
    if live.hosting.request_of(player) is None:
        raise CommandRefused(f"you are not waiting for the host of {live.structure.name}")
    return (facts.EntryRequestSettled(at=now, by=player, cmd_id=command.cmd_id, player=player, how="withdrawn"),)


def take_over(live: LiveTournament, command: host.TakeOver, player: str, now: int) -> Facts:
    """A player is the host instead of one who has been away for long."""
    check_takes_over(live.hosting, player, live.still_in, now, "tournament")
    return (facts.TournamentHandedOver(at=now, by=player, cmd_id=command.cmd_id, player=player, why="away"),)


def ask_back(live: LiveTournament, command: host.AskBack, player: str, now: int) -> Facts:
    """The host who was away asks to be the host again."""
    check_asks_back(live.hosting, player, "tournament")
    return (facts.TournamentHostAskedBack(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def _out(live: LiveTournament, command: host.KickPlayer | host.Ban, named: str, player: str, now: int) -> Facts:
    if named == player:
        raise CommandRefused("you cannot take yourself out: take your entry back instead")
    bans = isinstance(command, host.Ban)
    if bans and named in live.hosting.banned:
        raise CommandRefused(f"{named} is already banned")
    if bans and named == live.hosting.former:
        raise CommandRefused(f"{named} was the host until you took over: you cannot ban them")
    entered = named in live.entered
    if live.entered.get(named):
        raise CommandRefused(f"{named} is a house bot: it fills a free place")
    if entered and live.status != "registering":
        raise CommandRefused(f"{live.structure.name} has started: its chips are in play, and nobody is taken out")
    if not entered and not bans:
        raise CommandRefused(f"{named} has not entered {live.structure.name}")
    found: list[TournamentFact] = []
    if bans:
        found.append(facts.EntrantBanned(at=now, by=player, cmd_id=command.cmd_id, player=named))
    if entered:
        cmd_id = "" if bans else command.cmd_id
        found.append(facts.PlayerWithdrew(at=now, by=player, cmd_id=cmd_id, player=named, why="kicked"))
    return tuple(found)


def _hand_over(live: LiveTournament, command: host.HandOverGame, named: str, player: str, now: int) -> Facts:
    if named == player:
        raise CommandRefused("you cannot hand over to yourself: you are the host")
    if named not in live.hosting.admitted and live.entered.get(named, "bot"):
        raise CommandRefused(f"{named} is not in {live.structure.name}: hand it over to a player who is")
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
        raise CommandRefused(f"{named} asks for nothing any more", "stale")
    settled = facts.EntryRequestSettled(
        at=now, by=player, cmd_id=command.cmd_id, player=named, how="yes" if yes else "no"
    )
    if not yes:
        return (settled,)
    if request.kind == "host":
        return (settled, facts.TournamentHandedOver(at=now, player=named))
    check_enters(live, named)
    return (settled, facts.PlayerEntered(at=now, player=named, floor=floor))
