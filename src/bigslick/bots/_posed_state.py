"""Builds a core state from one seat's view, so a house bot decides from a view as it does from a hand.

A view that came over the wire has no state behind it, but the brain reads only states. This state holds what the brain
reads and nothing more, so it lives in this package.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.checks import whole
from bigslick.core import hand as core
from bigslick.core.codes import EMPTY, FOLDED, LIVE, MAX_CHIPS, MAX_SEATS, PREFLOP, RIVER, UNKNOWN
from bigslick.core.terms import Terms

COMPILED = cython.compiled

UNKNOWN_CARDS = "a house bot decides from its own two cards and the board: expected cards that are known"


class PosedState:
    """A state that was not reached by playing, with only the numbers that a house bot reads."""

    def __init__(self) -> None:
        if cython.compiled and self.state is not None:
            return  # a bot may be reading it
        self.terms = Terms()
        self.state: core.State = core.state_on(self.terms)

    def pose(self, numbers: tuple[int, ...], rows: tuple[tuple[int, ...], ...], cards: tuple[int, ...]) -> int:
        """Copy a view from `Brain.consider`, or explain what is wrong with it."""
        numbers, rows, cards = tuple(numbers), tuple([tuple(row) for row in rows]), tuple(cards)
        if len(numbers) != 11 or len(rows) != 6:
            raise ValueError(f"{len(numbers)} numbers and {len(rows)} rows of a view: expected 11 and 6")
        seats = whole("the number of seats", len(rows[0]), 2, MAX_SEATS)
        if any(len(row) != seats for row in rows):
            raise ValueError(f"rows of {[len(row) for row in rows]} seats: expected {seats} in each")
        street = whole("the street", numbers[0], PREFLOP, RIVER)
        turn = whole("the seat to act", numbers[1], 0, seats - 1)
        price, current, to_call, min_to, max_to = [
            whole("an amount of the view", chips, 0, MAX_CHIPS) for chips in numbers[2:7]
        ]
        middle = whole("the pot", numbers[7], 0, MAX_SEATS * MAX_CHIPS)
        button = whole("the button's seat", numbers[8], 0, seats - 1)
        wagers = whole("the number of wagers", numbers[9], 0, MAX_CHIPS)
        initiative = whole("the seat with the initiative", numbers[10], -1, seats - 1)
        stacks, bets, paid = [
            [whole("an amount of the view", chips, 0, MAX_CHIPS) for chips in row] for row in rows[:3]
        ]
        dealt, live, acted = [[bool(flag) for flag in row] for row in rows[3:]]
        cards = check_cards(cards, street)
        # Nothing below calls Python, so the state is never a mix of two views.
        state = self.state
        state.street, state.turn, self.terms.price, state.current = street, turn, price, current
        state.to_call, state.min_to, state.max_to, state.middle = to_call, min_to, max_to, middle
        state.button, state.wagers, state.initiative = button, wagers if wagers < 4 else 4, initiative
        self.terms.min_bet = 1
        state.seats = seats
        state.live = sum(live)
        state.dealt_bits = state.live_bits = state.acted_bits = 0
        for seat in range(seats):
            state.stack[seat] = stacks[seat]
            state.bet[seat] = bets[seat]
            state.paid[seat] = paid[seat]
            state.status[seat] = LIVE if live[seat] else FOLDED if dealt[seat] else EMPTY
            state.dealt_bits |= (1 if dealt[seat] or live[seat] else 0) << seat
            state.live_bits |= (1 if live[seat] else 0) << seat
            state.acted_bits |= (1 if acted[seat] else 0) << seat
        state.hole[2 * turn] = cards[0]
        state.hole[2 * turn + 1] = cards[1]
        state.board_count = len(cards) - 2
        for i in range(state.board_count):
            state.board[i] = cards[i + 2]
        return 0


def check_cards(cards: tuple[int, ...], street: int) -> tuple[int, ...]:
    """Return two hole cards and a street's board as plain ints, or a sentence that explains the problem."""
    if len(cards) < 2 or any(card is None or card == UNKNOWN for card in cards):
        raise ValueError(UNKNOWN_CARDS)
    board = 0 if street == PREFLOP else street + 2
    if len(cards) != 2 + board:
        raise ValueError(f"{len(cards) - 2} board cards on this street: expected {board}")
    plain = tuple([whole("a card", card, 0, 51) for card in cards])
    if len(set(plain)) != len(plain):
        raise ValueError(f"a card appears twice among {plain}: the deck has one of each")
    return plain
