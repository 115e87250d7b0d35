"""Input checks shared by all packages: types, whole numbers, known words; and nouns with a number."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable
from typing import TypeGuard


def is_whole(value: object, least: int | None = None, most: int | None = None) -> TypeGuard[int]:
    """Return whether a value is an int within the bounds; True and False are not numbers here."""
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    number = plain(value)
    return (least is None or number >= least) and (most is None or number <= most)


def plain(value: int) -> int:
    """Return a number as an int of no subclass, which could override comparison and arithmetic."""
    return int.__add__(value, 0)


def is_bytes(value: object) -> bool:
    """Return whether a value is bytes: their items are ints, so a forgotten `decode` would pass for numbers."""
    return isinstance(value, bytes | bytearray | memoryview)


def must_be(kind: type | tuple[type, ...], thing: object, expected: str) -> None:
    """Refuse an argument of the wrong type: "None is not a hand: expected a Hand"."""
    if not isinstance(thing, kind):
        raise TypeError(f"{reprlib.repr(thing)} is not {expected}")


def converts(value: object) -> str:
    """Return the end of a sentence about a whole number of another type, such as NumPy's; empty for an int."""
    if isinstance(value, int) or not hasattr(type(value), "__index__"):
        return ""
    return f", as a Python int: int() converts an {type(value).__name__}"


def whole(what: str, value: object, least: int, most: int) -> int:
    """Return a value as a plain int, or refuse it: "style is 1.5: expected a whole number from 0 to 6"."""
    if type(value) is int and least <= value <= most:
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        number = plain(value)
        if least <= number <= most:
            return number
    raise ValueError(
        f"{what} is {reprlib.repr(value)}: expected a whole number from {least} to {most}{converts(value)}"
    )


def nearest(word: object, known: Iterable[str]) -> str | None:
    """Return the known word closest to a mistyped one, ignoring case; None if none is close."""
    if not isinstance(word, str):
        return None
    folded = {name.casefold(): name for name in reversed([*known])}
    close = difflib.get_close_matches(word.casefold(), folded, 1)
    return folded[close[0]] if close else None


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a sentence, such as "; did you mean 'tag'?", or empty if no known word is close."""
    near = nearest(word, known)
    return f"; did you mean {near!r}?" if near else ""


def counted(number: int, noun: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
