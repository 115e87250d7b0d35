"""Bomb pots by agreement: one player proposes one for the next hand, and it is dealt if everyone in the hand agrees.

House bots always agree. An agreement covers one hand; once its deck is sealed, players agree on the next one.
"""

from __future__ import annotations

from bigslick.protocol import wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.shuffle import Keystream
from bigslick.table.seats import BadTable

from . import facts
from .state import LiveTable


def decide_bomb_pot(live: LiveTable, command: wire.WantBombPot, player: str, now: int) -> tuple[facts.Fact, ...]:
    """Decide a command to agree to a bomb pot, or to withdraw; raises `CommandRefused`."""
    seat = live.seat_of(player)
    if seat is None:
        raise CommandRefused(say("you have no seat at this table: take one first"))
    if not live.cash:
        raise CommandRefused(say("bomb pots are for cash tables: this table belongs to a tournament"))
    if command.on and live.taken(seat).sitting_out:
        raise CommandRefused(say("you sit out: come back, and then agree to a bomb pot"))
    if command.on and not live.table.number:
        raise CommandRefused(say("the first hand of a table has blinds: propose a bomb pot once it is dealt"))
    return (facts.BombPotWanted(at=now, by=player, cmd_id=command.cmd_id, seat=seat, on=command.on),)


def agreed(live: LiveTable, seed: Keystream) -> int:
    """Return the ante in big blinds if everyone who would be dealt in agrees to a bomb pot; otherwise 0."""
    if not any(each is not None and each.wants_bomb for each in live.occupants):
        return 0
    big_blinds = live.settings.bomb_big_blinds
    try:
        setup = live.table.copy().next_hand(seed=seed, bomb_pot=big_blinds)
    except BadTable:
        return 0
    there = [live.occupant(seat) for seat in range(setup.seats) if setup.stacks[seat]]
    return big_blinds if all(each.bot or each.wants_bomb for each in there) else 0


def forget(live: LiveTable) -> None:
    """Clear the agreement: it was dealt, or came too late."""
    for each in live.occupants:
        if each is not None:
            each.wants_bomb = False
