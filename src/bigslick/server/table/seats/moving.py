"""Moving to another seat of a cash table: a player asks for a free one, the host moves players, or all seats are drawn.

Seats change right before the next deck is sealed, so that the last hand can be looked at until then, or at once while
no hand is coming. `table/debts.py` decides which blinds a player owes afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

from bigslick.protocol import host, wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.room_events import RedrawAnnounced, SeatChangeAnnounced, SeatsDrawn
from bigslick.sentence import say
from bigslick.shuffle import Keystream

from .. import facts
from ..state import LiveTable
from .seating import check_free


def decide_change_seat(live: LiveTable, command: wire.ChangeSeat, player: str, now: int) -> tuple[facts.Fact, ...]:
    """Decide a player's request for another seat; raises `CommandRefused`."""
    seat = _seat(live, player)
    occupant = live.occupant(seat)
    if occupant.moved_by_host:
        raise CommandRefused(say("the host has given you another seat: ask the host"))
    new = seat if command.seat is None else command.seat
    if new == (seat if occupant.new_seat is None else occupant.new_seat):
        raise CommandRefused(say("you have seat {seat}: choose another one", seat=new + 1))
    if new != seat and live.occupants[_number(live, new)] is not None:
        raise CommandRefused(say("seat {seat} is taken: choose a free one", seat=new + 1))
    if new != seat:
        check_free(live, new, player)
    return (facts.SeatChangePlanned(at=now, by=player, cmd_id=command.cmd_id, moves={seat: new}),)


def decide_move(live: LiveTable, command: host.MovePlayer, by: str, now: int) -> tuple[facts.Fact, ...]:
    """Decide a host's command to give a player another seat, or to swap two; raises `CommandRefused`."""
    seat, new = _seat(live, command.player), _number(live, command.seat)
    occupant, there = live.occupant(seat), live.occupants[new]
    if new == (seat if occupant.new_seat is None else occupant.new_seat):
        raise CommandRefused(say("{player} has seat {seat}: choose another one", player=command.player, seat=new + 1))
    moves = {seat: new}
    if new != seat:
        check_free(live, new, command.player)
        if there is not None:
            check_free(live, seat, there.player)
            moves[_seat(live, there.player)] = seat
    return (facts.SeatChangePlanned(at=now, by=by, cmd_id=command.cmd_id, moves=moves, by_host=True),)


def decide_redraw(live: LiveTable, command: host.RedrawSeats, by: str, now: int) -> tuple[facts.Fact, ...]:
    """Decide a host's command to draw all seats; raises `CommandRefused`."""
    _check_may_move(live)
    if len(live.sitting) < 2:
        raise CommandRefused(say("two players are needed to draw seats"))
    return (facts.RedrawOrdered(at=now, by=by, cmd_id=command.cmd_id),)


def _check_may_move(live: LiveTable) -> None:
    if not live.cash:
        raise CommandRefused(say("the tournament seats its players: nobody changes seats"))
    if live.redraws:
        raise CommandRefused(say("all seats are drawn before the next hand: wait for the draw"))


def _seat(live: LiveTable, player: str) -> int:
    """Return the seat of a player who may move."""
    _check_may_move(live)
    seat = live.seat_of(player)
    if seat is None:
        raise CommandRefused(say("{player} has no seat at this table", player=player))
    if live.taken(seat).leaving:
        raise CommandRefused(say("{player} is already leaving", player=player))
    return seat


def _number(live: LiveTable, seat: int) -> int:
    if seat >= len(live.occupants):
        raise CommandRefused(say("this table has {count} seats", count=len(live.occupants)))
    return seat


# -- facts ------------------------------------------------------------------------------------------------------------


def plan(live: LiveTable, moves: Mapping[int, int], *, by_host: bool) -> list[SeatChangeAnnounced]:
    """Note who moves where; a player whose new seat is not left after all stays, too."""
    for seat, new in moves.items():
        mover = live.occupant(seat)
        mover.new_seat, mover.moved_by_host = (None, False) if new == seat else (new, by_host)
    told = dict.fromkeys(moves)
    for seat, occupant in enumerate(live.occupants):
        if occupant is None or occupant.new_seat is None:
            continue
        there = live.occupants[occupant.new_seat]
        if there is not None and there.new_seat is None:
            occupant.new_seat, occupant.moved_by_host = None, False
            told[seat] = None
    return [
        SeatChangeAnnounced(
            seat=seat,
            player=live.name_of(live.occupant(seat).player),
            new_seat=live.occupant(seat).new_seat,
            by_host=by_host,
        )
        for seat in told
    ]


def planned(live: LiveTable) -> dict[int, int]:
    """Return the seats that players move from and to before the next hand."""
    return {
        seat: each.new_seat
        for seat, each in enumerate(live.occupants)
        if each is not None and each.new_seat is not None
    }


def move(live: LiveTable, moves: Mapping[int, int]) -> None:
    """Take the players to their new seats. No card of the last hand can be shown any more: its seats are gone."""
    before = live.occupants
    live.occupants = [None if seat in moves else occupant for seat, occupant in enumerate(before)]
    for seat, new in moves.items():
        live.occupants[new] = before[seat]
    _forget_plans(live)
    live.ended, live.skips = None, []


def order_redraw(live: LiveTable) -> RedrawAnnounced:
    """Draw all seats before the next hand, instead of what players and host planned."""
    live.redraws = True
    _forget_plans(live)
    return RedrawAnnounced()


def redraw(live: LiveTable, secret: bytes) -> SeatsDrawn:
    """Seat all players by a draw, in the order of their old seats; the button is drawn with the next deck."""
    held = {hold.seat for hold in live.holds}
    free = [seat for seat in range(live.lasting_seats) if seat not in held]
    order = Keystream(secret, "seats").permutation(len(free))
    moves = {seat: free[place] for seat, place in zip(live.sitting, order, strict=False)}
    move(live, moves)
    live.redraws = False
    live.table.redraw(moves)
    return SeatsDrawn(seed=secret.hex(), players=live.names_of(live.sitting))


def _forget_plans(live: LiveTable) -> None:
    for occupant in live.occupants:
        if occupant is not None:
            occupant.new_seat, occupant.moved_by_host = None, False
