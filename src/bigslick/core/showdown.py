# cython: binding=False
# Plain methods, because Python calls them 15 ns faster than methods with a signature.
"""A hand's showdown: the order of tabling, showing or mucking when asked, and awarding the pots."""

from __future__ import annotations

from operator import index

from . import bits
from .cards import HandCards
from .codes import (
    EMPTY,
    LAST_CLAIM,
    LOG_END,
    LOG_MUCK,
    LOG_SHOW,
    MUCKED,
    MUST_SHOW,
    NOT_ASKED,
    OK,
    OVER,
    REVEAL_ASK,
    REVEAL_MUCK,
    REVEAL_NONE,
    SHOWDOWN,
)

COMPILED = not __file__.endswith(".py")


class Showdown(HandCards):
    """The hands compared when the betting is over, and each pot's winners."""

    def __cinit__(self) -> None:  # only the compiled class calls this: the hand is over until one begins
        self.street = OVER
        self.turn = self.aggressor = self.initiative = -1

    def lay_out_showdown(self) -> None:
        """Reset every number to its value before the hand."""
        self.show_order = [0] * 10
        self.street = OVER
        self.turn = self.aggressor = self.initiative = -1
        self.live = self.shows = self.asked = self.all_in_showdown = 0

    def show_down(self) -> None:
        """Fix the tabling order and the pots, then table hands by rule or ask the seats one by one."""
        self.street = SHOWDOWN
        if self.boards > 1 and not self.terms.double_board:
            self.deal_further_boards()
        seat = self.button
        for i in range(self.seats):
            if self.live_bits >> i & 1 and self.stack[i] == 0:
                self.all_in_showdown = 1  # every hand is tabled: TDA 16
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
        """Table hands in order; under the mucking rule a beaten hand stays face down, unless someone is all-in."""
        best = -1
        tabled = 0
        mucks = self.terms.reveal == REVEAL_MUCK and not self.all_in_showdown  # TDA 16, 17
        for i in range(self.shows):
            seat = self.show_order[i]
            if mucks and self.strength[seat] < best and self.beaten_on_further(seat, tabled):
                self.status[seat] = MUCKED
                self.live_bits &= ~(1 << seat)
                self.note(LOG_MUCK, seat, 0)
            else:
                if self.strength[seat] > best:
                    best = self.strength[seat]
                tabled |= 1 << seat
                self.note(LOG_SHOW, seat, self.strength[seat])

    def beaten_on_further(self, seat: int, tabled: int) -> int:
        """Return whether tabled hands, as bits, beat the seat's on every board after the first."""
        for board in range(1, self.boards):
            self.turn_to_board(board)
            best = -1
            for other in range(self.seats):
                if tabled >> other & 1 and self.strength[other] > best:
                    best = self.strength[other]
            beaten = self.strength[seat] < best
            self.turn_to_board(board)
            if not beaten:
                return 0
        return 1

    def may_show(self, first: int, second: int) -> int:
        """Return whether the seat to act can have these cards: the ones it was dealt, and none that are elsewhere.

        A record can leave some out even if the deck has them: -1 is a card that stays face down.
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
        for board in range(self.boards):
            for i in range(self.board_count):
                card = self.board[i] if board == 0 else self.further[5 * board - 5 + i]
                if card >= 0 and (card == first or card == second):
                    return 0
        return 1

    def show(self, first: int, second: int) -> int:
        """Table the hand of the seat to act with these cards, which can name unknown ones."""
        if self.street != SHOWDOWN or self.turn < 0:
            return NOT_ASKED
        first, second = index(first), index(second)
        if not self.may_show(first, second):
            raise ValueError(
                f"seat {self.turn + 1} cannot show {first} and {second}: expected its own two cards, or -1"
            )
        self.hole[2 * self.turn] = first
        self.hole[2 * self.turn + 1] = second
        self.show_hand()
        return OK

    def show_hand(self) -> None:
        """Table the hand of the seat to act as it is."""
        self.log_count = 0
        self.rank(self.turn)
        self.note(LOG_SHOW, self.turn, self.strength[self.turn])
        self.ask_next()

    def muck(self) -> int:
        """Muck the hand of the seat to act, unless a pot would be left without a claimant.

        With a player all-in every hand is tabled, except one with unknown cards, which can be mucked.
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
        """Move to the next seat in the showdown, or settle."""
        self.asked += 1
        if self.asked < self.shows:
            self.turn = self.show_order[self.asked]
        else:
            self.turn = -1
            self.settle()

    def settle(self) -> None:
        """Award every pot to its best claimants, the last side pot first."""
        for i in range(self.pots):
            pot = self.pots - 1 - i
            if self.parts() > 1:
                self.award_boards(pot)
            else:
                self.award(pot, 0, self.pot_amount[pot], self.winners(pot))
        self.street = OVER
        self.middle = 0
        self.dead = 0
        self.note(LOG_END, 0, 0)

    def parts(self) -> int:
        """Return how many parts each pot has: one for each board, but the last live seat takes pots whole."""
        return self.boards if self.shows > 0 else 1

    def board_share(self, pot: int, board: int) -> int:
        """Return a board's part of a pot: equal shares in whole units, odd chips to the first board (APT)."""
        part = self.even_share(self.pot_amount[pot], self.parts())
        return part if board > 0 else self.pot_amount[pot] - part * (self.parts() - 1)

    def award_boards(self, pot: int) -> None:
        """Award a pot board by board."""
        for board in range(self.boards):
            amount = self.board_share(pot, board)
            if amount > 0:
                self.award(pot, board, amount, self.winners_on(pot, board))

    def winner_over(self, seat: int) -> int:
        """Return the winner of the last pot that the seat had a claim on, on the first board.

        If it was split, return the first winner left of the button.
        """
        winners = self.best_of_others(self.last_pot_of(seat), seat)
        return bits.next_seat(winners, self.button) if winners else seat

    def last_pot_of(self, seat: int) -> int:
        """Return the last pot that the seat had a claim on."""
        if seat < 0 or seat >= self.seats:
            raise ValueError(f"there is no seat {seat}: expected 0 to {self.seats - 1}")
        last = 0
        for pot in range(self.pots):
            if self.pot_seats[pot] >> seat & 1:
                last = pot
        return last

    def showdown_order(self) -> tuple[int, ...]:
        """Return the showdown's seats in the order in which they table or muck."""
        return tuple([self.show_order[i] for i in range(self.shows)])
