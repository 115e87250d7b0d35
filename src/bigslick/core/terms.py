"""What one hand is played on: seats, stacks, what each seat owes before the deal, the rules as numbers, and the deck.

Terms are written once, before the hand begins; every copy of a state reads the same terms.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import _cython as cython

from .codes import (
    ANTE_BIG_BLIND,
    ANTE_BUTTON,
    ANTE_PER_PLAYER,
    LOG_BIG_BLIND,
    LOG_LIVE_POST,
    LOG_SMALL_BLIND,
    LOG_STRADDLE,
)

COMPILED = cython.compiled


class Terms:
    """The fixed numbers of one hand."""

    def __init__(self) -> None:
        self.stack = [0] * 10
        self.ante = [0] * 10
        self.live = [0] * 10
        self.kind = [0] * 10
        self.dead = [0] * 10
        self.deck = [0] * 52
        self.seats = self.button = self.opener = self.poster = 0
        self.limit = self.bet_cap = self.single = self.reveal = self.streets = 0
        self.burn = self.open_fold = self.posted_price = self.ante_first = 0
        self.ante_kind = self.pot_antes = self.pot_full = 0
        self.min_bet = self.small_bet = self.big_bet = self.odd_unit = self.price = self.pot_assumed = 0

    def fill(self, numbers: tuple[int, ...], stacks: tuple[int, ...], deck: tuple[int, ...]) -> None:
        """Write checked numbers, stacks by seat (0 is an empty seat) and the deck in dealing order.

        The numbers, in this order: limit, bets per street in fixed-limit (0: any), whether only a single full raise
        reopens, how hands are revealed, the number of streets; whether cards are burned, folding is allowed when
        checking is free, a short blind lowers the price, antes come before blinds, who pays the ante, whether pot-limit
        counts antes and assumes full blinds; the minimum bet, the small and big bet of fixed-limit, the odd chip.
        """
        self.set_rules(numbers)
        self.seats = len(stacks)
        for seat in range(self.seats):
            self.stack[seat] = stacks[seat]
        for place in range(52):
            self.deck[place] = deck[place]

    def set_rules(self, numbers: tuple[int, ...]) -> None:
        """Write the numbers of the rules, as `fill` orders them."""
        self.limit, self.bet_cap, self.single, self.reveal, self.streets = numbers[0:5]
        self.burn, self.open_fold, self.posted_price = numbers[5:8]
        self.ante_first, self.ante_kind, self.pot_antes, self.pot_full = numbers[8:12]
        self.min_bet, self.small_bet, self.big_bet, self.odd_unit = numbers[12:16]

    def post(self, button: int, small_seat: int, big_seat: int, small: int, big: int, ante: int) -> None:
        """Say who owes what before the deal; a seat of -1 posts nothing. Stacks must be there."""
        self.button = button
        self.opener = button
        self.poster = button + 1 if button + 1 < self.seats else 0
        self.price = big
        self.pot_assumed = small + big if self.pot_full else 0
        for seat in range(self.seats):
            self.live[seat] = 0
            self.kind[seat] = 0
            self.dead[seat] = 0
            self.ante[seat] = ante if self.ante_kind == ANTE_PER_PLAYER else 0
        if self.ante_kind == ANTE_BUTTON:
            self.ante[button] = ante
        if small_seat >= 0:
            self.opener = small_seat
            self.poster = small_seat
            self.live[small_seat] = small
            self.kind[small_seat] = LOG_SMALL_BLIND
            if small > big:
                self.price = small
        if big_seat >= 0:
            self.opener = big_seat
            self.live[big_seat] = big
            self.kind[big_seat] = LOG_BIG_BLIND
            if self.ante_kind == ANTE_BIG_BLIND:
                self.ante[big_seat] = ante

    def straddle(self, seat: int, amount: int) -> None:
        """A live post above the last, after which betting begins."""
        self.opener = seat
        self.add_live(seat, amount, LOG_STRADDLE)

    def extra(self, seat: int, live: int, dead: int) -> None:
        """A post for missed blinds: `live` is a bet, `dead` goes into the main pot."""
        if live > 0:
            self.add_live(seat, live, LOG_LIVE_POST)
        self.dead[seat] += dead

    def add_live(self, seat: int, amount: int, kind: int) -> None:
        """A live post beyond the blinds; the price of a first call is the highest of them."""
        self.live[seat] = amount
        self.kind[seat] = kind
        if amount > self.price:
            self.price = amount

    def stacks(self) -> tuple[int, ...]:
        """Chips by seat before anything is posted; 0 is a seat that is not dealt in."""
        return tuple([self.stack[seat] for seat in range(self.seats)])

    def cards(self) -> tuple[int, ...]:
        """The cards in dealing order."""
        return tuple([self.deck[place] for place in range(52)])
