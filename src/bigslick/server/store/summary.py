"""The few facts of a hand that the database keeps beside its record, to search lists of hands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.cards import Card
from bigslick.hand.events import Folded, PotAwarded
from bigslick.hand.hand import Hand


class HandSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in a few numbers; what a player held is for that player alone."""

    name: str
    """The table's name, which people remember longer than its id."""
    big_blind: int
    pot: int
    """All chips paid out."""
    holes: dict[int, int]
    """The two cards of each player as `hole_number` writes them, by seat."""
    showdown: frozenset[int]
    """The seats that were still in when the betting ended, if there were two or more."""


def summary_of(hand: Hand, name: str) -> HandSummary:
    """The summary of a hand that is over, played at a table of this name."""
    dealt, events = hand.setup.dealt, hand.events
    pot, left = 0, set(dealt)
    for event in events:
        if type(event) is PotAwarded:
            pot += event.amount
        elif type(event) is Folded:
            left.discard(event.seat)
    return HandSummary(
        name=name,
        big_blind=hand.setup.big_blind,
        pot=pot,
        holes={seat: hole_number(hand.hole(seat)) for seat in dealt},
        showdown=frozenset(left) if len(left) > 1 else frozenset(),
    )


def hole_number(cards: Sequence[Card]) -> int:
    """Two cards as one number, whatever their order; -1 for none."""
    if len(cards) != 2:
        return -1
    return 52 * max(cards) + min(cards)
