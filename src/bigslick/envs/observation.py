"""A learner's observation, version 1: one row of float32, also available by name as a dict, and from any view.

Tables in the core write the row themselves; `observe` computes it from a `View`, for bots that were trained here and
play elsewhere. Seats are counted clockwise from the observer; amounts are in big blinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bigslick.checks import whole
from bigslick.hand.events import STREETS, Called, Checked, Folded, Posted, StreetDealt, Wagered
from bigslick.hand.setup import MAX_CHIPS, MAX_SEATS
from bigslick.hand.view import View

from .codes import (
    AMOUNTS,
    BOARD_AT,
    CALLED_KIND,
    CHECKED_KIND,
    FOLDED_KIND,
    MOST_RECENT,
    PER_ACTION,
    PER_SEAT,
    POSITION_AT,
    STREET_AT,
    WAGERED_KIND,
)

OBSERVATION_VERSION: Final = 1
"""The meaning and order of the numbers; a change to either makes a new version."""

RECENT: Final = 8
"""The default number of recent actions in an observation."""

SEAT_NAMES: Final = ("stacks", "bets", "committed", "live", "all_in")
AMOUNT_NAMES: Final = ("pot", "to_call", "min_to", "max_to")

Row = NDArray[np.float32]


class ObservationLayout:
    """Where each part of an observation is, for a number of seats and of recent actions."""

    def __init__(self, seats: int, recent: int = RECENT) -> None:
        self.seats = whole("the number of seats", seats, 2, MAX_SEATS)
        self.recent = whole("the number of recent actions", recent, 0, MOST_RECENT)
        self.seat_at = POSITION_AT + seats
        self.amount_at = self.seat_at + PER_SEAT * seats
        self.recent_at = self.amount_at + AMOUNTS
        self.width = self.recent_at + PER_ACTION * recent

    def bounds(self) -> tuple[Row, Row]:
        """Return the smallest and largest value of each number."""
        high = np.ones(self.width, np.float32)
        most = np.float32(MAX_SEATS * MAX_CHIPS)
        seats = high[self.seat_at : self.amount_at].reshape(self.seats, PER_SEAT)
        seats[:, :3] = most
        high[self.amount_at : self.recent_at] = most
        high[self.recent_at :].reshape(self.recent, PER_ACTION)[:, 6] = most
        return np.zeros(self.width, np.float32), high

    def scaled(self, rows: Row) -> Row:
        """Return observations for a network: each amount as log(1 + big blinds) / log(101), so 100 big blinds become 1.

        Everything else is already between 0 and 1. `rows` can have any shape that ends with an observation.
        """
        _, most = self.bounds()
        amounts = most > 1
        found = rows.copy()
        found[..., amounts] = np.log1p(rows[..., amounts]) / np.float32(np.log(101))
        return found

    def named(self, row: Row) -> dict[str, Any]:
        """Return an observation's parts by name: arrays that are views of the row, and floats."""
        seats = row[..., self.seat_at : self.amount_at].reshape(*row.shape[:-1], self.seats, PER_SEAT)
        return {
            "hole": row[..., :BOARD_AT],
            "board": row[..., BOARD_AT:STREET_AT],
            "street": row[..., STREET_AT:POSITION_AT],
            "position": row[..., POSITION_AT : self.seat_at],
            **{name: seats[..., place] for place, name in enumerate(SEAT_NAMES)},
            **{name: row[..., self.amount_at + place] for place, name in enumerate(AMOUNT_NAMES)},
            "recent": row[..., self.recent_at :].reshape(*row.shape[:-1], self.recent, PER_ACTION),
        }

    def observe(self, view: View) -> Row:
        """Make the observation for a view's seat; at a smaller table the last chairs stay empty."""
        seat, seats = view.seat, len(view.stacks)
        if seat is None or seats > self.seats:
            raise ValueError(
                f"the view is of {seats} seats{' by a spectator' if seat is None else ''}: "
                f"expected a player's at a table of up to {self.seats}"
            )
        out = np.zeros(self.width, np.float32)
        out[[int(card) for card in view.hole]] = 1
        out[[BOARD_AT + card for card in view.board]] = 1
        out[STREET_AT + max(0, len(view.board) - 2)] = 1
        out[POSITION_AT + (seat - view.button) % seats] = 1
        unit = 1.0 / view.big_blind
        for away in range(seats):
            other, at = (seat + away) % seats, self.seat_at + PER_SEAT * away
            live = other in view.live
            out[at : at + PER_SEAT] = (
                *(view.stacks[other] * unit, view.bets[other] * unit, view.committed[other] * unit),
                *(live, live and view.stacks[other] == 0),
            )
        options = view.options
        totals = options.wager_to if options is not None else range(0)
        call = options.call if options is not None else 0
        low, high = (totals[0], totals[-1]) if totals else (0, 0)
        out[self.amount_at : self.recent_at] = (view.pot * unit, call * unit, low * unit, high * unit)
        actions = recent_actions(view)[::-1][: self.recent]
        for line, (actor, kind, street, size) in enumerate(actions):
            at = self.recent_at + PER_ACTION * line
            out[at] = (actor - seat) % seats / self.seats
            out[at + kind] = 1
            out[at + 5] = street / 3.0
            out[at + 6] = size
        return out


def recent_actions(view: View) -> list[tuple[int, int, int, float]]:
    """Return the hand's actions so far: seat, kind, street, and the chips added as a share of the pot before."""
    found: list[tuple[int, int, int, float]] = []
    pot, street = 0, 0
    bets: dict[int, int] = {}
    for event in view.events:
        added, kind = 0, 0
        if isinstance(event, StreetDealt):
            street = STREETS.index(event.street)
            bets.clear()
        elif isinstance(event, Posted):
            pot += event.amount
            if event.kind in _LIVE_POSTS:
                bets[event.seat] = bets.get(event.seat, 0) + event.amount
        elif isinstance(event, Folded):
            kind = FOLDED_KIND
        elif isinstance(event, Checked):
            kind = CHECKED_KIND
        elif isinstance(event, Called):
            kind, added = CALLED_KIND, event.amount
        elif isinstance(event, Wagered):
            kind, added = WAGERED_KIND, event.to - bets.get(event.seat, 0)
        if kind:
            assert isinstance(event, Folded | Checked | Called | Wagered)
            found.append((event.seat, kind, street, added / pot if pot else 0.0))
            bets[event.seat] = bets.get(event.seat, 0) + added
            pot += added
    return found


_LIVE_POSTS: Final = ("small_blind", "big_blind", "straddle", "live")


def describe(layout: ObservationLayout, row: Row) -> Mapping[str, Any]:
    """Return an observation by name, as in `ObservationLayout.named`, with plain numbers for the amounts."""
    named = layout.named(row)
    return {name: float(value) if np.ndim(value) == 0 else value for name, value in named.items()}
