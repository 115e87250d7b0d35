"""Plays many tables side by side without leaving the core: button and blinds, deal, play and settle, hand after hand.

The floor does not seat, move or rank anyone: it plays its tables and reports who lost their last chip.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.bots._brain import Brain
from bigslick.bots.styles import MOST_PRESSURE
from bigslick.checks import must_be, whole
from bigslick.core import hand as core
from bigslick.core.codes import CALL, FOLD, MAX_CHIPS, MOVING_BUTTON, RIVER
from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.core.draws import Draws
from bigslick.core.rotation import Rotation
from bigslick.core.terms import Terms

from ._clocks import MOST_TIME
from ._seats import STREAM, Seats
from .no_shows import FOLDS
from .saved_floor import check_floor

COMPILED = cython.compiled

MOST_ACTIONS = 4096
BATCH = 500  # hands between two checks for Ctrl-C: a few hundredths of a second
MORE = -2
MOST_PACE = 1 << 30
AFTER_NEXT = 2  # a table reports after its next hand; the clocks track when it is due

if not cython.compiled:

    def PyErr_CheckSignals() -> int:  # noqa: N802 - the C function that compiled code calls
        """Do nothing: the interpreter handles Ctrl-C."""
        return 0


class Floor(Seats):
    """An event's tables, the level they play at, and the hand being played."""

    def __init__(
        self,
        room: tuple[int, int],
        rules: tuple[int, ...],
        button_rule: int,
        house: Brain,
        cards: Draws,
        chance: Draws,
    ) -> None:
        """Make room for this many tables and players.

        Take the rules as numbers, the bots, the card stream, and the stream that seeds each player's own randomness.
        """
        self.check_new()
        must_be(Draws, cards, STREAM)
        button_rule = whole("the button rule", button_rule, 0, MOVING_BUTTON)
        terms = Terms()
        terms.fill(rules, (0,) * 10, tuple(range(52)))
        self.terms = terms
        self.state = core.state_on(terms)
        self.rotation = Rotation()
        self.cards = cards
        self.chance = Draws(None)
        self.button_rule = button_rule
        self.order = array("q")
        self.codes = array("q", bytes(8 * MOST_ACTIONS))
        self.starts = array("q", bytes(8))
        self.level_rows = array("q", bytes(8 * 3))
        self.pauses = array("q")
        self.ante_rows = array("q")
        self.bust_tables = self.code_count = self.level = self.pause = 0
        self.small = self.big = self.ante = self.pace_hand = self.pace_action = self.played = 0
        self.pressure = 0
        self.asking = -1
        self.order_at = 0
        self.ready = True
        Seats.__init__(self, room, house, chance)

    def deal_from(self, cards: Draws) -> None:
        """Deal from another stream, starting with the next hand."""
        self.check_idle()
        must_be(Draws, cards, STREAM)
        self.cards = cards

    # -- the clock and the level ----------------------------------------------------------------------------------

    def set_blinds(self, small: int, big: int, ante: int) -> None:
        """Set the blinds and the ante for the next hands."""
        self.check_idle()
        small, big, ante = [whole("a blind or ante", chips, 0, MAX_CHIPS) for chips in (small, big, ante)]
        self.set_level(small, big, ante)

    def set_level(self, small: int, big: int, ante: int) -> None:
        """Set the blinds and the ante, without checks."""
        self.small = small
        self.big = big
        self.ante = ante

    def set_timetable(self, starts: list[int], levels: list[int], pauses: list[int], hand: int, action: int) -> None:
        """Set timed levels: when each starts, its three amounts, when breaks start and end, and a hand's length."""
        self.check_idle()
        starts = [whole("the start of a level", start, 0, MOST_TIME) for start in starts]
        levels = [whole("a blind or ante", chips, 0, MAX_CHIPS) for chips in levels]
        pauses = [whole("the time of a break", time, 0, MOST_TIME) for time in pauses]
        hand, action = [whole("the time of a hand", time, 0, MOST_PACE) for time in (hand, action)]
        if not starts or len(levels) != 3 * len(starts) or len(pauses) % 2:
            raise ValueError("expected three amounts for each level, and an end for each break")
        self.starts = array("q", starts)
        self.level_rows = array("q", levels)
        self.pauses = array("q", pauses)
        self.pace_hand = hand
        self.pace_action = action
        self.level = self.pause = 0
        self.ante_rows = array("q")

    def set_ante(self, kind: int, first: int) -> None:
        """Set who pays the ante in the next hands, as the core's number, and whether it comes before the blinds."""
        self.check_idle()
        kind, first = whole("the kind of ante", kind, 0, 2), whole("the order of antes", first, 0, 1)
        self.terms.ante_kind = kind
        self.terms.ante_first = first

    def set_antes(self, kinds: list[int]) -> None:
        """Set the same for each level of the timetable: one kind and one order per level."""
        self.check_idle()
        kinds = [whole("the kind of ante", kind, 0, 1 if place % 2 else 2) for place, kind in enumerate(kinds)]
        if len(kinds) != 2 * len(self.starts):
            raise ValueError("expected a kind of ante and its order for each level of the timetable")
        self.ante_rows = array("q", kinds)

    def set_pressure(self, pressure: int) -> None:
        """Set the extra cost of a bust in the next hands, in thousandths; 0 = none."""
        self.check_idle()
        self.pressure = whole("the pressure", pressure, 0, MOST_PRESSURE)

    def set_clock(self, table: int, clock: int) -> None:
        """Set the clock of a table that is not playing."""
        self.check_idle()
        self.clocks.set(table, clock)

    def ask_report(self, table: int) -> None:
        """Make `run_until` stop at the end of the table's current hand."""
        self.clocks.ask(self.known_table(table))

    def ask_next_report(self, table: int) -> None:
        """Make `run_until` stop at the end of the table's next hand, if not sooner."""
        table = self.known_table(table)
        if self.clocks.report[table] == 0:
            self.clocks.report[table] = AFTER_NEXT

    def must_report(self, table: int) -> bool:
        """Whether `run_until` stops before the table's next hand."""
        return self.clocks.is_due(self.known_table(table)) == 1

    def bust_list(self) -> list[int]:
        """Return the tables where a player busted in the round just played."""
        return [self.bust_table[i] for i in range(self.bust_tables)]

    def last_actions(self) -> list[int]:
        """Return the last hand's actions, as the core's ints."""
        if self.code_count > MOST_ACTIONS:
            raise ValueError(f"the last hand had {self.code_count} actions, more than the {MOST_ACTIONS} kept")
        return [self.codes[i] for i in range(self.code_count)]

    def freeze(self) -> tuple[dict[str, bytes], dict[str, int]]:
        """Return every number that can change between hands, for a save."""
        self.check_made()
        rows = {
            "stack": self.stack,
            "player": self.player,
            "style": self.style,
            "arrives": self.arrives,
            "before": self.before,
            "by": self.by,
            "shared": self.shared,
            "chairs": self.chairs,
            "button": self.button,
            "small_at": self.small_at,
            "big_at": self.big_at,
            "opened": self.opened,
            "fresh": self.fresh,
            "hands": self.hands,
            "length": self.length,
            "clock": self.clocks.time,
            "report": self.clocks.report,
            "rest": self.clocks.rest,
            "heap": self.clocks.heap,
            "place": self.clocks.place,
            "dealt": self.dealt,
            "dealt_in": self.dealt_in,
            "chance_at": self.chance_at,
            "chance_of": self.chance_of,
        }
        numbers = {
            "heap_count": self.clocks.count,
            "level": self.level,
            "pause": self.pause,
            "small": self.small,
            "big": self.big,
            "ante": self.ante,
            "played": self.played,
        }
        return {name: bytes(row) for name, row in rows.items()}, numbers

    def thaw(self, rows: dict[str, bytes], numbers: dict[str, int]) -> None:
        """Continue from a save of a floor of the same size."""
        self.check_idle()
        must_be(dict, rows, "the arrays of a save: expected a dict")
        must_be(dict, numbers, "the numbers of a save: expected a dict")
        own, known = self.freeze()
        if {name: len(row) for name, row in rows.items()} != {name: len(row) for name, row in own.items()}:
            raise ValueError("the save is of another floor: its arrays have other sizes")
        if set(numbers) != set(known):
            raise ValueError("the save is of another floor: its numbers have other names")
        rows = {name: bytes(row) for name, row in rows.items()}
        numbers = {name: whole(repr(name), number, 0, MOST_TIME) for name, number in numbers.items()}
        ranges = {
            "stack": (0, MAX_CHIPS),
            "player": (-1, self.players - 1),
            "by": (0, self.players - 1),
            "shared": (0, (1 << CHAIRS) - 1),
            "style": (0, FOLDS),
            "report": (0, AFTER_NEXT),
            "rest": (0, 1),
        }
        arrays = {name: array("q", row) for name, row in rows.items()}
        check_floor(arrays, numbers, ranges, self.tables, (len(self.starts), len(self.pauses)))
        if any(self.house.styles <= style < FOLDS for style in arrays["style"]):
            raise ValueError(f"'style' has a number outside 0 to {self.house.styles - 1}")
        self.stack = array("q", rows["stack"])
        self.player = array("q", rows["player"])
        self.style = array("q", rows["style"])
        self.arrives = array("q", rows["arrives"])
        self.before = array("q", rows["before"])
        self.by = array("q", rows["by"])
        self.shared = array("q", rows["shared"])
        self.chairs = array("q", rows["chairs"])
        self.button = array("q", rows["button"])
        self.small_at = array("q", rows["small_at"])
        self.big_at = array("q", rows["big_at"])
        self.opened = array("q", rows["opened"])
        self.fresh = array("q", rows["fresh"])
        self.hands = array("q", rows["hands"])
        self.length = array("q", rows["length"])
        self.clocks.time = array("q", rows["clock"])
        self.clocks.report = array("q", rows["report"])
        self.clocks.rest = array("q", rows["rest"])
        self.clocks.heap = array("q", rows["heap"])
        self.clocks.place = array("q", rows["place"])
        self.dealt = array("q", rows["dealt"])
        self.dealt_in = array("q", rows["dealt_in"])
        self.chance_at = array("Q", rows["chance_at"])
        self.chance_of = array("Q", rows["chance_of"])
        self.clocks.count = numbers["heap_count"]
        self.level = numbers["level"]
        self.pause = numbers["pause"]
        self.set_level(numbers["small"], numbers["big"], numbers["ante"])
        self.played = numbers["played"]

    # -- playing --------------------------------------------------------------------------------------------------

    def play_round(self, tables: list[int]) -> int:
        """Play one hand at each table, in this order; return the number of tables where a player busted.

        Stops when a Python bot is to act, at table `asking`: `take` its answer, then `resume_round`.
        """
        self.check_idle()
        if self.asking >= 0:
            raise ValueError(f"table {self.asking} is still playing a hand: take the answer it waits for first")
        order = array("q", tables)  # plain numbers, even if the list holds objects with their own behaviour
        if len(order) > self.tables:
            raise ValueError(f"{len(order)} tables in a round: the floor has {self.tables}")
        self.check_order(order)
        self.order = order
        self.order_at = 0
        self.bust_tables = 0
        return self.run_round()

    def check_order(self, order: array[int]) -> int:
        """Refuse tables that this floor does not have."""
        for i in range(len(order)):
            if order[i] < 0 or order[i] >= self.tables:
                raise ValueError(f"a table of the round does not exist: expected 0 to {self.tables - 1}")
        return 0

    def resume_round(self) -> int:
        """Continue a round that stopped; return the number of tables with a bust so far."""
        self.check_idle()
        return self.run_round()

    def run_round(self) -> int:
        """Play the round's remaining tables, with checks for Ctrl-C."""
        self.playing = True
        try:
            while self.order_at < len(self.order):
                with cython.nogil:
                    self.play_some()
                if self.asking >= 0:
                    break
                PyErr_CheckSignals()
        finally:
            self.playing = False
        return self.bust_tables

    def play_some(self) -> int:
        """Play some of the round's tables without checks for Ctrl-C."""
        hands = 0
        while self.order_at < len(self.order) and hands < BATCH:
            busted = self.play(self.order[self.order_at])
            if self.asking >= 0:
                break
            if busted:
                self.bust_table[self.bust_tables] = self.order[self.order_at]
                self.bust_tables += 1
            self.order_at += 1
            hands += 1
        return 0

    def play(self, table: int) -> int:
        """Play a table's next hand, or finish the current one; return the number of players who bust."""
        if self.asking < 0:
            if not self.seat_hand(table):
                return 0
            self.state.begin_shuffled(self.cards)
            self.code_count = 0
        row = CHAIRS * table
        while self.state.turn >= 0:
            if self.state.street > RIVER:  # when asked at showdown, every seat shows
                self.state.show_hand()
                continue
            at = row + self.state.turn
            if self.style[at] < 0:
                self.asking = table
                return 0
            if self.style[at] == FOLDS:
                code = CALL if self.state.act(FOLD) else FOLD  # a no-show checks if a free fold is not allowed
                if code == CALL:
                    self.state.act(CALL)
                self.note(code)
                continue
            self.chance.state = self.chance_at[at]
            code = self.house.choose(self.state, self.style[at], self.chance, self.pressure)
            self.chance_at[at] = self.chance.state
            self.note(code)
            self.state.act(code)
        self.asking = -1
        return self.settle_hand(table)

    def note(self, code: int) -> None:
        """Record an action."""
        if self.code_count < MOST_ACTIONS:
            self.codes[self.code_count] = code
        self.code_count += 1

    def take(self, code: int) -> int:
        """Act for a Python bot; return the core's reason if it refuses, which changes nothing."""
        self.check_idle()
        code = whole("the action", code, FOLD, MAX_CHIPS)
        if self.asking < 0 or self.state.turn < 0 or self.style[CHAIRS * self.asking + self.state.turn] >= 0:
            raise ValueError("no Python bot is to act")
        refusal = self.state.act(code)
        if not refusal:
            self.note(code)
        return refusal

    def seat_hand(self, table: int) -> int:
        """Move button and blinds and write the terms for the table's next hand; return 0 if fewer than two can play."""
        row = CHAIRS * table
        taken = 0
        for seat in range(self.chairs[table]):
            if self.stack[row + seat] > 0 and self.arrives[row + seat] <= self.clocks.time[table]:
                taken |= 1 << seat
        if taken & (taken - 1) == 0:
            self.code_count = 0
            self.clocks.time[table] += self.pace_hand
            self.clocks.rest[table] = 1
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
        self.terms.post(self.rotation.button, small, self.rotation.big, self.small, self.big, self.ante)
        return 1

    def settle_hand(self, table: int) -> int:
        """Write the stacks back, record the busts, and advance the table's clock; return the number of busts."""
        row = CHAIRS * table
        busted = 0
        self.clocks.rest[table] = 0
        self.hands[table] += 1
        self.played += 1
        self.length[table] = self.code_count
        self.clocks.time[table] += self.pace_hand + self.pace_action * self.code_count
        for seat in range(self.terms.seats):
            if self.terms.stack[seat] > 0:
                self.stack[row + seat] = self.state.stack[seat]
                self.dealt[row + seat] += 1
                if self.state.stack[seat] == 0:
                    self.before[row + seat] = self.terms.stack[seat]
                    self.by[row + seat] = self.player[row + self.state.winner_over(seat)]
                    self.shared[row + seat] = self.state.winners_over(seat)
                    busted += 1
        return busted

    # -- tables at their own speed --------------------------------------------------------------------------------

    def enlist(self, table: int) -> None:
        """Put a table on the clock."""
        self.check_idle()
        self.clocks.enlist(table)

    def delist(self, table: int) -> None:
        """Take a table off the clock; its own clock stops."""
        self.check_idle()
        self.clocks.delist(table)

    def run_until(self, limit: int) -> int:
        """Keep playing the table whose clock is furthest behind.

        Stops before the next hand at a table with a bust or a requested report, and returns its number. Returns -1 when
        every table's clock has reached `limit`, or when a Python bot is to act at table `asking`: `take` its answer,
        then call this again.
        """
        self.check_idle()
        return self.run_clock(whole("the limit", limit, 0, MOST_TIME))

    def run_clock(self, limit: int) -> int:
        """Play by the clock, with checks for Ctrl-C."""
        self.playing = True
        try:
            while True:
                with cython.nogil:
                    found = self.run_some(limit)
                if found != MORE:
                    return found
                PyErr_CheckSignals()
        finally:
            self.playing = False

    def run_some(self, limit: int) -> int:
        """Play some hands by the clock without checks for Ctrl-C; return the result of `run_until`, or MORE."""
        for _ in range(BATCH):
            if self.clocks.count == 0 or self.clocks.time[self.clocks.heap[0]] >= limit:
                return -1
            if self.clocks.is_due(self.clocks.heap[0]):
                return self.clocks.take_due()
            self.play_earliest()
            if self.asking >= 0:
                return -1
        return MORE

    def ended_with(self, table: int) -> list[int]:
        """Return the other tables between hands at the same second as this table, after `run_until` returned it.

        They have reported then, so none of them must before its next hand.
        """
        self.check_idle()
        table = self.known_table(table)
        time = self.clocks.time[table]
        while (
            self.clocks.count > 0
            and self.clocks.time[self.clocks.heap[0]] == time
            and self.clocks.is_due(self.clocks.heap[0])
        ):
            self.clocks.take_due()
        return [other for other in self.clocks.showing(time) if other != table]

    def resting(self) -> list[int]:
        """Return the tables that wait for a break to end, or for players."""
        self.check_made()
        return self.clocks.resting()

    def earliest(self) -> int:
        """Return the next table to play by the clock; -1 if there is none."""
        self.check_made()
        return self.clocks.earliest()

    def play_next(self) -> int:
        """Play the next table by the clock; return whether a hand ended.

        The table may be on a break, or waiting for players or an answer.
        """
        self.check_idle()
        before = self.played
        self.playing = True
        try:
            if self.clocks.count > 0:
                self.play_earliest()
        finally:
            self.playing = False
        return self.played - before

    def play_earliest(self) -> int:
        """Play a hand at the next table by the clock, or move its clock past a break."""
        table = self.clocks.heap[0]
        now = self.clocks.time[table]
        while self.level + 1 < len(self.starts) and self.starts[self.level + 1] <= now:
            self.level += 1
        while self.pause < len(self.pauses) and self.pauses[self.pause + 1] <= now:
            self.pause += 2
        if self.pause < len(self.pauses) and self.pauses[self.pause] <= now:
            self.clocks.time[table] = self.pauses[self.pause + 1]
            self.clocks.rest[table] = 1
        else:
            row = 3 * self.level
            self.set_level(self.level_rows[row], self.level_rows[row + 1], self.level_rows[row + 2])
            if len(self.ante_rows) > 0:
                self.terms.ante_kind = self.ante_rows[2 * self.level]
                self.terms.ante_first = self.ante_rows[2 * self.level + 1]
            hands = self.hands[table]
            if self.play(table):
                self.clocks.ask(table)
            if self.asking >= 0:
                return 0
            if self.clocks.report[table] == AFTER_NEXT and self.hands[table] > hands:
                self.clocks.ask(table)
        self.clocks.sink(0)
        return 0
