"""`--where "pot > 50bb and position in (BTN, CO)"`: a small language for selecting players' hands.

It has only names from a fixed list, numbers, words, comparisons, `in`, `and`, `or`, `not` and brackets: an expression
compiles to our own functions and never runs as Python. An amount is in the file's units, or in big blinds with `bb`
after it, as in `50bb` or `50 bb`. A comparison with a missing value is false.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final, NamedTuple, NoReturn

from bigslick.checks import did_you_mean
from bigslick.errors import BigslickError
from bigslick.table.positions import POSITIONS

from ..notation import shorten
from .count_columns import C_BET, ENTERED, FLOPS, RAISED, SHOWDOWNS, STEAL, THREE_BET
from .counted_hand import REACHED, CountedHand

Test = Callable[[CountedHand, int], bool]
"""Whether to include a player's hand."""
Value = Callable[[CountedHand, int], Any]

MOST_CHARACTERS: Final = 2000
MOST_NESTED: Final = 40


class BadWhere(BigslickError, ValueError):
    """An expression that cannot be read; the sentence says what is wrong, where, and what is legal there."""

    __module__ = "bigslick.history"


class Word(NamedTuple):
    """A name in the language: the type of its value, its meaning, and how to find it."""

    kind: str
    says: str
    of: Value


def _flag(column: int) -> Value:
    return lambda hand, player: hand.tally.did(column, hand.seats[player])


def _date(hand: CountedHand, _player: int) -> str | None:
    history = hand.history
    if history.year is None or history.month is None or history.day is None:
        return None
    return f"{history.year:04}-{history.month:02}-{history.day:02}"


WORDS: Final[dict[str, Word]] = {
    "pot": Word("amount", "all pots at the end, uncalled bets excluded", lambda hand, _player: hand.tally.pot),
    "stack": Word("amount", "the player's chips before the deal", lambda hand, player: hand.stack(player)),
    "invested": Word(
        "amount", "what the player put into the pots", lambda hand, player: hand.tally.put_in(hand.seats[player])
    ),
    "won": Word(
        "amount",
        "what the player collected, after rake",
        lambda hand, player: hand.tally.collected(hand.seats[player]) if hand.known else None,
    ),
    "net": Word("amount", "what the player won or lost", lambda hand, player: hand.net(player)),
    "big_blind": Word("amount", "the big blind", lambda hand, _player: hand.big_blind),
    "depth": Word("blinds", "the effective stack in big blinds", lambda hand, player: hand.depth(player)),
    "players": Word("number", "players dealt in", lambda hand, _player: len(hand.seats)),
    "street": Word("street", "how far the hand went: " + ", ".join(REACHED), lambda hand, _player: hand.reached),
    "position": Word(
        "position", "the player's position: " + ", ".join(POSITIONS), lambda hand, player: hand.positions[player]
    ),
    "player": Word("text", "the player's name", lambda hand, player: hand.names[player]),
    "stake": Word("text", "the blinds, as in '$0.25/$0.50'", lambda hand, _player: hand.stake),
    "table": Word("text", "the table's name or number", lambda hand, _player: _text(hand.history.table)),
    "site": Word("text", "the site or card room", lambda hand, _player: _site(hand)),
    "date": Word("text", "the day, as in '2009-07-06'", _date),
    "entered": Word("flag", "put chips in before the flop by choice", _flag(ENTERED)),
    "raised": Word("flag", "raised before the flop", _flag(RAISED)),
    "three_bet": Word("flag", "raised the first raise", _flag(THREE_BET + 1)),
    "stole": Word("flag", "raised first in from CO, BTN or SB", _flag(STEAL + 1)),
    "saw_flop": Word("flag", "was in when the flop was dealt", _flag(FLOPS)),
    "c_bet": Word("flag", "made a continuation bet on the flop", _flag(C_BET + 1)),
    "showdown": Word("flag", "went to the showdown", _flag(SHOWDOWNS)),
    "all_in": Word(
        "flag",
        "put in the last chip",
        lambda hand, player: bool(hand.tally.all_in >> hand.seats[player] & 1),
    ),
}
"""The names of the language."""

_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "==": operator.eq,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>-?\d+(?:\.\d+)?)(?P<blinds>\s*bb\b)?(?![\w.])|(?P<text>'[^']*'|\"[^\"]*\")"
    r"|(?P<word>[A-Za-z_][\w+]*)|(?P<mark><=|>=|!=|==|[=<>(),]))"
)
_EXPECTED: Final = {
    "amount": "an amount, as in 50bb or 12.50",
    "blinds": "a number of big blinds, as in 40bb",
    "number": "a number, as in 6",
    "street": "one of " + ", ".join(REACHED),
    "position": "one of " + ", ".join(POSITIONS),
    "text": "a word, or text in quotes",
}
_ORDERED: Final = ("amount", "blinds", "number", "street", "text")


class _Piece(NamedTuple):
    kind: str
    text: str
    at: int


def parse_where(text: str) -> Test:
    """Parse an expression into a test; raise `BadWhere` if it is not valid."""
    if not isinstance(text, str):
        raise TypeError(f"{shorten(str(text))} is not an expression: expected text, as in 'pot > 50bb'")
    if len(text) > MOST_CHARACTERS:
        raise BadWhere(f"the expression has {len(text)} characters: expected at most {MOST_CHARACTERS}")
    return _Parser(text).read()


def choose(
    *,
    player: str | None = None,
    position: str | None = None,
    players: int | None = None,
    stake: str | None = None,
    where: str | None = None,
) -> Test | None:
    """Return a test for hands that pass all of these filters, or None if there are none; commas separate positions."""
    tests: list[Test] = []
    if player is not None:
        tests.append(lambda hand, number: hand.names[number] == player)
    if position is not None:
        wanted = [name.strip().upper() for name in position.split(",")]
        for name in wanted:
            if name not in POSITIONS:
                raise BadWhere(
                    f"{shorten(name)} is not a position: expected one of {', '.join(POSITIONS)}"
                    f"{did_you_mean(name, POSITIONS)}"
                )
        tests.append(lambda hand, number: hand.positions[number] in wanted)
    if players is not None:
        tests.append(lambda hand, _number: len(hand.seats) == players)
    if stake is not None:
        tests.append(lambda hand, _number: hand.stake == stake)
    if where is not None:
        try:
            tests.append(parse_where(where))
        except BadWhere as refusal:
            raise BadWhere(refusal.sentence, refusal.where and f"{refusal.where} of --where") from None
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else lambda hand, number: all(test(hand, number) for test in tests)


class _Parser:
    """Parses an expression from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split()
        self._next = 0
        self._nested = 0

    def read(self) -> Test:
        test = self._any()
        if self._token.kind != "end":
            self._refuse(f"{self._shown()} comes after the end of a comparison: expected 'and', 'or' or the end")
        return test

    # -- letters and words ----------------------------------------------------------------------------------------

    def _split(self) -> list[_Piece]:
        tokens, at = [], 0
        text = self._text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                at += len(text[at:]) - len(text[at:].lstrip())
                raise BadWhere(
                    f"{shorten(text[at:])} cannot be read: expected a name, a number, a comparison or a bracket",
                    _place(at),
                )
            kind = "bb" if found["blinds"] else str(found.lastgroup)
            start = found.start("number") if kind in ("bb", "number") else found.start(kind)
            tokens.append(_Piece(kind, found["number"] if kind == "bb" else found[kind], start))
            at = found.end()
        tokens.append(_Piece("end", "", len(text)))
        return tokens

    @property
    def _token(self) -> _Piece:
        return self._tokens[self._next]

    def _take(self, *texts: str) -> str | None:
        """Consume the next token and return its text, if it is one of these."""
        token = self._token
        if token.kind in ("word", "mark") and token.text.lower() in texts:
            self._next += 1
            return token.text.lower()
        return None

    def _shown(self) -> str:
        return shorten(self._token.text) if self._token.kind != "end" else "the end"

    def _refuse(self, sentence: str) -> NoReturn:
        raise BadWhere(sentence, _place(self._token.at))

    # -- and, or, not ---------------------------------------------------------------------------------------------

    def _any(self) -> Test:
        tests = [self._all()]
        while self._take("or"):
            tests.append(self._all())
        return tests[0] if len(tests) == 1 else lambda hand, player: any(test(hand, player) for test in tests)

    def _all(self) -> Test:
        tests = [self._one()]
        while self._take("and"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda hand, player: all(test(hand, player) for test in tests)

    def _one(self) -> Test:
        self._nested += 1
        if self._nested > MOST_NESTED:
            self._refuse(f"brackets or 'not' are nested more than {MOST_NESTED} deep: expected fewer")
        if self._take("not"):
            inner = self._one()
            self._nested -= 1
            return lambda hand, player: not inner(hand, player)
        if self._take("("):
            inner = self._any()
            if not self._take(")"):
                self._refuse(f"{self._shown()} where a bracket is still open: expected ')', 'and' or 'or'")
        else:
            inner = self._comparison()
        self._nested -= 1
        return inner

    # -- comparisons ----------------------------------------------------------------------------------------------

    def _comparison(self) -> Test:
        name, word = self._name()
        if word.kind == "flag":
            if self._token.text in _COMPARE or self._token.text.lower() == "in":
                self._refuse(f"{name!r} is yes or no: expected it alone, as in '{name}' or 'not {name}'")
            return word.of
        negated = self._take("not") is not None
        if self._take("in"):
            inside = self._inside(name, word)
            return (lambda hand, player: not inside(hand, player)) if negated else inside
        sign = None if negated else self._take(*_COMPARE)
        if sign is None:
            self._refuse(f"{self._shown()} after {name!r}: expected one of {' '.join(_COMPARE)}, or 'in (...)'")
        if word.kind not in _ORDERED and sign in ("<", ">", "<=", ">="):
            self._next -= 1
            self._refuse(f"{name!r} has no order: expected = or !=, or 'in (...)'")
        return _compared(word.of, _COMPARE[sign], self._value(name, word))

    def _name(self) -> tuple[str, Word]:
        token = self._token
        if token.kind != "word" or token.text.lower() in ("and", "or", "in"):
            self._refuse(f"{self._shown()} where a name belongs: expected one of {', '.join(WORDS)}")
        word = WORDS.get(token.text.lower())
        if word is None:
            near = did_you_mean(token.text, WORDS)
            self._refuse(f"{shorten(token.text)} is not a name here: expected one of {', '.join(WORDS)}{near}")
        self._next += 1
        return token.text.lower(), word

    def _inside(self, name: str, word: Word) -> Test:
        if not self._take("("):
            self._refuse(f"{self._shown()} after 'in': expected values in brackets, as in '{name} in (...)'")
        tests = [_compared(word.of, operator.eq, self._value(name, word))]
        while self._take(","):
            tests.append(_compared(word.of, operator.eq, self._value(name, word)))
        if not self._take(")"):
            self._refuse(f"{self._shown()} in a list of values: expected ',' or ')'")
        return lambda hand, player: any(test(hand, player) for test in tests)

    def _value(self, name: str, word: Word) -> Value:
        """Return the value to compare a name with, in the name's type."""
        token, kind = self._token, word.kind
        other = WORDS.get(token.text.lower()) if token.kind == "word" else None
        value: Value | None = None
        if kind == "amount" and token.kind in ("number", "bb"):
            value = _amount(Decimal(token.text), token.kind == "bb")
        elif (kind == "blinds" and token.kind in ("number", "bb")) or (kind == "number" and token.kind == "number"):
            value = _fixed(float(token.text))
        elif other is not None and other.kind == kind and kind != "text":
            value = other.of
        elif kind == "street" and token.text.lower() in REACHED:
            value = _fixed(REACHED.index(token.text.lower()))
        elif kind == "position" and token.text.strip("'\"").upper() in POSITIONS:
            value = _fixed(token.text.strip("'\"").upper())
        elif kind == "text" and token.kind in ("text", "word", "number"):
            value = _fixed(token.text[1:-1] if token.kind == "text" else token.text)
        if value is None:
            near = did_you_mean(token.text, POSITIONS if kind == "position" else REACHED if kind == "street" else ())
            self._refuse(f"{self._shown()} cannot be compared with {name!r}: expected {_EXPECTED[kind]}{near}")
        self._next += 1
        return value


def _fixed(value: object) -> Value:
    return lambda _hand, _player: value


def _amount(number: Decimal, in_blinds: bool) -> Value:
    if in_blinds:
        return lambda hand, _player: number * hand.big_blind
    return lambda hand, _player: number.scaleb(hand.places)


def _compared(left: Value, compare: Callable[[Any, Any], bool], right: Value) -> Test:
    def test(hand: CountedHand, player: int) -> bool:
        one, other = left(hand, player), right(hand, player)
        return one is not None and other is not None and compare(one, other)

    return test


def _site(hand: CountedHand) -> str | None:
    details = hand.history.details
    return (details.site if details else None) or hand.history.venue


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _place(at: int) -> str:
    return f"character {at + 1}"
