"""Many tables side by side: button and blinds, deal, play and settle, hand after hand, without leaving the core.

A table is a row of CHAIRS seats in flat arrays, however many it uses, so that a field of a hundred thousand takes a few
megabytes. The floor seats, moves and ranks no one: it plays the tables it is given and reports who lost the last chip.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.bots._brain import Brain
from bigslick.bots.styles import MOST_PRESSURE
from bigslick.checks import is_whole, must_be, whole
from bigslick.core import hand as core
from bigslick.core.codes import CALL, FOLD, MAX_CHIPS, MOVING_BUTTON, RIVER
from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.core.draws import Draws
from bigslick.core.rotation import Rotation
from bigslick.core.terms import Terms

from ._clocks import MOST_TABLES, MOST_TIME, Clocks
from .floor_save import check_floor
from .no_shows import FOLDS

COMPILED = cython.compiled

MOST_ACTIONS = 4096
MOST_CHIPS = MAX_CHIPS
BATCH = 500  # hands between two looks at Ctrl-C: some hundredths of a second
MORE = -2
MOST_STYLES = 10**6
MOST_PACE = 1 << 30
DUE, AFTER_NEXT = 1, 2  # when a table reports: before its next hand, or after it
PLAYING = "this floor is already playing: expected one call at a time"

if not cython.compiled:

    def PyErr_CheckSignals() -> int:  # noqa: N802 - the C function that compiled code calls
        """Nothing to do: the interpreter hears Ctrl-C by itself."""
        return 0


def within(what: str, value: object, least: int, most: int) -> int:
    """What `whole` gives; compiled, a plain number in range costs no call."""
    if type(value) is int and least <= value <= most:
        return value
    return whole(what, value, least, most)


class Floor:
    """The tables of an event: who sits where with how many chips, and where every button and blind is."""

    def __init__(
        self,
        room: tuple[int, int],
        rules: tuple[int, ...],
        button_rule: int,
        house: Brain,
        cards: Draws,
        chance: Draws,
    ) -> None:
        """Make room for a number of tables and of players.

        Take the rules as numbers, the bots, the card stream, and the stream that seeds each player's own randomness.
        """
        if getattr(self, "playing", False):
            raise ValueError(PLAYING)
        must_be(Brain, house, "the house bots' brain: expected what new_brain() gives")
        for stream in (cards, chance):
            must_be(Draws, stream, "a random stream: expected Draws, such as Keystream(7).draws")
        must_be((tuple, list), room, "the size of a floor: expected a number of tables and of players")
        if len(room) != 2:
            raise ValueError(f"a floor of {len(room)} numbers: expected how many tables and how many players")
        tables, players = room
        tables = whole("the number of tables", tables, 1, MOST_TABLES)
        players = whole("the number of players", players, 1, CHAIRS * MOST_TABLES)
        button_rule = whole("the button rule", button_rule, 0, MOVING_BUTTON)
        self.playing = False
        self.tables, self.players = tables, players
        self.clocks = Clocks(tables)
        self.terms = Terms()
        self.terms.fill(rules, (0,) * 10, tuple(range(52)))
        self.state = core.state_on(self.terms)
        self.rotation = Rotation()
        self.house = house
        self.cards = cards
        self.chance = Draws(None)
        self.button_rule = button_rule
        chairs, tables = 8 * CHAIRS * self.tables, 8 * self.tables
        self.stack = array("q", bytes(chairs))
        self.player = array("q", [-1]) * (CHAIRS * self.tables)
        self.style = array("q", bytes(chairs))
        self.arrives = array("q", bytes(chairs))
        self.before = array("q", bytes(chairs))
        self.by = array("q", bytes(chairs))
        self.shared = array("q", bytes(chairs))
        self.chairs = array("q", bytes(tables))
        self.button = array("q", bytes(tables))
        self.small_at = array("q", bytes(tables))
        self.big_at = array("q", bytes(tables))
        self.opened = array("q", bytes(tables))
        self.fresh = array("q", bytes(tables))
        self.hands = array("q", bytes(tables))
        self.length = array("q", bytes(tables))
        self.report = array("q", bytes(tables))
        # Hands are counted by seat and added to the player's total when they leave: a table fits the cache, a field of
        # a hundred thousand does not.
        self.dealt = array("q", bytes(chairs))
        self.dealt_in = array("q", bytes(8 * self.players))
        # A player's random generator lies at their seat for the same reason.
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
        self.ante_rows = array("q")
        self.bust_tables = self.code_count = self.level = self.pause = 0
        self.small = self.big = self.ante = self.pace_hand = self.pace_action = self.played = 0
        self.pressure = 0
        self.asking = -1
        self.order_at = 0

    def draw_seeds(self, stream: Draws) -> None:
        """Draw 64 bits of the stream for each player."""
        for player in range(self.players):
            high = stream.word()
            low = stream.word()
            self.seed[player] = high << 32 | low

    # -- reading and writing by the owner -------------------------------------------------------------------------

    def open_table(self, table: int, chairs: int, button: int, clock: int) -> None:
        """Open an empty table whose first hand has the button at a given seat."""
        self.check_idle()
        table = self.known_table(table)
        chairs = whole("the number of seats", chairs, 2, CHAIRS)
        button = whole("the button's seat", button, 0, chairs - 1)
        clock = whole("the clock", clock, 0, MOST_TIME)
        self.chairs[table] = chairs
        self.button[table] = button
        self.opened[table] = 0
        self.fresh[table] = 0
        self.hands[table] = 0
        self.report[table] = 0
        self.clocks.time[table] = clock

    def place_button(self, table: int, button: int) -> None:
        """Put the button of a table's first hand at a seat."""
        self.check_idle()
        table = self.known_table(table)
        if self.opened[table]:
            raise ValueError(f"table {table} has played: its button moves by the rules now")
        self.button[table] = whole("the button's seat", button, 0, self.chairs[table] - 1)

    def sit(self, table: int, seat: int, player: int, stack: int, style: int, arrives: int) -> None:
        """Seat a player with chips at an open seat; they are dealt in from the first hand that starts at `arrives`.

        A negative style is a Python bot, for whose decisions the floor stops.
        """
        self.check_idle()
        at = self.at(table, seat)
        if self.player[at] >= 0:
            raise ValueError(f"seat {at % CHAIRS + 1} of table {at // CHAIRS} is taken by player {self.player[at]}")
        player = self.known_player(player)
        stack = within("the stack", stack, 0, MOST_CHIPS)
        arrives = within("the time of arrival", arrives, 0, MOST_TIME)
        self.place(at, player, stack, self.known_style(style), arrives)

    def give_chance(self, player: int, number: int) -> None:
        """Let a player who is not seated yet use the random stream of a given number instead of their own."""
        self.check_idle()
        player, number = self.known_player(player), self.known_player(number)
        self.chance_of[player] = self.seed[number]

    def move(self, table: int, seat: int, to_table: int, to_seat: int, arrives: int) -> None:
        """Move a player and their chips to an open seat; they are dealt in from the first hand from `arrives` on."""
        self.check_idle()
        at, to = self.at(table, seat), self.at(to_table, to_seat)
        arrives = within("the time of arrival", arrives, 0, MOST_TIME)
        player = self.player[at]
        if player < 0:
            raise ValueError(f"seat {at % CHAIRS + 1} of table {at // CHAIRS} is open: no one can leave it")
        if self.player[to] >= 0:
            raise ValueError(f"seat {to % CHAIRS + 1} of table {to // CHAIRS} is taken by player {self.player[to]}")
        self.place(to, player, self.stack[at], self.style[at], arrives)
        self.chance_at[to] = self.chance_at[at]
        self.clear(at)

    def place(self, at: int, player: int, stack: int, style: int, arrives: int) -> None:
        """What `sit` does, unchecked."""
        self.player[at] = player
        self.stack[at] = stack
        self.style[at] = style
        self.chance_at[at] = self.chance_of[player]
        self.arrives[at] = arrives
        self.fresh[at // CHAIRS] |= 1 << at % CHAIRS

    def clear(self, at: int) -> None:
        """What `stand` does, unchecked."""
        if self.player[at] >= 0:
            self.dealt_in[self.player[at]] += self.dealt[at]
            self.chance_of[self.player[at]] = self.chance_at[at]
        self.dealt[at] = 0
        self.player[at] = -1
        self.stack[at] = 0
        self.fresh[at // CHAIRS] &= ~(1 << at % CHAIRS)

    def stand(self, table: int, seat: int) -> None:
        """Take a player and their chips off a seat."""
        self.check_idle()
        self.clear(self.at(table, seat))

    def add_chips(self, table: int, seat: int, chips: int) -> None:
        """Add chips to a player's stack, between hands."""
        self.check_idle()
        at = self.at(table, seat)
        self.stack[at] += whole("the chips to add", chips, -self.stack[at], MOST_CHIPS - self.stack[at])

    def at(self, table: int, seat: int) -> int:
        """The index of a seat, if it is on this floor: compiled code does not check its indices."""
        return CHAIRS * self.known_table(table) + within("the seat", seat, 0, CHAIRS - 1)

    def known_table(self, table: int) -> int:
        """The number of a table, if it is on this floor."""
        return within("the table", table, 0, self.tables - 1)

    def known_player(self, player: int) -> int:
        """The number of a player, if there is one."""
        return within("the player", player, 0, self.players - 1)

    def known_style(self, style: int) -> int:
        """The number of a style, if a bot has it."""
        if type(style) is int and 0 <= style < self.house.styles:
            return style
        # -1 - n is the Python bot number n; which one it is, only the owner knows.
        if is_whole(style, None, -1):
            return whole("the style", style, -MOST_STYLES, -1)
        return FOLDS if is_whole(style, FOLDS, FOLDS) else self.house.known(style)

    def check_idle(self) -> int:
        """Refuse a change while the floor plays, as from a random stream that is asked for more."""
        if self.playing:
            raise ValueError(PLAYING)
        return self.check_made()

    def check_made(self) -> int:
        """Refuse an object that was made without `__init__`, which compiled code makes possible."""
        if self.tables == 0:
            raise ValueError("this floor was never given tables and players")
        return 0

    def deal_from(self, cards: Draws) -> None:
        """Deal from another stream from the next hand on."""
        self.check_idle()
        must_be(Draws, cards, "a random stream: expected Draws, such as Keystream(7).draws")
        self.cards = cards

    # -- what the owner reads -------------------------------------------------------------------------------------

    def stack_at(self, table: int, seat: int) -> int:
        """The chips at a seat."""
        return self.stack[self.at(table, seat)]

    def player_at(self, table: int, seat: int) -> int:
        """The player at a seat; -1 if it is open."""
        return self.player[self.at(table, seat)]

    def dealt_at(self, table: int, seat: int) -> int:
        """How many hands the player at a seat was dealt since they sat down there."""
        return self.dealt[self.at(table, seat)]

    def dealt_before(self, player: int) -> int:
        """How many hands a player was dealt at the seats they have left."""
        return self.dealt_in[self.known_player(player)]

    def seated(self) -> dict[tuple[int, int], int]:
        """Who sits where, by table and seat."""
        return {
            (index // CHAIRS, index % CHAIRS): self.player[index]
            for index in range(CHAIRS * self.tables)
            if self.player[index] >= 0
        }

    def chips(self) -> int:
        """All chips at the tables."""
        return sum([self.stack[index] for index in range(CHAIRS * self.tables)])

    def chairs_of(self, table: int) -> int:
        """How many seats a table has."""
        return self.chairs[self.known_table(table)]

    def hands_of(self, table: int) -> int:
        """How many hands a table has played since it was opened."""
        return self.hands[self.known_table(table)]

    def length_of(self, table: int) -> int:
        """How many actions the last hand of a table had."""
        return self.length[self.known_table(table)]

    def clock_of(self, table: int) -> int:
        """The clock of a table."""
        return self.clocks.of(table)

    def must_report(self, table: int) -> bool:
        """Whether `run_until` stops before the next hand of a table."""
        return self.report[self.known_table(table)] == DUE

    def positions(self, table: int) -> tuple[int, int, int]:
        """Button, small blind and big blind of a table's last hand; -1 for each before the first."""
        table = self.known_table(table)
        if not self.opened[table]:
            return -1, -1, -1
        return self.button[table], self.small_at[table], self.big_at[table]

    # -- the clock and the level ----------------------------------------------------------------------------------

    def set_blinds(self, small: int, big: int, ante: int) -> None:
        """Set the blinds and the ante of the next hands."""
        self.check_idle()
        small, big, ante = [whole("a blind or ante", chips, 0, MOST_CHIPS) for chips in (small, big, ante)]
        self.set_level(small, big, ante)

    def set_level(self, small: int, big: int, ante: int) -> None:
        """What `set_blinds` does, unchecked."""
        self.small = small
        self.big = big
        self.ante = ante

    def set_timetable(self, starts: list[int], levels: list[int], pauses: list[int], hand: int, action: int) -> None:
        """Levels by time: when each starts, its three amounts, when breaks start and end, and how long hands take."""
        self.check_idle()
        starts = [whole("the start of a level", start, 0, MOST_TIME) for start in starts]
        levels = [whole("a blind or ante", chips, 0, MOST_CHIPS) for chips in levels]
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
        """Set who pays the ante of the next hands, as the core's number, and whether it comes before the blinds."""
        self.check_idle()
        kind, first = whole("the kind of ante", kind, 0, 2), whole("the order of antes", first, 0, 1)
        self.terms.ante_kind = kind
        self.terms.ante_first = first

    def set_antes(self, kinds: list[int]) -> None:
        """The same for each level of the timetable: a kind and an order each."""
        self.check_idle()
        kinds = [whole("the kind of ante", kind, 0, 1 if place % 2 else 2) for place, kind in enumerate(kinds)]
        if len(kinds) != 2 * len(self.starts):
            raise ValueError("expected a kind of ante and its order for each level of the timetable")
        self.ante_rows = array("q", kinds)

    def set_pressure(self, pressure: int) -> None:
        """Set how much more than its chips a bust costs in the next hands, in thousandths; 0 = no more."""
        self.check_idle()
        self.pressure = whole("the pressure", pressure, 0, MOST_PRESSURE)

    def set_clock(self, table: int, clock: int) -> None:
        """Set the clock of a table that is not playing."""
        self.check_idle()
        self.clocks.set(table, clock)

    def ask_report(self, table: int) -> None:
        """Have `run_until` stop at the end of the table's current hand."""
        self.report[self.known_table(table)] = DUE

    def ask_next_report(self, table: int) -> None:
        """Have `run_until` stop at the end of the table's next hand, unless it stops earlier anyway."""
        table = self.known_table(table)
        if self.report[table] == 0:
            self.report[table] = AFTER_NEXT

    def busts_at(self, table: int) -> list[tuple[int, int, int, int]]:
        """The players without a chip at a table: seat, player, stack before the hand, and the player it went to."""
        return self.busts_in(self.known_table(table))

    def busts_in(self, table: int) -> list[tuple[int, int, int, int]]:
        """What `busts_at` does, unchecked."""
        row = CHAIRS * table
        found = []
        for seat in range(self.chairs[table]):
            at = row + seat
            if self.player[at] >= 0 and self.stack[at] == 0:
                found.append((seat, self.player[at], self.before[at], self.by[at]))
        return found

    def winners_over(self, table: int, seat: int) -> tuple[int, ...]:
        """The players who took the last pot that a busted seat had a claim on, from the left of the button."""
        at = self.at(table, seat)
        table = at // CHAIRS
        seats, row = self.chairs[table], CHAIRS * table
        order = [(self.button[table] + step) % seats for step in range(1, seats + 1)] if seats else []
        return tuple([self.player[row + other] for other in order if self.shared[at] >> other & 1])

    def bust_list(self) -> list[int]:
        """The tables where a player busted in the round just played."""
        return [self.bust_table[i] for i in range(self.bust_tables)]

    def last_actions(self) -> list[int]:
        """The actions of the last hand, as the core's ints."""
        if self.code_count > MOST_ACTIONS:
            raise ValueError(f"the last hand had {self.code_count} actions, more than the {MOST_ACTIONS} kept")
        return [self.codes[i] for i in range(self.code_count)]

    def freeze(self) -> tuple[dict[str, bytes], dict[str, int]]:
        """Every number that can change between two hands, for a save."""
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
            "report": self.report,
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
            "stack": (0, MOST_CHIPS),
            "player": (-1, self.players - 1),
            "by": (0, self.players - 1),
            "shared": (0, (1 << CHAIRS) - 1),
            "style": (0, FOLDS),
            "report": (0, AFTER_NEXT),
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
        self.report = array("q", rows["report"])
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
        """Play one hand at each table, in this order; the number of tables where a player busted.

        Stops when a Python bot is to act, at table `asking`: `take` its answer, then `resume_round`.
        """
        self.check_idle()
        if self.asking >= 0:
            raise ValueError(f"table {self.asking} is still playing a hand: take the answer it waits for first")
        order = array("q", tables)  # plain numbers, whatever a list may hold or do
        if len(order) > self.tables:
            raise ValueError(f"{len(order)} tables in a round: the floor has {self.tables}")
        self.check_order(order)
        self.order = order
        self.order_at = 0
        self.bust_tables = 0
        return self.run_round()

    def check_order(self, order: array[int]) -> int:
        """Refuse tables that are not on this floor."""
        for i in range(len(order)):
            if order[i] < 0 or order[i] >= self.tables:
                raise ValueError(f"a table of the round does not exist: expected 0 to {self.tables - 1}")
        return 0

    def resume_round(self) -> int:
        """Continue a round that stopped; the number of tables where a player has busted so far."""
        self.check_idle()
        return self.run_round()

    def run_round(self) -> int:
        """Play the tables of the round that are left, and answer Ctrl-C between them."""
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
        """Play some tables of the round without looking up."""
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
        """Play one hand at one table, or the rest of the one under way; the number of players who bust."""
        if self.asking < 0:
            if not self.seat_hand(table):
                return 0
            self.state.begin_shuffled(self.cards)
            self.code_count = 0
        row = CHAIRS * table
        while self.state.turn >= 0:
            if self.state.street > RIVER:  # at a showdown that asks, every seat shows
                self.state.show(self.state.hole[2 * self.state.turn], self.state.hole[2 * self.state.turn + 1])
                continue
            at = row + self.state.turn
            if self.style[at] < 0:
                self.asking = table
                return 0
            if self.style[at] == FOLDS:
                code = CALL if self.state.act(FOLD) else FOLD  # where a free fold is not allowed, they check
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
        """Keep an action of the hand."""
        if self.code_count < MOST_ACTIONS:
            self.codes[self.code_count] = code
        self.code_count += 1

    def take(self, code: int) -> int:
        """Act for a Python bot; the core's reason if it refuses, in which case nothing has happened."""
        self.check_idle()
        code = whole("the action", code, FOLD, MOST_CHIPS)
        if self.asking < 0 or self.state.turn < 0 or self.style[CHAIRS * self.asking + self.state.turn] >= 0:
            raise ValueError("no Python bot is to act")
        refusal = self.state.act(code)
        if not refusal:
            self.note(code)
        return refusal

    def seat_hand(self, table: int) -> int:
        """Move button and blinds and write the terms of the table's next hand; 0 if fewer than two can play."""
        row = CHAIRS * table
        taken = 0
        for seat in range(self.chairs[table]):
            if self.stack[row + seat] > 0 and self.arrives[row + seat] <= self.clocks.time[table]:
                taken |= 1 << seat
        if taken & (taken - 1) == 0:
            self.code_count = 0
            self.clocks.time[table] += self.pace_hand
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
        """Write the stacks back, note who busted, and advance the table's clock; the number of players who busted."""
        row = CHAIRS * table
        busted = 0
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
        """Play the table whose clock is furthest behind, again and again.

        Stops before the next hand of a table where a player busted, or whose report was asked for, and returns its
        number. Returns -1 when every table's clock has reached `limit`, and when a Python bot is to act at table
        `asking`: `take` its answer, then call this again.
        """
        self.check_idle()
        return self.run_clock(whole("the limit", limit, 0, MOST_TIME))

    def run_clock(self, limit: int) -> int:
        """Play by the clock, and answer Ctrl-C between hands."""
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
        """Play some hands by the clock without looking up; what `run_until` returns, or MORE."""
        for _ in range(BATCH):
            if self.clocks.count == 0 or self.clocks.time[self.clocks.heap[0]] >= limit:
                return -1
            if self.report[self.clocks.heap[0]] == DUE:
                self.report[self.clocks.heap[0]] = 0
                return self.clocks.heap[0]
            self.play_earliest()
            if self.asking >= 0:
                return -1
        return MORE

    def earliest(self) -> int:
        """The table that plays next by the clock; -1 if none is on it."""
        self.check_made()
        return self.clocks.earliest()

    def play_next(self) -> int:
        """Play the next table by the clock; whether it ended a hand: it may wait for a break, players or an answer."""
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
        """Play a hand at the next table by the clock, or let it sit out a break."""
        table = self.clocks.heap[0]
        now = self.clocks.time[table]
        while self.level + 1 < len(self.starts) and self.starts[self.level + 1] <= now:
            self.level += 1
        while self.pause < len(self.pauses) and self.pauses[self.pause + 1] <= now:
            self.pause += 2
        if self.pause < len(self.pauses) and self.pauses[self.pause] <= now:
            self.clocks.time[table] = self.pauses[self.pause + 1]
        else:
            row = 3 * self.level
            self.set_level(self.level_rows[row], self.level_rows[row + 1], self.level_rows[row + 2])
            if len(self.ante_rows) > 0:
                self.terms.ante_kind = self.ante_rows[2 * self.level]
                self.terms.ante_first = self.ante_rows[2 * self.level + 1]
            hands = self.hands[table]
            if self.play(table):
                self.report[table] = DUE
            if self.asking >= 0:
                return 0
            if self.report[table] == AFTER_NEXT and self.hands[table] > hands:
                self.report[table] = DUE
        self.clocks.sink(0)
        return 0
