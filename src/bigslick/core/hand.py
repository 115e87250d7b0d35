# cython: binding=False
# Plain methods: Python calls them 15 ns faster than the kind that knows its signature.
"""One hand of hold'em as ints: whose turn it is, what they may do, and what happens when they do it.

The betting rules live here and nowhere else. An action is one int: FOLD, CALL (a check when nothing is due), or
the total that a seat's bet on this street is to become. `State.act` answers 0, or the number of the reason for which
it refused and changed nothing. A seat is live from the deal until it folds or mucks, and all-in when it has no chips.
"""

from __future__ import annotations

from operator import index

try:
    import cython
except ImportError:
    from . import _cython as cython

from . import bits
from .cards import HandCards
from .codes import (
    ANTE_PER_PLAYER,
    CALL,
    EMPTY,
    FIXED_LIMIT,
    FLOP,
    FOLD,
    FOLDED,
    FREE_FOLD,
    LAST_CLAIM,
    LIVE,
    LOG_ANTE,
    LOG_BET,
    LOG_BIG_BLIND,
    LOG_CALL,
    LOG_CHECK,
    LOG_DEAD_POST,
    LOG_END,
    LOG_FOLD,
    LOG_MUCK,
    LOG_RAISE,
    LOG_RUN_OUT,
    LOG_SHOW,
    LOG_SMALL_BLIND,
    MUCKED,
    MUST_SHOW,
    NO_WAGER,
    NOT_ASKED,
    NOT_BETTING,
    OK,
    OVER,
    POT_LIMIT,
    PREFLOP,
    REOPEN_ANY,
    REOPEN_EVERY,
    REOPEN_SINGLE,
    REVEAL_ASK,
    REVEAL_MUCK,
    REVEAL_NONE,
    RIVER,
    SHOWDOWN,
    TOO_HIGH,
    TOO_LOW,
    TURN,
)
from .draws import Draws
from .terms import Terms

COMPILED = cython.compiled


if not cython.compiled:

    def copy_numbers(to: State, source: State) -> None:
        """Copy everything but terms and log; the .pxd has the compiled twin, which moves all numbers at once."""
        for name, value in vars(source).items():
            if name != "terms" and name != "log":
                setattr(to, name, value[:] if isinstance(value, list) else value)


class State(HandCards):
    """A hand in progress: begun on its terms, then driven by actions to its end."""

    def __cinit__(self) -> None:  # only the compiled class calls this: a state is over until a hand begins
        self.street = OVER
        self.turn = self.aggressor = self.initiative = -1

    def __init__(self, terms: Terms) -> None:
        HandCards.__init__(self, terms)
        self.lay_out_hand()
        if self.terms.players() < 2:
            raise ValueError("no hand can be played on these terms: expected at least two seats with chips")

    def lay_out_hand(self) -> None:
        """Set every other number to what it is before the hand begins."""
        self.lay_out_cards()
        self.show_order = [0] * 10
        self.street = OVER
        self.turn = self.aggressor = self.initiative = -1
        self.wagers = self.bets_made = self.live = self.can_act = self.pending = 0
        self.able_bits = self.acted_bits = 0
        self.shows = self.asked = self.all_in_showdown = self.offered = self.answers = 0
        self.current = self.last_full = self.level = 0
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
        """Begin on terms that have been checked."""
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
        self.boards = 1
        self.offered = 0
        self.answers = 0
        self.pots = 0
        self.wagers = 0
        self.aggressor = self.initiative = -1
        self.acted_bits = 0
        self.clear_chips()
        for i in range(10):  # a fixed number of seats, which compiles to a few stores
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
        """Shuffle as many cards as the hand can need, and begin with them; the terms keep the deck they have."""
        if cards is None:
            raise TypeError("a shuffle needs a stream of cards: expected Draws")
        count = self.terms.players()
        if count < 2:
            raise ValueError("no hand can be played on these terms: expected at least two seats with chips")
        cards.shuffle_first(8 + 2 * count)
        for place in range(52):
            self.deck[place] = cards.cards[place]
        self.shuffled = 1
        self.deal()
        return OK

    def post_antes(self) -> None:
        """Take the antes: matched chips when every seat owes one, dead chips when one seat pays for the table."""
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
        """Take blinds, straddles and extra posts; a short one is live for what it is."""
        blinds = 0
        highest = 0
        seat = self.terms.poster - 1
        owing = self.terms.owing_bits
        for _ in range(bits.COUNT[owing]):
            seat = bits.next_seat(owing, seat)
            chips = self.within(seat, self.terms.live[seat])  # a short blind is live for what it is: TDA 54-B, S2 3.3
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
        # The price of a short blind: Robert, TDA 54-B
        self.current = highest if self.terms.posted_price else self.terms.price
        self.last_full = self.terms.price if self.terms.price > self.terms.min_bet else self.terms.min_bet
        self.level = self.current
        self.bets_made = 1 if self.current > 0 else 0
        self.pot_adjust = self.terms.pot_assumed - blinds if self.terms.pot_assumed > 0 else 0

    # -- the turn -------------------------------------------------------------------------------------------------

    def open_street(self, before: int) -> None:
        """Ask everyone who has chips, beginning left of the seat `before`."""
        able = 0
        for i in range(self.seats):
            able |= (self.stack[i] > 0) << i
        self.able_bits = able & self.live_bits
        self.can_act = bits.COUNT[self.able_bits]
        # Before the flop of a bomb pot no seat is asked.
        self.pending = 0 if self.terms.bomb_pot and self.street == PREFLOP else self.can_act
        self.seek(before)

    def seek(self, seat: int) -> None:
        """Give the turn to the next seat that still has to answer, or end the street.

        The seats that must answer are always the next `pending` seats with chips: a wager asks everyone else again.
        The only player with chips left is asked only if another bet is above theirs.
        """
        if self.pending > 0:
            seat = bits.next_seat(self.able_bits, seat)
            if self.can_act > 1 or self.outbid(seat):
                self.turn = seat
                self.find_options(seat)
                return
        self.end_street()

    def outbid(self, seat: int) -> int:
        """Whether a live opponent has more chips in front than this seat."""
        for i in range(self.seats):
            if i != seat and self.live_bits >> i & 1 and self.bet[i] > self.bet[seat]:
                return 1
        return 0

    def answerable(self, seat: int) -> int:
        """Whether an opponent could put in more than the current bet; otherwise a raise is empty."""
        others = self.able_bits & ~(1 << seat)
        while others:
            other = bits.LOWEST[others]
            # The ACPC asks only whether the other has a chip left.
            if self.stack[other] + self.bet[other] > self.current or self.terms.reopening == REOPEN_EVERY:
                return 1
            others &= others - 1
        return 0

    def fixed_size(self) -> int:
        """The bet of this street in fixed-limit."""
        return self.terms.small_bet if self.street < TURN else self.terms.big_bet

    def may_raise(self, seat: int) -> int:
        """Whether betting is open to the seat: it has not acted, or it faces a full raise since it did."""
        if self.terms.limit == FIXED_LIMIT and self.terms.bet_cap > 0 and self.bets_made >= self.terms.bet_cap:
            return 0
        if not self.acted_bits >> seat & 1:
            return 1
        if self.terms.reopening == REOPEN_SINGLE:  # only one full raise reopens: S0, S1, S4 §4-5
            return 0
        if self.terms.reopening >= REOPEN_ANY:  # sites and the ACPC: any raise reopens, however short
            return 1 if self.current > self.bet[seat] else 0
        if self.terms.limit == FIXED_LIMIT:
            # Half a bet is enough in fixed-limit: TDA 47
            return 1 if 2 * (self.current - self.bet[seat]) >= self.fixed_size() else 0
        # A full raise, or short all-ins that add up to one: TDA 47, WSOP
        return 1 if self.current - self.bet[seat] >= self.last_full else 0

    def may_wager(self, seat: int) -> int:
        """Whether the seat may bet or raise: it has the chips, betting is open to it, and an opponent could call."""
        if self.status[seat] != LIVE or self.bet[seat] + self.stack[seat] <= self.current:
            return 0
        return 1 if self.may_raise(seat) and self.answerable(seat) else 0

    def find_options(self, seat: int) -> None:
        """Work out the price of a call and the range of a wager for the seat whose turn it is."""
        due = self.current - self.bet[seat]
        if due > self.stack[seat]:
            due = self.stack[seat]
        self.to_call = due
        self.min_to = 0
        self.max_to = 0
        all_in = self.bet[seat] + self.stack[seat]
        if not self.may_wager(seat):
            return
        low = self.current + self.last_full  # at least the last full bet or raise: TDA 43, S2 5.2.1
        high = all_in
        if self.terms.limit == FIXED_LIMIT:
            size = self.fixed_size()
            low = self.current + size
            # Less than half a bet is completed, not raised.
            if 2 * (self.current - self.level) < size and self.terms.reopening != REOPEN_EVERY:
                low = self.level + size
            self.min_to = low if low < all_in else all_in
            self.max_to = self.min_to
            return
        if self.terms.reopening == REOPEN_ANY:
            low = self.least_on_sites(seat, low)
        if self.terms.limit == POT_LIMIT:
            # The pot with the call in it: TDA 54, S2 5.3
            high = self.current + self.pot_size() + self.current - self.bet[seat]
            if high < low:
                high = low
        self.min_to = low if low < all_in else all_in
        self.max_to = high if high < all_in else all_in

    def least_on_sites(self, seat: int, low: int) -> int:
        """The smallest raise where sites allow any after a short all-in, and one that puts every opponent all-in."""
        if self.current > self.level:
            return self.current + 1
        most = 0
        for i in range(self.seats):
            if i != seat and self.status[i] == LIVE and self.stack[i] > 0 and self.stack[i] + self.bet[i] > most:
                most = self.stack[i] + self.bet[i]
        return most if most < low else low

    def pot_size(self) -> int:
        """The pot as pot-limit counts it: before the flop full blinds are assumed, and antes may not count."""
        if self.street > PREFLOP:
            return self.middle
        if self.terms.pot_antes:
            return self.middle + self.pot_adjust
        return self.middle + self.pot_adjust - self.antes_paid

    def act(self, code: int) -> int:
        """Take the action of the seat whose turn it is; 0, or the reason why nothing was changed."""
        if not cython.compiled:  # compiled, the call itself takes nothing but whole numbers
            code = index(code)
        if self.turn < 0 or self.street > RIVER or self.offered:
            return NOT_BETTING
        seat = self.turn
        if code == FOLD:
            if self.to_call == 0 and not self.terms.open_fold:
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
        """Bet or raise to a total that has been checked; a full raise sets the next minimum and may reopen betting."""
        self.note(LOG_RAISE if self.current > 0 else LOG_BET, seat, to)
        full = to - self.current >= self.last_full  # a short all-in sets no minimum: TDA 47
        reopens = full
        if self.terms.limit == FIXED_LIMIT:
            reopens = 2 * (to - self.current) >= self.fixed_size()  # half a bet reopens: TDA 47
            full = 2 * (to - self.level) >= self.fixed_size()  # short all-ins may make up a bet together
            if self.terms.reopening == REOPEN_EVERY:
                full = True
            if full:
                self.level = to
        elif full:
            self.last_full = to - self.current
            self.level = to
        elif self.terms.reopening == REOPEN_EVERY:
            # The next total stays where it was, unless this raise again on top of itself is more.
            rest = self.current + self.last_full - to
            self.last_full = rest if rest > to - self.current else to - self.current
        self.bets_made += full
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

    # -- the street's end -----------------------------------------------------------------------------------------

    def end_street(self) -> None:
        """Gather the bets and deal on: to the next street with betting, or to the showdown."""
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
        self.last_full = self.terms.min_bet
        self.level = 0
        self.bets_made = 0
        self.to_call = 0
        self.min_to = 0
        self.max_to = 0

    # -- several boards -------------------------------------------------------------------------------------------

    def offer_run_outs(self) -> int:
        """Ask each live seat, starting left of the button, how many times to run it out."""
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
        """Take the answer of the seat to act: the hand is run out on the fewest boards that any seat wants."""
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
        """The last live seat takes every pot without showing."""
        self.turn = -1
        self.can_act = 0
        self.gather()
        self.build_pots()
        self.settle()

    # -- the showdown ---------------------------------------------------------------------------------------------

    def show_down(self) -> None:
        """Fix the order of tabling and the pots, then show by the rule or ask the seats one by one."""
        self.street = SHOWDOWN
        if self.boards > 1:
            self.deal_further_boards()
        seat = self.button
        for i in range(self.seats):
            if self.live_bits >> i & 1 and self.stack[i] == 0:
                self.all_in_showdown = 1  # then every hand is tabled: TDA 16
        if self.aggressor >= 0 and not self.all_in_showdown:
            # The last to bet or raise shows first: TDA 17
            seat = self.aggressor - 1 if self.aggressor > 0 else self.seats - 1
        for i in range(self.live):
            seat = bits.next_seat(self.live_bits, seat)
            self.show_order[i] = seat
            self.rank(seat)
        self.shows = self.live
        self.build_pots()
        if self.terms.reveal == REVEAL_NONE:
            self.street = OVER
        elif self.terms.reveal == REVEAL_ASK:
            self.turn = self.show_order[0]
        else:
            self.table_hands()
            self.settle()

    def table_hands(self) -> None:
        """Show in order; under the mucking rule a beaten hand goes down unseen, except when someone is all-in."""
        best = -1
        for i in range(self.shows):
            seat = self.show_order[i]
            # TDA 16, 17
            if self.terms.reveal == REVEAL_MUCK and not self.all_in_showdown and self.strength[seat] < best:
                self.status[seat] = MUCKED
                self.live_bits &= ~(1 << seat)
                self.note(LOG_MUCK, seat, 0)
            else:
                if self.strength[seat] > best:
                    best = self.strength[seat]
                self.note(LOG_SHOW, seat, self.strength[seat])

    def may_show(self, first: int, second: int) -> int:
        """Whether the seat to act can have these cards: those it was dealt, and none that lies elsewhere.

        A record may not name all of them, even where the deck has them: -1 is a card that stays face down.
        """
        if first < -1 or first > 51 or second < -1 or second > 51 or (first == second and first >= 0):
            return 0
        for i in range(2 * self.seats):
            card = self.hole[i]
            if card < 0 or self.status[i // 2] == EMPTY:
                continue
            if i // 2 != self.turn:
                if card == first or card == second:
                    return 0
            elif first >= 0 and second >= 0 and card != first and card != second:
                return 0
        for i in range(self.board_count):
            if self.board[i] >= 0 and (self.board[i] == first or self.board[i] == second):
                return 0
        return 1

    def show(self, first: int, second: int) -> int:
        """Table the hand of the seat to act; its cards may be named now if they were unknown."""
        if self.street != SHOWDOWN or self.turn < 0:
            return NOT_ASKED
        if not cython.compiled:
            first, second = index(first), index(second)
        seat = self.turn
        if not self.may_show(first, second):
            raise ValueError(f"seat {seat + 1} cannot show {first} and {second}: expected its own two cards, or -1")
        self.log_count = 0
        self.hole[2 * seat] = first
        self.hole[2 * seat + 1] = second
        self.rank(seat)
        self.note(LOG_SHOW, seat, self.strength[seat])
        self.ask_next()
        return OK

    def muck(self) -> int:
        """Give up the hand of the seat to act, unless a pot would be left without a claim.

        With a player all-in every hand is tabled; one whose cards are unknown cannot be, so it may be given up.
        """
        if self.street != SHOWDOWN or self.turn < 0:
            return NOT_ASKED
        seat = self.turn
        if self.all_in_showdown and self.hole[2 * seat] >= 0 and self.hole[2 * seat + 1] >= 0:
            return MUST_SHOW  # TDA 16
        for i in range(self.pots):
            if not self.claims(i) & ~(1 << seat):
                return LAST_CLAIM
        self.status[seat] = MUCKED
        self.live_bits &= ~(1 << seat)
        self.log_count = 0
        self.note(LOG_MUCK, seat, 0)
        self.ask_next()
        return OK

    def ask_next(self) -> None:
        """Go on to the next seat of the showdown, or settle."""
        self.asked += 1
        if self.asked < self.shows:
            self.turn = self.show_order[self.asked]
        else:
            self.turn = -1
            self.settle()

    def settle(self) -> None:
        """Award every pot, the last side pot first, each to the best claim on it."""
        for i in range(self.pots):
            pot = self.pots - 1 - i
            if self.boards > 1:
                self.award_boards(pot)
            else:
                self.award(pot, 0, self.pot_amount[pot], self.winners(pot))
        self.street = OVER
        self.middle = 0
        self.dead = 0
        self.note(LOG_END, 0, 0)

    def winners_over(self, seat: int) -> int:
        """The winners of the last pot that the seat had a claim on, as bits; more than one if it was split.

        A seat that tied and still lost its last chip, because odd chips went elsewhere, is not among them.
        """
        last = self.last_pot_of(seat)
        winners = self.best_of_others(last, seat)
        for board in range(1, self.boards):
            if self.board_share(last, board) > 0:
                self.turn_to_board(board)
                winners |= self.best_of_others(last, seat)
                self.turn_to_board(board)
        return winners

    def winner_over(self, seat: int) -> int:
        """The winner of the last pot that the seat had a claim on, of several boards the first.

        If it was split, the first left of the button.
        """
        winners = self.best_of_others(self.last_pot_of(seat), seat)
        return bits.next_seat(winners, self.button) if winners else seat

    def last_pot_of(self, seat: int) -> int:
        """The last pot that the seat had a claim on."""
        if seat < 0 or seat >= self.seats:
            raise ValueError(f"there is no seat {seat}: expected 0 to {self.seats - 1}")
        last = 0
        for pot in range(self.pots):
            if self.pot_seats[pot] >> seat & 1:
                last = pot
        return last

    # -- for Python -----------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent state in the same position; the terms are shared, for they are never written."""
        twin = State.__new__(State) if cython.compiled else state_on(self.terms)
        twin.assume(self)
        return twin

    def assume(self, other: State) -> None:
        """Become a copy of another state; its log is not carried over."""
        self.terms = other.terms
        copy_numbers(self, other)
        self.log_count = 0

    def acted_seats(self) -> tuple[int, ...]:
        """The live seats that have acted since betting was last opened: by the street, or by a full bet or raise."""
        return tuple([i for i in range(self.seats) if self.acted_bits & self.live_bits & 1 << i])

    def open_seats(self) -> tuple[int, ...]:
        """The seats that may bet or raise once it is their turn, after the betting so far."""
        if self.street > RIVER:
            return ()
        return tuple([i for i in range(self.seats) if self.may_wager(i)])

    def full_raise(self) -> int:
        """The last full bet or raise of this street, or what counts as one; 0 once betting is over."""
        if self.street > RIVER or self.offered:
            return 0
        return self.fixed_size() if self.terms.limit == FIXED_LIMIT else self.last_full

    def showdown_order(self) -> tuple[int, ...]:
        """The seats of the showdown in the order in which they table or muck."""
        return tuple([self.show_order[i] for i in range(self.shows)])

    def layers(self) -> tuple[tuple[int, int], ...]:
        """Each pot's amount and the seats that may win it, as bits; before the showdown, the chips gathered so far."""
        laid = self
        if self.street < SHOWDOWN:
            laid = self.copy()
            for i in range(self.seats):
                laid.paid[i] -= laid.bet[i]
                laid.middle -= laid.bet[i]
            laid.build_pots()
        return tuple([(laid.pot_amount[i], laid.pot_seats[i]) for i in range(laid.pots)])

    def dump(self) -> tuple[tuple[object, ...], ...]:
        """Every number that can change, for comparing and hashing."""
        n = self.seats
        return (
            (self.street, self.turn, self.aggressor, self.initiative, self.wagers, self.bets_made),
            (self.live, self.can_act, self.pending),
            (self.next_card, self.board_count, self.shows, self.asked, self.all_in_showdown, self.pots),
            (self.current, self.last_full, self.level, self.middle, self.dead, self.antes_paid, self.pot_adjust),
            (self.to_call, self.min_to, self.max_to),
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
    """A state on terms that compiled code is still to write, which Python may not have."""
    state = State.__new__(State)
    state.terms = terms
    state.lay_out()
    state.lay_out_hand()
    return state
