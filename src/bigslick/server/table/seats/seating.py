"""Decides requests for a seat or more chips at a served table, tried on a copy of the table first."""

from __future__ import annotations

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.table.seats import MissedBlinds

from .. import facts
from ..state import LiveTable, Occupant
from .comebacks import check_comes_back
from .keeping import check_not_all_kept


def check_open(live: LiveTable) -> None:
    """Refuse newcomers at a table that is about to close."""
    if live.closing:
        raise CommandRefused(say("the table closes after this hand: {closing}", closing=live.closing))


def choose_seat(live: LiveTable, wanted: int | None, player: str, now: int) -> int:
    """Return the requested seat, the one held for the player, or the first free one."""
    check_not_all_kept(live, player, now)
    if wanted is None:
        held = [hold.seat for hold in live.holds if hold.player == player]
        free = held or live.free_seats(player)
        if not free:
            raise CommandRefused("no seat is free: join the queue")
        return free[0]
    check_free(live, wanted, player)
    return wanted


def check_free(live: LiveTable, wanted: int, player: str) -> None:
    """Refuse a seat that goes, or is held or kept for another player."""
    if live.lasting_seats <= wanted < len(live.occupants):
        raise CommandRefused(say("seat {seat} goes after this hand: take another", seat=wanted + 1))
    for hold in live.holds:
        if hold.seat == wanted and hold.player != player:
            raise CommandRefused(
                say("seat {seat} is held for {player} from the queue", seat=wanted + 1, player=hold.player)
            )
    for each in live.occupants:
        if each is not None and each.new_seat == wanted and each.player != player:
            raise CommandRefused(
                say("seat {seat} is kept for {player}, who moves there", seat=wanted + 1, player=each.player)
            )


def take_seat(
    live: LiveTable,
    player: str,
    chips: int,
    wanted: int | None,
    missed_blinds: MissedBlinds | None,
    promise: str,
    now: int,
) -> facts.SeatTaken:
    """Decide a player's request for a seat; raises `BadTable` or `CommandRefused`."""
    seat = choose_seat(live, wanted, player, now)
    how = live.way_in(missed_blinds)
    back = check_comes_back(live, player, chips, now)
    live.table.copy().join(player, seat, chips=chips, missed_blinds=how, left_with=back)
    return facts.SeatTaken(at=now, seat=seat, player=player, chips=chips, missed_blinds=how, promise=promise)


def new_occupant(live: LiveTable, fact: facts.SeatTaken | facts.MovedIn) -> Occupant:
    """Return a player who sits down, with full time banks or those they bring along from another table."""
    pace = live.pace
    occupant = Occupant(
        player=fact.player,
        bot=fact.bot,
        promise=fact.promise,
        bank_ms=pace.bank_ms,
        disconnect_bank_ms=pace.disconnect_bank_ms,
    )
    if isinstance(fact, facts.SeatTaken):
        occupant.since, occupant.newcomer = fact.at, fact.newcomer
        return occupant
    if fact.bank_ms is not None:
        occupant.bank_ms = fact.bank_ms
    if fact.disconnect_bank_ms is not None:
        occupant.disconnect_bank_ms = fact.disconnect_bank_ms
    return occupant


def buy_chips(live: LiveTable, seat: int, chips: int, now: int) -> facts.ChipsBought:
    """Decide a player's purchase of more chips; raises `BadTable`."""
    live.table.copy().top_up(seat, chips)
    return facts.ChipsBought(at=now, seat=seat, chips=chips)
