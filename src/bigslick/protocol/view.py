"""The view of a seat on the wire: what the messages around it do not already say.

A client gets the events as they happen and its options with its turn; `decode_view` puts the three together again.
"""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.cards import Card
from bigslick.hand.events import Event, Shown, StreetDealt
from bigslick.hand.options import Options
from bigslick.hand.view import EncodedView, View, ViewData


def encode_view(view: View) -> EncodedView:
    """A view, ready to send."""
    return EncodedView(**{name: getattr(view, name) for name in EncodedView.__struct_fields__})


def decode_view(encoded: EncodedView, options: Options, events: Sequence[Event]) -> ViewData:
    """The view that `encode_view` was given; `events` are those of the hand so far, as its seat may see them."""
    further: dict[int, tuple[Card, ...]] = {}
    for event in events:
        if isinstance(event, StreetDealt) and event.board:
            further[event.board] = (*further.get(event.board, encoded.board[: _BEFORE[event.street]]), *event.cards)
    return ViewData(
        **{name: getattr(encoded, name) for name in EncodedView.__struct_fields__},
        seat=options.seat,
        turn=options.seat,
        boards=(encoded.board, *further.values()),
        shown={event.seat: event.cards for event in events if isinstance(event, Shown)},
        options=options,
        events=tuple(events),
    )


_BEFORE = {"flop": 0, "turn": 3, "river": 4}
