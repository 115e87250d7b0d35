"""A floor's seats: players, chips, buttons and blinds.

A table is a row of CHAIRS seats in flat arrays, even if it uses fewer, so a field of a hundred thousand takes a few
megabytes. The floor adds the players' bots and the hands.
"""

from __future__ import annotations

from array import array

from bigslick.bots._brain import Brain
from bigslick.checks import is_whole, must_be, whole
from bigslick.core.codes import MAX_CHIPS
from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.core.draws import Draws

from ..structure.table_counts import MOST_TABLES
from ._clocks import MOST_TIME, Clocks
from .no_shows import FOLDS

COMPILED = not __file__.endswith(".py")

MOST_STYLES = 10**6
STREAM = "a random stream: expected Draws, such as Keystream(7).draws"
PLAYING = "this floor is already playing: expected one call at a time"


def within(what: str, value: object, least: int, most: int) -> int:
    """Check like `whole`; when compiled, a plain number in range costs no call."""
    if type(value) is int and least <= value <= most:
        return value
    return whole(what, value, least, most)


class Seats:
    """Every table's seats: players, stacks, buttons and blinds, and each player's hands."""

    def __init__(self, room: tuple[int, int], house: Brain, chance: Draws) -> None:
        """Make room for this many tables and players.

        Take the bots, for their styles, and the stream that seeds each player's own randomness.
        """
        self.check_new()
        if type(self) is not Seats and not getattr(self, "ready", False):
            raise TypeError("a floor needs more than seats: expected Floor(...), or Seats(...) by themselves")
        must_be(Brain, house, "the house bots' brain: expected what new_brain() gives")
        must_be(Draws, chance, STREAM)
        must_be((tuple, list), room, "the size of a floor: expected a number of tables and of players")
        if len(room) != 2:
            raise ValueError(f"a floor of {len(room)} numbers: expected how many tables and how many players")
        tables, players = room
        tables = whole("the number of tables", tables, 1, MOST_TABLES)
        players = whole("the number of players", players, 1, CHAIRS * MOST_TABLES)
        seeds = drawn_seeds(chance, players)
        self.check_new()  # the stream is Python code, which may have called this meanwhile
        self.playing = False
        self.house = house
        self.clocks = Clocks(tables)
        by_seat, by_table = bytes(8 * CHAIRS * tables), bytes(8 * tables)
        self.stack = array("q", by_seat)
        self.player = array("q", [-1]) * (CHAIRS * tables)
        self.style = array("q", by_seat)
        self.arrives = array("q", by_seat)
        self.before = array("q", by_seat)
        self.by = array("q", by_seat)
        self.shared = array("q", by_seat)
        self.chairs = array("q", by_table)
        self.button = array("q", by_table)
        self.small_at = array("q", by_table)
        self.big_at = array("q", by_table)
        self.opened = array("q", by_table)
        self.fresh = array("q", by_table)
        self.hands = array("q", by_table)
        self.length = array("q", by_table)
        # Hands are counted by seat and added to the player's total when they leave: a table fits in the cache, a field
        # of a hundred thousand does not.
        self.dealt = array("q", by_seat)
        self.dealt_in = array("q", bytes(8 * players))
        # A player's random generator is stored with their seat for the same reason.
        self.seed = seeds
        self.chance_of = array("Q", bytes(seeds))
        self.chance_at = array("Q", by_seat)
        self.bust_table = array("q", by_table)
        self.players = players
        self.tables = tables  # set last, because an object with tables must be complete

    # -- what the owner writes ------------------------------------------------------------------------------------

    def open_table(self, table: int, chairs: int, button: int, clock: int) -> None:
        """Open an empty table with its first button at a given seat."""
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
        self.clocks.report[table] = 0
        self.clocks.time[table] = clock

    def place_button(self, table: int, button: int) -> None:
        """Place a table's first button at a seat."""
        self.check_idle()
        table = self.known_table(table)
        if self.opened[table]:
            raise ValueError(f"table {table} has played: its button moves by the rules now")
        self.button[table] = whole("the button's seat", button, 0, self.chairs[table] - 1)

    def sit(self, table: int, seat: int, player: int, stack: int, style: int, arrives: int) -> None:
        """Seat a player with chips in an open seat; they are dealt in to the first hand from `arrives`.

        A negative style is a Python bot, and the floor stops for its decisions.
        """
        self.check_idle()
        at = self.at(table, seat)
        if self.player[at] >= 0:
            raise ValueError(f"seat {at % CHAIRS + 1} of table {at // CHAIRS} is taken by player {self.player[at]}")
        player = self.known_player(player)
        stack = within("the stack", stack, 0, MAX_CHIPS)
        arrives = within("the time of arrival", arrives, 0, MOST_TIME)
        self.place(at, player, stack, self.known_style(style), arrives)

    def give_chance(self, player: int, number: int) -> None:
        """Give a player who is not seated yet a different random stream."""
        self.check_idle()
        player, number = self.known_player(player), self.known_player(number)
        self.chance_of[player] = self.seed[number]

    def move(self, table: int, seat: int, to_table: int, to_seat: int, arrives: int) -> None:
        """Move a player and their chips to an open seat; they are dealt in to the first hand from `arrives`."""
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
        """Seat a player, without checks."""
        self.player[at] = player
        self.stack[at] = stack
        self.style[at] = style
        self.chance_at[at] = self.chance_of[player]
        self.arrives[at] = arrives
        self.fresh[at // CHAIRS] |= 1 << at % CHAIRS

    def clear(self, at: int) -> None:
        """Empty a seat, without checks."""
        if self.player[at] >= 0:
            self.dealt_in[self.player[at]] += self.dealt[at]
            self.chance_of[self.player[at]] = self.chance_at[at]
        self.dealt[at] = 0
        self.player[at] = -1
        self.stack[at] = 0
        self.fresh[at // CHAIRS] &= ~(1 << at % CHAIRS)

    def stand(self, table: int, seat: int) -> None:
        """Remove a player and their chips from a seat."""
        self.check_idle()
        self.clear(self.at(table, seat))

    def add_chips(self, table: int, seat: int, chips: int) -> None:
        """Add chips to a player's stack, between hands."""
        self.check_idle()
        at = self.at(table, seat)
        self.stack[at] += whole("the chips to add", chips, -self.stack[at], MAX_CHIPS - self.stack[at])

    def at(self, table: int, seat: int) -> int:
        """Return a seat's index if it is on this floor: compiled code does not check its indices."""
        return CHAIRS * self.known_table(table) + within("the seat", seat, 0, CHAIRS - 1)

    def known_table(self, table: int) -> int:
        """Return a table's number if it is on this floor."""
        return within("the table", table, 0, self.tables - 1)

    def known_player(self, player: int) -> int:
        """Return a player's number if the player exists."""
        return within("the player", player, 0, self.players - 1)

    def known_style(self, style: int) -> int:
        """Return a style's number if a bot has it."""
        if type(style) is int and 0 <= style < self.house.styles:
            return style
        # -1 - n is Python bot number n; only the owner knows which bot that is.
        if is_whole(style, None, -1):
            return whole("the style", style, -MOST_STYLES, -1)
        return FOLDS if is_whole(style, FOLDS, FOLDS) else self.house.known(style)

    def check_new(self) -> int:
        """Refuse a second `__init__`, which would change the number of tables during a hand."""
        if getattr(self, "playing", False):
            raise ValueError(PLAYING)
        if getattr(self, "tables", 0):
            raise ValueError("this floor has its tables and players: make a new one for others")
        return 0

    def check_idle(self) -> int:
        """Refuse a change during play, for example from a random stream's refill."""
        if self.playing:
            raise ValueError(PLAYING)
        return self.check_made()

    def check_made(self) -> int:
        """Refuse an object made without `__init__`, which compiled code makes possible."""
        if self.tables == 0:
            raise ValueError("this floor was never given tables and players")
        return 0

    # -- what the owner reads -------------------------------------------------------------------------------------

    def stack_at(self, table: int, seat: int) -> int:
        """Return the chips at a seat."""
        return self.stack[self.at(table, seat)]

    def player_at(self, table: int, seat: int) -> int:
        """Return the player at a seat; -1 if it is open."""
        return self.player[self.at(table, seat)]

    def dealt_at(self, table: int, seat: int) -> int:
        """Return the hands dealt to a seat's player since they sat down."""
        return self.dealt[self.at(table, seat)]

    def dealt_before(self, player: int) -> int:
        """Return the hands dealt to a player in earlier seats."""
        return self.dealt_in[self.known_player(player)]

    def seated(self) -> dict[tuple[int, int], int]:
        """Return the players by table and seat."""
        return {
            (index // CHAIRS, index % CHAIRS): self.player[index]
            for index in range(CHAIRS * self.tables)
            if self.player[index] >= 0
        }

    def chips(self) -> int:
        """Return the total chips at the tables."""
        return sum([self.stack[index] for index in range(CHAIRS * self.tables)])

    def chairs_of(self, table: int) -> int:
        """Return the number of seats at a table."""
        return self.chairs[self.known_table(table)]

    def hands_of(self, table: int) -> int:
        """Return the hands that a table has played since it opened."""
        return self.hands[self.known_table(table)]

    def length_of(self, table: int) -> int:
        """Return the number of actions in a table's last hand."""
        return self.length[self.known_table(table)]

    def clock_of(self, table: int) -> int:
        """Return a table's clock."""
        return self.clocks.of(table)

    def positions(self, table: int) -> tuple[int, int, int]:
        """Return the button, small blind and big blind of a table's last hand; -1 for each before the first."""
        table = self.known_table(table)
        if not self.opened[table]:
            return -1, -1, -1
        return self.button[table], self.small_at[table], self.big_at[table]

    def busts_at(self, table: int) -> list[tuple[int, int, int, int]]:
        """Return the busted players at a table: seat, player, stack before the hand, and the player who won it."""
        return self.busts_in(self.known_table(table))

    def busts_in(self, table: int) -> list[tuple[int, int, int, int]]:
        """Return the same, without checks."""
        row = CHAIRS * table
        found = []
        for seat in range(self.chairs[table]):
            at = row + seat
            if self.player[at] >= 0 and self.stack[at] == 0:
                found.append((seat, self.player[at], self.before[at], self.by[at]))
        return found

    def winners_over(self, table: int, seat: int) -> tuple[int, ...]:
        """Return the winners of the last pot that a busted seat had a claim on, from the left of the button."""
        at = self.at(table, seat)
        table = at // CHAIRS
        seats, row = self.chairs[table], CHAIRS * table
        order = [(self.button[table] + step) % seats for step in range(1, seats + 1)] if seats else []
        return tuple([self.player[row + other] for other in order if self.shared[at] >> other & 1])


def drawn_seeds(stream: Draws, players: int) -> array[int]:
    """Draw 64 bits from the stream for each player."""
    seeds = array("Q", bytes(8 * players))
    fill = seeds
    for player in range(players):
        high = stream.word()
        low = stream.word()
        fill[player] = high << 32 | low
    return seeds
