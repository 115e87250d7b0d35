"""One case in the rule book: the fields common to all types, and how to describe a difference.

Seats count from 1 for people or from 0 for programs: `first_seat` is 1 in TOML and 0 in JSON. A case keeps its file's
numbers; they become the engine's, which count from 0, only when we ask the engine.
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
    """A text that is not a rulings file, or a case that cannot be read: the sentence says what was expected."""

    __module__ = "bigslick.rulings"


class Ruling(msgspec.Struct, kw_only=True):
    """The fields common to all types of case; except for `id`, `type` and `first_seat`, they are for people."""

    id: str
    type: str
    area: str = ""
    """The heading under which the case is counted; in a book it is the chapter."""
    title: str = ""
    """The ruling in one line, as a director would say it."""
    source: str = ""
    """The rule's source: TDA, WSOP, Robert's Rules, a founding document, or our reasoning."""
    note: str = ""
    """Why the numbers are what they are."""
    first_seat: Literal[0, 1] = 0
    """The first seat's number in this case."""
    rule_refs: list[str] = []
    verified_by: Any = None
    pokerkit: Any = None

    def seat(self, number: int, seats: int = MOST_SEATS) -> int:
        """Return the engine's seat for one of the case's numbers; refuse one beyond a table of `seats`."""
        seat = number - self.first_seat
        if not 0 <= seat < seats:
            raise BadRulings(
                f"seat {number} does not exist: the seats of this table are {self.first_seat} to "
                f"{self.first_seat + seats - 1}"
            )
        return seat

    def number(self, seat: int | None) -> int | None:
        """Return the case's number for one of the engine's seats."""
        return None if seat is None else seat + self.first_seat

    def numbers(self, seats: Iterable[int]) -> list[int]:
        """Return the case's numbers for the engine's seats."""
        return [seat + self.first_seat for seat in seats]

    def by_number(self, chips: dict[int, int]) -> dict[int, int]:
        """Convert chips by engine seat to chips by the case's seat numbers."""
        return {seat + self.first_seat: amount for seat, amount in chips.items()}

    @property
    def sources(self) -> str:
        """The rule's source, in one line."""
        return self.source or ", ".join(self.rule_refs)


def check_size(seats: int) -> None:
    """Refuse a table of a size that hold'em does not use."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise BadRulings(f"a table of {seats} seats: expected {FEWEST_SEATS} to {MOST_SEATS}")


def tell(value: object) -> str:
    """Format a value for a sentence."""
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
    """Yield a sentence if two values that should be equal differ."""
    if found != expected:
        yield f"{name} is {tell(found)}, expected {tell(expected)}"


def near(name: str, found: float, expected: float, tolerance: float) -> Iterator[str]:
    """Yield a sentence if two numbers differ by more than the tolerance."""
    if not abs(found - expected) <= tolerance:  # also true when either is not a number
        yield f"{name} is {found:.9g}, expected {expected:.9g} within {tolerance:g}"


def compare(name: str, found: dict[str, Any], expected: msgspec.Struct) -> Iterator[str]:
    """Compare each field that the case gives with what was found."""
    for field in msgspec.structs.fields(expected):
        wanted = getattr(expected, field.name)
        if wanted is not UNSET and field.name in found:
            yield from differ(f"{name}{field.name}", found[field.name], wanted)


def listed(numbers: Iterable[object], noun: str = "") -> str:
    """Return `seats 1, 2 and 3`, `seat 4`, or just the list without a noun."""
    words = [str(number) for number in numbers]
    text = " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "none"
    if not noun:
        return text
    return f"{noun} {text}" if len(words) == 1 else f"{noun}s {text}" if words else f"no {noun}"
