"""Who sits where: draws, balancing, halting and breaking, as pure functions over one table or two.

Seats of a table are bits, as in the core: bit 3 is set when seat 3 is taken. Nothing here looks for a table among all:
a director of ten thousand tables keeps them sorted by size and asks about one source and one destination. `balance` and
`halted`, which do look at every table, are for a handful of tables and for rulings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

import msgspec

from bigslick.shuffle import Keystream

from .problems import BadStructure, either

HaltTrigger = Literal["immediate", "blinds_impacted"]
BreakOrder = Literal["highest_id_first", "fewest_players", "list", "random"]

HALT_TRIGGERS: tuple[HaltTrigger, ...] = get_args(HaltTrigger)
BREAK_ORDERS: tuple[BreakOrder, ...] = get_args(BreakOrder)
BUTTON_CHOICES = ("random", "highest_seat")

FEWEST_SEATS, MOST_SEATS = 2, 10
_FINAL_SIZES = {9: 9, 8: 9, 7: 7, 6: 7}


class TableState(msgspec.Struct, frozen=True):
    """A table between two hands: who sits, and where the last hand had button and blinds (-1 before the first hand)."""

    id: int
    taken: int
    """The taken seats as bits."""
    button: int = -1
    small: int = -1
    """Where the small blind was due, also when nobody sat there to post it."""
    big: int = -1

    @property
    def players(self) -> int:
        """How many sit here."""
        return self.taken.bit_count()

    @classmethod
    def of(cls, table: int, occupied: Iterable[int], button: int = -1, small: int = -1, big: int = -1) -> TableState:
        """A table from a list of its taken seats."""
        return cls(table, bits(occupied), button, small, big)


class Move(msgspec.Struct, frozen=True):
    """Somebody changes tables to balance them."""

    source: int
    seat: int
    target: int
    to_seat: int

    def __str__(self) -> str:
        return (
            f"seat {self.seat + 1} of table {self.source} moves to seat {self.to_seat + 1} of table {self.target}: "
            "next big blind, to the worst position"
        )


class Chair(NamedTuple):
    """A seat of a table."""

    table: int
    seat: int


class Plan(msgspec.Struct, frozen=True):
    """What should become of the tables, given how many sit at each."""

    players: int
    form_final: bool
    """Whether all players come together at a final table now, and draw new seats."""
    to_break: int
    """How many tables break; when the final table forms, all but one."""
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


def open_seats(taken: int, seats: int) -> list[int]:
    """The seats of a table of `seats` that nobody has, lowest first."""
    return [seat for seat in range(seats) if not taken >> seat & 1]


def following(taken: int, seat: int, seats: int) -> int | None:
    """The next taken seat clockwise, the seat itself last; None when nobody sits."""
    for step in range(1, seats + 1):
        chair = (seat + step) % seats
        if taken >> chair & 1:
            return chair
    return None


def mover(table: TableState, seats: int) -> int | None:
    """Who leaves a table to balance: the next big blind (TDA 11-A); before the first hand the lowest taken seat."""
    return following(table.taken, table.big, seats)


def worst_seat(table: TableState, seats: int) -> int | None:
    """Where a player who was moved sits down: the open seat that has the big blind soonest (TDA 11-A).

    Never where the last big blind was, which is the small blind of the next hand. None when no other seat is open.
    """
    for step in range(1, seats + (table.big < 0)):
        chair = (table.big + step) % seats
        if not table.taken >> chair & 1:
            return chair
    return None


def blinds_impacted(table: TableState, seats: int) -> bool:
    """Whether the seat that is due the big blind is empty (TDA 11-D, 2024)."""
    return table.big >= 0 and not table.taken >> ((table.big + 1) % seats) & 1


def must_halt(table: TableState, most: int, seats: int, deficit: int = 3, trigger: HaltTrigger = "immediate") -> bool:
    """Whether a table waits: `deficit` or more short of the largest, which has `most`, and maybe the blinds impacted.

    `deficit` 0 never halts.
    """
    if not deficit or most - table.players < deficit:
        return False
    return trigger == "immediate" or blinds_impacted(table, seats)


def draw_seat(taken: int, seats: int, stream: Keystream) -> int:
    """A random open seat of one table, for a late entry or a player from a broken table."""
    free = ~taken & (1 << seats) - 1
    if not free:
        raise ValueError(f"a table of {seats} seats has none open")
    for _ in range(stream.below(free.bit_count())):
        free &= free - 1
    return (free & -free).bit_length() - 1


def first_button(taken: int, seats: int, choice: str | int, stream: Keystream) -> int:
    """The button of a table's first hand: drawn among the players, the highest taken seat (WSOP A85), or as given."""
    chairs = taken_seats(taken)
    if not chairs:
        raise ValueError("a table without players has no button")
    if choice == "random":
        return chairs[stream.below(len(chairs))]
    if choice == "highest_seat":
        return chairs[-1]
    if isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < seats:
        return choice
    raise BadStructure(
        f"initial_button is {choice!r}: expected {either(BUTTON_CHOICES)}, or a seat from 0 to {seats - 1}",
        field="initial_button",
    )


# --- two tables and more ---------------------------------------------------------------------------------------------


def move_between(source: TableState, target: TableState, seats: int) -> Move | None:
    """The move that balancing makes between these two, whatever their sizes; None when there is no seat to take."""
    leaves, arrives = mover(source, seats), worst_seat(target, seats)
    if leaves is None or arrives is None:
        return None
    return Move(source.id, leaves, target.id, arrives)


def balance(
    tables: Sequence[TableState],
    seats: int,
    max_diff: int = 1,
    *,
    highest_source: bool = False,
    highest_target: bool = False,
) -> Move | None:
    """The next move from the fullest table to the emptiest, or None when they differ by no more than `max_diff`.

    Of equal tables the lowest number counts, or the highest where asked.
    """
    if len(tables) < 2:
        return None
    source = min(tables, key=lambda table: (-table.players, -table.id if highest_source else table.id))
    target = min(tables, key=lambda table: (table.players, -table.id if highest_target else table.id))
    if source.players - target.players <= max_diff:
        return None
    return move_between(source, target, seats)


def halted(tables: Sequence[TableState], seats: int, deficit: int = 3, trigger: HaltTrigger = "immediate") -> list[int]:
    """The tables that must wait for players, lowest number first (TDA 11-D)."""
    most = max((table.players for table in tables), default=0)
    return sorted(table.id for table in tables if must_halt(table, most, seats, deficit, trigger))


def final_size(seats: int) -> int:
    """The usual final table of an event with so many seats a table: 9 for 9 and 8, 7 for 7 and 6 (TDA RP-9)."""
    return _FINAL_SIZES.get(seats, seats)


def tables_needed(players: int, seats: int, final: int) -> int:
    """How many tables hold the players; one alone once they fit the final table."""
    return 1 if players <= max(final, seats) else -(-players // seats)


def even_sizes(players: int, tables: int) -> tuple[int, ...]:
    """Players over tables as evenly as can be, the larger tables first."""
    each, more = divmod(players, tables)
    return tuple(each + (place < more) for place in range(tables))


def plan(counts: Sequence[int], seats: int, final: int) -> Plan:
    """Whether the final table forms, how many tables break, and the sizes after that (TDA 10, RP-9)."""
    players, tables = sum(counts), len(counts)
    if not players:
        raise ValueError("there are no players: expected at least one table with somebody at it")
    if players <= final:
        return Plan(players, tables > 1, tables - 1, (players,))
    needed = min(tables, tables_needed(players, seats, final))
    return Plan(players, False, tables - needed, even_sizes(players, needed))


# --- draws -----------------------------------------------------------------------------------------------------------


class Draw(NamedTuple):
    """The seat draw of a whole field: the table and the seat of each entrant, in the order they entered."""

    tables: int
    table_of: list[int]
    """Tables are numbered from 0 here."""
    seat_of: list[int]


def draw_field(entrants: int, seats: int, stream: Keystream, final: int | None = None) -> Draw:
    """Seat a field at random in two steps: who goes to which table, and who of them gets which chair.

    Tables differ by one player at most. A field that fits the final table sits down at it at once.
    """
    most = final_size(seats) if final is None else final
    tables = tables_needed(entrants, seats, most)
    chairs = max(seats, entrants) if tables == 1 else seats
    table_of, seat_of = [0] * entrants, [0] * entrants
    order, at = stream.permutation(entrants), 0
    for table, size in enumerate(even_sizes(entrants, tables)):
        drawn = stream.permutation(chairs)
        for k in range(size):
            entrant = order[at]
            table_of[entrant], seat_of[entrant] = table, drawn[k]
            at += 1
    return Draw(tables, table_of, seat_of)


def redraw(players: int, seats: int, stream: Keystream) -> list[int]:
    """New seats for the players of one table, as at the final table (seed 002, 8.5.3)."""
    if players > seats:
        raise ValueError(f"{players} players cannot draw {seats} seats")
    return list(stream.permutation(seats)[:players])


def draw_chairs(open_chairs: Sequence[Chair], players: int, stream: Keystream) -> list[Chair]:
    """Seats for the players of a broken table, in two random steps (TDA 10-B): cards are mixed, then drawn blind.

    Give as many chairs as there are players, or more: at the tables that should be filled first, so that the break
    itself leaves the tables even.
    """
    if players > len(open_chairs):
        raise ValueError(f"{players} players cannot draw {len(open_chairs)} open seats")
    cards = stream.permutation(len(open_chairs))
    turns = stream.permutation(players)
    return [open_chairs[cards[turn]] for turn in turns]


def fill_order(sizes: Sequence[tuple[int, int]], players: int, seats: int, stream: Keystream) -> list[int]:
    """To which of these tables, given as (number, players), so many more players go: always to one of the shortest.

    Equal tables take turns at random. Give at least the shortest tables; a number stands once for each player.
    """
    import heapq

    turns = stream.permutation(len(sizes))
    heap = [(size, turns[place], table) for place, (table, size) in enumerate(sizes) if size < seats]
    heapq.heapify(heap)
    filled: list[int] = []
    for _ in range(players):
        if not heap:
            raise ValueError(f"{players} players do not fit: only {len(filled)} seats are open")
        size, turn, table = heap[0]
        filled.append(table)
        if size + 1 < seats:
            heapq.heapreplace(heap, (size + 1, turn, table))
        else:
            heapq.heappop(heap)
    return filled


def break_list(tables: Sequence[int], order: BreakOrder, stream: Keystream, given: Sequence[int] = ()) -> list[int]:
    """The published order in which tables break, first to break first; it is fixed before the first break.

    `fewest_players` cannot be published: ask `next_to_break` each time. Tables that a given list does not name break
    first, the highest number first.
    """
    descending = sorted(tables, reverse=True)
    if order == "random":
        return [descending[place] for place in stream.permutation(len(descending))]
    if order == "list":
        named = set(given)
        known = set(tables)
        return [table for table in descending if table not in named] + [table for table in given if table in known]
    return descending


def next_to_break(sizes: Iterable[tuple[int, int]]) -> int:
    """The table with the fewest players, given as (number, players); of equal tables the highest number."""
    return min(sizes, key=lambda table: (table[1], -table[0]))[0]
