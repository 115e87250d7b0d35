# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""The tournament director: seats, moves, places, prizes, and the end of the event.

It is a pure state machine. Tables report their hands (`hands_ended`), and it answers with events, each with its reason.
It never plays a hand, has no clock and no chips, and touches a table only between hands. The simulator or the card room
runs the tables and carries out the events.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby

from bigslick.shuffle import Keystream
from bigslick.table.ranking import Bust, Finish, prize_of, rank, tie

from ..structure.entry_periods import may_rebuy, pool_open
from ..structure.levels import MOST_CHIPS
from ..structure.problems import BadStructure, BadTournament
from ..structure.structure import Structure
from .arrangement import EMPTY_SEAT, Arrangement
from .bounties import Bounties, BountyPaid
from .calling_off import CallOffMoney
from .events import (
    AddedOn,
    BountyWon,
    BreakStarted,
    Busted,
    DealMade,
    EndedEarly,
    Entered,
    EntriesClosed,
    EnvelopesSealed,
    HandForHandEnded,
    HandForHandStarted,
    LevelStarted,
    NoShowRemoved,
    Placed,
    Rebought,
    RegistrationClosed,
    Seated,
    Won,
)
from .losses import Loss
from .satellite_seats import named_seat, one_each
from .seating import draw_field
from .stage import Stage
from .state import DirectorState
from .table_sizes import TableSizes

COMPILED = not __file__.endswith(".py")

NO_SEAT = (0, EMPTY_SEAT)


class Director(Arrangement):
    """A tournament in progress, without its chips.

    The owner supplies the time: `at` is the second on the clock, or the round if levels change by hands.
    """

    def __init__(
        self,
        structure: Structure,
        stream: Keystream,
        positions: Callable[[int], tuple[int, int, int]],
        *,
        stack_of: Callable[[int], int] = lambda _: 0,
        enters_again: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Take the structure, the stream for all draws, and functions that only the owner of the tables can provide.

        `positions` returns a table's last button and blinds. Events in rounds and days also need an entry's chips
        (`stack_of`), and whether its player enters a later flight (`enters_again`).
        """
        super().__init__(structure, stream, positions)
        self.stack_of = stack_of
        self.enters_again = enters_again
        self.names: list[str] = []
        self.bullets: list[int] = []
        self.rebuys: list[int] = []
        self.finishes: dict[int, Placed] = {}
        self.busted_by: dict[int, int] = {}
        self.rebought = 0
        """Total rebuys across all entries."""
        self.addons = 0
        self.hand_for_hand = False
        self.met: set[int] = set()
        """In hand-for-hand, the tables that have played this round and are waiting for the others."""
        self._round: list[tuple[int, Sequence[Loss]]] = []
        self.prizes: list[int] = []
        self.paid = 0
        self.ends_at = 1
        self._unplaced: list[list[Bust]] = []
        self._last_entry: dict[str, int] = {}
        self.bounties = Bounties(structure.bounty) if structure.bounty else None
        self.agreed: dict[int, int] = {}
        self.for_first = 0
        self.bags: dict[int, int] = {}
        """The chips of each player waiting for the next round or day."""
        self.removed = 0
        """Chips taken out of play."""
        self.stage = Stage()

    @property
    def decided(self) -> bool:
        """Whether nothing is left to play for with the money paid in so far."""
        return self.left <= self._enough

    @property
    def playing(self) -> int:
        """Players at the tables: everyone left, except players waiting for another day."""
        return self.left - len(self.bags)

    @property
    def chips(self) -> int:
        """Chips in play: the chips handed out and not taken back, not a count of the stacks."""
        return self.structure.chips(len(self.names), self.rebought, self.addons) - self.removed

    def playable(self, table: int) -> bool:
        """Whether a table can start a hand."""
        return table not in self.met and super().playable(table)

    def export(self) -> DirectorState:
        """Export the whole director as data that shares no mutable object with it."""
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
            met=sorted(self.met),
            round=list(self._round),
            over=self.over,
            prizes=list(self.prizes),
            halted=sorted(self.halted),
            watched=sorted(self.short_tables.watched),
            held=sorted(self.held),
            reports=sorted(self.reports),
            sizes=[list(row) for row in self._sizes.rows],
            unplaced=[list(group) for group in self._unplaced],
            breaking=self._breaking.tables,
            no_button=list(self._no_button),
            first_buttons=dict(self._first_buttons),
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
        self.finishes = {placed.entry: placed for placed in state.finishes}
        self.busted_by = dict(state.busted_by)
        self.events = list(state.events)
        self.left, self.addons, self.level, self.now = state.left, state.addons, state.level, state.now
        self.paid, self.ends_at, self._next_table = state.paid, state.ends_at, state.next_table
        self.ended, self.closed = state.ended, state.closed
        self.hand_for_hand, self.over = state.hand_for_hand, state.over
        self.met, self._round = set(state.met), list(state.round)
        self.prizes = list(state.prizes)
        self.short_tables.restore(state.halted, state.watched)
        self.held, self._asked = set(state.held), set(state.reports)
        self._sizes = TableSizes.of(state.sizes)
        self._unplaced = [list(group) for group in state.unplaced]
        self._last_entry = {name: entry for entry, name in enumerate(state.names)}
        self._breaking.restore(state.breaking)
        self._no_button = list(state.no_button)
        self._first_buttons = dict(state.first_buttons)
        self._redraws = set(state.redraws)
        if self.bounties and state.bounties:
            self.bounties.restore(state.bounties)
        self.agreed, self.for_first = dict(state.agreed), state.for_first
        self.bags, self.removed, self.stage = dict(state.bags), state.removed, state.stage

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
        self._seats_drawn()
        if not self.structure.open_field:
            self.close_registration(0)
        self._place_buttons()
        self._check_decided(self.chairs)
        self._check_hand_for_hand()

    def take_over(self, tables: Mapping[int, Collection[int]]) -> None:
        """Direct an event in progress after registration has closed; `tables` maps table numbers to taken seats."""
        for table, seats in tables.items():
            self._next_table = table
            self._open_table(max(self.structure.seats, len(seats)), list(seats), "taken over")
            for seat in seats:
                self._seat(self._enter(f"Player {len(self.names) + 1}"), table, seat, "taken over")
            self._sizes.change(table, len(seats))
        self._next_table = max(tables) + 1
        self._seats_drawn()
        self.close_registration(0)

    def enter_late(self, name: str, free: Collection[int], at: int) -> int:
        """Seat a late entry or a re-entry with a full stack in a random seat (TDA 8, S2 2.1.2); return its number."""
        if not self.entering:
            raise BadTournament(f"{name} cannot enter: registration is closed")
        last = self._last_entry.get(name)
        if last is not None and self._is_in(last):
            raise BadTournament(f"{name} cannot enter again: they are still in, and a re-entry needs zero chips")
        if not self.may_reenter(name):
            most = self.structure.reentry_limit
            allowed = "1 re-entry is" if most == 1 else f"{most or 'no'} re-entries are"
            raise BadTournament(f"{name} cannot enter again: {allowed} allowed")
        self.now = at
        entry = self._enter(name)
        reason = "late entry" if self.bullets[entry] == 1 else "re-entry"
        size = self._sizes.fewest()
        if size >= self.structure.seats:
            seat = self._draws.below(self.structure.seats)
            table = self._open_table(self.structure.seats, [seat], "every seat is taken")
            free = {*free, table}
        else:
            table = self._sizes.drawn(size, self._draws)
            seat = self._drawn_seat(table)  # TDA 8
        self._seat(entry, table, seat, reason)
        self._sizes.change(table, 1)
        if len(self._sizes) > 1 or self.left > self.structure.final_table:  # the final table has not been drawn yet
            self._redraws.update({1} & set(self.structure.redraw_at_tables))
        self._arrange(free)
        return entry

    def spent(self, name: str) -> int:
        """Count a player's entries against the limit."""
        return self.bullets[self._last_entry[name]] if name in self._last_entry else 0

    def may_reenter(self, name: str) -> bool:
        """Whether a busted player can enter again."""
        return self.entering and self.spent(name) <= self.structure.reentry_limit

    def end_level(self, at: int) -> bool:
        """End the level and whatever closes with it: late registration, rebuys, the add-on.

        Return whether anything closed; if so, the owner calls `settle`.
        """
        self.now, before = at, (self.entering, self.closed, pool_open(self.structure, self.ended))
        self.ended = self.level
        for pause in self.structure.breaks:
            if pause.after == self.level:
                self._record(BreakStarted, pause.seconds)
        if not pool_open(self.structure, self.ended):
            self.close_registration(at)
        elif before[0] and not self.entering:
            self._record(EntriesClosed, len(self.names))
        return before != (self.entering, self.closed, pool_open(self.structure, self.ended))

    def close_registration(self, at: int) -> None:
        """Close the pool: fix the prizes, and the places of players already out."""
        if self.closed:
            return
        self.closed = True
        self.now = at
        entries, bought = len(self.names), (len(self.names), self.rebought, self.addons)
        self.prizes = self.structure.prizes(*bought)
        self.paid = self.structure.places_paid(*bought)
        self.ends_at = self.structure.ends_at(*bought)
        self._record(RegistrationClosed, entries, sum(self.prizes), self.paid, self.structure.overlay(*bought))
        remaining = entries
        finishes: list[Finish] = []
        for group in self._unplaced:
            finishes += rank(remaining, group, self.prizes, self.structure.simultaneous_bust_rule)
            remaining -= len(group)
        self._unplaced.clear()
        if self.structure.payouts.kind == "satellite":  # a seat, or the remaining cash, may go to players who are out
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

    def start_level(self, level: int, at: int) -> bool:
        """Start a level; return the result of `end_level` if the previous level ends only now."""
        closed = False
        while self.ended < level - 1:
            self.level = self.ended + 1
            closed |= self.end_level(at)
        self.level, self.now = level, at
        row = self.structure.levels[min(level, len(self.structure.levels)) - 1]
        self._record(LevelStarted, row.small, row.big, row.ante)
        return closed

    def _enter(self, name: str) -> int:
        entry = len(self.names)
        last = self._last_entry.get(name)
        bullet = 1 if last is None else self.bullets[last] + 1
        self._last_entry[name] = entry
        self.names.append(name)
        self.bullets.append(bullet)
        self.rebuys.append(0)
        self.where.append(NO_SEAT)
        if self.bounties:
            self.bounties.enter()
        self.left += 1
        self.events.append(Entered(entry, name, bullet, level=self.level, at=self.now))
        return entry

    def _seat(self, entry: int, table: int, seat: int, reason: str) -> None:
        self._sit(entry, table, seat)
        stack = self.structure.starting_stack
        self.events.append(Seated(entry, table, seat, stack, reason, level=self.level, at=self.now))

    # -- after hands ---------------------------------------------------------------------------------------------

    def hands_ended(
        self,
        hands: Sequence[tuple[int, Sequence[Loss]]],
        free: Collection[int],
        at: int,
        wants_rebuy: Callable[[int], bool] = lambda _: True,
        moments: Sequence[int] = (),
    ) -> None:
        """Process the busts by table, and the tables that are between hands.

        `moments` says when each hand ended, in order; without it, all ended at the same moment. Hands without a bust
        need no report, except in hand-for-hand, where a round ends with the last table's hand. Without any hands, the
        director only checks the field again.
        """
        self.now = at
        if self.hand_for_hand and hands:
            self._round += hands
            self.met.update([table for table, _ in hands])
            if any(map(self.playable, self.chairs)):  # RP-8: all tables wait for the slowest
                return
            hands, free = self._round, self.chairs
            self._round, self.met = [], set()
        together: list[Bust] = []
        if self.hand_for_hand:  # TDA RP-8: busts of one round count as one
            moments = ()
        for place, (table, busted) in enumerate(hands):
            if self.over:  # an earlier hand ended a satellite
                break
            together += self._lost(table, busted, wants_rebuy)
            goes_on = place + 1 < len(hands) and (not moments or moments[place + 1] == moments[place])
            if together and not goes_on:
                self._bust(together)
                self._seal_envelopes()
                together = []
        if not self.over:
            self._arrange(free)

    def remove_no_shows(self, stacks: Mapping[int, int], at: int) -> None:
        """Remove no-shows from their seats and rank them as if each had busted.

        If no one else is left or still to come, the largest stack stays and wins.
        """
        self.now = at
        alone = len(stacks) == self.left and not self._more_flights
        stays = max(stacks, key=lambda entry: (stacks[entry], -entry)) if alone else None
        gone = {entry: stack for entry, stack in stacks.items() if entry != stays}
        for entry, stack in gone.items():
            self.removed += stack
            self._record(NoShowRemoved, entry, *self.where[entry], stack)
        self._bust([Bust(self.names[entry], entry, stack, entry) for entry, stack in gone.items()])

    @property
    def _more_flights(self) -> bool:
        """Whether another flight is still to come."""
        return False

    def _lost(self, table: int, busted: Sequence[Loss], wants_rebuy: Callable[[int], bool]) -> list[Bust]:
        """Return the busted players who are out, after the others have rebought."""
        out: list[Bust] = []
        for loss in busted:
            entry = self.chairs[table][loss.seat]
            stays = self.can_rebuy(entry) and wants_rebuy(entry)
            busted_now = Busted(
                entry, table, loss.seat, loss.stack, loss.by, out=not stays, level=self.level, at=self.now
            )
            self.events.append(busted_now)
            if stays:
                self._rebuy(entry)
                continue
            self.busted_by[entry] = loss.by
            if self.bounties:
                self._pay_bounties(self.bounties.knocked_out(entry, loss.winners or (loss.by,), self._stream))
            out.append(Bust(self.names[entry], table, loss.stack, entry))
        return out

    def can_rebuy(self, entry: int) -> bool:
        """Whether an entry may buy more chips now, if it has lost all of its own or has few enough."""
        rebuy = self.structure.rebuy
        if rebuy is None or self.closed or not may_rebuy(self.structure, self.ended):
            return False
        if self.chips + rebuy.chips > MOST_CHIPS:
            return False
        return not rebuy.limit or self.rebuys[entry] < rebuy.limit

    def sell_rebuys(self, stacks: Iterable[tuple[int, int]], wants: Callable[[int, int], bool], at: int) -> None:
        """Sell rebuys to players who still have chips, by entry and stack, if the structure allows it."""
        self.now = at
        for entry, stack in stacks:
            if 0 < stack <= self.rebuy_at_most and self.can_rebuy(entry) and wants(entry, stack):
                self._rebuy(entry)

    @property
    def rebuy_at_most(self) -> int:
        """The largest stack that can rebuy now; 0 if only busted players can, or no one."""
        rebuy = self.structure.rebuy
        if rebuy is None or self.closed or not may_rebuy(self.structure, self.ended):
            return 0
        return rebuy.at_most

    def _rebuy(self, entry: int) -> None:
        assert self.structure.rebuy is not None
        self.rebuys[entry] += 1
        self.rebought += 1
        self._record(Rebought, entry, *self.where[entry], self.structure.rebuy.chips)  # TDA 27: the same seat

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
        """Set the places and prizes of players who bust together with `before` left."""
        if len(group) == 1:
            self._place(group[0].entry, before, 1, prize_of(self.prizes, before))
            return
        self._place_all(rank(before, group, self.prizes, self.structure.simultaneous_bust_rule))  # TDA RP-8

    def _place_all(self, finishes: Iterable[Finish]) -> None:
        for finish in finishes:
            self._place(finish.entry, finish.place, finish.shared, finish.prize)

    def _place(self, entry: int, place: int, shared: int, prize: int) -> None:
        if entry in self.agreed:
            prize = self.agreed[entry] + (self.for_first if place == 1 else 0)
        payouts = self.structure.payouts
        seat_won = ""
        if payouts.seat_name:
            seat_won = named_seat(payouts, self.prizes, self.ends_at, place + shared - 1, prize)
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
        """Pay all remaining entries the agreed amounts, wherever they finish; see `deals`."""
        self.now = at
        self.agreed, self.for_first = dict(amounts), for_first
        self._record(DealMade, tuple(amounts), tuple(amounts.values()), for_first, method)
        if self.bounties and self.bounties.terms.kind != "mystery":
            self._pay_bounties([paid for entry in amounts for paid in self.bounties.keep(entry, self._stream)])

    @property
    def remaining(self) -> list[int]:
        """The entries still in, at the tables or waiting with a bag."""
        return [*self._players(), *self.bags]

    def end_early(self, found: CallOffMoney, stacks: Mapping[int, int], at: int) -> None:
        """End an event that is called off; see `calling_off`. If its pool is shared, the stacks decide the places."""
        self.now = at
        shared = [part for part in found.money if part.entry in stacks] if found.rule != "refund" else []
        self._record(EndedEarly, found.rule, tuple(part.entry for part in shared), tuple(part.prize for part in shared))
        self.over = True
        if self.bounties:
            given = [BountyPaid(part.entry, part.entry, part.bounty, 0) for part in found.money if part.bounty]
            self.bounties.give_back(given)
            self._pay_bounties(given)
        place = 1
        for _, group in groupby(shared, key=lambda part: stacks[part.entry]):
            equal = list(group)
            for part in equal:
                placed = Placed(part.entry, place, len(equal), part.prize, level=self.level, at=self.now)
                self.finishes[part.entry] = placed
                self.events.append(placed)
            place += len(equal)

    def rank_open_places(self) -> None:
        """Set the places of players who are out and wait for their ranking, before an event is called off."""

    def settle(self, free: Collection[int], at: int) -> None:
        """Review the field after entries or the pool close; end if nothing is left to play for."""
        self._check_over()
        self.hands_ended((), free, at)

    def close_if_decided(self, free: Collection[int], at: int) -> bool:
        """Close registration early if nothing is left to play for; return whether it closed."""
        if self.closed or not self.decided:
            return False
        self.close_registration(at)
        self.settle(free, at)
        return True

    @property
    def _enough(self) -> int:
        """Players left when the tournament ends: one, or the number of seats that the money buys so far."""
        if self.closed or self.structure.payouts.kind != "satellite":
            return self.ends_at
        try:
            return self.structure.ends_at(len(self.names), self.rebought, self.addons)
        except BadStructure:  # not even one seat yet
            return 1

    # -- near the end -----------------------------------------------------------------

    def _arrange(self, free: Collection[int]) -> None:
        super()._arrange(free)
        self._check_decided(free)
        self._check_hand_for_hand(free)

    def _check_decided(self, free: Collection[int]) -> None:
        """Hold all tables while nothing is left to play for and registration is open."""
        if not self.closed and self.decided:
            self._with_all(free, lambda: self.held.update(self.chairs))

    def _check_hand_for_hand(self, free: Collection[int] = ()) -> None:
        if self.over or not self.closed or not self.structure.hand_for_hand:
            return
        near = self.paid < self.left <= self.paid + self.structure.h4h_margin and self.left > self.ends_at
        on = near and len(self.chairs) > 1  # TDA RP-8
        if on == self.hand_for_hand:
            return
        self.hand_for_hand = on
        self._round, self.met = [], set()
        if not on:
            self._record(HandForHandEnded, self.left)
            return
        self._record(HandForHandStarted, self.left, self.paid)
        # The hands in progress are the first round; tables between hands have already played theirs.
        self.met = {table for table in self.chairs if table in free}
        if not any(map(self.playable, self.chairs)):
            self.met = set()
