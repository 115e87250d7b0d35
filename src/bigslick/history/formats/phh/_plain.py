# cython: auto_pickle=False
"""A hand of a PHH file in the plain form that programs write, read and played without a `History` in between.

Reading finds out whether the text is plain: one `key = value` to a line, each key once, strings in single quotes
without odd letters, numbers with digits only, lists in one line, and a value for each player. Any other text is left to
`reading`, which reads all of TOML and says what is wrong. Playing takes two blinds, an ante that everyone can pay and
actions in their shortest form, and stops at anything out of the ordinary: then `replay` plays the hand from its
fields, which knows every case and every sentence.
"""

from __future__ import annotations

from typing import Any, cast

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

import msgspec

from bigslick.core import hand as core
from bigslick.core.codes import CALL as CALL_CODE
from bigslick.core.codes import FOLD as FOLD_CODE
from bigslick.core.codes import LIVE, MAX_CHIPS, MAX_SEATS, OVER, SHOWDOWN
from bigslick.core.hand import State
from bigslick.core.terms import Terms, new_terms
from bigslick.hand.setup import rule_numbers
from bigslick.rules import LIMITS, Rules

from ...action_kinds import BOARD, FOLD, MOST_PLACES, MOST_VALUE, MUCK, MUCKED, NO_CLAIM, SHOW, UNKNOWN_CARD, WAGER
from ._script import Amounts, Script

COMPILED = cython.compiled

MOST_DIGITS = 15
UNKNOWN_STACK = 1 << 44  # as in `recorded_setup`
NEWLINE, SPACE, QUOTE, COMMA, MINUS, POINT, DIGIT, NINE, COLON, OPEN, CLOSE = b"\n ',-.09:[]"
TRUE, FALSE, INF, BRACES = b"true", b"false", b"inf", b"{}"

IS_VARIANT, IS_BOOL, IS_AMOUNTS, IS_AMOUNT, IS_ACTIONS, IS_TEXT, IS_TIME, IS_WHOLE, IS_WHOLE_OR_TEXT = range(9)
IS_WHOLES, IS_TEXTS, IS_OURS = range(9, 12)
PLAIN_FIELDS = (
    ("variant", IS_VARIANT),
    ("ante_trimming_status", IS_BOOL),
    ("antes", IS_AMOUNTS),
    ("blinds_or_straddles", IS_AMOUNTS),
    ("min_bet", IS_AMOUNT),
    ("small_bet", IS_AMOUNT),
    ("big_bet", IS_AMOUNT),
    ("starting_stacks", IS_AMOUNTS),
    ("actions", IS_ACTIONS),
    ("author", IS_TEXT),
    ("event", IS_TEXT),
    ("url", IS_TEXT),
    ("venue", IS_TEXT),
    ("address", IS_TEXT),
    ("city", IS_TEXT),
    ("region", IS_TEXT),
    ("postal_code", IS_TEXT),
    ("country", IS_TEXT),
    ("time", IS_TIME),
    ("day", IS_WHOLE),
    ("month", IS_WHOLE),
    ("year", IS_WHOLE),
    ("hand", IS_WHOLE_OR_TEXT),
    ("level", IS_WHOLE),
    ("seats", IS_WHOLES),
    ("seat_count", IS_WHOLE),
    ("table", IS_WHOLE_OR_TEXT),
    ("players", IS_TEXTS),
    ("finishing_stacks", IS_AMOUNTS),
    ("winnings", IS_AMOUNTS),
    ("currency", IS_TEXT),
    ("currency_symbol", IS_TEXT),
    ("time_zone", IS_TEXT),
    ("time_zone_abbreviation", IS_TEXT),
    ("_bigslick", IS_OURS),
)
_NAMES = [name for name, _ in PLAIN_FIELDS]
ANTES, BLINDS, STACKS = map(_NAMES.index, ("antes", "blinds_or_straddles", "starting_stacks"))
MIN_BET, SMALL_BET, BIG_BET = map(_NAMES.index, ("min_bet", "small_bet", "big_bet"))
ACTIONS, EVENT, LEVEL = map(_NAMES.index, ("actions", "event", "level"))
FINISHING, WINNINGS, OUR_FIELD = map(_NAMES.index, ("finishing_stacks", "winnings", "_bigslick"))
KEY_COUNT = len(PLAIN_FIELDS)
KEYS = tuple([f"{name} = ".encode() for name in _NAMES])


def _terms_of(rules: Rules) -> Terms:
    return new_terms(rule_numbers(rules, (1, 1, 2)), (1, 1), tuple(range(52)), (0, 0, 1, 1, 1, 0))


RULES = tuple(
    [_terms_of(Rules(limit=limit, ante="per_player", reveal="ask", burn=False, bets_per_street=0)) for limit in LIMITS]
)

if not cython.compiled:

    def is_at(data: bytes, at: int, piece: bytes, length: int) -> bool:
        """Whether a piece of text is there; the .pxd has the C twin."""
        return data[at : at + length] == piece

    def letters_of(text: bytes) -> bytes:
        """The letters of a text with a 0 after them; the .pxd has the C twin."""
        return text + b"\0"

    def blank(kind: Any) -> Any:
        """A struct none of whose fields is set; the .pxd has the C twin."""
        made = kind()
        for name in kind.__struct_fields__:
            delattr(made, name)
        return made

    set_field = msgspec.Struct.__setattr__

    # By letter: whether it ends a string or may not be in a plain one.
    IS_ODD = [0] * 256
    KIND_OF, LENGTH_OF = [0] * 64, [0] * 64

for letter in (*range(32), 127, *b"'\"\\{}="):
    IS_ODD[letter] = 1
for number in range(KEY_COUNT):
    KIND_OF[number] = PLAIN_FIELDS[number][1]
    LENGTH_OF[number] = len(KEYS[number])


class PlainHand:
    """A plain hand: its text, its amounts, and how it ends once it has been played."""

    def __cinit__(self) -> None:  # called by the compiled class alone: a hand without text cannot be played
        self.text = b""
        self.state = State.__new__(State)
        self.stacks = Amounts.__new__(Amounts)
        self.antes = Amounts.__new__(Amounts)
        self.blinds = Amounts.__new__(Amounts)
        self.bets = Amounts.__new__(Amounts)
        self.finishing = Amounts.__new__(Amounts)
        self.winnings = Amounts.__new__(Amounts)

    def __init__(self) -> None:
        if not cython.compiled:
            self.text, self.data = b"", b"\0"
            self.state = cast("State", None)
            self.finished = self.high = False
            self.players = self.places = self.unknown = self.at = self.size = self.actions_at = self.seen = 0
            self.variant = self.guess = 0
            self.stacks, self.antes, self.blinds = Amounts(), Amounts(), Amounts()
            self.bets, self.finishing, self.winnings = Amounts(), Amounts(), Amounts()

    # -- reading --------------------------------------------------------------------------------------------------

    def read(self, text: bytes) -> bool:
        """Read the lines of a hand; whether all of them are plain."""
        self.text = text  # compiled, `data` points into it
        self.data = letters_of(text)
        self.size = len(text)
        self.at = 0
        one = 1  # a C variable, wide enough for a bit of every field
        while True:
            field = self.key()
            if field < 0 or self.has(field):
                return False
            self.seen |= one << field
            if not self.read_value(field):
                return False
            if self.at == self.size:
                break
            if self.data[self.at] != NEWLINE:
                return False
            self.at += 1
        if self.high:
            try:
                text.decode()
            except UnicodeDecodeError:
                return False
        return self.is_complete()

    def key(self) -> int:
        """The field that this line begins with, -1 if it is not one; files have them in the same order mostly."""
        for i in range(KEY_COUNT):
            field = self.guess + i
            if field >= KEY_COUNT:
                field -= KEY_COUNT
            length = LENGTH_OF[field]
            if self.at + length < self.size and is_at(self.data, self.at, KEYS[field], length):
                self.at += length
                self.guess = field + 1
                return field
        return -1

    def has(self, field: int) -> bool:
        """Whether the hand has this field."""
        return bool(self.seen >> field & 1)

    def read_value(self, field: int) -> bool:
        """Read the value of a field; whether it is plain and of the right kind."""
        kind = KIND_OF[field]
        if kind == IS_AMOUNTS:
            if field == STACKS:
                return self.amounts(self.stacks, True)
            if field == ANTES:
                return self.amounts(self.antes, False)
            if field == BLINDS:
                return self.amounts(self.blinds, False)
            return self.amounts(self.finishing if field == FINISHING else self.winnings, False)
        if kind == IS_AMOUNT:
            self.bets.count = 2 if field == BIG_BET else 1 if field == SMALL_BET else 0
            return self.number(self.bets)
        if kind == IS_ACTIONS:
            self.actions_at = self.at + 1
            return self.texts(False)
        if kind == IS_TEXTS:
            return self.texts(True)
        if kind == IS_WHOLES:
            return self.wholes()
        if kind == IS_TIME:
            return self.clock()
        if kind == IS_WHOLE or (kind == IS_WHOLE_OR_TEXT and self.data[self.at] != QUOTE):
            return self.whole()
        if kind == IS_VARIANT:
            for i in range(len(VARIANT_TEXTS)):
                if self.at + 4 <= self.size and is_at(self.data, self.at, VARIANT_TEXTS[i], 4):
                    self.variant = i
                    self.at += 4
                    return True
            return False
        if kind == IS_BOOL:
            if self.at + 4 <= self.size and is_at(self.data, self.at, TRUE, 4):
                self.at += 4
                return True
            self.at += 5
            return self.at <= self.size and is_at(self.data, self.at - 5, FALSE, 5)
        if kind == IS_OURS:
            self.at += 2
            return self.at <= self.size and is_at(self.data, self.at - 2, BRACES, 2)
        return self.quoted()

    def is_complete(self) -> bool:
        """Whether all that a hand needs is there, with a value for each player wherever there is one for any."""
        n = self.stacks.count
        if n < 2 or n > MAX_SEATS or self.antes.count != n or self.blinds.count != n:
            return False
        if not self.has(0) or not self.has(ACTIONS):
            return False
        if self.variant == 2:
            if not self.has(SMALL_BET) or not self.has(BIG_BET):
                return False
        elif not self.has(MIN_BET):
            return False
        if self.finishing.count not in (0, n) or self.winnings.count not in (0, n):
            return False
        return self.players in (0, n)

    def quoted(self) -> bool:
        """Go past a string of plain letters."""
        if self.data[self.at] != QUOTE:
            return False
        self.at += 1
        while True:
            letter = self.data[self.at]
            if IS_ODD[letter]:
                break
            if letter > 127:
                self.high = True
            self.at += 1
        if letter != QUOTE:
            return False
        self.at += 1
        return True

    def whole(self) -> bool:
        """Go past a whole number without sign and leading zeros."""
        first = self.at
        while DIGIT <= self.data[self.at] <= NINE:
            self.at += 1
        if self.at == first or self.at > first + MOST_DIGITS:
            return False
        return self.data[first] != DIGIT or self.at == first + 1

    def clock(self) -> bool:
        """Go past a time of day, such as 22:58:30."""
        at = self.at
        self.at += 8
        if self.at > self.size or self.data[at + 2] != COLON or self.data[at + 5] != COLON:
            return False
        hours = self.two_digits(at)
        minutes = self.two_digits(at + 3)
        seconds = self.two_digits(at + 6)
        return 0 <= hours < 24 and 0 <= minutes < 60 and 0 <= seconds < 60

    def two_digits(self, at: int) -> int:
        """A number of two digits, -1 if there is none."""
        if not DIGIT <= self.data[at] <= NINE or not DIGIT <= self.data[at + 1] <= NINE:
            return -1
        return 10 * (self.data[at] - DIGIT) + self.data[at + 1] - DIGIT

    def number(self, found: Amounts) -> bool:
        """Read an amount in digits."""
        value = 0
        places = 0
        digits = 0
        minus = self.data[self.at] == MINUS
        if minus:
            self.at += 1
        first = self.at
        while DIGIT <= self.data[self.at] <= NINE and digits <= MOST_DIGITS:
            value = 10 * value + self.data[self.at] - DIGIT
            digits += 1
            self.at += 1
        if digits == 0 or (self.data[first] == DIGIT and digits > 1):
            return False
        if self.data[self.at] == POINT:
            self.at += 1
            while DIGIT <= self.data[self.at] <= NINE and digits <= MOST_DIGITS:
                value = 10 * value + self.data[self.at] - DIGIT
                digits += 1
                places += 1
                self.at += 1
            if places == 0:
                return False
        if digits > MOST_DIGITS or places > MOST_PLACES or (minus and value == 0):
            return False
        found.value[found.count] = -value if minus else value
        found.places[found.count] = places
        found.count += 1
        return True

    def amounts(self, found: Amounts, unknown: bool) -> bool:
        """Read a list of amounts; a stack that is not known is `inf`."""
        if self.data[self.at] != OPEN:
            return False
        self.at += 1
        while True:
            if found.count == MAX_SEATS:
                return False
            if unknown and self.at + 3 < self.size and is_at(self.data, self.at, INF, 3):
                self.at += 3
                self.unknown |= 1 << found.count
                found.value[found.count] = 0
                found.places[found.count] = 0
                found.count += 1
            elif not self.number(found):
                return False
            if not self.follows():
                break
        return self.data[self.at - 1] == CLOSE

    def follows(self) -> bool:
        """Go past the comma and the space before another entry, or past the bracket that closes a list."""
        if self.data[self.at] == COMMA and self.data[self.at + 1] == SPACE:
            self.at += 2
            return True
        self.at += 1 if self.at < self.size else 0
        return False

    def texts(self, several: bool) -> bool:
        """Go past a list of strings: as many as there are players, or one at least."""
        count = 0
        if self.data[self.at] != OPEN:
            return False
        self.at += 1
        while True:
            if not self.quoted():
                return False
            count += 1
            if not self.follows():
                break
        if self.data[self.at - 1] != CLOSE:
            return False
        if not several:
            return True
        if self.players not in (0, count):
            return False
        self.players = count
        return True

    def wholes(self) -> bool:
        """Go past a list of whole numbers, one for each player."""
        count = 0
        if self.data[self.at] != OPEN:
            return False
        self.at += 1
        while True:
            if not self.whole():
                return False
            count += 1
            if not self.follows():
                break
        if self.data[self.at - 1] != CLOSE or self.players not in (0, count):
            return False
        self.players = count
        return True

    # -- playing --------------------------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play the hand to the end of its record; whether everything in it is ordinary.

        Then `state` is how it ends, `finished` whether the record reaches the end of the hand, and `places` the
        decimal places of a chip.
        """
        if self.size == 0 or self.has(OUR_FIELD):
            return False
        script = Script.__new__(Script) if cython.compiled else Script()
        if not script.read(self.data, self.actions_at, self.stacks.count):
            return False
        terms = self.terms(script)
        if terms is None:
            return False
        state = core.state_on(terms)
        state.begin()
        if not self.act(script, state):
            return False
        self.state = state
        return True

    def terms(self, script: Script) -> Terms | None:
        """What the hand is played on, in chips of the smallest unit; None if it is not ordinary."""
        n = self.stacks.count
        places = script.places
        for i in range(4):
            found = (self.stacks if i == 0 else self.antes) if i < 2 else (self.blinds if i == 2 else self.finishing)
            if found.most_places() > places:
                places = found.most_places()
        fixed = self.variant == 2
        if fixed:
            if self.bets.places[1] > places:
                places = self.bets.places[1]
            if self.bets.places[2] > places:
                places = self.bets.places[2]
        elif self.bets.places[0] > places:
            places = self.bets.places[0]
        self.places = places
        self.bets.count = 3
        least = self.bets.at(1 if fixed else 0, places)
        chips = self.bets.at(2, places) if fixed else least
        if least <= 0 or least > MAX_CHIPS or chips <= 0 or chips > MAX_CHIPS:
            return None
        terms = Terms.__new__(Terms) if cython.compiled else Terms()
        terms.take_rules(RULES[self.variant])
        terms.min_bet = least
        terms.small_bet = least
        terms.big_bet = chips
        terms.seats = n
        ante = self.antes.at(0, places)
        big = -1
        small = -1
        for seat in range(n):
            chips = UNKNOWN_STACK if self.unknown >> seat & 1 else self.stacks.at(seat, places)
            if chips <= 0 or chips > MAX_CHIPS or chips < ante or self.antes.at(seat, places) != ante:
                return None
            terms.stack[seat] = chips
            chips = self.blinds.at(n - 1 - seat if n == 2 else seat, places)
            if chips < 0 or chips > MAX_CHIPS:
                return None
            if chips >= least and big < 0:
                big = seat
            elif chips > 0:
                if small >= 0:
                    return None
                small = seat
        if ante < 0 or big < 0 or (small < 0 and n == 2):
            return None
        least = 0
        if small >= 0:
            least = self.blinds.at(n - 1 - small if n == 2 else small, places)
        chips = self.blinds.at(n - 1 - big if n == 2 else big, places)
        if least >= chips:
            return None
        for place in range(52):
            terms.deck[place] = script.deck[place]
        terms.post(n - 1, small, big, least, chips, ante)
        return terms

    def act(self, script: Script, state: State) -> bool:
        """Do what the record says; whether the rules let all of it happen."""
        dealt = 0
        for i in range(script.count):
            kind = script.kind[i]
            if kind <= WAGER:
                if state.turn != script.player[i] or dealt != state.board_count:
                    return False
                code = CALL_CODE
                if kind == FOLD:
                    code = FOLD_CODE
                elif kind == WAGER:
                    code = script.value[i]
                    for _ in range(self.places - script.places_of[i]):
                        if code > MOST_VALUE:
                            return False
                        code *= 10
                if state.act(code) != 0:
                    return False
            elif kind == BOARD:
                after = dealt + script.value[i]
                if after > state.board_count or (dealt < 3 and after > 3) or (dealt >= 3 and after > dealt + 1):
                    return False
                dealt = after
            elif kind == SHOW or kind == MUCK:
                if state.street < SHOWDOWN or state.status[script.player[i]] != LIVE or not script.hear(i):
                    return False
        if state.street == SHOWDOWN and dealt == 5:
            for i in range(5):
                if state.board[i] < 0:
                    self.finished = False
                    return True
            return self.show_down(script, state)
        self.finished = state.street == OVER
        return True

    def show_down(self, script: Script, state: State) -> bool:
        """Table and muck in the engine's order; whether that is as the rules have it."""
        hidden = 0
        for i in range(state.shows):
            seat = state.show_order[i]
            if script.claim[2 * seat] == NO_CLAIM:
                self.finished = False
                return True
            if script.claim[2 * seat] == MUCKED:
                if self.winnings.value[seat] > 0 or state.all_in_showdown or state.muck() != 0:
                    return False
            elif script.claim[2 * seat] == UNKNOWN_CARD:
                state.show(UNKNOWN_CARD, UNKNOWN_CARD)
                hidden |= 1 << seat
            else:
                state.show(script.claim[2 * seat], script.claim[2 * seat + 1])
        self.finished = True
        return hidden == 0 or self.wins_nothing(hidden)

    def wins_nothing(self, hidden: int) -> bool:
        """Whether the record pays nothing to hands face down, or does not say what it pays anyone."""
        paid = False
        for seat in range(self.winnings.count):
            if self.winnings.value[seat] != 0:
                paid = True
                if hidden >> seat & 1:
                    return False
        return paid or self.finishing.count == 0

    def agrees(self) -> bool:
        """Whether `winnings` and `finishing_stacks` clearly are what was played; `settlement` judges the others."""
        if not self.finished or self.has(EVENT) or self.has(LEVEL):
            return False
        for seat in range(self.finishing.count):
            if self.finishing.at(seat, self.places) != self.state.stack[seat]:
                return False
        for seat in range(self.winnings.count):
            if self.winnings.value[seat] < 0 or (self.winnings.value[seat] > 0 and self.state.won[seat] == 0):
                return False
        return True


VARIANT_TEXTS = (b"'NT'", b"'PT'", b"'FT'")


def plain_hand(text: bytes) -> PlainHand | None:
    """The hand of these lines, None if they are not plain."""
    if text is None:
        raise TypeError("expected the text of a hand")
    hand = PlainHand.__new__(PlainHand) if cython.compiled else PlainHand()
    return hand if hand.read(text) else None


def unread(kind: Any, hand: PlainHand, file: str, number: int | str) -> Any:
    """A history of this kind, with the hand, its file and its number set, and no other field."""
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        raise TypeError("expected a kind of struct")
    history = blank(kind)
    set_field(history, "unread", hand)
    set_field(history, "file", file)
    set_field(history, "number", number)
    return history
