"""Decides a host's command at a served table, for commands that depend on seats and hands."""

from __future__ import annotations

from typing import Final

from bigslick.protocol import host
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.hosting import decide
from bigslick.server.hosting.facts import Requested
from bigslick.server.hosting.state import ASKED_TO_LEAVE, HOUSE

from . import facts
from .broadcast.deciding import decide_broadcast
from .changing import decide_change
from .facts import Fact
from .seats.absences import decide_sit_out, decide_vote
from .seats.moving import decide_move, decide_redraw
from .seats.seating import buy_chips, check_open, take_seat
from .state import LiveTable

Facts = tuple[Fact, ...]

_OF_TOURNAMENT: Final = (
    host.Pause,
    host.Resume,
    host.Ban,
    host.Unban,
    host.HandOverHost,
    host.ChangeSettings,
    host.RenewInvite,
    host.TakeOver,
    host.AskBack,
    host.WantResume,
)
"""Commands that a tournament handles for all its tables."""


def decide_for_host(live: LiveTable, command: host.HostCommand, player: str, now: int) -> Facts:
    """Return the facts for a host's command; raises `CommandRefused` or `BadTable`."""
    live.hosting.check_host(player)
    if not (player == HOUSE and isinstance(command, host.Pause | host.Resume)):  # the operator may pause a single table
        _check_tournament(live, command)
    found = decide.decide_for_host(live.hosting, command, player, now)
    match command:
        case host.Close():
            return _close(live, command, player, now)
        case host.StartNow():
            raise CommandRefused(say("a table deals as soon as two players sit down: only tournaments are started"))
        case host.ChangeClock():
            raise CommandRefused(say("a table has no clock of levels to change: only a tournament has"))
        case host.Kick(player=named):
            if named == player:
                raise CommandRefused("you cannot make yourself leave: leave the table instead")
            seat = _seat_to_clear(live, named)
            return (facts.Left(at=now, by=player, cmd_id=command.cmd_id, seat=seat, why="kicked"),)
        case host.Ban(player=named):
            return (*_leaves(live, named, now), *found)
        case host.HandOverHost(player=named):
            _check_new_host(live, named)
        case host.ChangeSettings(changes=changes):
            return decide_change(live, changes, found, player, command.cmd_id, now)
        case host.CorrectChips():
            return (_correct(live, command, player, now),)
        case host.SitOutPlayer(player=named):
            return (decide_sit_out(live, named, {"at": now, "by": player, "cmd_id": command.cmd_id}),)
        case host.MovePlayer():
            return decide_move(live, command, player, now)
        case host.RedrawSeats():
            return decide_redraw(live, command, player, now)
        case host.StartBroadcast() | host.RenewBroadcast() | host.StopBroadcast():
            return (decide_broadcast(live, command, {"at": now, "by": player, "cmd_id": command.cmd_id}),)
        case host.MoveOn():
            return _move_on(live, command, player, now)
        case host.AnswerRequest(player=named, yes=True):
            request = live.hosting.request_of(named)
            if request is not None and request.kind != "host":
                return (_grant(live, request, now), *found)
    return found


def decide_for_guest(live: LiveTable, command: host.GuestCommand, player: str, now: int) -> Facts:
    """Return the facts for a player's command about the host; raises `CommandRefused`."""
    _check_tournament(live, command)
    if isinstance(command, host.WantSitOut):
        return (decide_vote(live, command.player, player, {"at": now, "by": player, "cmd_id": command.cmd_id}),)
    seat = live.seat_of(player)
    if isinstance(command, host.AskBack) and seat is not None and live.occupant(seat).kicked:
        raise CommandRefused(ASKED_TO_LEAVE)
    return decide.decide_for_guest(live.hosting, command, player, live.by_time, live.by_time, now)


def _check_tournament(live: LiveTable, command: host.HostCommand | host.GuestCommand) -> None:
    if not live.cash and isinstance(command, _OF_TOURNAMENT):
        raise CommandRefused("this table belongs to a tournament: do that for the whole tournament instead")


def _close(live: LiveTable, command: host.Close, player: str, now: int) -> Facts:
    """Close a cash table, after the current hand if there is one."""
    if not live.cash:
        raise CommandRefused("only the tournament closes its tables: their chips are in play")
    if live.closing:
        raise CommandRefused(say("the table is already closing: {closing}", closing=live.closing))
    kind = facts.TableClosed if live.playing is None else facts.ClosingAnnounced
    return (kind(at=now, by=player, cmd_id=command.cmd_id, why=command.why),)


def _seat_to_clear(live: LiveTable, player: str) -> int:
    seat = _seat_of(live, player)
    if not live.cash:
        raise CommandRefused("you cannot kick a player from a tournament table: their chips are in play")
    if live.taken(seat).leaving:
        raise CommandRefused(say("{player} is already leaving", player=player))
    return seat


def _leaves(live: LiveTable, banned: str, now: int) -> Facts:
    """Remove a banned player from their seat, or from the queue."""
    found: list[Fact] = []
    seat = live.seat_of(banned)
    if seat is not None and live.occupant(seat).bot:
        raise CommandRefused(say("{player} is a house bot: remove it instead", player=banned))
    if seat is not None and not live.taken(seat).leaving:
        found.append(facts.Left(at=now, seat=seat, why="kicked"))
    if banned in live.queue:
        found.append(facts.Unqueued(at=now, player=banned, why="kicked"))
    return tuple(found)


def _move_on(live: LiveTable, command: host.MoveOn, player: str, now: int) -> Facts:
    if live.playing is not None:
        raise CommandRefused("a hand is being played: the next one begins when it is over", "stale")
    if live.hosting.paused:
        raise CommandRefused("the table is paused: resume it")
    if live.next_at is None:
        raise CommandRefused("two players with chips are needed to begin a hand")
    return (facts.NextHandHurried(at=now, by=player, cmd_id=command.cmd_id),)


def _correct(live: LiveTable, command: host.CorrectChips, player: str, now: int) -> Fact:
    """Correct a player's buy-in, within what they have and the table's most; tried on a copy of the table."""
    if not live.cash:
        raise CommandRefused(say("the chips of a tournament are in play: they cannot be corrected"))
    seat, chips = _seat_of(live, command.player), command.chips
    if live.taken(seat).leaving:
        raise CommandRefused(say("{player} is already leaving", player=command.player))
    table = live.table.copy()
    if chips > 0:
        table.top_up(seat, chips)
    else:
        table.take(seat, -chips)
    stamp = {"by": player, "cmd_id": command.cmd_id}
    return facts.BuyInCorrected(at=now, seat=seat, chips=chips, why=command.why, **stamp)


def _seat_of(live: LiveTable, player: str) -> int:
    seat = live.seat_of(player)
    if seat is None:
        raise CommandRefused(say("{player} has no seat at this table", player=player))
    return seat


def _check_new_host(live: LiveTable, player: str) -> None:
    """Refuse to hand over to a player who is not at the table or is leaving it."""
    seat = live.seat_of(player)
    if seat is None and player not in live.hosting.admitted:
        raise CommandRefused(say("{player} is not at this table: hand it over to a player who is", player=player))
    if seat is not None and live.occupant(seat).bot:
        raise CommandRefused(say("{player} is a house bot: hand the table over to a person", player=player))
    if seat is not None and not live.stays(seat):
        raise CommandRefused(say("{player} is leaving: hand the table over to a player who stays", player=player))


def _grant(live: LiveTable, request: Requested, now: int) -> Fact:
    """Give a player the seat or the chips they asked for."""
    if request.kind == "chips":
        seat = live.seat_of(request.player)
        if seat is None:
            raise CommandRefused(say("{player} has left the table", player=request.player))
        return buy_chips(live, seat, request.chips, now)
    check_open(live)
    wanted = request.seat if request.seat in live.free_seats(request.player) else None
    return take_seat(live, request.player, request.chips, wanted, request.missed_blinds, request.promise, now)
