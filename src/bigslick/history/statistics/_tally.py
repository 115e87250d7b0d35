"""Counts each seat's actions in a hand, one by one, for every figure in a player's statistics.

Each figure is a set of bits, one bit per seat; only bets, calls and folds after the flop can count more than once in a
hand. `figures` names the columns and says what they mean.
"""

from __future__ import annotations

from operator import index

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core import hand as core
from bigslick.core.codes import CALL, EMPTY, FLOP, FOLD, OVER, PREFLOP, RIVER, SHOWDOWN
from bigslick.core.hand import State

from .._scan import Playback
from ..action_kinds import BOARD, MOST_PLACES, MOST_VALUE, WAGER
from ..action_kinds import FOLD as FOLD_KIND
from .count_columns import (
    BITS,
    C_BET,
    CALLS,
    COLUMNS,
    DEALT,
    ENTERED,
    FACED_C_BET,
    FACED_STEAL,
    FACED_THREE_BET,
    FLOPS,
    FOLDS,
    RAISED,
    SETTLED_FLOPS,
    SETTLED_SHOWDOWNS,
    SHOWDOWNS,
    STEAL,
    THREE_BET,
    WAGERS,
    WON_FLOPS,
    WON_SHOWDOWNS,
)

COMPILED = cython.compiled

NO_SEAT = -1
# Sums of winnings in big blinds: all hands and their squares, all-ins at their expectation and their squares, winnings
# at showdown and without one.
SUMS = 6


class Tally:
    """Counts one hand at a time."""

    def __cinit__(self) -> None:  # only the compiled class calls this: no seat, nothing counted
        self.seats = 0

    def __init__(self) -> None:
        self.bit = [0] * 29
        self.wagers = [0] * 10
        self.calls = [0] * 10
        self.folds = [0] * 10
        self.put = [0] * 10
        self.won = [0] * 10
        self.fair = [0.0] * 10
        self.clear(0, 0, 0, 0)

    # -- action by action -----------------------------------------------------------------------------------------

    def begin(self, state: State, stealers: int, blinds: int) -> None:
        """Start a hand; `stealers` and `blinds` are the seats that can steal and those that defend, as bits."""
        if state is None:
            raise TypeError("expected the State of a hand")
        self.start(state, stealers, blinds)

    def start(self, state: State, stealers: int, blinds: int) -> None:
        """Do what `begin` does, without checks."""
        self.clear(state.seats, state.dealt_bits, stealers, blinds)

    def clear(self, seats: int, dealt: int, stealers: int, blinds: int) -> None:
        """Forget the previous hand."""
        for i in range(BITS):
            self.bit[i] = 0
        self.bit[DEALT] = dealt
        for i in range(10):
            self.wagers[i] = 0
            self.calls[i] = 0
            self.folds[i] = 0
            self.put[i] = 0
            self.won[i] = 0
            self.fair[i] = 0
        self.seats = seats
        self.live = dealt
        self.stealers = stealers
        self.blinds = blinds
        self.street = PREFLOP
        self.cards = 0
        self.raises = 0
        self.stayed = 0
        self.called = 0
        self.acted = 0
        self.stealer = self.raiser = self.raiser_before = self.holder = self.bettor = NO_SEAT
        self.bets = 0
        self.pot = 0
        self.all_in = 0
        self.settled = 0

    def see(self, seat: int, street: int, cards: int, due: int, code: int) -> None:
        """Count an action: the street, the board cards and chips due before it, and its code."""
        if not (0 <= seat < self.seats and PREFLOP <= street <= RIVER):
            raise ValueError(f"seat {seat} on street {street}: expected a seat of the hand and a street from 0 to 3")
        self.note(seat, street, cards, due, code)

    def note(self, seat: int, street: int, cards: int, due: int, code: int) -> None:
        """Count an action, without checks."""
        bit = 1 << seat
        if street > self.street:
            self.open_street(street)
        self.cards = cards
        if street == PREFLOP:
            self.before_flop(seat, bit, due, code)
        else:
            self.after_flop(seat, bit, due, code)
        if code == FOLD:
            self.live &= ~bit

    def before_flop(self, seat: int, bit: int, due: int, code: int) -> None:
        """Count an action before the flop."""
        wager = code > CALL
        if self.raises == 0 and not self.stayed and not self.acted & bit and self.stealers & bit:
            self.bit[STEAL] |= bit
            if wager:
                self.bit[STEAL + 1] |= bit
                self.stealer = seat
        elif self.raises == 1:
            if not self.bit[RAISED] & bit:
                self.bit[THREE_BET] |= bit
                if wager:
                    self.bit[THREE_BET + 1] |= bit
            if self.stealer >= 0 and self.blinds & bit and not self.called:
                self.bit[FACED_STEAL] |= bit
                if code == FOLD:
                    self.bit[FACED_STEAL + 1] |= bit
        elif self.raises == 2 and self.raiser_before == seat and not self.bit[FACED_THREE_BET] & bit:
            self.bit[FACED_THREE_BET] |= bit
            if code == FOLD:
                self.bit[FACED_THREE_BET + 1] |= bit
        self.acted |= bit
        if wager:
            self.bit[ENTERED] |= bit  # VPIP
            self.bit[RAISED] |= bit
            self.raises += 1
            self.raiser_before = self.raiser
            self.raiser = seat
        elif code == CALL:
            if due > 0:
                self.bit[ENTERED] |= bit
            if self.raises == 0:
                self.stayed |= bit  # a player who checks an extra post is in the pot too
            elif self.raises == 1:
                self.called |= bit

    def open_street(self, street: int) -> None:
        """Move to a street: record who can make a continuation bet, and who sees the flop."""
        if self.street == PREFLOP:
            self.bit[FLOPS] = self.live
        # On a street without an action there was no bet to follow up.
        if street == FLOP:
            self.holder = self.raiser
        elif street == self.street + 1 and self.bettor >= 0 and self.raiser == self.bettor:
            self.holder = self.bettor
        else:
            self.holder = NO_SEAT
        self.street = street
        self.bets = 0
        self.bettor = NO_SEAT
        self.acted = 0

    def after_flop(self, seat: int, bit: int, due: int, code: int) -> None:
        """Count an action on flop, turn or river."""
        wager = code > CALL
        at = 2 * (self.street - FLOP)
        if self.bets == 0 and seat == self.holder and not self.acted & bit:
            self.bit[C_BET + at] |= bit
            if wager:
                self.bit[C_BET + at + 1] |= bit
                self.bettor = seat
        elif self.bettor >= 0 and self.bets == 1 and seat != self.bettor:
            self.bit[FACED_C_BET + at] |= bit
            if code == FOLD:
                self.bit[FACED_C_BET + at + 1] |= bit
        self.acted |= bit
        if wager:
            self.wagers[seat] += 1
            self.bets += 1
            self.raiser = seat
        elif code == FOLD:
            self.folds[seat] += 1
        elif due > 0:
            self.calls[seat] += 1

    def finish(self, showdown: bool, cards: int) -> None:
        """End the hand: record whether betting led to a showdown, and how many board cards were dealt."""
        if cards >= 3 and self.street == PREFLOP:
            self.bit[FLOPS] = self.live
        if showdown and self.live & (self.live - 1):
            self.bit[SHOWDOWNS] = self.live

    def settle(self) -> None:
        """Count who won, from `won`."""
        self.settled = 1
        winners = 0
        for seat in range(self.seats):
            if self.won[seat] > 0:
                winners |= 1 << seat
        self.bit[SETTLED_SHOWDOWNS] = self.bit[SHOWDOWNS]
        self.bit[WON_SHOWDOWNS] = self.bit[SHOWDOWNS] & winners
        self.bit[SETTLED_FLOPS] = self.bit[FLOPS]
        self.bit[WON_FLOPS] = self.bit[FLOPS] & winners

    def close(self, state: State) -> None:
        """End a hand that has been played out, and count its chips."""
        if state is None:
            raise TypeError("expected the State of a hand")
        if state.seats != self.seats:
            raise ValueError(f"a hand of {state.seats} seats: expected the {self.seats} of the hand that was begun")
        self.end(state, state.board_count)

    def end(self, state: State, cards: int) -> None:
        """End a hand without checks; a record may have dealt fewer cards than the play."""
        self.finish(state.street >= SHOWDOWN, cards)
        for seat in range(self.seats):
            self.won[seat] = state.won[seat]
            self.fair[seat] = state.won[seat]
            self.put[seat] = state.terms.stack[seat] - state.stack[seat] + state.won[seat]
            self.pot += self.put[seat]
            if state.status[seat] != EMPTY and state.stack[seat] == state.won[seat] + state.refund[seat]:
                self.all_in |= 1 << seat
        if state.street == OVER:
            self.settle()

    # -- a whole record -------------------------------------------------------------------------------------------

    def play(self, playback: Playback, stealers: int, blinds: int) -> None:
        """Count a recorded hand that has been played to the end of its record."""
        if playback is None:
            raise TypeError("expected the Playback of a record")
        state = core.state_on(playback.state.terms)
        state.begin()
        self.start(state, stealers, blinds)
        dealt = 0
        for action in playback.actions:
            if action is None:
                raise TypeError("expected recorded actions, found None")
            if action.kind == BOARD:
                dealt += len(action.cards)
                continue
            # Skip a check that the rules do not require, as in the play.
            if action.kind > WAGER or state.turn < 0 or state.street > RIVER or action.player >= playback.players:
                continue
            seat = playback.seat_of[action.player]
            if seat != state.turn:
                continue
            code = CALL
            if action.kind == FOLD_KIND:
                code = FOLD
            elif action.kind == WAGER:
                code = action.amount
                for _ in range(playback.places - action.places):
                    if code <= MOST_VALUE:
                        code *= 10
            street = state.street
            cards = state.board_count
            due = state.to_call
            if state.act(code) == 0:
                self.note(seat, street, cards, due, code)
        self.end(playback.state, dealt)

    # -- for Python -----------------------------------------------------------------------------------------------

    def collect(self, won: tuple[int, ...]) -> None:
        """Take each seat's winnings from the record, if the play does not know them or ignores the rake."""
        if len(won) != self.seats:
            raise ValueError(f"{len(won)} amounts: expected one for each of the {self.seats} seats")
        for seat in range(self.seats):
            self.won[seat] = won[seat]
            self.fair[seat] = self.won[seat]
        self.settle()

    def leave_open(self) -> None:
        """Forget the winners: the record does not show them."""
        self.settled = 0
        self.bit[SETTLED_SHOWDOWNS] = 0
        self.bit[WON_SHOWDOWNS] = 0
        self.bit[SETTLED_FLOPS] = 0
        self.bit[WON_FLOPS] = 0

    def adjust(self, fair: tuple[float, ...]) -> None:
        """Set each seat's expected winnings when betting ended."""
        if len(fair) != self.seats:
            raise ValueError(f"{len(fair)} amounts: expected one for each of the {self.seats} seats")
        for seat in range(self.seats):
            self.fair[seat] = fair[seat]

    def check_seat(self, seat: int) -> int:
        """Return the seat if it is in the hand."""
        if not cython.compiled:
            seat = index(seat)
        if seat < 0 or seat >= self.seats:
            raise ValueError(f"there is no seat {seat}: expected 0 to {self.seats - 1}")
        return seat

    def put_in(self, seat: int) -> int:
        """Return the chips that the seat put into the pots, excluding uncalled ones."""
        return self.put[self.check_seat(seat)]

    def collected(self, seat: int) -> int:
        """Return the chips that the seat won from the pots."""
        return self.won[self.check_seat(seat)]

    def expected(self, seat: int) -> float:
        """Return the seat's expected winnings when betting ended: its actual winnings, unless it was all-in."""
        return self.fair[self.check_seat(seat)]

    def did(self, column: int, seat: int) -> bool:
        """Whether a bit column is set for a seat."""
        seat = self.check_seat(seat)
        if column < 0 or column >= BITS:
            raise ValueError(f"there is no column {column}: expected 0 to {BITS - 1}")
        return bool(self.bit[column] >> seat & 1)

    def counts(self, seat: int) -> tuple[int, ...]:
        """Return every column for a seat, in the order of `Figures`."""
        seat = self.check_seat(seat)
        total = SeatCounts()
        self.add_to(total.column, 0, seat)
        return total.columns()

    def add_to(self, columns: list[int], at: int, seat: int) -> None:
        """Add every column for a seat, unchecked, to those that begin at a place."""
        last = BITS
        for i in range(last):
            columns[at + i] += self.bit[i] >> seat & 1
        columns[at + WAGERS] += self.wagers[seat]
        columns[at + CALLS] += self.calls[seat]
        columns[at + FOLDS] += self.folds[seat]


class SeatCounts:
    """Adds up seats over many hands."""

    def __init__(self) -> None:
        self.column = [0] * 32
        self.sum = [0.0] * 6
        self.chips = [0] * 10
        self.fair_chips = [0.0] * 10
        self.known = 0
        """Hands with known winnings."""

    def add(self, tally: Tally, seat: int, big_blind: int, places: int) -> None:
        """Add one seat of the tally's hand; a chip has `places` decimal places."""
        if tally is None:
            raise TypeError("expected a Tally")
        seat = tally.check_seat(seat)
        if big_blind < 1 or places < 0 or places > MOST_PLACES:
            raise ValueError(f"a big blind of {big_blind} with {places} places: expected 1 or more, and 0 to 9")
        tally.add_to(self.column, 0, seat)
        if not tally.settled:
            return
        self.known += 1
        chips = tally.won[seat] - tally.put[seat]
        if chips == 0 and tally.fair[seat] == tally.won[seat]:
            return
        fair = tally.fair[seat] - tally.put[seat]
        self.chips[places] += chips
        self.fair_chips[places] += fair
        blinds = 1.0 * chips / big_blind  # a float first, because C would divide the ints
        self.sum[0] += blinds
        self.sum[1] += blinds * blinds
        if tally.bit[SHOWDOWNS] >> seat & 1:
            self.sum[4] += blinds
        else:
            self.sum[5] += blinds
        blinds = fair / big_blind
        self.sum[2] += blinds
        self.sum[3] += blinds * blinds

    def merge(self, other: SeatCounts) -> None:
        """Add another's sums."""
        if other is None:
            raise TypeError("expected SeatCounts")
        for i in range(COLUMNS):
            self.column[i] += other.column[i]
        for i in range(SUMS):
            self.sum[i] += other.sum[i]
        for i in range(MOST_PLACES + 1):
            self.chips[i] += other.chips[i]
            self.fair_chips[i] += other.fair_chips[i]
        self.known += other.known

    def columns(self) -> tuple[int, ...]:
        """Return the counts, in the order of `Figures`."""
        return tuple([self.column[i] for i in range(COLUMNS)])

    def sums(self) -> tuple[float, ...]:
        """Return all six sums of winnings, in big blinds."""
        return tuple([self.sum[i] for i in range(SUMS)])

    def won(self) -> tuple[tuple[int, float], ...]:
        """Return chips won, actual and with all-ins at their expectation, by a chip's decimal places."""
        return tuple([(self.chips[i], self.fair_chips[i]) for i in range(MOST_PLACES + 1)])
