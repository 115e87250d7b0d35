"""Reports busted players from the tables to the director."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.hand.hand import Hand


class Loss(msgspec.Struct, frozen=True, gc=False):
    """A seat that lost its last chip in the hand just played: its stack before the hand, and who won it."""

    seat: int
    stack: int
    by: int
    winners: tuple[int, ...] = ()
    """The entries that split its last pot, from the left of the button; empty if `by` won it alone."""


def losses_of(hand: Hand, chairs: Sequence[int]) -> tuple[Loss, ...]:
    """Return a finished hand's losses, without split pots; `chairs` holds the entry in each seat."""
    before = hand.setup.stacks
    busted_by = {seat: winner for seat in hand.setup.dealt if (winner := hand.busted_by(seat)) is not None}
    return tuple(Loss(seat, before[seat], chairs[winner]) for seat, winner in busted_by.items())
