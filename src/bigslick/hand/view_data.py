"""A view as plain data, to store, send or change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from bigslick.cards import Card, board_caption, cards_html
from bigslick.errors import BigslickError
from bigslick.notebook import Html, html_table

from .events import Event, Street
from .options import Options
from .refusals import seat_name
from .result import Pot
from .status import Status

if TYPE_CHECKING:
    from .view import View


class StaleView(BigslickError, RuntimeError):
    """A bot read a match's view after its decision; the sentence says what to keep instead."""

    __module__ = "bigslick"


class ViewData(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A view's values by name, as `SeatView` explains them.

    On the wire the last six are left out, because the messages around a view carry them.
    """

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
    seat: int | None = None
    turn: int | None = None
    boards: tuple[tuple[Card, ...], ...] = ()
    shown: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    options: Options | None = None
    events: tuple[Event, ...] = ()

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ViewData:
        """Make a view from its values by name."""
        return cls(**values)

    def __repr__(self) -> str:
        return view_text(self)

    def _repr_html_(self) -> str:
        return view_html(self)


def view_text(view: View) -> str:
    """Describe a view in one line."""
    cards = " ".join(str(card) for card in view.hole) or "no cards"
    board = " ".join(str(card) for card in view.board) or "no board"
    turn = "the hand is over" if view.turn is None else f"{seat_name(view.turn)} to act"
    return f"<View of {_viewer(view.seat)}: {cards}, {view.street}, {board}, pot {view.pot}, {turn}>"


def view_html(view: View) -> str:
    """Render a view as a table for a notebook."""
    rows = []
    for seat, stack in enumerate(view.stacks):
        marks = [word for word, here in (("button", view.button), ("to act", view.turn)) if here == seat]
        marks += ["folded"] if view.committed[seat] and seat not in view.live else []
        cards = view.hole if seat == view.seat else view.shown.get(seat, ())
        rows.append((seat_name(seat), cards_html(cards), f"{stack:,}", f"{view.bets[seat]:,}", ", ".join(marks)))
    caption = Html(f"{_viewer(view.seat)}, {board_caption(view.street, view.board, view.pot)}")
    options = "" if view.options is None else f"<p>You may {view.options}.</p>"
    return html_table(("", "hole", "stack", "bet", ""), rows, caption) + options


def _viewer(seat: int | None) -> str:
    return "a spectator" if seat is None else seat_name(seat)
