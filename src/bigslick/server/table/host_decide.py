"""What a command of the host leads to at a served table: facts, or a refusal with a sentence. Nothing changes here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bigslick.protocol import host
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings
from bigslick.sentence import Sentence, say
from bigslick.server.taking_over import check_asks_back, check_takes_over

from . import facts
from .facts import Fact
from .seating import buy_chips, check_open, take_seat
from .state import LiveTable

Facts = tuple[Fact, ...]

_ONLY_THE_HOST: Final[dict[type, Sentence]] = {
    host.PauseGame: say("Only the host can pause this table."),
    host.ResumeGame: say("Only the host can resume this table."),
    host.CloseGame: say("Only the host can close this table."),
    host.KickPlayer: say("Only the host can make players leave this table."),
    host.Ban: say("Only the host can ban players from this table."),
    host.Unban: say("Only the host can unban players at this table."),
    host.Mute: say("Only the host can mute players at this table."),
    host.Unmute: say("Only the host can unmute players at this table."),
    host.MoveOn: say("Only the host can move on at this table."),
    host.HandOverGame: say("Only the host can hand over this table."),
    host.ChangeDoor: say("Only the host can change the door of this table."),
    host.AnswerRequest: say("Only the host can answer requests at this table."),
}


def decide_for_host(live: LiveTable, command: host.HostCommand, player: str, now: int) -> Facts:
    """The facts that a command of the host makes true; raises `CommandRefused` or `BadTable`."""
    live.hosting.check_host(player, _ONLY_THE_HOST[type(command)])
    return _DECIDE[type(command)](live, command, player, now)


def withdraw(live: LiveTable, command: host.WithdrawRequest, player: str, now: int) -> Facts:
    """A player takes a request back."""
    if live.hosting.request_of(player) is None:
        raise CommandRefused("you are not waiting for the host of this table")
    return (facts.RequestSettled(at=now, by=player, cmd_id=command.cmd_id, player=player, how="withdrawn"),)


def take_over(live: LiveTable, command: host.TakeOver, player: str, now: int) -> Facts:
    """A player takes over from a host who has been away for a while."""
    _of_tournament(live, say("this table belongs to a tournament: take over the tournament instead"))
    check_takes_over(live.hosting, player, live.by_time, now)
    return (facts.HostChanged(at=now, by=player, cmd_id=command.cmd_id, player=player, why="away"),)


def ask_back(live: LiveTable, command: host.AskBack, player: str, now: int) -> Facts:
    """The host who was away asks to be the host again."""
    _of_tournament(live, say("this table belongs to a tournament: ask for the tournament instead"))
    seat = live.seat_of(player)
    if seat is not None and live.occupant(seat).kicked:
        raise CommandRefused("The host has asked you to leave this table.")
    check_asks_back(live.hosting, player)
    return (facts.HostAskedBack(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def _of_tournament(live: LiveTable, refusal: Sentence) -> None:
    if not live.cash:
        raise CommandRefused(refusal)


def pause(live: LiveTable, why: str, now: int, by: str = "", cmd_id: str = "") -> Facts:
    """The facts of starting no new hand."""
    if live.paused:
        raise CommandRefused(say("the table is already paused: {paused}", paused=live.paused))
    return (facts.PauseStarted(at=now, by=by, cmd_id=cmd_id, why=why),)


def resume(live: LiveTable, now: int, by: str = "", cmd_id: str = "") -> Facts:
    """The facts of dealing again."""
    if not live.paused:
        raise CommandRefused("the table is not paused")
    return (facts.PauseEnded(at=now, by=by, cmd_id=cmd_id),)


def close(live: LiveTable, why: str, now: int, by: str = "", cmd_id: str = "") -> Facts:
    """The facts of closing a cash table, after the hand if one is being played."""
    if not live.cash:
        raise CommandRefused("only the tournament closes its tables: their chips are in play")
    if live.closing:
        raise CommandRefused(say("the table is already closing: {closing}", closing=live.closing))
    kind = facts.TableClosed if live.playing is None else facts.ClosingAnnounced
    return (kind(at=now, by=by, cmd_id=cmd_id, why=why),)


def seat_to_clear(live: LiveTable, player: str) -> int:
    """The seat of a player who is made to leave."""
    seat = live.seat_of(player)
    if seat is None:
        raise CommandRefused(say("{player} has no seat at this table", player=player))
    if not live.cash:
        raise CommandRefused("you cannot kick a player from a tournament table: their chips are in play")
    if live.taken(seat).leaving:
        raise CommandRefused(say("{player} is already leaving", player=player))
    return seat


def _pause(live: LiveTable, command: host.PauseGame, player: str, now: int) -> Facts:
    _of_tournament(live, say("this table belongs to a tournament: pause the tournament instead"))
    return pause(live, command.why, now, player, command.cmd_id)


def _resume(live: LiveTable, command: host.ResumeGame, player: str, now: int) -> Facts:
    _of_tournament(live, say("this table belongs to a tournament: resume the tournament instead"))
    return resume(live, now, player, command.cmd_id)


def _close(live: LiveTable, command: host.CloseGame, player: str, now: int) -> Facts:
    return close(live, command.why, now, player, command.cmd_id)


def _kick(live: LiveTable, command: host.KickPlayer, player: str, now: int) -> Facts:
    _not_yourself(command.player, player, say("you cannot make yourself leave: leave the table instead"))
    seat = seat_to_clear(live, command.player)
    return (facts.Left(at=now, by=player, cmd_id=command.cmd_id, seat=seat, why="kicked"),)


def ban(live: LiveTable, banned: str, now: int, by: str = "", cmd_id: str = "") -> Facts:
    """The facts of keeping a player out: they leave the seat or the queue, and stay out."""
    found: list[Fact] = []
    seat = live.seat_of(banned)
    if seat is not None and not live.taken(seat).leaving:
        found.append(facts.Left(at=now, seat=seat, why="kicked"))
    if banned in live.queue:
        found.append(facts.Unqueued(at=now, player=banned, why="kicked"))
    return (*found, facts.PlayerBanned(at=now, by=by, cmd_id=cmd_id, player=banned))


def _ban(live: LiveTable, command: host.Ban, player: str, now: int) -> Facts:
    _of_tournament(live, say("this table belongs to a tournament: its chips are in play, and nobody is made to leave"))
    _not_yourself(command.player, player, say("you cannot ban yourself: hand the table over and leave it instead"))
    if command.player in live.hosting.banned:
        raise CommandRefused(say("{player} is already banned", player=command.player))
    if command.player == live.hosting.former:
        raise CommandRefused(
            say("{player} was the host until you took over: you cannot ban them", player=command.player)
        )
    seat = live.seat_of(command.player)
    if seat is not None and live.occupant(seat).bot:
        raise CommandRefused(say("{player} is a house bot: remove it instead", player=command.player))
    live.hosting.check_may_ban()
    return ban(live, command.player, now, player, command.cmd_id)


def _unban(live: LiveTable, command: host.Unban, player: str, now: int) -> Facts:
    if command.player not in live.hosting.banned:
        raise CommandRefused(say("{player} is not banned from this table", player=command.player))
    return (facts.PlayerReadmitted(at=now, by=player, cmd_id=command.cmd_id, player=command.player),)


def _mute(live: LiveTable, command: host.Mute, player: str, now: int) -> Facts:
    _not_yourself(command.player, player, say("you cannot mute yourself"))
    if command.player in live.hosting.muted:
        raise CommandRefused(say("{player} is already muted", player=command.player))
    live.hosting.check_may_mute()
    return (facts.PlayerMuted(at=now, by=player, cmd_id=command.cmd_id, player=command.player),)


def _unmute(live: LiveTable, command: host.Unmute, player: str, now: int) -> Facts:
    if command.player not in live.hosting.muted:
        raise CommandRefused(say("{player} is not muted", player=command.player))
    return (facts.PlayerUnmuted(at=now, by=player, cmd_id=command.cmd_id, player=command.player),)


def _move_on(live: LiveTable, command: host.MoveOn, player: str, now: int) -> Facts:
    if live.playing is not None:
        raise CommandRefused("a hand is being played: the next one begins when it is over", "stale")
    if live.paused:
        raise CommandRefused("the table is paused: resume it")
    if live.next_at is None:
        raise CommandRefused("two players with chips are needed to begin a hand")
    return (facts.NextHandHurried(at=now, by=player, cmd_id=command.cmd_id),)


def _hand_over(live: LiveTable, command: host.HandOverGame, player: str, now: int) -> Facts:
    _of_tournament(live, say("this table belongs to a tournament: hand over the tournament instead"))
    _not_yourself(command.player, player, say("you cannot hand over to yourself: you are the host"))
    live.hosting.check_new_host(command.player)
    seat = live.seat_of(command.player)
    if seat is None and command.player not in live.hosting.admitted:
        raise CommandRefused(
            say("{player} is not at this table: hand it over to a player who is", player=command.player)
        )
    if seat is not None and live.occupant(seat).bot:
        raise CommandRefused(say("{player} is a house bot: hand the table over to a person", player=command.player))
    if seat is not None and not live.stays(seat):
        raise CommandRefused(
            say("{player} is leaving: hand the table over to a player who stays", player=command.player)
        )
    return (facts.HostChanged(at=now, by=player, cmd_id=command.cmd_id, player=command.player),)


def _change_door(live: LiveTable, command: host.ChangeDoor, player: str, now: int) -> Facts:
    _of_tournament(live, say("this table belongs to a tournament: change the door of the tournament instead"))
    try:
        host.GameDoor(approve=command.approve, spectators=command.spectators, delay_ms=command.delay_ms)
    except BadSettings as error:
        raise CommandRefused(error.sentence) from None
    return (
        facts.DoorChanged(
            at=now,
            by=player,
            cmd_id=command.cmd_id,
            approve=command.approve,
            spectators=command.spectators,
            delay_ms=command.delay_ms,
        ),
    )


def _answer(live: LiveTable, command: host.AnswerRequest, player: str, now: int) -> Facts:
    request = live.hosting.request_of(command.player)
    if request is None:
        raise CommandRefused(say("{player} asks for nothing any more", player=command.player), "stale")
    settled = facts.RequestSettled(
        at=now, by=player, cmd_id=command.cmd_id, player=request.player, how="yes" if command.yes else "no"
    )
    if not command.yes:
        return (settled,)
    if request.kind == "host":
        return (settled, facts.HostChanged(at=now, player=request.player))
    seat = live.seat_of(request.player)
    if request.kind == "chips":
        if seat is None:
            raise CommandRefused(say("{player} has left the table", player=request.player))
        return (buy_chips(live, seat, request.chips, now), settled)
    check_open(live)
    free = live.free_seats(request.player)
    wanted = request.seat if request.seat in free else None
    taken = take_seat(live, request.player, request.chips, wanted, request.missed_blinds, request.promise, now)
    return (taken, settled)


def _not_yourself(named: str, player: str, refusal: Sentence) -> None:
    if named == player:
        raise CommandRefused(refusal)


_DECIDE: Final[dict[type, Callable[[LiveTable, Any, str, int], Facts]]] = {
    host.PauseGame: _pause,
    host.ResumeGame: _resume,
    host.CloseGame: _close,
    host.KickPlayer: _kick,
    host.Ban: _ban,
    host.Unban: _unban,
    host.Mute: _mute,
    host.Unmute: _unmute,
    host.MoveOn: _move_on,
    host.HandOverGame: _hand_over,
    host.ChangeDoor: _change_door,
    host.AnswerRequest: _answer,
}
