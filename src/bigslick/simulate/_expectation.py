"""The chips that each seat wins on average if no more is bet, over the boards that could follow."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.checks import must_be
from bigslick.core import evaluate as ev
from bigslick.core.codes import EMPTY, LIVE
from bigslick.core.draws import Draws
from bigslick.core.hand import State

COMPILED = cython.compiled

BOARDS = 100  # sampled before the flop: all 1.7 million are too many


class Expectation:
    """A hand's expectation: `find` and `find_one_pot` write `chips`, by seat."""

    def __init__(self, state: State, boards: Draws) -> None:
        """Take the hand's state and the stream for sampled boards."""
        must_be(State, state, "the state of a hand: expected a State")
        must_be(Draws, boards, "a random stream: expected Draws, such as Keystream(7).draws")
        self.state = state
        self.boards = boards
        self.seats = state.terms.seats
        self.one_pot = 0
        self.left = [0] * 52
        self.key = [0] * 10
        self.mask = [0] * 10
        self.strength = [0] * 10
        self.chips = [0.0] * 10

    def find(self, cards: int) -> int:
        """Average each seat's winnings if no more is bet, over the boards that could follow the first `cards`.

        Every dealt card is out of the deck, including folded hands: players based their decisions on them, so the
        expectation is unbiased only this way.
        """
        used = 0
        one = 1
        for seat in range(self.seats):
            self.chips[seat] = 0
            self.key[seat] = 0
            self.mask[seat] = 0
            if self.state.status[seat] != EMPTY:
                for i in range(2):
                    card = self.state.hole[2 * seat + i]
                    if card < 0:
                        raise ValueError("an all-in with unknown cards has no expectation")
                    used |= one << card
                    self.key[seat] += ev.KEY[card]
                    self.mask[seat] |= ev.MASK[card]
                for i in range(cards):
                    card = self.state.board[i]
                    used |= one << card
                    self.key[seat] += ev.KEY[card]
                    self.mask[seat] |= ev.MASK[card]
        count = 0
        for card in range(52):
            if not used >> card & 1:
                self.left[count] = card
                count += 1
        boards = 0
        if cards == 5:
            self.weigh(0, 0)
            boards = 1
        elif cards == 4:
            for i in range(count):
                self.weigh(ev.KEY[self.left[i]], ev.MASK[self.left[i]])
                boards += 1
        elif cards == 3:
            for i in range(count):
                for j in range(i):
                    self.weigh(
                        ev.KEY[self.left[i]] + ev.KEY[self.left[j]], ev.MASK[self.left[i]] | ev.MASK[self.left[j]]
                    )
                    boards += 1
        else:
            for _ in range(BOARDS):
                key = 0
                mask = 0
                for i in range(5):
                    j = i + self.boards.draw(count - i)
                    card = self.left[j]
                    self.left[j] = self.left[i]
                    self.left[i] = card
                    key += ev.KEY[card]
                    mask |= ev.MASK[card]
                self.weigh(key, mask)
                boards += 1
        for seat in range(self.seats):
            self.chips[seat] /= boards
        return 0

    def weigh(self, key: int, mask: int) -> None:
        """Add each seat's winnings with these cards to come."""
        for seat in range(self.seats):
            if self.state.status[seat] == LIVE:
                self.strength[seat] = ev.lookup(self.key[seat] + key, self.mask[seat] | mask)
        if self.one_pot:
            self.share_out(self.state.middle, self.state.live_bits)
            return
        for pot in range(self.state.pots):
            self.share_out(self.state.pot_amount[pot], self.state.pot_seats[pot])

    def share_out(self, amount: int, bits: int) -> None:
        """Add a pot to what its best hands win."""
        best = -1
        winners = 0
        for seat in range(self.seats):
            if bits >> seat & 1 and self.state.status[seat] == LIVE:
                if self.strength[seat] > best:
                    best = self.strength[seat]
                    winners = 0
                if self.strength[seat] == best:
                    winners += 1
        if winners == 0:
            return
        part = 1.0 * amount / winners  # a float first: C divides ints as ints
        for seat in range(self.seats):
            if bits >> seat & 1 and self.state.status[seat] == LIVE and self.strength[seat] == best:
                self.chips[seat] += part

    def find_one_pot(self, cards: int) -> int:
        """Average each seat's share of all chips in the middle, over the boards that can follow the first `cards`."""
        self.one_pot = 1
        self.find(cards)
        self.one_pot = 0
        return 0
