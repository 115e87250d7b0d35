"""What one hand is played on: seats, stacks, what each seat owes before the deal, the rules as numbers, and the pack.

Terms are written once, before the hand begins; every copy of a state reads the same terms.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import _cython as cython

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
        self.burn = self.open_fold = self.posted_price = self.ante_first = self.ante_dead = self.pot_antes = 0
        self.min_bet = self.small_bet = self.big_bet = self.odd_unit = self.price = self.pot_assumed = 0

    def fill(self, numbers: tuple[int, ...], rows: tuple[tuple[int, ...], ...], deck: tuple[int, ...]) -> None:
        """Write checked terms: the single numbers, five rows with an int for each seat, and the pack in dealing order.

        The numbers, in this order:
        seats, button; opener (betting begins on its left) and poster (posting begins with it);
        limit, bets per street in fixed-limit (0: any), whether only a single full raise reopens, how hands are
        revealed, the number of streets; whether cards are burned, folding is allowed when checking is free, a short
        blind lowers the price, antes come before blinds, antes are dead, pot-limit counts antes;
        the minimum bet, the small and big bet of fixed-limit, the odd chip, the price of a first call, and the blinds
        that pot-limit assumes before the flop (0: what was posted).

        The rows: stacks (0 is an empty seat), antes, live posts, what each live post is called in the log, dead posts.
        """
        self.seats, self.button, self.opener, self.poster = numbers[0:4]
        self.limit, self.bet_cap, self.single, self.reveal, self.streets = numbers[4:9]
        self.burn, self.open_fold, self.posted_price = numbers[9:12]
        self.ante_first, self.ante_dead, self.pot_antes = numbers[12:15]
        self.min_bet, self.small_bet, self.big_bet, self.odd_unit, self.price, self.pot_assumed = numbers[15:21]
        stacks, antes, live, kinds, dead = rows
        for seat in range(self.seats):
            self.stack[seat] = stacks[seat]
            self.ante[seat] = antes[seat]
            self.live[seat] = live[seat]
            self.kind[seat] = kinds[seat]
            self.dead[seat] = dead[seat]
        for place in range(52):
            self.deck[place] = deck[place]
