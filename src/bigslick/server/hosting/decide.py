"""Decide what a command of the host leads to, wherever it is sent: facts, or a refusal with a sentence.

Tables and tournaments add what only they know: seats and hands, or entries. Nothing changes here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bigslick.protocol import host
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings
from bigslick.sentence import say

from . import facts
from .facts import AnyHostFact
from .state import HOUSE, MOST_NAMED, Hosting
from .taking_over import check_asks_back, check_takes_over

HostFacts = tuple[AnyHostFact, ...]


def decide_for_host(hosting: Hosting, command: host.HostCommand, player: str, now: int) -> HostFacts:
    """The facts that a host's command makes true at tables and tournaments alike; raises `CommandRefused`.

    None for `Close`, `Kick` and `MoveOn`, and for a yes only the yes: the rest depends on the game.
    """
    hosting.check_host(player)
    stamp: dict[str, Any] = {"at": now, "by": player, "cmd_id": command.cmd_id}
    match command:
        case host.Pause(why=why):
            if hosting.paused:
                raise CommandRefused(say("the game is already paused: {paused}", paused=hosting.paused))
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
            if named == hosting.host:  # the house hands over
                raise CommandRefused(say("{player} is the host already", player=named))
            return (facts.HostChanged(player=named, **stamp),)
        case host.ChangeDoor():
            return (_door(command, stamp),)
        case host.AnswerRequest(player=named, yes=yes):
            if (request := hosting.request_of(named)) is None:
                raise CommandRefused(say("{player} asks for nothing any more", player=named), "stale")
            settled = facts.RequestSettled(player=named, how="yes" if yes else "no", **stamp)
            gives_back = yes and request.kind == "host"
            return (settled, facts.HostChanged(at=now, player=named)) if gives_back else (settled,)
        case _:
            return ()


def decide_for_guest(
    hosting: Hosting, command: host.GuestCommand, player: str, order: Sequence[str], now: int
) -> HostFacts:
    """The facts that a command about the host makes true; `order` lists who could take over, the longest there first.

    Raises `CommandRefused`.
    """
    stamp: dict[str, Any] = {"at": now, "by": player, "cmd_id": command.cmd_id, "player": player}
    match command:
        case host.WithdrawRequest():
            if hosting.request_of(player) is None:
                raise CommandRefused("you are not waiting for the host")
            return (facts.RequestSettled(how="withdrawn", **stamp),)
        case host.TakeOver():
            check_takes_over(hosting, player, order, now)
            return (facts.HostChanged(why="away", **stamp),)
        case host.AskBack():
            check_asks_back(hosting, player)
            return (facts.Requested(kind="host", **stamp),)


def admit(hosting: Hosting, player: str, now: int) -> HostFacts:
    """The facts of letting a player in by the invite; raises `CommandRefused`."""
    hosting.check_not_banned(player)
    return () if player in (hosting.host, *hosting.admitted) else (facts.PlayerAdmitted(at=now, player=player),)


def notice_host(hosting: Hosting, now: int, *, there: bool) -> HostFacts:
    """Record that the host came back or left; a banned host counts as away even while connected."""
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


def _door(command: host.ChangeDoor, stamp: dict[str, Any]) -> facts.DoorChanged:
    changes: dict[str, Any] = {name: getattr(command, name) for name in ("approve", "spectators", "delay_ms")}
    try:
        host.GameDoor(**changes)
    except BadSettings as error:
        raise CommandRefused(error.sentence) from None
    return facts.DoorChanged(**changes, **stamp)
