"""Who sits where: draws, balancing, halting and breaking, as pure functions over one table or two.

Seats of a table are bits: bit 3 is set when seat 3 is taken. Nothing here searches all tables: a director of ten
thousand keeps them sorted by size and asks about one source and one target. `balance` and `halted`, which do look at
every table, are for a handful of tables and for rulings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

import msgspec

from bigslick.checks import is_whole
from bigslick.shuffle import Keystream

from ..structure.problems import BadStructure, either

HaltTrigger = Literal["immediate", "blinds_impacted"]
BreakOrder = Literal["highest_id_first", "fewest_players", "list", "random"]

HALT_TRIGGERS: tuple[HaltTrigger, ...] = get_args(HaltTrigger)
BREAK_ORDERS: tuple[BreakOrder, ...] = get_args(BreakOrder)
BUTTON_CHOICES = ("random", "highest_seat")

FEWEST_SEATS, MOST_SEATS = 2, 10
_FINAL_SIZES = {9: 9, 8: 9, 7: 7, 6: 7}


class TableSeats(msgspec.Struct, frozen=True):
    """The taken seats of a table between hands, and the last hand's button and blinds (-1 before the first hand)."""

    id: int
    taken: int
    """The taken seats as bits."""
    button: int = -1
    small: int = -1
    """Where the small blind was due, posted or not."""
    big: int = -1

    @property
    def players(self) -> int:
        """Players at the table."""
        return self.taken.bit_count()

    @classmethod
    def of(cls, table: int, occupied: Iterable[int], button: int = -1, small: int = -1, big: int = -1) -> TableSeats:
        """A table from a list of its taken seats."""
        return cls(table, bits(occupied), button, small, big)


class Move(msgspec.Struct, frozen=True):
    """A player changes tables to balance them."""

    source: int
    seat: int
    target: int
    to_seat: int

    def __str__(self) -> str:
        return (
            f"seat {self.seat + 1} of table {self.source} moves to seat {self.to_seat + 1} of table {self.target}: "
            "the player next to pay the big blind, to the seat that pays it soonest"
        )


class TablePlan(msgspec.Struct, frozen=True):
    """Which tables should remain, given how many players sit at each."""

    players: int
    form_final: bool
    """Whether all players now draw seats at a final table."""
    to_break: int
    """Tables that break: all but one when the final table forms."""
    sizes: tuple[int, ...]
    """Players per table after breaking and balancing, largest first."""


# --- one table -------------------------------------------------------------------------------------------------------


def bits(seats: Iterable[int]) -> int:
    """Seats as bits."""
    taken = 0
    for seat in seats:
        taken |= 1 << seat
    return taken


def taken_seats(taken: int) -> list[int]:
    """The seats whose bits are set, lowest first."""
    return [seat for seat in range(taken.bit_length()) if taken >> seat & 1]


def following(taken: int, seat: int, seats: int) -> int | None:
    """The next taken seat clockwise, the seat itself last; None if the table is empty."""
    for step in range(1, seats + 1):
        chair = (seat + step) % seats
        if taken >> chair & 1:
            return chair
    return None


def mover(table: TableSeats, seats: int) -> int | None:
    """The seat that leaves to balance: the next big blind (TDA 11-A); before the first hand, the lowest taken seat."""
    return following(table.taken, table.big, seats)


def worst_seat(table: TableSeats, seats: int) -> int | None:
    """Where a moved player sits down: the open seat that gets the big blind soonest (TDA 11-A).

    Never the seat of the last big blind, which is the next small blind. None if no other seat is open.
    """
    for step in range(1, seats + (table.big < 0)):
        chair = (table.big + step) % seats
        if not table.taken >> chair & 1:
            return chair
    return None


def blinds_impacted(table: TableSeats, seats: int) -> bool:
    """Whether the seat due the big blind is empty (TDA 11-D, 2024)."""
    return table.big >= 0 and not table.taken >> ((table.big + 1) % seats) & 1


def must_halt(table: TableSeats, most: int, seats: int, deficit: int = 3, trigger: HaltTrigger = "immediate") -> bool:
    """Whether a table halts: `deficit` or more players short of the largest table, which has `most`; 0 = never.

    With the trigger "blinds_impacted" it also takes an empty seat where the big blind is due.
    """
    if not deficit or most - table.players < deficit:
        return False
    return trigger == "immediate" or blinds_impacted(table, seats)


def first_button(taken: int, seats: int, choice: str | int, stream: Keystream) -> int:
    """The button of a table's first hand: drawn among the players, the highest taken seat (WSOP A85), or as given."""
    chairs = taken_seats(taken)
    if not chairs:
        raise ValueError("an empty table has no button: seat a player first")
    if choice == "random":
        return chairs[stream.below(len(chairs))]
    if choice == "highest_seat":
        return chairs[-1]
    if is_whole(choice, 0, seats - 1):
        return choice
    raise BadStructure(
        f"initial_button is {choice!r}: expected {either(BUTTON_CHOICES)}, or a seat from 0 to {seats - 1}",
        field="initial_button",
    )


# --- two tables and more ---------------------------------------------------------------------------------------------


def move_between(source: TableSeats, target: TableSeats, seats: int) -> Move | None:
    """The move from one table to the other, whatever their sizes; None if there is no seat to take."""
    leaves, arrives = mover(source, seats), worst_seat(target, seats)
    if leaves is None or arrives is None:
        return None
    return Move(source.id, leaves, target.id, arrives)


def balance(
    tables: Sequence[TableSeats],
    seats: int,
    max_diff: int = 1,
    *,
    highest_source: bool = False,
    highest_target: bool = False,
) -> Move | None:
    """The next move from the fullest table to the emptiest; None if they differ by `max_diff` or less.

    Among equal tables the lowest number goes first, or the highest on request.
    """
    if len(tables) < 2:
        return None
    source = min(tables, key=lambda table: (-table.players, -table.id if highest_source else table.id))
    target = min(tables, key=lambda table: (table.players, -table.id if highest_target else table.id))
    if source.players - target.players <= max_diff:
        return None
    return move_between(source, target, seats)


def halted(tables: Sequence[TableSeats], seats: int, deficit: int = 3, trigger: HaltTrigger = "immediate") -> list[int]:
    """The tables that wait for players, lowest number first (TDA 11-D)."""
    most = max((table.players for table in tables), default=0)
    return sorted(table.id for table in tables if must_halt(table, most, seats, deficit, trigger))


def final_size(seats: int) -> int:
    """The usual final table of an event: 9 players for tables of 9 and 8, 7 for tables of 7 and 6 (TDA RP-9)."""
    return _FINAL_SIZES.get(seats, seats)


def tables_needed(players: int, seats: int, final: int) -> int:
    """How many tables seat the players; one as soon as they fit the final table."""
    return 1 if players <= max(final, seats) else -(-players // seats)


def even_sizes(players: int, tables: int) -> tuple[int, ...]:
    """Players spread over tables as evenly as possible, larger tables first."""
    each, more = divmod(players, tables)
    return tuple(each + (place < more) for place in range(tables))


def plan(counts: Sequence[int], seats: int, final: int) -> TablePlan:
    """Whether the final table forms, how many tables break, and the sizes afterwards (TDA 10, RP-9)."""
    players, tables = sum(counts), len(counts)
    if not players:
        raise ValueError("no players: expected at least one table with a player")
    if players <= final:
        return TablePlan(players, tables > 1, tables - 1, (players,))
    needed = min(tables, tables_needed(players, seats, final))
    return TablePlan(players, False, tables - needed, even_sizes(players, needed))


# --- draws -----------------------------------------------------------------------------------------------------------


class SeatDraw(NamedTuple):
    """The seat draw of a whole field: each entrant's table and seat, in order of entry."""

    tables: int
    table_of: list[int]
    """Tables are numbered from 0 here."""
    seat_of: list[int]


def draw_field(entrants: int, seats: int, stream: Keystream, final: int | None = None) -> SeatDraw:
    """Seat a field at random in two steps: first the table, then the seat.

    Tables differ by one player at most. A field that fits the final table starts there.
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


def break_list(tables: Sequence[int], order: BreakOrder, stream: Keystream, given: Sequence[int] = ()) -> list[int]:
    """The published order in which tables break, fixed before the first break.

    `fewest_players` cannot be published: call `next_to_break` each time. Tables missing from a given list break after
    those on it, highest number first.
    """
    descending = sorted(tables, reverse=True)
    if order == "random":
        return [descending[place] for place in stream.permutation(len(descending))]
    if order == "list":
        named = set(given)
        known = set(tables)
        return [table for table in given if table in known] + [table for table in descending if table not in named]
    return descending


def next_to_break(sizes: Iterable[tuple[int, int]]) -> int:
    """The table with the fewest players, from pairs (number, players); the highest number among equals."""
    return min(sizes, key=lambda table: (table[1], -table[0]))[0]
