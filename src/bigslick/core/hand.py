# cython: binding=False
# Plain methods, because Python calls them 15 ns faster than methods with a signature.
"""One hand of hold'em as ints: whose turn it is, their options, and the effect of each action.

The betting rules live here and nowhere else. An action is one int: FOLD, CALL (a check when nothing is due), or the new
total of the seat's bet on this street. `State.act` returns 0, or a reason code if it refused and changed nothing. A
seat is live from the deal until it folds or mucks, and all-in when it has no chips left.
"""

from __future__ import annotations

from operator import index

try:
    import cython
except ImportError:
    from . import _cython as cython

from . import bits
from .codes import (
    ANTE_PER_PLAYER,
    CALL,
    EMPTY,
    FIXED_LIMIT,
    FLOP,
    FOLD,
    FOLDED,
    FREE_FOLD,
    LIVE,
    LOG_ANTE,
    LOG_BET,
    LOG_BIG_BLIND,
    LOG_CALL,
    LOG_CHECK,
    LOG_DEAD_POST,
    LOG_FOLD,
    LOG_RAISE,
    LOG_RUN_OUT,
    LOG_SMALL_BLIND,
    NO_WAGER,
    NOT_ASKED,
    NOT_BETTING,
    OK,
    POT_LIMIT,
    PREFLOP,
    REOPEN_ANY,
    REOPEN_EVERY,
    REOPEN_SINGLE,
    RIVER,
    SHOWDOWN,
    TOO_HIGH,
    TOO_LOW,
    TURN,
)
from .draws import Draws
from .showdown import Showdown
from .terms import Terms

COMPILED = cython.compiled


if not cython.compiled:

    def copy_numbers(to: State, source: State) -> None:
        """Copy everything but terms and log; the .pxd has the compiled twin, which copies all numbers at once."""
        for name, value in vars(source).items():
            if name != "terms" and name != "log":
                setattr(to, name, value[:] if isinstance(value, list) else value)


class State(Showdown):
    """A hand in progress, played on its terms one action at a time."""

    def __init__(self, terms: Terms) -> None:
        Showdown.__init__(self, terms)
        self.lay_out_hand()
        if self.terms.players() < 2:
            raise ValueError("no hand can be played on these terms: expected at least two seats with chips")

    def lay_out_hand(self) -> None:
        """Reset every other number to its value before the hand."""
        self.lay_out_cards()
        self.lay_out_showdown()
        self.wagers = self.bets_made = self.can_act = self.pending = self.offered = self.answers = 0
        self.able_bits = self.acted_bits = 0
        self.changes = 0  # grows with every deal and action, so whoever lends a state can tell that it was played on
        self.current = self.last_full = self.least = self.level = 0
        self.antes_paid = self.pot_adjust = self.to_call = self.min_to = self.max_to = 0

    # -- before the deal ------------------------------------------------------------------------------------------

    def begin(self) -> int:
        """Post antes and blinds, deal the hole cards, and give the first seat its turn.

        A state that has shuffled deals the same cards again.
        """
        if self.terms.players() < 2:
            raise ValueError("no hand can be played on these terms: expected at least two seats with chips")
        self.deal()
        return OK

    def deal(self) -> None:
        """Begin on checked terms."""
        self.seats = self.terms.seats
        self.button = self.terms.button
        self.log_count = 0
        self.middle = 0
        self.dead = 0
        self.antes_paid = 0
        self.board_count = 0
        self.shows = 0
        self.asked = 0
        self.all_in_showdown = 0
        self.boards = 1 + self.terms.double_board
        self.offered = 0
        self.answers = 0
        self.pots = 0
        self.wagers = 0
        self.aggressor = self.initiative = -1
        self.acted_bits = 0
        self.clear_chips()
        for i in range(10):  # a constant number of seats, which compiles to a few stores
            self.strength[i] = -1
        dealt = 0
        for i in range(self.seats):
            self.stack[i] = self.terms.stack[i]
            self.status[i] = LIVE if self.stack[i] > 0 else EMPTY
            dealt |= (self.stack[i] > 0) << i
        self.dealt_bits = self.live_bits = dealt
        self.live = bits.COUNT[dealt]
        if self.terms.ante_first:
            self.post_antes()
            self.post_blinds()
        else:
            self.post_blinds()
            self.post_antes()
        self.deal_holes(self.live)
        self.street = PREFLOP
        self.open_street(self.terms.opener)  # left of the big blind or of the last straddle: TDA 34, S2 4.3

    def begin_shuffled(self, cards: Draws) -> int:
        """Shuffle the cards that the hand can need and begin; the terms' deck is unchanged."""
        if cards is None:
            raise TypeError("a shuffle needs a stream of cards: expected Draws")
        count = self.terms.players()
        if count < 2:
            raise ValueError("no hand can be played on these terms: expected at least two seats with chips")
        cards.shuffle_first(8 * (1 + self.terms.double_board) + 2 * count)
        for place in range(52):
            self.deck[place] = cards.cards[place]
        self.shuffled = 1
        self.deal()
        return OK

    def post_antes(self) -> None:
        """Take the antes: matched chips if every seat owes one, dead chips if one seat pays for the table."""
        seat = self.button
        for _ in range(self.seats if self.terms.antes else 0):
            seat = seat + 1 if seat + 1 < self.seats else 0
            chips = self.within(seat, self.terms.ante[seat])
            if chips > 0:
                self.stack[seat] -= chips
                self.middle += chips
                self.antes_paid += chips
                if self.terms.ante_kind != ANTE_PER_PLAYER:  # an ante for the table is dead, in the main pot: TDA RP-11
                    self.dead += chips
                else:
                    self.paid[seat] += chips
                self.note(LOG_ANTE, seat, chips)

    def post_blinds(self) -> None:
        """Take blinds, straddles and extra posts; a short one is live for its amount."""
        blinds = 0
        highest = 0
        seat = self.terms.poster - 1
        owing = self.terms.owing_bits
        for _ in range(bits.COUNT[owing]):
            seat = bits.next_seat(owing, seat)
            chips = self.within(seat, self.terms.live[seat])  # a short blind is live for its amount: TDA 54-B, S2 3.3
            if chips > 0:
                self.put(seat, chips)
                if chips > highest:
                    highest = chips
                if self.terms.kind[seat] == LOG_SMALL_BLIND or self.terms.kind[seat] == LOG_BIG_BLIND:
                    blinds += chips
                self.note(self.terms.kind[seat], seat, chips)
            chips = self.within(seat, self.terms.dead[seat])
            if chips > 0:
                self.stack[seat] -= chips
                self.middle += chips
                self.dead += chips
                self.note(LOG_DEAD_POST, seat, chips)
        # The price after a short blind: Robert, TDA 54-B
        self.current = highest if self.terms.posted_price else self.terms.price
        self.last_full = self.terms.price if self.terms.price > self.terms.min_bet else self.terms.min_bet
        self.least = self.last_full
        self.level = self.current
        self.bets_made = 1 if self.current > 0 else 0
        self.pot_adjust = self.terms.pot_assumed - blinds if self.terms.pot_assumed > 0 else 0

    # -- the turn -------------------------------------------------------------------------------------------------

    def open_street(self, before: int) -> None:
        """Give every seat with chips a turn, starting left of the seat `before`."""
        able = 0
        for i in range(self.seats):
            able |= (self.stack[i] > 0) << i
        self.able_bits = able & self.live_bits
        self.can_act = bits.COUNT[self.able_bits]
        # In a bomb pot no seat acts before the flop.
        self.pending = 0 if self.terms.bomb_pot and self.street == PREFLOP else self.can_act
        self.seek(before)

    def seek(self, seat: int) -> None:
        """Give the turn to the next seat that still has to act, or end the street.

        The seats still to act are always the next `pending` seats with chips; a wager gives everyone else another turn.
        The only player with chips left gets a turn only if another bet is higher than theirs.
        """
        self.changes += 1
        if self.pending > 0:
            seat = bits.next_seat(self.able_bits, seat)
            if self.can_act > 1 or self.outbid(seat):
                self.turn = seat
                self.find_options(seat)
                return
        self.end_street()

    def outbid(self, seat: int) -> int:
        """Return whether a live opponent has more chips in front than this seat."""
        for i in range(self.seats):
            if i != seat and self.live_bits >> i & 1 and self.bet[i] > self.bet[seat]:
                return 1
        return 0

    def fixed_size(self) -> int:
        """Return this street's bet in fixed-limit."""
        return self.terms.small_bet if self.street < TURN else self.terms.big_bet

    def may_wager(self, seat: int) -> int:
        """Return whether the seat can bet or raise: it has chips, betting is open to it, and an opponent could call."""
        if self.status[seat] != LIVE or self.bet[seat] + self.stack[seat] <= self.current:
            return 0
        return 1 if self.may_raise(seat) and self.answerable(seat) else 0

    def find_options(self, seat: int) -> None:
        """Compute the price of a call and the range of a wager for the seat to act."""
        due = self.current - self.bet[seat]
        if due > self.stack[seat]:
            due = self.stack[seat]
        self.to_call = due
        self.min_to = 0
        self.max_to = 0
        all_in = self.bet[seat] + self.stack[seat]
        if not self.may_wager(seat):
            return
        low = self.current + self.least  # at least the last full bet or raise: TDA 43, S2 5.2.1
        high = all_in
        if self.terms.limit == FIXED_LIMIT:
            size = self.fixed_size()
            low = self.current + size
            # Less than half a bet is completed, not raised: Robert
            if 2 * (self.current - self.level) < size and self.terms.reopening != REOPEN_EVERY:
                low = self.level + size
            self.min_to = low if low < all_in else all_in
            self.max_to = self.min_to
            return
        if self.terms.reopening == REOPEN_ANY:
            low = self.enough_on_sites(seat, low)
        if self.terms.limit == POT_LIMIT:
            # The pot after calling: TDA 54, S2 5.3
            high = self.current + self.pot_size() + self.current - self.bet[seat]
            if high < low:
                high = low
        self.min_to = low if low < all_in else all_in
        self.max_to = high if high < all_in else all_in

    def pot_size(self) -> int:
        """Return the pot as pot-limit counts it: full blinds before the flop, antes only if the rules count them."""
        if self.street > PREFLOP:
            return self.middle
        if self.terms.pot_antes:
            return self.middle + self.pot_adjust
        return self.middle + self.pot_adjust - self.antes_paid

    def act(self, code: int) -> int:
        """Apply the action of the seat to act; return 0, or a reason code if it was refused."""
        if not cython.compiled:  # when compiled, the call itself accepts only whole numbers
            code = index(code)
        if self.turn < 0 or self.street > RIVER or self.offered:
            return NOT_BETTING
        seat = self.turn
        if code == FOLD:
            if self.to_call == 0 and not self.terms.open_fold:  # TDA 58
                return FREE_FOLD
            self.log_count = 0
            self.note(LOG_FOLD, seat, 0)
            self.status[seat] = FOLDED
            self.live_bits &= ~(1 << seat)
            self.able_bits &= ~(1 << seat)
            self.live -= 1
            self.can_act -= 1
            self.pending -= 1
            if self.live == 1:
                self.win_uncontested()
                return OK
        elif code == CALL:
            self.log_count = 0
            self.acted_bits |= 1 << seat
            self.pending -= 1
            if self.to_call > 0:
                self.put(seat, self.to_call)
                if self.stack[seat] == 0:
                    self.can_act -= 1
                    self.able_bits &= ~(1 << seat)
                self.note(LOG_CALL, seat, self.to_call)
            else:
                self.note(LOG_CHECK, seat, 0)
        else:
            if self.max_to == 0:
                return NO_WAGER
            if code < self.min_to:
                return TOO_LOW
            if code > self.max_to:
                return TOO_HIGH
            self.log_count = 0
            self.wager(seat, code)
        self.seek(seat)
        return OK

    def wager(self, seat: int, to: int) -> None:
        """Bet or raise to a checked total; a full raise sets the next minimum and can reopen the betting."""
        self.note(LOG_RAISE if self.current > 0 else LOG_BET, seat, to)
        reopens = self.size_up(to)
        self.wagers += 1
        if reopens:
            self.acted_bits = 0
        self.put(seat, to - self.bet[seat])
        self.current = to
        self.aggressor = seat
        self.acted_bits |= 1 << seat
        if self.stack[seat] == 0:
            self.can_act -= 1
            self.able_bits &= ~(1 << seat)
            self.pending = self.can_act
        else:
            self.pending = self.can_act - 1

    # -- reopening betting --------------------------------------------------------------------------------------------
    #
    # For a seat that has acted, after an all-in below a full raise:
    #
    # * cumulative: when it faces a full raise, even one made up of several short all-ins; half a bet in fixed-limit.
    #   TDA 47, WSOP; S2 5.2.2.2
    # * single: after one full raise only. S0, S1, S4 §4-5
    # * any: after any raise; the next may have any size, and one that puts every opponent all-in may be short. Sites
    # * every: after any raise; the next total never goes down, and an opponent with a chip left is enough. ACPC

    def may_raise(self, seat: int) -> int:
        """Return whether betting is open to the seat: it has not acted, or betting was reopened after it did."""
        if self.terms.limit == FIXED_LIMIT and self.terms.bet_cap > 0 and self.bets_made >= self.terms.bet_cap:
            return 0
        return 1 if not self.acted_bits >> seat & 1 or self.reopened(seat) else 0

    def reopened(self, seat: int) -> int:
        """Return whether raises that were not full have reopened the betting to a seat that has acted."""
        if self.terms.reopening == REOPEN_SINGLE:
            return 0
        faced = self.current - self.bet[seat]
        if self.terms.reopening >= REOPEN_ANY:  # any, every
            return 1 if faced > 0 else 0
        if self.terms.limit == FIXED_LIMIT:
            return 1 if 2 * faced >= self.fixed_size() else 0
        return 1 if faced >= self.last_full else 0

    def size_up(self, to: int) -> int:
        """Record a wager to this total and set the next minimum; return whether it reopens betting to everyone."""
        full = to - self.current >= self.last_full  # a short all-in does not set the minimum: TDA 47
        reopens = full
        if self.terms.limit == FIXED_LIMIT:
            reopens = 2 * (to - self.current) >= self.fixed_size()  # half a bet reopens: TDA 47
            # Several short all-ins can add up to a bet; under `every` a single one counts as a bet.
            full = 2 * (to - self.level) >= self.fixed_size() or self.terms.reopening == REOPEN_EVERY
            if full:
                self.level = to
        elif full:
            self.last_full = self.least = to - self.current
            self.level = to
        elif self.terms.reopening == REOPEN_ANY:
            self.least = 1
        elif self.terms.reopening == REOPEN_EVERY:
            # The next minimum total stays the same, unless repeating this raise comes to more.
            rest = self.current + self.least - to
            self.least = rest if rest > to - self.current else to - self.current
        self.bets_made += full
        return reopens

    def answerable(self, seat: int) -> int:
        """Return whether an opponent could put in more than the current bet; if not, a raise is pointless."""
        others = self.able_bits & ~(1 << seat)
        while others:
            other = bits.LOWEST[others]
            # Under `every` one chip is enough.
            if self.stack[other] + self.bet[other] > self.current or self.terms.reopening == REOPEN_EVERY:
                return 1
            others &= others - 1
        return 0

    def enough_on_sites(self, seat: int, low: int) -> int:
        """Return the smallest raise under site rules: `low`, or less if it puts every opponent all-in."""
        most = 0
        for i in range(self.seats):
            if i != seat and self.status[i] == LIVE and self.stack[i] > 0 and self.stack[i] + self.bet[i] > most:
                most = self.stack[i] + self.bet[i]
        return most if most < low else low

    # -- ending a street ----------------------------------------------------------------------------------------------

    def end_street(self) -> None:
        """Gather the bets and deal the next street with betting, or go to the showdown."""
        self.turn = -1
        while True:
            self.gather()
            if self.street + 1 >= self.terms.streets:
                self.show_down()
                return
            if self.terms.run_outs > 1 and self.can_act <= 1 and not self.answers and self.offer_run_outs():
                return
            self.street += 1
            if self.aggressor >= 0:
                self.initiative = self.aggressor
            self.aggressor = -1
            self.wagers = 0
            self.deal_board()
            if self.can_act > 1:
                self.open_street(self.button)  # left of the button: TDA 34, S2 4.3
                return

    def gather(self) -> None:
        """Return the uncalled part of the highest bet and clear the bets in front."""
        if self.can_act <= 1:
            self.return_uncalled()  # S2 7
        self.clear_bets()
        self.acted_bits = 0
        self.current = 0
        self.last_full = self.least = self.terms.min_bet
        self.level = 0
        self.bets_made = 0
        self.to_call = 0
        self.min_to = 0
        self.max_to = 0

    # -- several boards -------------------------------------------------------------------------------------------

    def offer_run_outs(self) -> int:
        """Ask each live seat, starting left of the button, how many boards to run out."""
        cards = 0
        for street in range(self.street + 1, self.terms.streets):
            cards += self.terms.burn + (3 if street == FLOP else 1)
        most = (52 - self.next_card) // cards
        if most > self.terms.run_outs:
            most = self.terms.run_outs
        if most < 2:
            return 0
        self.offered = most
        self.boards = most
        self.turn = bits.next_seat(self.live_bits, self.button)
        return 1

    def run_out(self, boards: int) -> int:
        """Record how many boards the seat to act wants; the fewest that any seat wants are dealt."""
        if self.turn < 0 or not self.offered:
            return NOT_ASKED
        if not cython.compiled:
            boards = index(boards)
        if boards < 1:
            return TOO_LOW
        if boards > self.offered:
            return TOO_HIGH
        self.log_count = 0
        self.note(LOG_RUN_OUT, self.turn, boards)
        if boards < self.boards:
            self.boards = boards
        self.answers += 1
        if self.answers < self.live and self.boards > 1:
            self.turn = bits.next_seat(self.live_bits, self.turn)
            return OK
        self.offered = 0
        self.shared = self.board_count
        self.end_street()
        return OK

    # -- the end --------------------------------------------------------------------------------------------------

    def win_uncontested(self) -> None:
        """Award every pot to the last live seat, without a showdown."""
        self.changes += 1
        self.turn = -1
        self.can_act = 0
        self.gather()
        self.build_pots()
        self.settle()

    def winners_over(self, seat: int) -> int:
        """Return the winners of the last pot that the seat had a claim on, as bits; more than one if it was split.

        A seat that tied but still lost its last chip, because the odd chips went elsewhere, is not among them.
        """
        last = self.last_pot_of(seat)
        winners = self.best_of_others(last, seat)
        for board in range(1, self.parts()):
            if self.board_share(last, board) > 0:
                self.turn_to_board(board)
                winners |= self.best_of_others(last, seat)
                self.turn_to_board(board)
        return winners

    # -- for Python -----------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """Return an independent state in the same position; the terms are shared, since they are never written."""
        twin = State.__new__(State) if cython.compiled else state_on(self.terms)
        twin.assume(self)
        return twin

    def assume(self, other: State) -> None:
        """Become a copy of another state, without its log."""
        self.terms = other.terms
        copy_numbers(self, other)
        self.log_count = 0

    def acted_seats(self) -> tuple[int, ...]:
        """Return the live seats that have acted since the street or a full bet or raise last opened the betting."""
        return tuple([i for i in range(self.seats) if self.acted_bits & self.live_bits & 1 << i])

    def open_seats(self) -> tuple[int, ...]:
        """Return the seats that can bet or raise on their turn, after the betting so far."""
        if self.street > RIVER:
            return ()
        return tuple([i for i in range(self.seats) if self.may_wager(i)])

    def full_raise(self) -> int:
        """Return this street's last full bet or raise, or what counts as one; 0 once betting is over."""
        if self.street > RIVER or self.offered:
            return 0
        return self.fixed_size() if self.terms.limit == FIXED_LIMIT else self.last_full

    def layers(self) -> tuple[tuple[int, int], ...]:
        """Return each pot's amount and claimants as bits; before the showdown, the chips gathered so far."""
        laid = self
        if self.street < SHOWDOWN:
            laid = self.copy()
            for i in range(self.seats):
                laid.paid[i] -= laid.bet[i]
                laid.middle -= laid.bet[i]
            laid.build_pots()
        return tuple([(laid.pot_amount[i], laid.pot_seats[i]) for i in range(laid.pots)])

    def dump(self) -> tuple[tuple[object, ...], ...]:
        """Return every mutable number, for comparing and hashing."""
        n = self.seats
        return (
            (self.street, self.turn, self.aggressor, self.initiative, self.wagers, self.bets_made),
            (self.live, self.can_act, self.pending),
            (self.next_card, self.board_count, self.shows, self.asked, self.all_in_showdown, self.pots),
            (self.current, self.last_full, self.least, self.level, self.to_call, self.min_to, self.max_to),
            (self.middle, self.dead, self.antes_paid, self.pot_adjust),
            self.statuses(),
            self.stacks(),
            self.bets(),
            self.committed(),
            tuple([self.acted_bits >> i & 1 for i in range(n)]),
            self.strengths(),
            self.refunds(),
            self.winnings(),
            tuple([self.hole[i] for i in range(2 * n)]),
            self.board_cards(),
            (self.boards, self.offered, self.answers, self.further_boards()),
            self.showdown_order(),
            self.layers(),
        )


def state_on(terms: Terms) -> State:
    """Return a state on terms that compiled code has yet to write; Python must never get it."""
    state = State.__new__(State)
    state.terms = terms
    state.lay_out()
    state.lay_out_hand()
    return state
