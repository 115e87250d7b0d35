# cython: binding=False
# Plain methods, because Python calls them 15 ns faster than methods with a signature.
"""A hand's chips: behind, in front and in the middle; how pots are layered and split."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import _cython as cython

from . import bits
from .codes import LIVE, LOG_AWARD, LOG_REFUND, MAX_CHIPS, MAX_SEATS
from .terms import Terms

COMPILED = cython.compiled

NO_TERMS = Terms()  # for an object that was never initialised: no seats, so nothing can begin
TOTAL = MAX_CHIPS * MAX_SEATS
LOG_LINES = 256  # a ten-way tie for nine pots on four boards takes about 240


def part(amount: int, count: int, place: int, unit: int) -> int:
    """Split an amount `count` ways and return one winner's part, by place clockwise from the button's left.

    Everyone gets an equal share in whole units. Odd units go one each to the first places (TDA 20-A, S2 6.3.3), and
    anything smaller than a unit goes to the next place; place `count` gets only the even share.
    """
    share = amount // (count * unit) * unit
    odd = amount - count * share - place * unit
    return share + (0 if odd < 0 else odd if odd < unit else unit)


def part_of(amount: int, count: int, place: int, unit: int) -> int:
    """Call `part`; this one can be called from Python."""
    if not (0 <= amount <= TOTAL and 1 <= count <= MAX_SEATS and 0 <= place <= count and 1 <= unit <= TOTAL):
        raise ValueError(f"cannot split {amount} {count} ways in units of {unit}, place {place}: out of range")
    return part(amount, count, place, unit)


class Log:
    """A step's log lines, kept apart from the chips so that a state without a log is quick to copy."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.line = [0] * 512


class Chips:
    """One hand's chips by seat, with an optional log of the last step."""

    def __cinit__(self) -> None:  # only the compiled class calls this, before anything else
        self.terms = NO_TERMS

    def __init__(self, terms: Terms) -> None:
        if not isinstance(terms, Terms):
            raise TypeError("the chips of a hand need its terms: expected Terms")
        if cython.compiled and self.terms is not NO_TERMS:
            raise TypeError("the chips of a hand keep their terms: make a new object for other terms")
        self.terms = terms
        self.lay_out()

    def lay_out(self) -> None:
        """Reset every number to its value before the hand."""
        self.status = [0] * 10
        self.stack = [0] * 10
        self.bet = [0] * 10
        self.paid = [0] * 10
        self.refund = [0] * 10
        self.won = [0] * 10
        self.pot_amount = [0] * 10
        self.pot_seats = [0] * 10
        self.log: Log | None = None
        self.seats = self.button = self.pots = self.log_count = 0
        self.dealt_bits = self.live_bits = 0
        self.middle = self.dead = 0

    # -- moving ---------------------------------------------------------------------------------------------------

    if not cython.compiled:  # the .pxd has the compiled twins, which every module inlines

        def clear_chips(self) -> None:
            """Clear every seat's payments, refunds and winnings."""
            self.clear_bets()
            self.paid = [0] * 10
            self.refund = [0] * 10
            self.won = [0] * 10

        def clear_bets(self) -> None:
            """Clear the bets in front."""
            self.bet = [0] * 10

        def within(self, seat: int, due: int) -> int:
            """Return how much of a debt the seat can pay."""
            if not self.live_bits >> seat & 1:
                return 0
            return due if due < self.stack[seat] else self.stack[seat]

        def put(self, seat: int, chips: int) -> None:
            """Move chips from the stack to the bet in front."""
            self.stack[seat] -= chips
            self.bet[seat] += chips
            self.paid[seat] += chips
            self.middle += chips

        def note(self, kind: int, seat: int, amount: int) -> None:
            """Write one line to this step's log, if one is kept."""
            if self.log is not None:
                self.write(kind, seat, amount)

    def write(self, kind: int, seat: int, amount: int) -> None:
        """Write one line to the log, if there is room."""
        if self.log is not None and self.log_count < LOG_LINES:
            self.log.line[2 * self.log_count] = kind + 256 * seat
            self.log.line[2 * self.log_count + 1] = amount
            self.log_count += 1

    def return_uncalled(self) -> None:
        """Return a live seat's chips above everyone else's, folded seats included."""
        top = bits.LOWEST[self.live_bits]
        rest = self.live_bits & self.live_bits - 1
        while rest:
            seat = bits.LOWEST[rest]
            rest &= rest - 1
            if self.paid[seat] > self.paid[top]:
                top = seat
        called = 0
        for i in range(self.seats):
            paid = 0 if i == top else self.paid[i]
            called = paid if paid > called else called
        excess = self.paid[top] - called  # an uncalled bet goes back: S2 7
        if excess > 0:
            self.paid[top] -= excess
            self.stack[top] += excess
            self.refund[top] += excess
            self.middle -= excess
            self.note(LOG_REFUND, top, excess)

    # -- pots -----------------------------------------------------------------------------------------------------

    def build_pots(self) -> None:
        """Build the pots in layers, one for each amount that a live seat has put in.

        Dead chips go into the main pot. Folded chips stay in the layers they reach. Chips above every live seat join
        the last pot, or make one if no live seat has paid, so no chip is lost.
        """
        if self.all_paid_alike():  # no side pot
            self.pots = 1 if self.middle > 0 else 0
            self.pot_amount[0] = self.middle
            self.pot_seats[0] = self.live_bits
            return
        self.pots = 0
        laid = 0
        seats = 0
        below = -1
        while True:
            level = below
            for i in range(self.seats):
                if self.status[i] == LIVE and self.paid[i] > below and (level == below or self.paid[i] < level):
                    level = self.paid[i]
            if level == below:
                break
            amount = self.dead if below < 0 else 0  # dead chips are in the main pot: TDA 21, S2 7.3.2
            floor = below if below > 0 else 0
            seats = 0
            for i in range(self.seats):
                if self.paid[i] > floor:
                    amount += (self.paid[i] if self.paid[i] < level else level) - floor
                # Only seats that matched a layer can win it: TDA 21, S2 7.3.2
                if self.status[i] == LIVE and self.paid[i] >= level:
                    seats |= 1 << i
            if amount > 0:
                self.pot_amount[self.pots] = amount
                self.pot_seats[self.pots] = seats
                self.pots += 1
                laid += amount
            below = level
        if self.pots == 0 and self.middle > 0:
            self.pot_amount[0] = 0
            self.pot_seats[0] = seats
            self.pots = 1
        if self.pots > 0:
            self.pot_amount[self.pots - 1] += self.middle - laid

    def all_paid_alike(self) -> int:
        """Return whether all live seats have put in the same amount, so there is only one pot."""
        first = bits.LOWEST[self.live_bits]
        rest = self.live_bits & self.live_bits - 1
        while rest:
            if self.paid[bits.LOWEST[rest]] != self.paid[first]:
                return 0
            rest &= rest - 1
        return 1

    def claims(self, pot: int) -> int:
        """Return the seats that can still win the pot, as bits."""
        return self.pot_seats[pot] & self.live_bits

    def award(self, pot: int, board: int, amount: int, winners: int) -> None:
        """Split a board's part of a pot evenly; odd units go one each, clockwise from the button's left."""
        count = bits.COUNT[winners]
        if count == 1:
            self.pay(pot, board, bits.LOWEST[winners], amount)
            return
        seat = self.button
        for place in range(count):
            seat = bits.next_seat(winners, seat)
            self.pay(pot, board, seat, part(amount, count, place, self.terms.odd_unit))

    def pay(self, pot: int, board: int, seat: int, chips: int) -> None:
        """Pay a winner from a pot."""
        self.won[seat] += chips
        self.stack[seat] += chips
        self.note(LOG_AWARD, seat + 16 * pot + 256 * board, chips)

    def even_share(self, amount: int, count: int) -> int:
        """Return an equal share of an amount in whole units, before odd chips."""
        return part(amount, count, count, self.terms.odd_unit)

    # -- for Python -----------------------------------------------------------------------------------------------

    def stacks(self) -> tuple[int, ...]:
        """Return chips behind, by seat."""
        return tuple([self.stack[i] for i in range(self.seats)])

    def bets(self) -> tuple[int, ...]:
        """Return chips in front on this street, by seat."""
        return tuple([self.bet[i] for i in range(self.seats)])

    def committed(self) -> tuple[int, ...]:
        """Return each seat's chips over the whole hand that others must match; dead chips do not count."""
        return tuple([self.paid[i] for i in range(self.seats)])

    def statuses(self) -> tuple[int, ...]:
        """Return EMPTY, LIVE, FOLDED or MUCKED, by seat."""
        return tuple([self.status[i] for i in range(self.seats)])

    def live_seats(self) -> tuple[int, ...]:
        """Return the seats that can still win a pot."""
        return tuple([i for i in range(self.seats) if self.status[i] == LIVE])

    def refunds(self) -> tuple[int, ...]:
        """Return uncalled chips returned, by seat."""
        return tuple([self.refund[i] for i in range(self.seats)])

    def winnings(self) -> tuple[int, ...]:
        """Return chips won from the pots, by seat."""
        return tuple([self.won[i] for i in range(self.seats)])

    def keep_log(self) -> None:
        """Start a log of each step; a copy starts without one."""
        self.log = Log()
        self.log_count = 0

    def last_log(self) -> tuple[tuple[int, int, int], ...]:
        """Return the last step's log: (kind, seat, amount) for each line; empty if no log is kept."""
        if self.log is None:
            return ()
        line = self.log.line
        return tuple([(line[2 * i] & 255, line[2 * i] >> 8, line[2 * i + 1]) for i in range(self.log_count)])
