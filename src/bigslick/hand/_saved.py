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

from bigslick.core.codes import CALL, FOLD, MAX_CHIPS, MAX_SEATS
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
DECK = b',"straddles":[],"posts":[],"min_bet":0,"small_bet":0,"big_bet":0,"deck":['
RULES, ACTIONS, END = b'],"rules":', b'},"actions":[', b"]}"
FOLDS, CHECKS, CALLS = b'{"type":"fold"}', b'{"type":"check"}', b'{"type":"call"}'
BETS, RAISES = b'{"type":"bet","to":', b'{"type":"raise","to":'
ROOM = 4000  # of 4,608 letters; an action takes fewer than the rest
COMMAS, CLOSES = b",", b"}"
COMMA, DIGIT, OPENED, CLOSED = 44, 48, 123, 125


if not cython.compiled:

    def is_at(data: bytes, at: int, piece: bytes, length: int) -> bool:
        """Whether a piece of text is there; the .pxd has the C twin."""
        return data[at : at + length] == piece

    def put_at(page: list[int], at: int, piece: bytes, length: int) -> None:
        """Write a piece of text; the .pxd has the C twin."""
        page[at : at + length] = piece


class PlainWriter:
    """Writes one text from its beginning to its end."""

    def __init__(self) -> None:
        self.page = [0] * 4608
        self.at = 0

    def write(self, start: Start, codes: list[int], count: int) -> str | None:
        """The text of a hand that began plainly; None if it was asked for a showdown, or is very long."""
        terms = start.terms
        self.at = 0
        self.put(HEAD)
        for seat in range(terms.seats):
            if seat > 0:
                self.put(COMMAS)
            self.number(terms.stack[seat])
        self.put_number(BUTTON, terms.button)
        self.put_number(SMALL_SEAT, start.small_seat)
        self.put_number(BIG_SEAT, start.big_seat)
        self.put_number(SMALL, start.small_blind)
        self.put_number(BIG, start.big_blind)
        self.put_number(ANTE, start.ante)
        self.put(DECK)
        at = self.at
        for place in range(52):
            card = terms.deck[place]
            if card > 9:
                self.page[at] = DIGIT + card // 10
                at += 1
            self.page[at] = DIGIT + card % 10
            self.page[at + 1] = COMMA
            at += 2
        self.at = at - 1  # no comma after the last
        self.put(RULES)
        known = starts.known(start.rules)
        self.put(known.text)
        self.put(ACTIONS)
        if not self.write_actions(terms, codes, count):
            return None
        self.put(END)
        return bytes(self.page[: self.at]).decode("ascii")

    def write_actions(self, terms: Terms, codes: list[int], count: int) -> bool:
        """Write the actions; whether they can be written, and there was room for them."""
        state = starts.begun(terms)
        for i in range(count):
            code = codes[i]
            if code <= MUCKED or self.at > ROOM:
                return False
            if i > 0:
                self.put(COMMAS)
            if code == FOLD:
                self.put(FOLDS)
            elif code == CALL:
                self.put(CALLS if state.to_call > 0 else CHECKS)
            else:
                self.put_number(RAISES if state.current > 0 else BETS, code)
                self.put(CLOSES)
            state.act(code)
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
        self.text = self.data = b""
        self.at = self.size = 0
        self.start: Any = None
        self.state: Any = None
        self.codes: list[int] = []

    def read(self, text: Any) -> bool:
        """Read a text; whether it is one that `write_plain` wrote, of a hand that can be played."""
        if type(text) is str:
            text = text.encode("utf-8", "surrogatepass")
        if type(text) is not bytes:
            return False
        self.text = text
        self.data = self.text  # compiled: a pointer into the text, which `text` keeps alive
        self.size = len(self.text)
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
        ante = self.number_after(ANTE)
        if ante < 0 or not self.skip(DECK):
            return False
        seen = [0] * 52
        at = self.at
        for place in range(52):
            if at + 3 > self.size or not DIGIT <= self.data[at] < DIGIT + 10:
                return False
            card = self.data[at] - DIGIT
            at += 1
            if card > 0 and DIGIT <= self.data[at] < DIGIT + 10:
                card = 10 * card + self.data[at] - DIGIT
                at += 1
            if card > 51 or seen[card] or (place < 51 and self.data[at] != COMMA):
                return False
            seen[card] = 1
            terms.deck[place] = card
            at += 1
        self.at = at - 1  # no comma after the last
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
            rules = rules_of(self.text[first : self.at])
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
        while self.at < self.size and self.data[self.at] == OPENED:
            if state.turn < 0:
                return False
            if self.skip(CALLS):
                code = CALL if state.to_call > 0 else MUCKED
            elif self.skip(FOLDS):
                code = FOLD
            elif self.skip(CHECKS):
                code = CALL if state.to_call == 0 else MUCKED
            else:
                code = self.number_after(RAISES if state.current > 0 else BETS)
                if code <= 0 or self.at >= self.size or self.data[self.at] != CLOSED:
                    return False
                self.at += 1
            if code == MUCKED or state.act(code) != 0:
                return False
            self.codes.append(code)
            if not self.comma():
                break
        self.state = state
        return self.skip(END) and self.at == self.size and self.data[self.at - len(END) - 1] != COMMA

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
        while at < self.size and DIGIT <= self.data[at] < DIGIT + 10:
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
