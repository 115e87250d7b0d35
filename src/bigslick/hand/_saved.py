# cython: auto_pickle=False, nonecheck=True
"""The text of a plain hand, written and read without a struct in between: the same text as `saved` writes.

Reading takes exactly what writing writes. Any other text, an odd one as well as a damaged one, is left to `saved`,
which reads all of JSON and says what is wrong.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

import msgspec

from bigslick.cards import DECK as CARDS
from bigslick.cards import RANKS, SUITS
from bigslick.core.codes import CALL, FOLD, MAX_CHIPS, MAX_SEATS
from bigslick.core.hand import State
from bigslick.core.terms import Terms
from bigslick.rules import Rules

from . import _start as starts
from ._start import Start
from .codec import MUCK
from .saved import FORMAT

COMPILED = cython.compiled

MUCKED = MUCK
HEAD = b'{"format":"%s","setup":{"stacks":[' % FORMAT.encode()
BUTTON, SMALL_SEAT, BIG_SEAT = b'],"button":', b',"small_blind_seat":', b',"big_blind_seat":'
SMALL, BIG, ANTE = b',"small_blind":', b',"big_blind":', b',"ante":'
DECK, RULES, ACTIONS, END = b',"deck":"', b'","rules":', b'},"actions":[', b"]}"
FOLDS, CHECKS, CALLS = b'"fold"', b'"check"', b'"call"'
BETS, RAISES = b'"bet ', b'"raise '
PAGE = 4608
ROOM = 4000  # an action takes fewer letters than the rest of the page
LONGEST_RULES = 2000
COMMA, DIGIT, QUOTE, CLOSED = 44, 48, 34, 125
LETTER_B, LETTER_C, LETTER_F, LETTER_R = 98, 99, 102, 114
REST_OF_CALL, REST_OF_CHECK, REST_OF_FOLD = CALLS[2:], CHECKS[2:6], FOLDS[2:]  # four letters each, compared as one int


if not cython.compiled:

    def is_at(data: bytes, at: int, piece: bytes, length: int) -> bool:
        """Whether a piece of text is there; the .pxd has the C twin."""
        return data[at : at + length] == piece

    def are_at(data: bytes, at: int, four: bytes) -> bool:
        """Whether four letters are there; the .pxd has the C twin."""
        return data[at : at + 4] == four

    def put_at(page: list[int], at: int, piece: bytes, length: int) -> None:
        """Write a piece of text; the .pxd has the C twin."""
        page[at : at + length] = piece

    def letters_of(text: Any) -> bytes | None:
        """The letters of a text with a 0 after them, or None where they are not plain; the .pxd has the C twin."""
        if type(text) is str and text.isascii():
            return text.encode() + b"\0"
        return text + b"\0" if type(text) is bytes else None

    def text_of(page: list[int], size: int) -> str:
        """The text on a page; the .pxd has the C twin."""
        return bytes(page[:size]).decode("ascii")

    def mark(state: State, code: int) -> int:
        """An action's int as a hand keeps it, which tells a check from a call, and a bet from a raise.

        Twice what the core has, and one more for a check or a bet; below zero as it is. The .pxd has the C twin.
        """
        if code < 0:
            return code
        return 2 * code + ((state.to_call if code == CALL else state.current) == 0)

    def unmark(kept: int) -> int:
        """The core's int for an action as a hand keeps it; the .pxd has the C twin."""
        return kept if kept < 0 else kept >> 1

    # By letter: a rank or a suit and one, or 0. By card: the two letters of its name.
    RANK_OF, SUIT_OF, NAMES = [0] * 256, [0] * 256, [0] * 104

for number, letter in enumerate(RANKS.encode()):
    RANK_OF[letter] = number + 1
for number, letter in enumerate(SUITS.encode()):
    SUIT_OF[letter] = number + 1
for number, letter in enumerate("".join([str(card) for card in CARDS]).encode()):
    NAMES[number] = letter


class PlainWriter:
    """Writes one text from its beginning to its end."""

    def __init__(self) -> None:
        self.page: list[int] = []
        self.at = 0

    def write(self, start: Start, codes: list[int], count: int) -> str | None:
        """The text of a hand that began plainly; None if it was asked for a showdown, or is very long."""
        terms = start.terms
        known = starts.known(start.rules)
        if len(known.text) > LONGEST_RULES:
            return None
        if not cython.compiled:
            page = [0] * PAGE
        self.page = page
        self.at = 0
        self.put(HEAD)
        for seat in range(terms.seats):
            self.number(terms.stack[seat])
            self.page[self.at] = COMMA
            self.at += 1
        self.at -= 1  # no comma after the last
        self.put_number(BUTTON, terms.button)
        self.put_number(SMALL_SEAT, start.small_seat)
        self.put_number(BIG_SEAT, start.big_seat)
        self.put_number(SMALL, start.small_blind)
        self.put_number(BIG, start.big_blind)
        if start.ante > 0:
            self.put_number(ANTE, start.ante)
        self.put(DECK)
        for place in range(52):
            card = terms.deck[place]
            self.page[self.at + 2 * place] = NAMES[2 * card]
            self.page[self.at + 2 * place + 1] = NAMES[2 * card + 1]
        self.at += 104
        self.put(RULES)
        self.put(known.text)
        self.put(ACTIONS)
        if not self.write_actions(codes, count):
            return None
        self.put(END)
        return text_of(self.page, self.at)

    def write_actions(self, codes: list[int], count: int) -> bool:
        """Write the actions; whether they can be written, and there was room for them."""
        for i in range(count):
            kept = codes[i]
            if kept <= MUCKED or self.at > ROOM:
                return False
            if kept == FOLD:
                self.put(FOLDS)
            elif kept <= 1:
                self.put(CHECKS if kept == 1 else CALLS)
            else:
                self.put_number(BETS if kept & 1 else RAISES, kept >> 1)
                self.page[self.at] = QUOTE
                self.at += 1
            self.page[self.at] = COMMA
            self.at += 1
        if count > 0:
            self.at -= 1  # no comma after the last
        return True

    def put(self, piece: bytes) -> int:
        """Write a piece of text."""
        length = len(piece)
        put_at(self.page, self.at, piece, length)
        self.at += length
        return 0

    def put_number(self, piece: bytes, number: int) -> int:
        """Write a piece of text and a number."""
        self.put(piece)
        self.number(number)
        return 0

    def number(self, number: int) -> int:
        """Write a whole number."""
        if number < 10:
            self.page[self.at] = DIGIT + number
            self.at += 1
            return 0
        size = 1
        rest = number // 10
        while rest > 0:
            rest //= 10
            size += 1
        for i in range(size):
            self.page[self.at + size - 1 - i] = DIGIT + number % 10
            number //= 10
        self.at += size
        return 0


@lru_cache(maxsize=64)
def rules_of(text: bytes) -> Rules | None:
    """The rules that a text means, if it is exactly how they are written."""
    try:
        rules = msgspec.json.decode(text, type=Rules)
    except (msgspec.MsgspecError, ValueError):
        return None
    return rules if msgspec.json.encode(rules) == text else None


class PlainReader:
    """Reads one text from its beginning to its end."""

    def __init__(self) -> None:
        self.text: Any = None
        self.data: Any = b""
        self.at = self.size = 0
        self.start: Any = None
        self.state: Any = None
        self.codes: list[int] = []

    def read(self, text: Any) -> bool:
        """Read a text; whether it is one that `write_plain` wrote, of a hand that can be played."""
        self.text = text  # compiled, `data` points into it
        self.data = letters_of(text)
        if not self.data:
            return False
        self.size = len(text)
        self.at = 0
        return self.read_start() and self.read_actions()

    def read_start(self) -> bool:
        """Read what the hand began with."""
        terms = Terms.__new__(Terms) if cython.compiled else Terms()
        if not self.skip(HEAD):
            return False
        seats = 0
        while True:
            chips = self.number()
            if chips < 0 or seats == MAX_SEATS:
                return False
            terms.stack[seats] = chips
            seats += 1
            if not self.comma():
                break
        terms.seats = seats
        button = self.number_after(BUTTON)
        small_seat = self.number_after(SMALL_SEAT)
        big_seat = self.number_after(BIG_SEAT)
        small = self.number_after(SMALL)
        big = self.number_after(BIG)
        ante = 0
        if self.skip(ANTE):
            ante = self.number()
            if ante <= 0:
                return False
        if not self.skip(DECK) or self.at + 104 > self.size:
            return False
        seen = [0] * 52
        for place in range(52):
            rank = RANK_OF[self.data[self.at + 2 * place]]
            suit = SUIT_OF[self.data[self.at + 2 * place + 1]]
            if rank == 0 or suit == 0:
                return False
            card = 4 * rank + suit - 5
            if seen[card]:
                return False
            seen[card] = 1
            terms.deck[place] = card
        self.at += 104
        if not self.skip(RULES):
            return False
        last = starts.last_known()
        if self.skip(last.text):
            rules: Any = last.rules
        else:
            first = self.at
            while self.at < self.size and self.data[self.at] != CLOSED:
                self.at += 1
            self.at += 1
            part = self.text[first : self.at]
            rules = rules_of(part.encode() if type(part) is str else part)
        if rules is None or not self.skip(ACTIONS):
            return False
        start = starts.on_terms(terms, button, small, big, ante, rules)
        if start is None or start.small_seat != small_seat or start.big_seat != big_seat:
            return False
        self.start = start
        return True

    def read_actions(self) -> bool:
        """Read the actions, and do them."""
        begun = self.start
        state = starts.begun(begun.terms)
        codes: list[int] = []
        while self.at < self.size and self.data[self.at] == QUOTE:
            kept = self.read_action()
            if kept == MUCKED or kept != mark(state, unmark(kept)) or state.turn < 0 or state.act(unmark(kept)) != 0:
                return False
            codes.append(kept)
            if not self.comma():
                break
        self.codes = codes
        self.state = state
        return self.skip(END) and self.at == self.size and self.data[self.at - len(END) - 1] != COMMA

    def read_action(self) -> int:
        """The next action, as a hand keeps it; MUCKED if it is not one."""
        at = self.at
        if at + 8 > self.size:  # the shortest is `"call"]}`
            return MUCKED
        letter = self.data[at + 1]
        if letter == LETTER_C:
            if are_at(self.data, at + 2, REST_OF_CALL):
                self.at = at + 6
                return 0
            if are_at(self.data, at + 2, REST_OF_CHECK) and self.data[at + 6] == QUOTE:
                self.at = at + 7
                return 1
            return MUCKED
        if letter == LETTER_F:
            self.at = at + 6
            return FOLD if are_at(self.data, at + 2, REST_OF_FOLD) else MUCKED
        to = self.number_after(RAISES if letter == LETTER_R else BETS)
        if to <= 0 or self.data[self.at] != QUOTE:
            return MUCKED
        self.at += 1
        return 2 * to + int(letter == LETTER_B)

    def skip(self, piece: bytes) -> bool:
        """Go past a piece of the text, if it is next."""
        length = len(piece)
        if self.at + length > self.size or not is_at(self.data, self.at, piece, length):
            return False
        self.at += length
        return True

    def comma(self) -> bool:
        """Go past a comma, if it is next."""
        if self.at < self.size and self.data[self.at] == COMMA:
            self.at += 1
            return True
        return False

    def number(self) -> int:
        """The whole number that is next, written as JSON writes it; -1 if there is none or it is too large."""
        at = self.at
        value = 0
        while DIGIT <= self.data[at] < DIGIT + 10:  # after the last letter comes a 0
            value = 10 * value + (self.data[at] - DIGIT)
            at += 1
            if value > MAX_CHIPS:
                return -1
        if at == self.at or (self.data[self.at] == DIGIT and at > self.at + 1):
            return -1
        self.at = at
        return value

    def number_after(self, piece: bytes) -> int:
        """The number after a piece of the text; -1 if it is not there."""
        return self.number() if self.skip(piece) else -1
