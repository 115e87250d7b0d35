# cython: binding=False
# Plain methods, because Python calls them 15 ns faster than methods with a signature.
"""A hand's cards: the deck, the hole cards, one or more boards; and which hands win."""

from __future__ import annotations

from . import bits
from . import evaluate as ev
from .chips import Chips
from .codes import FLOP, LOG_HOLES, LOG_STREET, SHOWDOWN

COMPILED = not __file__.endswith(".py")


class HandCards(Chips):
    """One hand's cards, and the strength of every live hand."""

    def lay_out_cards(self) -> None:
        """Reset every number to its value before the hand."""
        self.strength = [0] * 10
        self.hole = [0] * 20
        self.board = [0] * 5
        self.further = [0] * 15
        self.street = self.next_card = self.board_count = self.shuffled = 0
        self.boards = self.shared = 0
        self.deck = [0] * 52

    # -- dealing --------------------------------------------------------------------------------------------------

    def card(self, place: int) -> int:
        """Return the card at a position in the deck; a state that has shuffled has its own deck."""
        return self.deck[place] if self.shuffled else self.terms.deck[place]

    def deal_holes(self, count: int) -> None:
        """Deal hole cards one at a time, from the first seat left of the button to the button, twice around."""
        seat = self.button
        for place in range(count):
            seat = bits.next_seat(self.live_bits, seat)
            self.hole[2 * seat] = self.card(place)
            self.hole[2 * seat + 1] = self.card(place + count)
        self.next_card = 2 * count
        self.note(LOG_HOLES, 0, 0)

    def deal_board(self) -> None:
        """Burn a card if the rules say so, then turn three cards or one; on a double board, turn as many again."""
        self.next_card += self.terms.burn
        count = 3 if self.board_count == 0 else 1
        for _ in range(count):
            self.board[self.board_count] = self.card(self.next_card)
            self.board_count += 1
            self.next_card += 1
        self.note(LOG_STREET, 0, self.street)
        if self.terms.double_board:
            self.deal_second_board(count)

    # -- several boards -------------------------------------------------------------------------------------------

    def deal_second_board(self, count: int) -> None:
        """Turn a street's cards on the second of two boards; both boards share one burn (TDA 38, APT)."""
        for i in range(self.board_count - count, self.board_count):
            self.further[i] = self.card(self.next_card)
            self.next_card += 1
        self.note(LOG_STREET, 1, self.street)

    def deal_further_boards(self) -> None:
        """Run out every board after the first; the first holds the cards that all boards share."""
        for board in range(1, self.boards):
            count = 0
            for street in range(FLOP, self.terms.streets):
                size = 3 if street == FLOP else 1
                if count >= self.shared:
                    self.next_card += self.terms.burn
                for i in range(count, count + size):
                    if i < self.shared:
                        self.further[5 * board - 5 + i] = self.board[i]
                    else:
                        self.further[5 * board - 5 + i] = self.card(self.next_card)
                        self.next_card += 1
                if count >= self.shared:
                    self.note(LOG_STREET, board, street)
                count += size

    def turn_to_board(self, board: int) -> None:
        """Swap the first board with another and rank every live hand on it; a second swap restores everything."""
        for i in range(self.board_count):
            card = self.board[i]
            self.board[i] = self.further[5 * board - 5 + i]
            self.further[5 * board - 5 + i] = card
        self.rank_live()

    def rank_live(self) -> None:
        """Set the strength of every live hand."""
        for seat in range(self.seats):
            if self.live_bits >> seat & 1:
                self.rank(seat)

    def winners_on(self, pot: int, board: int) -> int:
        """Return the seats with the best claim to a pot on one of the boards, as bits."""
        if board == 0:
            return self.winners(pot)
        self.turn_to_board(board)
        winners = self.winners(pot)
        self.turn_to_board(board)
        return winners

    # -- who wins -------------------------------------------------------------------------------------------------

    def rank(self, seat: int) -> None:
        """Set the strength of the seat's hand, or -1 while one of its cards is unknown."""
        self.strength[seat] = -1
        first = self.hole[2 * seat]
        second = self.hole[2 * seat + 1]
        if first < 0 or second < 0 or self.board_count < 3:
            return
        key = ev.KEY[first] + ev.KEY[second]
        mask = ev.MASK[first] | ev.MASK[second]
        for i in range(self.board_count):
            card = self.board[i]
            if card < 0:
                return
            key += ev.KEY[card]
            mask |= ev.MASK[card]
        self.strength[seat] = ev.lookup(key, mask)

    def winners(self, pot: int) -> int:
        """Return the seats with the best claim to a pot, as bits."""
        seats = self.claims(pot)
        best = -1
        winners = 0
        while seats:
            seat = bits.LOWEST[seats]
            seats &= seats - 1
            if self.strength[seat] > best:
                best = self.strength[seat]
                winners = 0
            if self.strength[seat] >= best:
                winners |= 1 << seat
        return winners

    def best_of_others(self, pot: int, seat: int) -> int:
        """Return the other seats with chips that have the best claim to a pot, as bits."""
        best = -2
        winners = 0
        for other in range(self.seats):
            if other != seat and self.claims(pot) >> other & 1:
                if self.strength[other] > best:
                    best = self.strength[other]
                    winners = 0
                if self.strength[other] == best and self.stack[other] > 0:
                    winners |= 1 << other
        return winners

    # -- for Python -----------------------------------------------------------------------------------------------

    def strengths(self) -> tuple[int, ...]:
        """Return showdown strengths by seat; -1 for a seat without one."""
        return tuple([self.strength[i] for i in range(self.seats)])

    def holes(self, seat: int) -> tuple[int, int]:
        """Return the two cards dealt to a seat."""
        if seat < 0 or seat >= self.seats:
            raise ValueError(f"there is no seat {seat}: expected 0 to {self.seats - 1}")
        return (self.hole[2 * seat], self.hole[2 * seat + 1])

    def cards(self) -> tuple[int, ...]:
        """Return the deck in dealing order: the terms' deck, unless the state shuffled its own."""
        return tuple([self.card(place) for place in range(52)])

    def board_cards(self) -> tuple[int, ...]:
        """Return the board so far."""
        return tuple([self.board[i] for i in range(self.board_count)])

    def further_boards(self) -> tuple[tuple[int, ...], ...]:
        """Return the boards after the first: both from the start on a double board, run-outs once they are dealt."""
        if self.street < SHOWDOWN and not self.terms.double_board:
            return ()
        return tuple(
            [
                tuple([self.further[5 * board - 5 + i] for i in range(self.board_count)])
                for board in range(1, self.boards)
            ]
        )
