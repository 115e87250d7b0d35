"""A live table: a fold over facts that says what commands lead to, what is due by itself, and what viewers are told."""

from .live import Live
from .script import Picture, Telling, update
from .state import AWAY_MS, BUSTED_MS, HELD_MS, Chair, ChipMove, Effects

__all__ = [
    "AWAY_MS",
    "BUSTED_MS",
    "HELD_MS",
    "Chair",
    "ChipMove",
    "Effects",
    "Live",
    "Picture",
    "Telling",
    "update",
]
