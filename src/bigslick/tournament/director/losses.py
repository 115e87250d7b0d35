"""Reports busted players from the tables to the director."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.hand.hand import Hand, state_of


class Loss(msgspec.Struct, frozen=True, gc=False):
    """A seat that lost its last chip in the hand just played: its stack before the hand, and who won it."""

    seat: int
    stack: int
    by: int
    winners: tuple[int, ...] = ()
    """The entries that split its last pot, from the left of the button; empty if `by` won it alone."""


def losses_of(hand: Hand, chairs: Sequence[int], *, bounty: bool = False) -> tuple[Loss, ...]:
    """Return a finished hand's losses by seat; `chairs` holds the entry in each seat.

    With `bounty`, each names all the entries that split its last pot.
    """
    return tuple(_loss(hand, seat, chairs, bounty) for seat in sorted(hand.setup.dealt) if not hand.stacks[seat])


def _loss(hand: Hand, seat: int, chairs: Sequence[int], bounty: bool) -> Loss:
    by = hand.busted_by(seat)
    assert by is not None
    stack, seats = hand.setup.stacks[seat], hand.setup.seats
    if not bounty:
        return Loss(seat, stack, chairs[by])
    shared = state_of(hand).winners_over(seat)
    order = [(hand.setup.button + step) % seats for step in range(1, seats + 1)]
    return Loss(seat, stack, chairs[by], tuple(chairs[other] for other in order if shared >> other & 1))
