"""Checks a saved floor: compiled code does not check its indices, so a bad number must never reach it."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

from bigslick.hand.setup import MAX_SEATS as CHAIRS

from ._clocks import MOST_TIME


def check_floor(
    rows: Mapping[str, array[int]],
    numbers: Mapping[str, int],
    ranges: Mapping[str, tuple[int, int]],
    tables: int,
    limits: tuple[int, int],
) -> None:
    """Refuse numbers that would index outside an array; `limits` gives the number of levels and of break times."""
    seat, table, time = (0, CHAIRS - 1), (0, tables - 1), (0, MOST_TIME)
    known = {
        "chairs": (0, CHAIRS),
        "button": seat,
        "small_at": seat,
        "big_at": seat,
        "opened": (0, 1),
        "fresh": (0, (1 << CHAIRS) - 1),
        "shared": (0, (1 << CHAIRS) - 1),
        "heap": table,
        "place": (-1, tables - 1),
        "clock": time,
        "arrives": time,
        "dealt": time,
        "dealt_in": time,
        "hands": time,
        **ranges,
    }
    for name, (low, high) in known.items():
        if min(rows[name]) < low or max(rows[name]) > high:
            raise ValueError(f"{name!r} has a number outside {low} to {high}")
    for name in ("button", "small_at", "big_at"):
        if any(rows[name][at] >= max(rows["chairs"][at], 1) for at in range(tables)):
            raise ValueError(f"{name!r} has a seat that its table does not have")
    most = ranges["stack"][1]
    if max(numbers["small"], numbers["big"], numbers["ante"]) > most:
        raise ValueError(f"a blind or ante is above {most}")
    count, level, pause = numbers["heap_count"], numbers["level"], numbers["pause"]
    if not 0 <= count <= tables or not 0 <= level < limits[0] or not 0 <= pause <= limits[1]:
        raise ValueError("the floor's clock is out of range")
    if pause % 2:
        raise ValueError("the floor's clock is in the middle of a break's two times")
    if (
        any(rows["place"][rows["heap"][at]] != at for at in range(count))
        or sum(place >= 0 for place in rows["place"]) != count
    ):
        raise ValueError("the tables on the clock are out of order")
