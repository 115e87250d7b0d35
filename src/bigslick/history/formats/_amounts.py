"""Converts amounts between text and a count of the smallest unit: 2.50 with two decimal places is 250."""

from __future__ import annotations

from decimal import Decimal

from ..action_kinds import MOST_PLACES, MOST_VALUE

COMPILED = not __file__.endswith(".py")

SCALES: tuple[int, ...] = tuple([10**places for places in range(MOST_PLACES + 1)])
MOST_KNOWN = 4096
known_numbers: dict[int, Decimal] = {}
"""A cache of Decimals: blinds and stacks repeat."""


def number(value: int, places: int) -> int | Decimal:
    """Return the amount as a history stores it: an int if it is whole."""
    if not 0 <= places <= MOST_PLACES:
        raise ValueError(f"{places} decimal places: expected 0 to {MOST_PLACES}")
    scale = SCALES[places]
    if value % scale == 0:
        return value // scale
    key = value * 16 + places
    found = known_numbers.get(key)
    if found is None:
        if len(known_numbers) > MOST_KNOWN:
            known_numbers.clear()
        found = Decimal(value).scaleb(-places)
        known_numbers[key] = found
    return found


def numbers(values: list[int], places: int) -> list[int | Decimal]:
    """Convert each amount with `number`."""
    return [number(value, places) for value in values]


def units(text: str, places: int) -> int:
    """Return an amount in its smallest unit (2.5 with two places is 250).

    Return -1 if it is not an amount, and -2 if it needs more places.
    """
    return units_between(text, 0, len(text), places)


def units_between(text: str, start: int, end: int, places: int) -> int:
    """Apply `units` to a slice of a text."""
    value = 0
    digits = 0
    after = -1
    for i in range(start, end):
        letter = text[i]
        if "0" <= letter <= "9":
            value = 10 * value + ord(letter) - 48
            digits += 1
            if after >= 0:
                after += 1
            if digits > 18:
                return -1
        elif letter == "." and after < 0 and digits:
            after = 0
        else:
            return -1
    if not digits or after == 0:
        return -1
    if after > places:
        return -2
    for _ in range(places - (after if after > 0 else 0)):
        if value > MOST_VALUE:
            return -1
        value *= 10
    return value if value <= MOST_VALUE else -1
