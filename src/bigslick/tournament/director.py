"""The tournament director: who sits where, who moves when, who finishes in which place, and when it is over.

A pure state machine. It hears what happened at the tables (`hands_ended`) and answers with events, each with its
reason. It never plays a hand, owns no clock and no chips, and touches a table only between two hands. The simulator or
the card room runs the tables and carries out what the events say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from bigslick.shuffle import Keystream
from bigslick.table.ranking import Bust, Finish, prize_of, rank, tie

from .bounties import Bounties, BountyPaid
from .breaking import Breaking
from .director_state import DirectorState
from .events import (
    AddedOn,
    BountyWon,
    BreakStarted,
    Busted,
    DealMade,
    Entered,
    EntriesClosed,
    EnvelopesSealed,
    FirstButtonPlaced,
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
from .halts import Halts
from .levels import MOST_CHIPS
from .one_seat import one_each
from .periods import may_enter, may_rebuy, pool_open
from .problems import BadStructure, BadTournament
from .seating import (
    TableSeat,
    TableSeats,
    bits,
    draw_field,
    draw_seat,
    even_sizes,
    first_button,
    next_to_break,
    tables_needed,
    worst_seat,
)
from .seating import mover as next_big_blind
from .stage import Stage
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


class Director:
    """A tournament in progress, without its chips.

    Its owner says when things happen: `at` is the second on the clock, or the round where levels change by hands.
    """

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
        self.rebought = 0
        """Rebuys of all entries together."""
        self.addons = 0
        self.level = 1
        self.now = 0
        self.ended = 0
        """The last level that has ended."""
        self.closed = False
        """Whether no more money comes in, so that places and prizes are fixed."""
        self.hand_for_hand = False
        self.over = False
        self.prizes: list[int] = []
        self.paid = 0
        self.ends_at = 1
        self.halts = Halts(structure.halt_deficit, structure.halt_trigger)
        self.held: set[int] = set()
        self.reports: set[int] = set()
        self._stream = stream
        self._positions = positions
        self._sizes = TableSizes()
        self._unplaced: list[list[Bust]] = []
        self._last_entry: dict[str, int] = {}
        self._next_table = 1
        self._breaking = Breaking(structure.break_order, structure.break_list)
        self._no_button: list[int] = []
        self._redraws = set(structure.redraw_at_tables)
        self.bounties = Bounties(structure.bounty) if structure.bounty else None
        self.agreed: dict[int, int] = {}
        self.for_first = 0
        self.bags: dict[int, int] = {}
        """The chips of each player who waits for the next round or day."""
        self.removed = 0
        """Chips taken out of play."""
        self.stage = Stage()

    @property
    def registering(self) -> bool:
        """Whether players may enter and re-enter."""
        return not self.closed and may_enter(self.structure, self.ended)

    @property
    def decided(self) -> bool:
        """Whether there is nothing left to play for with the money that is in so far."""
        return self.left <= self._enough

    @property
    def halted(self) -> set[int]:
        """Tables that deal no hand until they have more players."""
        return self.halts.tables

    @property
    def chips(self) -> int:
        """Chips in play: what was handed out and not taken back, not a count of the stacks."""
        return self.structure.chips(len(self.names), self.rebought, self.addons) - self.removed

    def draw_from(self, stream: Keystream) -> None:
        """Take all further draws from another stream."""
        self._stream = stream

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
            now=self.now,
            paid=self.paid,
            ends_at=self.ends_at,
            next_table=self._next_table,
            ended=self.ended,
            closed=self.closed,
            hand_for_hand=self.hand_for_hand,
            over=self.over,
            prizes=list(self.prizes),
            halted=sorted(self.halted),
            watched=sorted(self.halts.watched),
            held=sorted(self.held),
            reports=sorted(self.reports),
            sizes=[list(row) for row in self._sizes.rows],
            unplaced=[list(group) for group in self._unplaced],
            breaking=self._breaking.tables,
            no_button=list(self._no_button),
            redraws=sorted(self._redraws),
            bounties=self.bounties.export() if self.bounties else None,
            agreed=dict(self.agreed),
            for_first=self.for_first,
            bags=dict(self.bags),
            removed=self.removed,
            stage=self.stage,
        )

    def restore(self, state: DirectorState) -> None:
        """Continue from exported data."""
        self.names, self.bullets, self.rebuys = list(state.names), list(state.bullets), list(state.rebuys)
        self.rebought = sum(state.rebuys)
        self.where = list(state.where)
        self.chairs = {table: list(seats) for table, seats in state.chairs.items()}
        self.taken = {
            table: sum(1 << seat for seat, entry in enumerate(seats) if entry != EMPTY_SEAT)
            for table, seats in state.chairs.items()
        }
        self.finishes = {placed.entry: placed for placed in state.finishes}
        self.busted_by = dict(state.busted_by)
        self.events = list(state.events)
        self.left, self.addons, self.level, self.now = state.left, state.addons, state.level, state.now
        self.paid, self.ends_at, self._next_table = state.paid, state.ends_at, state.next_table
        self.ended, self.closed = state.ended, state.closed
        self.hand_for_hand, self.over = state.hand_for_hand, state.over
        self.prizes = list(state.prizes)
        self.halts.restore(state.halted, state.watched)
        self.held, self.reports = set(state.held), set(state.reports)
        self._sizes = TableSizes.of(state.sizes)
        self._unplaced = [list(group) for group in state.unplaced]
        self._last_entry = {name: entry for entry, name in enumerate(state.names)}
        self._breaking.restore(state.breaking)
        self._no_button = list(state.no_button)
        self._redraws = set(state.redraws)
        if self.bounties and state.bounties:
            self.bounties.restore(state.bounties)
        self.agreed, self.for_first = dict(state.agreed), state.for_first
        self.bags, self.removed, self.stage = dict(state.bags), state.removed, state.stage

    def _record(self, kind: Callable[..., TournamentEvent], *what: object, **more: object) -> None:
        """Write down what happened, with the level and the time."""
        self.events.append(kind(*what, **more, level=self.level, at=self.now))

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
            table = self._open_table(chairs, [draw.seat_of[entry] for entry in row], "the seat draw")
            for entry in row:
                self._seat(entry, table, draw.seat_of[entry], "the seat draw")
            self._sizes.change(table, len(row))
        self._breaking.publish(list(self.chairs), self._stream)
        if draw.tables == 1 and len(names) <= self.structure.final_table:  # the field sits at its final table
            self._redraws.discard(1)
        if not self.structure.open_field:
            self.close_registration(0)
        self._place_buttons()
        self._check_decided(self.chairs)
        self._check_hand_for_hand()

    def enter_late(self, name: str, free: Collection[int], at: int) -> int:
        """Seat a late entry or a re-entry with a full stack in a random seat (TDA 8); return the entry's number."""
        if not self.registering:
            raise BadTournament(f"{name} cannot enter: registration is closed")
        last = self._last_entry.get(name)
        bullet = 0 if last is None else self.bullets[last]
        if last is not None and self._is_in(last):
            raise BadTournament(f"{name} cannot enter again: they are still in, and a re-entry needs zero chips")
        if bullet > self.structure.reentry_limit:
            most = self.structure.reentry_limit
            allowed = "1 re-entry is" if most == 1 else f"{most or 'no'} re-entries are"
            raise BadTournament(f"{name} cannot enter again: {allowed} allowed")
        self.now = at
        entry = self._enter(name)
        reason = "late entry" if bullet == 0 else "re-entry"
        size = self._sizes.fewest()
        if size >= self.structure.seats:
            seat = draw_seat(0, self.structure.seats, self._stream)
            table = self._open_table(self.structure.seats, [seat], "every seat is taken")
            self._breaking.open(table, self._stream)
        else:
            table = self._sizes.drawn(size, self._stream)
            seat = draw_seat(self.taken[table], len(self.chairs[table]), self._stream)
        self._seat(entry, table, seat, reason)
        self._sizes.change(table, 1)
        if len(self._sizes) > 1 or self.left > self.structure.final_table:  # the final table is still to be drawn
            self._redraws.update({1} & set(self.structure.redraw_at_tables))
        self._arrange(free)
        return entry

    def end_level(self, at: int) -> None:
        """End the level: late registration, rebuys and the add-on each close with a level of their own."""
        self.now, before = at, self.registering
        self.ended = self.level
        for pause in self.structure.breaks:
            if pause.after == self.level:
                self._record(BreakStarted, pause.seconds)
        if not pool_open(self.structure, self.ended):
            self.close_registration(at)
        elif before and not self.registering:
            self._record(EntriesClosed, len(self.names))

    def close_registration(self, at: int) -> None:
        """Take no more money: fix the prize pool, the prizes, and the places of the players who are already out."""
        if self.closed:
            return
        self.closed = True
        self.now = at
        entries, bought = len(self.names), (len(self.names), self.rebought, self.addons)
        self.prizes = self.structure.prizes(*bought)
        self.paid = self.structure.places_paid(*bought)
        self.ends_at = self.structure.ends_at(*bought)
        overlay = self.structure.overlay(*bought)
        self._record(RegistrationClosed, entries, sum(self.prizes), self.paid, overlay)
        remaining = entries
        finishes: list[Finish] = []
        for group in self._unplaced:
            finishes += rank(remaining, group, self.prizes, self.structure.simultaneous_bust_rule)
            remaining -= len(group)
        self._unplaced.clear()
        if self.left < self.ends_at:  # a satellite with a seat for players who are out
            seated = {self.names[entry] for entry in self._players()}
            finishes = one_each(finishes, self.prizes[self.left :], seated)
        self._place_all(finishes)
        self._seal_envelopes()
        self._check_hand_for_hand()

    def take_addon(self, entries: Iterable[int], at: int) -> None:
        """Sell the add-on to these entries."""
        addon = self.structure.addon
        assert addon is not None
        self.now = at
        for entry in entries:
            if self.chips + addon.chips > MOST_CHIPS:
                return
            self.addons += 1
            self._record(AddedOn, entry, *self.where[entry], addon.chips)

    def start_level(self, level: int, at: int) -> None:
        """Play at a level from now on; the level before it ends here if it has not ended yet."""
        while self.ended < level - 1:
            self.level = self.ended + 1
            self.end_level(at)
        self.level, self.now = level, at
        row = self.structure.levels[min(level, len(self.structure.levels)) - 1]
        self._record(LevelStarted, row.small, row.big, row.ante)

    def _enter(self, name: str) -> int:
        entry = len(self.names)
        last = self._last_entry.get(name)
        bullet = 1 if last is None else self.bullets[last] + 1
        self._last_entry[name] = entry
        self.names.append(name)
        self.bullets.append(bullet)
        self.rebuys.append(0)
        self.where.append(TableSeat(0, EMPTY_SEAT))
        if self.bounties:
            self.bounties.enter()
        self.left += 1
        self._record(Entered, entry, name, bullet)
        return entry

    def _open_table(self, chairs: int, seats: Sequence[int], reason: str) -> int:
        """Open a table for players at these seats; one player alone gets no button until a second sits down."""
        table = self._next_table
        self._next_table += 1
        choice = self.structure.initial_button
        button = EMPTY_SEAT
        if len(seats) > 1 or isinstance(choice, int):
            button = first_button(bits(seats), chairs, choice, self._stream)
        else:
            self._no_button.append(table)
        self.chairs[table] = [EMPTY_SEAT] * chairs
        self.taken[table] = 0
        self._sizes.add(table)
        self._record(TableOpened, table, chairs, button, reason)
        return table

    def _place_buttons(self) -> None:
        """Give the button at tables that opened with one player and can now start."""
        for table in [table for table in self._no_button if table not in self.chairs or self._sizes[table] > 1]:
            self._no_button.remove(table)
            if table in self.chairs:
                taken, chairs = self.taken[table], len(self.chairs[table])
                button = first_button(taken, chairs, self.structure.initial_button, self._stream)
                self._record(FirstButtonPlaced, table, button)

    def _seat(self, entry: int, table: int, seat: int, reason: str) -> None:
        self._sit(entry, table, seat)
        self._record(Seated, entry, table, seat, self.structure.starting_stack, reason)

    def _sit(self, entry: int, table: int, seat: int) -> None:
        assert self.chairs[table][seat] == EMPTY_SEAT
        self.chairs[table][seat] = entry
        self.taken[table] |= 1 << seat
        self.where[entry] = TableSeat(table, seat)

    def _players(self) -> list[int]:
        """The entries that are still in."""
        return [entry for seats in self.chairs.values() for entry in seats if entry != EMPTY_SEAT]

    def _is_in(self, entry: int) -> bool:
        table, seat = self.where[entry]
        return table in self.chairs and self.chairs[table][seat] == entry

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

        In hand-for-hand all busts of the round count as one.
        """
        self.now = at
        together: list[Bust] = []
        for table, busted in losses:
            if self.over:  # the hand before ended a satellite
                break
            group = self._lost(table, busted, wants_rebuy)
            if self.hand_for_hand:
                together += group
            elif group:
                self._bust(group)
                self._seal_envelopes()
        if together:
            self._bust(together)
            self._seal_envelopes()
        if not self.over:
            self._arrange(free)

    def _lost(self, table: int, busted: Sequence[Loss], wants_rebuy: Callable[[int], bool]) -> list[Bust]:
        """The players without chips who are out, after the others have rebought."""
        out: list[Bust] = []
        for loss in busted:
            entry = self.chairs[table][loss.seat]
            stays = self._may_rebuy(entry) and wants_rebuy(entry)
            self._record(Busted, entry, table, loss.seat, loss.stack, loss.by, out=not stays)
            if stays:
                self._rebuy(entry)
                continue
            self.busted_by[entry] = loss.by
            if self.bounties:
                self._pay_bounties(self.bounties.knocked_out(entry, loss.winners or (loss.by,), self._stream))
            out.append(Bust(self.names[entry], table, loss.stack, entry))
        return out

    def _may_rebuy(self, entry: int) -> bool:
        rebuy = self.structure.rebuy
        if rebuy is None or self.closed or not may_rebuy(self.structure, self.ended):
            return False
        if self.chips + rebuy.chips > MOST_CHIPS:
            return False
        return not rebuy.limit or self.rebuys[entry] < rebuy.limit

    def sell_rebuys(self, stacks: Iterable[tuple[int, int]], wants: Callable[[int, int], bool], at: int) -> None:
        """Sell rebuys to players who still hold chips, by entry and stack, where the structure allows it."""
        self.now = at
        for entry, stack in stacks:
            if 0 < stack <= self.rebuy_at_most and self._may_rebuy(entry) and wants(entry, stack):
                self._rebuy(entry)

    @property
    def rebuy_at_most(self) -> int:
        """The largest stack that may rebuy now; 0 if only players without chips may, or no one."""
        rebuy = self.structure.rebuy
        if rebuy is None or self.closed or not may_rebuy(self.structure, self.ended):
            return 0
        return rebuy.at_most

    def _rebuy(self, entry: int) -> None:
        assert self.structure.rebuy is not None
        self.rebuys[entry] += 1
        self.rebought += 1
        self._record(Rebought, entry, *self.where[entry], self.structure.rebuy.chips)

    def _bust(self, group: list[Bust]) -> None:
        before = self.left
        for bust in group:
            self._stand(bust.entry)
        self.left -= len(group)
        if not self.closed:
            self._unplaced.append(group)
        else:
            self._rank(before, group)
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
        seat_won = self.structure.payouts.seat_name
        if prize < (self.prizes[self.ends_at - 1] if self.prizes else place + shared - 1 > self.ends_at):
            seat_won = ""
        placed = Placed(entry, place, shared, prize, seat_won, level=self.level, at=self.now)
        self.finishes[entry] = placed
        self.events.append(placed)

    def _check_over(self) -> None:
        if self.over or not self.closed or self.left > self.ends_at:
            return
        self._seal_envelopes()
        self.over = True
        winners = self._players()
        self._place_all(tie([Bust(self.names[entry], 0, 0, entry) for entry in winners], 1, self.prizes))
        if self.bounties:
            self._pay_bounties([paid for entry in winners for paid in self.bounties.keep(entry, self._stream)])
        self._record(Won, tuple(winners))

    def _seal_envelopes(self) -> None:
        """Begin mystery bounties once few enough players are left."""
        bounties = self.bounties
        if bounties is None or not self.closed or bounties.terms.kind != "mystery" or bounties.sealed:
            return
        if self.left <= max(bounties.terms.from_players or self.paid, self.ends_at):
            self._record(EnvelopesSealed, *bounties.seal(self.left))

    def _pay_bounties(self, paid: Iterable[BountyPaid]) -> None:
        for part in paid:
            self._record(BountyWon, *part)

    def make_deal(self, amounts: dict[int, int], for_first: int, method: str, at: int) -> None:
        """Pay these entries, all who are left, what they agreed on, whatever place they finish in; see `deals`."""
        self.now = at
        self.agreed, self.for_first = dict(amounts), for_first
        self._record(DealMade, tuple(amounts), tuple(amounts.values()), for_first, method)

    def settle(self) -> None:
        """End the tournament if there is nothing left to play for once no more money comes in."""
        self._check_over()

    @property
    def _enough(self) -> int:
        """Players left when the tournament is over: one, or the seats that the money buys so far."""
        if self.closed or self.structure.payouts.kind != "satellite":
            return self.ends_at
        try:
            return self.structure.ends_at(len(self.names), self.rebought, self.addons)
        except BadStructure:  # not one seat yet
            return 1

    # -- tables --------------------------------------------------------------------------------------------------

    def _arrange(self, free: Collection[int]) -> None:
        """Form the final table, break and balance, as far as the tables involved are between hands."""
        self.reports.clear()
        self.held.clear()  # a late entry may have undone the reason to wait
        while not self.over:
            if not self._arrange_once(free):
                break
        self._place_buttons()
        self._check_decided(free)
        self._check_halts(free)
        self._check_hand_for_hand()

    def _arrange_once(self, free: Collection[int]) -> bool:
        """Take one decision, if there is one to take now; whether there was."""
        tables = len(self._sizes)
        seats, final = self.structure.seats, self.structure.final_table
        if self.registering:  # nothing is redrawn before the field is complete
            needed = tables_needed(self.left, seats, 0)
        else:
            needed = tables_needed(self.left, seats, final)
            # One player more than a table seats needs a new table, redrawn or not.
            if self.left <= final and (1 in self._redraws or (tables > 1 and self.left > seats)):
                return self._with_all(free, lambda: self._redraw(1, "the final table"))
        if tables == 1:
            return False
        if tables > needed:
            if needed > 1 and needed in self._redraws and needed == tables - 1 and not self.registering:
                return self._with_all(free, lambda: self._redraw(needed, f"{needed} tables are left"))
            return self._break(self._next_to_break(), free)
        most, fewest = self._sizes.most(), self._sizes.fewest()
        if most - fewest > self.structure.balance_max_diff:
            return self._balance(self._sizes.lowest(most), self._sizes.lowest(fewest), free)
        return False

    def _check_decided(self, free: Collection[int]) -> None:
        """Let the tables wait for an entry, or for the end of registration, while there is nothing to play for."""
        if not self.closed and self.decided:
            self._with_all(free, lambda: self.held.update(self.chairs))

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
        return self._breaking.first()

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
        self._close_table(table, reason)
        return True

    def _close_table(self, table: int, reason: str) -> None:
        del self.chairs[table], self.taken[table]
        self.halts.drop(table)
        self._breaking.close(table)
        self._record(TableBroken, table, reason)

    def _balance(self, source: int, target: int, free: Collection[int]) -> bool:
        if source not in free:
            self.reports.add(source)
            return False
        seats = len(self.chairs[source])
        leaves = next_big_blind(self._seats(source), seats)
        arrives = self._worst_seat(target)
        if leaves is None or arrives is None:
            return False
        entry = self.chairs[source][leaves]
        reason = (
            f"seat {leaves + 1} of table {source} moves to seat {arrives + 1} of table {target}: next big blind, "
            f"tables of {self._sizes[source]} and {self._sizes[target]}"
        )
        self._move(entry, target, arrives, reason)
        return True

    def _worst_seat(self, table: int) -> int | None:
        """The open seat that pays the big blind soonest; before the first hand none does, and the seat is drawn."""
        seats, chairs = self._seats(table), len(self.chairs[table])
        return worst_seat(seats, chairs) if seats.big >= 0 else draw_seat(seats.taken, chairs, self._stream)

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
        self._record(Moved, entry, old_table, old_seat, table, seat, reason)

    def _redraw(self, tables: int, why: str) -> None:
        """Draw new seats for all players, at this many new tables."""
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
            self._breaking.open(table, self._stream)
            for seat in seats:
                self._move(players[order[at]], table, seat, reason, leave=False)
                at += 1
        for table in old:
            self._close_table(table, reason)
        self._redraws.discard(tables)

    def _check_halts(self, free: Collection[int]) -> None:
        """Halt tables that are too short, and resume them when they are not (TDA 11-D)."""
        if self.over:
            return
        found = self.halts.look(self._sizes, self.chairs, self._seats, free)
        for table in found.resumed:
            self._record(TableResumed, table)
        for table, reason in found.halted:
            self._record(TableHalted, table, reason)
        self.reports.update(found.busy)

    def _check_hand_for_hand(self) -> None:
        if self.over or not self.closed or not self.structure.hand_for_hand:
            return
        near = self.paid < self.left <= self.paid + self.structure.h4h_margin and self.left > self.ends_at
        on = near and len(self.chairs) > 1
        if on and not self.hand_for_hand:
            self._record(HandForHandStarted, self.left, self.paid)
        elif self.hand_for_hand and not on:
            self._record(HandForHandEnded, self.left)
        self.hand_for_hand = on
