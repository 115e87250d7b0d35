"""A seat's view on the wire, without the parts that other messages carry.

A client gets the events as they happen and its options with its turn; `decode_view` puts the three back together.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.cards import Card
from bigslick.hand.events import CARDS_BEFORE, Event, Shown, StreetDealt
from bigslick.hand.options import Options
from bigslick.hand.view import SeatView, View, ViewData


def encode_view(view: View) -> ViewData:
    """Encode a view for sending, without the parts that other messages carry."""
    return ViewData(**{name: getattr(view, name) for name in _SENT})


def decode_view(encoded: ViewData, options: Options, events: Sequence[Event]) -> ViewData:
    """Decode a view that `encode_view` encoded; `events` are the hand's events so far, as its seat sees them."""
    further: dict[int, tuple[Card, ...]] = {}
    for event in events:
        if isinstance(event, StreetDealt) and event.board:
            shared = encoded.board[: CARDS_BEFORE[event.street]]
            further[event.board] = (*further.get(event.board, shared), *event.cards)
    return msgspec.structs.replace(
        encoded,
        seat=options.seat,
        turn=options.seat,
        boards=(encoded.board, *further.values()),
        shown={event.seat: event.cards for event in events if isinstance(event, Shown)},
        options=options,
        events=tuple(events),
    )


_SENT = tuple([name for name in SeatView.names if name not in ("seat", "turn", "boards", "shown", "options", "events")])
