"""The error for a bad structure, and the checks shared by all parts of a structure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import Final

from bigslick.checks import did_you_mean, is_whole
from bigslick.errors import BigslickError

FINEST_PERCENT: Final = 6  # decimals; longer numbers would only take time


class BadStructure(BigslickError, ValueError):
    """A structure that cannot be played: where, what is wrong, and what was expected."""

    __module__ = "bigslick.tournament"

    def __init__(self, problem: str, *, field: str = "", source: str = "", line: int = 0) -> None:
        super().__init__(problem, f"{source}, line {line}" if source and line else source)
        self.field = field
        """The key, such as `levels[2].big`; lists count from 0 here and from 1 in the sentence."""
        self.source = source
        """The file; empty if the structure was made in Python."""
        self.line = line
        """The line in the file, from 1; 0 if no single line is at fault."""
        self.others: tuple[BadStructure, ...] = ()
        """The other problems of the same structure that were found with this one."""

    def inside(self, outer: str, spoken: str) -> BadStructure:
        """Return the same problem seen from outside: `outer` goes before the field, `spoken` before the sentence."""
        return BadStructure(f"{spoken}: {self.sentence}", field=f"{outer}.{self.field}" if self.field else outer)


class BadTournament(BigslickError, ValueError):
    """A request that a tournament refuses: a bad field, an entry it cannot take, a save it cannot make."""

    __module__ = "bigslick.tournament"


def whole(field: str, value: object, what: str, least: int, most: int) -> None:
    """Refuse anything but a whole number within the limits; True and 1.0 are not whole numbers."""
    if not is_whole(value, least, most):
        raise BadStructure(
            f"{field} is {shown(value)}: expected {what}, a whole number from {least:,} to {most:,}", field=field
        )


def one_of(field: str, value: object, choices: Collection[str]) -> None:
    """Refuse a word that is not among the choices, and suggest the nearest."""
    if not isinstance(value, str) or value not in choices:
        raise BadStructure(
            f"{field} is {shown(value)}: expected {either(choices)}{did_you_mean(value, choices)}", field=field
        )


def switch(field: str, value: object) -> None:
    """Refuse anything but true and false."""
    if not isinstance(value, bool):
        raise BadStructure(f"{field} is {shown(value)}: expected true or false", field=field)


def share(field: str, value: object) -> None:
    """Refuse anything but a percentage from 0 to 100."""
    if not isinstance(value, Decimal) or value != 0:
        percent(field, value)


def percent(field: str, value: object, most: int = 100) -> None:
    """Refuse anything but a percentage above 0 and at most `most`."""
    expected = f"expected a percentage above 0 and at most {most}, such as 12.5"
    if isinstance(value, int | float) and not isinstance(value, bool):  # only from Python: files give decimals
        raise BadStructure(
            f"{field} is {shown(value)}, which is {type(value).__name__}: {expected}, as Decimal('12.5')", field=field
        )
    if not isinstance(value, Decimal) or not value.is_finite() or not 0 < value <= most:
        raise BadStructure(f"{field} is {shown(value)}: {expected}", field=field)
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -FINEST_PERCENT:
        raise BadStructure(
            f"{field} is {shown(value)}: expected at most {FINEST_PERCENT} digits after the point", field=field
        )


def either(choices: Iterable[str]) -> str:
    """Return `'a', 'b' or 'c'`."""
    *first, last = (repr(choice) for choice in choices)
    return f"{', '.join(first)} or {last}" if first else last


def shown(value: object) -> str:
    """Format a value for a sentence, the way a director writes it, at most a line long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 200:  # Python refuses to print very long ints
        return f"a number of {value.bit_length():,} bits"
    if isinstance(value, Decimal):
        text = str(value)
    elif isinstance(value, dict):
        text = "a table"
    elif isinstance(value, list | tuple):
        text = f"a list of {len(value)}"
    else:
        text = repr(value)
    return text if len(text) <= 40 else f"{text[:36]}..."
