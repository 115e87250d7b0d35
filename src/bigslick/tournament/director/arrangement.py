# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""Opens, breaks, balances and halts tables, and draws the final table.

This half of the director deals with tables and seats, not names or money. It touches a table only between hands: `free`
holds the tables between hands, and `reports` those that must finish their hand before the next decision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from bigslick.shuffle import Keystream

from ..structure.entry_periods import may_enter
from ..structure.structure import Structure
from ..structure.table_counts import even_sizes, tables_needed
from .breaking import Breaking
from .events import (
    FirstButtonPlaced,
    Moved,
    SeatsRedrawn,
    TableBroken,
    TableHalted,
    TableOpened,
    TableResumed,
    TournamentEvent,
)
from .seating import TableSeats, bits, first_button, first_small_blind, next_big_blind, worst_seat
from .short_tables import ShortTables
from .table_sizes import TableSizes

COMPILED = not __file__.endswith(".py")

EMPTY_SEAT = -1


class Arrangement:
    """A tournament's tables with their players, and a log of events."""

    def __init__(
        self, structure: Structure, stream: Keystream, positions: Callable[[int], tuple[int, int, int]]
    ) -> None:
        """Take the structure, the stream for all draws, and a function that gives a table's last button and blinds."""
        self.structure = structure
        self.events: list[TournamentEvent] = []
        self.where: list[tuple[int, int]] = []
        """Each entry's table and seat; the last ones if it is out."""
        self.chairs: dict[int, list[int]] = {}
        """The entry in each seat of each table."""
        self.left = 0
        self.level = 1
        self.now = 0
        self.ended = 0
        """The last level that has ended."""
        self.closed = False
        """Whether no more money comes in, which fixes places and prizes."""
        self.over = False
        self.short_tables = ShortTables(structure.halt_deficit, structure.halt_trigger)
        self.held: set[int] = set()
        self._asked: set[int] = set()
        self.draw_from(stream)
        self._positions = positions
        self._sizes = TableSizes()
        self._next_table = 1
        self._breaking = Breaking(structure.break_order, structure.break_list)
        self._no_button: list[int] = []
        self._first_buttons: dict[int, int] = {}
        self._redraws = set(structure.redraw_at_tables)
        self._final = structure.final_table

    @property
    def entering(self) -> bool:
        """Whether players can enter and re-enter."""
        return not self.closed and may_enter(self.structure, self.ended)

    @property
    def final_draw_due(self) -> bool:
        """Whether few enough players are left for the final table; it is drawn once all tables are between hands."""
        return self.playing <= self._final and 1 in self._redraws and not self.over

    @property
    def reports(self) -> set[int]:
        """Tables that must finish their hand before the next decision."""
        return self._asked | self._breaking.due

    def take_reports(self) -> list[int]:
        """Return the tables that must report; a table that is due to break is named only once."""
        return [*self._asked, *self._breaking.take_new()]

    def _ask_none(self) -> None:
        """Request no reports."""
        self._asked.clear()
        self._breaking.none_due()

    @property
    def halted(self) -> set[int]:
        """Tables that deal no hands until they have more players."""
        return self.short_tables.tables

    def draw_from(self, stream: Keystream) -> None:
        """Use this stream for all later draws."""
        self._stream = stream
        self._draws = stream.draws

    def _record(self, kind: Callable[..., TournamentEvent], *what: object, **more: object) -> None:
        """Record an event with the level and the time."""
        self.events.append(kind(*what, **more, level=self.level, at=self.now))

    def playable(self, table: int) -> bool:
        """Whether a table can start a hand."""
        return not self.over and table in self.chairs and table not in self.halted and table not in self.held

    def size(self, table: int) -> int:
        """Return the number of players at a table."""
        return self._sizes.players(table)

    # -- one seat, one table -------------------------------------------------------------------------------------------

    def _open_table(self, chairs: int, seats: Sequence[int], reason: str) -> int:
        """Open a table for players in these seats; a lone player gets no button until a second one sits down."""
        table = self._next_table
        self._next_table += 1
        choice = self.structure.initial_button
        button = EMPTY_SEAT
        if len(seats) > 1 or isinstance(choice, int):
            button = self._first_buttons[table] = first_button(bits(seats), chairs, choice, self._stream)
        else:
            self._no_button.append(table)
        self.chairs[table] = [EMPTY_SEAT] * chairs
        self._sizes.add(table)
        self._breaking.open(table, self._stream)
        self._record(TableOpened, table, chairs, button, reason)
        return table

    def _seats_drawn(self) -> None:
        """Publish the order in which tables break; a field that starts at its final table keeps its seats."""
        self._breaking.publish(list(self.chairs), self._stream)
        if len(self.chairs) == 1 and self.playing <= self.structure.final_table:
            self._redraws.discard(1)

    def _place_buttons(self) -> None:
        """Place the button at tables that opened with one player and can now start."""
        for table in [table for table in self._no_button if table not in self.chairs or self._sizes.players(table) > 1]:
            self._no_button.remove(table)
            if table in self.chairs:
                taken, chairs = self._taken(table), len(self.chairs[table])
                button = first_button(taken, chairs, self.structure.initial_button, self._stream)
                self._first_buttons[table] = button
                self._record(FirstButtonPlaced, table, button)

    def _sit(self, entry: int, table: int, seat: int) -> None:
        seats = self.chairs[table]
        assert seats[seat] == EMPTY_SEAT
        seats[seat] = entry
        self.where[entry] = (table, seat)

    def _taken(self, table: int) -> int:
        """Return a table's taken seats as bits."""
        taken = 0
        for seat, entry in enumerate(self.chairs[table]):
            if entry >= 0:
                taken |= 1 << seat
        return taken

    def _drawn_seat(self, table: int) -> int:
        """Draw a random open seat at a table, for a late entry or a player from a broken table."""
        free = [seat for seat, entry in enumerate(self.chairs[table]) if entry < 0]
        return free[self._draws.below(len(free))]

    def _players(self) -> list[int]:
        """Return the entries still in."""
        return [entry for seats in self.chairs.values() for entry in seats if entry != EMPTY_SEAT]

    def _is_in(self, entry: int) -> bool:
        table, seat = self.where[entry]
        return table in self.chairs and self.chairs[table][seat] == entry

    def _stand(self, entry: int) -> None:
        table, seat = self.where[entry]
        self.chairs[table][seat] = EMPTY_SEAT
        self._sizes.change(table, -1)

    # -- tables --------------------------------------------------------------------------------------------------

    def _arrange(self, free: Collection[int]) -> None:
        """Form the final table, break and balance tables, wherever the tables involved are between hands."""
        self._asked.clear()
        self.held.clear()  # a late entry may have removed the reason to wait
        while not self.over:
            if not self._arrange_once(free):
                break
        self._place_buttons()
        self._check_halts(free)

    @property
    def playing(self) -> int:
        """Players at the tables."""
        return self.left

    @property
    def _complete(self) -> bool:
        """Whether the field is complete: nothing is redrawn before then."""
        return not self.entering

    def _arrange_once(self, free: Collection[int]) -> bool:
        """Make the next decision, if one is due now; return whether there was one."""
        tables, playing, complete = len(self._sizes), self.playing, self._complete
        seats, final = self.structure.seats, self._final
        if not complete:
            needed = tables_needed(playing, seats, 0)
        else:
            needed = tables_needed(playing, seats, final)
            # TDA RP-9, S2 8.5.3. If even one player does not fit, a new table is needed, redrawn or not.
            if playing <= final and (1 in self._redraws or (tables > 1 and playing > seats)):
                return self._with_all(free, lambda: self._redraw(1, "the final table"))
        if tables > needed:  # TDA 10: a table breaks as soon as the others can seat everyone
            if needed > 1 and needed in self._redraws and needed == tables - 1 and complete:
                return self._with_all(free, lambda: self._redraw(needed, f"{needed} tables are left"))
            return self._break_one(tables - needed, free)
        self._breaking.none_due()
        if tables == 1:
            return False
        most, fewest = self._sizes.most(), self._sizes.fewest()
        if most - fewest > self.structure.balance_max_diff:  # TDA 11; ties go to the lowest number (11-C)
            return self._balance(self._sizes.lowest(most), self._sizes.lowest(fewest), free)
        return False

    def _with_all(self, free: Collection[int], action: Callable[[], None]) -> bool:
        """Act on all tables once they are all between hands; until then, each table waits after its hand."""
        self._breaking.none_due()
        busy = [table for table in self.chairs if table not in free]
        if busy:
            self.held.update(table for table in self.chairs if table in free)
            self._asked.update(busy)
            return False
        action()
        return True

    def _break_one(self, count: int, free: Collection[int]) -> bool:
        """Break the first due table that is between hands; if there is none, each due table reports its hand's end."""
        table = self._breaking.first(count, self._sizes, free)
        if table is None:
            return False
        self._break(table)
        return True

    def _break(self, table: int) -> None:
        leaving = [entry for entry in self.chairs[table] if entry >= 0]
        self._sizes.drop(table)
        needed = len(self._sizes)
        reason = f"table {table} breaks: {self.playing} players fit {needed} {'table' if needed == 1 else 'tables'}"
        for place in self._draws.permutation(len(leaving)):
            target = self._sizes.drawn(self._sizes.fewest(), self._draws)  # TDA 10: seats by random draw
            self._move(leaving[place], target, self._drawn_seat(target), reason)
        self._close_table(table, reason)

    def _close_table(self, table: int, reason: str) -> None:
        del self.chairs[table]
        self.short_tables.drop(table)
        self._breaking.close(table)
        self._first_buttons.pop(table, None)
        self._record(TableBroken, table, reason)

    def _balance(self, source: int, target: int, free: Collection[int]) -> bool:
        if source not in free:
            self._asked.add(source)
            return False
        seats = len(self.chairs[source])
        leaves = next_big_blind(self._seats_to_move(source), seats)
        arrives = self._worst_seat(target)
        if leaves is None or arrives is None:
            return False
        entry = self.chairs[source][leaves]
        reason = (
            f"seat {leaves + 1} of table {source} moves to seat {arrives + 1} of table {target}: next big blind, "
            f"tables of {self._sizes.players(source)} and {self._sizes.players(target)}"
        )
        self._sizes.change(source, -1)
        self._move(entry, target, arrives, reason)
        return True

    def _worst_seat(self, table: int) -> int | None:
        """Return the open seat that pays the big blind soonest, or a random one at a table without a button."""
        seats, chairs = self._seats_to_move(table), len(self.chairs[table])
        return worst_seat(seats, chairs) if seats.big >= 0 else self._drawn_seat(table)

    def _seats(self, table: int) -> TableSeats:
        return TableSeats(table, self._taken(table), *self._positions(table))

    def _seats_to_move(self, table: int) -> TableSeats:
        """Return a table's seats; before its first hand, the first small blind counts as the last big blind."""
        seats = self._seats(table)
        if seats.big >= 0 or table not in self._first_buttons:
            return seats
        small = first_small_blind(seats.taken, self._first_buttons[table], len(self.chairs[table]))
        return TableSeats(table, seats.taken, big=small)

    def _move(self, entry: int, table: int, seat: int, reason: str) -> None:
        """Move a player whose old seat has already been vacated."""
        old_table, old_seat = self.where[entry]
        self.chairs[old_table][old_seat] = EMPTY_SEAT
        self._sit(entry, table, seat)
        self._sizes.change(table, 1)
        self.events.append(Moved(entry, old_table, old_seat, table, seat, reason, level=self.level, at=self.now))

    def _redraw(self, tables: int, why: str) -> None:
        """Draw new seats for all players at this many new tables."""
        old = list(self.chairs)
        players = self._players()
        chairs = max(self.structure.seats, self.structure.final_table) if tables == 1 else self.structure.seats
        reason = f"{why}: {len(players)} players draw new seats"
        order = self._stream.permutation(len(players))
        at = 0
        self._record(SeatsRedrawn, tables, len(players), reason)
        for table in old:
            self._sizes.drop(table)
        for size in even_sizes(len(players), tables):
            seats = self._stream.permutation(chairs)[:size]
            table = self._open_table(chairs, seats, reason)
            for seat in seats:
                self._move(players[order[at]], table, seat, reason)
                at += 1
        for table in old:
            self._close_table(table, reason)
        self._redraws.discard(tables)

    def _check_halts(self, free: Collection[int]) -> None:
        """Halt tables that are too short, and resume them when they no longer are (TDA 11-D)."""
        if self.over:
            return
        found = self.short_tables.look(self._sizes, self.chairs, self._seats, free)
        for table in found.resumed:
            self._record(TableResumed, table)
        for table, reason in found.halted:
            self._record(TableHalted, table, reason)
        self._asked.update(found.busy)
