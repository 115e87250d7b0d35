"""Decides whether a player takes chips on offer, at the structure's rate: the same seed always decides the same."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal

from bigslick.shuffle import Keystream, Seed

OfferKind = Literal["reentry", "rebuy", "addon"]

_FINE: Final = 10**8  # percentages have at most six decimals


def takes_up(seed: Seed, kind: OfferKind, rate: Decimal, player: str, bullet: int, taken: int, stack: int) -> bool:
    """Whether a player takes an offer; `taken` is how many of its kind this entry has taken already.

    Each question has its own stream: the answer does not depend on how the others play, and nothing has to be saved. A
    player who declines while holding chips keeps declining, and is asked again after a bust.
    """
    if rate in (0, 100):
        return rate == 100
    labels = (kind, "bust" if stack == 0 else "short", player, bullet, taken)
    return Keystream(seed, "take-up", *labels).below(_FINE) < rate * (_FINE // 100)
