"""Where each card of a hand lies in the deck: hole cards one at a time, twice around, then the board."""

from __future__ import annotations

from collections.abc import Sequence


def hole_places(order: Sequence[int], seat: int) -> tuple[int, int]:
    """The places of a seat's two cards; `order` is the seats dealt in, left of the button first (`Setup.dealt`)."""
    first = order.index(seat)
    return first, first + len(order)


def board_places(players: int, *, burn: bool) -> tuple[int, ...]:
    """The places of flop, turn and river when this many players are dealt in."""
    at = 2 * players
    if burn:
        return at + 1, at + 2, at + 3, at + 5, at + 7
    return at, at + 1, at + 2, at + 3, at + 4
