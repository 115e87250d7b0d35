"""One case of the rule book: what every type of case has, and how a difference is put into words.

Seats are written as people count them or as programs do: `first_seat` is 1 in TOML and 0 in JSON. A case keeps the
numbers of its file; they become the engine's, which count from 0, only where the engine is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

from bigslick.errors import BigslickError

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 10


class BadRulings(BigslickError, ValueError):
    """A text that is not a file of rulings, or a case that cannot be read: the sentence says what was expected."""


class Ruling(msgspec.Struct, kw_only=True):
    """The fields of every type of case; apart from `id`, `type` and `first_seat` they are for people."""

    id: str
    type: str
    area: str = ""
    """The heading under which the case is counted; in a book it is the chapter."""
    title: str = ""
    """The ruling in one line, as a director would say it."""
    source: str = ""
    """The source of the rule: TDA, WSOP, Robert's Rules, a founding document, or our reasoning."""
    note: str = ""
    """Why the numbers are what they are."""
    first_seat: Literal[0, 1] = 0
    """The number that the first seat has in this case."""
    rule_refs: list[str] = []
    verified_by: Any = None
    pokerkit: Any = None

    def seat(self, number: int, seats: int = MOST_SEATS) -> int:
        """The engine's seat for a number of the case; refuses a seat that a table of `seats` does not have."""
        seat = number - self.first_seat
        if not 0 <= seat < seats:
            raise BadRulings(
                f"seat {number} does not exist: the seats of this table are {self.first_seat} to "
                f"{self.first_seat + seats - 1}"
            )
        return seat

    def number(self, seat: int | None) -> int | None:
        """The number that the case gives to one of the engine's seats."""
        return None if seat is None else seat + self.first_seat

    def numbers(self, seats: Iterable[int]) -> list[int]:
        """The numbers that the case gives to the engine's seats."""
        return [seat + self.first_seat for seat in seats]

    def by_number(self, chips: dict[int, int]) -> dict[int, int]:
        """Chips by the engine's seats, as chips by the numbers of the case."""
        return {seat + self.first_seat: amount for seat, amount in chips.items()}

    @property
    def sources(self) -> str:
        """The source of the rule, in one line."""
        return self.source or ", ".join(self.rule_refs)


def check_size(seats: int) -> None:
    """Refuse a table that hold'em is not played at."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise BadRulings(f"a table of {seats} seats: expected {FEWEST_SEATS} to {MOST_SEATS}")


def tell(value: object) -> str:
    """A value for a sentence."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{seat}: {tell(part)}" for seat, part in sorted(value.items())) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(tell(part) for part in value) + "]"
    return str(value)


def differ(name: str, found: object, expected: object) -> Iterator[str]:
    """The sentence for two values that should be equal, or nothing."""
    if found != expected:
        yield f"{name} is {tell(found)}, expected {tell(expected)}"


def near(name: str, found: float, expected: float, tolerance: float) -> Iterator[str]:
    """The sentence for two numbers that should be equal within a tolerance, or nothing."""
    if not abs(found - expected) <= tolerance:  # also true when either is not a number
        yield f"{name} is {found:.9g}, expected {expected:.9g} within {tolerance:g}"


def compare(name: str, found: dict[str, Any], expected: msgspec.Struct) -> Iterator[str]:
    """Each field that the case gives, against what was found."""
    for field in msgspec.structs.fields(expected):
        wanted = getattr(expected, field.name)
        if wanted is not UNSET and field.name in found:
            yield from differ(f"{name}{field.name}", found[field.name], wanted)


def listed(numbers: Iterable[object], noun: str = "") -> str:
    """`seats 1, 2 and 3`, `seat 4`, or without a noun only the list."""
    words = [str(number) for number in numbers]
    text = " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "none"
    if not noun:
        return text
    return f"{noun} {text}" if len(words) == 1 else f"{noun}s {text}" if words else f"no {noun}"
