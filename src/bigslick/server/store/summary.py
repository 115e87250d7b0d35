"""The few facts about a hand stored next to its record, for searching lists of hands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.cards import Card
from bigslick.hand.events import Folded, PotAwarded
from bigslick.hand.hand import Hand


class HandSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in a few numbers; each player's hole cards are for that player only."""

    name: str
    """The table's name, which people remember longer than its id."""
    big_blind: int
    pot: int
    """All chips paid out."""
    holes: dict[int, int]
    """Each player's two cards as `hole_number` encodes them, by seat."""
    showdown: frozenset[int]
    """The seats still in when the betting ended, if there were two or more."""


def summary_of(hand: Hand, name: str) -> HandSummary:
    """Summarize a finished hand, played at a table with this name."""
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
    """Encode two cards as one number, in any order; -1 for none."""
    if len(cards) != 2:
        return -1
    return 52 * max(cards) + min(cards)
