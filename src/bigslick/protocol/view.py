"""The view of a seat on the wire: what the messages around it do not already say.

A client gets the events as they happen and its options with its turn; `decode_view` puts the three together again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.cards import Card
from bigslick.hand.events import Event, Shown, Street
from bigslick.hand.options import Options
from bigslick.hand.result import Pot
from bigslick.hand.status import Status
from bigslick.hand.view import SeatView, View


class EncodedView(msgspec.Struct, frozen=True, kw_only=True):
    """The view of the player to act, without its events and options."""

    street: Street
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    pot: int
    pots: tuple[Pot, ...]
    live: tuple[int, ...]
    statuses: tuple[Status, ...]
    current_bet: int
    last_full_raise: int
    acted: tuple[int, ...]
    may_raise: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int
    ante: int


def encode_view(view: View) -> EncodedView:
    """A view, ready to send."""
    return EncodedView(**{name: getattr(view, name) for name in EncodedView.__struct_fields__})


def decode_view(encoded: EncodedView, options: Options, events: Sequence[Event]) -> SeatView:
    """The view that `encode_view` was given; `events` are those of the hand so far, as its seat may see them."""
    return SeatView(
        **{name: getattr(encoded, name) for name in EncodedView.__struct_fields__},
        seat=options.seat,
        turn=options.seat,
        shown={event.seat: event.cards for event in events if isinstance(event, Shown)},
        options=options,
        events=tuple(events),
    )
