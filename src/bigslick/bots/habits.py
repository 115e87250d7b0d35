"""How people play, measured on real hands: how often they enter a pot by position, and how much they bet.

`docs/explanation/population.md` has the figures, from 5.4 million hands of online cash games. A style does each of
these more or less often; the population's mix matches people.
"""

from __future__ import annotations

from typing import Final, Literal

SizeSet = Literal["cash", "tournament"]
SIZE_SETS: Final[tuple[SizeSet, ...]] = ("cash", "tournament")
"""The sets of sizes: cash games in 2009, and tournaments today."""

TABLES: Final = ("heads-up", "3-6", "7+")
POSITIONS: Final = ("BB", "SB", "BTN", "CO", "HJ", "EP")

# fmt: off
HABITS: Final[dict[str, dict[str, tuple[int, int, int, int, int, int]]]] = {
    "heads-up": {
        "BB":  (0, 0, 220, 0, 147, 363),
        "SB":  (555, 150, 0, 0, 125, 262),
        "BTN": (555, 150, 0, 0, 125, 262),
        "CO":  (0, 0, 0, 0, 0, 0),
        "HJ":  (0, 0, 0, 0, 0, 0),
        "EP":  (0, 0, 0, 0, 0, 0),
    },
    "3-6": {
        "BB":  (0, 0, 140, 0, 65, 212),
        "SB":  (285, 170, 135, 380, 62, 140),
        "BTN": (325, 68, 180, 190, 56, 146),
        "CO":  (225, 84, 170, 150, 41, 135),
        "HJ":  (169, 84, 130, 120, 33, 125),
        "EP":  (134, 80, 120, 120, 20, 137),
    },
    "7+": {
        "BB":  (0, 0, 84, 0, 34, 158),
        "SB":  (262, 250, 84, 440, 36, 109),
        "BTN": (262, 60, 116, 180, 33, 110),
        "CO":  (185, 95, 104, 170, 28, 98),
        "HJ":  (140, 90, 73, 148, 26, 93),
        "EP":  (87, 92, 60, 150, 23, 85),
    },
}
"""People's habits before the flop, in thousandths of the hands dealt, by table and position.

Raise first in, limp first in, raise limpers, limp behind, raise a raise, call a raise.
"""

SIZES: Final[dict[SizeSet, dict[str, tuple[int, ...]]]] = {
    "cash": {
        "first raise": (20, 20, 25, 30, 30, 30, 30, 30, 30, 30, 35, 35, 40, 40, 40, 50),
        "reraise":     (20, 25, 28, 30, 30, 33, 33, 35, 35, 35, 40, 40, 40, 45, 50, 60),
        "flop bet":    (200, 330, 450, 500, 500, 550, 600, 640, 660, 700, 750, 800, 900, 1000, 1000, 1200),
        "turn bet":    (200, 250, 330, 400, 500, 500, 500, 580, 620, 660, 700, 750, 900, 1000, 1000, 1100),
        "river bet":   (180, 220, 300, 360, 450, 500, 500, 500, 600, 650, 680, 750, 900, 1000, 1000, 1400),
        "flop raise":  (20, 20, 20, 20, 22, 24, 25, 28, 30, 30, 33, 36, 40, 45, 50, 60),
        "later raise": (20, 20, 20, 20, 20, 22, 25, 28, 30, 30, 35, 40, 45, 50, 60, 70),
    },
    "tournament": {
        "first raise": (20, 20, 20, 20, 21, 21, 22, 22, 22, 23, 23, 25, 25, 25, 25, 30),
        "reraise":     (22, 25, 25, 27, 28, 30, 30, 30, 30, 32, 33, 35, 35, 38, 40, 45),
        "flop bet":    (250, 280, 300, 330, 330, 330, 400, 450, 500, 500, 500, 600, 660, 660, 750, 1000),
        "turn bet":    (250, 330, 400, 450, 500, 500, 500, 600, 600, 660, 660, 700, 750, 750, 900, 1000),
        "river bet":   (220, 300, 330, 400, 500, 500, 500, 600, 660, 660, 750, 750, 900, 1000, 1000, 1300),
        "flop raise":  (20, 20, 22, 24, 25, 25, 26, 28, 28, 30, 30, 32, 33, 35, 40, 45),
        "later raise": (20, 20, 22, 22, 24, 25, 25, 27, 28, 30, 30, 33, 35, 38, 40, 50),
    },
}
"""Sixteen equally likely sizes for each wager.

The first raise is in tenths of a big blind, a raise over a bet or raise in tenths of that, a bet in thousandths of the
pot.
"""
# fmt: on


def position_row(dealt: int, after: int) -> int:
    """Return a seat's habits row from its distance to the button; -1 for a seat with a free check."""
    table = 2 if dealt > 6 else 1 if dealt > 2 else 0
    if after == 0:
        place = "BTN"
    elif after < 0 or after == 2 or table == 0:
        place = "BB"
    else:
        place = "SB" if after == 1 else POSITIONS[min(2 + dealt - after, 5)]
    return len(POSITIONS) * table + POSITIONS.index(place)


def habit_row() -> tuple[int, ...]:
    """Return the habits in the brain's form."""
    return tuple([share for table in TABLES for place in POSITIONS for share in HABITS[table][place]])


def size_row() -> tuple[int, ...]:
    """Return the sizes in the brain's form."""
    return tuple([size for name in SIZE_SETS for row in SIZES[name].values() for size in row])
