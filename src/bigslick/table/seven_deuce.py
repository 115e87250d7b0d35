"""The seven-deuce bounty: players pay the winner of a pot who shows a seven and a deuce, out of their stacks.

It is a house agreement between hands and no part of the rules of a hand. The sources are named in
`docs/reference/rules.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from bigslick.hand.events import PotAwarded, Shown
from bigslick.hand.hand import Hand
from bigslick.hand.result import split

MOST_SEVEN_DEUCE: Final = 100
"""The most big blinds that the bounty can cost a player."""
_SEVEN_DEUCE: Final = frozenset((0, 5))
"""The ranks of a deuce and a seven."""


class SevenDeucePayment(msgspec.Struct, frozen=True):
    """Chips that pass from one stack to another, by the seats of the hand."""

    payer: int
    winner: int
    chips: int


def shown_at_showdown(hand: Hand) -> frozenset[int]:
    """Return the seats that tabled their hands before the pots were paid."""
    return frozenset([event.seat for event in hand.events if isinstance(event, Shown)])


def seven_deuce_payments(
    hand: Hand, amount: int, shown: Collection[int], behind: Mapping[int, int] | None = None
) -> tuple[SevenDeucePayment, ...]:
    """Return the payments due once these seats have shown: `amount` from each player dealt in, or what they have left.

    A share of any pot on any board is enough to win it, and suits do not matter. Several winners share each payment,
    odd chips going to the first left of the button, and pay each other nothing. `behind` is how much each seat can
    still pay, if that is less than its stack after the hand; a seat that is not in it is gone.
    """
    won = {event.seat for event in hand.events if isinstance(event, PotAwarded)}
    there = [seat for seat in hand.setup.dealt if behind is None or seat in behind]
    winners = [seat for seat in there if seat in won and seat in shown and _is_seven_deuce(hand, seat)]
    if not winners:
        return ()
    found = []
    for payer in there:
        if payer not in winners:
            left = hand.stacks[payer] if behind is None else min(hand.stacks[payer], behind[payer])
            shares = split(min(amount, left), winners)  # TDA 20-A for the odd chips
            found += [SevenDeucePayment(payer, winner, chips) for winner, chips in shares.items() if chips]
    return tuple(found)


def _is_seven_deuce(hand: Hand, seat: int) -> bool:
    return {card.rank for card in hand.hole(seat)} == _SEVEN_DEUCE


def after_payments(stacks: Sequence[int], payments: Iterable[SevenDeucePayment]) -> list[int]:
    """Return the stacks with the payments made."""
    found = list(stacks)
    for each in payments:
        found[each.payer] -= each.chips
        found[each.winner] += each.chips
    return found
