"""Many tables side by side: button and blinds, deal, play and settle, hand after hand, without leaving the core.

A table is a row of ten chairs in flat arrays, so that a field of a hundred thousand is a few megabytes. Nothing here
seats, moves or ranks anybody: the floor plays the tables it is given and reports who lost the last chip.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from . import _cython as cython

from .codes import LIVE
from .deck import Deck
from .hand import State
from .house import House
from .rotation import Rotation
from .terms import Terms

COMPILED = cython.compiled

CHAIRS = 10  # the width of a table's row, whatever number of chairs it uses
MOST_ACTIONS = 4096
BUST_FIELDS = 6


class Floor:
    """The tables of an event: who sits where with how many chips, and where each button and each blind is."""

    def __init__(
        self, tables: int, rules: tuple[int, ...], button_rule: int, house: House, cards: Deck, chance: Deck
    ) -> None:
        """Make room for tables; take the rules as the core's numbers, the bots, the cards and the bots' chance."""
        self.terms = Terms()
        self.terms.fill(rules, (0,) * 10, tuple(range(52)))
        self.state = State(self.terms)
        self.rotation = Rotation()
        self.house = house
        self.cards = cards
        self.chance = chance
        self.button_rule = button_rule
        self.tables = tables
        self.stack = array("q", bytes(8 * CHAIRS * tables))
        self.player = array("q", [-1]) * (CHAIRS * tables)
        self.style = array("q", bytes(8 * CHAIRS * tables))
        self.chairs = array("q", bytes(8 * tables))
        self.button = array("q", bytes(8 * tables))
        self.small_at = array("q", bytes(8 * tables))
        self.big_at = array("q", bytes(8 * tables))
        self.opened = array("q", bytes(8 * tables))
        self.fresh = array("q", bytes(8 * tables))
        self.dealt = array("q", bytes(8 * tables))
        self.hands = array("q", bytes(8 * tables))
        self.clock = array("q", bytes(8 * tables))
        self.heap = array("q", bytes(8 * tables))
        self.bust = array("q", bytes(8 * BUST_FIELDS * CHAIRS * tables))
        self.codes = array("q", bytes(8 * MOST_ACTIONS))
        self.starts = array("q", bytes(8))
        self.level_rows = array("q", bytes(8 * 3))
        self.pauses = array("q")
        self.heap_count = self.bust_count = self.code_count = self.level = self.pause = 0
        self.small = self.big = self.ante = self.pace_hand = self.pace_action = self.played = 0

    # -- reading and writing by the owner -------------------------------------------------------------------------

    def open_table(self, table: int, chairs: int, button: int, clock: int) -> None:
        """Set up an empty table whose first hand has the button at a given chair."""
        self.check(table, 0)
        if chairs < 2 or chairs > CHAIRS or button < 0 or button >= chairs:
            raise ValueError(f"a table of {chairs} chairs with the button at {button} cannot be set up")
        self.chairs[table] = chairs
        self.button[table] = button
        self.opened[table] = 0
        self.fresh[table] = 0
        self.clock[table] = clock

    def sit(self, table: int, seat: int, player: int, stack: int, style: int) -> None:
        """Put a player with chips on an empty chair; he has not been dealt in there yet."""
        self.check(table, seat)
        at = CHAIRS * table + seat
        if self.player[at] >= 0:
            raise ValueError(f"seat {seat} of table {table} is taken by player {self.player[at]}")
        self.player[at] = player
        self.stack[at] = stack
        self.style[at] = self.house.known(style)
        self.fresh[table] |= 1 << seat

    def stand(self, table: int, seat: int) -> None:
        """Take the player and his chips from a chair."""
        self.check(table, seat)
        at = CHAIRS * table + seat
        self.player[at] = -1
        self.stack[at] = 0
        self.fresh[table] &= ~(1 << seat)

    def check(self, table: int, seat: int) -> int:
        """Refuse chairs that are not on this floor: what is compiled does not check for itself."""
        if table < 0 or table >= self.tables or seat < 0 or seat >= CHAIRS:
            raise ValueError(f"there is no seat {seat} at table {table}")
        return 0

    def set_blinds(self, small: int, big: int, ante: int) -> None:
        """The level of the next hands."""
        self.small = small
        self.big = big
        self.ante = ante

    def set_timetable(self, starts: list[int], levels: list[int], pauses: list[int], hand: int, action: int) -> None:
        """Levels by time: when each starts, its three amounts, breaks from and to, and how long hands take."""
        if not starts or len(levels) != 3 * len(starts) or len(pauses) % 2:
            raise ValueError("expected three amounts for each level, and an end for each break")
        self.starts = array("q", starts)
        self.level_rows = array("q", levels)
        self.pauses = array("q", pauses)
        self.pace_hand = hand
        self.pace_action = action
        self.level = self.pause = 0

    def busts(self) -> list[tuple[int, ...]]:
        """Who lost the last chip in the hands just played: table, seat, player, stack before, won by, decisions."""
        return [
            tuple([self.bust[BUST_FIELDS * i + field] for field in range(BUST_FIELDS)]) for i in range(self.bust_count)
        ]

    def last_actions(self) -> list[int]:
        """The actions of the last hand, as the core's ints."""
        if self.code_count > MOST_ACTIONS:
            raise ValueError(f"the last hand had {self.code_count} actions, more than the {MOST_ACTIONS} kept")
        return [self.codes[i] for i in range(self.code_count)]

    # -- playing --------------------------------------------------------------------------------------------------

    def play_round(self, tables: list[int]) -> int:
        """One hand at each of the tables, in that order; the number of players who busted."""
        order = array("q", tables)
        for table in tables:
            self.check(table, 0)
        self.bust_count = 0
        self.play_all(order, len(tables))
        return self.bust_count

    def play_all(self, order: array[int], count: int) -> int:
        """The loop of `play_round`, without the GIL."""
        with cython.nogil:
            for i in range(count):
                self.play(order[i])
        return 0

    def play(self, table: int) -> int:
        """One hand at one table at the present level."""
        self.seat_hand(table)
        self.state.begin_shuffled(self.cards)
        self.code_count = 0
        row = CHAIRS * table
        while self.state.turn >= 0:
            code = self.house.decide(self.state, self.style[row + self.state.turn], self.chance)
            if self.code_count < MOST_ACTIONS:
                self.codes[self.code_count] = code
            self.code_count += 1
            self.state.act(code)
        self.settle_hand(table)
        return 0

    def seat_hand(self, table: int) -> None:
        """Move button and blinds and write the terms of the table's next hand."""
        row = CHAIRS * table
        taken = 0
        for seat in range(self.chairs[table]):
            if self.stack[row + seat] > 0:
                taken |= 1 << seat
        if self.opened[table]:
            self.rotation.place(self.chairs[table], self.button[table], self.small_at[table], self.big_at[table])
            self.rotation.advance(taken, self.fresh[table], self.button_rule)
        else:
            self.rotation.place(self.chairs[table], 0, 0, 0)
            self.rotation.open(taken, self.button[table])
            self.opened[table] = 1
        self.button[table] = self.rotation.button
        self.small_at[table] = self.rotation.small
        self.big_at[table] = self.rotation.big
        dealt = self.rotation.dealt
        self.dealt[table] = dealt
        self.fresh[table] &= ~dealt
        self.terms.seats = self.chairs[table]
        for seat in range(self.chairs[table]):
            self.terms.stack[seat] = self.stack[row + seat] if dealt >> seat & 1 else 0
        small = self.rotation.small if dealt >> self.rotation.small & 1 else -1
        self.terms.min_bet = self.big
        self.terms.small_bet = self.big
        self.terms.big_bet = 2 * self.big
        self.terms.post(self.rotation.button, small, self.rotation.big, self.small, self.big, self.ante)

    def settle_hand(self, table: int) -> None:
        """Write the stacks back, note who busted, and let the table's clock go on."""
        row = CHAIRS * table
        self.hands[table] += 1
        self.played += 1
        self.clock[table] += self.pace_hand + self.pace_action * self.code_count
        for seat in range(self.terms.seats):
            if self.terms.stack[seat] == 0:
                continue
            self.stack[row + seat] = self.state.stack[seat]
            if self.state.stack[seat] == 0:
                at = BUST_FIELDS * self.bust_count
                self.bust[at] = table
                self.bust[at + 1] = seat
                self.bust[at + 2] = self.player[row + seat]
                self.bust[at + 3] = self.terms.stack[seat]
                self.bust[at + 4] = self.player[row + self.winner_over(seat)]
                self.bust[at + 5] = self.code_count
                self.bust_count += 1

    def winner_over(self, seat: int) -> int:
        """Who took the last pot that the seat had a claim on; the first left of the button if it was split."""
        last = 0
        for pot in range(self.state.pots):
            if self.state.pot_seats[pot] >> seat & 1:
                last = pot
        best = -2
        winner = seat
        other = self.state.button
        for _ in range(self.state.seats):
            other = other + 1 if other + 1 < self.state.seats else 0
            if (
                other != seat
                and self.state.pot_seats[last] >> other & 1
                and self.state.status[other] == LIVE
                and self.state.strength[other] > best
            ):
                best = self.state.strength[other]
                winner = other
        return winner

    # -- tables at their own speed --------------------------------------------------------------------------------

    def enlist(self, tables: list[int]) -> None:
        """The tables that play by the clock from now on."""
        for table in tables:
            self.check(table, 0)
        self.heap_count = len(tables)
        for i in range(self.heap_count):
            self.heap[i] = tables[i]
        for i in range(self.heap_count // 2 - 1, -1, -1):
            self.sink(i)

    def run_until(self, limit: int) -> int:
        """Play the table whose clock is furthest behind, again and again, until somebody busts or all reach `limit`."""
        self.bust_count = 0
        with cython.nogil:
            while self.heap_count > 0 and self.bust_count == 0 and self.clock[self.heap[0]] < limit:
                self.play_earliest()
        return self.bust_count

    def play_earliest(self) -> int:
        """A hand at the table whose turn it is by the clock, or its part of a break."""
        table = self.heap[0]
        now = self.clock[table]
        while self.level + 1 < len(self.starts) and self.starts[self.level + 1] <= now:
            self.level += 1
        while self.pause < len(self.pauses) and self.pauses[self.pause + 1] <= now:
            self.pause += 2
        if self.pause < len(self.pauses) and self.pauses[self.pause] <= now:
            self.clock[table] = self.pauses[self.pause + 1]
        else:
            self.set_blinds(
                self.level_rows[3 * self.level], self.level_rows[3 * self.level + 1], self.level_rows[3 * self.level + 2]
            )
            self.play(table)
        self.sink(0)
        return 0

    def sink(self, at: int) -> None:
        """Put the heap in order below one place: earlier clocks first, then lower tables."""
        while True:
            least = at
            for child in range(2 * at + 1, 2 * at + 3):
                if child < self.heap_count and self.earlier(self.heap[child], self.heap[least]):
                    least = child
            if least == at:
                return
            table = self.heap[at]
            self.heap[at] = self.heap[least]
            self.heap[least] = table
            at = least

    def earlier(self, one: int, other: int) -> int:
        """Whether one table's clock is behind another's."""
        if self.clock[one] != self.clock[other]:
            return 1 if self.clock[one] < self.clock[other] else 0
        return 1 if one < other else 0
