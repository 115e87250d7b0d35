"""The seven-deuce bounty at a served table: paid at the showdown, or when the winner shows the cards afterwards.

It is paid once per hand. Once the next deck is sealed the stacks of the next hand are fixed, and nothing is paid.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bigslick.protocol.afterwards import SevenDeucePaid
from bigslick.table.seven_deuce import SevenDeucePayment, seven_deuce_payments

from .state import EndedHand, LiveTable, StackTransfer

_LEAST_PAUSE_MS: Final = 3_000
_FOR_PEOPLE_MS: Final = 1_000
"""Pauses shorter than this are for programs, which need no time to show."""


def pause_for(ended: EndedHand, pause_ms: int) -> int:
    """Return the pause after a hand: while a bounty may come, long enough to show cards, whatever they are."""
    waits = ended.seven_deuce and ended.public.seven_deuce is None and pause_ms >= _FOR_PEOPLE_MS
    return max(pause_ms, _LEAST_PAUSE_MS) if waits else pause_ms


def pay(live: LiveTable, ended: EndedHand) -> tuple[StackTransfer, ...]:
    """Record the bounty that is due in the last hand, and return who pays whom; the stacks do not change here."""
    if not ended.seven_deuce or ended.public.seven_deuce is not None or live.sealed is not None:
        return ()
    # Until the table takes the hand back, the stacks are in the hand, and everyone dealt in is there.
    behind = None if live.table.playing else {seat: live.taken(now).stack for seat, now in _there(live, ended).items()}
    due = seven_deuce_payments(ended.hand, ended.seven_deuce, ended.public.face_up(ended.hand), behind)
    if due:
        ended.public = replace(ended.public, seven_deuce=SevenDeucePaid(due))
    now = _there(live, ended)
    return tuple([_transfer(live, now, each) for each in due])


def _there(live: LiveTable, ended: EndedHand) -> dict[int, int]:
    """Return the seats that the players of the last hand have now, by their seats in it."""
    found = {seat: live.seat_of(player) for seat, player in ended.players.items()}
    return {seat: now for seat, now in found.items() if now is not None}


def _transfer(live: LiveTable, now: dict[int, int], each: SevenDeucePayment) -> StackTransfer:
    payer, winner = live.occupant(now[each.payer]), live.occupant(now[each.winner])
    return StackTransfer(
        payment=SevenDeucePayment(now[each.payer], now[each.winner], each.chips),
        payer="" if payer.bot else payer.player,
        winner="" if winner.bot else winner.player,
    )
