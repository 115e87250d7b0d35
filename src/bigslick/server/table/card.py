"""A table's card in the lobby."""

from __future__ import annotations

from collections import deque
from typing import Final

from bigslick.protocol.lobby import TableCard
from bigslick.server.store.records import StoredHand
from bigslick.table.state import Stakes

from .script import ShownTable
from .state import LiveTable

HANDS: Final = 50
"""How many hands the average pot covers."""


class RecentPots:
    """The chips that changed hands in recent hands, each with the update that shows it."""

    def __init__(self) -> None:
        self._pots: deque[tuple[int, int]] = deque(maxlen=HANDS)

    def add(self, seq: int, hand: StoredHand) -> None:
        """Count a hand, visible from update `seq` on."""
        self._pots.append((seq, sum(net for net in hand.nets.values() if net > 0)))

    def average(self, seen: int) -> int:
        """Return the average of the pots viewers have seen; 0 before the first hand."""
        pots = [pot for seq, pot in self._pots if seq <= seen]
        return sum(pots) // len(pots) if pots else 0


def table_card(live: LiveTable, shown: ShownTable, *, watching: int, average_pot: int) -> TableCard:
    """Return a table's lobby card, as viewers see it."""
    settings, hosting = shown.settings or live.opened.settings, live.hosting
    level = Stakes(settings.small_blind, settings.big_blind, settings.ante) if live.cash else live.table.level
    return TableCard(
        table=live.id,
        name=settings.name,
        seats=settings.seats,
        taken=len(shown.seats),
        people=sum(not seat.bot for seat in shown.seats),
        small_blind=level.small,
        big_blind=level.big,
        ante=level.ante,
        limit=settings.limit,
        profile=settings.profile,
        buy_in=settings.buy_in,
        dead_blind_rule=settings.dead_blind_rule,
        hands=shown.hand,
        queue=len(shown.queue),
        watching=watching,
        average_pot=average_pot,
        paused=bool(shown.paused),
        host=hosting.name_of(hosting.host),
        private=hosting.door.private,
        approve=hosting.door.approve,
        chip_value=settings.chip_value,
    )
