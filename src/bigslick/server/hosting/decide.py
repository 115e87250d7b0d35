"""Decides a host's command at a table or tournament: facts, or a refusal with a sentence.

Tables add what depends on seats and hands, tournaments what depends on entries. Nothing changes here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from bigslick.protocol import host
from bigslick.protocol.opening import TableChanges, chosen, door_with
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings
from bigslick.sentence import say

from . import facts
from .facts import HostFact
from .resuming import check_pauses, decide_vote
from .state import HOUSE, MOST_ADMITTED, MOST_NAMED, MOST_REQUESTS, Hosting
from .taking_over import check_asks_back, check_takes_over

HostFacts = tuple[HostFact, ...]


def decide_for_host(hosting: Hosting, command: host.HostCommand, player: str, now: int) -> HostFacts:
    """Return the facts for a host's command at a table or tournament; raises `CommandRefused`.

    `Close`, `Kick` and `MoveOn` depend on the game, so they have no facts here, and an approval only its own.
    """
    hosting.check_host(player)
    stamp: dict[str, Any] = {"at": now, "by": player, "cmd_id": command.cmd_id}
    match command:
        case host.Pause(why=why):
            check_pauses(hosting, player, now)
            return (facts.Paused(why=why, **stamp),)
        case host.Resume():
            if not hosting.paused:
                raise CommandRefused("the game is not paused")
            return (facts.Resumed(**stamp),)
        case host.Ban(player=named):
            _check_bans(hosting, named, player)
            return (facts.PlayerBanned(player=named, **stamp),)
        case host.Unban(player=named):
            if named not in hosting.banned:
                raise CommandRefused(say("{player} is not banned.", player=named))
            return (facts.PlayerUnbanned(player=named, **stamp),)
        case host.Mute(player=named):
            _check_mutes(hosting, named, player)
            return (facts.PlayerMuted(player=named, **stamp),)
        case host.Unmute(player=named):
            if named not in hosting.muted:
                raise CommandRefused(say("{player} is not muted", player=named))
            return (facts.PlayerUnmuted(player=named, **stamp),)
        case host.HandOverHost(player=named):
            if named == player:
                raise CommandRefused("you cannot hand over to yourself: you are the host")
            if named == hosting.host:  # only the operator can name the host here
                raise CommandRefused(say("{player} is the host already", player=named))
            return (facts.HostChanged(player=named, **stamp),)
        case host.ChangeSettings(changes=changes):
            return _door(hosting, changes, stamp)
        case host.RenewInvite():
            if not hosting.door.private:
                raise CommandRefused("this game has no invite to renew: it is open to all")
            return (facts.InviteRenewed(**stamp),)
        case host.AnswerRequest(player=named, yes=yes):
            if (request := hosting.request_of(named)) is None:
                raise CommandRefused(say("{player} asks for nothing any more", player=named), "stale")
            settled = facts.RequestSettled(player=named, how="yes" if yes else "no", **stamp)
            gives_back = yes and request.kind == "host"
            return (settled, facts.HostChanged(at=now, player=named)) if gives_back else (settled,)
        case _:
            return ()


def decide_for_guest(
    hosting: Hosting, command: host.GuestCommand, player: str, order: Sequence[str], there: Sequence[str], now: int
) -> HostFacts:
    """Return the facts for a player's command about the host; raises `CommandRefused`.

    `order` lists the candidates for a takeover, longest there first; `there` are the connected players, who vote.
    """
    stamp: dict[str, Any] = {"at": now, "by": player, "cmd_id": command.cmd_id}
    if isinstance(command, host.WantResume):
        return (decide_vote(hosting, player, there, stamp),)
    stamp["player"] = player
    match command:
        case host.WithdrawRequest():
            if hosting.request_of(player) is None:
                raise CommandRefused("you are not waiting for the host")
            return (facts.RequestSettled(how="withdrawn", **stamp),)
        case host.TakeOver():
            check_takes_over(hosting, player, order, now)
            return (facts.HostChanged(why="away", **stamp),)
        case host.WantSitOut():
            raise CommandRefused(say("you vote about absent players at their table: go to the table"))
        case host.AskBack():
            check_asks_back(hosting, player)
            return (facts.Requested(kind="host", **stamp),)


def admit(hosting: Hosting, player: str, now: int, arrival: str = "") -> HostFacts:
    """Return the facts for admitting a player with the invite; raises `CommandRefused`."""
    hosting.check_not_banned(player)
    if player in (hosting.host, *hosting.admitted):
        return ()
    check_admits(hosting)
    return (facts.PlayerAdmitted(at=now, player=player, arrival=arrival),)


def check_admits(hosting: Hosting) -> None:
    """Refuse newcomers if too many players have come in."""
    if len(hosting.admitted) >= MOST_ADMITTED:
        raise CommandRefused(
            say("{most} players have come in, the most there can be: ask the host to ban some", most=MOST_ADMITTED)
        )


def check_asks(hosting: Hosting, player: str) -> None:
    """Refuse a request if too many are waiting. A player who asks again replaces their earlier request."""
    if len(hosting.requests) >= MOST_REQUESTS and hosting.request_of(player) is None:
        raise CommandRefused("too many players are waiting for the host: try again when the host has answered some")


def notice_host(hosting: Hosting, now: int, *, there: bool) -> HostFacts:
    """Record that the host came back or left. A banned host counts as away even while connected."""
    there = there and hosting.host not in hosting.banned
    if not hosting.host or there is (hosting.away_since is None):
        return ()
    return (facts.HostCameBack(at=now) if there else facts.HostWentAway(at=now),)


def _check_bans(hosting: Hosting, named: str, player: str) -> None:
    if named == player:
        raise CommandRefused("you cannot ban yourself: hand over and leave instead")
    if named in hosting.banned:
        raise CommandRefused(say("{player} is already banned", player=named))
    if player == HOUSE:
        return
    if named == hosting.former:
        raise CommandRefused(say("{player} was the host until you took over: you cannot ban them", player=named))
    if len(hosting.banned) >= MOST_NAMED:
        raise CommandRefused(say("you have banned {most} players, the most there can be: unban one", most=MOST_NAMED))


def _check_mutes(hosting: Hosting, named: str, player: str) -> None:
    if named == player:
        raise CommandRefused("you cannot mute yourself")
    if named in hosting.muted:
        raise CommandRefused(say("{player} is already muted", player=named))
    if len(hosting.muted) >= MOST_NAMED:
        raise CommandRefused(say("you have muted {most} players, the most there can be: unmute one", most=MOST_NAMED))


def _door(hosting: Hosting, changes: TableChanges, stamp: dict[str, Any]) -> HostFacts:
    """Return the fact for a changed door, if it changes."""
    try:
        door = door_with(hosting.door, chosen(changes))
    except BadSettings as error:
        raise CommandRefused(error.sentence) from None
    if door == hosting.door:
        return ()
    return (facts.DoorChanged(**asdict(door), **stamp),)
