"""The script's pace: which events viewers see together, and when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bigslick.hand.events import Dealt, StreetDealt
from bigslick.protocol.room_events import Equities, Made, Tabled
from bigslick.protocol.settings import TablePace
from bigslick.protocol.wire import WireEvent

_WITH_THE_CARDS: Final = frozenset({Made, Equities})
"""Events shown together with the cards they are about."""
_RIVER: Final = 3, 2
"""The pause before the river of a run-out, as a fraction of the pause before its other streets."""


class Paced:
    """Groups of events, each with its time, plus the time when viewers have seen the last one."""

    def __init__(self, events: Iterable[WireEvent], pace: TablePace, start: int) -> None:
        self.groups: list[tuple[list[WireEvent], int]] = []
        self.end = start
        """When something may follow: a turn, or the next hand."""
        told = list(events)
        self.tabled = frozenset([event.seat for event in told if type(event) is Tabled])
        """The seats whose hands are tabled before a run-out."""
        card = pace.deal_animation_delay_ms
        street = max(card, pace.street_delay_ms) if self.tabled else card
        river = street * _RIVER[0] // _RIVER[1] if self.tabled else card
        group: list[WireEvent] = []
        owed = 0
        for event in told:
            kind = type(event)
            if type(event) is StreetDealt:
                owed = river if event.street == "river" else street
            if owed and kind not in _WITH_THE_CARDS:
                if group:
                    self.groups.append((group, self.end))
                    group = []
                self.end += owed
                owed = 0
            group.append(event)
            if kind is Dealt:
                owed = card
            elif kind is StreetDealt:
                owed = street
        if group:
            self.groups.append((group, self.end))
        self.end += owed
