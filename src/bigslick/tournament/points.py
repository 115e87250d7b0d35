"""Points by a formula, such as `10*sqrt(n)/sqrt(place) + 5*hits`: what seasons, series and the desk rank players by.

A formula becomes a short program for a stack. It has no loops, and each step has its letters in the text, so a formula
of `LONGEST` characters takes fewer than 1,000 steps, whatever it says.

Numbers are exact fractions. A result of `sqrt`, `log`, `ln` or a broken power that has more than `DIGITS` digits is
rounded to them, and so is a fraction that grows far beyond that. No binary float is involved, so a formula gives the
same points on every machine. Points are rounded to hundredths at the end, halves away from zero.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from decimal import Context, Decimal, DecimalException, DivisionByZero, InvalidOperation, Overflow
from fractions import Fraction
from functools import lru_cache, partial
from math import floor
from typing import Any, Final, NamedTuple

from bigslick.checks import must_be, nearest
from bigslick.errors import BigslickError
from bigslick.sentence import Sentence, say

LONGEST: Final = 500
"""The most characters in a formula."""
DEEPEST: Final = 40
"""The most parentheses, signs and powers inside each other."""
DIGITS: Final = 30
LARGEST: Final = 10**30
"""Every number on the way is smaller than this."""
MOST_POINTS: Final = 10**12
FORMULAS: Final = {
    "beaten": "2*beaten + tied",
    "places": "n - place + 1",
    "root": "10*sqrt(n)/sqrt(place)",
    "entry": "10*sqrt(n)/sqrt(place)*(1 + log(buyin + 0.25))",
    "thrift": "if(spent = 0, 0, sqrt(n*buyin*buyin/spent)/(place + 1))",
    "winnings": "prize - spent",
}
"""Well-known formulas to choose from."""
_FINEST: Final = 10 ** (4 * DIGITS)
"""Fractions with a smaller denominator are kept exactly."""
_DECIMALS: Final = Context(prec=DIGITS, Emin=-9999, Emax=9999, traps=[DivisionByZero, InvalidOperation, Overflow])
_TOKEN: Final = re.compile(
    r"(?P<number>[0-9]+\.?[0-9]*|\.[0-9]+)|(?P<word>[A-Za-z_]\w*)|(?P<sign>==|<=|>=|!=|[-+*/^<>=(),])|\s+", re.ASCII
)


class BadFormula(BigslickError, ValueError):
    """A formula that cannot be read or computed: where, what is wrong, and what is legal."""

    __module__ = "bigslick.tournament"

    def __init__(self, problem: Sentence, at: int = 0) -> None:
        super().__init__(say("character {at}: {problem}", at=at, problem=problem) if at else problem)
        self.at = at
        """The number of the character, from 1; 0 if no single one is at fault."""


class EventResult(NamedTuple):
    """An event as one player ended it: the names that a formula can use."""

    n: int
    """Players."""
    place: int
    """Where the player finished, 1 = won; in a cash night, by what they won or lost."""
    prize: int
    """Prizes; in a cash night, the chips they left with."""
    buyin: Fraction | int
    """The price of an entry, without the fee; in a cash night, the player's average buy-in."""
    spent: int
    """Everything the player paid: entries, fees, rebuys, add-ons, top-ups."""
    rebuys: int = 0
    """How often they bought in again, by rebuy or re-entry."""
    hits: int = 0
    """Players they knocked out."""
    beaten: int = 0
    """Players who won less, or lost more."""
    tied: int = 0
    """Other players who won or lost the same."""


class Formula:
    """A formula that has been read, ready to give points."""

    __module__ = "bigslick.tournament"

    def __init__(self, text: str) -> None:
        """Read a formula, or raise `BadFormula`."""
        must_be(str, text, "a formula: expected text")
        if len(text) > LONGEST:
            raise BadFormula(say("a formula has at most {most} characters, not {count}", most=LONGEST, count=len(text)))
        self.text = text
        self._program = _FormulaReader(text).program()

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"

    def value(self, result: EventResult) -> Fraction:
        """Compute the formula for one place, before rounding; raises `BadFormula`."""
        stack: list[Fraction] = []
        step = 0
        while step < len(self._program):
            do, of, at = self._program[step]
            step += 1
            if do == "number":
                stack.append(of)
            elif do == "name":
                stack.append(Fraction(getattr(result, of)))
            elif do == "skip":
                step = of
            elif do == "unless":
                step = step if stack.pop() else of
            else:
                given = stack[-of:]
                del stack[-of:]
                try:
                    stack.append(_kept(Fraction(_OPERATIONS[do](*given))))
                except _Undefined as undefined:
                    raise BadFormula(undefined.sentence, at) from None
                except DecimalException:
                    raise BadFormula(_too_large(), at) from None
        return stack[0]

    def points(self, result: EventResult, shared: int = 1) -> int:
        """Return the points for an event in hundredths; raises `BadFormula`.

        Tied players share the points of their places, from `place` down, as they share the prizes (TDA RP-8).
        """
        places = (result._replace(place=result.place + below) for below in range(shared))
        points = sum(map(self.value, places), Fraction(0)) / shared
        if abs(points) > MOST_POINTS:
            raise BadFormula(say("it gives more than {most} points for one event", most=MOST_POINTS))
        return _rounded(100 * points)


read_formula = lru_cache(1000)(Formula)
"""A formula may be read again and again; this remembers the last ones."""


# -- reading ----------------------------------------------------------------------------------------------------------


class _Lexeme(NamedTuple):
    kind: str
    text: str
    at: int


class _Step(NamedTuple):
    """One step of a program, and the character where it is written."""

    do: str
    of: Any
    """The number, the name, the step to go on with, or how many values an operation takes."""
    at: int


_SIGN: Final = 4
"""How strongly a sign binds: -2^2 is -(2^2)."""
_STRENGTH: Final = {
    **dict.fromkeys(("<", "<=", ">", ">=", "=", "==", "!="), 1),
    **dict.fromkeys(("+", "-"), 2),
    **dict.fromkeys(("*", "/"), 3),
    "^": 5,
}
_USAGE: Final = {
    "if": "if(condition, yes, no)",
    **{name: f"{name}(x)" for name in ("sqrt", "log", "ln")},
    **{name: f"{name}(x, y, …)" for name in ("min", "max")},
    **{name: f"{name}(x)" for name in ("round", "floor")},
}


class _FormulaReader:
    """Turns a text into a program, by the strength of its operators."""

    def __init__(self, text: str) -> None:
        self._tokens: list[_Lexeme] = []
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise _unexpected(_Lexeme("", text[at], at + 1))
            if found.lastgroup is not None:
                self._tokens.append(_Lexeme(found.lastgroup, found[0], at + 1))
            at = found.end()
        self._tokens.append(_Lexeme("end", "", len(text) + 1))
        self._next = 0
        self._depth = 0
        self._steps: list[_Step] = []

    def program(self) -> list[_Step]:
        self._expression(0)
        self._must_be("")
        return self._steps

    @property
    def _here(self) -> str:
        return self._tokens[self._next].text

    def _take(self) -> _Lexeme:
        self._next += 1
        return self._tokens[self._next - 1]

    def _must_be(self, sign: str) -> None:
        token = self._take()
        if token.text != sign:
            raise _unexpected(token, after=True)

    def _expression(self, least: int) -> None:
        """Read operands, and between them operators that bind at least this strongly."""
        self._depth += 1
        if self._depth > DEEPEST:
            problem = say("too deep: at most {most} parentheses, signs and powers inside each other", most=DEEPEST)
            raise BadFormula(problem, self._tokens[self._next].at)
        self._operand()
        while (strength := _STRENGTH.get(self._here, -1)) >= least:
            sign = self._take()
            self._expression(strength if sign.text == "^" else strength + 1)
            self._steps.append(_Step(sign.text, 2, sign.at))
            if strength == _STRENGTH.get(self._here) == _STRENGTH["="]:
                problem = say("two comparisons in a row: multiply them, as in (place > 1) * (place < 4)")
                raise BadFormula(problem, self._take().at)
        self._depth -= 1

    def _operand(self) -> None:
        token = self._take()
        if token.kind == "number":
            number = Fraction(token.text)
            if number >= LARGEST:
                raise BadFormula(_too_large(), token.at)
            self._steps.append(_Step("number", number, token.at))
        elif token.text in _USAGE:
            self._call(token)
        elif token.text in EventResult._fields:
            self._steps.append(_Step("name", token.text, token.at))
        elif token.kind == "word":
            raise _unknown(token)
        elif token.text == "(":
            self._expression(0)
            self._must_be(")")
        elif token.text == "-":
            self._expression(_SIGN)
            self._steps.append(_Step("negative", 1, token.at))
        else:
            raise _unexpected(token)

    def _call(self, function: _Lexeme) -> None:
        """Read a function's values; after those of an `if` come the steps that skip one of them."""
        jumps: list[int] = []
        count = 0
        while self._here == ("," if count else "("):
            self._take()
            self._expression(0)
            count += 1
            if function.text == "if" and count < 3:
                jumps.append(len(self._steps))
                self._steps.append(_Step("unless" if count == 1 else "skip", 0, function.at))
        usage = _USAGE[function.text]
        fewest = usage.count(",") + ("…" not in usage)
        if count < fewest or (count > fewest and "…" not in usage):
            raise BadFormula(say("{function} is written {usage}", function=function.text, usage=usage), function.at)
        self._must_be(")")
        if function.text != "if":
            self._steps.append(_Step(function.text, count, function.at))
            return
        for jump, to in zip(jumps, (jumps[1] + 1, len(self._steps)), strict=True):
            self._steps[jump] = self._steps[jump]._replace(of=to)


# -- arithmetic -------------------------------------------------------------------------------------------------------


class _Undefined(Exception):
    """An operation without a result; the sentence says why."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence


def _kept(value: Fraction) -> Fraction:
    """Return a result as the next step gets it."""
    if abs(value) >= LARGEST:
        raise _Undefined(_too_large())
    return value if value.denominator < _FINEST else Fraction(_decimal(value))


def _decimal(value: Fraction) -> Decimal:
    return _DECIMALS.divide(Decimal(value.numerator), Decimal(value.denominator))


def _rounded(value: Fraction) -> int:
    """Round to a whole number, halves away from zero."""
    size = floor(abs(value) + Fraction(1, 2))
    return size if value > 0 else -size


def _divided(value: Fraction, by: Fraction) -> Fraction:
    if not by:
        raise _Undefined(say("division by zero: expected another divisor"))
    return value / by


def _power(base: Fraction, exponent: Fraction) -> Fraction | Decimal:
    if not base and exponent < 0:
        return _divided(Fraction(1), base)
    if base < 0 and exponent.denominator > 1:
        raise _Undefined(say("a negative number has only whole powers: expected a base of 0 or more"))
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if exponent.denominator == 1 and abs(exponent) * bits < _FINEST.bit_length():
        return Fraction(base**exponent.numerator)
    return _DECIMALS.power(_decimal(base), _decimal(exponent))


def _root(value: Fraction) -> Fraction:
    if value < 0:
        raise _Undefined(say("the square root of a negative number: expected 0 or more"))
    # In this form the root of a fraction's square is exactly the fraction.
    return Fraction(_DECIMALS.sqrt(Decimal(value.numerator * value.denominator))) / value.denominator


def _logarithm(of: Callable[[Decimal], Decimal], value: Fraction) -> Decimal:
    if value <= 0:
        raise _Undefined(say("the logarithm of 0 or less: expected a number above 0"))
    return of(_decimal(value))


_OPERATIONS: Final[dict[str, Callable[..., Fraction | Decimal | int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "^": _power,
    "negative": operator.neg,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "sqrt": _root,
    "log": partial(_logarithm, _DECIMALS.log10),
    "ln": partial(_logarithm, _DECIMALS.ln),
    "min": min,
    "max": max,
    "round": _rounded,
    "floor": floor,
}


# -- refusals ---------------------------------------------------------------------------------------------------------


def _too_large() -> Sentence:
    return say("too large: a number has at most {digits} digits before the point", digits=len(str(LARGEST)) - 1)


def _unknown(word: _Lexeme) -> BadFormula:
    known = (*EventResult._fields, *_USAGE)
    near, names = nearest(word.text, known), ", ".join(known)
    problem = say("'{word}' is not a name here: expected one of {names}", word=word.text, names=names)
    return BadFormula(
        say("{problem}; did you mean '{near}'?", problem=problem, near=near) if near else problem, word.at
    )


def _unexpected(token: _Lexeme, *, after: bool = False) -> BadFormula:
    """Return the refusal of a token where a value must begin or, with `after`, where one has ended."""
    text = token.text if token.text.isprintable() else f"U+{ord(token.text[0]):04X}"
    found = say("'{text}'", text=text) if text else say("the end")
    if after:
        problem = say("found {found}: expected + - * / ^ < <= > >= = != or, in parentheses, a comma or )", found=found)
    else:
        problem = say("found {found}: expected a number, a name, a function or (", found=found)
    return BadFormula(problem, token.at)
