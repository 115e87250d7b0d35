"""One hand's terms: seats, stacks, what each seat owes before the deal, the rules as numbers, and the deck.

Terms are written once, before the hand begins, and every copy of a state reads the same terms. Python can make them
only with `new_terms`, which checks every number. Compiled modules that play many hands write into their own terms.
"""

from __future__ import annotations

from operator import index

try:
    import cython
except ImportError:
    from . import _cython as cython

from . import bits
from .codes import (
    ANTE_BIG_BLIND,
    ANTE_BUTTON,
    ANTE_PER_PLAYER,
    FIXED_LIMIT,
    LOG_BIG_BLIND,
    LOG_LIVE_POST,
    LOG_SMALL_BLIND,
    LOG_STRADDLE,
    MAX_CHIPS,
    MAX_SEATS,
    MOST_BOARDS,
    UNKNOWN,
)

COMPILED = cython.compiled


class Terms:
    """A hand's fixed numbers."""

    def __init__(self) -> None:
        # When compiled, all numbers already exist as 0. A second call must not wipe out numbers that hands rely on.
        if cython.compiled or hasattr(self, "deck"):
            return
        self.stack = [0] * 10
        self.ante = [0] * 10
        self.live = [0] * 10
        self.kind = [0] * 10
        self.dead = [0] * 10
        self.deck = [0] * 52
        self.seats = self.button = self.opener = self.poster = self.antes = self.owing_bits = 0
        self.limit = self.bet_cap = self.reopening = self.reveal = self.streets = 0
        self.burn = self.open_fold = self.posted_price = self.ante_first = 0
        self.ante_kind = self.pot_antes = self.pot_full = self.run_outs = self.bomb_pot = self.double_board = 0
        self.min_bet = self.small_bet = self.big_bet = self.odd_unit = self.price = self.pot_assumed = 0

    def fill(self, numbers: tuple[int, ...], stacks: tuple[int, ...], deck: tuple[int, ...]) -> int:
        """Check and write the numbers, the stacks by seat (0 is an empty seat) and the deck in dealing order.

        The numbers, in this order: limit, fixed-limit bets per street (0: any), what reopens betting, how hands are
        revealed, the number of streets; whether cards are burned, whether folding is allowed when checking is free,
        whether a short blind lowers the price, whether antes come before blinds, who pays the ante, whether pot-limit
        counts antes and assumes full blinds; the odd chip; the most boards that players can agree to run out.
        """
        if numbers is None or stacks is None or deck is None:
            raise TypeError("terms need the rules as numbers, the stacks and the deck, each a tuple")
        if len(numbers) != 14:
            raise ValueError(f"the rules are {len(numbers)} numbers: expected 14")
        if len(stacks) < 2 or len(stacks) > MAX_SEATS:
            raise ValueError(f"the number of seats is {len(stacks)}: expected 2 to {MAX_SEATS}")
        if len(deck) != 52:
            raise ValueError(f"the deck has {len(deck)} cards: expected 52")
        self.limit = whole_number(numbers, 0, "the limit", 0, 2)
        self.bet_cap = whole_number(numbers, 1, "the bets per street", 0, 1 << 30)
        self.reopening = whole_number(numbers, 2, "the reopening rule", 0, 3)
        self.reveal = whole_number(numbers, 3, "the way hands are revealed", 0, 3)
        self.streets = whole_number(numbers, 4, "the number of streets", 1, 4)
        self.burn = whole_number(numbers, 5, "the burn rule", 0, 1)
        self.open_fold = whole_number(numbers, 6, "the open fold rule", 0, 1)
        self.posted_price = whole_number(numbers, 7, "the price of a short blind", 0, 1)
        self.ante_first = whole_number(numbers, 8, "the order of antes", 0, 1)
        self.ante_kind = whole_number(numbers, 9, "the kind of ante", 0, 2)
        self.pot_antes = whole_number(numbers, 10, "the pot's antes", 0, 1)
        self.pot_full = whole_number(numbers, 11, "the pot's blinds", 0, 1)
        self.odd_unit = amount(numbers, 12, "the odd chip", 1, MAX_CHIPS)
        self.run_outs = whole_number(numbers, 13, "the number of boards", 1, MOST_BOARDS)
        for seat in range(len(stacks)):
            self.stack[seat] = amount(stacks, seat, "a stack", 0, MAX_CHIPS)
        seen = 0
        one = 1  # a C variable, wide enough to shift over the whole deck
        for place in range(52):
            card = deck[place] if cython.compiled else index(deck[place])
            if card < -1 or card > 51:
                raise ValueError(f"{card} is not a card: expected an int from 0 to 51, or -1 for one that is not known")
            if card >= 0:
                bit = one << card
                if seen & bit:
                    raise ValueError(f"card {card} appears twice in the deck")
                seen |= bit
            self.deck[place] = card
        self.seats = len(stacks)
        return 0

    def take_rules(self, other: Terms) -> None:
        """Copy the rules from other terms, but not stacks, cards or amounts."""
        self.limit = other.limit
        self.bet_cap = other.bet_cap
        self.reopening = other.reopening
        self.reveal = other.reveal
        self.streets = other.streets
        self.burn = other.burn
        self.open_fold = other.open_fold
        self.posted_price = other.posted_price
        self.ante_first = other.ante_first
        self.ante_kind = other.ante_kind
        self.pot_antes = other.pot_antes
        self.pot_full = other.pot_full
        self.odd_unit = other.odd_unit
        self.run_outs = other.run_outs

    def post(self, button: int, small_seat: int, big_seat: int, small: int, big: int, ante: int) -> None:
        """Set each seat's posts before the deal, and the bets that follow from the big blind.

        Seat -1 posts nothing. The stacks must already be set.
        """
        self.min_bet = big
        self.small_bet = big
        self.big_bet = 2 * big
        self.button = button
        self.opener = button
        self.poster = button + 1 if button + 1 < self.seats else 0
        self.price = big
        self.pot_assumed = small + big if self.pot_full else 0
        each = ante if self.ante_kind == ANTE_PER_PLAYER else 0
        for seat in range(10):  # a constant number of seats, which compiles to a few stores
            self.live[seat] = 0
            self.dead[seat] = 0
            self.ante[seat] = each
        for seat in range(10):
            self.kind[seat] = 0
        self.antes = 1 if ante > 0 else 0
        self.owing_bits = 0
        if self.ante_kind == ANTE_BUTTON:
            self.ante[button] = ante
        if small_seat >= 0:
            self.opener = small_seat
            self.poster = small_seat
            self.live[small_seat] = small
            self.kind[small_seat] = LOG_SMALL_BLIND
            self.owing_bits |= 1 << small_seat
            if small > big:
                self.price = small
        if big_seat >= 0:
            self.opener = big_seat
            self.live[big_seat] = big
            self.kind[big_seat] = LOG_BIG_BLIND
            self.owing_bits |= 1 << big_seat
            if self.ante_kind == ANTE_BIG_BLIND:
                self.ante[big_seat] = ante

    def set_bets(self, least: int, small: int, large: int) -> None:
        """Set the minimum bet and the fixed-limit bets where they do not follow from the big blind; 0 if they do."""
        if least > 0:
            self.min_bet = least
        if small > 0:
            self.small_bet = small
            self.big_bet = 2 * small
        if large > 0:
            self.big_bet = large

    def straddle(self, seat: int, amount: int) -> None:
        """Add a live post above the last; betting begins after it."""
        self.opener = seat
        self.add_live(seat, amount, LOG_STRADDLE)

    def extra(self, seat: int, live: int, dead: int) -> None:
        """Add a post for missed blinds: `live` counts as a bet, `dead` goes into the main pot."""
        if live > 0:
            self.add_live(seat, live, LOG_LIVE_POST)
        self.dead[seat] += dead
        self.owing_bits |= 1 << seat

    def add_live(self, seat: int, amount: int, kind: int) -> None:
        """Add a live post beyond the blinds; the highest one is the price of a first call."""
        self.live[seat] = amount
        self.kind[seat] = kind
        self.owing_bits |= 1 << seat
        if amount > self.price:
            self.price = amount

    def without_cards(self) -> Terms:
        """Return a copy without the deck, for views."""
        twin = Terms.__new__(Terms) if cython.compiled else Terms()
        twin.take_rules(self)
        for seat in range(10):
            twin.stack[seat] = self.stack[seat]
            twin.ante[seat] = self.ante[seat]
            twin.live[seat] = self.live[seat]
            twin.dead[seat] = self.dead[seat]
            twin.kind[seat] = self.kind[seat]
        for place in range(52):
            twin.deck[place] = UNKNOWN
        twin.seats = self.seats
        twin.button = self.button
        twin.opener = self.opener
        twin.poster = self.poster
        twin.antes = self.antes
        twin.owing_bits = self.owing_bits
        twin.bomb_pot = self.bomb_pot
        twin.double_board = self.double_board
        twin.min_bet = self.min_bet
        twin.small_bet = self.small_bet
        twin.big_bet = self.big_bet
        twin.price = self.price
        twin.pot_assumed = self.pot_assumed
        return twin

    def players(self) -> int:
        """Return how many seats have chips."""
        return bits.COUNT[self.taken()]

    def taken(self) -> int:
        """Return the seats with chips, as bits."""
        found = 0
        for seat in range(self.seats):
            if self.stack[seat] > 0:
                found |= 1 << seat
        return found

    def stacks(self) -> tuple[int, ...]:
        """Return the chips by seat before anything is posted; 0 for a seat that is not dealt in."""
        return tuple([self.stack[seat] for seat in range(self.seats)])

    def cards(self) -> tuple[int, ...]:
        """Return the cards in dealing order."""
        return tuple([self.deck[place] for place in range(52)])


def new_terms(
    numbers: tuple[int, ...],
    stacks: tuple[int, ...],
    deck: tuple[int, ...],
    posting: tuple[int, ...],
    straddles: tuple[tuple[int, int], ...] = (),
    posts: tuple[tuple[int, int, int], ...] = (),
    bomb_pot: int = 0,
    double_board: int = 0,
    bets: tuple[int, ...] = (0, 0, 0),
) -> Terms:
    """Return terms for a hand, or raise a ValueError; `Terms.fill` explains the numbers.

    `posting` is the button, the small and big blind seats (-1 for none), both blinds and the ante. A straddle is a seat
    and an amount; a post is a seat with its live and dead chips. In a bomb pot betting begins on the flop. On a double
    board two boards are dealt from the flop on, so players cannot agree to run out more. `bets` is the minimum bet and
    the fixed-limit small and big bet; 0 is one that follows from the big blind.
    """
    terms = Terms()
    terms.fill(numbers, stacks, deck)
    if terms.players() < 2:
        raise ValueError(f"{terms.players()} of {terms.seats} seats have chips: a hand needs at least two players")
    if posting is None or len(posting) != 6:
        raise ValueError("expected six numbers: the button, the seats of both blinds, both blinds and the ante")
    terms.post(
        whole_number(posting, 0, "the button", 0, terms.seats - 1),
        whole_number(posting, 1, "the seat of the small blind", -1, terms.seats - 1),
        whole_number(posting, 2, "the seat of the big blind", -1, terms.seats - 1),
        amount(posting, 3, "the small blind", 0, MAX_CHIPS),
        amount(posting, 4, "the big blind", 0, MAX_CHIPS),
        amount(posting, 5, "the ante", 0, MAX_CHIPS),
    )
    if bets is None or len(bets) != 3:
        raise ValueError("expected three bets: the minimum, and the fixed-limit small and big bet")
    terms.set_bets(
        amount(bets, 0, "the minimum bet", 0, MAX_CHIPS),
        amount(bets, 1, "the small bet", 0, MAX_CHIPS),
        amount(bets, 2, "the big bet", 0, 2 * MAX_CHIPS),
    )
    if terms.min_bet < 1 or (terms.limit == FIXED_LIMIT and (terms.small_bet < 1 or terms.big_bet < 1)):
        raise ValueError("without a big blind the bets do not follow from it: expected each of them")
    for straddle in straddles or ():
        checked = tuple(straddle)
        seat = whole_number(checked, 0, "the seat of a straddle", 0, terms.seats - 1)
        terms.straddle(seat, amount(checked, 1, "a straddle", 1, MAX_CHIPS))
    for post in posts or ():
        checked = tuple(post)
        seat = whole_number(checked, 0, "the seat of a post", 0, terms.seats - 1)
        live = amount(checked, 1, "a live post", 0, MAX_CHIPS)
        dead = amount(checked, 2, "a dead post", 0, MAX_CHIPS - terms.dead[seat])
        terms.extra(seat, live, dead)
    terms.bomb_pot = whole_number((bomb_pot,), 0, "the bomb pot", 0, 1)
    terms.double_board = whole_number((double_board,), 0, "the double board", 0, 1)
    if terms.double_board and terms.run_outs > 1:
        raise ValueError(f"a double board with {terms.run_outs} boards to run out: expected one or the other")
    return terms


def whole_number(numbers: tuple[int, ...], place: int, what: str, low: int, high: int) -> int:
    """Return the value if it is small and whole."""
    return amount(numbers, place, what, low, high)


def amount(numbers: tuple[int, ...], place: int, what: str, low: int, high: int) -> int:
    """Return the value if it is whole and from `low` to `high`."""
    if place >= len(numbers):
        raise ValueError(f"{what} is missing")
    # When compiled, this is a C integer, and the conversion accepts only whole numbers; see the .pxd.
    found = numbers[place] if cython.compiled else index(numbers[place])
    if found < low or found > high:
        raise ValueError(f"{what} is {found}: expected {low} to {high}")
    return found
