"""Seats at one table: who moves to balance, where a moved player sits, and the first button; also the seat draw.

A table's seats are bits: bit 3 is set when seat 3 is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from bigslick.checks import is_whole
from bigslick.shuffle import Keystream

from ..structure.problems import BadStructure, either
from ..structure.structure import BUTTON_CHOICES
from ..structure.table_counts import even_sizes, final_size, tables_needed


class TableSeats(msgspec.Struct, frozen=True):
    """A table's taken seats between hands, and the last hand's button and blinds (-1 before the first hand)."""

    id: int
    taken: int
    """The taken seats as bits."""
    button: int = -1
    small: int = -1
    """Where the small blind was due, whether posted or not."""
    big: int = -1

    @property
    def players(self) -> int:
        return self.taken.bit_count()

    @classmethod
    def of(cls, table: int, occupied: Iterable[int], button: int = -1, small: int = -1, big: int = -1) -> TableSeats:
        """Build a table from a list of its taken seats."""
        return cls(table, bits(occupied), button, small, big)


def bits(seats: Iterable[int]) -> int:
    taken = 0
    for seat in seats:
        taken |= 1 << seat
    return taken


def taken_seats(taken: int) -> list[int]:
    """Return the seats in these bits, lowest first."""
    return [seat for seat in range(taken.bit_length()) if taken >> seat & 1]


def next_big_blind(table: TableSeats, seats: int) -> int | None:
    """Return the seat that moves to balance: the lowest one at a table without a button, None at an empty table."""
    for step in range(1, seats + 1):  # TDA 11-A, S2 2.2.1
        chair = (table.big + step) % seats
        if table.taken >> chair & 1:
            return chair
    return None


def first_small_blind(taken: int, button: int, seats: int) -> int:
    """Return the small blind of a table's first hand, three-handed or more: the first player after the button."""
    return next((seat % seats for seat in range(button + 1, button + seats) if taken >> seat % seats & 1), button)


def worst_seat(table: TableSeats, seats: int) -> int | None:
    """Return where a moved player sits: the open seat that gets the big blind soonest; None if there is none.

    It is never the last big blind's seat, which is the next small blind.
    """
    for step in range(1, seats + (table.big < 0)):  # TDA 11-A, S2 2.2.2
        chair = (table.big + step) % seats
        if not table.taken >> chair & 1:
            return chair
    return None


def first_button(taken: int, seats: int, choice: str | int, stream: Keystream) -> int:
    """Return the button for a table's first hand: drawn among the players, the highest taken seat, or a given seat."""
    chairs = taken_seats(taken)
    if not chairs:
        raise ValueError("an empty table has no button: seat a player first")
    if choice == "random":
        return chairs[stream.below(len(chairs))]
    if choice == "highest_seat":  # WSOP A85
        return chairs[-1]
    if is_whole(choice, 0, seats - 1):
        return choice
    raise BadStructure(
        f"initial_button is {choice!r}: expected {either(BUTTON_CHOICES)}, or a seat from 0 to {seats - 1}",
        field="initial_button",
    )


class SeatDraw(NamedTuple):
    """A whole field's seat draw: each entrant's table and seat, in order of entry."""

    tables: int
    table_of: list[int]
    """Tables are numbered from 0 here."""
    seat_of: list[int]


def draw_field(entrants: int, seats: int, stream: Keystream, final: int | None = None) -> SeatDraw:
    """Seat a field at random in two steps: first the table, then the seat (TDA 9, S2 2.1.1).

    Tables differ by at most one player. A field that fits the final table starts there.
    """
    most = final_size(seats) if final is None else final
    tables = tables_needed(entrants, seats, most)
    chairs = max(seats, entrants) if tables == 1 else seats
    table_of, seat_of = [0] * entrants, [0] * entrants
    order, at = stream.permutation(entrants), 0
    for table, size in enumerate(even_sizes(entrants, tables)):
        drawn = stream.permutation(chairs)
        for entrant, seat in zip(order[at : at + size], drawn, strict=False):
            table_of[entrant] = table
            seat_of[entrant] = seat
        at += size
    return SeatDraw(tables, table_of, seat_of)
