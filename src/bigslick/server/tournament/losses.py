"""Who busted in a hand, for the director: the same rule as in the simulator."""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.hand.hand import Hand
from bigslick.tournament.director.director import Loss


def losses_of(hand: Hand, chairs: Sequence[int]) -> tuple[Loss, ...]:
    """Who busted in a hand, and to which entry; `chairs` are the entries at the table by seat."""
    before = hand.setup.stacks
    busted_by = {seat: winner for seat in hand.setup.dealt if (winner := hand.busted_by(seat)) is not None}
    return tuple(Loss(seat, before[seat], chairs[winner]) for seat, winner in busted_by.items())
