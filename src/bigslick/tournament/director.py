"""The tournament director: who sits where, who moves when, who finishes in which place, and when it is over.

A pure state machine. It hears what happened at the tables (`hands_ended`) and answers with events, each with its
reason. It never plays a hand, owns no clock and no chips, and touches a table only between two hands. The simulator or
the card room runs the tables and carries out what the events say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from bigslick.shuffle import Keystream
from bigslick.table.ranking import Bust, Finish, prize_of, rank, tie

from .bounties import Bounties, BountyState
from .events import (
    AddedOn,
    Busted,
    DealMade,
    Entered,
    HandForHandEnded,
    HandForHandStarted,
    LevelStarted,
    Moved,
    Placed,
    Rebought,
    RegistrationClosed,
    Seated,
    SeatsRedrawn,
    TableBroken,
    TableHalted,
    TableOpened,
    TableResumed,
    TournamentEvent,
    Won,
)
from .problems import BadTournament
from .seating import (
    TableSeat,
    TableSeats,
    break_list,
    draw_field,
    draw_seat,
    even_sizes,
    first_button,
    must_halt,
    next_to_break,
    tables_needed,
    worst_seat,
)
from .seating import mover as next_big_blind
from .structure import Structure
from .table_sizes import TableSizes

EMPTY_SEAT = -1


class Loss(msgspec.Struct, frozen=True):
    """A seat that lost its last chip in the hand just played: its stack before the hand, and the entry it lost to."""

    seat: int
    stack: int
    by: int
    winners: tuple[int, ...] = ()
    """The entries that split its last pot, from the left of the button; empty if `by` won it alone."""


class DirectorState(msgspec.Struct, frozen=True, kw_only=True):
    """A director between two calls, as data."""

    names: list[str]
    bullets: list[int]
    rebuys: list[int]
    where: list[TableSeat]
    chairs: dict[int, list[int]]
    finishes: list[Placed]
    busted_by: dict[int, int]
    events: list[TournamentEvent]
    left: int
    """Players still in."""
    addons: int
    level: int
    paid: int
    """Places that are paid."""
    ends_at: int
    """Players left when the tournament is over."""
    next_table: int
    """The number of the next table to open."""
    registering: bool
    hand_for_hand: bool
    over: bool
    prizes: list[int]
    halted: list[int]
    held: list[int]
    reports: list[int]
    sizes: list[list[int]]
    unplaced: list[list[Bust]]
    breaking: list[int]
    redraws: list[int]
    bounties: BountyState | None
    agreed: dict[int, int]
    """What each entry gets by a deal."""
    for_first: int
    """What the deal leaves for first place."""


class Director:
    """A tournament in progress, without its chips."""

    def __init__(
        self, structure: Structure, stream: Keystream, positions: Callable[[int], tuple[int, int, int]]
    ) -> None:
        """Take the structure, the stream for all draws, and a function that gives a table's last button and blinds."""
        self.structure = structure
        self.events: list[TournamentEvent] = []
        self.names: list[str] = []
        self.bullets: list[int] = []
        self.rebuys: list[int] = []
        self.where: list[TableSeat] = []
        self.chairs: dict[int, list[int]] = {}
        self.taken: dict[int, int] = {}
        self.finishes: dict[int, Placed] = {}
        self.busted_by: dict[int, int] = {}
        self.left = 0
        self.addons = 0
        self.level = 1
        self.registering = True
        self.hand_for_hand = False
        self.over = False
        self.prizes: list[int] = []
        self.paid = 0
        self.ends_at = 1
        self.halted: set[int] = set()
        self.held: set[int] = set()
        self._short: set[int] = set()
        self._most_checked = -1
        self.reports: set[int] = set()
        self._stream = stream
        self._positions = positions
        self._sizes = TableSizes()
        self._unplaced: list[list[Bust]] = []
        self._entries_of: dict[str, int] = {}
        self._next_table = 1
        self._breaking: deque[int] = deque()
        self._redraws = set(structure.redraw_at_tables)
        self.bounties = Bounties(structure.bounty, stream) if structure.bounty else None
        self.agreed: dict[int, int] = {}
        self.for_first = 0

    @property
    def chips(self) -> int:
        """Chips in play: what was handed out, not a count of the stacks."""
        return self.structure.chips(len(self.names), sum(self.rebuys) if self.structure.rebuy else 0, self.addons)

    def export(self) -> DirectorState:
        """The whole director as data, sharing nothing that can change."""
        return DirectorState(
            names=list(self.names),
            bullets=list(self.bullets),
            rebuys=list(self.rebuys),
            where=list(self.where),
            chairs={table: list(seats) for table, seats in self.chairs.items()},
            finishes=list(self.finishes.values()),
            busted_by=dict(self.busted_by),
            events=list(self.events),
            left=self.left,
            addons=self.addons,
            level=self.level,
            paid=self.paid,
            ends_at=self.ends_at,
            next_table=self._next_table,
            registering=self.registering,
            hand_for_hand=self.hand_for_hand,
            over=self.over,
            prizes=list(self.prizes),
            halted=sorted(self.halted),
            held=sorted(self.held),
            reports=sorted(self.reports),
            sizes=[list(row) for row in self._sizes.rows],
            unplaced=[list(group) for group in self._unplaced],
            breaking=list(self._breaking),
            redraws=sorted(self._redraws),
            bounties=self.bounties.export() if self.bounties else None,
            agreed=dict(self.agreed),
            for_first=self.for_first,
        )

    def restore(self, state: DirectorState) -> None:
        """Continue from exported data."""
        self.names, self.bullets, self.rebuys = list(state.names), list(state.bullets), list(state.rebuys)
        self.where = list(state.where)
        self.chairs = {table: list(seats) for table, seats in state.chairs.items()}
        self.taken = {
            table: sum(1 << seat for seat, entry in enumerate(seats) if entry != EMPTY_SEAT)
            for table, seats in state.chairs.items()
        }
        self.finishes = {placed.entry: placed for placed in state.finishes}
        self.busted_by = dict(state.busted_by)
        self.events = list(state.events)
        self.left, self.addons, self.level = state.left, state.addons, state.level
        self.paid, self.ends_at, self._next_table = state.paid, state.ends_at, state.next_table
        self.registering, self.hand_for_hand, self.over = state.registering, state.hand_for_hand, state.over
        self.prizes = list(state.prizes)
        self.halted, self.held, self.reports = set(state.halted), set(state.held), set(state.reports)
        self._sizes = TableSizes.of(state.sizes)
        self._most_checked = -1
        self._unplaced = [list(group) for group in state.unplaced]
        self._entries_of = dict(zip(state.names, state.bullets, strict=True))
        self._breaking = deque(state.breaking)
        self._redraws = set(state.redraws)
        if self.bounties and state.bounties:
            self.bounties.restore(state.bounties)
        self.agreed, self.for_first = dict(state.agreed), state.for_first

    # -- entering ------------------------------------------------------------------------------------------------

    def open(self, names: Sequence[str]) -> None:
        """Enter the field, draw its seats and open the tables."""
        draw = draw_field(len(names), self.structure.seats, self._stream, self.structure.first_table)
        rows: list[list[int]] = [[] for _ in range(draw.tables)]
        for entry, name in enumerate(names):
            self._enter(name)
            rows[draw.table_of[entry]].append(entry)
        chairs = self.structure.seats if draw.tables > 1 else max(self.structure.seats, len(names))
        for row in rows:
            self._open_table(chairs, [draw.seat_of[entry] for entry in row], "the seat draw")
            table = self._next_table - 1
            for entry in row:
                self._seat(entry, table, draw.seat_of[entry], "the seat draw")
            self._sizes.change(table, len(row))
        order = self.structure.break_order
        self._breaking = deque(break_list(list(self.chairs), order, self._stream, self.structure.break_list))
        if not self.structure.open_field:
            self.close_registration()
        self._check_hand_for_hand()

    def enter_late(self, name: str, free: Collection[int]) -> int:
        """Seat a late entry or a re-entry with a full stack in a random seat (TDA 8); return the entry's number."""
        if not self.registering:
            raise BadTournament(f"{name} cannot enter: registration is closed")
        bullet = self._entries_of.get(name, 0)
        if bullet > self.structure.reentry_limit:
            most = self.structure.reentry_limit
            allowed = "1 re-entry is" if most == 1 else f"{most or 'no'} re-entries are"
            raise BadTournament(f"{name} cannot enter again: {allowed} allowed")
        entry = self._enter(name)
        reason = "late entry" if bullet == 0 else "re-entry"
        size = self._sizes.fewest()
        if size >= self.structure.seats:
            self._open_table(self.structure.seats, [0], "every seat is taken")
            table, seat = self._next_table - 1, 0
        else:
            table = self._sizes.drawn(size, self._stream)
            seat = draw_seat(self.taken[table], len(self.chairs[table]), self._stream)
        self._seat(entry, table, seat, reason)
        self._sizes.change(table, 1)
        self._arrange(free)
        return entry

    def close_registration(self) -> None:
        """Fix the prize pool, the prizes, and the places of the players who are already out."""
        if not self.registering:
            return
        self.registering = False
        entries, rebuys = len(self.names), sum(self.rebuys)
        self.prizes = self.structure.prizes(entries, rebuys, self.addons)
        self.paid = self.structure.places_paid(entries, rebuys, self.addons)
        self.ends_at = self.structure.ends_at(entries, rebuys, self.addons)
        overlay = self.structure.overlay(entries, rebuys, self.addons)
        self.events.append(RegistrationClosed(entries, sum(self.prizes), self.paid, overlay))
        remaining = entries
        for group in self._unplaced:
            self._rank(remaining, group)
            remaining -= len(group)
        self._unplaced.clear()
        self._seal_envelopes()
        self._check_hand_for_hand()

    def take_addon(self, entries: Iterable[int]) -> None:
        """Sell the add-on to these entries."""
        addon = self.structure.addon
        assert addon is not None
        for entry in entries:
            self.addons += 1
            self.events.append(AddedOn(entry, *self.where[entry], addon.chips))

    def start_level(self, level: int, at: int) -> None:
        """Play at a level from now on; `at` is the hand or the second for the record."""
        self.level = level
        row = self.structure.levels[min(level, len(self.structure.levels)) - 1]
        self.events.append(LevelStarted(level, row.small, row.big, row.ante, at))

    def _enter(self, name: str) -> int:
        entry = len(self.names)
        bullet = self._entries_of.get(name, 0) + 1
        self._entries_of[name] = bullet
        self.names.append(name)
        self.bullets.append(bullet)
        self.rebuys.append(0)
        self.where.append(TableSeat(0, EMPTY_SEAT))
        if self.bounties:
            self.bounties.enter()
        self.left += 1
        self.events.append(Entered(entry, name, bullet))
        return entry

    def _open_table(self, chairs: int, seats: Iterable[int], reason: str) -> None:
        table = self._next_table
        self._next_table += 1
        taken = sum(1 << seat for seat in seats)
        choice = self.structure.initial_button
        button = first_button(taken, chairs, choice, self._stream)
        self.chairs[table] = [EMPTY_SEAT] * chairs
        self.taken[table] = 0
        self._sizes.add(table)
        if self.structure.break_order != "fewest_players":
            self._breaking.appendleft(table)
        self.events.append(TableOpened(table, chairs, button, reason))

    def _seat(self, entry: int, table: int, seat: int, reason: str) -> None:
        self._sit(entry, table, seat)
        self.events.append(Seated(entry, table, seat, self.structure.starting_stack, reason))

    def _sit(self, entry: int, table: int, seat: int) -> None:
        assert self.chairs[table][seat] == EMPTY_SEAT
        self.chairs[table][seat] = entry
        self.taken[table] |= 1 << seat
        self.where[entry] = TableSeat(table, seat)

    def _stand(self, entry: int) -> None:
        table, seat = self.where[entry]
        self.chairs[table][seat] = EMPTY_SEAT
        self.taken[table] &= ~(1 << seat)
        self._sizes.change(table, -1)

    # -- after hands ---------------------------------------------------------------------------------------------

    def playable(self, table: int) -> bool:
        """Whether a table may start a hand."""
        return not self.over and table in self.chairs and table not in self.halted and table not in self.held

    def hands_ended(
        self,
        losses: Sequence[tuple[int, Sequence[Loss]]],
        free: Collection[int],
        at: int,
        wants_rebuy: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Take in who busted, table by table in the order their hands ended, and which tables are between hands.

        In hand-for-hand all busts of the round count as one; `at` is the hand or the second for the record.
        """
        together: list[Bust] = []
        for table, busted in losses:
            if self.over:  # the hand before ended a satellite
                break
            group = self._lost(table, busted, at, wants_rebuy)
            if self.hand_for_hand:
                together += group
            elif group:
                self._bust(group)
        if together:
            self._bust(together)
        if not self.over:
            self._arrange(free)

    def _lost(self, table: int, busted: Sequence[Loss], at: int, wants_rebuy: Callable[[int], bool]) -> list[Bust]:
        """The players without chips who are out, after the others have rebought."""
        out: list[Bust] = []
        for loss in busted:
            entry = self.chairs[table][loss.seat]
            stays = self.registering and self._may_rebuy(entry) and wants_rebuy(entry)
            self.events.append(Busted(entry, table, loss.seat, loss.stack, loss.by, at, out=not stays))
            if stays:
                self._rebuy(entry)
                continue
            self.busted_by[entry] = loss.by
            if self.bounties:
                self.events += self.bounties.knocked_out(entry, loss.winners or (loss.by,))
            out.append(Bust(self.names[entry], table, loss.stack, entry))
        return out

    def _may_rebuy(self, entry: int) -> bool:
        rebuy = self.structure.rebuy
        if rebuy is None or self.level > rebuy.until_level:
            return False
        return not rebuy.limit or self.rebuys[entry] < rebuy.limit

    def sell_rebuys(self, stacks: Iterable[tuple[int, int]], wants: Callable[[int, int], bool]) -> None:
        """Sell rebuys to players who still hold chips, by entry and stack, where the structure allows it."""
        for entry, stack in stacks:
            if 0 < stack <= self.rebuy_at_most and self._may_rebuy(entry) and wants(entry, stack):
                self._rebuy(entry)

    @property
    def rebuy_at_most(self) -> int:
        """The largest stack that may rebuy now; 0 if only players without chips may, or no one."""
        rebuy = self.structure.rebuy
        if rebuy is None or not self.registering or self.level > rebuy.until_level:
            return 0
        return rebuy.at_most

    def _rebuy(self, entry: int) -> None:
        assert self.structure.rebuy is not None
        self.rebuys[entry] += 1
        self.events.append(Rebought(entry, *self.where[entry], self.structure.rebuy.chips))

    def _bust(self, group: list[Bust]) -> None:
        before = self.left
        for bust in group:
            self._stand(bust.entry)
        self.left -= len(group)
        if self.registering:
            self._unplaced.append(group)
        else:
            self._rank(before, group)
            self._seal_envelopes()
            if self.left <= self.ends_at:
                self._check_over()

    def _rank(self, before: int, group: list[Bust]) -> None:
        """Places and prizes of players who bust together when `before` were left."""
        if len(group) == 1:
            self._place(group[0].entry, before, 1, prize_of(self.prizes, before))
            return
        self._place_all(rank(before, group, self.prizes, self.structure.simultaneous_bust_rule))

    def _place_all(self, finishes: Iterable[Finish]) -> None:
        for finish in finishes:
            self._place(finish.entry, finish.place, finish.shared, finish.prize)

    def _place(self, entry: int, place: int, shared: int, prize: int) -> None:
        if entry in self.agreed:
            prize = self.agreed[entry] + (self.for_first if place == 1 else 0)
        seat_won = self.structure.payouts.seat_name if place + shared - 1 <= self.ends_at else ""
        placed = Placed(entry, place, shared, prize, seat_won)
        self.finishes[entry] = placed
        self.events.append(placed)

    def _check_over(self) -> None:
        if self.over or self.registering or self.left > self.ends_at:
            return
        self.over = True
        winners = [entry for seats in self.chairs.values() for entry in seats if entry != EMPTY_SEAT]
        self._place_all(tie([Bust(self.names[entry], 0, 0, entry) for entry in winners], 1, self.prizes))
        if self.bounties:
            self.events += [won for entry in winners for won in self.bounties.keep(entry)]
        self.events.append(Won(tuple(winners)))

    def _seal_envelopes(self) -> None:
        """Begin mystery bounties once few enough players are left."""
        bounties = self.bounties
        if bounties is None or bounties.terms.kind != "mystery" or bounties.sealed:
            return
        if self.left <= max(bounties.terms.from_players or self.paid, self.ends_at):
            self.events.append(bounties.seal(self.left))

    def make_deal(self, made: DealMade) -> None:
        """Pay the players left what they agreed on, whatever place they finish in; see `deals`."""
        self.agreed = dict(zip(made.entries, made.amounts, strict=True))
        self.for_first = made.for_first
        self.events.append(made)

    def settle(self) -> None:
        """End the tournament if too few players are left once registration is closed."""
        self._check_over()

    # -- tables --------------------------------------------------------------------------------------------------

    def _arrange(self, free: Collection[int]) -> None:
        """Form the final table, break and balance, as far as the tables involved are between hands."""
        self.reports.clear()
        self.held.clear()  # a late entry may have undone the reason to wait
        while not self.over:
            if not self._arrange_once(free):
                break
        self._check_halts(free)
        self._check_hand_for_hand()

    def _arrange_once(self, free: Collection[int]) -> bool:
        """Take one decision, if there is one to take now; whether there was."""
        tables = len(self._sizes)
        if tables == 1:
            return False
        seats, final = self.structure.seats, self.structure.final_table
        if self.registering:  # nothing is redrawn before the field is complete
            needed = tables_needed(self.left, seats, 0)
        else:
            needed = tables_needed(self.left, seats, final)
            # One player more than a table seats needs a new table, redrawn or not.
            if self.left <= final and (1 in self._redraws or self.left > seats):
                return self._with_all(free, lambda: self._redraw(1, "the final table"))
        if tables > needed:
            if needed in self._redraws and needed == tables - 1 and not self.registering:
                left = f"{needed} tables are left" if needed > 1 else "one table is left"
                return self._with_all(free, lambda: self._redraw(needed, left))
            return self._break(self._next_to_break(), free)
        most, fewest = self._sizes.most(), self._sizes.fewest()
        if most - fewest > self.structure.balance_max_diff:
            return self._balance(self._sizes.lowest(most), self._sizes.lowest(fewest), free)
        return False

    def _with_all(self, free: Collection[int], action: Callable[[], None]) -> bool:
        """Do something that involves every table once all are between hands; until then they wait one by one."""
        busy = [table for table in self.chairs if table not in free]
        if busy:
            self.held.update(table for table in self.chairs if table in free)
            self.reports.update(busy)
            return False
        action()
        return True

    def _next_to_break(self) -> int:
        if self.structure.break_order == "fewest_players":
            size = self._sizes.fewest()
            return next_to_break((table, size) for table in self._sizes.tables(size))
        while self._breaking[0] not in self.chairs:
            self._breaking.popleft()
        return self._breaking[0]

    def _break(self, table: int, free: Collection[int]) -> bool:
        if table not in free:
            self.reports.add(table)
            return False
        leaving = [entry for entry in self.chairs[table] if entry != EMPTY_SEAT]
        self._sizes.drop(table)
        needed = len(self._sizes)
        reason = f"table {table} breaks: {self.left} players fit {needed} {'table' if needed == 1 else 'tables'}"
        for place in self._stream.permutation(len(leaving)):
            target = self._sizes.drawn(self._sizes.fewest(), self._stream)
            seat = draw_seat(self.taken[target], len(self.chairs[target]), self._stream)
            self._move(leaving[place], target, seat, reason, leave=False)
        del self.chairs[table], self.taken[table]
        self.halted.discard(table)
        self.events.append(TableBroken(table, reason))
        return True

    def _balance(self, source: int, target: int, free: Collection[int]) -> bool:
        if source not in free:
            self.reports.add(source)
            return False
        seats = len(self.chairs[source])
        leaves = next_big_blind(self._seats(source), seats)
        arrives = worst_seat(self._seats(target), len(self.chairs[target]))
        if leaves is None or arrives is None:
            return False
        entry = self.chairs[source][leaves]
        reason = (
            f"seat {leaves + 1} of table {source} moves to seat {arrives + 1} of table {target}: next big blind, "
            f"tables of {self._sizes[source]} and {self._sizes[target]}"
        )
        self._move(entry, target, arrives, reason)
        return True

    def _seats(self, table: int) -> TableSeats:
        return TableSeats(table, self.taken[table], *self._positions(table))

    def _move(self, entry: int, table: int, seat: int, reason: str, *, leave: bool = True) -> None:
        old_table, old_seat = self.where[entry]
        if leave:
            self._stand(entry)
        else:
            self.chairs[old_table][old_seat] = EMPTY_SEAT
        self._sit(entry, table, seat)
        self._sizes.change(table, 1)
        self.events.append(Moved(entry, old_table, old_seat, table, seat, reason))

    def _redraw(self, tables: int, why: str) -> None:
        """Draw new seats for all players, at this many new tables."""
        old = list(self.chairs)
        players = [entry for seats in self.chairs.values() for entry in seats if entry != EMPTY_SEAT]
        chairs = max(self.structure.seats, self.structure.final_table) if tables == 1 else self.structure.seats
        reason = f"{why}: {len(players)} players draw new seats"
        order = self._stream.permutation(len(players))
        at = 0
        self.events.append(SeatsRedrawn(tables, len(players), reason))
        for table in old:
            self._sizes.drop(table)
        for size in even_sizes(len(players), tables):
            seats = self._stream.permutation(chairs)[:size]
            self._open_table(chairs, seats, reason)
            table = self._next_table - 1
            for seat in seats:
                self._move(players[order[at]], table, seat, reason, leave=False)
                at += 1
        for table in old:
            del self.chairs[table], self.taken[table]
            self.halted.discard(table)
            self.events.append(TableBroken(table, reason))
        self._redraws.discard(tables)

    def _check_halts(self, free: Collection[int]) -> None:
        """Halt tables that are too short, and resume them when they are not (TDA 11-D)."""
        deficit = self.structure.halt_deficit
        if self.over or not deficit:
            return
        sizes, most = self._sizes, self._sizes.most()
        # A large field halts hundreds: check only tables whose size changed, or all when the largest did.
        changed = self._short | sizes.changed if most == self._most_checked else set(self.chairs)
        sizes.changed.clear()
        self._short.clear()
        self._most_checked = most
        look = sorted([(sizes[table], table) for table in changed if table in self.chairs])
        for size, table in look:
            if table in self.halted and most - size < deficit:
                self.halted.discard(table)
                self.events.append(TableResumed(table))
        for size, table in look:
            if table in self.halted or most - size < deficit:
                continue
            self._short.add(table)
            chairs = len(self.chairs[table])
            if must_halt(self._seats(table), most, chairs, deficit, self.structure.halt_trigger):
                if table not in free:
                    self.reports.add(table)
                    continue
                self.halted.add(table)
                players = "1 player" if size == 1 else f"{size} players"
                reason = f"table {table} has {players}, {most - size} fewer than the largest"
                self.events.append(TableHalted(table, reason))

    def _check_hand_for_hand(self) -> None:
        if self.over or self.registering or not self.structure.hand_for_hand:
            return
        near = self.paid < self.left <= self.paid + self.structure.h4h_margin and self.left > self.ends_at
        on = near and len(self.chairs) > 1
        if on and not self.hand_for_hand:
            self.events.append(HandForHandStarted(self.left, self.paid))
        elif self.hand_for_hand and not on:
            self.events.append(HandForHandEnded(self.left))
        self.hand_for_hand = on
