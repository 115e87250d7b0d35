"""A table's lifecycle: which event leads to which state, and which state can follow which.

`docs/explanation/table-states.md` shows it as a picture.
"""

from __future__ import annotations

from typing import Final

from bigslick.hand.events import Mucked, PotAwarded, Shown, StreetDealt
from bigslick.hand.hand import Hand
from bigslick.protocol.room_events import DeckSealed, HandBegan, StateChanged, StateName, Tabled, Turn
from bigslick.protocol.wire import WireEvent

from .state import LiveTable

_REST: Final[frozenset[StateName]] = frozenset({"waiting", "between_hands", "paused"})
FOLLOWS: Final[dict[StateName, frozenset[StateName]]] = {
    "waiting": frozenset({"between_hands", "paused", "closed"}),
    "between_hands": frozenset({"sealing", "waiting", "paused", "closed"}),
    "sealing": frozenset({"dealing"}),
    "dealing": frozenset({"betting", "showdown"}),
    "betting": frozenset({"dealing", "showdown", "paying", *_REST}),
    "showdown": frozenset({"paying"}),
    "paying": _REST,
    "paused": frozenset({"waiting", "between_hands", "closed"}),
    "closed": frozenset(),
}
"""The states that can follow each; any state but `closed` can be interrupted by `away` and comes back afterwards."""

_LEADS_TO: Final[dict[type, StateChanged]] = {
    DeckSealed: StateChanged("sealing"),
    HandBegan: StateChanged("dealing"),
    Tabled: StateChanged("dealing"),
    StreetDealt: StateChanged("dealing"),
    Shown: StateChanged("showdown"),
    Mucked: StateChanged("showdown"),
    PotAwarded: StateChanged("paying"),
}


def state_with(event: WireEvent, hand: Hand | None) -> StateChanged | None:
    """Return the state that a hand's event belongs to; None if it fits any."""
    if type(event) is Turn:
        if hand is None or event.options.boards:
            return None
        if event.options.show or event.options.muck:
            return _LEADS_TO[Shown]
        return StateChanged("betting", hand.street)
    return _LEADS_TO.get(type(event))


def at_rest(live: LiveTable) -> StateChanged:
    if live.closed:
        return StateChanged("closed")
    if live.hosting.paused or live.closing:
        return StateChanged("paused")
    return StateChanged("waiting" if live.next_at is None else "between_hands")
