"""Many tables side by side: button and blinds, deal, play and settle, hand after hand, without leaving the core.

A table is a row of CHAIRS, however many it uses, in flat arrays, so that a field of a hundred thousand is a few
megabytes. Nothing here seats, moves or ranks anybody: the floor plays the tables it is given and reports who lost the
last chip.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.bots._brain import Brain
from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.core.rotation import Rotation
from bigslick.core.terms import Terms

COMPILED = cython.compiled

MOST_ACTIONS = 4096
MOST_CHIPS = 1 << 60


class Floor:
    """The tables of an event: who sits where with how many chips, and where each button and each blind is."""

    def __init__(
        self,
        room: tuple[int, int],
        rules: tuple[int, ...],
        button_rule: int,
        house: Brain,
        cards: Draws,
        chance: Draws,
    ) -> None:
        """Make room for so many tables and players; take the rules as numbers, the bots, the cards and the stream that
        gives each player chance of his own.
        """
        self.terms = Terms()
        self.terms.fill(rules, (0,) * 10, tuple(range(52)))
        self.state = State(self.terms)
        self.rotation = Rotation()
        self.house = house
        self.cards = cards
        self.chance = Draws(None)
        self.button_rule = button_rule
        self.tables, self.players = room
        chairs, tables = 8 * CHAIRS * self.tables, 8 * self.tables
        self.stack = array("q", bytes(chairs))
        self.player = array("q", [-1]) * (CHAIRS * self.tables)
        self.style = array("q", bytes(chairs))
        self.arrives = array("q", bytes(chairs))
        self.before = array("q", bytes(chairs))
        self.by = array("q", bytes(chairs))
        self.chairs = array("q", bytes(tables))
        self.button = array("q", bytes(tables))
        self.small_at = array("q", bytes(tables))
        self.big_at = array("q", bytes(tables))
        self.opened = array("q", bytes(tables))
        self.fresh = array("q", bytes(tables))
        self.hands = array("q", bytes(tables))
        self.length = array("q", bytes(tables))
        self.clock = array("q", bytes(tables))
        self.report = array("q", bytes(tables))
        self.heap = array("q", bytes(tables))
        self.place = array("q", [-1]) * self.tables
        # Hands are counted where a player sits, and added to his own count when he leaves: a field of a hundred
        # thousand does not stay in the cache, a table does.
        self.dealt = array("q", bytes(chairs))
        self.dealt_in = array("q", bytes(8 * self.players))
        # Chance lies where a player sits for the same reason: the state of a small generator.
        self.seed = array("Q", bytes(8 * self.players))
        self.draw_seeds(chance)
        self.chance_of = array("Q", bytes(self.seed))
        self.chance_at = array("Q", bytes(chairs))
        self.bust_table = array("q", bytes(tables))
        self.order = array("q")
        self.codes = array("q", bytes(8 * MOST_ACTIONS))
        self.starts = array("q", bytes(8))
        self.level_rows = array("q", bytes(8 * 3))
        self.pauses = array("q")
        self.heap_count = self.bust_tables = self.code_count = self.level = self.pause = 0
        self.small = self.big = self.ante = self.pace_hand = self.pace_action = self.played = 0
        self.asking = -1
        self.order_at = 0

    def draw_seeds(self, stream: Draws) -> None:
        """Take 64 bits of the stream for each player."""
        for player in range(self.players):
            high = stream.word()
            low = stream.word()
            self.seed[player] = high << 32 | low

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
        self.hands[table] = 0
        self.report[table] = 0
        self.clock[table] = clock

    def sit(self, table: int, seat: int, player: int, stack: int, style: int, arrives: int) -> None:
        """Put a player with chips on an empty chair; he is dealt in from the first hand that starts at `arrives`.

        A negative style is somebody outside, for whose decisions the floor stops.
        """
        self.check(table, seat)
        at = CHAIRS * table + seat
        if self.player[at] >= 0:
            raise ValueError(f"seat {seat} of table {table} is taken by player {self.player[at]}")
        if player < 0 or player >= self.players:
            raise ValueError(f"there is no player {player}")
        self.player[at] = player
        self.stack[at] = stack
        self.style[at] = style if style < 0 else self.house.known(style)
        self.chance_at[at] = self.chance_of[player]
        self.arrives[at] = arrives
        self.fresh[table] |= 1 << seat

    def give_chance(self, player: int, number: int) -> None:
        """Let a player who is not seated yet draw from the chance of a given number, rather than of his own."""
        if not 0 <= player < self.players or not 0 <= number < self.players:
            raise ValueError(f"there is no player {player}, or no chance {number}")
        self.chance_of[player] = self.seed[number]

    def stand(self, table: int, seat: int) -> None:
        """Take the player and his chips from a chair."""
        self.check(table, seat)
        at = CHAIRS * table + seat
        if self.player[at] >= 0:
            self.dealt_in[self.player[at]] += self.dealt[at]
            self.chance_of[self.player[at]] = self.chance_at[at]
        self.dealt[at] = 0
        self.player[at] = -1
        self.stack[at] = 0
        self.fresh[table] &= ~(1 << seat)

    def add_chips(self, table: int, seat: int, chips: int) -> None:
        """More chips for the player on a chair, between hands."""
        self.check(table, seat)
        self.stack[CHAIRS * table + seat] += chips

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

    def set_clock(self, table: int, clock: int) -> None:
        """Let a table that is not playing wait until a time."""
        self.check(table, 0)
        if self.place[table] >= 0:
            raise ValueError(f"table {table} is playing by its clock")
        self.clock[table] = clock

    def ask_report(self, table: int) -> None:
        """Have `run_until` stop when the table's present hand has ended."""
        self.check(table, 0)
        self.report[table] = 1

    def busts_at(self, table: int) -> list[tuple[int, int, int, int]]:
        """Who has no chip left at a table: seat, player, stack before the hand, and the player who won it."""
        self.check(table, 0)
        row = CHAIRS * table
        return [
            (seat, self.player[row + seat], self.before[row + seat], self.by[row + seat])
            for seat in range(self.chairs[table])
            if self.player[row + seat] >= 0 and self.stack[row + seat] == 0
        ]

    def bust_list(self) -> list[int]:
        """The tables where somebody busted in the round just played."""
        return [self.bust_table[i] for i in range(self.bust_tables)]

    def last_actions(self) -> list[int]:
        """The actions of the last hand, as the core's ints."""
        if self.code_count > MOST_ACTIONS:
            raise ValueError(f"the last hand had {self.code_count} actions, more than the {MOST_ACTIONS} kept")
        return [self.codes[i] for i in range(self.code_count)]

    def freeze(self) -> tuple[dict[str, bytes], tuple[int, ...]]:
        """Every number that can change between two hands, for a save."""
        rows = {
            "stack": self.stack,
            "player": self.player,
            "style": self.style,
            "arrives": self.arrives,
            "before": self.before,
            "by": self.by,
            "chairs": self.chairs,
            "button": self.button,
            "small_at": self.small_at,
            "big_at": self.big_at,
            "opened": self.opened,
            "fresh": self.fresh,
            "hands": self.hands,
            "length": self.length,
            "clock": self.clock,
            "report": self.report,
            "heap": self.heap,
            "place": self.place,
            "dealt": self.dealt,
            "dealt_in": self.dealt_in,
            "chance_at": self.chance_at,
            "chance_of": self.chance_of,
        }
        numbers = (self.heap_count, self.level, self.pause, self.small, self.big, self.ante, self.played)
        return {name: bytes(row) for name, row in rows.items()}, numbers

    def thaw(self, rows: dict[str, bytes], numbers: tuple[int, ...]) -> None:
        """Go on from a save of a floor with as much room."""
        sizes = {name: len(row) for name, row in self.freeze()[0].items()}
        if {name: len(row) for name, row in rows.items()} != sizes or len(numbers) != 7:
            raise ValueError("the save is of another floor: its arrays have other sizes")
        self.check_rows({name: array("q", row) for name, row in rows.items()}, numbers)
        self.stack = array("q", rows["stack"])
        self.player = array("q", rows["player"])
        self.style = array("q", rows["style"])
        self.arrives = array("q", rows["arrives"])
        self.before = array("q", rows["before"])
        self.by = array("q", rows["by"])
        self.chairs = array("q", rows["chairs"])
        self.button = array("q", rows["button"])
        self.small_at = array("q", rows["small_at"])
        self.big_at = array("q", rows["big_at"])
        self.opened = array("q", rows["opened"])
        self.fresh = array("q", rows["fresh"])
        self.hands = array("q", rows["hands"])
        self.length = array("q", rows["length"])
        self.clock = array("q", rows["clock"])
        self.report = array("q", rows["report"])
        self.heap = array("q", rows["heap"])
        self.place = array("q", rows["place"])
        self.dealt = array("q", rows["dealt"])
        self.dealt_in = array("q", rows["dealt_in"])
        self.chance_at = array("Q", rows["chance_at"])
        self.chance_of = array("Q", rows["chance_of"])
        self.heap_count, self.level, self.pause, self.small, self.big, self.ante, self.played = numbers

    def check_rows(self, rows: dict[str, array[int]], numbers: tuple[int, ...]) -> None:
        """Refuse numbers that would be looked up where nothing is: what is compiled does not check for itself."""
        seat, table = (0, CHAIRS - 1), (0, self.tables - 1)
        ranges = {
            "stack": (0, MOST_CHIPS),
            "player": (-1, self.players - 1),
            "by": (0, self.players - 1),
            "style": (0, self.house.styles - 1),
            "chairs": (0, CHAIRS),
            "button": seat,
            "small_at": seat,
            "big_at": seat,
            "opened": (0, 1),
            "report": (0, 1),
            "fresh": (0, (1 << CHAIRS) - 1),
            "heap": table,
            "place": (-1, self.tables - 1),
        }
        for name, (low, high) in ranges.items():
            if min(rows[name]) < low or max(rows[name]) > high:
                raise ValueError(f"a number of {name!r} is not from {low} to {high}")
        count, level, pause = numbers[:3]
        if not 0 <= count <= self.tables or not 0 <= level < len(self.starts) or not 0 <= pause <= len(self.pauses):
            raise ValueError("the clock of the floor is out of its range")
        if (
            any(rows["place"][rows["heap"][at]] != at for at in range(count))
            or sum(place >= 0 for place in rows["place"]) != count
        ):
            raise ValueError("the tables that play by the clock are not in order")

    # -- playing --------------------------------------------------------------------------------------------------

    def play_round(self, tables: list[int]) -> int:
        """One hand at each of the tables, in that order; at how many of them somebody busted.

        Stops where somebody outside is to act, at the table `asking`: `take` his answer, then `resume_round`.
        """
        if self.asking >= 0:
            raise ValueError(f"a hand is under way at table {self.asking}")
        for table in tables:
            self.check(table, 0)
        self.order = array("q", tables)
        self.order_at = 0
        self.bust_tables = 0
        return self.resume_round()

    def resume_round(self) -> int:
        """Go on with a round that stopped; at how many tables somebody busted so far."""
        with cython.nogil:
            while self.order_at < len(self.order):
                busted = self.play(self.order[self.order_at])
                if self.asking >= 0:
                    break
                if busted:
                    self.bust_table[self.bust_tables] = self.order[self.order_at]
                    self.bust_tables += 1
                self.order_at += 1
        return self.bust_tables

    def play(self, table: int) -> int:
        """One hand at one table at the present level, or the rest of the one under way; how many bust."""
        if self.asking < 0:
            if not self.seat_hand(table):
                return 0
            self.state.begin_shuffled(self.cards)
            self.code_count = 0
        row = CHAIRS * table
        while self.state.turn >= 0:
            at = row + self.state.turn
            if self.style[at] < 0:
                self.asking = table
                return 0
            self.chance.state = self.chance_at[at]
            code = self.house.decide(self.state, self.style[at], self.chance)
            self.chance_at[at] = self.chance.state
            self.note(code)
            self.state.act(code)
        self.asking = -1
        return self.settle_hand(table)

    def note(self, code: int) -> None:
        """Remember an action of the hand."""
        if self.code_count < MOST_ACTIONS:
            self.codes[self.code_count] = code
        self.code_count += 1

    def take(self, code: int) -> int:
        """Do what somebody outside decided; the core's reason if it is refused, and then nothing happened."""
        if self.asking < 0 or self.state.turn < 0 or self.style[CHAIRS * self.asking + self.state.turn] >= 0:
            raise ValueError("nobody outside is to act")
        refusal = self.state.act(code)
        if not refusal:
            self.note(code)
        return refusal

    def seat_hand(self, table: int) -> int:
        """Move button and blinds and write the terms of the table's next hand; 0 if nobody is there to play with."""
        row = CHAIRS * table
        taken = 0
        for seat in range(self.chairs[table]):
            if self.stack[row + seat] > 0 and self.arrives[row + seat] <= self.clock[table]:
                taken |= 1 << seat
        if taken & (taken - 1) == 0:
            self.code_count = 0
            self.clock[table] += self.pace_hand
            return 0
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
        self.fresh[table] &= ~dealt
        self.terms.seats = self.chairs[table]
        for seat in range(self.chairs[table]):
            self.terms.stack[seat] = self.stack[row + seat] if dealt >> seat & 1 else 0
        small = self.rotation.small if dealt >> self.rotation.small & 1 else -1
        self.terms.min_bet = self.big
        self.terms.small_bet = self.big
        self.terms.big_bet = 2 * self.big
        self.terms.post(self.rotation.button, small, self.rotation.big, self.small, self.big, self.ante)
        return 1

    def settle_hand(self, table: int) -> int:
        """Write the stacks back, note who busted, and let the table's clock go on; how many busted."""
        row = CHAIRS * table
        busted = 0
        self.hands[table] += 1
        self.played += 1
        self.length[table] = self.code_count
        self.clock[table] += self.pace_hand + self.pace_action * self.code_count
        for seat in range(self.terms.seats):
            if self.terms.stack[seat] > 0:
                self.stack[row + seat] = self.state.stack[seat]
                self.dealt[row + seat] += 1
                if self.state.stack[seat] == 0:
                    self.before[row + seat] = self.terms.stack[seat]
                    self.by[row + seat] = self.player[row + self.state.winner_over(seat)]
                    busted += 1
        return busted

    # -- tables at their own speed --------------------------------------------------------------------------------

    def enlist(self, table: int) -> None:
        """Let a table play by its clock from now on."""
        self.check(table, 0)
        if self.place[table] < 0:
            self.put(self.heap_count, table)
            self.heap_count += 1
            self.rise(self.heap_count - 1)

    def delist(self, table: int) -> None:
        """Let a table wait; its clock stands."""
        self.check(table, 0)
        at = self.place[table]
        if at >= 0:
            self.heap_count -= 1
            self.place[table] = -1
            if at < self.heap_count:
                self.put(at, self.heap[self.heap_count])
                self.rise(at)
                self.sink(at)

    def run_until(self, limit: int) -> int:
        """Play the table whose clock is furthest behind, again and again.

        Stops before the next hand of a table where somebody busted or whose report was asked for, and gives its
        number; -1 when every table's clock has reached `limit`, and where somebody outside is to act, at the table
        `asking`: `take` his answer, then call this again.
        """
        with cython.nogil:
            while self.heap_count > 0 and self.clock[self.heap[0]] < limit:
                if self.report[self.heap[0]]:
                    self.report[self.heap[0]] = 0
                    return self.heap[0]
                self.play_earliest()
                if self.asking >= 0:
                    return -1
        return -1

    def earliest(self) -> int:
        """The table whose turn it is by the clock; -1 when none plays."""
        return self.heap[0] if self.heap_count > 0 else -1

    def play_next(self) -> int:
        """Whether the table whose turn it is ended a hand; it may wait for a break, for players or for an answer."""
        before = self.played
        if self.heap_count > 0:
            self.play_earliest()
        return self.played - before

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
            row = 3 * self.level
            self.set_blinds(self.level_rows[row], self.level_rows[row + 1], self.level_rows[row + 2])
            if self.play(table):
                self.report[table] = 1
            if self.asking >= 0:
                return 0
        self.sink(0)
        return 0

    def put(self, at: int, table: int) -> None:
        """Write a table into the heap."""
        self.heap[at] = table
        self.place[table] = at

    def rise(self, at: int) -> None:
        """Put the heap in order above one place."""
        while at > 0 and self.earlier(self.heap[at], self.heap[(at - 1) // 2]):
            table = self.heap[at]
            self.put(at, self.heap[(at - 1) // 2])
            at = (at - 1) // 2
            self.put(at, table)

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
            self.put(at, self.heap[least])
            self.put(least, table)
            at = least

    def earlier(self, one: int, other: int) -> int:
        """Whether one table's clock is behind another's."""
        if self.clock[one] != self.clock[other]:
            return 1 if self.clock[one] < self.clock[other] else 0
        return 1 if one < other else 0
