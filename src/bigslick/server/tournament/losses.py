"""Who busted in a hand, for the director: the same rule as in the simulator."""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.hand.hand import Hand
from bigslick.tournament.director import Loss


def losses_of(hand: Hand, chairs: Sequence[int]) -> tuple[Loss, ...]:
    """Who busted in a hand, and to which entry; `chairs` are the entries at the table by seat."""
    before, after = hand.setup.stacks, hand.stacks
    busted = [seat for seat in hand.setup.dealt if not after[seat]]
    return tuple(Loss(seat, before[seat], chairs[hand.winner_over(seat)]) for seat in busted)
