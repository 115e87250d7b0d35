# cython: auto_pickle=False
"""The actions and the amounts of a hand in the plain form that programs write: see `_plain`."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.cards import RANKS, SUITS
from bigslick.core.codes import MAX_CHIPS

from ...action_kinds import (
    BOARD,
    CALL,
    FOLD,
    HOLE,
    MOST_PLACES,
    MOST_VALUE,
    MUCK,
    MUCKED,
    NO_CARD,
    NO_CLAIM,
    SHOW,
    UNKNOWN_CARD,
    WAGER,
)

COMPILED = cython.compiled

MOST_ACTIONS = 200
SPACE, QUOTE, POINT, DIGIT, NINE, CLOSE, QUERY = b" '.09]?"
LETTER_B, LETTER_C, LETTER_D, LETTER_F, LETTER_H, LETTER_M, LETTER_P, LETTER_R, LETTER_S = b"bcdfhmprs"

if not cython.compiled:
    # By letter: a rank or a suit and one, or 0.
    RANK_OF, SUIT_OF = [0] * 256, [0] * 256

for number, letter in enumerate(RANKS.encode()):
    RANK_OF[letter] = number + 1
for number, letter in enumerate(SUITS.encode()):
    SUIT_OF[letter] = number + 1


class Amounts:
    """Some amounts of a hand, each a whole number with its decimal places: 2.50 is 250 and 2."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.count = 0
            self.value = [0] * 10
            self.places = [0] * 10

    def most_places(self) -> int:
        """The most decimal places that any of them has."""
        most = 0
        for i in range(self.count):
            if self.places[i] > most:
                most = self.places[i]
        return most

    def at(self, place: int, places: int) -> int:
        """One of them with so many decimal places, at least as many as it has; one too large to play stays so."""
        value = self.value[place]
        for _ in range(places - self.places[place]):
            if value > MAX_CHIPS or value < -MAX_CHIPS:
                break
            value *= 10
        return value


class Script:
    """The actions of a hand, the deck that deals its cards, and what each player claims at showdown."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.count = self.players = self.places = self.board = self.dealt = 0
            self.kind, self.player, self.places_of = [0] * 200, [0] * 200, [0] * 200
            self.value = [0] * 200
            self.card = [0] * 600
            self.deck = [0] * 52
            self.claim = [0] * 20

    def read(self, data: bytes, at: int, players: int) -> bool:
        """Read a list of texts that has been found plain, from behind its bracket; whether all are in order.

        Hole cards come first, two for each player, and no card twice.
        """
        self.count = self.places = self.board = self.dealt = 0
        self.players = players
        for i in range(52):
            self.deck[i] = UNKNOWN_CARD
        for i in range(20):
            self.claim[i] = NO_CLAIM
        if not cython.compiled:
            got = [0] * 10
        for i in range(players):
            got[i] = 0
        missing = players
        while True:
            if self.count == MOST_ACTIONS:
                return False
            at = self.read_one(data, at + 1)
            if at < 0 or data[at] != QUOTE:
                return False
            i = self.count
            self.count += 1
            kind = self.kind[i]
            player = self.player[i]
            if player >= players:
                return False
            if kind == HOLE:
                if got[player] or not self.lay(player, self.card[3 * i]):
                    return False
                if not self.lay(players + player, self.card[3 * i + 1]):
                    return False
                got[player] = 1
                missing -= 1
            elif missing > 0:
                return False
            at += 1
            if data[at] == CLOSE:
                return True
            at += 2

    def read_one(self, data: bytes, at: int) -> int:
        """Read one action up to the quote that ends it; where that is, or -1."""
        i = self.count
        self.player[i] = 0
        if data[at] == LETTER_D:
            if data[at + 1] != SPACE or data[at + 2] != LETTER_D:
                return -1
            if data[at + 3] == LETTER_B and data[at + 4] == SPACE:
                self.kind[i] = BOARD
                return self.read_cards(data, at + 5, 3)
            if data[at + 3] != LETTER_H or data[at + 4] != SPACE or data[at + 5] != LETTER_P:
                return -1
            self.kind[i] = HOLE
            at += 6
        elif data[at] == LETTER_P:
            self.kind[i] = MUCK
            at += 1
        else:
            return -1
        player = data[at] - DIGIT
        if player < 1 or player > 9:
            return -1
        at += 1
        if player == 1 and data[at] == DIGIT:
            player = 10
            at += 1
        if data[at] != SPACE:
            return -1
        self.player[i] = player - 1
        at += 1
        if self.kind[i] == HOLE:
            return self.read_cards(data, at, 2)
        if data[at] == LETTER_F:
            self.kind[i] = FOLD
            return at + 1
        if data[at] == LETTER_C:
            if data[at + 1] == LETTER_C:
                self.kind[i] = CALL
                return at + 2
            if data[at + 1] != LETTER_B or data[at + 2] != LETTER_R or data[at + 3] != SPACE:
                return -1
            self.kind[i] = WAGER
            return self.read_wager(data, at + 4)
        if data[at] != LETTER_S or data[at + 1] != LETTER_M:
            return -1
        at += 2
        if data[at] == QUOTE:
            return at
        if data[at] != SPACE:
            return -1
        self.kind[i] = SHOW
        return self.read_cards(data, at + 1, 2)

    def read_wager(self, data: bytes, at: int) -> int:
        """Read the amount of a wager; where it ends, or -1."""
        first = at
        value = 0
        places = 0
        point = 0
        while True:
            letter = data[at]
            if DIGIT <= letter <= NINE:
                value = 10 * value + letter - DIGIT
                places += point
                if value > MOST_VALUE:
                    return -1
            elif letter == POINT and point == 0 and at > first:
                point = 1
            else:
                break
            at += 1
        if value == 0 or places > MOST_PLACES or (point == 1 and places == 0):
            return -1
        self.value[self.count] = value
        self.places_of[self.count] = places
        if places > self.places:
            self.places = places
        return at

    def read_cards(self, data: bytes, at: int, most: int) -> int:
        """Read two hole cards, or one to three for the board, which are laid down; where they end, or -1."""
        i = 3 * self.count
        count = 0
        while data[at] != QUOTE:
            card = card_at(data, at)
            if card == NO_CARD or count == most:
                return -1
            self.card[i + count] = card
            count += 1
            at += 2
            if most == 3:
                if self.board == 5 or not self.lay(2 * self.players + self.board, card):
                    return -1
                self.board += 1
        self.value[self.count] = count
        return at if count == 2 or (most == 3 and count > 0) else -1

    def lay(self, place: int, card: int) -> bool:
        """Put a card at its place in the deck; whether no other place has it."""
        one = 1  # a C variable, wide enough to be shifted over the whole deck
        self.deck[place] = card
        if card >= 0:
            if self.dealt >> card & 1:
                return False
            self.dealt |= one << card
        return True

    def hear(self, i: int) -> bool:
        """Note what a player shows or mucks; whether it is their first claim, of two cards that they can have."""
        one = 1
        seat = self.player[i]
        if self.claim[2 * seat] != NO_CLAIM and self.claim[2 * seat] != UNKNOWN_CARD:
            return False
        if self.kind[i] == MUCK:
            self.claim[2 * seat] = MUCKED
            return True
        first = self.card[3 * i]
        second = self.card[3 * i + 1]
        own = self.deck[seat]
        other = self.deck[self.players + seat]
        if first < 0 and second < 0:
            self.claim[2 * seat] = UNKNOWN_CARD
            return True
        if first < 0 or second < 0 or first == second:
            return False
        if own >= 0 and other >= 0:
            if (first != own or second != other) and (first != other or second != own):
                return False
        elif own >= 0 or other >= 0 or self.dealt >> first & 1 or self.dealt >> second & 1:
            return False
        self.dealt |= one << first
        self.dealt |= one << second
        self.claim[2 * seat] = first
        self.claim[2 * seat + 1] = second
        return True


def card_at(data: bytes, at: int) -> int:
    """The card that is named here, -1 for `??`, and NO_CARD if there is none."""
    if data[at] == QUERY:
        return UNKNOWN_CARD if data[at + 1] == QUERY else NO_CARD
    rank = RANK_OF[data[at]]
    if rank == 0 or SUIT_OF[data[at + 1]] == 0:
        return NO_CARD
    return 4 * rank + SUIT_OF[data[at + 1]] - 5
